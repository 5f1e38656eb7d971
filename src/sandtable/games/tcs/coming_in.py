"""A unit comes into a hex by movement: in its own Action Phase, out of an overrun, away from an assault."""

from sandtable.games.tcs.ambushes import meet_ambush
from sandtable.games.tcs.arriving import arrive, set_down
from sandtable.games.tcs.carrying import left, spend
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.events import Bogged, Entered, Moved, MovedByRoad, ThrownOut
from sandtable.games.tcs.mines import cross, meet_field
from sandtable.games.tcs.morale_odds import RETREAT
from sandtable.games.tcs.other_odds import BOGGED, bog
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.retreats import retreat
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    CAME_BY_ROAD,
    CAME_BY_SLOW_GO,
    DESTROYED,
    DONE,
    FIRE,
    NOBODY,
    OVERWATCHED,
    aboard,
    mark,
    wipe,
)
from sandtable.games.tcs.tracking import keep_track
from sandtable.games.tcs.ways import Way, price, slow


def halted(table: Play, unit: int, hex: int) -> bool:
    """Does it meet an ambush or a hidden field there? Then its owner may think again [15.0e] [20.1g]."""
    return meet_ambush(table, unit, hex) or meet_field(table, unit, hex)


async def come_in(table: Play, unit: int, way: Way) -> None:
    """Pay, bog down or not, the enemy's overwatch, mines [12.0a] [12.2a] [8.9b] [15.2b]."""
    pay(table, unit, way)
    arrive(table, unit, way.hex)
    keep_track(table, unit)
    table.report(_entered(unit, way))
    if slow(table, unit, way) and await roll_for(table, table.state.side[unit], bog()) == BOGGED:
        lose_in_slow_go(table, unit)
        return
    await overwatch(table, unit, way.hex)
    if await cross(table, unit, way.hex) == RETREAT:
        await retreat(table, unit, overwatch)


def _entered(unit: int, way: Way) -> Entered | Moved | MovedByRoad:
    if way.face == NOBODY:
        return Entered(unit, way.hex)
    return MovedByRoad(unit, way.hex) if way.road else Moved(unit, way.hex)


def pay(table: Play, unit: int, way: Way) -> None:
    """Spend what the step costs, all that is left where it costs more, and note how it was made [12.0a]."""
    state = table.state
    spend(table, unit, min(price(table, unit, way), left(table, unit)))
    wipe(state, unit, CAME_BY_ROAD | CAME_BY_SLOW_GO)
    if way.road:
        mark(state, unit, CAME_BY_ROAD)
    elif slow(table, unit, way):
        mark(state, unit, CAME_BY_SLOW_GO)


def lose_in_slow_go(table: Play, unit: int) -> None:
    """It is removed; passengers and towed items stand in the hex and go no further [12.2a] [12.2e]."""
    state, hex = table.state, table.state.hexes[unit]
    for rider in aboard(state, unit):
        set_down(table, rider)
        wipe(state, rider, FIRE | OVERWATCHED)
        mark(state, rider, DONE)
        table.report(ThrownOut(rider, hex))
    state.hexes[unit], state.lost[unit] = DESTROYED, table.scene.types[unit].steps
    table.report(Bogged(unit, hex))
