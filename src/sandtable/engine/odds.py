"""The odds come before the dice: a roll as a pure value, which previews, bots and resolution all read."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import repeat
from math import prod
from types import MappingProxyType

import msgspec

D6 = (6,)
TWO_D6 = (6, 6)
D10 = (10,)


class Modifier(msgspec.Struct, frozen=True):
    """One reason why the roll differs from the bare dice."""

    why: str
    amount: int
    case: str = ""


@cache
def totals(dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each natural total of these dice with the number of ways to roll it, lowest first."""
    ways = {0: 1}
    for sides in dice:
        wider: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                wider[total + face] = wider.get(total + face, 0) + count
        ways = wider
    return tuple(sorted(ways.items()))


class Odds(msgspec.Struct, frozen=True, dict=True):
    """One roll: its dice, modifiers and what every outcome means.

    `results` holds one word for each natural total from the lowest on; with `joint`, one for each way
    the dice can fall, the last die running fastest. A result named in `follow` is not the end: it
    calls for the roll given there. The result `again` means that the dice are rolled once more.
    """

    purpose: str
    case: str
    dice: tuple[int, ...]
    results: tuple[str, ...]
    modifiers: tuple[Modifier, ...] = ()
    needed: str = ""
    follow: Mapping[str, "Odds"] = {}
    joint: bool = False
    again: str = ""

    def __post_init__(self) -> None:
        outcomes = prod(self.dice) if self.joint else sum(self.dice) - len(self.dice) + 1
        if len(self.results) != outcomes:
            raise ValueError(f"{self.purpose}: {len(self.results)} results do not fit the dice {self.dice}")
        if self.again and set(self.results) == {self.again}:
            raise ValueError(f"{self.purpose}: this would be rolled for ever")

    def of(self, faces: Sequence[int]) -> str:
        """What the dice mean as they fell."""
        if not self.joint:
            return self.results[sum(faces) - len(faces)]
        place = 0
        for face, sides in zip(faces, self.dice, strict=True):
            place = place * sides + face - 1
        return self.results[place]

    @property
    def shift(self) -> int:
        return sum(modifier.amount for modifier in self.modifiers)

    def chances(self) -> Mapping[str, Fraction]:
        """The exact probability of each final result, the rolls it calls for included."""
        return self._chances

    @cached_property
    def _chances(self) -> Mapping[str, Fraction]:
        found: dict[str, Fraction] = {}
        weights = self._weights()
        whole = sum(weights.values())
        for result, count in weights.items():
            further = self.follow[result].chances() if result in self.follow else {result: Fraction(1)}
            for final, chance in further.items():
                found[final] = found.get(final, Fraction(0)) + Fraction(count, whole) * chance
        return MappingProxyType(found)

    def _weights(self) -> dict[str, int]:
        """In how many of the ways the dice can fall each result comes up; those rolled again left out."""
        ways = repeat(1) if self.joint else (count for _, count in totals(self.dice))
        weights: dict[str, int] = {}
        for result, count in zip(self.results, ways, strict=False):
            if result != self.again or not self.again:
                weights[result] = weights.get(result, 0) + count
        return weights

    def chance(self, *results: str) -> Fraction:
        """The probability that the final result is one of these."""
        return sum((self._chances.get(result, Fraction(0)) for result in results), Fraction(0))


def by_total(dice: tuple[int, ...], reading: Callable[[int], str]) -> tuple[str, ...]:
    """The results of all natural totals, read one by one."""
    return tuple(reading(natural) for natural, _ in totals(dice))


def at_most(
    purpose: str,
    case: str,
    dice: tuple[int, ...],
    number: int,
    hit: str,
    miss: str,
    modifiers: tuple[Modifier, ...] = (),
    follow: Mapping[str, Odds] | None = None,
) -> Odds:
    """A roll that succeeds when dice and modifiers come to the number or less."""
    limit = number - sum(modifier.amount for modifier in modifiers)
    results = by_total(dice, lambda natural: hit if natural <= limit else miss)
    return Odds(purpose, case, dice, results, modifiers, _needed(dice, limit, "or less"), follow or {})


def at_least(
    purpose: str,
    case: str,
    dice: tuple[int, ...],
    number: int,
    hit: str,
    miss: str,
    modifiers: tuple[Modifier, ...] = (),
    follow: Mapping[str, Odds] | None = None,
) -> Odds:
    """A roll that succeeds when dice and modifiers come to the number or more."""
    limit = number - sum(modifier.amount for modifier in modifiers)
    results = by_total(dice, lambda natural: hit if natural >= limit else miss)
    return Odds(purpose, case, dice, results, modifiers, _needed(dice, limit, "or more"), follow or {})


def _needed(dice: tuple[int, ...], limit: int, bound: str) -> str:
    least, most = len(dice), sum(dice)
    sure, never = (limit >= most, limit < least) if bound == "or less" else (limit <= least, limit > most)
    if sure:
        return "certain"
    return "cannot happen" if never else f"{limit} {bound}"
