"""One line of sight between two hexes, and why and where it is blocked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from operator import not_
from typing import NamedTuple

from sandtable.boards.board import Board
from sandtable.boards.sight.kernel import Kernel, Plane
from sandtable.boards.sight.survey import Layer, Survey
from sandtable.hexes import Hex, centre, distance
from sandtable.rays import ray_between


class Sight(NamedTuple):
    """Whether one hex is seen from another; if not, by which case and where the line is first blocked.

    Where it runs along a hexside, both that hexside and a hex beside it are named. Where the two ends alone
    block it, neither is.
    """

    clear: bool
    case: str = ""
    at: int | None = None
    side: tuple[int, int] | None = None
    reason: str = ""


def trace(board: Board, kernel: Kernel, a: int, b: int) -> Sight:
    """What the kernel says of the line from one hex to another, with the reason."""
    return sight_between(Survey(board, kernel), a, b)


def sight_between(survey: Survey, a: int, b: int) -> Sight:
    """The same, for those who look at many lines of one board."""
    if not (survey.present[a] and survey.present[b]):
        return Sight(False, reason="there is no hex at one end")
    if a == b:
        return Sight(True)
    line = OneLine(survey, a, b)
    kernel = survey.kernel
    found = next(_blocking(kernel, line), None)
    if found is not None:
        return _placed(kernel, line, *found)
    if kernel.reach is not None and line.distance > kernel.reach:
        return Sight(False, reason=f"nothing is seen further than {kernel.reach} hexes away")
    return Sight(True)


def clear_between(survey: Survey, a: int, b: int) -> bool:
    """Is the line between two different hexes clear? For those who need no reason."""
    line, kernel = OneLine(survey, a, b), survey.kernel
    near = kernel.reach is None or line.distance <= kernel.reach
    return near and survey.present[a] and survey.present[b] and next(_blocking(kernel, line), None) is None


def _blocking(kernel: Kernel, line: OneLine) -> Iterator[tuple[str, str]]:
    """Case and reason of everything that blocks a line, in the order of the rule."""
    for case, reason, holds in kernel.obstacles(line, *kernel.parameters):
        if holds:
            yield case, reason


def _placed(kernel: Kernel, line: OneLine, case: str, reason: str) -> Sight:
    """Where the line is blocked: at the first thing met with which the same reason already holds."""
    met = next(n for n in range(line.length + 1) if (case, reason) in _blocking(kernel, line.cut(n)))
    at, side = line.place(met)
    return Sight(False, case, at, side, reason)


class _Thing(NamedTuple):
    """Something that the line meets: a hex, a hexside that it crosses, or a hexside that it runs along."""

    advance: int
    """How far along the line it lies."""
    nearer: int
    """Negative if it is nearer to the start, positive if nearer to the end."""
    crossed: bool
    """Whether it is a hexside crossed, so that no hex counts here."""
    hexes: tuple[int, ...]
    """The hexes that count and are on the board: one, or those beside a hexside that the line runs along."""
    face: int
    """Where the hexside stands in a plane, or -1 if there is none."""


class _OneStretch:
    """The hexes or hexsides of one sort on one line: for each of them where its values stand in a plane."""

    def __init__(self, layer: Layer, places: Sequence[tuple[int, ...]]) -> None:
        self._layer = layer
        self._places = places

    def any(self, plane: str) -> bool:
        return any(self._values(plane))

    def total(self, plane: str) -> int:
        return sum(self._values(plane))

    def highest(self, plane: str) -> int:
        return max(self._values(plane), default=self._layer.beneath(plane))

    def _values(self, plane: str) -> list[int]:
        return [_value(self._layer.plane(plane), places) for places in self._places]


class _OnePart:
    """Some of the things that one line meets."""

    def __init__(self, survey: Survey, things: Sequence[_Thing]) -> None:
        self._survey = survey
        self._things = things

    @property
    def hexes(self) -> _OneStretch:
        return _OneStretch(self._survey.hexes, [thing.hexes for thing in self._things if thing.hexes])

    @property
    def crossed(self) -> _OneStretch:
        return self._sides(crossed=True)

    @property
    def along(self) -> _OneStretch:
        return self._sides(crossed=False)

    def _sides(self, crossed: bool) -> _OneStretch:
        faces = [(thing.face,) for thing in self._things if thing.face >= 0 and thing.crossed == crossed]
        return _OneStretch(self._survey.hexsides, faces)


class _OneStation:
    """A hex or pair on one line."""

    def __init__(self, survey: Survey, thing: _Thing) -> None:
        self._survey = survey
        self._hexes = thing.hexes
        self.nearer_start = thing.nearer < 0
        self.nearer_end = thing.nearer > 0

    def value(self, plane: str) -> int:
        return _value(self._survey.hexes.plane(plane), self._hexes) if self._hexes else 0


class OneLine(_OnePart):
    """A single line, for which every number of the kernel is a plain int."""

    def __init__(self, survey: Survey, a: int, b: int) -> None:
        self._ends = a, b
        self.distance = survey.grid.distance(a, b)
        super().__init__(survey, sorted(_things_met(survey, survey.grid.hex(a), survey.grid.hex(b))))

    @property
    def length(self) -> int:
        """How many things the line meets."""
        return len(self._things)

    def cut(self, n: int) -> OneLine:
        """The line between the same ends as if it met only the first n things."""
        line = copy(self)
        line._things = self._things[:n]
        return line

    def place(self, n: int) -> tuple[int | None, tuple[int, int] | None]:
        """The hex and the hexside of the nth thing, counted from 1; before the first there is none."""
        if n == 0:
            return None, None
        thing = self._things[n - 1]
        at = thing.hexes[0] if thing.hexes else None
        return at, None if thing.face < 0 else self._survey.grid.canonical(*divmod(thing.face, 6))

    @property
    def near(self) -> _OnePart:
        return _OnePart(self._survey, [thing for thing in self._things if thing.nearer < 0])

    @property
    def far(self) -> _OnePart:
        return _OnePart(self._survey, [thing for thing in self._things if thing.nearer > 0])

    def start(self, plane: str) -> int:
        return self._survey.hexes.plane(plane).values[self._ends[0]]

    def end(self, plane: str) -> int:
        return self._survey.hexes.plane(plane).values[self._ends[1]]

    def stations(self) -> Iterator[_OneStation]:
        return (_OneStation(self._survey, thing) for thing in self._things if not thing.crossed)

    higher = staticmethod(max)
    lower = staticmethod(min)
    no = staticmethod(not_)

    @staticmethod
    def choose(flag: int, a: int, b: int) -> int:
        return a if flag else b


def _value(plane: Plane, places: tuple[int, ...]) -> int:
    pick = min if plane.beside == "lower" else max
    return pick(plane.values[place] for place in places)


def _things_met(survey: Survey, start: Hex, end: Hex) -> Iterator[_Thing]:
    """What the line meets, without the end hexes and their hexsides."""
    line, ends = ray_between(start, end), (start, end)
    for station in line.stations:
        if len(station) == 1:
            yield _Thing(*_position(ends, station), False, _held(survey, station), -1)
    for side in line.along:
        yield _Thing(*_position(ends, side.hexes()), False, _held(survey, side.hexes()), survey.face(side))
    for side in line.crossed:
        if start not in side.hexes() and end not in side.hexes():
            yield _Thing(*_position(ends, side.hexes()), True, (), survey.face(side))


def _held(survey: Survey, hexes: tuple[Hex, ...]) -> tuple[int, ...]:
    return tuple(survey.grid.at(hex) for hex in hexes if survey.holds(hex))


def _position(ends: tuple[Hex, Hex], about: tuple[Hex, ...]) -> tuple[int, int]:
    """How far along the line the middle of one hex or of two lies, and to which end it is nearer.

    The first is a scalar product, doubled; as the plane of integers is squeezed, it counts y three times.
    """
    (x0, y0), (x1, y1) = map(centre, ends)
    along = [(x - x0) * (x1 - x0) + 3 * (y - y0) * (y1 - y0) for x, y in map(centre, about)]
    nearer = sum(distance(ends[0], hex) - distance(ends[1], hex) for hex in about)
    return sum(along) * 2 // len(along), nearer
