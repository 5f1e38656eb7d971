"""Direct fire: what a shot can do, and how a declared attack is carried out [7.1] [7.3] [7.5] [7.8]."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.engine import Odds, Refusal
from sandtable.games.raid import fire_odds
from sandtable.games.raid.arms import ASSAULT, CONE, Arm, Kind, Shot, use
from sandtable.games.raid.bursts import UNTOUCHED, lay_in_rubble, rubbles, take
from sandtable.games.raid.charts import CHARTS, Row
from sandtable.games.raid.fire_events import Fires, FiresAtHex, SmokeLaid, Wasted
from sandtable.games.raid.fire_odds import Fire, air_defence, direct_fire, fatal, men_class
from sandtable.games.raid.kill_zones import sweep
from sandtable.games.raid.lanes import crossing, in_wedge
from sandtable.games.raid.losses import cancel_missions
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shell_odds import RUBBLED, Burst, burst, structure_odds, upon
from sandtable.games.raid.spotting import look, sees, sees_hex
from sandtable.games.raid.state import (
    ATTACKED,
    FIRED,
    HIGH,
    NOBODY,
    SHOT,
    SUPPRESSED,
    UNLOADED,
    Smoke,
    alive,
    has,
    hex_of,
    mark,
    stack,
)
from sandtable.games.raid.tables import Class
from sandtable.games.raid.units import BURSTS
from sandtable.hexes import step

NO_UNIT = -1


class Aim(NamedTuple):
    """What an attack is aimed at: a unit, or a hex as such, at which high explosive or smoke is fired."""

    unit: int
    hex: int
    smoke: bool = False


def at_unit(table: Play, unit: int) -> Aim:
    return Aim(unit, hex_of(table.state, unit))


# What a shot can do


def reckon(table: Play, kind: Kind, aim: Aim, shot: Shot, cross: bool = False) -> Fire:
    """A shot reckoned out; without odds it would be wasted, for the reason given [7.1] [7.34]."""
    if refused := out_of_reach(table, kind, aim, shot):
        return Fire(case=refused.case, reason=refused.reason)
    if shot.arm.burst:
        return Fire(odds=burst_at(table, aim, shot) if not shot.arm.smoke else None)
    return at_target(table, aim, shot, cross)


def at_target(table: Play, aim: Aim, shot: Shot, cross: bool) -> Fire:
    """Bullets at the unit named, whether it is seen or not; no cross-fire within its hex [7.1] [7.91]."""
    return bullets(table, shot, aim.unit, aim.hex, cross and aim.hex != hex_of(table.state, shot.unit))


def out_of_reach(table: Play, kind: Kind, aim: Aim, shot: Shot) -> Refusal | None:
    """Why a shot is in vain: not seen, too near or too far; who stands between does not matter [6.11]
    [7.34] [8.41] [13.41] [13.5]."""
    state, name = table.state, table.scene.unit_name(shot.unit)
    distance = table.scene.board.distance(hex_of(state, shot.unit), aim.hex)
    seen = (
        sees(table, shot.unit, aim.unit, kind.overwatch)
        if aim.unit >= 0
        else sees_hex(table, shot.unit, aim.hex, kind.overwatch)
    )
    if not seen:
        return Refusal("6.11", f"{name} does not see the target with its Observation Points")
    arm, flies = shot.arm, aim.unit >= 0 and table.scene.types[aim.unit].flies
    if arm.burst and not BURSTS[arm.burst].reaches(distance):
        return Refusal(BURSTS[arm.burst].case, f"{arm.name} does not reach {distance} hexes")
    if arm.most_range and distance > arm.most_range:
        return Refusal("13.41", f"{arm.name} fires up to {arm.most_range} hexes, this is {distance}")
    if arm.burst and flies and distance > CHARTS.fire.helicopter_range:
        return Refusal("13.5", f"helicopters are fired at up to {CHARTS.fire.helicopter_range} hexes")
    return None


def bullets(
    table: Play, shot: Shot, target: int, hex: int, cross: bool = False, row: Row | None = None
) -> Fire:
    """Small arms or a machine gun at a unit in a hex, in its own terrain and range [7.1] [7.7] [13.5]."""
    state, types, tables = table.state, table.scene.types, table.scene.tables
    arm, kind = shot.arm, types[target]
    assert arm.line is not None
    declared = fire_odds.Shot(
        column_class(table, shot), arm.line, row or row_of_target(table, target, hex),
        table.scene.board.distance(hex_of(state, shot.unit), hex),
        suppressed=has(state, shot.unit, SUPPRESSED), from_truck=on_truck(table, shot.unit),
        cross_fire=cross, gunship=types[shot.unit].flies, altitude=has(state, target, HIGH),
    )  # fmt: skip
    if kind.flies:
        return air_defence(tables, declared)
    fire = direct_fire(tables, declared)
    if kind.dies is None or fire.odds is None:
        return fire
    case = "14.14" if kind.armoured else "14.17"
    return replace(fire, odds=fatal(fire.odds, kind.dies.direct, case))


def column_class(table: Play, shot: Shot) -> Class:
    """A machine gun has its own column, rifles that of the men who fire them [7.1]."""
    fires = shot.arm.fires
    return fires if fires in ("L", "H") else men_class(table.state.men[shot.unit])


def on_truck(table: Play, unit: int) -> bool:
    """Does it fire from a truck [14.16]?"""
    carrier = table.state.carrier[unit]
    return carrier >= 0 and table.scene.types[carrier].teams == 0


def row_of_target(table: Play, target: int, hex: int) -> Row:
    """The line of the Direct Fire table for a target, Clear for who flies, rides or was just set down
    [7.1] [11.12] [13.36] [14.15]."""
    state = table.state
    bare = table.scene.types[target].flies or state.carrier[target] >= 0 or has(state, target, UNLOADED)
    return "clear" if bare else table.scene.field(state).effects[hex].row


def burst_at(table: Play, aim: Aim, shot: Shot) -> Odds:
    """What explodes at the target that is named, or at an empty Building [9.42] [9.5] [9.7] [14.2]."""
    if aim.unit >= 0:
        return burst_upon(table, shot, aim.unit)
    return structure_odds(table.scene.tables, BURSTS[shot.arm.burst].strength, shot.arm.name)


def burst_upon(table: Play, shot: Shot, target: int, terrain: str = "") -> Odds:
    """One unit's roll where a weapon of the list bursts [9.5] [13.52] [14.11] [14.15] [7.8]."""
    state, kind = table.state, table.scene.types[target]
    arm, hex = BURSTS[shot.arm.burst], hex_of(state, target)
    bare = kind.flies or state.carrier[target] >= 0 or has(state, target, UNLOADED)
    terrain = terrain or ("clear" if bare else table.scene.field(state).terrain(hex))
    struck = Burst(
        arm.against(kind.armoured), terrain, arm.name, arm.case,
        has(state, shot.unit, SUPPRESSED), has(state, target, HIGH),
    )  # fmt: skip
    return upon(burst(table.scene.tables, struck), state.kind[target])


def faces(table: Play, unit: int, arm: Arm, hex: int) -> bool:
    """Does a hex lie in the arc of 120 degrees before a weapon that fires forward only [14.11] [14.12]?"""
    if not arm.front:
        return True
    grid, state = table.scene.board.grid, table.state
    apex = step(grid.hex(hex_of(state, unit)), state.facing[unit])
    return in_wedge(apex, grid.hex(hex), state.facing[unit])


# An attack


def commit(table: Play, kind: Kind, aim: Aim, shots: Sequence[Shot]) -> None:
    """They have fired, whatever comes of it, and the target has been attacked [7.31] [7.33] [7.34].

    A vehicle cannot move once a passenger has fired; a mortar that fires rifles gives up its mission.
    """
    state = table.state
    marks = SHOT if kind in (CONE, ASSAULT) else SHOT | FIRED
    for shot in shots:
        mark(state, shot.unit, marks)
        use(state, shot.unit, shot.arm)
        if state.carrier[shot.unit] != NOBODY:
            mark(state, state.carrier[shot.unit], FIRED)
        if kind != ASSAULT:
            cancel_missions(table, shot.unit)
    if kind.direct_phase and aim.unit >= 0:
        mark(state, aim.unit, ATTACKED)


async def resolve(table: Play, kind: Kind, aim: Aim, shots: Sequence[Shot]) -> None:
    """Each shot in the attacker's order; those who come when the target is dead still fire [7.5] [7.53].

    Sight is judged before the first: a Building that falls on the way hides nobody from the later ones.
    """
    shots = [shot for shot in shots if alive(table.state, shot.unit)]
    crossed = crossfire(table, aim, shots)
    before = [reckon(table, kind, aim, shot, cross) for shot, cross in zip(shots, crossed, strict=True)]
    for shot, cross, planned in zip(shots, crossed, before, strict=True):
        if not alive(table.state, shot.unit):
            continue
        announce(table, aim, shot)
        if planned.reason:
            table.report(Wasted(shot.unit, planned.reason))
        elif shot.arm.burst:
            await explode(table, aim, shot)
        else:
            await shoot(table, aim, shot, cross)


def crossfire(table: Play, aim: Aim, shots: Sequence[Shot]) -> Sequence[bool]:
    """Which shots of an attack have another one at 120 degrees or more [7.91]."""
    return crossing(table.scene.board, aim.hex, [hex_of(table.state, shot.unit) for shot in shots])


def announce(table: Play, aim: Aim, shot: Shot) -> None:
    if aim.unit >= 0:
        table.report(Fires(shot.unit, aim.unit, shot.arm.name))
    else:
        table.report(FiresAtHex(shot.unit, aim.hex, shot.arm.name))


async def shoot(table: Play, aim: Aim, shot: Shot, cross: bool) -> None:
    """Bullets at the one unit named while it lives, and beyond it along the kill zone [7.1] [7.4] [7.53]
    [8.42]."""
    if alive(table.state, aim.unit):
        odds = at_target(table, aim, shot, cross).odds
        assert odds is not None
        await hit(table, aim.unit, odds)
    await sweep(table, shot, aim, bullets, hit)


async def hit(table: Play, unit: int, odds: Odds) -> None:
    """Roll, and let losses that are too many for the target fall on its stack [7.8] [7.83] [7.84]."""
    below = spilling(table, unit)
    left = await take(table, unit, await table.roll(odds))
    for other in below:
        if left and alive(table.state, other):
            left = await take(table, other, str(left))


def spilling(table: Play, unit: int) -> list[int]:
    """Who takes what is too much for a unit: its stack from there down, then from the top on [7.84]."""
    state = table.state
    if state.hexes[unit] < 0:
        return []
    men = [other for other in stack(state, state.hexes[unit], state.side[unit]) if state.men[other]]
    place = men.index(unit) if unit in men else 0
    return [*men[place + 1 :], *men[:place]] if unit in men else []


async def explode(table: Play, aim: Aim, shot: Shot) -> None:
    """It bursts: upon every unit in the hex, the Building, or as smoke [14.2] [14.21] [9.7]."""
    if shot.arm.smoke:
        lay_smoke(table, aim.hex, CHARTS.smoke.radius_m203)
        look(table)
    elif aim.unit >= 0 and has(table.state, aim.unit, HIGH):
        await hit_by_burst(table, [aim.unit], shot, aim.hex)
    elif units := caught(table, aim.hex):
        await hit_by_burst(table, units, shot, aim.hex)
    elif table.scene.field(table.state).bare[aim.hex].row == "building":
        odds = structure_odds(table.scene.tables, BURSTS[shot.arm.burst].strength, shot.arm.name)
        if await table.roll(odds) == RUBBLED:
            lay_in_rubble(table, aim.hex)


async def hit_by_burst(table: Play, units: Sequence[int], shot: Shot, hex: int) -> None:
    """One roll each; all of them use the ground as it was before [9.7] [14.2]."""
    rolls = [(unit, burst_upon(table, shot, unit)) for unit in units if alive(table.state, unit)]
    fallen = False
    for unit, odds in rolls:
        if alive(table.state, unit):
            result = await table.roll(odds)
            fallen |= rubbles(table, hex, result)
            await take(table, unit, result)
    if fallen:
        lay_in_rubble(table, hex)


def caught(table: Play, hex: int) -> list[int]:
    """Whom a burst in a hex strikes, friend and foe, riders on a tank too [8.43] [14.15] [13.52]."""
    state, types = table.state, table.scene.types
    found = []
    for unit, kind in enumerate(types):
        carrier = state.carrier[unit]
        rides = carrier >= 0 and types[carrier].teams > 0
        there = hex_of(state, unit) == hex and not has(state, unit, HIGH)
        if there and kind.breed not in UNTOUCHED and (carrier == NOBODY or rides):
            found.append(unit)
    return found


def lay_smoke(table: Play, hex: int, radius: int) -> None:
    """A smoke marker is placed [11.1] [11.2]."""
    table.state.smoke.append(Smoke(hex, radius))
    table.report(SmokeLaid(hex))
