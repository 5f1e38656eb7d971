"""Why a shot may not be fired: case and reason for every bar [9.0]."""

from collections.abc import Iterator

from sandtable.engine import Refusal
from sandtable.games.rdf.air_defence import may_defend
from sandtable.games.rdf.direct_odds import bars, missile
from sandtable.games.rdf.fire import (
    AIR_DEFENCE,
    BESIDE,
    HASTY_FIRE,
    LEAVING,
    OVERWATCH,
    ROUND,
    Shot,
    arms,
    has_moved,
    within_half,
)
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DEFENDED, FIRED, INACTIVE, NO_ACT, NOBODY, ROUTED
from sandtable.games.rdf.vision import missile_flies, unseen

Bars = Iterator[tuple[str, str, bool]]


def why_not_fire(table: Play, shot: Shot, fire: int, window: int) -> Refusal | None:
    """The first thing that forbids a shot, if anything does."""
    aloft = shot.weapon in (AIR_DEFENCE, BESIDE)
    way = _in_the_air(table, shot, window) if aloft else _by_weapon(table, shot, fire)
    for check in (_standing(table, shot), way):
        for case, reason, holds in check:
            if holds:
                return Refusal(case, reason)
    return unseen(table, shot.firer, shot.target)


def why_not_hasty(table: Play, unit: int) -> Refusal | None:
    """What a unit has done that forbids it to fire on the move, if anything does [9.31]."""
    found = [Refusal(case, reason) for case, reason, holds in _by_status(table, unit, HASTY_FIRE) if holds]
    return found[0] if found else None


def _standing(table: Play, shot: Shot) -> Bars:
    """Both are on the map, enemies, and the target is no passenger [9.0] [12.13]."""
    state, names = table.state, table.scene.units
    firer, target = names[shot.firer], names[shot.target]
    off = [names[unit] for unit in (shot.firer, shot.target) if state.hexes[unit] < 0]
    yield "9.0", f"{' and '.join(off)} is not on the map", bool(off)
    sides = [state.teams[state.side[unit]] for unit in shot[:2]]
    yield "9.0", f"{firer} and {target} are on one side", sides[0] == sides[1]
    aboard = state.carrier[shot.target] != NOBODY
    yield "12.13", f"{target} is aboard a carrier, which is the target", aboard


def _by_weapon(table: Play, shot: Shot, fire: int) -> Bars:
    """Status, class of fire, weapon, range, effect, cover in a missile's way [9.2] [9.3] [9.8] [11.0]."""
    state, scene, weapon = table.state, table.scene, shot.weapon
    name, mounted = scene.units[shot.firer], state.carrier[shot.firer] != NOBODY
    distance = scene.measure.row(state.hexes[shot.firer])[state.hexes[shot.target]]
    if fire not in (ROUND, LEAVING):
        yield from _by_status(table, shot.firer, fire)
    owned = (scene.mounted_weapons if mounted else scene.weapons)[shot.firer]
    lacks = f"{name} has no weapon of class {weapon} to fire"
    yield "12.21" if mounted else "11.0", lacks, weapon not in owned
    spent = f"{name} has fired its class {weapon} as often as it may"
    yield "14.27", spent, weapon not in arms(table, shot.firer)
    yield from bars(weapon, distance, scene.row[shot.target])
    blocked = missile(weapon) and not missile_flies(table, shot.firer, shot.target)
    yield "9.8", "a missile does not fly through a village or fields", blocked


def _by_status(table: Play, unit: int, fire: int) -> Bars:
    """What a unit has done that forbids it to fire [9.11] [9.21] [9.31] [9.33] [9.62] [13.13]."""
    state, name = table.state, table.scene.units[unit]
    flags = state.flags[unit]
    yield "13.13", f"{name} has routed and does not fire", flags & ROUTED > 0
    yield "9.11", f"{name} has fired already in this Game-Turn", flags & FIRED > 0
    half = f"{name} moved more than half its allowance, so it may not fire"
    yield "6.14", half, fire == HASTY_FIRE and not within_half(table, unit)
    yield "9.21", f"{name} is inactive, so it may not fire", flags & INACTIVE > 0
    yield (
        "9.62",
        f"{name} has a No Act marker and makes no hasty fire",
        fire == HASTY_FIRE and flags & NO_ACT > 0,
    )
    yield (
        "9.33",
        f"{name} has moved, so it has no overwatch fire",
        fire == OVERWATCH and has_moved(state, unit),
    )


def _in_the_air(table: Play, shot: Shot, window: int) -> Bars:
    """Rating, range, and what has been used already [14.3] [14.31] [14.32] [14.38]."""
    state, scene = table.state, table.scene
    name, target, counter = scene.units[shot.firer], scene.units[shot.target], scene.counter[shot.firer]
    distance = scene.measure.row(state.hexes[shot.firer])[state.hexes[shot.target]]
    yield "14.3", f"{target} does not fly", not scene.helicopter[shot.target]
    if shot.weapon == BESIDE:
        yield "14.38", f"{name} is not beside {target}", distance > 1
        yield (
            "14.38",
            f"{name} has fired at a helicopter in this Game-Turn",
            state.flags[shot.firer] & DEFENDED > 0,
        )
        return
    yield "14.3", f"{name} has no air defence rating", counter.ad_rating == 0
    yield "14.3", f"{distance} hexes are beyond its {counter.ad_range}", distance > counter.ad_range
    used = f"{name} has used its air defence, or given it up for direct fire"
    yield "14.31", used, not may_defend(table, shot.firer, window)
