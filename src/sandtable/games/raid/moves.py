"""What a player may move next, and what those under way may do [8.0] [8.36] [8.37] [13.0] [14.0]."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sandtable.engine import Choose, Option, Refusal
from sandtable.games.raid.charges import may_place, walls_beside
from sandtable.games.raid.command import strands
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.entry import entry_hexes, may_exit
from sandtable.games.raid.going import (
    affordable,
    allowance,
    bars_to_moving,
    enemies_in,
    entry_price,
    may_assault,
    may_move,
    room,
    step_price,
)
from sandtable.games.raid.ground import NO_WAY
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ASSAULTED, LOADED, MOVED, SUPPRESSED, UNLOADED, WAITING, has
from sandtable.games.raid.transport import may_load, may_unload
from sandtable.hexes import LETTERS

Group = tuple[int, ...]


class Act(NamedTuple):
    """What is done: enter a hex, leave the map, load or set down a unit, place a charge, assault, or stop."""

    verb: str
    unit: int = -1
    hex: int = -1


STOP = Act("stop")


class PickMove(Choose[Group | None]):
    """Which unit or stack moves next, or none [8.0]."""

    table: Play
    name, case, resumable = "pick-move", "8.0", True
    __slots__ = ()

    def question(self) -> str:
        return "Which unit or stack moves next?"

    def offer(self) -> Sequence[Group | None]:
        return [None, *groups(self.table, self.side)]

    def key(self, option: Group | None) -> str:
        return "pass" if option is None else "+".join(map(self.table.scene.unit_name, option))

    def describe(self, option: Group | None) -> Option:
        key = self.key(option)
        if option is None:
            return Option(key, "Pass")
        hex = self.table.scene.hex_name(self.table.state.hexes[option[0]])
        name = self.table.scene.unit_name(option[0])
        return Option(key, f"{key.replace('+', ' and ')} in {hex or 'waiting'}", unit=name, hex=hex)

    def why_not(self, key: str) -> Refusal:
        for name in key.split("+"):
            if name in self.table.scene.units:
                unit = self.table.scene.unit(name)
                if self.table.state.side[unit] == self.side:
                    for case, reason, holds in bars_to_moving(self.table, unit):
                        if holds:
                            return Refusal(case, f"{name} may not move: {reason}")
        named = [
            self.table.scene.units.index(name) for name in key.split("+") if name in self.table.scene.units
        ]
        if named and strands(self.table, named, self.table.state.hexes[named[0]]):
            return Refusal("5.24", f"a headquarters would be left by itself without {key}: it goes along")
        return Refusal("8.37", f"{key} are no units that were together when the phase began and can move")


class Step(Choose[Act]):
    """What those under way do next, hex by hex [8.51]."""

    table: Play
    name, case, resumable = "step", "8.51", True
    __slots__ = ()

    def question(self) -> str:
        state, scene = self.table.state, self.table.scene
        names = " and ".join(map(scene.unit_name, state.moving))
        return f"{names}: where to, or what next?"

    def offer(self) -> Sequence[Act]:
        return acts(self.table, self.table.state.moving)

    def key(self, option: Act) -> str:
        scene = self.table.scene
        words = [option.verb]
        if option.unit >= 0:
            words.append(scene.unit_name(option.unit))
        if option.verb == "breach":
            words.append(LETTERS[option.hex])
        elif option.hex >= 0:
            words.append(scene.hex_name(option.hex))
        return " ".join(words)

    def why_not(self, key: str) -> Refusal:
        state = self.table.state
        if strands(self.table, state.moving, state.hexes[state.moving[0]]):
            return Refusal("5.24", f"{key} may not be: a headquarters would be left here by itself")
        return super().why_not(key)

    def describe(self, option: Act) -> Option:
        scene, key = self.table.scene, self.key(option)
        unit = scene.unit_name(self.table.state.moving[0])
        hex = scene.hex_name(option.hex) if option.verb != "breach" else ""
        return Option(key, key.capitalize() if option.hex < 0 else key, unit=unit, hex=hex)


def groups(table: Play, side: int) -> Iterator[Group]:
    """Every unit and stack of a side that could do something, units that began together only [8.37]."""
    places: dict[int, list[int]] = {}
    for unit in table.scene.own[side]:
        if may_move(table, unit):
            places.setdefault(table.state.hexes[unit], []).append(unit)
    for hex, units in places.items():
        for group in _waiting(table, units) if hex == WAITING else _parts(table, units):
            if can_act(table, group):
                yield group


def _parts(table: Play, units: Sequence[int]) -> Iterator[Group]:
    """All parts of a stack, headquarters with them or alone; vehicles and helicopters by themselves."""
    state, types = table.state, table.scene.types
    men = [unit for unit in units if types[unit].breed in ("infantry", "dummy")]
    hqs = [unit for unit in units if types[unit].breed == "hq"]
    for size in range(1, len(men) + 1):
        for group in combinations(men, size):
            if len({state.began[unit]: 0 for unit in group}) == 1:
                led = hqs if any(types[unit].combat for unit in group) else []
                yield from ((*group, *some) for some in _some(led))
    yield from ((unit,) for unit in units if unit not in men)


def _waiting(table: Play, units: Sequence[int]) -> Iterator[Group]:
    """Who comes onto the map: one unit at a time, a headquarters with it or, if so listed, alone [8.35]."""
    types = table.scene.types
    hqs = [unit for unit in units if types[unit].breed == "hq"]
    for unit in units:
        yield (unit,)
        if types[unit].combat:
            yield from ((unit, *some) for some in _some(hqs) if some)


def _some(hqs: Sequence[int]) -> list[Group]:
    return [some for size in range(len(hqs) + 1) for some in combinations(hqs, size)]


def acts(table: Play, units: Sequence[int]) -> list[Act]:
    """All that those under way, or about to be, may do now; stopping comes first."""
    state = table.state
    if not units:
        return []
    hex, found = state.hexes[units[0]], list(ways(table, units))
    if hex == WAITING:
        return found
    fighting = _standing(table, units, hex)
    busy = any(has(state, unit, MOVED | LOADED | UNLOADED) for unit in units)
    may_stop = busy and not fighting and _may_rest(table, units, hex)
    return [STOP, *found] if may_stop or (busy and not found) else found


def can_act(table: Play, units: Sequence[int]) -> bool:
    """Is there anything that they may do but stop?"""
    return next(ways(table, units), None) is not None


def ways(table: Play, units: Sequence[int]) -> Iterator[Act]:
    """What they may do but stop, one after the other, so that nothing is worked out that nobody reads."""
    state = table.state
    hex = state.hexes[units[0]]
    if hex == WAITING:
        yield from _entries(table, units)
        return
    if not state.held[units[0]] and not strands(table, units, hex):
        yield from _steps(table, units, hex)
    if not _standing(table, units, hex):
        yield from _deeds(table, units, hex)
    elif table.scene.types[units[0]].flies and _may_strafe(table, units):
        yield Act("assault")


def _may_strafe(table: Play, units: Sequence[int]) -> bool:
    """May a gunship assault the enemies under it [13.1]?"""
    return may_assault(table, units) and not has(table.state, units[0], ASSAULTED)


def _standing(table: Play, units: Sequence[int], hex: int) -> list[int]:
    """The enemies on the ground in the movers' own hex."""
    return enemies_in(table.state, table.state.side[units[0]], hex)


def _may_rest(table: Play, units: Sequence[int], hex: int) -> bool:
    """May the move end here: there is room, and a headquarters has company [5.25] [8.4]?"""
    if not _in_want_of_company(table, units) or hex in _company(table, units[0]):
        return room(table, units, hex)
    return False


def _in_want_of_company(table: Play, units: Sequence[int]) -> bool:
    """Are these headquarters by themselves, which may not end their move so [5.25]?"""
    return all(table.scene.types[unit].breed == "hq" for unit in units)


def _company(table: Play, hq: int) -> list[int]:
    """Where a headquarters would not be alone [5.25]."""
    state, types = table.state, table.scene.types
    return [
        state.hexes[unit]
        for unit in table.scene.own[state.side[hq]]
        if state.hexes[unit] >= 0 and types[unit].breed not in ("hq", "dummy")
    ]


def _entries(table: Play, units: Sequence[int]) -> Iterator[Act]:
    """Where they may come onto the map [8.35] [15.0]."""
    hexes = entry_hexes(table, units)
    return (
        Act("enter", hex=hex)
        for hex in hexes_in(hexes)
        if _open_to(table, units, hex, entry_price(table, units, hex))
    )


def _steps(table: Play, units: Sequence[int], hex: int) -> Iterator[Act]:
    near = table.scene.ground.neighbours[hex * 6 : hex * 6 + 6]
    return (
        Act("to", hex=beyond)
        for side, beyond in enumerate(near)
        if beyond >= 0 and _open_to(table, units, beyond, step_price(table, units, hex, side))
    )


def _open_to(table: Play, units: Sequence[int], hex: int, price: int) -> bool:
    """Can they pay for a hex and be there: among enemies by assault, among friends with room [8.4] [10.1]?"""
    state, types = table.state, table.scene.types
    if not affordable(table, units, price):
        return False
    if types[units[0]].flies:
        return True
    if enemies_in(state, state.side[units[0]], hex):
        fresh = not any(has(state, unit, ASSAULTED) for unit in units)
        return fresh and may_assault(table, units) and room(table, units, hex)
    return _may_rest(table, units, hex) or settles(table, units, hex, price)


def settles(table: Play, units: Sequence[int], hex: int, price: int) -> bool:
    """Can they go on from a full hex to one where they may stay [8.4]?"""
    state = table.state
    left = allowance(table, units) - state.spent[units[0]] - price
    if _in_want_of_company(table, units):
        distance = table.scene.board.distance
        if not any(distance(hex, other) <= left for other in _company(table, units[0])):
            return False
    best, queue = {hex: left}, [hex]
    while queue:
        here = queue.pop(0)
        for side, beyond in enumerate(table.scene.ground.neighbours[here * 6 : here * 6 + 6]):
            cost = step_price(table, units, here, side) if beyond >= 0 else NO_WAY
            after = best[here] - cost
            if cost == NO_WAY or after < 0 or after <= best.get(beyond, -1):
                continue
            if enemies_in(state, state.side[units[0]], beyond):
                continue
            if _may_rest(table, units, beyond):
                return True
            best[beyond] = after
            queue.append(beyond)
    return False


def _deeds(table: Play, units: Sequence[int], hex: int) -> Iterator[Act]:
    """What else they may do where they are [8.35] [13.32] [13.37] [14.19] [14.25]."""
    if may_exit(table, units, hex) and not strands(table, units, hex):
        yield Act("leave")
    for unit in units:
        if may_place(table, unit):
            yield Act("place", unit)
            yield from (Act("breach", unit, wall) for wall in walls_beside(table, hex))
    if len(units) == 1:
        yield from (Act("load", unit) for unit in may_load(table, units[0]))
        yield from (Act("unload", unit, there) for unit, there in may_unload(table, units[0]))


def halted(table: Play) -> bool:
    """Has fire stopped the move: somebody of the stack is suppressed and lives [7.8]?"""
    return any(has(table.state, unit, SUPPRESSED) for unit in table.state.moving)
