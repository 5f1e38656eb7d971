"""All lines of sight of a board, those of one offset side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from sandtable.boards.sight.fold import Fold, Folds, Values
from sandtable.boards.sight.packing import HEX, Flags, Packing, packed_hexes, packed_hexsides
from sandtable.boards.sight.rays import bundles
from sandtable.boards.sight.survey import Survey


def sweep(survey: Survey) -> tuple[list[int], list[int]]:
    """For each hex the set of the hexes it sees, and of those that see it, as bits."""
    sheaf = Sheaf(survey)
    matrix = _by_hex(_by_shift(sheaf), sheaf.packing)
    present = np.array(survey.present)
    matrix &= present & present[:, None]
    np.fill_diagonal(matrix, present)
    sees = _bit_sets(matrix)
    return sees, sees if survey.kernel.mutual else _bit_sets(matrix.T)


def _by_shift(sheaf: Sheaf) -> Flags:
    """Who sees: a row for each shift from 1 - size up to what is seen, a column for each place that looks."""
    last = sheaf.packing.size - 1
    sees = np.zeros((2 * last + 1, last + 1), np.bool_)
    for there, back in sheaf.clear_lines():
        forward, backward = sees[last + sheaf.shift, : there.size], sees[last - sheaf.shift, sheaf.shift :]
        # Two offsets can have the same shift, but then no line of one starts where a line of the other does.
        np.maximum(forward, there, out=forward)
        np.maximum(backward, back, out=backward)
    return sees


def _by_hex(sees: Flags, packing: Packing) -> Flags:
    """The same with a row for each hex that sees and a column for each that is seen."""
    size, places = packing.size, packing.places
    matrix = np.empty((places.size, places.size), np.bool_)
    for row, place in zip(matrix, places.tolist(), strict=True):
        sees[size - 1 - place : 2 * size - 1 - place, place].take(places, out=row, mode="clip")
    return matrix


def _bit_sets(matrix: Flags) -> list[int]:
    return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(matrix, axis=1, bitorder="little")]


class _SheafStretch:
    """The hexes or hexsides of one sort along the lines of a sheaf, or along a part of them."""

    def __init__(self, sheaf: Sheaf, folds: Folds, over: Callable[[Fold, int, int], Values]) -> None:
        self._sheaf = sheaf
        self._folds = folds
        self._over = over

    def any(self, plane: str) -> Values:
        return self._over(self._folds.fold("any", plane), self._sheaf.line, self._sheaf.shift)

    def total(self, plane: str) -> Values:
        return self._over(self._folds.fold("total", plane), self._sheaf.line, self._sheaf.shift)

    def highest(self, plane: str) -> Values:
        return self._over(self._folds.fold("highest", plane), self._sheaf.line, self._sheaf.shift)


class _SheafPart(NamedTuple):
    """What the lines of a sheaf meet between their ends, or nearer to one of them."""

    hexes: _SheafStretch
    crossed: _SheafStretch
    along: _SheafStretch


class _SheafStation:
    """The hexes or pairs at one place of the lines of a sheaf."""

    def __init__(self, numbers: Callable[[str, int], Values], code: int, nearer: int) -> None:
        self._numbers = numbers
        self._code = code
        self.nearer_start = nearer < 0
        self.nearer_end = nearer > 0

    def value(self, plane: str) -> Values:
        return self._numbers(plane, self._code)


class Sheaf:
    """The lines of one offset from all hexes, whose numbers are arrays; it takes one offset after another."""

    def __init__(self, survey: Survey) -> None:
        self._kernel = survey.kernel
        self._bundles = bundles(survey.grid, survey.kernel.reach)
        self.packing = self._bundles.packing
        self.line = self.shift = self.distance = 0
        self._backward = False
        hexes = cache(partial(packed_hexes, self.packing, survey))
        hexsides = cache(partial(packed_hexsides, self.packing, survey))
        self._hex_numbers = cache(lambda plane: hexes(plane).numbers(0))
        folds = [
            Folds(self._bundles.hexes, self.packing.size, hexes),
            Folds(self._bundles.crossed, self.packing.size, hexsides),
            Folds(self._bundles.along, self.packing.size, hexsides),
        ]
        ways = (Fold.whole, Fold.near, Fold.far)
        self._parts = [_SheafPart(*(_SheafStretch(self, fold, over) for fold in folds)) for over in ways]
        self.hexes, self.crossed, self.along = self._parts[0]

    def clear_lines(self) -> Iterator[tuple[Flags, Flags]]:
        """For each offset which lines are clear, and which are clear back, by the place where they start."""
        for line, shift in enumerate(self._bundles.shifts):
            self.line, self.shift, self.distance = line, shift, self._bundles.distances[line]
            there = self._clear(backward=False)
            yield there, there if self._kernel.mutual else self._clear(backward=True)

    def _clear(self, backward: bool) -> Flags:
        self._backward = backward
        clear = self.packing.inside[self._bundles.columns[self.line]][: self.packing.size - self.shift]
        obstacles: Iterable[tuple[str, str, Any]] = self._kernel.obstacles(self, *self._kernel.parameters)
        for _, _, holds in obstacles:
            clear = np.greater(clear, holds)
            if not np.count_nonzero(clear):
                break
        return clear

    @property
    def near(self) -> _SheafPart:
        return self._parts[2 if self._backward else 1]

    @property
    def far(self) -> _SheafPart:
        return self._parts[1 if self._backward else 2]

    def start(self, plane: str) -> Values:
        return self._end_numbers(plane, self._backward)

    def end(self, plane: str) -> Values:
        return self._end_numbers(plane, not self._backward)

    def _end_numbers(self, plane: str, last: bool) -> Values:
        return self._numbers(plane, HEX * self.packing.span + self.packing.size + (self.shift if last else 0))

    def _numbers(self, plane: str, code: int) -> Values:
        return self._hex_numbers(plane)[code : code + self.packing.size - self.shift]

    def stations(self) -> Iterator[_SheafStation]:
        family = self._bundles.hexes
        near, counted = family.near[self.line], family.counted[self.line]
        fore = family.fore[self.line, :counted].tolist()
        back = [code + self.shift for code in family.back[self.line, :near].tolist()]
        nearer = [-1] * near + [0] * (counted - near) + [1] * near
        stations = list(zip(fore + back[::-1], nearer, strict=True))
        if self._backward:
            stations = [(code, -nearer) for code, nearer in reversed(stations)]
        return (_SheafStation(self._numbers, code, nearer) for code, nearer in stations)

    higher = staticmethod(np.maximum)
    lower = staticmethod(np.minimum)
    choose = staticmethod(np.where)
    no = staticmethod(np.logical_not)
