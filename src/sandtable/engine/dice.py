"""Dice that nobody argues about: a counted stream, from a seed fixed in advance or from a script.

Value number n of a stream depends on the seed and on n alone, so a stream is copied by copying one
number. Bytes come from BLAKE2b in counter mode; a die takes the next byte (of more than 256 sides,
bytes) that lies in a range which every face shares equally, so no face is favoured.
"""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from sandtable.engine.refusals import BadRequest, DiceExhausted

_BLOCK = 64


class Dice(Protocol):
    """Where the table gets its dice and draws from."""

    position: int

    @property
    def ready(self) -> bool: ...

    def roll(self, sides: int) -> int: ...

    def draw(self, items: Sequence[str]) -> str: ...

    def answered(self) -> None:
        """A seat has answered: dice that depend on the seats' secrets begin a new exchange."""

    def copy(self) -> "Dice": ...


class Stream:
    """Dice from a seed."""

    __slots__ = ("_block", "_number", "position", "seed")

    def __init__(self, seed: bytes, position: int = 0) -> None:
        self.seed = seed
        self.position = position
        self._number = -1
        self._block = b""

    @property
    def ready(self) -> bool:
        return True

    def answered(self) -> None:
        """A seeded stream runs on."""

    def _number_below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely: from as many bytes as it takes."""
        if bound <= 256:
            width, whole = 1, 256
        else:
            width = (bound.bit_length() + 7) // 8
            whole = 256**width
        fair = whole - whole % bound
        while True:
            number = 0
            for _ in range(width):
                number = number * 256 + self._byte()
            if number < fair:
                return number % bound

    def _byte(self) -> int:
        number, place = divmod(self.position, _BLOCK)
        if number != self._number:
            self._block = hashlib.blake2b(number.to_bytes(8, "big"), key=self.seed).digest()
            self._number = number
        self.position += 1
        return self._block[place]

    def roll(self, sides: int) -> int:
        """One die: 1 to `sides`."""
        if sides < 1:
            raise ValueError(f"a die has 1 side or more, not {sides}")
        return self._number_below(sides) + 1

    def draw(self, items: Sequence[str]) -> str:
        """One of the items, each as likely as the next."""
        return items[self.roll(len(items)) - 1]

    def copy(self) -> "Stream":
        return Stream(self.seed, self.position)


class Script:
    """Dice written down beforehand, in order; then a stream, or the end."""

    __slots__ = ("position", "then", "values")

    def __init__(self, values: Sequence[int | str], then: Stream | None = None, position: int = 0) -> None:
        self.values = tuple(values)
        self.then = then
        self.position = position

    @property
    def ready(self) -> bool:
        return True

    def answered(self) -> None:
        """A script runs on."""

    def _next(self, wanted: str) -> int | str:
        if self.position >= len(self.values):
            count = len(self.values)
            spent = f"all {count} scripted dice are used up" if count else "no dice were given"
            raise DiceExhausted(f"{spent}; wanted now: {wanted}")
        value = self.values[self.position]
        self.position += 1
        return value

    def _spent(self) -> bool:
        return self.then is not None and self.position >= len(self.values)

    def roll(self, sides: int) -> int:
        if self._spent() and self.then is not None:
            return self.then.roll(sides)
        value = self._next(f"a die of {sides} sides")
        if type(value) is not int or not 1 <= value <= sides:
            raise BadRequest(
                f"scripted value {value!r} (number {self.position}) is not on a die of {sides} sides"
            )
        return value

    def draw(self, items: Sequence[str]) -> str:
        if self._spent() and self.then is not None:
            return self.then.draw(items)
        value = str(self._next(f"a draw from {', '.join(items)}"))
        if value not in items:
            raise BadRequest(
                f"scripted draw {value!r} (number {self.position}) is not one of {', '.join(items)}"
            )
        return value

    def copy(self) -> "Script":
        return Script(self.values, self.then.copy() if self.then else None, self.position)


def seeded(seed: int | str | bytes) -> Stream:
    """A stream from anything that names a seed."""
    raw = seed if isinstance(seed, bytes) else str(seed).encode()
    return Stream(hashlib.blake2b(raw, digest_size=32, person=b"sandtable-dice").digest())


def commitment(seed: bytes) -> str:
    """What is published before the first roll, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(b"sandtable commitment" + seed).hexdigest()
