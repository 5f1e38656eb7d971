"""The odds of what no weapon decides: who is first, scatter, smoke that lifts [4.2] [9.3] [10.1] [11.0]."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from sandtable.boards import Board
from sandtable.engine import Odds
from sandtable.engine.odds import by_total
from sandtable.games.raid.charts import CHARTS, DIE
from sandtable.hexes import LETTERS, step

SCATTERS, ON_TARGET = "scatters", "on target"
LIFTS, STAYS = "lifts", "stays"
LOST = -1
"""In place of a hex: a mission or a jumper that scatters off the map."""


@cache
def first_odds(phase: str, case: str = "4.2") -> Odds:
    """Who is first in a phase, or shoots first in a round of Close Assault: odd or even [4.2] [10.1]."""
    first = CHARTS.first
    return Odds(
        f"First in {phase}", case, DIE, by_total(DIE, lambda die: first.odd if die % 2 else first.even)
    )


@cache
def scatter_odds() -> Odds:
    """Whether a mission or a drop goes astray [9.3]."""
    results = by_total(DIE, lambda die: SCATTERS if die in CHARTS.scatter.on else ON_TARGET)
    return Odds("Scatter", "9.3", DIE, results)


@cache
def direction_odds() -> Odds:
    """Where it drifts, by the Scatter Diagram [9.3]."""
    return Odds("Direction of scatter", "9.3", DIE, CHARTS.scatter.directions)


@cache
def distance_odds() -> Odds:
    """How many hexes it drifts [9.3]."""
    return Odds("Distance of scatter", "9.3", DIE, tuple(map(str, CHARTS.scatter.distance)))


@cache
def smoke_odds() -> Odds:
    """Whether a smoke marker is taken away [11.0]."""
    results = by_total(DIE, lambda die: LIFTS if die in CHARTS.smoke.removed_on else STAYS)
    return Odds("Smoke lifts", "11.0", DIE, results)


def drifted(board: Board, hex: int, letter: str, distance: int) -> int:
    """The hex so far away in a direction, or LOST off the map [9.3]."""
    at = board.grid.hex(hex)
    for _ in range(distance):
        at = step(at, LETTERS.index(letter))
    return board.grid.at(at)


def landings(board: Board, hex: int) -> Mapping[int, Fraction]:
    """Where a mission at a hex comes down, with the chance of each hex; LOST is off the map [9.3]."""
    found = {hex: scatter_odds().chance(ON_TARGET)}
    astray = scatter_odds().chance(SCATTERS)
    for letter, one in direction_odds().chances().items():
        for distance, other in distance_odds().chances().items():
            there = drifted(board, hex, letter, int(distance))
            found[there] = found.get(there, Fraction(0)) + astray * one * other
    return found
