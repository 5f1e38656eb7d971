"""Areas of like terrain: where they lie, and the textures that fill them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.chance import spread
from sandtable.boards.drawing.outlines import Ring, flowing, shape, soft
from sandtable.boards.drawing.plan import Plan

_PUSH = 0.06
"""Areas reach a little over their hexsides, so that a single hex is not drawn too small."""

_SEED = 12
"""One for all areas, so that two that meet stray alike where they meet."""


class Area(NamedTuple):
    """All ground of one drawing: its softened outline, and the same as a shape inside the neat line."""

    rings: list[Ring]
    shape: BaseGeometry

    @property
    def outline(self) -> str:
        return flowing(self.rings)


class Scatter(NamedTuple):
    """Places strewn over an area, each with two numbers of its own from 0 to below 1."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    one: NDArray[np.float64]
    two: NDArray[np.float64]

    def only(self, kept: NDArray[np.bool_]) -> Scatter:
        """The places that are kept."""
        return Scatter(self.x[kept], self.y[kept], self.one[kept], self.two[kept])


def area(plan: Plan, drawings: tuple[str, ...], wander: float, *, push: float = _PUSH) -> Area | None:
    """The area of all terrain drawn in one of these ways, or None where the map has none."""
    points = plan.where(lambda i: plan.drawing(i) in drawings)
    if not any(plan.drawing(i) in drawings for i in plan.present):
        return None
    rings = soft(plan, points, push, rough=wander, seed=_SEED)
    return Area(rings, shapely.intersection(shape(rings), shapely.box(*plan.frame)))


def strewn(ground: BaseGeometry, spacing: float, seed: int, *, stray: float = 0.42) -> Scatter:
    """Places about so far apart, all over a shape: the knots of a triangular net, each gone a little astray.

    The net is the same on every map, so a change in one place moves nothing elsewhere.
    """
    if ground.is_empty:
        return Scatter(*(np.empty(0),) * 4)
    left, top, right, bottom = ground.bounds
    rise = spacing * 0.866
    rows = np.arange(int(top // rise), int(bottom // rise) + 2)
    columns = np.arange(int(left // spacing) - 1, int(right // spacing) + 2)
    row, column = (knots.ravel() for knots in np.meshgrid(rows, columns, indexing="ij"))
    one, two, three, four = (spread(seed + n, row, column) for n in range(4))
    x = (column + 0.5 * (row % 2) + (one - 0.5) * 2 * stray) * spacing
    y = row * rise + (two - 0.5) * 2 * stray * spacing
    shapely.prepare(ground)
    return Scatter(x, y, three, four).only(shapely.contains_xy(ground, x, y))
