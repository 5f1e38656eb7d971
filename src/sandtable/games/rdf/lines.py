"""The rule for one line of sight: four levels of ground, seen from the ground and from the air [7.1] [7.3].

A unit looks from the level of its hex, a helicopter from one level higher at medium altitude and two at high
[14.23] [14.24]. Units never stand in the way [7.41].
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from sandtable.boards import Board
from sandtable.boards.sight import Kernel, Line, Numbers, Obstacles, Plane, Planes
from sandtable.games.rdf.charts import CHARTS

PLATEAU = 4
"""The level of the plateaus from whose middle one does not see down [7.14]."""

COUNTED = ("cultivated", "village", "broken")
"""The terrains of which only so many hexes may lie on a line [7.2]."""


@cache
def kernel(height: int, other: int, missile: bool = False, smoke: tuple[int, ...] = ()) -> Kernel:
    """The rule for lines from one height to another, for missiles if they are to fly along it, with smoke."""
    return Kernel("rdf", 1, planes, obstacles, (height, other, missile, *smoke), mutual=height == other)


def planes(board: Board, _height: int, _other: int, _missile: bool, *smoke: int) -> Planes:
    """The ground, how high it is to look over, smoke included, and the terrains that count [8.41]."""
    level = board.level.copy()
    for hex in smoke:
        level[hex] += 1
    return Planes({"level": Plane(level, beside="lower"), **_ground(board)})


@lru_cache(16)
def _ground(board: Board) -> dict[str, Plane]:
    """What smoke does not change; beside a hexside a property counts if both hexes have it."""
    lying = {name: _lying(board, name) for name in COUNTED}
    pairs = zip(lying["cultivated"], lying["village"], strict=True)
    properties = {**lying, "cover": [fields | houses for fields, houses in pairs], "ground": board.level}
    return {name: Plane(values, beside="lower") for name, values in properties.items()}


def _lying(board: Board, name: str) -> list[int]:
    wanted = board.terrain_named(name)
    return [int(terrain == wanted) for terrain in board.terrain]


def obstacles(line: Line, height: int, other: int, missile: bool, *_: int) -> Obstacles:
    """What blocks a line: ground by difference in level, and terrain [7.11] [7.12] [7.13] [7.14] [7.2]."""
    start, end = line.start("ground") + height, line.end("ground") + other
    high, rising = line.higher(start, end), start < end
    apart = high - line.lower(start, end)
    level, sloping = apart == 0, (apart > 0) & (apart < 3)
    top = line.hexes.highest("level")
    yield "7.12", "ground as high as the higher end lies between", sloping & (top >= high)
    yield "7.11", "higher ground lies between", level & (top > high)
    yield from _terrain_between(line, level, sloping)
    below = line.choose(rising, line.near.hexes.highest("level"), line.far.hexes.highest("level"))
    yield "7.13", "a rise lies nearer to the lower end", (apart == 2) & (below > high - 2)
    if missile:
        covered = (apart < 3) & line.hexes.any("cover")
        yield "9.8", "a missile does not fly through a village or fields", covered
    if height == other == 0 and line.distance > 2:
        # Only from the ground at level 4 to the ground at level 1 are there three levels to look down.
        hidden = (apart > 2) & _far_back(line, rising)
        yield "7.14", "the edge of the plateau is more than one hex away", hidden


def _terrain_between(line: Line, level: Numbers, sloping: Numbers) -> Obstacles:
    """Too much of a terrain; over three levels and more nobody asks for it [7.21] [7.22] [7.23]."""
    for name in COUNTED:
        crossed = line.hexes.total(name)
        yield "7.21", f"too many {name} hexes lie between", level & (crossed > _most(name, 0))
        yield "7.22", f"too many {name} hexes lie between", sloping & (crossed > _most(name, 1))


@cache
def _most(name: str, apart: int) -> int:
    """How many hexes of a terrain a line may cross, by the difference in level."""
    most: int = getattr(CHARTS.sight.limits[apart], name)
    return most


def _far_back(line: Line, rising: Numbers) -> Numbers:
    """Whether the two hexes next to the higher end lie on its plateau [7.14]."""
    plateau = [station.value("level") >= PLATEAU for station in line.stations()]
    if len(plateau) < 2:
        return False
    return line.choose(rising, plateau[-1] & plateau[-2], plateau[0] & plateau[1])


class _Cloud:
    """A line on which nothing lies but one cloud: in the near half, the far, or between."""

    distance = 2
    higher, lower = max, min

    def __init__(self, start: int, end: int, top: int, half: int) -> None:
        self._ends = start, end
        self.hexes = _Cloudy(top)
        self.near = SimpleNamespace(hexes=_Cloudy(top if half < 0 else -1))
        self.far = SimpleNamespace(hexes=_Cloudy(top if half > 0 else -1))

    def start(self, plane: str) -> int:
        return self._ends[0]

    def end(self, plane: str) -> int:
        return self._ends[1]

    def choose(self, flag: bool, a: int, b: int) -> int:
        return a if flag else b


class _Cloudy(NamedTuple):
    """The hexes of such a line: as high as the cloud, and no terrain."""

    top: int

    def any(self, plane: str) -> bool:
        return False

    def total(self, plane: str) -> int:
        return 0

    def highest(self, plane: str) -> int:
        return self.top


@cache
def cloud_hides(start: int, end: int, top: int, half: int) -> bool:
    """Whether a cloud so high hides two ends less than three levels apart that see each other without it.

    It lies nearer to the start (-1), to the end (1), or between [8.41] [8.42].
    """
    line: Any = _Cloud(start, end, top, half)
    return any(holds for _, _, holds in obstacles(line, 0, 0, False))
