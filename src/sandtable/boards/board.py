"""The board: a map in the form in which rules use it, built once and never changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from sandtable.boards import changes, naming
from sandtable.boards.draft import Draft, MapFaults
from sandtable.boards.sheet import Entry, Heading, Note, Run, Sheet, clear_sheet
from sandtable.boards.vocabulary import Vocabulary
from sandtable.hexes import LETTERS, Grid

_NOTHING: Mapping[str, str] = {}


class Board:
    """A map. A hex is its index, row by row from 0; lists over hexsides have six places a hex, from A to F.

    `terrain` holds places in the vocabulary's list, -1 where the sheet has no hex. `sides` holds the kinds of
    hexside as bits, the same from both hexes; `faces` only directed kinds, in the hex on whose side they lie;
    `paths` the classes of path that cross. `neighbours` holds -1 where no hex in play lies beyond.
    """

    __slots__ = (
        *("sheet", "heading", "game", "name", "title", "source", "reason", "vocabulary", "_hash"),
        *("grid", "count", "names", "neighbours", "terrain", "level", "partial", "sides", "faces"),
        *("paths", "path_runs", "marks", "buildings", "places", "entries", "notes"),
    )

    def __init__(self, sheet: Sheet) -> None:
        self._hash = ""
        self.sheet = sheet
        self.heading: Heading = sheet.heading
        self.game: str = sheet.heading.game
        self.name: str = sheet.heading.name
        self.title: str = sheet.heading.title
        self.source: str = sheet.heading.source
        self.reason: str = sheet.heading.reason
        self.vocabulary: Vocabulary = sheet.vocabulary
        self.grid: Grid = sheet.grid
        self.count: int = sheet.grid.count
        self.names: list[str] = sheet.names
        self.terrain: list[int] = sheet.terrain
        self.level: list[int] = sheet.level
        self.partial: frozenset[int] = frozenset(sheet.partial)
        self.sides: list[int] = sheet.sides
        self.faces: list[int] = sheet.faces
        self.paths: list[int] = sheet.paths
        self.path_runs: tuple[Run, ...] = tuple(sheet.runs)
        self.marks: dict[str, tuple[int, ...]] = {mark: tuple(sorted(at)) for mark, at in sheet.marks.items()}
        self.buildings: dict[str, tuple[int, ...]] = sheet.buildings
        self.places: dict[str, tuple[int, ...]] = sheet.places
        self.entries: dict[str, Entry] = sheet.entries
        self.notes: tuple[Note, ...] = tuple(sheet.notes)
        self.neighbours: tuple[int, ...] = _neighbours_in_play(sheet)

    def __repr__(self) -> str:
        return f"<Board {self.game}/{self.name}, {self.grid.columns} x {self.grid.rows}>"

    @property
    def hash(self) -> str:
        """A fingerprint of all that rules can see; titles and notes may be reworded without changing it."""
        self._hash = self._hash or hashlib.sha256(msgspec.json.encode(_content(self.sheet))).hexdigest()
        return self._hash

    def find(self, name: str) -> int:
        """The hex with this printed number, or MapFaults saying that the map has none."""
        draft = Draft(self.sheet)
        i = draft.find(name)
        if draft.faults:
            raise MapFaults(draft.faults)
        return i

    def find_hexside(self, name: str) -> tuple[int, int]:
        """The hex and direction that 0923A or 0923-0922 names, as seen from the hex that is written first."""
        draft = Draft(self.sheet)
        sides = naming.hexsides(draft, [name])
        if len(sides) != 1 and not draft.faults:
            draft.fault(name, "One hexside is wanted here, such as 0923A or 0923-0922.")
        if draft.faults:
            raise MapFaults(draft.faults)
        return sides[0]

    def hexside_name(self, i: int, d: int) -> str:
        """The one name of a hexside, such as 0923A, whichever of its hexes it is seen from."""
        owner, side = self.grid.canonical(i, d)
        return self.names[owner] + LETTERS[side]

    def distance(self, i: int, j: int) -> int:
        """How many hexes lie from one hex to another, the second counted."""
        return self.grid.distance(i, j)

    def height(self, i: int) -> int:
        """How high a hex lies, in the map's unit of height."""
        return self.heading.base + self.level[i] * self.heading.contour

    def edge(self, edge: str) -> tuple[int, ...]:
        """The hexes along an edge, a point of the compass or the map's own name for it."""
        edges = {point: point for point in ("north", "east", "south", "west")}
        edges.update({own: point for point, own in self.heading.edges.items()})
        if edge not in edges:
            raise ValueError(f'{self.title} has no edge "{edge}"; it has {", ".join(edges)}')
        return self.sheet.edge(edges[edge])

    def terrain_named(self, name: str) -> int:
        """The number that stands for a terrain in `terrain`."""
        return self.vocabulary.terrain_named(name)

    def side_kind(self, name: str) -> int:
        """The bit that stands for a kind of hexside in `sides` and `faces`."""
        return self.vocabulary.side_kind(name)

    def path_class(self, name: str) -> int:
        """The bit that stands for a class of path in `paths`."""
        return self.vocabulary.path_class(name)

    def changed(
        self,
        *,
        terrain: Mapping[str, str] = _NOTHING,
        level: Mapping[str, int] | None = None,
        sides: Mapping[str, str | Sequence[str]] = _NOTHING,
        marks: Mapping[str, str | Sequence[str]] = _NOTHING,
        paths: Sequence[str] = (),
    ) -> Board:
        """A board with some hexes and hexsides put differently, or MapFaults with all that cannot be.

        What is given for a hexside, or for the marks of a hex, takes the place of what was there; "none"
        clears it. Paths, written as in a map file, are added.
        """
        draft = Draft(self.sheet.copy())
        changes.change_terrain(draft, terrain)
        changes.change_levels(draft, level or {})
        changes.change_sides(draft, sides)
        changes.change_marks(draft, marks)
        changes.add_paths(draft, paths)
        draft.check_steps()
        return Board(draft.finish())


def blank_board(
    vocabulary: Vocabulary,
    columns: int,
    rows: int,
    *,
    low: Literal["even", "odd"] = "even",
    title: str = "Blank",
) -> Board:
    """A board of plain ground at the lowest level."""
    levels = vocabulary.levels
    heading = Heading(
        game=vocabulary.game,
        name="blank",
        title=title,
        source="invented",
        reason="a blank board",
        contour=levels.contour,
        unit=levels.unit,
    )
    digits = max(2, len(str(max(columns, rows))))
    sheet = clear_sheet(heading, vocabulary, Grid(columns, rows, low, digits=digits))
    return Board(Draft(sheet).finish())


def _neighbours_in_play(sheet: Sheet) -> tuple[int, ...]:
    in_play = [sheet.in_play(i) for i in range(sheet.grid.count)]
    if all(in_play):
        return sheet.grid.neighbours
    return tuple(
        j if j >= 0 and in_play[j] and in_play[at // 6] else -1 for at, j in enumerate(sheet.grid.neighbours)
    )


def _content(sheet: Sheet) -> list[object]:
    """What rules can see, in words that do not depend on the order of the vocabulary."""
    heading, vocabulary = sheet.heading, sheet.vocabulary
    terrains = [*(terrain.name for terrain in vocabulary.terrains), ""]
    kinds = [kind.name for kind in vocabulary.hexsides]
    return [
        [heading.game, heading.contour, heading.unit, heading.base, heading.partials_playable],
        [sorted(heading.edges.items()), sheet.grid.low, sheet.names, sheet.grid.columns],
        [[terrains[terrain] for terrain in sheet.terrain], sheet.level, sorted(sheet.partial)],
        [_by_name(kinds, sheet.sides), _by_name(kinds, sheet.faces)],
        _by_name([path.name for path in vocabulary.paths], sheet.paths),
        sorted(msgspec.structs.astuple(run) for run in sheet.runs),
        sorted((mark, sorted(at)) for mark, at in sheet.marks.items() if at),
        [sorted(sheet.buildings.items()), sorted(sheet.places.items()), sorted(sheet.entries.items())],
    ]


def _by_name(names: list[str], masks: list[int]) -> list[tuple[str, list[int]]]:
    """For each name that occurs, the hexsides on which its bit is set."""
    marked = [(at, mask) for at, mask in enumerate(masks) if mask]
    found = [(name, [at for at, mask in marked if mask >> n & 1]) for n, name in enumerate(names)]
    return sorted((name, places) for name, places in found if places)
