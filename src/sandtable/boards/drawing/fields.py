"""Cultivated ground: a patchwork of strips, each ploughed along or across."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.areas import Area
from sandtable.boards.drawing.chance import spread
from sandtable.boards.drawing.outlines import traced
from sandtable.boards.drawing.svg import Markup, group, path

_LENGTH, _WIDTH = 44.0, 27.0
"""A plot on the whole."""
_TURN = 0.32
"""How far the plots are turned from the compass."""
_STRAY = 0.2
_FURROW = 4.6
_TINTS = 3
_SEED = 61


def draw_cultivated(area: Area, keep_out: BaseGeometry) -> Markup:
    """Fields: plots of a few tints with furrows in them, and the lines between plots.

    They begin and end at whole places: nobody ploughs straighter, and as text they pack better.
    """
    plots, tints, ways = _plots(area.shape)
    inside = shapely.intersection(plots, area.shape)
    filled = [
        path(traced(shapely.GeometryCollection(_whole(inside[tints == n]).tolist())), "field", style=_tint(n))
        for n in range(_TINTS)
    ]
    shapely.prepare(keep_out)
    ploughed = shapely.difference(shapely.buffer(inside, -2.0), keep_out)
    furrows = shapely.get_parts(shapely.intersection(_furrows(plots, ways), ploughed))
    long = shapely.GeometryCollection(_whole(furrows[shapely.length(furrows) > 2]).tolist())
    return group("terrain-cultivated", *filled, path(traced(long, closed=False), "furrow"))


def _whole(shapes: NDArray[np.object_]) -> NDArray[np.object_]:
    """The same with corners at whole places."""
    rounded: NDArray[np.object_] = shapely.transform(shapes, np.rint)
    return rounded


def _tint(n: int) -> str:
    return f"fill:var(--fields-{n + 1})"


def _plots(ground: BaseGeometry) -> tuple[NDArray[np.object_], NDArray[np.int64], NDArray[np.bool_]]:
    """The plots that touch the ground, the tint of each, and whether its furrows run across it.

    Plots are the meshes of a net whose knots have gone a little astray.
    """
    row, column = np.meshgrid(*_span(ground), indexing="ij")
    knots = _knots(row, column)
    corners = (knots[:-1, :-1], knots[:-1, 1:], knots[1:, 1:], knots[1:, :-1])
    plots = shapely.polygons(np.stack(corners, axis=2).reshape(-1, 4, 2))
    chance = spread(_SEED + 2, row[:-1, :-1].ravel(), column[:-1, :-1].ravel())
    shapely.prepare(ground)
    kept = shapely.intersects(ground, plots)
    return plots[kept], (chance[kept] * 60).astype(int) % _TINTS, chance[kept] > 0.7


def _span(ground: BaseGeometry) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns of the net that lie over the ground."""
    corners = shapely.get_coordinates(shapely.envelope(ground))
    along = (corners[:, 0] * cos(_TURN) + corners[:, 1] * sin(_TURN)) / _LENGTH
    down = (corners[:, 1] * cos(_TURN) - corners[:, 0] * sin(_TURN)) / _WIDTH
    rows, columns = (np.arange(int(line.min()) - 2, int(line.max()) + 4) for line in (down, along))
    return rows, columns


def _knots(row: NDArray[np.int64], column: NDArray[np.int64]) -> NDArray[np.float64]:
    """Where the knots of the net lie."""
    along = (column + (spread(_SEED, row, column) - 0.5) * 2 * _STRAY + 0.5 * (row % 2)) * _LENGTH
    down = (row + (spread(_SEED + 1, row, column) - 0.5) * 2 * _STRAY) * _WIDTH
    x = along * cos(_TURN) - down * sin(_TURN)
    y = along * sin(_TURN) + down * cos(_TURN)
    return np.stack((x, y), axis=2)


def _furrows(plots: NDArray[np.object_], ways: NDArray[np.bool_]) -> NDArray[np.object_]:
    """For each plot straight lines all over it, parallel to its first side or its last."""
    rings = shapely.get_coordinates(plots).reshape(-1, 5, 2)
    middle = rings[:, :4].mean(axis=1)
    side = np.where(ways[:, None], rings[:, 3] - rings[:, 0], rings[:, 1] - rings[:, 0])
    along = side / np.hypot(side[:, 0], side[:, 1])[:, None] * _LENGTH
    across = np.stack((-along[:, 1], along[:, 0]), axis=1) / _LENGTH * _FURROW
    steps = np.arange(-7, 8)[None, :, None] * across[:, None, :] + middle[:, None, :]
    lines = np.stack((steps - along[:, None, :], steps + along[:, None, :]), axis=2)
    return np.array([shapely.multilinestrings(list(plot)) for plot in shapely.linestrings(lines)])
