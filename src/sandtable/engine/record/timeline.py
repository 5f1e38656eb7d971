"""What happened in a game under way, each thing in its true place among answers and rolls."""

from bisect import bisect_right
from operator import itemgetter
from typing import Any

from sandtable.engine.driver import Driver
from sandtable.engine.record.lines import End, Line, Mark, Roll

Place = tuple[int, int, int]
"""After so many answers, then after so many rolls, then by what it is."""

MARK, LINK, ROLL, TRAIL, ORDERS, ANSWER, END = range(7)
by_place = itemgetter(0)


def played(driver: Driver[Any, Any], rolls: int = 0, marks: int = 0) -> list[tuple[Place, Line]]:
    """The rolls and segments since so many of each, and the end, with their places."""
    made = driver.table.rolls or []
    lines: list[tuple[Place, Line]] = [
        ((mark.inputs, mark.rolls, MARK), Mark(mark.segment, mark.turn, mark.hash))
        for mark in driver.marks[marks:]
    ]
    lines += [((_answers_before(driver, n), n, ROLL), Roll(*made[n])) for n in range(rolls, len(made))]
    if driver.over and driver.state.outcome is not None:
        lines.append((end_place(driver), _ended(driver)))
    return sorted(lines, key=by_place)


def _answers_before(driver: Driver[Any, Any], roll: int) -> int:
    """How many answers came before this roll."""
    return bisect_right(driver.history, roll, key=lambda given: given.rolls)


def end_place(driver: Driver[Any, Any], what: int = END) -> Place:
    """After everything that has happened."""
    return len(driver.history), len(driver.table.rolls or ()), what


def _ended(driver: Driver[Any, Any]) -> End:
    outcome, scene = driver.state.outcome, driver.table.scene
    winner = None if outcome.winner is None else scene.side_name(outcome.winner)
    return End(winner, outcome.reason, outcome.points, driver.hash())


def exchanges(driver: Driver[Any, Any], inherited: int) -> list[Place]:
    """Where each exchange of links began: at the first roll after an answer."""
    places: list[Place] = []
    for rolls in range(inherited, len(driver.table.rolls or ())):
        inputs = _answers_before(driver, rolls)
        if not places or places[-1][0] != inputs:
            places.append((inputs, rolls, LINK))
    return places
