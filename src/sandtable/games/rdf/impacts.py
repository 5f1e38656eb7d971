"""What falls on a hex: shells and bombs, on every unit in it [8.0] [14.1]."""

from sandtable.engine import Odds
from sandtable.games.rdf.events import Suppressed
from sandtable.games.rdf.fire import dug_in, show_defence
from sandtable.games.rdf.ground import OPEN
from sandtable.games.rdf.hits import destroy, hit, riders
from sandtable.games.rdf.indirect_odds import impact
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import NAPE, NOBODY


async def shell(table: Play, side: int, column: str, hex: int, spared: tuple[int, ...] = ()) -> None:
    """Roll for every unit in the hex, friend and foe; passengers share their carrier's fate [8.0] [12.13]."""
    state = table.state
    struck = [unit for unit in range(len(state.units)) if unit not in spared and exposed(table, unit, hex)]
    for unit in struck:
        odds = impact_odds(table, column, unit)
        show_defence(state, unit)
        await fall(table, side, unit, odds)


def exposed(table: Play, unit: int, hex: int) -> bool:
    """Does what falls on the hex strike this unit? Helicopters only nape-of-earth [8.0] [14.22]."""
    state = table.state
    return state.hexes[unit] == hex and state.carrier[unit] == NOBODY and state.altitude[unit] == NAPE


def impact_odds(table: Play, column: str, unit: int) -> Odds:
    """The odds for one unit where it is [8.5] [9.63]."""
    state, scene = table.state, table.scene
    covered = scene.ground.cover[state.hexes[unit]] != OPEN
    return impact(column, scene.row[unit], covered, dug_in(state, unit))


async def fall(table: Play, side: int, unit: int, odds: Odds) -> None:
    """One unit: hit and suppressed, suppressed, or neither; a helicopter is destroyed [8.0] [8.34] [9.43]."""
    result = await table.roll(odds)
    if result == "no effect":
        return
    if table.scene.helicopter[unit]:
        destroy(table, unit)
        return
    for one in riders(table.state, unit):
        table.state.suppressed[one] |= 1 << side
        table.report(Suppressed(one))
    if result == "hit":
        hit(table, unit, direct=False)
