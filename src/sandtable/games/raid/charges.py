"""Demolition charges and mines [14.25] [14.26] [15.3]."""

from collections.abc import Sequence

from sandtable.engine import Odds
from sandtable.games.raid.bursts import burst_on, lay_in_rubble, rubbles, strike
from sandtable.games.raid.events import ChargePlaced, MineStruck
from sandtable.games.raid.going import walled
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import CHARGE, FIRED, Charge, alive, has, mark, wipe
from sandtable.games.raid.units import BURSTS

MINE = BURSTS["mine"]


def walls_beside(table: Play, hex: int) -> list[int]:
    """The directions of the prison wall's hexsides that still stand around a hex [15.3]."""
    return [side for side in range(6) if walled(table, hex, side)]


def place_charge(table: Play, unit: int, wall: int) -> None:
    """A Fire Team leaves its charge where it stands, and does nothing else this turn but move on [14.25]."""
    state, hex = table.state, table.state.hexes[unit]
    state.charges.append(Charge(hex, state.side[unit], wall, state.turn))
    wipe(state, unit, CHARGE)
    mark(state, unit, FIRED)
    table.report(ChargePlaced(unit, hex), to=state.side[unit])


def may_place(table: Play, unit: int) -> bool:
    """Has it a charge, and has it done nothing else in this turn [14.25]?"""
    return has(table.state, unit, CHARGE) and not has(table.state, unit, FIRED)


async def cross_mines(table: Play, hex: int, units: Sequence[int]) -> None:
    """Each unit that enters a mined hex is attacked by itself, friend or foe [14.26]."""
    state, types = table.state, table.scene.types
    for mine in [mine for mine in state.mines if mine.hex == hex]:
        victims = [
            unit for unit in units if alive(state, unit) and types[unit].breed in ("infantry", "vehicle")
        ]
        if victims and not mine.known:
            state.mines = [mine._replace(known=True) if one == mine else one for one in state.mines]
            table.report(MineStruck(hex))
        results = [await strike(table, unit, mine_odds(table, unit)) for unit in victims]
        if any(rubbles(table, hex, result) for result in results):
            lay_in_rubble(table, hex)


def mine_odds(table: Play, unit: int) -> Odds:
    """A mine against one unit in its hex [14.26]."""
    return burst_on(table, unit, MINE.strength, MINE.name, MINE.case, smoke=False)
