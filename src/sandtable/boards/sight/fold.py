"""Properties folded over what lies between the ends of lines, for all lines of an offset at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sandtable.boards.sight.packing import PackedPlane
from sandtable.boards.sight.rays import Family

Values = npt.NDArray[Any]


class Fold:
    """One property folded from both ends of a line towards its middle.

    Every state on the way is kept, for the next line begins much as this one does.
    """

    def __init__(self, family: Family, values: Values, operation: np.ufunc, nothing: int, size: int) -> None:
        self._family = family
        self._values = values
        self._operation = operation
        self._size = size
        self._fore: list[Values] = [np.full(size, nothing, values.dtype)]
        self._back = self._fore[:]
        self._line = -1

    def near(self, line: int, shift: int) -> Values:
        """Over what lies nearer to the start."""
        self._take(line)
        return self._fore[-1][: self._size - shift]

    def far(self, line: int, shift: int) -> Values:
        """Over what lies nearer to the end."""
        self._take(line)
        return self._back[-1][shift:]

    def whole(self, line: int, shift: int) -> Values:
        """Over all that lies between the ends."""
        family, span = self._family, self._size - shift
        folded: Values = self._operation(self.near(line, shift), self.far(line, shift))
        for code in family.fore[line, family.near[line] : family.counted[line]].tolist():
            folded = self._operation(folded, self._values[code : code + span])
        return folded

    def _take(self, line: int) -> None:
        if line == self._line:
            return
        family = self._family
        alike, near = min(family.shared[self._line + 1 : line + 1]), family.near[line]
        self._extend(self._fore, alike, family.fore[line, alike:near].tolist())
        self._extend(self._back, alike, family.back[line, alike:near].tolist())
        self._line = line

    def _extend(self, folded: list[Values], alike: int, codes: list[int]) -> None:
        del folded[alike + 1 :]
        last = folded[-1]
        for code in codes:
            last = self._operation(last, self._values[code : code + self._size])
            folded.append(last)


class Folds:
    """The folds over one family, each made when first wanted and then kept from line to line."""

    def __init__(self, family: Family, size: int, packed: Callable[[str], PackedPlane]) -> None:
        self._family = family
        self._size = size
        self._packed = packed
        self._made: dict[tuple[str, str], Fold] = {}

    def fold(self, way: str, plane: str) -> Fold:
        """One property folded in one of the three ways: "any", "total" or "highest"."""
        key = way, plane
        if key not in self._made:
            self._made[key] = Fold(self._family, *_WAYS[way](self._packed(plane)), self._size)
        return self._made[key]


_WAYS: dict[str, Callable[[PackedPlane], tuple[Values, np.ufunc, int]]] = {
    "any": lambda plane: (plane.flags(), np.maximum, 0),
    "total": lambda plane: (plane.numbers(0), np.add, 0),
    "highest": lambda plane: (plane.numbers(plane.beneath), np.maximum, plane.beneath),
}
