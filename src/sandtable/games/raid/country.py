"""What stands on each hex of a board, and which row of the terrain effects chart it goes by [8.6]."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from sandtable.boards import Board
from sandtable.games.raid.charts import CHARTS, Effect

OVER = ("bridge", "wharf")
"""Marks that make another row of the chart count than the terrain under them."""


def row_of(board: Board, hex: int) -> str:
    """The row of the terrain effects chart by which a hex goes [8.6]."""
    for mark in OVER:
        if hex in board.marks.get(mark, ()):
            return mark
    return board.vocabulary.terrains[board.terrain[hex]].name


@lru_cache(maxsize=64)
def bare_effects(board: Board) -> list[Effect]:
    """What each hex of a board does, with nothing upon it; for reading only [8.6]."""
    return [CHARTS.terrain[row_of(board, hex)] for hex in range(board.count)]


def effects(board: Board, smoke: int = 0, rubble: int = 0) -> list[Effect]:
    """What each hex of a board does, with smoke and rubble upon it, each a set of hexes as bits [8.6]."""
    rows = bare_effects(board)[:]
    for hex in hexes_in(rubble):
        rows[hex] = CHARTS.terrain[CHARTS.overlay.rubble]
    for hex in hexes_in(smoke):
        rows[hex] = smoked(rows[hex])
    return rows


def smoked(row: Effect) -> Effect:
    """Ground under smoke, which adds its cover and its cost of sight but does not slow [11.1] [11.13]."""
    smoke = CHARTS.terrain[CHARTS.overlay.smoke]
    cover = smoke if smoke.drm < row.drm else row
    return replace(row, op=max(row.op, smoke.op), tall=True, row=cover.row, drm=cover.drm)


def hexes_in(bits: int) -> Sequence[int]:
    """The hexes of a set that is kept as bits, in order."""
    digits, found = f"{bits:b}"[::-1], []
    at = digits.find("1")
    while at >= 0:
        found.append(at)
        at = digits.find("1", at + 1)
    return found


def with_works(board: Board, works: str) -> Board:
    """The board of a scenario: its works count as Medium, as Buildings, or as nothing [15.3] [15.6]."""
    if not works:
        return board
    terrain: str = getattr(CHARTS.works, works)
    return board.changed(terrain={board.names[hex]: terrain for hex in board.marks.get("redoubt", ())})
