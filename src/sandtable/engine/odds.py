"""The odds come before the dice: a roll as a pure value, which previews, bots and resolution all read."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

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
    ways: dict[int, int] = {}
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        ways[sum(faces)] = ways.get(sum(faces), 0) + 1
    return tuple(sorted(ways.items()))


class Odds(msgspec.Struct, frozen=True):
    """One roll: its dice, modifiers and what every natural total means.

    `results` holds one word for each natural total from the lowest on. A result named in
    `follow` is not the end: it calls for the roll given there.
    """

    purpose: str
    case: str
    dice: tuple[int, ...]
    results: tuple[str, ...]
    modifiers: tuple[Modifier, ...] = ()
    needed: str = ""
    follow: Mapping[str, "Odds"] = {}

    def __post_init__(self) -> None:
        if len(self.results) != sum(self.dice) - len(self.dice) + 1:
            raise ValueError(f"{self.purpose}: {len(self.results)} results do not fit the dice {self.dice}")

    def result(self, natural: int) -> str:
        """What a natural total means."""
        return self.results[natural - len(self.dice)]

    @property
    def shift(self) -> int:
        return sum(modifier.amount for modifier in self.modifiers)

    def chances(self) -> dict[str, Fraction]:
        """The exact probability of each final result, the rolls it calls for included."""
        found: dict[str, Fraction] = {}
        ways = totals(self.dice)
        whole = sum(count for _, count in ways)
        for natural, count in ways:
            self._add(found, self.result(natural), Fraction(count, whole))
        return found

    def _add(self, found: dict[str, Fraction], result: str, weight: Fraction) -> None:
        further = self.follow.get(result)
        if further is None:
            found[result] = found.get(result, Fraction(0)) + weight
            return
        for final, chance in further.chances().items():
            found[final] = found.get(final, Fraction(0)) + weight * chance

    def chance(self, *results: str) -> Fraction:
        """The probability that the final result is one of these."""
        chances = self.chances()
        return sum((chances.get(result, Fraction(0)) for result in results), Fraction(0))


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
