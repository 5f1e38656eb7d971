"""What covers the ground, in the order in which it is laid on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.areas import area
from sandtable.boards.drawing.fields import draw_cultivated
from sandtable.boards.drawing.houses import draw_village
from sandtable.boards.drawing.plan import Plan
from sandtable.boards.drawing.style import Texture
from sandtable.boards.drawing.svg import Markup, layer
from sandtable.boards.drawing.textures import (
    draw_broken,
    draw_marsh,
    draw_paved,
    draw_rough,
    draw_scrub,
    draw_woods,
)


def draw_terrain(plan: Plan, texture: Texture, roads: BaseGeometry, keep_out: BaseGeometry) -> Markup:
    """All ground that is not plain. Villages line the roads; nothing stands in `keep_out`, where ways run."""
    return layer("terrain", *_covers(plan, texture, roads, keep_out))


def _covers(plan: Plan, texture: Texture, roads: BaseGeometry, keep_out: BaseGeometry) -> Iterator[Markup]:
    for drawing, draw in (
        ("paved", draw_paved),
        ("cultivated", draw_cultivated),
        ("marsh", draw_marsh),
        ("rough", draw_rough),
        ("broken", partial(draw_broken, plan)),
    ):
        if found := area(plan, (drawing,), texture.wander):
            yield draw(found, keep_out)
    if found := area(plan, ("scrub",), texture.wander):
        yield draw_scrub(plan, found, texture, keep_out)
    if found := area(plan, ("woods",), texture.wander):
        yield draw_woods(plan, found, texture, keep_out)
    if found := area(plan, ("village",), texture.wander):
        yield draw_village(found, texture, roads, keep_out)
