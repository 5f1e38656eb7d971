"""Lettering: the numbers in the hexes, the names of places, roads and rivers, and where units come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees, dist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.boards.drawing.courses import Course
from sandtable.boards.drawing.plan import ACROSS, DOWN, Place, Plan
from sandtable.boards.drawing.svg import NOTHING, Markup, element, group, layer, number, text

_NUMBER_AT = ((0.0, 10.6 - DOWN), (0.0, DOWN - 4.6), (18.0, -9.0), (-18.0, -9.0), (18.0, 12.0), (-18.0, 12.0))
_NUMBER_ROOM = 8.0
_WIDE = 0.5
"""How wide a letter is beside its height, on the whole."""


def draw_numbers(plan: Plan) -> Markup:
    """The number of each hex, at its top, or where the edge of the sheet leaves room."""
    drawn = []
    for i in plan.present:
        at = number_place(plan, i)
        if at:
            drawn.append(text(plan.board.names[i], *at))
    return layer("numbers", *drawn)


def number_place(plan: Plan, i: int) -> Place | None:
    """Where the number of a hex stands, or None where the edge of the sheet leaves no room for it."""
    x, y = plan.centre(i)
    places = ((x + dx, y + dy) for dx, dy in _NUMBER_AT)
    return next((at for at in places if plan.frame.holds(at, _NUMBER_ROOM)), None)


class _Label(NamedTuple):
    """Words in one line: their kind, their size, and the hexes they speak of."""

    words: str
    kind: str
    size: float
    hexes: tuple[int, ...]

    def box(self, at: Place) -> tuple[float, float, float, float]:
        half = len(self.words) * self.size * _WIDE / 2
        return at[0] - half, at[1] - self.size * 0.75, at[0] + half, at[1] + self.size * 0.25


class _Clutter:
    """What is better not written over, as points with a weight each, and the labels that stand already."""

    def __init__(self, plan: Plan, courses: Sequence[Course]) -> None:
        numbers = [at for i in plan.present if (at := number_place(plan, i))]
        lines = [place for course in courses for place in course.through]
        points = [*((x + dx, y - 3) for x, y in numbers for dx in (-5, 5)), *lines]
        self._points: NDArray[np.float64] = np.array(points or [(0.0, 0.0)])
        self._weights = np.array([1.0] * (2 * len(numbers)) + [1.6] * len(lines) or [0.0])
        self._boxes: list[tuple[float, float, float, float]] = []

    def under(self, box: tuple[float, float, float, float]) -> float:
        """How much would be written over."""
        left, top, right, bottom = box
        x, y = self._points[:, 0], self._points[:, 1]
        hit = (x > left) & (x < right) & (y > top) & (y < bottom)
        crossed = sum(
            left < other[2] and right > other[0] and top < other[3] and bottom > other[1]
            for other in self._boxes
        )
        return float(self._weights[hit].sum()) + 40.0 * crossed

    def add(self, box: tuple[float, float, float, float]) -> None:
        """Keep later labels off what stands here now."""
        self._boxes.append(box)


def draw_names(plan: Plan, courses: Sequence[Course]) -> Markup:
    """The names on the map, those of the largest places first, each where it hides least."""
    clutter = _Clutter(plan, courses)
    labels = [_label(plan, name, hexes) for name, hexes in plan.board.places.items() if hexes]
    ordered = sorted(labels, key=lambda label: -label.size)
    towns = [_placed(plan, label, clutter) for label in ordered]
    return layer("names", *towns, *_course_names(plan, courses, clutter))


def _label(plan: Plan, name: str, hexes: tuple[int, ...]) -> _Label:
    drawings = [plan.drawing(i) for i in hexes if plan.board.terrain[i] >= 0]
    built = sum(drawing in ("village", "building") for drawing in drawings)
    wet = sum(drawing in ("water", "sea") for drawing in drawings)
    grown = min(len(hexes), 8)
    if 2 * wet > len(hexes):
        return _Label(name, "of-water", 15.5 + 1.2 * grown, hexes)
    if 2 * built >= len(hexes):
        return _Label(name, "town", 16 + 1.4 * grown, hexes)
    return _Label(name, "country", 14.5 + grown, hexes)


def _placed(plan: Plan, label: _Label, clutter: _Clutter) -> Markup:
    """A label at the best of the places that suit it."""
    found = [
        (clutter.under(label.box(at)) + n * 0.5 + _outside(plan, label.box(at)), n, at)
        for n, at in enumerate(_places_for(plan, label))
    ]
    at = min(found)[2]
    clutter.add(label.box(at))
    spaced = 1.5 if label.kind == "of-water" else 0.4
    return text(label.words, *at, label.kind, font_size=label.size, letter_spacing=spaced)


def _outside(plan: Plan, box: tuple[float, float, float, float]) -> float:
    corners = (box[:2], box[2:])
    return 0.0 if all(plan.frame.holds(corner, 3) for corner in corners) else 200.0


def _places_for(plan: Plan, label: _Label) -> Iterator[Place]:
    """Where a label may stand, the best first: towns beside their houses, other names on what they name."""
    centres = [plan.centre(i) for i in label.hexes]
    x = sum(x for x, _ in centres) / len(centres)
    y = sum(y for _, y in centres) / len(centres)
    low, high = max(y for _, y in centres), min(y for _, y in centres)
    base = label.size * 0.3
    half = len(label.words) * label.size * _WIDE / 2
    if label.kind != "town":
        yield from ((x, y + base + dy) for dy in (0, 12, -14, 24, -26, 36, -38))
    for out in (ACROSS * 1.15, ACROSS * 1.6, DOWN * 1.35):
        yield x, low + out + label.size * 0.62
        yield x, high - out
    edge = max(abs(cx - x) for cx, _ in centres) + ACROSS * 1.25
    for dy in (0, -12, 12):
        yield x + edge + half, y + base + dy
        yield x - edge - half, y + base + dy


def _course_names(plan: Plan, courses: Sequence[Course], clutter: _Clutter) -> Iterator[Markup]:
    """The name of each road and river once, along its longest stroke."""
    longest: dict[str, Course] = {}
    for course in courses:
        known = longest.get(course.name)
        if course.name and (known is None or len(known.through) < len(course.through)):
            longest[course.name] = course
    for name, course in longest.items():
        yield _along(plan, name, course, clutter)


def _along(plan: Plan, name: str, course: Course, clutter: _Clutter) -> Markup:
    """A name beside the stretch of its course that is straightest and least crowded."""
    wet = course.path.family == "water"
    size = 12.5 if wet else 9.5
    label = _Label(name, "of-water" if wet else "of-road", size, ())
    reach = max(1, round(len(name) * size * _WIDE / DOWN / 2))
    through = course.through
    found = []
    for n in range(reach, len(through) - reach):
        a, b, c = through[n - reach], through[n], through[n + reach]
        if plan.frame.holds(a, 20) and plan.frame.holds(c, 20):
            bend = dist(a, b) + dist(b, c) - dist(a, c)
            found.append((bend + 3 * clutter.under(label.box((b[0], b[1] - 6))), n))
    if not found:
        return NOTHING
    n = min(found)[1]
    a, c = through[n - reach], through[n + reach]
    at = ((a[0] + through[n][0] * 2 + c[0]) / 4, (a[1] + through[n][1] * 2 + c[1]) / 4)
    clutter.add(label.box(at))
    angle = upright(degrees(atan2(c[1] - a[1], c[0] - a[0])))
    turned = f"translate({number(at[0])} {number(at[1])}) rotate({number(angle)})"
    return text(name, 0, -6.5, label.kind, font_size=size, transform=turned)


def upright(angle: float) -> float:
    """The angle turned about if words at it would stand on their heads."""
    return angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle


_INWARD: dict[str, Place] = {"north": (0, 1), "south": (0, -1), "west": (1, 0), "east": (-1, 0)}
_OUT = 15.0
"""How far outside the neat line entries stand."""


def draw_entries(plan: Plan) -> Markup:
    """Where units come in and leave: a letter in a box at the edge, and a bracket along its hexes."""
    drawn = [_entry(plan, name, entry.hexes, entry.edge) for name, entry in plan.board.entries.items()]
    return layer("entries", *drawn)


def _entry(plan: Plan, name: str, hexes: tuple[int, ...], edge: str) -> Markup:
    frame, (dx, dy) = plan.frame, _INWARD[edge]
    centres = [plan.centre(i) for i in hexes]
    if dy:
        y = (frame.top if dy > 0 else frame.bottom) - dy * _OUT
        low, high = min(x for x, _ in centres), max(x for x, _ in centres)
        at, ends = ((low + high) / 2, y), ((low - ACROSS, y + dy * 9), (high + ACROSS, y + dy * 9))
    else:
        x = (frame.left if dx > 0 else frame.right) - dx * _OUT
        low, high = min(y for _, y in centres), max(y for _, y in centres)
        at, ends = (x, (low + high) / 2), ((x + dx * 9, low - DOWN * 0.7), (x + dx * 9, high + DOWN * 0.7))
    half = max(9.0, len(name) * 12 * _WIDE / 2 + 5)
    turned = f"translate({number(at[0])} {number(at[1])})" + (" rotate(-90)" if dx and len(name) > 1 else "")
    span = f"M{number(ends[0][0])} {number(ends[0][1])}L{number(ends[1][0])} {number(ends[1][1])}"
    return group(
        "at-edge",
        element("path", class_="entry-span", d=span),
        element("rect", class_="entry", x=-half, y=-8.5, width=2 * half, height=17, rx=2, transform=turned),
        text(name, 0, 4.2, "entry-word", transform=turned),
    )
