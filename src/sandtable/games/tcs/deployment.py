"""Set-up: units without a printed hex take their places, those without a mode their modes [3.0] [4.0]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Option, Refusal, Several
from sandtable.games.tcs.battles import Piece, Zone
from sandtable.games.tcs.chit import deal_chit
from sandtable.games.tcs.defending import first_defenses
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.events import ModeTaken, Placed, SetUp
from sandtable.games.tcs.first_orders import take_post
from sandtable.games.tcs.laying import lay_before_play
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import FIRE, TOWED, WAITING, State, has, mark
from sandtable.games.tcs.zones import zone_hexes


class PlaceUnit(Choose[int]):
    """The hex in which a unit begins."""

    table: Play
    name, case, options_are, resumable = "place-unit", "6.1", "hexes", True

    def offer(self) -> Sequence[int]:
        return list(members(start_hexes(self.table, self.unit)))

    def question(self) -> str:
        return f"Where does {self.table.state.units[self.unit]} begin?"

    def describe(self, option: int) -> Option:
        key, name = self.key(option), self.table.state.units[self.unit]
        return Option(key, f"{name} begins in {key}", unit=name, hex=key)

    def why_not(self, key: str) -> Refusal:
        hex, name = self.table.scene.hex_name(self.table.scene.hex(key)), self.table.state.units[self.unit]
        return Refusal("6.1", f"{hex} is outside the zone in which {name} begins")


class FirstModes(Several[int]):
    """Which units begin in fire mode; the others begin in move mode."""

    table: Play
    name, case, options_are = "first-modes", "4.0", "units"

    def offer(self) -> Sequence[int]:
        return [unit for unit in self.table.scene.own[self.side] if chooses_mode(self.table, unit)]

    def why_not(self, key: str) -> Refusal:
        return Refusal("4.0", f"{key} is not yours, is not on the map, or begins in the mode that is given")


def piece_of(table: Play, unit: int) -> Piece | None:
    """The line of the scenario that a unit comes from; None where there is none, or it arrives later."""
    scenario, state = table.scene.scenario, table.state
    if scenario is None:
        return None
    side = scenario.own.sides[state.side[unit]]
    return next((piece for piece in side.pieces if piece.id == state.units[unit]), None)


def start_hexes(table: Play, unit: int) -> int:
    """The hexes in which a unit may begin, as bits [6.1]."""
    scenario, state, piece = table.scene.scenario, table.state, piece_of(table, unit)
    assert scenario is not None, "only scenarios are set up"
    zones = scenario.own.sides[state.side[unit]].zones
    zone = zones[piece.zone] if piece else Zone()
    enemies = [state.hexes[foe] for foe in table.scene.foes[state.side[unit]] if state.hexes[foe] >= 0]
    return zone_hexes(table.scene.country, zone, enemies)


def to_place(table: Play, side: int) -> list[int]:
    """The units of a side that still need a hex."""
    state = table.state
    waiting = [unit for unit in table.scene.own[side] if state.hexes[unit] == WAITING]
    return [unit for unit in waiting if piece_of(table, unit) and table.scene.arrivals[unit] is None]


def chooses_mode(table: Play, unit: int) -> bool:
    """Does its owner choose the mode in which it begins? Towed items are in move mode [12.3d]."""
    piece = piece_of(table, unit)
    if piece is None or table.scene.arrivals[unit] is not None:
        return False
    return not piece.mode and not has(table.state, unit, TOWED)


async def set_up(table: Play, side: int) -> None:
    """A side places its units, and lays its mines and blocks [6.1] [15.1a]."""
    while units := to_place(table, side):
        table.state.hexes[units[0]] = await table.ask(PlaceUnit(table, side, units[0]))
        table.report(Placed(units[0], table.state.hexes[units[0]]))
    await lay_before_play(table, side)


async def take_modes(table: Play) -> None:
    """The first modes, in secret; then what the defenses prepare before play [4.0] [10.9a] [20.0]."""
    chosen = await table.ask_all([FirstModes(table, side) for side in (0, 1)], resumable=True)
    for side, fire in chosen.items():
        for unit in fire:
            mark(table.state, unit, FIRE)
            table.report(ModeTaken(unit, "fire"))
        table.report(SetUp(side))
    take_post(table)
    await first_defenses(table)
    await deal_chit(table)
    table.state.ready = True


def before_play(state: State) -> bool:
    """Is the set-up still to come?"""
    return not state.ready
