"""Hexes: directions, distances, arcs, corners and hexsides, and the numbers printed on a map.

Hexes are flat-topped and their columns run north-south. In pure geometry a hex is a `Hex`: its column q,
and z, counted so that the six steps round a hex are the same everywhere. On the exact integer plane its
centre lies at x = 3q, y = 2z + q, with y growing southward. Halving x and taking y times half the square
root of three gives the true shape, with hexsides of length one. That keeps straight lines straight, so all
tests are made in integers.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec

LETTERS = "ABCDEF"


class Hex(NamedTuple):
    """A hex, or the offset from one hex to another."""

    q: int
    z: int


STEPS: tuple[Hex, ...] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The six unit offsets: A north, B northeast, C southeast, D south, E southwest, F northwest."""

_DIRECTIONS = {unit: d for d, unit in enumerate(STEPS)}
_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


def direction(letter: str) -> int:
    """The direction that a letter of the compass names, 0 to 5."""
    if len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f'"{letter}" is not a direction: one of the letters A to F is wanted')
    return LETTERS.index(letter)


def opposite(d: int) -> int:
    """The direction straight back."""
    return (d + 3) % 6


def turned(d: int, n: int) -> int:
    """The direction n hexsides clockwise of d; a negative n turns the other way."""
    return (d + n) % 6


def step(hex: Hex, d: int) -> Hex:
    """The neighbour in a direction."""
    unit = STEPS[d]
    return Hex(hex.q + unit.q, hex.z + unit.z)


def offset(a: Hex, b: Hex) -> Hex:
    """The way from a to b."""
    return Hex(b.q - a.q, b.z - a.z)


def distance(a: Hex, b: Hex) -> int:
    """How many steps it takes from a to b."""
    dq, dz = b.q - a.q, b.z - a.z
    return max(abs(dq), abs(dz), abs(dq + dz))


def direction_between(a: Hex, b: Hex) -> int | None:
    """The direction from a hex to its neighbour, or None if the two are not adjacent."""
    return _DIRECTIONS.get(offset(a, b))


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at exactly this distance, clockwise from the one due north."""
    if radius < 0:
        raise ValueError(f"a ring cannot have the radius {radius}")
    if radius == 0:
        return [centre]
    found = []
    at = Hex(centre.q, centre.z - radius)
    for d in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            found.append(at)
            at = step(at, d)
    return found


def area(centre: Hex, radius: int) -> list[Hex]:
    """The hexes up to this distance, ring by ring from the centre outward."""
    return [hex for r in range(radius + 1) for hex in ring(centre, r)]


def rotated(offset: Hex, n: int) -> Hex:
    """The offset turned n sixths of a circle clockwise."""
    q, z = offset
    for _ in range(n % 6):
        q, z = -z, q + z
    return Hex(q, z)


class Aspect(Enum):
    """From which part of its surroundings a facing counter is looked at."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


def _depth(facing: int, offset: Hex) -> int:
    """Positive inside the arc of 120 degrees about a direction, zero on its edge, negative outside.

    Each edge of the arc runs through the hexes straight out in a neighbouring direction; the two cross
    products say on which side of the edges the offset lies.
    """
    left, right = STEPS[(facing - 1) % 6], STEPS[(facing + 1) % 6]
    q, z = offset
    return min(left.q * z - left.z * q, q * right.z - z * right.q)


def in_arc(facing: int, offset: Hex) -> bool:
    """Whether a hex lies in the arc of the three front hexes, its edges and the own hex included."""
    return _depth(facing, offset) >= 0


def aspect(facing: int, offset: Hex, *, boundary: Literal["front", "rear"] = "front") -> Aspect:
    """Which aspect a counter turns to what stands at this offset from it.

    Up to 60 degrees from the faced hexside is front, above that up to 120 side, and the rest rear. Exactly 60
    and exactly 120 degrees fall to the aspect nearer the front, or nearer the rear if the boundary is "rear".
    """
    if offset == (0, 0):
        raise ValueError("what stands in the same hex has no bearing, so it sees no aspect")
    least = 0 if boundary == "front" else 1
    if _depth(facing, offset) >= least:
        return Aspect.FRONT
    return Aspect.REAR if _depth(opposite(facing), offset) >= 1 - least else Aspect.SIDE


def front_hexes(hex: Hex, facing: int) -> tuple[Hex, Hex, Hex]:
    """The three hexes in front, from left to right."""
    return step(hex, turned(facing, -1)), step(hex, facing), step(hex, turned(facing, 1))


def centre(hex: Hex) -> tuple[int, int]:
    """Where the middle of a hex lies on the integer plane."""
    return 3 * hex.q, 2 * hex.z + hex.q


def corners(hex: Hex) -> tuple[Vertex, ...]:
    """The six corners clockwise, the one between the sides A and B first."""
    x, y = centre(hex)
    return tuple(Vertex(x + dx, y + dy) for dx, dy in _CORNERS)


class Hexside(NamedTuple):
    """The side that two hexes share, kept as side A, B or C of one of them; `hexside` makes it."""

    hex: Hex
    direction: int

    def hexes(self) -> tuple[Hex, Hex]:
        """The hex that has it as side A, B or C, then the one beyond."""
        return self.hex, step(self.hex, self.direction)

    def ends(self) -> tuple[Vertex, Vertex]:
        """The two corners it joins, clockwise about its own hex."""
        around = corners(self.hex)
        return around[self.direction - 1], around[self.direction]


def hexside(hex: Hex, d: int) -> Hexside:
    """Side d of a hex; the same value comes from the hex on its other side."""
    return Hexside(hex, d) if d < 3 else Hexside(step(hex, d), d - 3)


class Vertex(NamedTuple):
    """A point of the integer plane where three hexes meet."""

    x: int
    y: int

    def hexes(self) -> tuple[Hex, ...]:
        """The three hexes that meet here: those with it as corner AB, CD and EF, or as BC, DE and FA."""
        return tuple(self._hex_with(corner) for corner in self._corners())

    def hexsides(self) -> tuple[Hexside, ...]:
        """The three hexsides that meet here."""
        return tuple(hexside(self._hex_with(corner), corner) for corner in self._corners())

    def _corners(self) -> tuple[int, int, int]:
        # Centres have x divisible by three; every other corner lies one, the rest two beyond such an x.
        return (0, 2, 4) if self.x % 3 == 1 else (1, 3, 5)

    def _hex_with(self, corner: int) -> Hex:
        dx, dy = _CORNERS[corner]
        q = (self.x - dx) // 3
        return Hex(q, (self.y - dy - q) // 2)


class Edges(NamedTuple):
    """The hexes along the four edges of a map; a corner hex belongs to two of them."""

    north: tuple[int, ...]
    south: tuple[int, ...]
    west: tuple[int, ...]
    east: tuple[int, ...]


class Grid(msgspec.Struct, frozen=True, dict=True):
    """The hexes of a printed map, numbered column then row; an index counts them row by row from 0.

    `low` says which printed columns, those with even or with odd numbers, lie half a hex further south than
    the others. The hex in the first column and row is Hex(0, 0). A hex i columns further and r rows down is
    Hex(i, z), with z = r - i // 2 if the first column is one of the higher ones, and z = r - (i + 1) // 2
    if it is a low one.
    """

    columns: int
    rows: int
    low: Literal["even", "odd"]
    first_column: int = 1
    first_row: int = 1
    digits: int = 2

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"a map of {self.columns} columns and {self.rows} rows has no hexes")
        if self.low not in ("even", "odd"):
            raise ValueError(f'"{self.low}" does not say which columns lie low: "even" or "odd" is wanted')
        if self.first_column < 0 or self.first_row < 0:
            raise ValueError("columns and rows are not numbered below 0")
        if max(self._last_column, self._last_row) >= 10**self.digits:
            raise ValueError(f"{self.digits} digits cannot number all columns and rows of this map")

    @property
    def count(self) -> int:
        """How many hexes the map has."""
        return self.columns * self.rows

    @property
    def edges(self) -> Edges:
        """The northernmost and southernmost hex of each column, and the outermost columns."""
        last = self.count - self.columns
        return Edges(
            north=tuple(range(self.columns)),
            south=tuple(range(last, self.count)),
            west=tuple(range(0, self.count, self.columns)),
            east=tuple(range(self.columns - 1, self.count, self.columns)),
        )

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The neighbour of hex i in direction d at place 6 * i + d, or -1 where that is off the map."""
        return tuple(self.at(step(self.hex(i), d)) for i in range(self.count) for d in range(6))

    def index(self, column: int, row: int) -> int:
        """The hex with this printed column and row."""
        return self._index(f"column {column}, row {row}", column, row)

    def name(self, index: int) -> str:
        """The number printed in a hex."""
        row, column = divmod(index, self.columns)
        return f"{self._printed(column + self.first_column)}{self._printed(row + self.first_row)}"

    def find(self, name: str) -> int:
        """The hex with this printed number."""
        if len(name) != 2 * self.digits or not (name.isascii() and name.isdigit()):
            raise ValueError(
                f'"{name}" is not a hex number: {2 * self.digits} digits are wanted, column then row, '
                f"such as {self.name(0)}"
            )
        return self._index(name, int(name[: self.digits]), int(name[self.digits :]))

    def hex(self, index: int) -> Hex:
        """Where a hex of the map lies in pure geometry."""
        row, q = divmod(index, self.columns)
        return Hex(q, row - (q + self._shift) // 2)

    def at(self, hex: Hex) -> int:
        """The hex of the map that lies there, or -1 off the map."""
        q, z = hex
        row = z + (q + self._shift) // 2
        return row * self.columns + q if 0 <= q < self.columns and 0 <= row < self.rows else -1

    def distance(self, i: int, j: int) -> int:
        """How many steps it takes from one hex of the map to another."""
        qs, zs = self._axes
        dq, dz = qs[j] - qs[i], zs[j] - zs[i]
        if (dq < 0) == (dz < 0):
            return abs(dq + dz)
        return max(abs(dq), abs(dz))

    def canonical(self, index: int, d: int) -> tuple[int, int]:
        """A hexside as side A, B or C of one of its hexes; at the edge of the map it may stay D, E or F."""
        other = self.neighbours[6 * index + d]
        return (index, d) if d < 3 or other < 0 else (other, d - 3)

    def hexside_name(self, index: int, d: int) -> str:
        """The one name of a hexside, such as 0923A, whichever of its hexes it is seen from."""
        owner, side = self.canonical(index, d)
        return self.name(owner) + LETTERS[side]

    def find_hexside(self, text: str) -> tuple[int, int]:
        """The hex and direction that 0923A or 0923-0922 names, as seen from the hex that is written first."""
        if text[-1:].isalpha():
            return self.find(text[:-1]), direction(text[-1])
        if "-" not in text:
            raise ValueError(
                f'"{text}" is not a hexside: a hex number and a letter are wanted, or two hex numbers, '
                f"such as {self.name(0)}A"
            )
        index, other = (self.find(name) for name in text.split("-", 1))
        d = direction_between(self.hex(index), self.hex(other))
        if d is None:
            raise ValueError(f"{text} is not a hexside: the two hexes are not adjacent")
        return index, d

    def vertex_name(self, vertex: Vertex) -> str:
        """The one name of a corner, such as 0923AB for the corner between the sides A and B of 0923."""
        owners = [(corners(hex).index(vertex), self.at(hex)) for hex in vertex.hexes()]
        corner, index = min(((corner, i) for corner, i in owners if i >= 0), default=(0, -1))
        if index < 0:
            raise ValueError(f"the vertex at {vertex.x}, {vertex.y} is off the map")
        return self.name(index) + LETTERS[corner] + LETTERS[turned(corner, 1)]

    @property
    def _last_column(self) -> int:
        return self.first_column + self.columns - 1

    @property
    def _last_row(self) -> int:
        return self.first_row + self.rows - 1

    @cached_property
    def _shift(self) -> int:
        """1 if the first column is one of those that lie low, else 0."""
        return int(self.first_column % 2 == (1 if self.low == "odd" else 0))

    @cached_property
    def _axes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All q and all z by index, for quick distances."""
        places = [self.hex(i) for i in range(self.count)]
        return tuple(hex.q for hex in places), tuple(hex.z for hex in places)

    def _printed(self, number: int) -> str:
        return f"{number:0{self.digits}}"

    def _index(self, place: str, column: int, row: int) -> int:
        """The hex with these printed numbers; a refusal speaks of the place as the player wrote it."""
        faults = [
            f"{what} run from {self._printed(first)} to {self._printed(last)}"
            for what, number, first, last in (
                ("columns", column, self.first_column, self._last_column),
                ("rows", row, self.first_row, self._last_row),
            )
            if not first <= number <= last
        ]
        if faults:
            raise ValueError(f"{place} is off the map: {' and '.join(faults)}")
        return (row - self.first_row) * self.columns + column - self.first_column
