"""The geometry of what is drawn on an op sheet: corridors, margins, progress, lines, whose ground [6.2a].

Sets of hexes are the bits of an int.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sandtable.boards import Board
from sandtable.games.tcs.sheets import LINES, WAYS, Item
from sandtable.hexes import area, distance

Numbers = npt.NDArray[np.int64]
MARGIN = 2
"""How far beside a corridor or an area a unit may stray and be judged leniently."""


def indices(board: Board, hexes: Iterable[str]) -> tuple[int, ...]:
    """The hexes of a drawing by their places on the board."""
    return tuple([board.sheet.numbers[hex] for hex in hexes])


def bits(hexes: Iterable[int]) -> int:
    """A set of hexes."""
    found = 0
    for hex in hexes:
        found |= 1 << hex
    return found


def members(hexes: int) -> Iterator[int]:
    """The hexes of a set, in order."""
    while hexes:
        lowest = hexes & -hexes
        hexes ^= lowest
        yield lowest.bit_length() - 1


def within(board: Board, hexes: Iterable[int], radius: int) -> int:
    """Every hex of the board at most so far from one of these [6.5a] [10.9c]."""
    found = 0
    for hex in hexes:
        found |= _disc(board, hex, radius)
    return found


@lru_cache(maxsize=1 << 15)
def _disc(board: Board, hex: int, radius: int) -> int:
    at = board.grid.at
    return bits(place for near in area(board.grid.hex(hex), radius) if (place := at(near)) >= 0)


def covered(board: Board, item: Item) -> int:
    """The hexes that an element covers: a way with its width, anything else as it is drawn."""
    hexes = indices(board, item.hexes)
    return within(board, hexes, item.half_width) if item.kind in WAYS else bits(hexes)


def margin(board: Board, hexes: int) -> int:
    """The hexes beside a corridor or an area, at most two away and not in it."""
    return within(board, members(hexes), MARGIN) & ~hexes


def nearest_places(board: Board, path: Sequence[int], hex: int) -> tuple[int, ...]:
    """The places of a way's hexes that are nearest to a hex."""
    away = [board.distance(point, hex) for point in path]
    nearest = min(away)
    return tuple([place for place, far in enumerate(away) if far == nearest])


def crossing(path: Sequence[int], line: Iterable[int]) -> int:
    """Where a way first meets a line, or -1."""
    barred = bits(line)
    return next((place for place, hex in enumerate(path) if barred >> hex & 1), -1)


def gap(board: Board, item: Item) -> tuple[str, str] | None:
    """The first two hexes of a way or line that are not adjacent."""
    if item.kind not in (*WAYS, *LINES):
        return None
    places = [board.grid.hex(hex) for hex in indices(board, item.hexes)]
    for number, (one, other) in enumerate(pairwise(places)):
        if distance(one, other) != 1:
            return item.hexes[number], item.hexes[number + 1]
    return None


def enemy_ground(board: Board, own: Iterable[int], enemy: Iterable[int]) -> int:
    """All hexes that are nearer to an enemy than to any unit of one's own [6.3c]."""
    return _ground(board, tuple(sorted(set(own))), tuple(sorted(set(enemy))))


@lru_cache(maxsize=256)
def _ground(board: Board, own: tuple[int, ...], enemy: tuple[int, ...]) -> int:
    nearer = _nearest(board, enemy) < _nearest(board, own)
    return int.from_bytes(np.packbits(nearer, bitorder="little").tobytes(), "little")


def distances(board: Board, starts: Iterable[int]) -> list[int]:
    """How far each hex is from the nearest of these; the number of hexes where there is none."""
    return _distances(board, tuple(sorted(set(starts))))


@lru_cache(maxsize=512)
def _distances(board: Board, starts: tuple[int, ...]) -> list[int]:
    found: list[int] = _nearest(board, starts).tolist()
    return found


def _nearest(board: Board, starts: tuple[int, ...]) -> Numbers:
    """The same for the kernel: over straight lines, for nothing that is drawn stands in the way."""
    q, z = _axes(board)
    far = np.full(board.count, board.count, dtype=np.int64)
    for hex in starts:
        dq, dz = q - q[hex], z - z[hex]
        apart = np.maximum(np.maximum(np.abs(dq), np.abs(dz)), np.abs(dq + dz))
        np.minimum(far, apart, out=far)
    return far


@lru_cache(maxsize=16)
def _axes(board: Board) -> tuple[Numbers, Numbers]:
    """Both coordinates of every hex."""
    places = [board.grid.hex(hex) for hex in range(board.count)]
    return np.array([place.q for place in places]), np.array([place.z for place in places])
