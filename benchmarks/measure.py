"""What a measurement is, and how two things are timed fairly side by side."""

import time
from collections.abc import Callable

import msgspec


class Measure(msgspec.Struct):
    """A figure of ours, a peer's, and their ratio against the goal.

    `better` says whether the ratio (ours by the peer's) should be at least or at most the goal.
    """

    name: str
    unit: str
    ours: float
    peer: str
    theirs: float
    goal: float
    better: str
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def reached(self) -> bool:
        return self.ratio >= self.goal if self.better == "at least" else self.ratio <= self.goal


def rates(*works: Callable[[], int], seconds: float = 1.0, rounds: int = 5) -> list[float]:
    """Units of work per second of each, in turns, so that a busy moment hits all; the best round counts."""
    best = [0.0] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            best[place] = max(best[place], _rate(work, seconds))
    return best


def _rate(work: Callable[[], int], seconds: float) -> float:
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        done += work()
    return done / spent


def microseconds(*works: Callable[[], object], seconds: float = 0.5, rounds: int = 5) -> list[float]:
    """Microseconds for one call of each, in turns; the best round counts."""
    return [1e6 / rate for rate in rates(*[_batch(work) for work in works], seconds=seconds, rounds=rounds)]


def _batch(work: Callable[[], object]) -> Callable[[], int]:
    """Calls enough at once that looking at the clock costs nothing beside them."""
    begun = time.perf_counter()
    work()
    size = max(1, int(0.001 / (time.perf_counter() - begun + 1e-9)))

    def batch() -> int:
        for _ in range(size):
            work()
        return size

    return batch
