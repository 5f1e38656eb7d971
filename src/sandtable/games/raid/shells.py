"""The Indirect Fire Phase: smoke lifts, missions and charges come due [9.0] [9.2] [11.0] [14.25]."""

from collections.abc import Iterator, Sequence

from sandtable.engine import Odds
from sandtable.games.raid.bursts import burst_on, lay_in_rubble, rubbles, take
from sandtable.games.raid.chance_odds import (
    LIFTS,
    LOST,
    SCATTERS,
    direction_odds,
    distance_odds,
    drifted,
    scatter_odds,
    smoke_odds,
)
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.detonations import detonate, explode_charges, shake_aqueduct
from sandtable.games.raid.fire import caught, lay_smoke
from sandtable.games.raid.fire_events import (
    BlownUp,
    ImpactsRemoved,
    MissionLost,
    ShellsLand,
    ShellsLost,
    SmokeLifted,
)
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.losses import destroy
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shell_odds import RUBBLED, structure_odds, zone_strength
from sandtable.games.raid.spotter import gun_bars, gun_kind, gun_name, gun_row, linked
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import OUT_OF_COMMAND, Impact, Mission, alive, has
from sandtable.games.raid.units import GUNS
from sandtable.hexes import area


async def land_fire(table: Play) -> None:
    """All markers go, then every mission of both sides comes down, and sight follows [4.1] [9.2] [9.3]
    [11.0]."""
    await clear_away(table)
    for mission in due(table):
        await come_down(table, mission)
    look(table)


async def strike(table: Play) -> None:
    """Charges are set off, and everything that has come down strikes [4.1] [9.2] [14.25]."""
    charges = await detonate(table)
    await strike_zones(table)
    await explode_charges(table, charges)


async def clear_away(table: Play) -> None:
    """Impact markers are removed, and smoke lifts by a die for each marker [9.0] [11.0]."""
    state = table.state
    if state.impacts:
        state.impacts = []
        table.report(ImpactsRemoved())
    for marker in list(state.smoke):
        if await table.roll(smoke_odds()) == LIFTS:
            state.smoke.remove(marker)
            table.report(SmokeLifted(marker.hex))
    look(table)


def due(table: Play) -> list[Mission]:
    """The missions that are fired now; their owner hears which are called off [9.2] [9.8] [9.9]."""
    state, found = table.state, []
    for mission in [mission for mission in state.missions if mission.turn <= state.turn]:
        state.missions.remove(mission)
        reason = next((words for words, holds in called_off(table, mission) if holds), "")
        if reason:
            name = gun_name(table, mission.gun)
            table.report(MissionLost(mission.side, name, mission.hex, reason), to=mission.side)
        else:
            found.append(mission)
    return found


def called_off(table: Play, mission: Mission) -> Iterator[tuple[str, bool]]:
    """Why a mission is not fired: its gun, its observer, or the radio between them [5.32] [9.9] [12.3]."""
    state, spotter = table.state, mission.spotter
    yield from ((reason, holds) for _, reason, holds in gun_bars(table, mission.gun))
    yield "its observer is dead", not alive(state, spotter)
    yield "its observer is out of command", has(state, spotter, OUT_OF_COMMAND)
    yield "no HQ with a radio reaches both gun and observer", not linked(table, spotter, mission.gun)


async def come_down(table: Play, mission: Mission) -> None:
    """One mission is announced, scatters or not, and its marker is placed [9.2] [9.3] [11.1]."""
    state, what = table.state, gun_kind(table, mission.gun)
    hex = await scattered(table, mission.hex)
    if hex == LOST:
        table.report(ShellsLost(mission.side, what, mission.hex))
        return
    table.report(ShellsLand(mission.side, what, mission.hex, hex))
    if mission.smoke:
        lay_smoke(table, hex, CHARTS.smoke.radius)
    else:
        state.impacts.append(Impact(hex, GUNS.index(gun_row(table, mission.gun)), mission.side))


async def scattered(table: Play, hex: int) -> int:
    """Where a mission comes down: odd scatters, a die for the direction and one for the distance [9.3]."""
    if await table.roll(scatter_odds()) != SCATTERS:
        return hex
    letter = await table.roll(direction_odds())
    return drifted(table.scene.board, hex, letter, int(await table.roll(distance_odds())))


async def strike_zones(table: Play) -> None:
    """Every unit in a zone is attacked once at the strength of all shells there [9.2] [9.7] [13.6].

    All of these rolls use the ground as it was before them."""
    for unit in low_flyers(table):
        tell_of(table, unit, BlownUp(unit, table.state.hexes[unit]), None)
        await destroy(table, unit)
    strengths = {hex: strength_at(table, hex) for hex in zone_hexes(table)}
    units = [(hex, unit) for hex in strengths for unit in caught(table, hex) if grounded(table, unit)]
    rolls = [(hex, unit, burst_on(table, unit, strengths[hex], "Shells", "9.42")) for hex, unit in units]
    fallen = [
        hex for hex in strengths if not caught(table, hex) and await bring_down(table, hex, strengths[hex])
    ]
    for hex, unit, odds in rolls:
        if alive(table.state, unit) and await struck(table, unit, odds, hex):
            fallen.append(hex)
    for hex in dict.fromkeys(fallen):
        lay_in_rubble(table, hex)
    for hex in strengths:
        await shake_aqueduct(table, hex, strengths[hex])


async def struck(table: Play, unit: int, odds: Odds, hex: int) -> bool:
    """One unit's roll; does it make rubble of its Building [9.2] [9.7]?"""
    result = await table.roll(odds)
    await take(table, unit, result)
    return rubbles(table, hex, result)


async def bring_down(table: Play, hex: int, strength: int) -> bool:
    """A Building without units has a roll of its own; does it fall [9.7]?"""
    if table.scene.field(table.state).bare[hex].row != "building":
        return False
    return await table.roll(structure_odds(table.scene.tables, strength)) == RUBBLED


def zone_hexes(table: Play) -> list[int]:
    """The hexes that any shell reaches, in order [9.2]."""
    grid, found = table.scene.board.grid, {}
    for impact in table.state.impacts:
        for place in area(grid.hex(impact.hex), table.scene.tables.artillery.radius(GUNS[impact.gun])):
            if grid.at(place) >= 0:
                found[grid.at(place)] = True
    return sorted(found)


def strength_at(table: Play, hex: int) -> int:
    """All shells that reach a hex, whosever they are, added up [9.2] [9.41]."""
    distance = table.scene.board.distance
    shells = [(GUNS[impact.gun], distance(impact.hex, hex)) for impact in table.state.impacts]
    return zone_strength(table.scene.tables, shells)


def grounded(table: Play, unit: int) -> bool:
    return not table.scene.types[unit].flies


def low_flyers(table: Play) -> Sequence[int]:
    """Helicopters near the ground in an impact hex or beside one, which are lost without a roll [13.6]."""
    near = [
        place
        for impact in table.state.impacts
        for place in (impact.hex, *table.scene.ground.near(impact.hex))
    ]
    return [unit for hex in dict.fromkeys(near) for unit in caught(table, hex) if not grounded(table, unit)]
