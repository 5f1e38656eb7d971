"""Where a unit may fire: its field, the open line, the range of its table, and friends in the way [8.4]."""

from collections.abc import Iterator
from functools import cache, cmp_to_key, lru_cache

import numpy as np

from sandtable.boards.sight import trace
from sandtable.engine import Refusal
from sandtable.games.tank.aspects import all_round, in_field
from sandtable.games.tank.charts import CHARTS, results_for
from sandtable.games.tank.country import Country, Lane
from sandtable.games.tank.sight import kernel
from sandtable.games.tank.state import RING, Field, State
from sandtable.hexes import Hex, centre, corners


def longest_shot(field: Field, state: State, unit: int) -> int:
    """The range beyond which a unit cannot fire at all: the last row of its table [8.31] [8.82]."""
    weapon = field.weapons[unit]
    if weapon.infantry:
        return CHARTS.infantry_fire.most
    return results_for(weapon.control, state.panic[state.side[unit]]).most


def in_sight(field: Field, state: State, unit: int, hex: int) -> bool:
    """Does a unit on the map see a hex: within its field and along an open line [7.24] [10.2]?"""
    country, start = field.country, state.hexes[unit]
    if not country.clear(start, hex):
        return False
    kind = state.kind[unit]
    return all_round(kind) or in_field(kind, state.facing[unit], country.offset(start, hex))


def masks(field: Field, firer: int, friend: int) -> bool:
    """Is a friend in the way of this unit's fire? Infantry is none to a gun, which fires AP only [8.41]."""
    return not (field.weapons[firer].gun and field.weapons[friend].infantry)


def crossed(lane: Lane, start: int, end: int) -> bool:
    """Does a step cross a hexside along which the line runs [8.53]?"""
    return (start, end) in lane.beside or (end, start) in lane.beside


def lanes_of(field: Field, start: int, target: int) -> list[Lane]:
    """The lines that a fire task covers: one, or those to the adjacent hexes that are not left out
    [8.53] [8.84]."""
    if target > RING:
        return [field.country.lane(start, target)]
    around, left_out = field.country.neighbours[start * 6 : start * 6 + 6], RING - target
    return [Lane((hex,), ()) for d, hex in enumerate(around) if hex >= 0 and not left_out >> d & 1]


def masked_by(field: Field, state: State, unit: int, target: int) -> int | None:
    """A friend in the target hex or one that the line passes through; enemies mask nobody [8.41] [8.42]."""
    lane = field.country.lane(state.hexes[unit], target).hexes
    friends = field.own[state.side[unit]]
    found = (friend for friend in friends if state.hexes[friend] in lane and masks(field, unit, friend))
    return next(found, None)


def lane_faults(field: Field, state: State, unit: int, target: int) -> Iterator[Refusal]:
    """Why a unit cannot fire into a hex [7.21] [8.31] [8.41] [8.82]."""
    name, board, start = state.units[unit], field.board, state.hexes[unit]
    if start == target:
        yield Refusal("8.53", "cannot fire into its own hex", name)
        return
    if not in_field(state.kind[unit], state.facing[unit], field.country.offset(start, target)):
        yield Refusal("7.21", f"{board.names[target]} lies outside the arc of its three front hexes", name)
    if not field.country.clear(start, target):
        line = trace(board, kernel(state.mode), start, target)
        at = f" at {board.names[line.at]}" if line.at is not None else ""
        yield Refusal(line.case, f"the line to {board.names[target]} is blocked: {line.reason}{at}", name)
    most, distance = longest_shot(field, state, unit), field.country.distance(start, target)
    if distance > most:
        case = "8.82" if field.weapons[unit].infantry else "8.31"
        yield Refusal(
            case, f"{board.names[target]} is {distance} hexes off, and it fires {most} at most", name
        )
    if (friend := masked_by(field, state, unit, target)) is not None:
        yield Refusal("8.41", f"{state.units[friend]} stands in the line to {board.names[target]}", name)


def targets(field: Field, state: State, unit: int) -> list[int]:
    """Every hex into which a unit may fire, friends in the way reckoned with [8.41]."""
    start, country = state.hexes[unit], field.country
    facing = -1 if all_round(state.kind[unit]) else state.facing[unit]
    most = longest_shot(field, state, unit)
    behind = 0
    for friend in field.own[state.side[unit]]:
        hex = state.hexes[friend]
        if friend != unit and hex >= 0 and masks(field, unit, friend):
            behind |= shadow(country, start, hex) if country.distance(start, hex) <= most else 0
    return [hex for hex in country.hexes_in_reach(start, most, facing) if not behind >> hex & 1]


@lru_cache(maxsize=1 << 13)
def shadow(country: Country, start: int, friend: int) -> int:
    """The hexes, as bits, that a line from the start reaches only through a friend's hex, and that hex.

    A line passes through a hex if it leaves corners of it on both sides.
    """
    if start == friend:
        return 1 << start
    first, last, far = _span(country.offset(start, friend))
    places, (x0, y0) = centres(country), centre(country.places[start])
    x, y = places[0] - x0, places[1] - y0
    within = (first[0] * y > first[1] * x) & (x * last[1] > y * last[0]) & (x * x + 3 * y * y >= far)
    return int.from_bytes(np.packbits(within, bitorder="little").tobytes(), "little")


@lru_cache(maxsize=16)
def centres(country: Country) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The centres of all hexes, x in one row and y in the other."""
    return np.array([centre(place) for place in country.places], dtype=np.int64).T


@cache
def _span(way: Hex) -> tuple[tuple[int, int], tuple[int, int], int]:
    """The corners of a hex that lie first and last, clockwise, as seen from the origin; and its distance."""
    points = [(corner.x, corner.y) for corner in corners(way)]

    def turn(one: tuple[int, int], other: tuple[int, int]) -> int:
        return other[0] * one[1] - other[1] * one[0]

    clockwise = sorted(points, key=cmp_to_key(turn))
    x, y = centre(way)
    return clockwise[0], clockwise[-1], x * x + 3 * y * y
