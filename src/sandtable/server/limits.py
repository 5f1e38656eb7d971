"""How much a seat or an address may ask for: so much at once, then so much a second; so many connections."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_REMEMBERED = 10_000
"""So many who have asked lately are remembered."""


class Allowance:
    """A bucket for each who asks: it holds `burst` and refills by `rate` a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> float:
        """Take one; 0 if there was one, else the seconds until there is."""
        now = self._clock()
        left, then = self._buckets.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        self._buckets[who] = (left - 1 if wait == 0 else left, now)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return wait


class Room:
    """So many of each who comes may be in at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: Counter[str] = Counter()

    @contextmanager
    def entered(self, who: str) -> Iterator[bool]:
        """Is there room for one more of these? If so, it is taken while the block lasts."""
        if self._inside[who] >= self._most:
            yield False
            return
        self._inside[who] += 1
        try:
            yield True
        finally:
            self._inside[who] -= 1
            if not self._inside[who]:
                del self._inside[who]
