"""Textures: treetops, carets, stones, tufts of reed and waves, strewn over areas of like terrain."""

from __future__ import annotations

from functools import cache

import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.areas import Area, Scatter, strewn
from sandtable.boards.drawing.chance import Chance
from sandtable.boards.drawing.plan import Plan
from sandtable.boards.drawing.style import Texture
from sandtable.boards.drawing.svg import Markup, Pen, element, group, path

_TREE_SIZES = (0.78, 1.0, 1.24)


def draw_woods(plan: Plan, area: Area, texture: Texture, keep_out: BaseGeometry) -> Markup:
    """Woods: a tint, and treetops of three sizes with their shadows and the light on them."""
    trees = strewn(shapely.difference(area.shape, keep_out), texture.spacing, 21)
    drawn = [path(area.outline, "woods")]
    for n, size in enumerate(_TREE_SIZES):
        some = trees.only((trees.one * 3).astype(int) == n)
        drawn.append(_trees(plan.id(f"trees-{n}"), some, size * texture.tree))
    return group("terrain-woods", *drawn)


def draw_scrub(plan: Plan, area: Area, texture: Texture, keep_out: BaseGeometry) -> Markup:
    """Scrub: a thin tint, and bushes half as high as trees in clumps with open ground between."""
    bushes = strewn(_clear_of(area, keep_out, 3), texture.spacing * 0.62, 61)
    kept = bushes.only((bushes.one + bushes.two) % 1 < 0.62)
    drawn = [path(area.outline, "scrub")]
    for n, size in enumerate(_TREE_SIZES):
        some = kept.only((kept.one * 3).astype(int) == n)
        drawn.append(_trees(plan.id(f"bushes-{n}"), some, size * texture.tree * 0.5))
    return group("terrain-scrub", *drawn)


def draw_paved(area: Area, _: BaseGeometry) -> Markup:
    """Paved ground such as a runway: slabs with a kerb."""
    return group("terrain-paved", path(area.outline, "apron"))


def _trees(name: str, trees: Scatter, size: float) -> Markup:
    """Treetops of one size: dots at whole places, written once and drawn as shadow, crown and light."""
    pen = Pen()
    for x, y in zip(trees.x.tolist(), trees.y.tolist(), strict=True):
        pen.dot(round(x), round(y))
    link, lift = f"#{name}", size * 0.14
    return group(
        "trees",
        element("defs", element("path", id=name, d=pen.data)),
        _dots(link, "tree-shade", size * 1.05, size * 0.16, size * 0.2),
        _dots(link, "tree", size, 0, 0),
        _dots(link, "tree-light", size * 0.5, -lift, -lift),
    )


def _dots(link: str, kind: str, size: float, dx: float, dy: float) -> Markup:
    moved = f"translate({dx:.1f} {dy:.1f})" if dx or dy else ""
    return element("use", href=link, class_=kind, stroke_width=size, transform=moved)


def draw_rough(area: Area, keep_out: BaseGeometry) -> Markup:
    """Rough ground: small carets."""
    pen = Pen()
    found = strewn(_clear_of(area, keep_out, 3), 12.5, 31)
    for x, y, one, two in _each(found):
        wide, high = 2.2 + 1.8 * one, 3.2 + 2.6 * two
        pen.stroke((x - wide, y + high / 2), (x + two - 0.5, y - high / 2), (x + wide * 0.9, y + high / 2))
    return group("terrain-rough", path(area.outline, "rough"), path(pen.data, "caret"))


def draw_broken(plan: Plan, area: Area, keep_out: BaseGeometry) -> Markup:
    """Broken ground: stones of many sizes, the light from the northwest on them.

    They lie at whole places and are written once, for a sheet of such ground is mostly stones.
    """
    stones, chips = Pen(), Pen()
    for x, y, one, two in _each(strewn(_clear_of(area, keep_out, 3), 10.5, 41)):
        if one < 0.45:
            chips.dot(round(x), round(y))
            continue
        cut = Chance(int(x * 10), int(y * 10)).below(_CUTS)
        stones.shape(*[(round(x) + dx, round(y) + dy) for dx, dy in _stone(int(_SIZES * one * two), cut)])
    name = plan.id("stones")
    return group(
        "terrain-broken",
        path(area.outline, "broken"),
        path(chips.data, "chip"),
        element("defs", element("path", id=name, d=stones.data)),
        element("use", href=f"#{name}", class_="stone"),
        element("use", href=f"#{name}", class_="stone-light", transform="translate(-.5 -.6)"),
    )


_ROUND = ((-0.9, -0.5), (0.0, -1.0), (0.95, -0.4), (0.8, 0.6), (-0.1, 0.9), (-0.95, 0.5))


_SIZES, _CUTS = 20, 4
"""A field has stones of some eighty shapes: nobody sees them come again, and as text they pack well."""


@cache
def _stone(size: int, cut: int) -> tuple[tuple[float, float], ...]:
    """An angular outline, in tenths of a unit."""
    chance, wide = Chance(size, cut), 1.6 + 3.0 * size / _SIZES
    return tuple(
        (round(dx * wide * chance.between(0.7, 1.3), 1), round(dy * wide * chance.between(0.6, 1.15), 1))
        for dx, dy in _ROUND
    )


def draw_marsh(area: Area, keep_out: BaseGeometry) -> Markup:
    """Marsh: lines of standing water, and tufts of reed between them."""
    water, reed = Pen(), Pen()
    for x, y, one, two in _each(strewn(_clear_of(area, keep_out, 4), 13.5, 51)):
        half = 3 + 4.5 * one
        water.stroke((x - half, y), (x + half, y))
        if two > 0.4:
            for lean in (-2.2, 0.0, 2.2):
                reed.stroke((x + lean * 0.4, y), (x + lean, y - 4.2 + abs(lean) * 0.5))
    return group(
        "terrain-marsh", path(area.outline, "marsh"), path(water.data, "marsh-water"), path(reed.data, "reed")
    )


def _clear_of(area: Area, keep_out: BaseGeometry, room: float) -> BaseGeometry:
    """The area less what lies on roads and close to its own edge."""
    return shapely.difference(shapely.buffer(area.shape, -room), keep_out)


def _each(found: Scatter) -> list[tuple[float, float, float, float]]:
    return list(zip(*(column.tolist() for column in found), strict=True))
