"""The exact straight line between two hex centres: what it crosses, runs along and touches.

There are two kinds of line. One that leaves its first hex through a corner goes on along the hexside behind
that corner, reaches the centre of the hex at the far end of it, and so on: its offset is a whole multiple
of two neighbouring steps taken together. It passes by turns between two hexes and through one, meets a
vertex at each change, and crosses no hexside at all.

Every other line runs along nothing and goes from hex to adjacent hex. Nearly always it crosses the hexside
between them through its inside. The one exception is a line that passes through a vertex: it goes from one
of the three hexes there straight into a second one and touches the third in that point only; in that change
no hexside is crossed. Divide the offset (q, z) by the greatest common divisor of q and z: such vertices
occur just when q and z then leave the same remainder on division by three, and they lie one and two thirds
of the way between neighbouring centres on the line.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.hexes import STEPS, Hex, Hexside, Vertex, centre, corners, hexside, step, turned


class Ray(NamedTuple):
    """What the open segment from one hex centre to another meets, each kind in order from the start.

    A hexside or vertex that belongs to an end hex is listed; the end hexes themselves are not.
    """

    hexes: tuple[Hex, ...]
    """The hexes between the ends whose inside it crosses."""
    crossed: tuple[Hexside, ...]
    """The hexsides that it crosses through their inside."""
    along: tuple[Hexside, ...]
    """The hexsides that it runs along."""
    vertices: tuple[Vertex, ...]
    """The corners that it touches."""
    stations: tuple[tuple[Hex, ...], ...]
    """The walk between the ends: a hex alone, or the hexes left and right of a hexside that it runs along."""


_ORIGIN = Hex(0, 0)
_CORNERS = corners(_ORIGIN)

# Rays have most of their parts in common, so each part is made once and shared.
_hex_beyond = cache(step)
_hexside_of = cache(hexside)


@cache
def _alone(hex: Hex) -> tuple[Hex]:
    return (hex,)


@cache
def ray(offset: Hex) -> Ray:
    """The line from the hex (0, 0) to the hex at this offset."""
    if offset == _ORIGIN:
        return Ray((), (), (), (), ())
    corner = _corner_in_line(offset)
    return _walk(offset) if corner is None else _run(offset, corner)


def ray_between(a: Hex, b: Hex) -> Ray:
    """The line from one hex to another."""
    q, z = a
    line = ray(Hex(b.q - q, b.z - z))
    x, y = centre(a)
    return Ray(
        tuple(Hex(h.q + q, h.z + z) for h in line.hexes),
        tuple(Hexside(Hex(h.q + q, h.z + z), d) for h, d in line.crossed),
        tuple(Hexside(Hex(h.q + q, h.z + z), d) for h, d in line.along),
        tuple(Vertex(v.x + x, v.y + y) for v in line.vertices),
        tuple(tuple(Hex(h.q + q, h.z + z) for h in station) for station in line.stations),
    )


def _cross(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Positive if b lies clockwise of a, zero if in one line with it."""
    return a[0] * b[1] - a[1] * b[0]


def _corner_in_line(offset: Hex) -> int | None:
    """The corner of the first hex through which the line leaves it, if it does."""
    end = centre(offset)
    for corner, point in enumerate(_CORNERS):
        if _cross(point, end) == 0 and point[0] * end[0] + point[1] * end[1] > 0:
            return corner
    return None


def _run(offset: Hex, corner: int) -> Ray:
    """A line by turns along a hexside and through a hex, leaving each hex by the same corner."""
    right_d = turned(corner, 1)
    hexes: list[Hex] = []
    along: list[Hexside] = []
    vertices: list[Vertex] = []
    stations: list[tuple[Hex, ...]] = []
    at = _ORIGIN
    while at != offset:
        left, right = _hex_beyond(at, corner), _hex_beyond(at, right_d)
        far = _hex_beyond(left, right_d)
        along.append(_hexside_of(left, turned(corner, 2)))
        vertices += (corners(at)[corner], corners(far)[turned(corner, 3)])
        stations += ((left, right), _alone(far))
        hexes.append(far)
        at = far
    return Ray(tuple(hexes[:-1]), (), tuple(along), tuple(vertices), tuple(stations[:-1]))


def _main_direction(end: tuple[int, int]) -> int:
    """The hexside of the first hex through which a line that meets no corner of it leaves it."""
    return next(d for d in range(6) if _cross(_CORNERS[d - 1], end) > 0 and _cross(end, _CORNERS[d]) > 0)


def _walk(offset: Hex) -> Ray:
    """A line from hex to adjacent hex.

    It lies within thirty degrees of its main direction, so it leaves each hex by the hexside in that
    direction or by the one to the left or right of it; the two corners between these decide. The cross
    product of the line with a point tells on which side of the line the point lies, and grows by a fixed
    amount with each kind of step.
    """
    end = centre(offset)
    ahead = _main_direction(end)
    left_d, right_d = turned(ahead, -1), turned(ahead, 1)
    left_corner, right_corner = _cross(end, _CORNERS[left_d]), _cross(end, _CORNERS[ahead])
    drift = [_cross(end, centre(unit)) for unit in STEPS]
    hexes, crossed, vertices = [], [], []
    at, lies = _ORIGIN, 0
    while at != offset:
        left, right = lies + left_corner, lies + right_corner
        d = left_d if left > 0 else right_d if right < 0 else ahead
        if left and right:
            crossed.append(_hexside_of(at, d))
        else:
            vertices.append(corners(at)[ahead if left else left_d])
        at = _hex_beyond(at, d)
        lies += drift[d]
        hexes.append(at)
    del hexes[-1]
    return Ray(tuple(hexes), tuple(crossed), (), tuple(vertices), tuple(map(_alone, hexes)))
