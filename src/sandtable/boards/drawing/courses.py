"""The courses of roads, railways and rivers: from the strokes of a map to smooth curves on the paper."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.chance import Chance
from sandtable.boards.drawing.plan import STEPS, Place, Plan
from sandtable.boards.drawing.svg import Pen
from sandtable.boards.sheet import Run
from sandtable.boards.vocabulary import PathClass
from sandtable.hexes import direction_between

Node = int
"""A hex; or the hexside by which a course leaves the map, as -1 - (6 * hex + direction)."""

_EASE = 0.7
"""How far a bend cuts the corner at the middle of a hex if nothing branches off there; no road zigzags."""
_WANDER = {"road": 1.6, "rail": 0.6, "water": 5.0}
"""How far a course strays from the middle of its hexes and hexsides."""
_APART = {"road": -4.0, "rail": 7.0, "water": 11.0}
"""Where several families cross the same hexside, each goes so far to one side of its middle."""
_PIECES = (0.25, 0.5, 0.75, 1.0)


class Course(NamedTuple):
    """One curve: its class, its name, and the places it runs through."""

    path: PathClass
    name: str
    nodes: tuple[Node, ...]
    through: tuple[Place, ...]

    def passing(self, i: int) -> tuple[Place, Place] | None:
        """The place at which it passes a hex, and its way there, one unit long; or None if it does not."""
        if i not in self.nodes:
            return None
        n = 2 * self.nodes.index(i)
        before, after = self.through[max(n - 1, 0)], self.through[min(n + 1, len(self.through) - 1)]
        length = dist(before, after)
        return self.through[n], ((after[0] - before[0]) / length, (after[1] - before[1]) / length)

    @property
    def line(self) -> BaseGeometry:
        """The curve as a line to reckon with."""
        return shapely.LineString(along(self.through))


def courses(plan: Plan) -> list[Course]:
    """All courses of a board, in the order in which its vocabulary lists their classes."""
    board = plan.board
    found: list[tuple[PathClass, str, tuple[Node, ...]]] = []
    for path in board.vocabulary.paths:
        strokes = _joined(_strokes(run for run in board.path_runs if run.path == path.name))
        found.extend((path, name, nodes) for name, nodes in strokes)
    surveyor = _Surveyor(plan, [(path.family, nodes) for path, _, nodes in found])
    return [
        Course(path, name, nodes, tuple(surveyor.through(path.family, nodes))) for path, name, nodes in found
    ]


Stroke = tuple[str, tuple[Node, ...]]


def _strokes(runs: Iterable[Run]) -> list[Stroke]:
    """The strokes of one class; what has been drawn before is not drawn again."""
    drawn: set[frozenset[Node]] = set()
    found: list[Stroke] = []
    for run in runs:
        stroke: list[Node] = []
        for a, b in pairwise(_nodes(run)):
            if frozenset((a, b)) in drawn:
                found.append((run.name, tuple(stroke)))
                stroke = []
            else:
                stroke = [*(stroke or [a]), b]
                drawn.add(frozenset((a, b)))
        found.append((run.name, tuple(stroke)))
    return [stroke for stroke in found if stroke[1]]


def _nodes(run: Run) -> list[Node]:
    ways = [
        [-1 - (run.hexes[end] * 6 + d)] if d >= 0 else [] for end, d in ((0, run.enters), (-1, run.leaves))
    ]
    return [*ways[0], *run.hexes, *ways[1]]


def _joined(strokes: list[Stroke]) -> list[Stroke]:
    """The strokes, each joined to the next where just two of them end in one hex and none goes through it.

    Two that have names of their own stay two, so that each bears its name.
    """
    used = Counter(node for _, nodes in strokes for node in nodes)
    ends = Counter(node for _, nodes in strokes for node in (nodes[0], nodes[-1]))
    meets = {node for node, times in ends.items() if times == 2 == used[node] and node >= 0}
    waiting, found = list(strokes), []
    while waiting:
        name, nodes = waiting.pop(0)
        while partner := next((other for other in waiting if _fits((name, nodes), other, meets)), None):
            waiting.remove(partner)
            name, nodes = name or partner[0], _tied(nodes, partner[1], meets)
        found.append((name, nodes))
    return found


def _fits(a: Stroke, b: Stroke, meets: set[Node]) -> bool:
    """Do they meet, and go by one name or at most one of them by any?"""
    (name, nodes), (other, beyond) = a, b
    alike = not name or not other or name == other
    return alike and bool({nodes[0], nodes[-1]} & {beyond[0], beyond[-1]} & meets)


def _tied(a: tuple[Node, ...], b: tuple[Node, ...], meets: set[Node]) -> tuple[Node, ...]:
    """Two strokes as one, through an end that they share."""
    if not (a[-1] in meets and a[-1] in (b[0], b[-1])):
        a = a[::-1]
    return a + (b[1:] if b[0] == a[-1] else b[-2::-1])


class _Surveyor:
    """Lays courses so that all that meet in a hex meet in one place, and families keep apart on hexsides."""

    def __init__(self, plan: Plan, strokes: list[tuple[str, tuple[Node, ...]]]) -> None:
        self._plan = plan
        self._branches: dict[tuple[str, Node], set[Node]] = defaultdict(set)
        self._crossed: dict[frozenset[Node], set[str]] = defaultdict(set)
        for family, nodes in strokes:
            for a, b in pairwise(nodes):
                self._branches[family, a].add(b)
                self._branches[family, b].add(a)
                self._crossed[frozenset((a, b))].add(family)

    def through(self, family: str, nodes: tuple[Node, ...]) -> list[Place]:
        """The places that a course runs through: the middles of hexes, and of the hexsides between them."""
        found = [self._node(family, nodes[0])]
        for a, b in pairwise(nodes):
            found += [self._crossing(family, a, b), self._node(family, b)]
        return found

    def _node(self, family: str, node: Node) -> Place:
        if node < 0:
            return self._off_map(family, node)
        x, y = self._plan.centre(node)
        near = sorted(self._branches[family, node])
        if len(near) != 2:
            return x, y
        sides = [self._crossing(family, node, other) for other in near]
        chance, far = Chance(*self._plan.points[node]), _WANDER[family]
        shared = all(len(self._crossed[frozenset((node, other))]) > 1 for other in near)
        ease = 1.0 if shared else _EASE
        dx, dy = (sum(side[n] for side in sides) / 2 - (x, y)[n] for n in (0, 1))
        return x + dx * ease + chance.between(-far, far), y + dy * ease + chance.between(-far, far)

    def _crossing(self, family: str, a: Node, b: Node) -> Place:
        """Where a course crosses the hexside between two hexes, the same from both, or runs off the map."""
        if min(a, b) < 0:
            i, d = divmod(-1 - min(a, b), 6)
            return self._plan.middle((self._plan.points[i], d))
        a, b = min(a, b), max(a, b)
        grid = self._plan.board.grid
        d = direction_between(grid.hex(a), grid.hex(b)) or 0
        x, y = self._plan.middle((self._plan.points[a], d))
        (x1, y1), (x2, y2) = (self._plan.corner(self._plan.points[a], k) for k in (d - 1, d))
        far = Chance(a, b).between(-1, 1) * _WANDER[family]
        if len(self._crossed[frozenset((a, b))]) > 1:
            far = _APART[family]
        length = dist((x1, y1), (x2, y2))
        return x + (x2 - x1) / length * far, y + (y2 - y1) / length * far

    def _off_map(self, family: str, node: Node) -> Place:
        """A place beyond the edge: the hexside where the course leaves, and as far again."""
        i, d = divmod(-1 - node, 6)
        x, y = self._plan.points[i]
        dx, dy = STEPS[d]
        return self._plan.place((x + dx * 1.1, y + dy * 1.1))


def write_curve(pen: Pen, through: tuple[Place, ...]) -> None:
    """A smooth curve through all places: at each, it runs parallel to the line between those beside it."""
    pen.move(*through[0])
    for first, second, end in _bends(through):
        pen.curve(first, second, end)


def along(through: tuple[Place, ...]) -> list[Place]:
    """Points close together along the same curve."""
    found = [through[0]]
    for first, second, end in _bends(through):
        begin = found[-1]
        found.extend(_on_curve(begin, first, second, end, t) for t in _PIECES)
    return found


def _bends(through: tuple[Place, ...]) -> list[tuple[Place, Place, Place]]:
    """For each stretch of the curve, the two places it bends toward, and its end (a Catmull-Rom spline)."""
    padded = (through[0], *through, through[-1])
    return [
        (
            (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6),
            (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6),
            c,
        )
        for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False)
    ]


def _on_curve(a: Place, b: Place, c: Place, d: Place, t: float) -> Place:
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    x, y = (sum(w * p[n] for w, p in zip(weights, (a, b, c, d), strict=True)) for n in (0, 1))
    return x, y
