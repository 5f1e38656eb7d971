"""The outlines of areas: exact round the hexes, softened as terrain lies, and as shapes to reckon with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.chance import mixed
from sandtable.boards.drawing.plan import STEPS, Edge, Place, Plan, Point
from sandtable.boards.drawing.svg import Pen

Ring = list[Place]

_SMALL = 11
"""Rings of fewer hexsides, round a hex or two, are left as they are."""
Shift = Callable[[Edge], float]
"""How far the outline lies outside a hexside, as a part of the way from hex to hex; negative is inside."""


def beyond(edge: Edge) -> Point:
    """The point on the other side of a hexside."""
    (x, y), d = edge
    dx, dy = STEPS[d]
    return x + dx, y + dy


def rings(points: set[Point]) -> list[list[Edge]]:
    """The hexsides round an area, ring by ring, with the area to the right of each."""
    waiting = {(point, d) for point in points for d in range(6) if beyond((point, d)) not in points}
    found = []
    for edge in sorted(waiting):
        if edge in waiting:
            ring = _ring_from(edge, points)
            waiting.difference_update(ring)
            found.append(ring)
    return found


def _ring_from(begin: Edge, points: set[Point]) -> list[Edge]:
    """Follow the hexsides: at each corner either the same hex goes on, or the third hex there takes over."""
    ring = [begin]
    while True:
        point, d = ring[-1]
        third = beyond((point, (d + 1) % 6))
        edge = (third, (d - 1) % 6) if third in points else (point, (d + 1) % 6)
        if edge == begin:
            return ring
        ring.append(edge)


def exact(plan: Plan, points: set[Point]) -> str:
    """The outline of an area along the hexsides themselves."""
    pen = Pen()
    for ring in rings(points):
        pen.shape(*(plan.corner(point, d) for point, d in ring))
    return pen.data


def soft(plan: Plan, points: set[Point], shift: Shift | float, *, rough: float, seed: int) -> list[Ring]:
    """The outline of an area as it lies on the ground: the middles of its hexsides, moved and roughened.

    `rough` is how far each of these points may stray, on the paper. The rings are for `flowing` and `shape`,
    which draw their corners round, so that a straight row of hexes gets a straight edge.
    """
    outward = shift if callable(shift) else lambda _: shift
    return [
        _eased([_moved(plan, edge, outward(edge), rough, seed) for edge in ring]) for ring in rings(points)
    ]


def _moved(plan: Plan, edge: Edge, shift: float, rough: float, seed: int) -> Place:
    """The middle of a hexside, moved out and a little astray; its two hexes stray alike."""
    (x, y), d = edge
    dx, dy = STEPS[d]
    x2, y2 = 2 * x + dx, 2 * y + dy
    astray = mixed(seed, x2, y2)
    far = (astray % 1024 / 512 - 1) * rough
    along = (astray // 1024 % 1024 / 512 - 1) * rough
    px, py = plan.place((x2 / 2 + dx * shift, y2 / 2 + dy * shift))
    return px + far, py + along


def _eased(ring: Ring) -> Ring:
    """The ring with each point drawn halfway toward those beside it; small rings would shrink too much."""
    if len(ring) < _SMALL:
        return ring
    return [
        ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        for a, b, c in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False)
    ]


def flowing(outline: Iterable[Ring]) -> str:
    """The rings as smooth curves: each corner bends a stroke from side to side."""
    pen = Pen()
    for ring in outline:
        pen.move(*_between(ring[-1], ring[0]))
        for corner, after in pairwise((*ring, ring[0])):
            pen.quad(corner, _between(corner, after))
        pen.close()
    return pen.data


def _between(a: Place, b: Place) -> Place:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def shape(outline: Iterable[Ring]) -> BaseGeometry:
    """The rings as one shape, lakes in it left out."""
    lines = [shapely.linearrings(_rounded(np.array(ring))) for ring in outline]
    return shapely.make_valid(shapely.build_area(shapely.union_all(lines))) if lines else shapely.Polygon()


def _rounded(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points along the curve that `flowing` draws: where its strokes meet, and the middle of each."""
    before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
    meets = (before + ring) / 2
    middles = (before + 6 * ring + after) / 8
    return np.stack((meets, middles), axis=1).reshape(-1, 2)


def traced(geometry: BaseGeometry, *, closed: bool = True) -> str:
    """The lines of a shape as they are, each point on them kept."""
    pen = Pen()
    for part in shapely.get_parts(geometry):
        for line in _lines(part):
            points = shapely.get_coordinates(line).tolist()
            if points:
                (pen.shape if closed else pen.stroke)(*(points[:-1] if closed else points))
    return pen.data


def _lines(part: BaseGeometry) -> list[BaseGeometry]:
    if part.geom_type == "Polygon":
        return [part.exterior, *part.interiors]
    return [part] if part.geom_type in ("LineString", "LinearRing") else []
