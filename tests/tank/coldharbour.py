"""The sheet of Tank! as its tests look at it: woods clump by clump, walls from end to end, who sees whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from sandtable.boards import Board, joined, read_map, read_vocabulary
from sandtable.boards.sight import sight_table
from sandtable.games.tank.charts import Mode
from sandtable.games.tank.sight import kernel
from sandtable.hexes import Vertex, hexside

DATA = files("sandtable.games.tank") / "data"
BOARD = read_map(
    (DATA / "country.map").read_text("utf-8"), read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
)
GRID = BOARD.grid
SLOPE, BERM = BOARD.side_kind("slope"), BOARD.side_kind("berm")
CLEAR, ROUGH, WOODS = map(BOARD.terrain_named, ("clear", "rough", "woods"))

PLOTS = {
    "3804 3704 3603": "FF",
    "4007 4006 3906 3805 3706": "AFFE",
    "4110 4111 4011 3912 3812": "DEEE",
}
"""The plots of the movement examples and the directions of their steps."""
DEPRESSION = ("3807", "3908", "3909", "3809", "3709", "3708", "3808")
RIDGES = ("Long Down", "Kestrel Edge", "Beacon Down", "Hollin Edge")
KNOLLS = ("Toot Hill", "Windmill Knoll", "Crow Knoll", "Pound Hill")

Clump = list[int]
Wall = list[int]


def number(i: int) -> tuple[int, int]:
    """Column and row of a hex as printed."""
    row, column = divmod(i, 60)
    return column + 1, row + 1


def named(names: Iterable[str]) -> set[int]:
    return set(map(BOARD.find, names))


def around(i: int, board: Board = BOARD) -> list[int]:
    return [j for j in board.neighbours[i * 6 : i * 6 + 6] if j >= 0]


def ground(terrain: int, board: Board = BOARD) -> set[int]:
    return {i for i, found in enumerate(board.terrain) if found == terrain}


def laid(kind: int, board: Board = BOARD) -> list[int]:
    """The hexsides of a kind, each once."""
    found = (at for at, bits in enumerate(board.sides) if bits & kind)
    return [at for at in found if board.grid.canonical(*divmod(at, 6)) == divmod(at, 6)]


def ends(at: int) -> tuple[Vertex, Vertex]:
    """The two corners that a hexside joins."""
    i, d = divmod(at, 6)
    return hexside(GRID.hex(i), d).ends()


def clumps(board: Board, terrain: int) -> list[Clump]:
    """The hexes of a terrain, those that hang together in one list."""
    left, found = ground(terrain, board), []
    while left:
        clump = [left.pop()]
        for i in clump:
            fresh = left.intersection(around(i, board))
            left -= fresh
            clump += sorted(fresh)
        found.append(clump)
    return found


@cache
def lines(kind: int) -> list[Wall]:
    """The hexsides of a kind, those that meet at corners in one list."""
    at_corner: dict[Vertex, set[int]] = defaultdict(set)
    for at in laid(kind):
        for corner in ends(at):
            at_corner[corner].add(at)
    left, found = set(laid(kind)), []
    while left:
        line = [left.pop()]
        for at in line:
            first, last = ends(at)
            fresh = left & (at_corner[first] | at_corner[last])
            left -= fresh
            line += sorted(fresh)
        found.append(line)
    return found


def tips(line: Wall) -> list[Vertex]:
    """The corners at which a line begins and ends; none if it runs round in a ring."""
    count = Counter(corner for at in line for corner in ends(at))
    return [corner for corner, times in count.items() if times == 1]


@cache
def sees(mode: Mode) -> list[int]:
    return sight_table(BOARD, kernel(mode)).sees


def bits(hexes: int) -> Iterator[int]:
    """The members of a set that is kept as the bits of an int."""
    while hexes:
        lowest = hexes & -hexes
        yield lowest.bit_length() - 1
        hexes ^= lowest


@cache
def hills() -> dict[str, set[int]]:
    return {name: set(BOARD.places[name]) for name in RIDGES + KNOLLS}


def rim() -> list[int]:
    """The outer hexsides of the depression, as seen from inside."""
    low = named(DEPRESSION)
    return [i * 6 + d for i in sorted(low) for d in range(6) if BOARD.neighbours[i * 6 + d] not in low]


@cache
def four() -> Board:
    """Four copies side by side."""
    return joined([[BOARD, BOARD], [BOARD, BOARD]], "ABCD")
