"""The odds of air strikes and of fire at what flies [14.0]."""

from functools import cache

from sandtable.engine import D6, Modifier, Odds, at_most
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.indirect_odds import impact

NAPE, MEDIUM, HIGH = range(3)
"""The altitudes of a helicopter [14.21]."""
ALTITUDES = ("nape-of-earth", "medium", "high")


def agility(helicopter: int, altitude: int) -> int:
    """The agility in force, which may be below 0 [14.34]."""
    return COUNTERS[helicopter].agility - CHARTS.air_defence.agility_lost[altitude]


def always_hit(defender: int, helicopter: int, altitude: int) -> bool:
    """Does the lowest die destroy whatever the numbers say [14.37]?"""
    prey = CHARTS.air_defence.always.get(COUNTERS[defender].id, ())
    return altitude == NAPE and COUNTERS[helicopter].id in prey


@cache
def at_strike(defender: int, suppressed: bool = False) -> Odds:
    """The odds of aborting an air strike: the rating or less [14.33] [14.36]."""
    number = COUNTERS[defender].ad_rating
    return at_most("Air defence", "14.33", D6, number, "aborted", "through", _suppression(suppressed))


@cache
def at_helicopter(defender: int, helicopter: int, altitude: int, suppressed: bool = False) -> Odds:
    """The odds of a unit with a rating against a helicopter [14.33] [14.34] [14.36] [14.37]."""
    nimble = agility(helicopter, altitude)
    hard = (Modifier(f"agility at {ALTITUDES[altitude]}", nimble, "14.34"),) if nimble else ()
    changed, number = (*hard, *_suppression(suppressed)), COUNTERS[defender].ad_rating
    if always_hit(defender, helicopter, altitude):
        least = CHARTS.air_defence.always_on + sum(modifier.amount for modifier in changed)
        number = max(number, least)
    return at_most("Air defence", "14.33", D6, number, "destroyed", "safe", changed)


def _suppression(suppressed: bool) -> tuple[Modifier, ...]:
    return (Modifier("suppressed", CHARTS.air_defence.suppressed, "14.36"),) if suppressed else ()


@cache
def adjacent_defence() -> Odds:
    """The odds of a unit without a rating against a helicopter beside it [14.38]."""
    number = CHARTS.air_defence.adjacent
    return at_most("Fire at a helicopter beside it", "14.38", D6, number, "destroyed", "safe")


@cache
def strike_impact(row: int, covered: bool = False, dug_in: bool = False) -> Odds:
    """What an air strike does to one unit in its hexes [14.1]."""
    return impact(CHARTS.air_strike.column, row, covered, dug_in)


def cancelled(first: int, second: int) -> tuple[int, int]:
    """The strikes for each Game-Turn that are left to both, one for one taken away [14.14] [14.15]."""
    lost = min(first, second)
    return first - lost, second - lost
