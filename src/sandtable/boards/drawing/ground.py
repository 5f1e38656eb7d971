"""The bare ground: paper with a faint grain, and the heights as tints one above the other."""

from __future__ import annotations

from math import atan2, degrees, dist

from sandtable.boards.drawing.chance import Chance
from sandtable.boards.drawing.outlines import Ring, beyond, flowing, soft
from sandtable.boards.drawing.plan import Edge, Place, Plan
from sandtable.boards.drawing.style import Style
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, element, group, layer, number, path, text

TILE = 160
_SEED = 11
_SPREAD = 0.66
"""How much of the way from hex to hex the contours of a steep step share among them."""
_RUN_OUT = 0.4
"""Where the sheet has no hex beyond, tints run so far over the hexside; the edge of the sheet cuts them."""
_LABEL_ROOM = 14
"""The fewest hexsides that a contour runs along if its height is written on it."""


def grain() -> Markup:
    """A tile of specks and short fibres, the same on every map."""
    chance = Chance(_SEED)
    specks, fibres = Pen(), Pen()
    for _ in range(90):
        specks.dot(chance.between(2, TILE - 2), chance.between(2, TILE - 2))
    for _ in range(26):
        x, y = chance.between(6, TILE - 6), chance.between(6, TILE - 6)
        fibres.stroke((x, y), (x + chance.between(-6, 6), y + chance.between(-2, 2)))
    return element(
        "pattern",
        path(specks.data, "speck"),
        path(fibres.data, "fibre"),
        id="grain",
        width=TILE,
        height=TILE,
        patternUnits="userSpaceOnUse",
    )


def draw_ground(plan: Plan) -> Markup:
    """The plain paper inside the neat line."""
    frame = plan.frame
    box: dict[str, float] = {"x": frame.left, "y": frame.top, "width": frame.width, "height": frame.height}
    return layer("ground", element("rect", class_="paper", **box))


def draw_grain(plan: Plan) -> Markup:
    """The grain of the paper, over all tints."""
    frame = plan.frame
    box: dict[str, float] = {"x": frame.left, "y": frame.top, "width": frame.width, "height": frame.height}
    return element("rect", class_="grain", **box)


def draw_elevation(plan: Plan, style: Style) -> Markup:
    """Each level above the lowest: a shadow, its tint, the light on its edge, and its contour."""
    levels = sorted({plan.board.level[i] for i in plan.present})
    steps = range(levels[0] + 1, levels[-1] + 1)
    tints = len(style.light.heights)
    drawn: list[Markup] = []
    for n, level in enumerate(steps):
        rings = contour(plan, level, style.texture.wander)
        index = style.texture.contour_labels and level % style.texture.index == 0
        tint = 1 + (n if len(steps) <= tints else n * tints // len(steps))
        name = plan.id(f"level-{level}")
        drawn.append(_step(name, flowing(rings), f"var(--heights-{tint})", style.texture.relief, index))
        drawn.extend(_label(plan, level, ring) for ring in rings if index)
    return layer("elevation", *drawn)


def contour(plan: Plan, level: int, rough: float) -> list[Ring]:
    """The line round all ground of at least this level, where a steady slope would have it."""
    heights, ground = plan.board.level, plan.ground

    def shift(edge: Edge) -> float:
        high, outside = heights[ground[edge[0]]], beyond(edge)
        if outside not in ground:
            return _RUN_OUT
        low = heights[ground[outside]]
        return ((high + low + 1) / 2 - level) * _SPREAD / (high - low)

    return soft(plan, plan.where(lambda i: heights[i] >= level), shift, rough=rough, seed=_SEED)


def _step(name: str, outline: str, tint: str, relief: float, strong: bool) -> Markup:
    """One level, its outline written once and used for shadow, light and tint."""
    link = f"#{name}"
    shadow = f"fill-opacity:{relief}"
    return group(
        "level",
        element("defs", element("path", id=name, d=outline)),
        element("use", href=link, class_="shade", style=shadow, transform="translate(2.4 3.2)"),
        element("use", href=link, class_="lit", transform="translate(-1 -1.3)"),
        element("use", href=link, class_="height index" if strong else "height", style=f"fill:{tint}"),
    )


def _label(plan: Plan, level: int, ring: Ring) -> Markup:
    """The height of a contour, written along its straightest stretch if it is long enough."""
    if len(ring) < _LABEL_ROOM:
        return NOTHING
    reach = 2
    stretches = [
        (ring[n - reach], ring[n], ring[(n + reach) % len(ring)], n)
        for n in range(len(ring))
        if plan.frame.holds(ring[n], 40)
    ]
    if not stretches:
        return NOTHING
    a, b, c, _ = min(stretches, key=lambda found: (_bend(*found[:3]), found[3]))
    angle = degrees(atan2(c[1] - a[1], c[0] - a[0]))
    upright = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
    turned = f"translate({number(b[0])} {number(b[1])}) rotate({number(upright)})"
    height = plan.board.heading.base + level * plan.board.heading.contour
    return text(str(height or level), 0, 2.8, "spot", transform=turned)


def _bend(a: Place, b: Place, c: Place) -> float:
    """How much further it is from a to c by way of b."""
    return dist(a, b) + dist(b, c) - dist(a, c)
