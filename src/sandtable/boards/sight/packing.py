"""The hexes of a map packed into one flat array, in which the same way is the same shift everywhere.

A hex at q, z stands at `q * half + z * width`. As width = 2 * half - 1, a printed row of the map fills a row
of the array, its even columns first and the odd ones after them. What lies at one place of a line is then a
slice of the array, for all starting hexes at once. Where a line leads off the map the slice holds nonsense,
which is masked away in the end; a line between two hexes of the map meets none.

A plane has four variants, one after another: for the hexsides A, B and C of the hexes, and for the hexes
themselves. Each has room before and behind, so that over the edge of the array there is nothing. A `code` is
where a slice begins in a plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sandtable.boards.sight.survey import Survey
from sandtable.hexes import STEPS, Grid

Ints = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]

SIDES = range(3)
HEX = 3
"""The variant of the hexes themselves, after those of their hexsides."""


class Packing:
    """Where the hexes of a map lie in a flat array of `size` places; each variant of a plane takes `span`."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.half = (grid.columns + 2) // 2
        self.width = 2 * self.half - 1
        self.size = self.width * grid.rows
        self.span = 3 * self.size
        at = np.array([self.shift(*grid.hex(i)) for i in range(grid.count)])
        self.places = at - at.min()
        self.steps = np.array([*(self.shift(*STEPS[side]) for side in SIDES), 0], np.int32)
        """How far beyond a variant's hex the hex on the other side lies."""

    def shift(self, q: int, z: int) -> int:
        """How far apart two hexes with this offset lie in the array."""
        return q * self.half + z * self.width

    @cached_property
    def inside(self) -> dict[int, Flags]:
        """For each number of columns that a line can span: from which places it ends on the map.

        It cannot end beyond the first or last row, for there the array ends too.
        """
        wide = self.grid.columns
        column = np.full(self.size, -self.size, np.int32)
        column[self.places] = np.arange(self.grid.count) % wide
        return {q: (column >= max(0, -q)) & (column < wide - max(0, q)) for q in range(1 - wide, wide)}


class PackedPlane:
    """A plane in all its variants: the values, which of them there are, and a number less than any."""

    def __init__(self, values: Ints, known: Flags, beneath: int) -> None:
        self._values = values
        self._known = known
        self.beneath = beneath

    def numbers(self, nothing: int) -> Ints:
        """The values by code; for what is not on the board, the number given."""
        return np.where(self._known, self._values, np.int32(nothing)).ravel()

    def flags(self) -> Flags:
        """Where there is a value other than zero, by code."""
        flags: Flags = self._known & (self._values != 0)
        return flags.ravel()


def packed_hexes(packing: Packing, survey: Survey, name: str) -> PackedPlane:
    """A plane of hexes; the variants of hexsides hold what the pair of hexes beside one is worth."""
    plane = survey.hexes.plane(name)
    pick = np.minimum if plane.beside == "lower" else np.maximum
    own, has = _spread(packing, survey, plane.values)
    values, known = np.zeros((4, packing.span), np.int32), np.zeros((4, packing.span), np.bool_)
    values[HEX], known[HEX] = own, has
    for side in SIDES:
        beyond, has_beyond = np.roll(own, -packing.steps[side]), np.roll(has, -packing.steps[side])
        values[side] = np.where(has & has_beyond, pick(own, beyond), np.where(has, own, beyond))
        known[side] = has | has_beyond
    return PackedPlane(values, known, survey.hexes.beneath(name))


def packed_hexsides(packing: Packing, survey: Survey, name: str) -> PackedPlane:
    """A plane of hexsides, each from its face on its own hex, or else from the face beyond."""
    faces = survey.hexsides.plane(name).values
    values, known = np.zeros((4, packing.span), np.int32), np.zeros((4, packing.span), np.bool_)
    for side in SIDES:
        own, has = _spread(packing, survey, faces[side::6])
        beyond, has_beyond = _spread(packing, survey, faces[side + 3 :: 6])
        values[side] = np.where(has, own, np.roll(beyond, -packing.steps[side]))
        known[side] = has | np.roll(has_beyond, -packing.steps[side])
    return PackedPlane(values, known, survey.hexsides.beneath(name))


def _spread(packing: Packing, survey: Survey, values: Sequence[int]) -> tuple[Ints, Flags]:
    """One value for each hex of the board, with room before and behind, and where there is one."""
    at = packing.places[survey.present] + packing.size
    spread, known = np.zeros(packing.span, np.int32), np.zeros(packing.span, np.bool_)
    spread[at] = np.asarray(values, np.int32)[survey.present]
    known[at] = True
    return spread, known
