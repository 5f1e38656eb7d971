"""Spotting: what units see, and which of them are seen and lie face up [6.0] [6.3] [13.2] [15.91]."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.events import DummyFound, TurnedDown, TurnedUp
from sandtable.games.raid.field import Field
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import (
    DEAD,
    FACE_UP,
    HIGH,
    KNOWN,
    MOVED,
    OUT_OF_COMMAND,
    SHOT,
    SIDES,
    State,
    has,
    hex_of,
    mark,
    on_map,
    wipe,
)

BLIND = ("hq", "dummy")
"""Who spots nobody [6.3] [15.92]."""


def points(state: State, unit: int, fresh: bool = False) -> int:
    """The Observation Points of a ground unit, or of a helicopter low over the ground [5.35] [6.11] [15.91].

    `fresh` if it may use the bonus of overwatch, having neither moved nor fired [7.64].
    """
    return _points(not has(state, unit, OUT_OF_COMMAND), fresh, state.night)


_points = cache(CHARTS.observation.points)


def points_aloft(state: State, fresh: bool = False) -> int:
    """With how many points one looks from altitude, and up to it [13.21] [15.91]."""
    chart = CHARTS.observation
    return (chart.altitude_at_night if state.night else chart.altitude) + chart.overwatch * fresh


def hexes_seen(table: Play, unit: int, fresh: bool = False) -> int:
    """The hexes on the ground that a unit sees, as bits, its own among them [6.0] [13.21]."""
    state, hex = table.state, hex_of(table.state, unit)
    if has(state, unit, HIGH):
        return table.scene.ground.from_altitude(points_aloft(state, fresh))[hex] | 1 << hex
    return table.scene.field(state).seen(hex, points(state, unit, fresh), state.night)


def sees_hex(table: Play, unit: int, hex: int, fresh: bool = False) -> bool:
    """Does a unit see a hex on the ground [6.0]?"""
    return hexes_seen(table, unit, fresh) >> hex & 1 == 1


def sees(table: Play, unit: int, target: int, fresh: bool = False) -> bool:
    """Does a unit see another one with its own points [6.0] [6.3] [13.21] [13.22]?"""
    state, there = table.state, hex_of(table.state, target)
    if has(state, target, HIGH):
        here = hex_of(state, unit)
        return here == there or looks_up(table, unit, fresh) >> there & 1 == 1
    seen = hexes_seen(table, unit, fresh)
    if not seen >> there & 1:
        return False
    return not table.scene.types[unit].flies or shows_to_the_air(table, target, hex_of(state, unit), seen)


def looks_up(table: Play, unit: int, fresh: bool = False) -> int:
    """The hexes over which a unit would see a helicopter at altitude, as bits [13.21]."""
    state, hex = table.state, hex_of(table.state, unit)
    return table.scene.ground.to_altitude(points_aloft(state, fresh))[hex] | 1 << hex


def shows_to_the_air(table: Play, target: int, helicopter: int, seen: int) -> bool:
    """Does a unit under a roof or trees show itself to a helicopter that sees its hex [13.22]?"""
    state, hex = table.state, hex_of(table.state, target)
    field = table.scene.field(state)
    row = field.bare[hex].row
    if row not in ("heavy", "building") or hex == helicopter:
        return True
    if row == "building":
        return has(state, target, SHOT)
    return has(state, target, SHOT | MOVED) and _borders_open(field, hex, seen)


def _borders_open(field: Field, hex: int, seen: int) -> bool:
    """Is there open ground in sight beside a hex of jungle [13.22]?"""
    return any(seen >> near & 1 and not field.sheltered(near) for near in field.ground.near(hex))


def spotters(table: Play, side: int) -> Iterator[int]:
    """A side's units on the map that spot: all but headquarters and dummies [6.3]."""
    types = table.scene.types
    return (unit for unit in on_map(table.state, side) if types[unit].breed not in BLIND)


def seen_now(table: Play, side: int) -> list[int]:
    """The units of a side that some enemy sees at this moment; headquarters go by their company [6.3]."""
    types = table.scene.types
    return seen_of(table, side, [unit for unit in on_map(table.state, side) if types[unit].breed != "hq"])


def seen_of(table: Play, side: int, units: Sequence[int]) -> list[int]:
    """Those of some units of one side on the map that an enemy sees [6.3] [13.21] [13.22]."""
    state, types = table.state, table.scene.types
    eyes = list(spotters(table, 1 - side))
    wings = [(hex_of(state, eye), hexes_seen(table, eye)) for eye in eyes if types[eye].flies]
    down = up = 0
    for eye in eyes:
        if not types[eye].flies:
            down |= hexes_seen(table, eye)
    if any(has(state, unit, HIGH) for unit in units):
        for eye in eyes:
            up |= looks_up(table, eye)

    def seen(unit: int) -> bool:
        hex = state.hexes[unit]
        if has(state, unit, HIGH):
            return up >> hex & 1 == 1
        return down >> hex & 1 == 1 or any(
            area >> hex & 1 and shows_to_the_air(table, unit, place, area) for place, area in wings
        )

    return [unit for unit in units if seen(unit)]


def look(table: Play) -> None:
    """Turn up who is seen and down who is not; dummies that are seen are removed [6.3] [6.33] [15.92]."""
    for side in range(len(SIDES)):
        up = [
            *seen_now(table, side),
            *(unit for unit in table.state.exposed if table.state.side[unit] == side),
        ]
        up = _without_dummies(table, up)
        up += _headquarters_beside(table, side, up)
        for unit in on_map(table.state, side):
            turn(table, unit, unit in up)
        for unit in riders(table, side):
            turn(table, unit, has(table.state, table.state.carrier[unit], FACE_UP))


def riders(table: Play, side: int) -> list[int]:
    """Who rides on top of a tank on the map, where all who see it see them too [14.15]."""
    state, types = table.state, table.scene.types
    return [
        unit
        for unit in table.scene.own[side]
        if state.carrier[unit] >= 0 and types[state.carrier[unit]].teams and hex_of(state, unit) >= 0
    ]


def turn(table: Play, unit: int, up: bool) -> None:
    """Turn a counter, and say so [6.3]."""
    state = table.state
    if up and not has(state, unit, FACE_UP):
        mark(state, unit, FACE_UP | KNOWN)
        table.report(TurnedUp(unit, hex_of(state, unit)))
    elif not up and has(state, unit, FACE_UP):
        table.report(TurnedDown(unit, hex_of(state, unit)))
        wipe(state, unit, FACE_UP)


def expose(table: Play, units: Iterable[int]) -> None:
    """Turn up who fires; until `cover` they stay up, seen or not. Nobody else is seen for it [6.31]."""
    state = table.state
    new = [unit for unit in dict.fromkeys(units) if unit not in state.exposed]
    state.exposed += new
    _turn_with_company(table, new, new)


def cover(table: Play, units: Iterable[int]) -> None:
    """The answers to their fire are over: who is not seen is turned down again [6.31]."""
    state, gone = table.state, list(units)
    state.exposed = [unit for unit in state.exposed if unit not in gone]
    standing = [unit for unit in gone if state.hexes[unit] >= 0 and unit not in state.exposed]
    if standing:
        _turn_with_company(table, standing, seen_of(table, state.side[standing[0]], standing))


def _turn_with_company(table: Play, units: Sequence[int], up: Sequence[int]) -> None:
    """Turn counters, and with them headquarters in their hexes and riders on their tanks [6.3] [14.15]."""
    state, types = table.state, table.scene.types
    standing = [unit for unit in units if state.hexes[unit] >= 0]
    for unit in standing:
        turn(table, unit, unit in up)
    for side in dict.fromkeys(state.side[unit] for unit in standing):
        hexes = [state.hexes[unit] for unit in standing]
        shown = [state.hexes[unit] for unit in on_map(state, side) if _shows_company(table, unit)]
        for hq in table.scene.hqs[side]:
            if state.hexes[hq] in hexes:
                turn(table, hq, state.hexes[hq] in shown)
        for unit in riders(table, side) if any(types[unit].teams for unit in standing) else ():
            turn(table, unit, has(state, state.carrier[unit], FACE_UP))


def _shows_company(table: Play, unit: int) -> bool:
    """Does it lie open, so that a headquarters with it does too [6.3]?"""
    return table.scene.types[unit].breed != "hq" and has(table.state, unit, FACE_UP)


def _without_dummies(table: Play, units: list[int]) -> list[int]:
    """Those that are units; the dummies among them are removed [15.92]."""
    state, types = table.state, table.scene.types
    for unit in units:
        if types[unit].breed == "dummy":
            table.report(DummyFound(state.side[unit], state.hexes[unit]))
            state.hexes[unit] = DEAD
            state.moving = [other for other in state.moving if other != unit]
    return [unit for unit in units if types[unit].breed != "dummy"]


def _headquarters_beside(table: Play, side: int, units: list[int]) -> list[int]:
    """A headquarters lies open while any unit stacked with it does [6.3]."""
    state = table.state
    hexes = [state.hexes[unit] for unit in units]
    return [hq for hq in table.scene.hqs[side] if state.hexes[hq] in hexes and hq not in units]


def observed_hexes(table: Play, side: int) -> list[int]:
    """Every hex on the ground that a side sees into, for plots and for players who ask [9.61]."""
    bits = 0
    for unit in spotters(table, side):
        bits |= hexes_seen(table, unit)
    return list(hexes_in(bits))
