"""Lines of sight and fire: what obstructs them in each of the three terrain modes [10.2]."""

from functools import cache
from typing import get_args

from sandtable.boards import Board
from sandtable.boards.sight import Kernel, Line, Obstacles, Plane, Planes
from sandtable.games.tank.charts import CHARTS, Mode

MODES: tuple[Mode, ...] = get_args(Mode)


def planes(board: Board, mode: Mode) -> Planes:
    """The woods, walls and slopes that obstruct in this mode, and the depression [10.21] [10.26]."""
    woods = board.terrain_named("woods") if _obstructs("woods", mode) else None
    wooded = [terrain == woods for terrain in board.terrain]
    low = [hex in board.marks.get("depression", ()) for hex in range(board.count)]
    lying = sum(board.side_kind(kind) for kind in ("slope", "berm") if _obstructs(kind, mode))
    slope = board.side_kind("slope")
    rim = [
        kinds & slope > 0 and beside for kinds, beside in zip(board.sides, _edges(board, low), strict=True)
    ]
    walls = [kinds & lying > 0 and not own for kinds, own in zip(board.sides, rim, strict=True)]
    return Planes(
        {"woods": Plane(wooded, beside="lower"), "depression": Plane(low, beside="lower")},
        {"edge of woods": _edges(board, wooded), "wall": walls, "rim": rim},
    )


def obstacles(line: Line, _: Mode) -> Obstacles:
    """What blocks a line, but for what belongs to the hexes at its ends [10.22] [10.25]."""
    yield "10.22", "woods obstruct it", line.hexes.any("woods")
    yield "10.22", "a berm or slope obstructs it", line.crossed.any("wall")
    yield "10.23", "it runs along a berm or slope", line.along.any("wall")
    yield "10.24", "it runs along the edge of woods", line.along.any("edge of woods")
    inside = line.start("depression") | line.end("depression")
    yield "10.26", "the rim of the depression obstructs it", inside & line.crossed.any("rim")
    yield "10.26", "it runs along the rim of the depression", inside & line.along.any("rim")


@cache
def kernel(mode: Mode) -> Kernel:
    """The rule for lines of sight and fire in a mode; it is the same both ways [10.23] [10.24]."""
    return Kernel("tank", 1, planes, obstacles, (mode,))


def _obstructs(name: str, mode: Mode) -> bool:
    row = CHARTS.terrain.of(name, mode)
    return row is not None and row.obstructs


def _edges(board: Board, hexes: list[bool]) -> list[bool]:
    """Which hexsides have one of these hexes beside them."""
    return [hexes[at // 6] or (beyond >= 0 and hexes[beyond]) for at, beyond in enumerate(board.neighbours)]
