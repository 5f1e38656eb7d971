"""The questions of movement: who moves, with whom, and what they do next [6.0]."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.engine import Choose, Option, Refusal, Several
from sandtable.games.rdf.allowance import left, payers
from sandtable.games.rdf.charts import HA
from sandtable.games.rdf.fire_asks import OwnAirDefence
from sandtable.games.rdf.formations import allowed, formation_of, holds, strays, ties
from sandtable.games.rdf.march import March, could_end, mendable, tied
from sandtable.games.rdf.orders import may_exit
from sandtable.games.rdf.pregame_odds import PREGAME
from sandtable.games.rdf.reactions import can_hasty
from sandtable.games.rdf.rollcall import mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.stacking import crowd
from sandtable.games.rdf.state import DONE, EXCUSED, WAITING
from sandtable.games.rdf.surroundings import Surroundings
from sandtable.games.rdf.transport import boarding, can_dismount
from sandtable.games.rdf.why_not import why_not_enter, why_not_move

AIR_DEFENCE = -2
"""In place of a unit: air defence between the moves [14.31]."""
ALTITUDES = ("nape", "medium", "high")


class Action(NamedTuple):
    """What a stack does next: come, enter, exit, fire, mount, dismount, leave or fly, and with what."""

    verb: str
    one: int = -1
    two: int = -1


class PickMover(Choose[int | None]):
    """Which unit moves next, or none any more."""

    __slots__ = ()
    table: Play
    name, case, options_are, resumable = "pick-mover", "6.11", "units", True

    def question(self) -> str:
        return "Which unit moves next?"

    def offer(self) -> Sequence[int | None]:
        table, side = self.table, self.side
        units: list[int | None] = [unit for unit in table.scene.own[side] if may_move(table, unit)]
        if OwnAirDefence(table, side).possible():
            units.append(AIR_DEFENCE)
        return units if must_move(table, side) else [None, *units]

    def key(self, option: int | None) -> str:
        return "air defence" if option == AIR_DEFENCE else super().key(option)

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "No more movement")
        key = self.key(option)
        if option == AIR_DEFENCE:
            return Option(key, "Air defence at helicopters in reach")
        hex = self.table.scene.hex_name(self.table.state.hexes[option])
        return Option(key, f"{key} moves", unit=key, hex=hex)

    def why_not(self, key: str) -> Refusal:
        table = self.table
        if key == "pass":
            name = table.scene.units[next(to_mend(table, self.side))]
            return Refusal("5.64", f"{name} is out of formation, which units that have not moved can mend")
        return why_not_move(table, self.side, key)


class Companions(Several[int]):
    """Who moves together with a unit, from the same hex to the same hex [6.13]."""

    __slots__ = ()
    table: Play
    name, case, options_are = "companions", "6.13", "units"

    def question(self) -> str:
        return f"Who moves together with {self.table.scene.units[self.unit]}?"

    def offer(self) -> Sequence[int]:
        return companions(self.table, self.unit)

    def faults(self, answer: tuple[int, ...]) -> list[Refusal]:
        stack = crowd(self.table.scene, self.table.state, (self.unit, *answer))
        return [Refusal(case, f"{reason} for one hex") for case, reason in stack]

    def why_not(self, key: str) -> Refusal:
        name = self.table.scene.units[self.unit]
        return Refusal("6.13", f"{key} has moved, or does not stand where {name} stands")


class Step(Choose[Action | None]):
    """What the moving stack does next, or that it stops."""

    __slots__ = ("__dict__", "around")
    table: Play
    name, case, resumable = "step", "6.11", True

    def __init__(self, table: Play, side: int, around: Surroundings | None = None) -> None:
        super().__init__(table, side)
        self.around = around

    @cached_property
    def march(self) -> March:
        """The stack as things stand."""
        units = tuple(self.table.state.moving)
        around = self.around if self.around and self.around.units == units else None
        return March(self.table, units, around)

    def question(self) -> str:
        names = " and ".join(self.table.scene.units[unit] for unit in self.table.state.moving)
        return f"What next for {names}?"

    def offer(self) -> Sequence[Action | None]:
        if self.march.hex == WAITING:
            return [None, *coming(self.march)]
        found = [*going(self.march)]
        return [None, *found] if self.march.free_to_stop() or not found else found

    def key(self, option: Action | None) -> str:
        if option is None:
            return "pass"
        scene = self.table.scene
        if option.verb in ("come", "enter"):
            return scene.hex_name(option.one)
        if option.verb == "mount":
            return f"mount {scene.units[option.one]} on {scene.units[option.two]}"
        if option.verb == "fly":
            return f"{scene.units[option.one]} at {ALTITUDES[option.two]}"
        words = {"dismount": "dismount from ", "leave": "leave behind "}.get(option.verb, option.verb)
        return words + (scene.units[option.one] if option.one >= 0 else "")

    def describe(self, option: Action | None) -> Option:
        key = self.key(option)
        if option is None:
            return Option(key, "Stop here")
        if option.verb not in ("come", "enter"):
            return Option(key, key.capitalize())
        words = "Come onto the map in" if option.verb == "come" else "Move to"
        return Option(key, f"{words} {key}", hex=key)

    def why_not(self, key: str) -> Refusal:
        return why_not_enter(self.march, key)


def may_move(table: Play, unit: int) -> bool:
    """May the unit still have its segment in this phase [6.13] [3.21] [8.31]?"""
    state = table.state
    if state.flags[unit] & DONE or state.hexes[unit] < WAITING or mounted(state, unit):
        return False
    if state.hexes[unit] == WAITING:
        return may_come(table, unit)
    return not (table.scene.foot[unit] and state.suppressed[unit])


def may_come(table: Play, unit: int) -> bool:
    """May it come onto the map: reconnaissance in the first Game-Turn, then everybody [3.21] [3.26]?"""
    state = table.state
    return state.entry[state.side[unit]] >= 0 and (state.turn > 1 or table.scene.recon[unit])


def companions(table: Play, unit: int) -> list[int]:
    """The units that may move together with a unit [6.13]."""
    state = table.state
    if state.spent[unit]:
        return []
    return [
        other
        for other in table.scene.own[state.side[unit]]
        if other != unit
        and state.hexes[other] == state.hexes[unit]
        and not state.spent[other]
        and may_move(table, other)
    ]


def must_move(table: Play, side: int) -> bool:
    """Must somebody still move, so that the formation is kept [5.52] [5.64]?"""
    return next(to_mend(table, side), None) is not None


def to_mend(table: Play, side: int) -> Iterator[int]:
    """The units that are out of formation where units still to move could mend it [5.52] [5.64]."""
    state, loose = table.state, strays(table, side)
    for unit in table.scene.own[side]:
        late = state.flags[unit] & EXCUSED
        if state.hexes[unit] < 0 or mounted(state, unit) or not (late or unit in loose):
            continue
        if must_return(table, unit) if late else any(_can_be_mended(table, unit)):
            yield unit


def must_return(table: Play, unit: int) -> bool:
    """Can a unit left outside the deviation still come nearer to the axis in this phase [5.52]?"""
    state = table.state
    if state.flags[unit] & DONE or allowed(table, state.side[unit]) >> state.hexes[unit] & 1:
        return False
    march = March(table, (unit,))
    return march.nearest > 0 and not march.nearest >> march.hex & 1


def _can_be_mended(table: Play, unit: int) -> Iterator[bool]:
    """For each tie that a unit breaks, whether it or the other one could still mend it [5.64]."""
    state, hex = table.state, table.state.hexes[unit]
    for tie in ties(table, unit):
        excused = tie.anchor >= 0 and state.flags[tie.anchor] & EXCUSED
        if not excused and not holds(table, tie, hex):
            own = not state.flags[unit] & DONE and could_end(table, unit, tied(table, tie, tie.hex))
            yield own or mendable(table, tie, hex)


def coming(march: March) -> Iterator[Action]:
    """What units still off the map may do: get ready, and come [3.21] [12.15]."""
    table, side = march.table, march.side
    for hex in entry_hexes(table, side):
        if march.may_come(hex):
            yield Action("come", hex)
    yield from transports(march)
    for unit in march.units:
        if table.scene.helicopter[unit]:
            now = table.state.altitude[unit]
            yield from (Action("fly", unit, height) for height in range(len(ALTITUDES)) if height != now)


def entry_hexes(table: Play, side: int) -> tuple[int, ...]:
    """Where a force comes in: its entry hex, and to either side of it in Hasty Assault [3.24] [3.21]."""
    entry = table.state.entry[side]
    if table.state.formation[side] != HA:
        return (entry,)
    return table.scene.ground.frontage_of_entry(entry, PREGAME.entry_formation.spread)


def going(march: March) -> Iterator[Action]:
    """What units on the map may do next [6.0]."""
    table, start = march.table, march.hex * 6
    neighbours = table.scene.board.neighbours
    for place in range(start, start + 6):
        if march.may_enter(place):
            yield Action("enter", neighbours[place])
    if may_exit(table, march.side, march.hex) and can_pay_exit(table, march):
        yield Action("exit")
    if can_hasty(table, march.units):
        yield Action("fire")
    yield from transports(march)
    if len(march.units) > 1:
        yield from (Action("leave", unit) for unit in march.units if may_leave(march, unit))


def may_leave(march: March, unit: int) -> bool:
    """May a unit stay behind? It may where all keep to everything, unless headquarters have to keep apart."""
    formation = formation_of(march.table, march.side)
    together = formation is None or not formation.separation
    if together and not march.returning and march.around.good >> march.hex & 1:
        return True
    return March(march.table, (unit,)).free_to_stop()


def can_pay_exit(table: Play, march: March) -> bool:
    """Has everybody the points to leave the map from here [3.21]?"""
    return all(left(table, unit) >= exit_cost(table, unit, march.hex) for unit in payers(table, march.units))


def exit_cost(table: Play, unit: int, hex: int) -> int:
    """What a unit pays to leave the map from a hex [3.21]."""
    mover = table.scene.movers[unit][table.state.altitude[unit]]
    return table.scene.ground.leaving[mover][hex]


def transports(march: March) -> Iterator[Action]:
    """Who may mount or dismount now [12.11]."""
    table = march.table
    pairs = dict.fromkeys(pair for unit in march.units for pair in boarding(table, unit))
    yield from (Action("mount", *pair) for pair in pairs)
    yield from (Action("dismount", unit) for unit in march.units if can_dismount(table, unit))
