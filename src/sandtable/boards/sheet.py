"""The sheet: everything that stands on a map, as plain data."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.boards.vocabulary import Vocabulary
from sandtable.hexes import LETTERS, Grid, opposite

NO_HEX = -1
"""In the place of a terrain: the sheet has no hex here."""

COMPASS = ("north", "east", "south", "west")

Source = Literal["printed", "reconstructed", "invented"]
SOURCES: tuple[Source, ...] = ("printed", "reconstructed", "invented")
"""Where a map or a fact on it comes from, the most trustworthy first."""


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What stands at the top of a map: its names, where it comes from, its heights and its edges.

    A hex of level n lies `base + n * contour` units high. `edges` has the names that a game gives to edges of
    the map, by point of the compass. Half hexes at the edges are in play unless `partials_playable` is off.
    """

    game: str
    name: str
    title: str
    source: Source
    reason: str
    contour: int = 0
    unit: str = "m"
    base: int = 0
    edges: dict[str, str] = {}
    partials_playable: bool = True


class Run(msgspec.Struct, frozen=True):
    """One stroke of a road, railway or river, from hex to hex.

    `enters` and `leaves` are the hexsides of the first and the last hex by which it runs off the map, or -1.
    """

    path: str
    name: str
    hexes: tuple[int, ...]
    enters: int = -1
    leaves: int = -1


class Entry(msgspec.Struct, frozen=True):
    """Hexes of one edge where units come in or leave; the edge is a point of the compass."""

    hexes: tuple[int, ...]
    edge: str


class Note(msgspec.Struct, frozen=True):
    """Where a fact comes from, and of which hexes it speaks (of the whole map, if of none)."""

    source: Source
    hexes: tuple[int, ...]
    words: str


class Sheet(msgspec.Struct, kw_only=True):
    """All that stands on a map. Lists over hexsides have six places a hex, in the order of the directions.

    `sides` holds the kinds of hexside as bits, the same from both hexes; `faces` only the directed kinds, and
    only in the hex on whose side they lie; `paths` the classes of path that cross, from both hexes.
    """

    heading: Heading
    vocabulary: Vocabulary
    grid: Grid
    names: list[str]
    numbers: dict[str, int]
    terrain: list[int]
    level: list[int]
    sides: list[int]
    faces: list[int]
    paths: list[int]
    partial: set[int] = set()
    steep: set[int] = set()
    marks: dict[str, set[int]] = {}
    runs: list[Run] = []
    buildings: dict[str, tuple[int, ...]] = {}
    places: dict[str, tuple[int, ...]] = {}
    entries: dict[str, Entry] = {}
    notes: list[Note] = []

    def copy(self) -> Sheet:
        """A sheet of its own that can be changed; what never changes is shared."""
        return msgspec.structs.replace(
            self,
            terrain=self.terrain.copy(),
            level=self.level.copy(),
            sides=self.sides.copy(),
            faces=self.faces.copy(),
            paths=self.paths.copy(),
            partial=self.partial.copy(),
            steep=self.steep.copy(),
            marks={name: hexes.copy() for name, hexes in self.marks.items()},
            runs=self.runs.copy(),
            buildings=self.buildings.copy(),
            places=self.places.copy(),
            entries=self.entries.copy(),
            notes=self.notes.copy(),
        )

    def beyond(self, i: int, d: int) -> int:
        """The hex on the other side of a hexside, or -1 where the sheet has none."""
        j = self.grid.neighbours[i * 6 + d]
        return j if j >= 0 and self.terrain[j] != NO_HEX else -1

    def in_play(self, i: int) -> bool:
        """Whether the sheet has a hex here that units may stand in."""
        return self.terrain[i] != NO_HEX and (self.heading.partials_playable or i not in self.partial)

    def edge(self, point: str) -> tuple[int, ...]:
        """The outermost hexes in play of each column, or each row, toward a point of the compass."""
        columns, count = self.grid.columns, self.grid.count
        if point in ("north", "south"):
            lines = [range(first, count, columns) for first in range(columns)]
        else:
            lines = [range(first, first + columns) for first in range(0, count, columns)]
        inward = 1 if point in ("north", "west") else -1
        outermost = (next(filter(self.in_play, line[::inward]), -1) for line in lines)
        return tuple(i for i in outermost if i >= 0)

    def side_name(self, i: int, d: int) -> str:
        """The name of a hexside as seen from this hex, such as 0923A."""
        return self.names[i] + LETTERS[d]

    def hexside(self, i: int, d: int) -> int:
        """The one number of a hexside, whichever of its hexes it is seen from."""
        owner, side = self.grid.canonical(i, d)
        return owner * 6 + side

    def add_bits(self, masks: list[int], i: int, d: int, bits: int) -> None:
        """Set bits of `sides` or `paths` at a hexside, seen from both its hexes."""
        masks[i * 6 + d] |= bits
        j = self.grid.neighbours[i * 6 + d]
        if j >= 0:
            masks[j * 6 + opposite(d)] |= bits

    def clear_side(self, i: int, d: int) -> None:
        """Take every kind off a hexside."""
        j = self.grid.neighbours[i * 6 + d]
        for masks in (self.sides, self.faces):
            masks[i * 6 + d] = 0
            if j >= 0:
                masks[j * 6 + opposite(d)] = 0

    def compute_sides(self) -> None:
        """Put in the kinds of hexside that follow from the levels and the paths."""
        for number, kind in enumerate(self.vocabulary.hexsides):
            if kind.between is not None:
                spared = sum(self.vocabulary.path_class(name) for name in kind.unless)
                self._compute_side(1 << number, set(kind.between), spared)

    def _compute_side(self, bit: int, between: set[int], spared: int) -> None:
        for at, j in enumerate(self.grid.neighbours):
            self.sides[at] &= ~bit
            i = at // 6
            if j < 0 or NO_HEX in (self.terrain[i], self.terrain[j]) or self.paths[at] & spared:
                continue
            if {self.level[i], self.level[j]} == between:
                self.sides[at] |= bit


def clear_sheet(
    heading: Heading, vocabulary: Vocabulary, grid: Grid, names: list[str] | None = None
) -> Sheet:
    """A sheet of plain ground at the lowest level; its hexes have the numbers of the grid or these names."""
    count = grid.count
    names = names or [grid.name(i) for i in range(count)]
    return Sheet(
        heading=heading,
        vocabulary=vocabulary,
        grid=grid,
        names=names,
        numbers={name: i for i, name in enumerate(names)},
        terrain=[0] * count,
        level=[vocabulary.levels.lowest] * count,
        sides=[0] * (count * 6),
        faces=[0] * (count * 6),
        paths=[0] * (count * 6),
        marks={mark.name: set() for mark in vocabulary.marks},
    )
