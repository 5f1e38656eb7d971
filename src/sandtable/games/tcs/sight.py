"""Lines of sight over ground, woods, houses and hedges [8.4]."""

from sandtable.boards import Board
from sandtable.boards.sight import (
    Kernel,
    Line,
    Obstacles,
    Plane,
    Planes,
    SightTable,
    cache_folder,
    sight_table,
)

RAISED = ("woods", "forest", "village", "buildings")
"""What stands a level, 20 metres, above the ground [8.4b]."""
NO_HEDGE = -100


def planes(board: Board, hedges: bool) -> Planes:
    """Ground, ground with what stands on it, and the tops of hedges, in levels of 20 metres [8.4b]."""
    raised = {board.terrain_named(name) for name in RAISED}
    tops = [level + (terrain in raised) for level, terrain in zip(board.level, board.terrain, strict=True)]
    hexes = {"ground": Plane(board.level, beside="lower"), "top": Plane(tops, beside="lower")}
    return Planes(hexes, {"hedge": _hedges(board)} if hedges else {})


def obstacles(line: Line, hedges: bool) -> Obstacles:
    """What blocks a line: a point above both ends, or half-way up near the lower end [8.4a] [8.4b]."""
    start, end = line.start("ground"), line.end("ground")
    high, half = line.higher(start, end), start + end
    yield "8.4b", "the ground between is higher than both ends", line.hexes.highest("top") > high
    near, far = line.near.hexes.highest("top"), line.far.hexes.highest("top")
    below = (start < end) & (near + near >= half) | (end < start) & (far + far >= half)
    yield "8.4b", "the ground nearer to the lower end hides it", below
    if hedges:
        yield "8.4b", "a hedge is higher than both ends", line.crossed.highest("hedge") > high
        near, far = line.near.crossed.highest("hedge"), line.far.crossed.highest("hedge")
        below = (start < end) & (near + near >= half) | (end < start) & (far + far >= half)
        yield "8.4b", "a hedge nearer to the lower end hides it", below


def kernel(board: Board) -> Kernel:
    """The rule of the series for a board; it is the same both ways, and units never block [8.4] [8.4c]."""
    hedge = board.side_kind("hedge")
    return Kernel("tcs", 1, planes, obstacles, (any(kinds & hedge for kinds in board.sides),))


def _hedges(board: Board) -> list[int]:
    """How high each hexside stands: a level above the higher of its hexes where there is a hedge [8.4b]."""
    hedge = board.side_kind("hedge")
    levels = [
        max(board.level[at // 6], board.level[beyond]) if beyond >= 0 else board.level[at // 6]
        for at, beyond in enumerate(board.neighbours)
    ]
    return [
        level + 1 if kinds & hedge else NO_HEDGE for level, kinds in zip(levels, board.sides, strict=True)
    ]


def table(board: Board, keep: bool) -> SightTable:
    """Who sees whom over the ground alone; `keep` writes it to the cache folder."""
    return sight_table(board, kernel(board), cache_folder() if keep else None)
