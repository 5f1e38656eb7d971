"""All lines of sight of a board of 60 by 40, worked out, read back and asked."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.measure import Measure, microseconds
from sandtable.boards import Board, blank_board, read_vocabulary
from sandtable.boards.sight import Kernel, Line, Obstacles, Plane, Planes, sight_table
from sandtable.hexes import Hex
from sandtable.rays import ray

COLUMNS, ROWS, BUDGET, ROUNDS = 60, 40, 12, 5
YARDSTICK = Path(__file__).with_name("sight_yardstick.c")

VOCABULARY = """
game = "bench"
[levels]
highest = 3
[[terrain]]
letter = "1"
name = "clear"
drawing = "clear"
[[terrain]]
letter = "2"
name = "rough"
drawing = "rough"
[[terrain]]
letter = "4"
name = "woods"
drawing = "woods"
[[hexside]]
name = "wall"
drawing = "wall"
"""
COSTS = (1, 2, 4)


def measures() -> Iterator[Measure]:
    """All that concerns lines of sight. The first table of a fresh process includes the rays of the map."""
    name = f"Sight, all pairs of {COLUMNS * ROWS:,} hexes"
    ours, clear = _first_table("budget")
    again = _milliseconds(lambda: sight_table(_board(), BUDGETED))
    for peer in _peers():
        if peer.clear != clear:
            raise AssertionError(f"{clear} pairs see each other, by {peer.name} {peer.clear}")
        note = f"costs and levels; the next table of that size takes {again:.0f} ms"
        yield Measure(name, "ms", ours, peer.name, peer.milliseconds, peer.goal, "at most", note)
    walls, _ = _first_table("walls")
    yield Measure(name, "ms", walls, "the limit", 500, 1, "at most", "woods and walls")
    yield from _kept()


def _kept() -> Iterator[Measure]:
    """Reading a table back and asking it."""
    board = _board()
    with tempfile.TemporaryDirectory() as folder:
        table = sight_table(board, BUDGETED, Path(folder))
        loading = _milliseconds(lambda: sight_table(board, BUDGETED, Path(folder)))
    yield Measure("Sight, a table read from the cache", "ms", loading, "the limit", 20, 1, "at most")
    (asking,) = microseconds(lambda: table.clear(7, 1200))
    yield Measure("Sight, one pair asked", "us", asking, "the limit", 1, 1, "at most")


# The rules


def _budget_planes(board: Board) -> Planes:
    costs = [COSTS[terrain] for terrain in board.terrain]
    return Planes({"cost": Plane(costs, beside="lower"), "level": Plane(board.level, beside="lower")})


def _budget_obstacles(line: Line) -> Obstacles:
    yield "1", "too much to look through", line.hexes.total("cost") > BUDGET
    a, b, top = line.start("level"), line.end("level"), line.hexes.highest("level")
    yield "2", "ground that hides what is behind it", top + (a != b) > line.higher(a, b)


def _walls_planes(board: Board) -> Planes:
    woods, wall = board.terrain_named("woods"), board.side_kind("wall")
    return Planes(
        {"woods": Plane([terrain == woods for terrain in board.terrain], beside="higher")},
        {"wall": [kinds & wall > 0 for kinds in board.sides]},
    )


def _walls_obstacles(line: Line) -> Obstacles:
    yield "1", "woods on the line", line.hexes.any("woods")
    yield "2", "a wall across the line", line.crossed.any("wall")
    yield "3", "a wall along the line", line.along.any("wall")


BUDGETED = Kernel("budget", 1, _budget_planes, _budget_obstacles)
KERNELS = {"budget": BUDGETED, "walls": Kernel("walls", 1, _walls_planes, _walls_obstacles)}


# The map, which the yardstick makes in the same way


def _draws() -> Iterator[int]:
    state = 1974
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield state >> 16


def ground() -> tuple[list[int], list[int]]:
    """For each hex its cost, as a place in COSTS, and its level."""
    draws = _draws()
    drawn = [(next(draws) % 12, next(draws) % 32) for _ in range(COLUMNS * ROWS)]
    kinds = [(kind >= 9) + (kind >= 11) for kind, _ in drawn]
    return kinds, [(height >= 24) + (height >= 29) + (height >= 31) for _, height in drawn]


@cache
def _board() -> Board:
    vocabulary = read_vocabulary(VOCABULARY)
    board = blank_board(vocabulary, COLUMNS, ROWS)
    kinds, levels = ground()
    terrain = {name: vocabulary.terrains[kind].name for name, kind in zip(board.names, kinds, strict=True)}
    sides = [divmod(at, 6) for at, beyond in enumerate(board.neighbours) if beyond >= 0 and at % 23 == 0]
    walls = {board.hexside_name(*side): "wall" for side in sides}
    return board.changed(terrain=terrain, level=dict(zip(board.names, levels, strict=True)), sides=walls)


# Ours


def first_table(kernel: str) -> str:
    """Milliseconds for the first table in this process, and how many pairs see each other in it."""
    board = _board()
    begun = time.perf_counter()
    table = sight_table(board, KERNELS[kernel])
    spent = time.perf_counter() - begun
    return f"{spent * 1e3} {sum(sees.bit_count() for sees in table.sees)}"


def _first_table(kernel: str) -> tuple[float, int]:
    code = f"import numpy; from benchmarks import sight; print(sight.first_table({kernel!r}))"
    root = Path(__file__).parents[1]
    times, clear = [], 0
    for _ in range(ROUNDS):
        told = subprocess.run(
            [sys.executable, "-c", code], cwd=root, check=True, capture_output=True, text=True
        )
        spent, pairs = told.stdout.split()
        times.append(float(spent))
        clear = int(pairs)
    return min(times), clear


def _milliseconds(work: Callable[[], object]) -> float:
    """The least time of some rounds, after one that does not count."""
    times = []
    for _ in range(ROUNDS + 1):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times[1:]) * 1e3


# The peers


class Peer(NamedTuple):
    """Somebody else's time for the same table, and how many pairs see each other in it."""

    name: str
    milliseconds: float
    clear: int
    goal: float


def _peers() -> Iterator[Peer]:
    """The C program, compiled here; without a compiler plain arrays, which are more a check than a peer."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield _plain_arrays()
        return
    names = {"pairs": ("C -O3, pair by pair", 10), "sweep": ("C -O3, vectorised by offset", 20)}
    for line in _yardstick(compiler).splitlines():
        way, spent, clear = line.split()
        name, goal = names[way]
        yield Peer(name, float(spent), int(clear), goal)


def _yardstick(compiler: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "yardstick"
        flags = ["-std=c11", "-D_POSIX_C_SOURCE=199309L", "-O3"]
        subprocess.run([compiler, *flags, "-o", program, YARDSTICK], check=True)
        return subprocess.run([program, str(ROUNDS)], check=True, capture_output=True, text=True).stdout


def _plain_arrays() -> Peer:
    begun = time.perf_counter()
    clear = COLUMNS * ROWS + sum(2 * _clear_lines(*offset) for offset in _offsets())
    spent = time.perf_counter() - begun
    return Peer("numpy, offset by offset (no cc here)", spent * 1e3, clear, 1)


def _offsets() -> Iterator[tuple[int, int]]:
    """Half of all offsets, by columns and half rows."""
    for x in range(COLUMNS):
        for y in range(1 - 2 * ROWS, 2 * ROWS):
            if (x + y) % 2 == 0 and (x, y) > (0, 0):
                yield x, y


@cache
def _half_rows() -> tuple[np.ndarray, np.ndarray]:
    """Costs and levels by half rows and columns; 99 where no hex has its middle, or beyond the edge."""
    planes = np.full((2, 2 * ROWS + 3, COLUMNS), 99)
    for hex, (kind, level) in enumerate(zip(*ground(), strict=True)):
        row, column = divmod(hex, COLUMNS)
        planes[:, 2 * row + column % 2 + 1, column] = COSTS[kind], level
    return planes[0], planes[1]


def _clear_lines(x: int, y: int) -> int:
    """How many of the lines of an offset are clear."""
    north, south = max(0, -y), 2 * ROWS + 1 - max(0, y)

    def from_all(plane: np.ndarray, right: int, down: int) -> np.ndarray:
        return plane[1 + north + down : 1 + south + down, right : COLUMNS - x + right]

    costs, levels = _half_rows()
    a, b = from_all(levels, 0, 0), from_all(levels, x, y)
    spent, top = np.zeros_like(a), np.full_like(a, -1)
    for station in ray(Hex(x, (y - x) // 2)).stations:
        ways = [(hex.q, 2 * hex.z + hex.q) for hex in station]
        spent += np.minimum.reduce([from_all(costs, *way) for way in ways])
        top = np.maximum(top, np.minimum.reduce([from_all(levels, *way) for way in ways]))
    there = (a < 99) & (b < 99)
    return int((there & (spent <= BUDGET) & (top + (a != b) <= np.maximum(a, b))).sum())
