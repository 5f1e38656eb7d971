"""The plan of a sheet: where each hex lies on the paper, where the paper ends, and what ground shows where.

Points of the exact integer plane (see `sandtable.hexes`) are pairs of whole numbers; places on the paper are
pairs of floats, x growing eastward and y southward. The neat line frames the ground; where it leaves room
beyond the outermost hexes, the ground of the nearest hex runs on, as on a printed sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from sandtable import hexes
from sandtable.boards.board import Board
from sandtable.boards.sheet import NO_HEX
from sandtable.hexes import Hex

ACROSS = 20.0
"""How far one step of X reaches on the paper; a hexside is two of them long."""
DOWN = 10 * sqrt(12)
"""How far one step of Y reaches; a hex is two of them high."""
HEAD, SIDE, FOOT = 88.0, 54.0, 66.0
"""The margins around the neat line: above it, beside it, and below. They grow with the sheet."""
_USUAL, _LARGEST = 1900.0, 1.7

Point = tuple[int, int]
Place = tuple[float, float]
Edge = tuple[Point, int]
"""A hexside as seen from one of its hexes: the point of that hex, and the direction."""

STEPS: tuple[Point, ...] = tuple(hexes.centre(unit) for unit in hexes.STEPS)
CORNERS: tuple[Point, ...] = tuple((corner.x, corner.y) for corner in hexes.corners(Hex(0, 0)))

_RUN_ON = 2
"""How many hexes the ground runs on beyond the outermost ones: enough to fill the corners of any frame."""


class Frame(NamedTuple):
    """The neat line around the ground."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def holds(self, place: Place, room: float = 0.0) -> bool:
        """Whether a place lies inside, at least so far from the line."""
        x, y = place
        return self.left + room <= x <= self.right - room and self.top + room <= y <= self.bottom - room


class Plan:
    """Where everything on a board lies on the paper.

    `points` are the hexes on the integer plane, and `ground` says for each point that shows ground which hex
    it is like: itself, or the nearest one where it lies beyond the outermost hexes.
    """

    __slots__ = ("_art", "_north", "_west", "board", "frame", "ground", "points", "present", "scale")

    def __init__(self, board: Board) -> None:
        self.board = board
        self.points: list[Point] = [hexes.centre(board.grid.hex(i)) for i in range(board.count)]
        self.present: list[int] = [i for i in range(board.count) if board.terrain[i] != NO_HEX]
        if not self.present:
            raise ValueError(f"{board.title} has no hex, so there is nothing to draw")
        self._art = [terrain.drawing for terrain in board.vocabulary.terrains]
        west, east, north, south = self._extent()
        self._west, self._north = west, north
        width, height = (east - west) * ACROSS, (south - north) * DOWN
        self.scale = min(max(width / _USUAL, 1.0), _LARGEST)
        left, top = SIDE * self.scale, HEAD * self.scale
        self.frame = Frame(left, top, left + width, top + height)
        self.ground = _ground(board)

    @property
    def size(self) -> Place:
        """How wide and high the paper is."""
        return self.frame.right + SIDE * self.scale, self.frame.bottom + FOOT * self.scale

    def place(self, point: tuple[float, float]) -> Place:
        """Where a point of the plane lies on the paper."""
        frame = self.frame
        return frame.left + (point[0] - self._west) * ACROSS, frame.top + (point[1] - self._north) * DOWN

    def centre(self, i: int) -> Place:
        """The middle of a hex."""
        return self.place(self.points[i])

    def corner(self, point: Point, k: int) -> Place:
        """A corner of the hex at a point, the one between the sides A and B being 0."""
        dx, dy = CORNERS[k % 6]
        return self.place((point[0] + dx, point[1] + dy))

    def outline(self, point: Point) -> list[Place]:
        """The six corners of the hex at a point, clockwise."""
        return [self.corner(point, k) for k in range(6)]

    def middle(self, edge: Edge) -> Place:
        """The middle of a hexside."""
        (x, y), d = edge
        dx, dy = STEPS[d]
        return self.place((x + dx / 2, y + dy / 2))

    def id(self, what: str) -> str:
        """An id that two maps on one page do not share."""
        return re.sub("[^a-z0-9]+", "-", f"{self.board.game}-{self.board.name}-{what}")

    def drawing(self, i: int) -> str:
        """How the terrain of a hex is drawn."""
        return self._art[self.board.terrain[i]]

    def where(self, wanted: Callable[[int], bool]) -> set[Point]:
        """The points that show ground of the hexes that are wanted."""
        return {point for point, i in self.ground.items() if wanted(i)}

    def _extent(self) -> tuple[int, int, int, int]:
        """West, east, north and south end: whole hexes are inside, and the line runs through half ones."""
        partial = self.board.partial
        across = [(self.points[i][0], 0 if i in partial else 2) for i in self.present]
        down = [(self.points[i][1], 0 if i in partial else 1) for i in self.present]
        return (
            min(x - room for x, room in across),
            max(x + room for x, room in across),
            min(y - room for y, room in down),
            max(y + room for y, room in down),
        )


@lru_cache(maxsize=8)
def plan_of(board: Board) -> Plan:
    """The plan of a board, made once."""
    return Plan(board)


def hex_centre(board: Board, index: int) -> Place:
    """The middle of a hex in the coordinates of the drawing."""
    return plan_of(board).centre(index)


def hex_outline(board: Board, index: int) -> tuple[Place, ...]:
    """The six corners of a hex in the coordinates of the drawing, clockwise from the one between A and B."""
    plan = plan_of(board)
    return tuple(plan.outline(plan.points[index]))


def _ground(board: Board) -> dict[Point, int]:
    columns, rows = board.grid.columns, board.grid.rows
    found: dict[Point, int] = {}
    for row in range(-_RUN_ON, rows + _RUN_ON):
        for column in range(-_RUN_ON, columns + _RUN_ON):
            like = min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)
            if board.terrain[like] != NO_HEX:
                found[_point(board, column, row)] = like
    return found


def _point(board: Board, column: int, row: int) -> Point:
    """The point of the hex in a column and row, counted from 0, also beyond the edges of the map."""
    first_is_low = (board.grid.first_column % 2 == 1) == (board.grid.low == "odd")
    return 3 * column, 2 * row + (column + first_is_low) % 2 - first_is_low
