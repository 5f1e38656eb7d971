"""The chances of panic, and the dice for where it drives a unit [12.1] [12.22]."""

from fractions import Fraction
from functools import cache

from sandtable.engine import Odds, at_most
from sandtable.games.tank.charts import CHARTS, DIE, MOST_CHITS
from sandtable.hexes import LETTERS

CHITS = tuple(str(digit) for digit in range(MOST_CHITS))
"""What is drawn: a unit panics if its hex number ends in a digit that came up [12.1]."""


def panic_chance(level: int) -> Fraction:
    """How likely one unit is to panic: as many chits of ten as its force's Panic Level [12.1]."""
    return Fraction(level, MOST_CHITS)


@cache
def scatter_odds() -> Odds:
    """The direction of panic, a letter for each face, by the diagram on the map [12.22]."""
    return Odds("Direction of panic", "12.22", (len(LETTERS),), CHARTS.map.scatter)


@cache
def panic_points_odds(allowance: int) -> Odds:
    """How many points a panicked vehicle spends: the die, but not more than it has [12.22]."""
    points = tuple(str(min(face, allowance)) for face in range(1, DIE[0] + 1))
    return Odds("Points spent in panic", "12.22", DIE, points)


@cache
def panic_odds(level: int) -> Odds:
    """The same as a roll of one die: of ten digits, as many as the level are drawn [12.1]."""
    return at_most("Panic", "12.1", (MOST_CHITS,), level, "panics", "holds")
