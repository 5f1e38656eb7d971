"""The odds that are stated are the odds that are rolled."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import msgspec

from sandtable.engine.events import Audience
from sandtable.engine.odds import Odds
from sandtable.engine.table import Table
from sandtable.lab.conformance.trial import Trial


class Thrown(NamedTuple):
    """One roll: the odds it was made by, the dice of each throw, and the result it gave."""

    odds: Odds
    throws: tuple[tuple[int | str, ...], ...]
    result: str


class Ledger(Table[Any, Any]):
    """A table that writes down every roll, and how much of the dice was spent by rolls and draws."""

    __slots__ = ("spent", "thrown")

    def __init__(self, table: Table[Any, Any]) -> None:
        super().__init__(table.scene, table.state, table.dice)
        self.log, self.rolls = table.log, table.rolls
        self.thrown: list[Thrown] = []
        self.spent = 0

    async def roll(self, odds: Odds, secret_to: Audience = None, workings_to: Audience = None) -> str:
        before, first = self.dice.position, len(self.rolls or ())
        result = await super().roll(odds, secret_to, workings_to)
        throws = tuple(dice for _, dice in (self.rolls or [])[first:])
        self.thrown.append(Thrown(odds, throws, result))
        self.spent += self.dice.position - before
        return result

    async def draw(
        self, purpose: str, case: str, items: Sequence[str], count: int = 1, secret_to: Audience = None
    ) -> tuple[str, ...]:
        before = self.dice.position
        drawn = await super().draw(purpose, case, items, count, secret_to)
        self.spent += self.dice.position - before
        return drawn


def odds(trial: Trial) -> None:
    """Rolls give what their odds say, chances are frequencies, and no die is thrown otherwise."""
    driver = trial.driver()
    ledger = driver.table = Ledger(driver.table)
    driver.start()
    known: set[bytes] = set()
    for _ in trial.asks(driver):
        _settle(trial, ledger, known)
    _settle(trial, ledger, known)


def _settle(trial: Trial, ledger: Ledger, known: set[bytes]) -> None:
    """Look at what has been thrown since the last time."""
    for thrown in ledger.thrown:
        if (told := meant(thrown.odds, thrown.throws)) != thrown.result:
            trial.fail(
                f"{thrown.odds.purpose}: the dice {thrown.throws} mean {told!r}, not {thrown.result!r}"
            )
        mark = msgspec.msgpack.encode(thrown.odds)
        if mark not in known:
            known.add(mark)
            _honest(trial, thrown.odds)
    ledger.thrown.clear()
    if ledger.dice.position != ledger.spent:
        trial.fail("a die was thrown that no odds announced")


def _honest(trial: Trial, odds: Odds) -> None:
    stated = {result: chance for result, chance in odds.chances().items() if chance}
    counted = frequencies(odds)
    if stated != counted:
        trial.fail(
            f"{odds.purpose}: the chances are stated as {_words(stated)} but come to {_words(counted)}"
        )


def _words(chances: dict[str, Fraction]) -> str:
    return ", ".join(f"{result} {chance}" for result, chance in sorted(chances.items()))


def meant(odds: Odds, throws: Sequence[Sequence[int | str]]) -> str:
    """The final result of these throws, by the odds and those they call for."""
    result = ""
    for throw in throws:
        result = outcomes(odds)[tuple(int(die) for die in throw)]
        odds = odds.follow.get(result, odds)
    return result


def outcomes(odds: Odds) -> dict[tuple[int, ...], str]:
    """What each way the dice can fall means, read off the results afresh."""
    ways = list(product(*(range(1, sides + 1) for sides in odds.dice)))
    read = odds.results if odds.joint else [odds.results[sum(way) - len(way)] for way in ways]
    return dict(zip(ways, read, strict=True))


def frequencies(odds: Odds) -> dict[str, Fraction]:
    """The share of each final result among all ways the dice can fall, counted one by one.

    Dice that are rolled again count for nothing: of the others, each way is as likely as the next.
    """
    fallen = Counter(result for result in outcomes(odds).values() if not odds.again or result != odds.again)
    found: dict[str, Fraction] = {}
    for result, count in fallen.items():
        further = odds.follow.get(result)
        finals = {result: Fraction(1)} if further is None else frequencies(further)
        for final, part in finals.items():
            found[final] = found.get(final, Fraction(0)) + Fraction(count, fallen.total()) * part
    return found
