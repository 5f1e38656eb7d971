"""The ways on which a unit may retreat: so many hexes, off from the enemy, fairly straight [9.4a]."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache


class Ways:
    """All ways of a retreat from a hex: no hex twice, and of the full length.

    No step leads nearer to the nearest enemy, and the last hex is two thirds of the length away from the
    first; where there is no such way, one that never comes back toward its start will do (ruling at 9.4a).
    `beside` has the hexes that the unit could enter from one, `near` how far the nearest enemy is.
    """

    def __init__(
        self,
        start: int,
        hexes: int,
        beside: Callable[[int], Iterable[int]],
        near: Callable[[int], int],
        distance: Callable[[int, int], int],
    ) -> None:
        self.start, self.hexes = start, hexes
        self._beside, self._near, self._distance = beside, near, distance
        self._from_enemy = True
        self._ends = cache(self._can_end)
        if hexes and not self._whole((start,)):
            self._from_enemy = False
            self._ends = cache(self._can_end)

    def _far(self, hex: int) -> int:
        return self._distance(self.start, hex)

    def onward(self, way: Sequence[int]) -> list[int]:
        """Where the next step may lead, so that the rest of the retreat can still be gone."""
        gone = (self.start, *way)
        return [hex for hex in self._steps(gone[-1]) if hex not in gone and self._whole((*gone, hex))]

    def _steps(self, hex: int) -> list[int]:
        measure = self._near if self._from_enemy else self._far
        here = measure(hex)
        return [beyond for beyond in self._beside(hex) if measure(beyond) >= here]

    def _whole(self, gone: tuple[int, ...]) -> bool:
        """Can the way be gone on to its full length without entering a hex twice?"""
        left = self.hexes + 1 - len(gone)
        if not self._ends(gone[-1], left):
            return False
        return not left or any(self._whole((*gone, hex)) for hex in self._steps(gone[-1]) if hex not in gone)

    def _can_end(self, hex: int, left: int) -> bool:
        """Could so many more steps end well, if it might enter hexes twice?"""
        if not left:
            return not self._from_enemy or 3 * self._far(hex) >= 2 * self.hexes
        return any(self._ends(beyond, left - 1) for beyond in self._steps(hex))
