"""Shots: one unit's share in a fire, and everything that may forbid it [8.6] [8.7] [8.8] [8.9] [8.10]."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.engine import Refusal, Unknown
from sandtable.games.tcs.batteries import can_pay
from sandtable.games.tcs.bodies import (
    in_hex,
    is_area_target,
    is_close_target,
    is_point_target,
    occupied,
)
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.orders import barred
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    FIRE,
    FIRED,
    NOBODY,
    PARALYZED,
    SHELLED,
    SUPPRESSED,
    TARGET,
    TOWED,
    has,
    hex_of,
    mounted,
)
from sandtable.games.tcs.vision import observes, sees

AREA, POINT, CLOSE, SMOKE, LIGHT = range(5)
"""Area fire at a hex, point fire at a unit, AT rolls, a mortar's round of smoke or of light."""
WAYS = (" fires at ", " aims at ", " goes at ", " smokes ", " lights ")
SEGMENT, OVERWATCH, INSIDE = range(3)
"""When direct fire happens: in its segment, at somebody who triggers, inside an assault or overrun [8.0]."""

Bars = Iterator[tuple[str, str, bool]]


class Shot(NamedTuple):
    """Who fires, in which way, at which hex, and at which unit there (NOBODY for area fire)."""

    firer: int
    way: int
    hex: int
    target: int = NOBODY


def shot_key(table: Play, shot: Shot) -> str:
    """A shot as players name it, such as "A/1 fires at 1210", "T1 aims at Pak", "A/2 goes at StuG"."""
    units = table.scene.units
    goal = table.scene.hex_name(shot.hex) if shot.target == NOBODY else units[shot.target]
    return f"{units[shot.firer]}{WAYS[shot.way]}{goal}"


def shot_named(table: Play, key: str) -> Shot:
    """The shot of this name; Unknown if it is none."""
    for way, words in enumerate(WAYS):
        firer, found, goal = key.partition(words)
        if found:
            unit = table.scene.unit(firer)
            if way in (AREA, SMOKE, LIGHT):
                return Shot(unit, way, table.scene.hex(goal))
            target = table.scene.unit(goal)
            return Shot(unit, way, hex_of(table.state, target), target)
    raise Unknown("shot", key)


def why_not(table: Play, shot: Shot, occasion: int) -> Refusal | None:
    """The first thing that forbids a shot, if anything does."""
    if shot.hex < 0:
        return Refusal("8.6d", "the target is not on the map")
    for bars in (standing(table, shot.firer, shot.way, occasion), _AIMING[shot.way](table, shot, occasion)):
        for case, reason, holds in bars:
            if holds:
                return Refusal(case, reason)
    return barred(table, shot.firer, "fire", shot.hex) if occasion == SEGMENT else None


def shots(table: Play, side: int, hex: int, occasion: int) -> list[Shot]:
    """Every shot of a side at a hex that nothing forbids."""
    return [shot for shot in _thinkable(table, side, hex, occasion) if why_not(table, shot, occasion) is None]


def any_shot(table: Play, side: int, hex: int, occasion: int) -> bool:
    """Is there any?"""
    return any(why_not(table, shot, occasion) is None for shot in _thinkable(table, side, hex, occasion))


def _thinkable(table: Play, side: int, hex: int, occasion: int) -> Iterator[Shot]:
    foes = in_hex(table, hex, 1 - side)
    points = [foe for foe in foes if is_point_target(table, foe)]
    close = [foe for foe in foes if is_close_target(table, foe)]
    for unit in table.scene.own[side]:
        if ready(table, unit, AREA, occasion):
            yield Shot(unit, AREA, hex)
            yield from (Shot(unit, POINT, hex, foe) for foe in points)
        if close and ready(table, unit, CLOSE, occasion):
            yield from (Shot(unit, CLOSE, hex, foe) for foe in close)


def ready(table: Play, unit: int, way: int, occasion: int) -> bool:
    """Could the unit fire so at anything?"""
    return not any(holds for _, _, holds in standing(table, unit, way, occasion))


# -- the firer


def standing(table: Play, unit: int, way: int, occasion: int) -> Bars:
    """Bars that lie in the firer's own state [8.9h]."""
    state, name = table.state, table.scene.units[unit]
    yield "8.6d", f"{name} is not on the map", hex_of(state, unit) < 0
    yield "9.3a", f"{name} is paralyzed", occasion != INSIDE and has(state, unit, PARALYZED)
    yield "8.6h", f"{name} is under tow", has(state, unit, TOWED)
    if occasion == OVERWATCH:
        yield "8.9", f"{name} is suppressed, so it keeps no overwatch", has(state, unit, SUPPRESSED)
    yield from (_close_in if way == CLOSE else _ready_to_fire)(table, unit, occasion)


def _close_in(table: Play, unit: int, occasion: int) -> Bars:
    """AT rolls: infantry, in any mode but in overwatch, never mounted [8.10] [8.10a] [8.10b]."""
    state, name = table.state, table.scene.units[unit]
    infantry = table.scene.types[unit].category == "infantry"
    yield "8.10", f"{name} is no infantry, and only infantry makes AT rolls", not infantry
    yield "8.10a", f"{name} is mounted", mounted(state, unit)
    in_move_mode = occasion == OVERWATCH and not has(state, unit, FIRE)
    yield "8.10b", f"{name} is in move mode, so it keeps no overwatch", in_move_mode


def _ready_to_fire(table: Play, unit: int, occasion: int) -> Bars:
    """Mode, weapon, condition, and what it has fired already [3.5] [3.7c] [8.6b] [8.6f] [9.2a] [12.3d].

    See also [4.1] [4.1a] [4.1b].
    """
    state, type, name = table.state, table.scene.types[unit], table.scene.units[unit]
    yield "8.6b", f"{name} is in move mode", occasion != INSIDE and not has(state, unit, FIRE)
    yield "3.4a", f"{name} has no weapon", type.firer == "-" and type.category != "map_gun"
    indirect = type.category in ("mortar", "map_gun")
    yield (
        "9.2a",
        f"{name} is suppressed, and such a weapon then does not fire",
        (indirect and has(state, unit, SUPPRESSED)),
    )
    yield (
        "12.3d",
        f"{name} is mounted, and mortars do not fire so",
        (type.category == "mortar" and mounted(state, unit)),
    )
    shelled = occasion != INSIDE and has(state, unit, SHELLED)
    yield "3.7c", f"{name} has fired with its battery in this turn", shelled
    empty = type.category == "map_gun" and not can_pay(table, unit)
    yield "3.7d", f"{name} has no ammunition left", empty
    if occasion == SEGMENT:
        yield "8.6f", f"{name} has fired in this segment", has(state, unit, FIRED)


# -- the target


def _at_hex(table: Play, shot: Shot, occasion: int) -> Bars:
    """Area fire: something to hit, range, sight or an observer, once a segment [8.7] [8.7a] [8.7b] [3.5a]."""
    state, type = table.state, table.scene.types[shot.firer]
    name, there = table.scene.units[shot.firer], table.scene.hex_name(shot.hex)
    side = state.side[shot.firer]
    foes = in_hex(table, shot.hex, 1 - side)
    mortar = type.category == "mortar"
    hits = any(is_area_target(table, foe) or (mortar and soft(table, foe)) for foe in foes)
    yield "8.7b", f"nothing in {there} can be hit by area fire of {name}", not hits
    yield from _in_reach(table, shot, type.reach, occasion)
    yield (
        "8.7a",
        f"{there} has met area fire in this segment",
        (occasion == SEGMENT and shot.hex in state.shelled),
    )


def _at_unit(table: Play, shot: Shot, occasion: int) -> Bars:
    """Point fire: weapon, target, range, sight [3.4a] [8.1] [8.6f] [8.8a]."""
    state, type = table.state, table.scene.types[shot.firer]
    name, target = table.scene.units[shot.firer], table.scene.units[shot.target]
    aims = type.category == "map_gun" or type.firer in ("P", "B")
    yield "3.4a", f"{name} is no point weapon", not aims
    yield "8.6d", f"{target} is not in that hex", hex_of(state, shot.target) != shot.hex
    yield "8.6d", f"{target} is of its own side", state.side[shot.target] == state.side[shot.firer]
    yield "8.1b", f"{target} is an area target", table.scene.types[shot.target].target == "A"
    yield "5.1c", f"{target} is aboard; only its carrier can be named", mounted(state, shot.target)
    yield from _in_reach(table, shot, 2 * nominal(table, shot.firer), occasion)
    yield (
        "8.6f",
        f"{target} has been a target in this segment",
        (occasion == SEGMENT and has(state, shot.target, TARGET)),
    )


def _at_close_quarters(table: Play, shot: Shot, occasion: int) -> Bars:
    """AT rolls: a vehicle or carrier within two hexes, once each, no enemy between [8.10c] [8.10d]."""
    state, scene = table.state, table.scene
    name, target = scene.units[shot.firer], scene.units[shot.target]
    start = hex_of(state, shot.firer)
    yield "8.10d", f"{target} is not in that hex", hex_of(state, shot.target) != shot.hex
    yield "8.6d", f"{target} is of its own side", state.side[shot.target] == state.side[shot.firer]
    yield "8.10d", f"{target} is no vehicle or carrier", not is_close_target(table, shot.target)
    distance = scene.country.distance(start, shot.hex)
    yield "8.10d", f"{target} is {distance} hexes away, and AT rolls reach 2", distance > 2
    yield (
        "8.10d",
        f"enemies stand between {name} and {target}",
        (distance == 2 and not between(table, start, shot.hex, state.side[shot.firer])),
    )
    yield "8.10c", f"{name} has made its AT roll at {target}", (shot.firer, shot.target) in state.antitank
    if occasion == OVERWATCH:
        yield "8.9i", f"{name} does not see {target}", not sees(table, start, shot.hex)


def _with_a_round(table: Play, shot: Shot, occasion: int) -> Bars:
    """A round in place of its fire: mortars alone, in range of an observed hex [3.5b] [16.3b]."""
    type, name = table.scene.types[shot.firer], table.scene.units[shot.firer]
    yield "3.5b", f"{name} is no mortar", type.category != "mortar"
    yield "3.5b", "such a round is fired in the Direct Fire Segment", occasion != SEGMENT
    if shot.way == LIGHT:
        small = type.calibre < CHARTS.small.illumination_calibre
        yield "16.3b", f"{name} is too small a mortar to light anything up", small
        day = not table.scene.turn(table.state).night
        yield "16.3", "light is for the night", day
    yield from _in_reach(table, shot, type.reach, occasion)


def _in_reach(table: Play, shot: Shot, most: int, occasion: int) -> Bars:
    """Range, and a line of sight of its own or an observer's [3.5a] [8.6d]."""
    scene = table.scene
    name, there = scene.units[shot.firer], scene.hex_name(shot.hex)
    start = hex_of(table.state, shot.firer)
    distance = scene.country.distance(start, shot.hex)
    yield "8.7", f"{there} is {distance} hexes away, and {name} reaches {most}", distance > most
    if start == shot.hex:
        return
    if scene.types[shot.firer].category == "mortar":
        seen = observed(table, shot.firer, shot.hex, occasion == OVERWATCH)
        yield "3.5a", f"nobody who may observe for {name} sees {there}", not seen
    else:
        yield "8.6d", f"{name} does not see {there}", not sees(table, start, shot.hex)


_AIMING = {
    AREA: _at_hex,
    POINT: _at_unit,
    CLOSE: _at_close_quarters,
    SMOKE: _with_a_round,
    LIGHT: _with_a_round,
}


# -- measures


def nominal(table: Play, unit: int) -> int:
    """The nominal range of its point fire; a gun's on the map is its limit too (ruling at 3.7e) [3.7e]."""
    type = table.scene.types[unit]
    return CHARTS.firepower.direct_range if type.category == "map_gun" else type.range


def soft(table: Play, unit: int) -> bool:
    """Can mortars destroy it: a vehicle or carrier of little defense, or a gun [8.11a]?"""
    if not is_point_target(table, unit):
        return False
    return table.scene.types[unit].defense <= CHARTS.shells.mortars_most_defense


def observed(table: Play, mortar: int, hex: int, unpinned: bool) -> bool:
    """Does somebody who may observe for a mortar see the hex [3.5a] [3.5c] [10.5]?"""
    return any(observes(table, hex_of(table.state, one), hex) for one in observers(table, mortar, unpinned))


def observers(table: Play, mortar: int, unpinned: bool) -> Iterator[int]:
    """Itself, its company's units, or for mortars of higher echelons its side's [3.5a] [10.5b]."""
    state, type = table.state, table.scene.types[mortar]
    barred = PARALYZED | (SUPPRESSED if unpinned else 0)
    for unit in table.scene.own[state.side[mortar]]:
        near = type.observers != "company" or state.company[unit] == state.company[mortar]
        if (unit == mortar or near) and hex_of(state, unit) >= 0 and not has(state, unit, barred):
            yield unit


def between(table: Play, start: int, hex: int, side: int) -> list[int]:
    """The hexes between two that are two apart, without those that hold enemies [8.10d]."""
    country = table.scene.country
    around = country.neighbours[start * 6 : start * 6 + 6]
    return [
        middle
        for middle in around
        if middle >= 0 and country.distance(middle, hex) == 1 and not occupied(table, middle, 1 - side)
    ]
