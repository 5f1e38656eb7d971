"""The odds of close assault: the rounds, and fire at those who leave [10.0]."""

from functools import cache

from sandtable.engine import Odds
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.direct_odds import (
    CULTIVATED,
    IMPROVED,
    MOUNTED,
    MOVING,
    SUPPRESSED,
    VILLAGE,
    bits,
    direct_fire,
)

ROUNDS = 3
_IN_ROUNDS = ~bits(CHARTS.modifiers.rounds_ignore)
_AT_LEAVERS = SUPPRESSED | MOUNTED | IMPROVED | CULTIVATED | VILLAGE


def rounds(steps: int) -> int:
    """In how many rounds a unit may fire: one for each step it has as the assault begins [10.26]."""
    return min(steps, ROUNDS)


@cache
def round_fire(weapon: int, row: int, steps: int, stacked: int = 1, circumstances: int = 0) -> Odds:
    """The odds of a shot in a round: range 0, without movement, cover and digging in [10.21] [10.22]."""
    return direct_fire(weapon, 0, row, steps, stacked, circumstances & _IN_ROUNDS)


@cache
def withdrawal_fire(weapon: int, row: int, steps: int, leaving: int = 1, circumstances: int = 0) -> Odds:
    """The odds of a shot at units that leave: they move, and have the cover of the hex [10.0] [10.22]."""
    return direct_fire(weapon, 0, row, steps, leaving, circumstances & _AT_LEAVERS | MOVING)
