"""Marks: what single hexes have beside their terrain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from sandtable.boards.drawing.courses import Course
from sandtable.boards.drawing.hexsides import Stand, across, span
from sandtable.boards.drawing.outlines import flowing, soft
from sandtable.boards.drawing.plan import DOWN, Place, Plan
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, element, group, layer, path, text, titled
from sandtable.boards.drawing.water import WET
from sandtable.boards.vocabulary import MarkKind


class Spot(NamedTuple):
    """A hex to be marked, and the courses that may run through it."""

    plan: Plan
    hex: int
    courses: Sequence[Course]

    @property
    def centre(self) -> Place:
        return self.plan.centre(self.hex)


def draw_marks(plan: Plan, courses: Sequence[Course]) -> Markup:
    """All marks of a board. A mark without a drawing is a quiet line round its hexes, with its name."""
    drawn = [_drawn(plan, kind, courses) for kind in plan.board.vocabulary.marks]
    return layer("marks", *drawn)


def _drawn(plan: Plan, kind: MarkKind, courses: Sequence[Course]) -> Markup:
    hexes = plan.board.marks.get(kind.name, ())
    if not hexes:
        return NOTHING
    if kind.drawing not in _SINGLE:
        return NOTHING if kind.drawing == "none" else _area(plan, kind, hexes)
    draw = _SINGLE[kind.drawing]
    return group(f"mark-{kind.drawing}", titled(kind.name), *(draw(Spot(plan, i, courses)) for i in hexes))


def _area(plan: Plan, kind: MarkKind, hexes: tuple[int, ...]) -> Markup:
    rings = soft(plan, {plan.points[i] for i in hexes}, -0.06, rough=0, seed=0)
    x = sum(plan.centre(i)[0] for i in hexes) / len(hexes)
    y = max(plan.centre(i)[1] for i in hexes) + DOWN - 9
    return group("mark-area", path(flowing(rings), "plot-area"), text(kind.name, x, y, "mark-word"))


def _bridge(spot: Spot) -> Markup:
    """Two parapets beside the road, as long as the water is wide."""
    place, heading = _road(spot)
    half = 27.0 if spot.plan.drawing(spot.hex) in WET else 9.0
    deck, rails = Pen(), Pen()
    span(place, heading, deck, rails, half=half)
    roadless = not any(course.path.family != "water" and spot.hex in course.nodes for course in spot.courses)
    return group("bridge", path(deck.data, "deck") if roadless else NOTHING, path(rails.data, "parapet"))


def _road(spot: Spot) -> tuple[Place, Place]:
    """Where a road passes a hex and which way; without a road, straight across what water flows there."""
    for course in spot.courses:
        if course.path.family != "water" and (passing := course.passing(spot.hex)):
            return passing
    for course in spot.courses:
        if passing := course.passing(spot.hex):
            place, (dx, dy) = passing
            return place, (-dy, dx)
    return spot.centre, (1.0, 0.0)


def _ford(spot: Spot) -> Markup:
    """Stepping stones."""
    place, (dx, dy) = _road(spot)
    pen = Pen()
    for n in range(-3, 4):
        pen.dot(place[0] + dx * n * 5.2 - dy * (n % 2) * 3, place[1] + dy * n * 5.2 + dx * (n % 2) * 3)
    return path(pen.data, "ford")


def _jetty(spot: Spot) -> Markup:
    """A jetty of planks from the shore into the water beside the hex, or to the land from a hex of water."""
    plan, i, planks = spot.plan, spot.hex, Pen()
    here = plan.drawing(i) in WET
    near = plan.board.grid.neighbours[i * 6 : i * 6 + 6]
    shores = [d for d, j in enumerate(near) if j >= 0 and (plan.drawing(j) in WET) != here]
    for d in shores[len(shores) // 2 :][:1]:
        x, y = plan.middle((plan.points[i], d))
        dx, dy = across(d)
        stand = Stand(x, y, -dy, dx)
        planks.shape(*(stand.off(side * 4, ahead) for side, ahead in ((-1, -9), (-1, 26), (1, 26), (1, -9))))
        for ahead in range(-5, 26, 5):
            planks.stroke(stand.off(-4, ahead), stand.off(4, ahead))
    return path(planks.data, "planks")


def _works(spot: Spot) -> Markup:
    """A fortified position: an earthwork with teeth outward."""
    x, y = spot.centre
    line, teeth = Pen(), Pen()
    corners = [(x + cos(pi / 3 * n) * 25, y + sin(pi / 3 * n) * 25) for n in range(6)]
    line.shape(*corners)
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for part in (0.25, 0.5, 0.75):
            stand = Stand(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, (y2 - y1) / 25, (x1 - x2) / 25)
            teeth.shape(stand.off(0.6, -2.2), stand.off(5), stand.off(0.6, 2.2))
    return group("fort", path(teeth.data, "works-teeth"), path(line.data, "works"))


def _cross(spot: Spot) -> Markup:
    x, y = spot.centre
    pen = Pen()
    pen.stroke((x - 7, y - 7), (x + 7, y + 7))
    pen.stroke((x + 7, y - 7), (x - 7, y + 7))
    return path(pen.data, "mark-cross")


def _height(spot: Spot) -> Markup:
    """A spot height: a triangle with a dot in it, and the height of the hex."""
    x, y = spot.centre
    pen = Pen()
    pen.shape((x, y - 7), (x + 6.4, y + 4), (x - 6.4, y + 4))
    words = str(spot.plan.board.height(spot.hex) or spot.plan.board.level[spot.hex])
    dot = element("circle", class_="mark-solid", cx=x, cy=y, r=1.3)
    return group("spot-height", path(pen.data, "mark"), dot, text(words, x, y + 15, "mark-word"))


def _landing(spot: Spot) -> Markup:
    x, y = spot.centre
    ring = element("circle", class_="mark", cx=x, cy=y, r=13)
    return group("landing", ring, text("H", x, y + 4, "mark-word", font_size=13))


def _tower(spot: Spot) -> Markup:
    x, y = spot.centre
    ring = element("circle", class_="mark", cx=x, cy=y, r=6.5)
    return group("tower", ring, element("circle", class_="mark-solid", cx=x, cy=y, r=2.6))


def _crossroads(spot: Spot) -> Markup:
    x, y = spot.centre
    return group("crossroads", element("circle", class_="mark", cx=x, cy=y, r=9.5))


Single = Callable[[Spot], Markup]

_SINGLE: dict[str, Single] = {
    "bridge": _bridge,
    "ford": _ford,
    "jetty": _jetty,
    "fort": _works,
    "cross": _cross,
    "height": _height,
    "landing": _landing,
    "tower": _tower,
    "crossroads": _crossroads,
}
MARK_ART = frozenset((*_SINGLE, "area", "none"))
"""How a mark can be drawn; any other word, or none, is drawn as an area."""
