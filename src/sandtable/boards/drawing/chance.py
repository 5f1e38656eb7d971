"""Chance that is the same every time: what varies on a map is drawn from the place where it stands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_MASK = 0xFFFFFFFF


def mixed(*numbers: int) -> int:
    """A number of 32 bits that looks like chance and hangs on these numbers only."""
    found = 0x9E3779B9
    for number in numbers:
        found = ((found ^ (number & _MASK)) * 0x85EBCA6B) & _MASK
        found = ((found ^ (found >> 13)) * 0xC2B2AE35) & _MASK
        found ^= found >> 16
    return found


class Chance:
    """A stream of numbers that begins from a seed, usually a place on the map."""

    __slots__ = ("_drawn", "_seed")

    def __init__(self, *seed: int) -> None:
        self._seed = mixed(*seed)
        self._drawn = 0

    def between(self, low: float, high: float) -> float:
        """The next number, somewhere from low to high."""
        self._drawn += 1
        return low + (high - low) * mixed(self._seed, self._drawn) / 2**32

    def below(self, count: int) -> int:
        """The next whole number from 0 to below count."""
        return int(self.between(0, count))


def spread(seed: int, *numbers: NDArray[np.int64]) -> NDArray[Any]:
    """For each place of the arrays a number from 0 to below 1, as `mixed` would make it."""
    found: NDArray[Any] = np.full(numbers[0].shape, mixed(seed), np.uint64)
    for number in numbers:
        found = ((found ^ (number.astype(np.uint64) & _MASK)) * 0x85EBCA6B) & _MASK
        found = ((found ^ (found >> 13)) * 0xC2B2AE35) & _MASK
        found ^= found >> 16
    return found / 2.0**32
