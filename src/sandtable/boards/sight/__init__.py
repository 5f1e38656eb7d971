"""Static lines of sight: who sees whom across the terrain of a board, for all pairs of hexes.

A game writes its rule for one line, once, as a `Kernel`: the planes it reads off the board, and what blocks
a line, each obstacle with its case and reason. Here woods block, and walls that lie across or along the line:

    def planes(board):
        woods, wall = board.terrain_named("woods"), board.side_kind("wall")
        wooded = [terrain == woods for terrain in board.terrain]
        walled = [kinds & wall > 0 for kinds in board.sides]
        return Planes({"woods": Plane(wooded, beside="higher")}, {"wall": walled})

    def obstacles(line):
        yield "6.1", "woods lie on the line", line.hexes.any("woods")
        yield "6.2", "a wall lies across the line", line.crossed.any("wall")
        yield "6.3", "the line runs along a wall", line.along.any("wall")

    WOODS_AND_WALLS = Kernel("woods and walls", 1, planes, obstacles)

These lines serve twice. `sight_table` runs them on arrays, for all lines of an offset at once, and gives a
bit set for every hex; `trace` runs them on plain ints for one pair, and says why and where its line is
blocked. `disagreements` proves that both say the same.

What a rule can ask is listed in `Line`: whether something on the line has a property, the sum of a property
and its highest value, each over the hexes (a pair beside a hexside that the line runs along counts as one),
the hexsides crossed or those run along, between the ends or nearer to one of them; the properties of the end
hexes; or the hexes one by one. Flags are joined by & and | and turned round by `line.no`; `line.higher`,
`line.lower` and `line.choose` stand for max, min and if. The end hexes and their hexsides do not lie on the
line, and what is not on the board never counts. A hex sees itself.

Put the obstacle that blocks most first: the next ones are asked only while some line is still clear.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sandtable.boards.board import Board
from sandtable.boards.sight.cache import cache_folder, load, save, subject
from sandtable.boards.sight.kernel import (
    Kernel,
    Line,
    Numbers,
    Obstacles,
    Part,
    Plane,
    Planes,
    Station,
    Stretch,
)
from sandtable.boards.sight.line import Sight, sight_between, trace
from sandtable.boards.sight.survey import Survey

__all__ = [
    "Disagreement",
    "Kernel",
    "Line",
    "Numbers",
    "Obstacles",
    "Part",
    "Plane",
    "Planes",
    "Sight",
    "SightTable",
    "Station",
    "Stretch",
    "cache_folder",
    "disagreements",
    "sight_table",
    "trace",
]


class SightTable(NamedTuple):
    """For every hex the set of hexes that it sees and the set of those that see it, as the bits of an int."""

    sees: list[int]
    seen_by: list[int]

    def clear(self, a: int, b: int) -> bool:
        """Whether hex b is seen from hex a."""
        return bool(self.sees[a] >> b & 1)


def sight_table(board: Board, kernel: Kernel, cache: Path | None = None) -> SightTable:
    """The table of a kernel on a board: the one in the cache folder, or else worked out and put there."""
    if cache is None:
        return _worked_out(Survey(board, kernel))
    about = subject(board, kernel)
    kept = load(cache, about)
    if kept is not None:
        return SightTable(*kept)
    table = _worked_out(Survey(board, kernel))
    save(cache, about, *table)
    return table


def _worked_out(survey: Survey) -> SightTable:
    # Imported only here, so that a table from the cache needs no numpy.
    from sandtable.boards.sight.sweep import sweep

    survey.check()
    return SightTable(*sweep(survey))


class Disagreement(NamedTuple):
    """A pair of hexes for which the table and the trace of the line do not say the same."""

    start: int
    end: int
    in_table: bool
    traced: Sight


def disagreements(board: Board, kernel: Kernel) -> list[Disagreement]:
    """All pairs for which the table and the trace differ; the test of a kernel demands that there are none.

    Every line is traced by itself, so a small board is wanted.
    """
    survey = Survey(board, kernel)
    table = _worked_out(survey)
    found = []
    for a in range(board.count):
        for b in range(board.count):
            traced = sight_between(survey, a, b)
            if traced.clear != table.clear(a, b):
                found.append(Disagreement(a, b, not traced.clear, traced))
    return found
