"""The odds of morale: checks, retreats and the check roll of an attacker [9.0] [9.4] [13.2a]."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from sandtable.engine import D6, TWO_D6, Modifier, Odds, at_least, by_total
from sandtable.games.tcs.charts import CHARTS

STEADY, SUPPRESSED, CHOICE, RETREAT = "steady", "suppressed", "suppressed or retreat", "retreat"
PARALYZED, SURRENDER = "paralyzed", "surrender"
SHAKEN, SHAKEN_CHOICE = "shaken", "shaken or retreat"
"""What befalls the company alone, where suppression and paralysis have no effect [9.3c] [15.0c]."""

HOLDS, FALLS_BACK = "holds", "falls back"


class Nerve(NamedTuple):
    """What changes the reading of the table: dug in, paralyzed already, or crossing a minefield."""

    dug_in: bool = False
    paralyzed: bool = False
    crossing: bool = False


def reading(result: str, nerve: Nerve) -> str:
    """What a printed result means for this unit [9.0e] [9.3a] [9.3c] [9.4c] [15.0c]."""
    if result == RETREAT and nerve.dug_in:
        result = PARALYZED
    if nerve.crossing:
        return {SUPPRESSED: STEADY, CHOICE: SHAKEN_CHOICE, PARALYZED: SHAKEN}.get(result, result)
    if nerve.paralyzed:
        return {SUPPRESSED: STEADY, CHOICE: SHAKEN, RETREAT: STEADY, PARALYZED: SHAKEN}.get(result, result)
    return result


def company_loss(result: str) -> int:
    """What a result adds to company morale; of a choice, if the unit stays [9.0c] [9.5].

    A unit that chooses the retreat adds nothing, except across mines, where the addition stands [15.0c].
    """
    return CHARTS.morale.company.get(result, 0)


@lru_cache(maxsize=1 << 14)
def check(modifiers: tuple[Modifier, ...], nerve: Nerve, after: str = "") -> Odds:
    """A morale check; `after` is the loss that called for it, which stays part of the result [9.0c]."""
    shift = sum(modifier.amount for modifier in modifiers)

    def read(natural: int) -> str:
        result = reading(CHARTS.morale.result(natural + shift), nerve)
        return f"{after}, {result}" if after else result

    purpose = f"Morale check after {after}" if after else "Morale check"
    return Odds(purpose, "9.0c", TWO_D6, by_total(TWO_D6, read), modifiers)


def result_of(word: str) -> str:
    """The morale result at the end of a result in which the loss stands before it."""
    return word.rpartition(", ")[2]


class Retreat(NamedTuple):
    """What a retreat demands; a unit that disintegrates goes nowhere."""

    hexes: int
    steps: int


def _retreats(times: int) -> dict[str, Retreat]:
    rows = [Retreat(row.cells[0] * times, row.cells[1]) for row in CHARTS.retreat.rows]
    return {_word(retreat): retreat for retreat in rows}


def _word(retreat: Retreat) -> str:
    if not retreat.hexes:
        return "disintegrates"
    steps = f", {retreat.steps} step{'s' * (retreat.steps > 1)}" if retreat.steps else ""
    return f"{retreat.hexes} hexes{steps}"


RETREATS = _retreats(1) | _retreats(CHARTS.retreat.night_times)
"""What each result of the roll for a retreat means, by day and by night [9.4] [16.5]."""


@lru_cache(maxsize=1 << 10)
def retreat(company: int, night: bool) -> Odds:
    """How far a retreat goes and what it costs; nights double the hexes [9.4] [16.5]."""
    times = CHARTS.retreat.night_times if night else 1
    rows = CHARTS.retreat.rows

    def read(natural: int) -> str:
        row = next(row for row in rows if row.span[0] <= natural + company <= row.span[1])
        return _word(Retreat(row.cells[0] * times, row.cells[1]))

    shaken = (Modifier("company morale", company, "9.4"),) if company else ()
    return Odds("Retreat", "9.4", D6, by_total(D6, read), shaken)


def assault_check(morale: int) -> Odds:
    """An attacker that is suppressed in an assault falls back on its morale or less [13.2a]."""
    results = by_total(D6, lambda natural: FALLS_BACK if natural <= morale else HOLDS)
    needed = f"more than {morale} to stay" if morale < max(D6) else "cannot stay"
    return Odds("Assault check", "13.2a", D6, results, needed=needed)


def recovered(company: int) -> int:
    """Company morale after the Clean Up of an hourly turn [9.1c]."""
    chart = CHARTS.recovery
    return max(0, company - max(chart.least, company // chart.divisor))


def narrow_miss(modifiers: Iterable[Modifier], nerve: Nerve) -> Odds:
    """The check of a gun that point fire missed by little; the morale table's modifiers alone [8.8c]."""
    return check(tuple(modifiers), nerve, "missed narrowly")


def contest(purpose: str, case: str) -> Odds:
    """Both sides roll a die, the higher wins, and ties are rolled again [1.3a] [18.0]."""
    faces = range(1, 7)
    results = tuple(
        "first side" if one > other else "second side" if other > one else "tie"
        for one in faces
        for other in faces
    )
    return Odds(purpose, case, TWO_D6, results, joint=True, again="tie")


def refire() -> Odds:
    """Whether a unit with an overwatch marker may fire once more [8.9e]."""
    return at_least("Overwatch again", "8.9e", D6, CHARTS.single.refire, "may fire", "may not fire")
