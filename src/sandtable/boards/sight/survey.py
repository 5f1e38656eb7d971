"""The planes that a kernel reads off one board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable.boards.board import Board
from sandtable.boards.sight.kernel import Kernel, Plane
from sandtable.hexes import LETTERS, Hex, Hexside

GREATEST = 1_000_000
"""No value of a plane may be further from zero: the sum over a line must fit into 32 bits."""


class Layer:
    """The planes of hexes, one value a hex, or those of hexsides, six values a hex."""

    def __init__(self, what: str, each: int, planes: Mapping[str, Plane], present: Sequence[bool]) -> None:
        self._what = what
        self._each = each
        self._planes = planes
        self._present = present
        self._beneath: dict[str, int] = {}

    def plane(self, name: str) -> Plane:
        """The property that the kernel calls by this name."""
        if name in self._planes:
            return self._planes[name]
        known = ", ".join(self._planes) or "none"
        raise ValueError(f'The kernel has no plane of {self._what} "{name}"; it has {known}.')

    def beneath(self, name: str) -> int:
        """One less than the least value on the board, for where there is nothing at all."""
        if name not in self._beneath:
            values = self.plane(name).values
            counted = (value for at, value in enumerate(values) if self._present[at // self._each])
            self._beneath[name] = min(counted, default=0) - 1
        return self._beneath[name]

    def faults(self) -> Iterator[str]:
        """What is wrong with the values of each plane."""
        wanted = self._each * len(self._present)
        for name, plane in self._planes.items():
            where = f'The plane of {self._what} "{name}"'
            if len(plane.values) != wanted:
                yield f"{where} has {len(plane.values)} values, not {wanted}."
            elif max(map(abs, plane.values)) > GREATEST:
                yield f"{where} has a value beyond {GREATEST}, too much to be added up."


class Survey:
    """A kernel and what it reads off a board. `present` tells which hexes the board has."""

    def __init__(self, board: Board, kernel: Kernel) -> None:
        planes = kernel.planes(board, *kernel.parameters)
        self.kernel = kernel
        self.grid = board.grid
        self.present = [terrain >= 0 for terrain in board.terrain]
        self._hexsides = {name: Plane(values, "higher") for name, values in planes.hexsides.items()}
        self.hexes = Layer("hexes", 1, planes.hexes, self.present)
        self.hexsides = Layer("hexsides", 6, self._hexsides, self.present)

    def holds(self, hex: Hex) -> bool:
        """Whether the board has a hex there."""
        i = self.grid.at(hex)
        return i >= 0 and self.present[i]

    def face(self, side: Hexside) -> int:
        """Where a hexside stands in a plane, as side of a hex that the board has, or -1 if it has neither."""
        hex, beyond = side.hexes()
        if self.holds(hex):
            return 6 * self.grid.at(hex) + side.direction
        return 6 * self.grid.at(beyond) + side.direction + 3 if self.holds(beyond) else -1

    def check(self) -> None:
        """Refuse planes that do not fit the board, with all that is wrong with them."""
        faults = [*self.hexes.faults(), *self.hexsides.faults()] or list(self._face_faults())
        if faults:
            raise ValueError(f"Kernel {self.kernel.name} does not fit the board:\n" + "\n".join(faults))

    def _face_faults(self) -> Iterator[str]:
        for name, plane in self._hexsides.items():
            for face, beyond in self._shared_faces():
                if plane.values[face] != plane.values[beyond]:
                    side = self.grid.name(face // 6) + LETTERS[face % 6]
                    yield f'The plane of hexsides "{name}" has two values for hexside {side}.'

    def _shared_faces(self) -> Iterator[tuple[int, int]]:
        """Both places at which each hexside between two hexes of the board stands in a plane."""
        for face, j in enumerate(self.grid.neighbours):
            if face % 6 < 3 and j >= 0 and self.present[face // 6] and self.present[j]:
                yield face, 6 * j + face % 6 + 3
