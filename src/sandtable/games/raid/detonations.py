"""Demolition charges go off: who sets them off when, and what they do [14.25] [9.7] [15.3] [15.5]."""

from collections.abc import Sequence

from sandtable.engine import Event, HexRef
from sandtable.engine.asks import Several
from sandtable.games.raid.bursts import burst_on, lay_in_rubble, rubbles, take
from sandtable.games.raid.fire import caught
from sandtable.games.raid.going import breach
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shell_odds import BREACHED, RUBBLED, structure_odds, wall_odds
from sandtable.games.raid.state import ALPHA, BRAVO, Charge, alive
from sandtable.games.raid.units import BURSTS

CHARGE = BURSTS["demolition_charge"]


class ChargesExplode(Event, frozen=True):
    case, words, reveals = "14.25", "{count} demolition charges go off in {hex}", True
    hex: HexRef
    count: int


class Detonate(Several[int]):
    """Which charges are set off, by their place among all that lie on the map [14.25]."""

    table: Play
    name, case, private = "detonate", "14.25", True
    __slots__ = ()

    def question(self) -> str:
        return "Which charges are set off?"

    def offer(self) -> Sequence[int]:
        """Those placed in an earlier Game-Turn; no command, sight or survivor is needed [14.25]."""
        state = self.table.state
        return [
            place
            for place, charge in enumerate(state.charges)
            if charge.side == self.side and charge.turn < state.turn
        ]

    def key(self, option: int) -> str:
        charges = self.table.state.charges
        hex = charges[option].hex
        number = 1 + sum(charge.hex == hex and charge.side == self.side for charge in charges[:option])
        return f"{self.table.scene.hex_name(hex)} {number}"


def may_have_charges(table: Play, side: int) -> bool:
    """May a side have charges on the map, by what its force carries, which everybody can read [14.25]?"""
    scenario, charges = table.scene.scenario, table.state.charges
    if scenario is None:
        return any(charge.side == side for charge in charges)
    return bool(scenario.forces[side].carried.get("demolition_charge"))


async def detonate(table: Play) -> list[Charge]:
    """Both sides set off what they like, in secret and at once; gives the charges [4.1] [14.25]."""
    state = table.state
    asks = [Detonate(table, side) for side in (ALPHA, BRAVO) if may_have_charges(table, side)]
    places = [place for chosen in (await table.ask_all(asks, resumable=True)).values() for place in chosen]
    charges = [state.charges[place] for place in sorted(places)]
    state.charges = [charge for place, charge in enumerate(state.charges) if place not in places]
    return charges


async def explode_charges(table: Play, charges: Sequence[Charge]) -> None:
    """Hex by hex, all that go off in one added up; then walls and the aqueduct [14.25] [15.3] [15.5]."""
    for hex in dict.fromkeys(charge.hex for charge in charges):
        here = [charge for charge in charges if charge.hex == hex]
        table.report(ChargesExplode(hex, len(here)))
        await blow(table, hex, CHARGE.strength * len(here))
        for wall in dict.fromkeys(charge.wall for charge in here if charge.wall >= 0):
            strength = CHARGE.strength * sum(charge.wall == wall for charge in here)
            if await table.roll(wall_odds(table.scene.tables, strength)) == BREACHED:
                breach(table, hex, wall)
        await shake_aqueduct(table, hex, CHARGE.strength * len(here))


async def blow(table: Play, hex: int, strength: int) -> None:
    """Charges strike everybody in their hex, friend and foe, and bring a Building down [14.25] [9.7]."""
    units, field = caught(table, hex), table.scene.field(table.state)
    rolls = [(unit, burst_on(table, unit, strength, CHARGE.name, CHARGE.case, smoke=False)) for unit in units]
    results = []
    for unit, odds in rolls:
        if alive(table.state, unit):
            results.append(await table.roll(odds))
            await take(table, unit, results[-1])
    fallen = any(rubbles(table, hex, result) for result in results)
    if not units and field.bare[hex].row == "building":
        odds = structure_odds(table.scene.tables, strength, CHARGE.name)
        fallen = await table.roll(odds) == RUBBLED
    if fallen:
        lay_in_rubble(table, hex)


async def shake_aqueduct(table: Play, hex: int, strength: int) -> None:
    """Shells or charges at the aqueduct have a further roll for it alone [15.5]."""
    if hex == aqueduct(table) and not table.state.aqueduct:
        odds = structure_odds(table.scene.tables, strength, "Aqueduct")
        table.state.aqueduct = await table.roll(odds) == RUBBLED


def aqueduct(table: Play) -> int:
    """The hex of the aqueduct, or -1 in the other scenarios [15.5]."""
    scenario = table.scene.scenario
    if scenario is None or scenario.goal != "aqueduct":
        return -1
    return table.scene.board.find(scenario.goal_hexes[0])
