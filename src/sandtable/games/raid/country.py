"""What stands on each hex of a board, and which row of the terrain effects chart it goes by [8.6]."""

from collections.abc import Sequence

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


def effects(board: Board) -> Sequence[Effect]:
    """What each hex of a board does [8.6]."""
    return [CHARTS.terrain[row_of(board, hex)] for hex in range(board.count)]
