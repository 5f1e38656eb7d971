"""Who sees whom: a wood that the line between two hexes crosses blocks it, both ways [1.1]."""

from sandtable.boards import Board
from sandtable.boards.sight import Kernel, Line, Obstacles, Plane, Planes


def planes(board: Board) -> Planes:
    """Where the woods are."""
    woods = board.terrain_named("woods")
    return Planes({"woods": Plane([terrain == woods for terrain in board.terrain], beside="lower")})


def obstacles(line: Line) -> Obstacles:
    """Woods stop sight [1.1]."""
    yield "1.1", "woods stop sight", line.hexes.any("woods")


WOODS = Kernel("drill woods", 1, planes, obstacles)
