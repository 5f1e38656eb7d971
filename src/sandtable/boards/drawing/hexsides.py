"""What lies on hexsides: slopes, cliffs, berms, hedges, walls, streams and bridges.

Hexsides of one kind that meet are strung together and drawn as one line, with its corners a little rounded.
Each string runs so that its lower side, or the side a directed kind lies on, is to the right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise
from math import dist, hypot
from typing import NamedTuple

from sandtable.boards.drawing.chance import Chance
from sandtable.boards.drawing.plan import CORNERS, STEPS, Edge, Place, Plan, Point
from sandtable.boards.drawing.svg import Markup, Pen, group, layer, path
from sandtable.boards.vocabulary import HexsideKind

_ROUNDING = 0.3
"""How much of each hexside is given up to a round corner."""


class Stand(NamedTuple):
    """A place on a line, and the way to its right, one unit long."""

    x: float
    y: float
    right_x: float
    right_y: float

    def off(self, right: float, ahead: float = 0.0) -> Place:
        """The place so far to the right and so far ahead."""
        return (
            self.x + self.right_x * right + self.right_y * ahead,
            self.y + self.right_y * right - self.right_x * ahead,
        )


String = list[Place]


class Laid(NamedTuple):
    """All hexsides of one kind on a plan."""

    plan: Plan
    kind: HexsideKind
    edges: list[Edge]

    def lines(self, *, either_way: bool) -> list[String]:
        """The hexsides as lines with round corners."""
        return [_rounded(self.plan, string) for string in strings(self.edges, either_way=either_way)]


def draw_hexsides(plan: Plan) -> Markup:
    """Everything that lies on hexsides, running water below the rest."""
    drawn: dict[str, list[Markup]] = defaultdict(list)
    for kind in plan.board.vocabulary.hexsides:
        edges = _edges(plan, kind)
        if edges:
            drawn[kind.drawing].append(_ART[kind.drawing](Laid(plan, kind, edges)))
    return layer("hexsides", *(markup for art in _ART for markup in drawn[art]))


def _edges(plan: Plan, kind: HexsideKind) -> list[Edge]:
    """The hexsides of a kind, each from the hex that is to lie to its right."""
    board = plan.board
    bit = board.side_kind(kind.name)
    masks = board.faces if kind.directed else board.sides
    found = (divmod(at, 6) for at, mask in enumerate(masks) if mask & bit)
    return [(plan.points[i], d) for i, d in found if kind.directed or _is_lower(plan, i, d)]


def _is_lower(plan: Plan, i: int, d: int) -> bool:
    """Whether a hexside is drawn from this hex: the lower one, or of two on one level the first."""
    board = plan.board
    j = board.grid.neighbours[i * 6 + d]
    return j < 0 or (board.level[i], i) < (board.level[j], j)


def strings(edges: Iterable[Edge], *, either_way: bool = False) -> list[list[Point]]:
    """Hexsides strung together corner to corner; where three meet, strings end.

    Each hexside is followed with its hex to the right, or either way where that makes no difference.
    """
    onward: dict[Point, list[Point]] = defaultdict(list)
    touching: Counter[Point] = Counter()
    for (x, y), d in edges:
        begin, end = ((x + dx, y + dy) for dx, dy in (CORNERS[(d - 1) % 6], CORNERS[d]))
        onward[begin].append(end)
        touching.update((begin, end))
        if either_way:
            onward[end].append(begin)
    arrivals = {end for ends in onward.values() for end in ends}
    heads = [corner for corner in sorted(onward) if touching[corner] != 2 or corner not in arrivals]
    found = []
    for head in [*heads, *sorted(onward)]:
        while onward[head]:
            found.append(_string(head, onward, touching))
    return found


def _string(head: Point, onward: dict[Point, list[Point]], touching: Counter[Point]) -> list[Point]:
    string = [head]
    while onward[string[-1]] and (len(string) == 1 or touching[string[-1]] == 2):
        here = string[-1]
        there = onward[here].pop()
        if here in onward[there]:
            onward[there].remove(here)
        string.append(there)
    return string


def _rounded(plan: Plan, string: list[Point]) -> String:
    """The line through the corners of a string, each turn taken in a small curve."""
    corners = [plan.place(corner) for corner in string]
    closed = string[0] == string[-1]
    turns = [*corners[1:-1], *(corners[:1] if closed else [])]
    line = [] if closed else [corners[0]]
    for n, corner in enumerate(turns, 1):
        before, after = corners[n - 1], corners[n + 1] if n + 1 < len(corners) else corners[1]
        begin, end = _toward(corner, before), _toward(corner, after)
        bend = ((begin[0] + 2 * corner[0] + end[0]) / 4, (begin[1] + 2 * corner[1] + end[1]) / 4)
        line += [begin, bend, end]
    return [*line, line[0]] if closed else [*line, corners[-1]]


def _toward(a: Place, b: Place) -> Place:
    return a[0] + (b[0] - a[0]) * _ROUNDING, a[1] + (b[1] - a[1]) * _ROUNDING


def stands(line: String, apart: float) -> list[Stand]:
    """Places along a line, about so far apart, beginning and ending half as far from its ends."""
    length = sum(dist(a, b) for a, b in pairwise(line))
    count = max(1, round(length / apart))
    gone, due = 0.0, length / count / 2
    found: list[Stand] = []
    for a, b in pairwise(line):
        stretch = dist(a, b)
        while due <= gone + stretch and len(found) < count and stretch > 0:
            part = (due - gone) / stretch
            along = (b[0] - a[0]) / stretch, (b[1] - a[1]) / stretch
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            found.append(Stand(x, y, -along[1], along[0]))
            due += length / count
        gone += stretch
    return found


def _strokes(lines: list[String]) -> str:
    pen = Pen()
    for line in lines:
        pen.stroke(*line)
    return pen.data


def _slope(laid: Laid) -> Markup:
    """A line with hachures down the slope."""
    lines, pen = laid.lines(either_way=False), Pen()
    for line in lines:
        for n, stand in enumerate(stands(line, 4.6)):
            long = Chance(int(stand.x * 10), int(stand.y * 10)).between(5.4, 7.6) + 2.2 * (n % 2)
            pen.shape(stand.off(0, -0.95), stand.off(long), stand.off(0, 0.95))
    return group("slopes", path(pen.data, "hachure"), path(_strokes(lines), "slope"))


def _cliff(laid: Laid) -> Markup:
    """A jagged dark edge, and rock below it."""
    lines, pen = laid.lines(either_way=False), Pen()
    for line in lines:
        for n, stand in enumerate(stands(line, 5.2)):
            long = Chance(int(stand.x * 10), int(stand.y * 10)).between(3.0, 5.0) + 3.4 * (n % 2)
            pen.shape(stand.off(-0.4, -2.1), stand.off(long, 0.6), stand.off(-0.4, 2.1))
    return group("cliffs", path(pen.data, "crag"), path(_strokes(lines), "cliff"))


def _berm(laid: Laid) -> Markup:
    """A heavy bank with teeth: on one side if it is directed, else on both by turns."""
    lines, pen = laid.lines(either_way=not laid.kind.directed), Pen()
    for line in lines:
        for n, stand in enumerate(stands(line, 6.6)):
            side = 1 if laid.kind.directed or n % 2 else -1
            pen.shape(stand.off(side * 1.2, -2.4), stand.off(side * 6.2), stand.off(side * 1.2, 2.4))
    return group("berms", path(pen.data, "teeth"), path(_strokes(lines), "berm"))


def _hedge(laid: Laid) -> Markup:
    """A row of bushes."""
    beads, lights = Pen(), Pen()
    for line in laid.lines(either_way=True):
        for stand in stands(line, 5.4):
            chance = Chance(int(stand.x * 10), int(stand.y * 10))
            x, y = stand.off(chance.between(-0.9, 0.9), chance.between(-0.6, 0.6))
            beads.dot(x, y)
            lights.dot(x - 0.9, y - 1.0)
    return group("hedges", path(beads.data, "hedge"), path(lights.data, "hedge-light"))


def _wall(laid: Laid) -> Markup:
    """Two lines, with piers at the ends."""
    lines, piers = laid.lines(either_way=True), Pen()
    for line in lines:
        for x, y in (line[0], line[-1]):
            piers.dot(x, y)
    data = _strokes(lines)
    return group("walls", path(data, "wall"), path(data, "wall-light"), path(piers.data, "pier"))


def _stream(laid: Laid) -> Markup:
    """Running water along hexsides."""
    data = _flowing(laid.plan, laid.edges)
    return group("streams", path(data, f"bed {laid.kind.drawing}-bed"), path(data, laid.kind.drawing))


def _flowing(plan: Plan, edges: list[Edge]) -> str:
    """Strings as one bend after another, from the middle of each hexside to that of the next."""
    pen = Pen()
    for string in strings(edges, either_way=True):
        corners = [plan.place(corner) for corner in string]
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(corners)]
        pen.move(*corners[0])
        pen.line(middles[0])
        for corner, middle in zip(corners[1:], middles[1:], strict=False):
            pen.quad(corner, middle)
        pen.line(corners[-1])
    return pen.data


def _bridge(laid: Laid) -> Markup:
    """A deck across the hexside, between two parapets."""
    deck, rails = Pen(), Pen()
    for point, d in laid.edges:
        span(laid.plan.middle((point, d)), across(d), deck, rails)
    return group("bridges", path(deck.data, "deck"), path(rails.data, "parapet"))


def across(d: int) -> Place:
    """The way across a hexside, one unit long on the paper."""
    dx, dy = STEPS[d][0] * 1.0, STEPS[d][1] * 3**0.5
    return dx / hypot(dx, dy), dy / hypot(dx, dy)


def span(
    middle: Place, heading: Place, deck: Pen, rails: Pen, *, half: float = 11.0, room: float = 5.2
) -> None:
    """Write a bridge: its deck, and two parapets that turn out at their ends."""
    stand = Stand(*middle, -heading[1], heading[0])
    deck.shape(*(stand.off(room * side, half * end) for side, end in ((-1, -1), (-1, 1), (1, 1), (1, -1))))
    for side in (-1, 1):
        ends = [(room + 3, -half - 3), (room, -half), (room, half), (room + 3, half + 3)]
        rails.stroke(*(stand.off(off * side, ahead) for off, ahead in ends))


Art = Callable[[Laid], Markup]

_ART: dict[str, Art] = {
    "stream": _stream,
    "river": _stream,
    "slope": _slope,
    "cliff": _cliff,
    "hedge": _hedge,
    "berm": _berm,
    "wall": _wall,
    "bridge": _bridge,
}
