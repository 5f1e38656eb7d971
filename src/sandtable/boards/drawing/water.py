"""Standing water: the tint, the shore, and the lines of growing depth along it."""

from __future__ import annotations

import shapely

from sandtable.boards.drawing.areas import Area, area, strewn
from sandtable.boards.drawing.outlines import traced
from sandtable.boards.drawing.plan import Plan
from sandtable.boards.drawing.style import Texture
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, layer, path

WET = ("water", "sea")
_DEPTHS = (4.5, 10.0, 17.0)
_OPEN = 26.0
"""How far from the shore waves begin."""


def draw_water(plan: Plan, texture: Texture, rivers: Markup) -> Markup:
    """Lakes, rivers that fill whole hexes, and the sea; the lines of other rivers run out into them."""
    wet = area(plan, WET, texture.wander)
    if wet is None:
        return layer("water", rivers)
    sea = area(plan, ("sea",), texture.wander)
    return layer(
        "water",
        path(wet.outline, "shore"),
        rivers,
        path(wet.outline, "water"),
        path(sea.outline, "sea") if sea else NOTHING,
        *_depths(wet),
        _waves(wet),
    )


def _depths(wet: Area) -> list[Markup]:
    """Lines that follow the shore further and further out; the neat line is no shore."""
    frame = shapely.envelope(wet.shape)
    drawn = []
    for n, depth in enumerate(_DEPTHS, 1):
        line = shapely.simplify(shapely.boundary(shapely.buffer(wet.shape, -depth, quad_segs=3)), 0.25)
        inside = shapely.intersection(line, shapely.buffer(frame, -depth - 0.5))
        drawn.append(path(traced(inside, closed=False), f"depth depth-{n}"))
    return drawn


def _waves(wet: Area) -> Markup:
    """Small waves on open water."""
    pen = Pen()
    found = strewn(shapely.buffer(wet.shape, -_OPEN), 27, 71, stray=0.46)
    for x, y, one in zip(found.x.tolist(), found.y.tolist(), found.one.tolist(), strict=True):
        if one < 0.7:
            pen.move(x - 5, y)
            pen.quad((x - 2.5, y - 2.6), (x, y))
            pen.quad((x + 2.5, y + 2.6), (x + 5, y))
    return path(pen.data, "wave")
