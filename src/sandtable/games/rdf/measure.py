"""Distances on a board, and sets of hexes as the bits of one number."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from sandtable.boards import Board


class Measure:
    """Distances on one board; rows and discs are worked out when they are first wanted."""

    def __init__(self, board: Board) -> None:
        self._coordinates = np.array([board.grid.hex(hex) for hex in range(board.count)], np.int16)
        self._rows: dict[int, bytes] = {}
        self._discs: dict[tuple[int, int], int] = {}
        self._corridors: dict[tuple[tuple[int, ...], int], int] = {}
        self.everywhere = (1 << board.count) - 1

    def row(self, hex: int) -> bytes:
        """How far every hex is from this one."""
        found = self._rows.get(hex)
        if found is None:
            away = self._coordinates - self._coordinates[hex]
            apart = np.maximum(np.abs(away).max(1), np.abs(away.sum(1)))
            found = self._rows[hex] = apart.astype(np.uint8).tobytes()
        return found

    def disc(self, hex: int, radius: int) -> int:
        """The hexes at most so far away, as bits."""
        found = self._discs.get((hex, radius))
        if found is None:
            near = np.frombuffer(self.row(hex), np.uint8) <= radius
            packed = np.packbits(near, bitorder="little").tobytes()
            found = self._discs[hex, radius] = int.from_bytes(packed, "little")
        return found

    def corridor(self, way: tuple[int, ...], width: int) -> int:
        """The hexes at most so far from a way, as bits; of no way, all hexes."""
        found = self._corridors.get((way, width))
        if found is None:
            found = 0 if way else self.everywhere
            for hex in way:
                found |= self.disc(hex, width)
            self._corridors[way, width] = found
        return found

    def distance(self, hex: int, far: int) -> int:
        """How far one hex is from another."""
        return self.row(hex)[far]


@cache
def measure(board: Board) -> Measure:
    """The distances of a board, kept as long as it is played on."""
    return Measure(board)


def bits(hexes: Sequence[int]) -> int:
    """A set of hexes as the bits of one number."""
    found = bytearray((max(hexes, default=0) >> 3) + 1)
    for hex in hexes:
        found[hex >> 3] |= 1 << (hex & 7)
    return int.from_bytes(found, "little")


def hexes_in(bits: int) -> list[int]:
    """The hexes whose bits are set, lowest first."""
    packed = np.frombuffer(bits.to_bytes((bits.bit_length() + 7) // 8, "little"), np.uint8)
    found: list[int] = np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist()
    return found
