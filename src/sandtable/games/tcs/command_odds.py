"""The odds of command: waiting, implementation, reserves and alternates, sheets thrown away [6.0]."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.engine import D6, TWO_D6, Odds, at_least
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.command_charts import SheetType

IMPLEMENTED, NOT_YET = "implemented", "not yet"
COMMITTED, WAITS = "committed", "waits"
DISCARDED, STAYS = "discarded", "stays"


class Waiting(NamedTuple):
    """A unit of a sheet that waits: on an implemented defense, on another sheet, fired on directly [6.6b]."""

    defending: bool = False
    assigned: bool = False
    fired_on: bool = False


def weight(units: Iterable[Waiting], night: bool) -> int:
    """The weighted turns that a turn of waiting counts: the least of any unit [6.6b] [16.1a]."""
    chart = CHARTS.command.turns
    least = min((_weight(unit) for unit in units), default=chart.unassigned)
    return min(least, chart.night_most) if night else least


def _weight(unit: Waiting) -> int:
    chart = CHARTS.command.turns
    if unit.fired_on:
        return chart.otherwise
    if unit.defending:
        return chart.defending
    return chart.otherwise if unit.assigned else chart.unassigned


def after_addition(turns: int, elements: int) -> int:
    """Weighted turns left when so many elements are written onto a pending sheet [6.4f]."""
    return max(0, turns - CHARTS.command.turns.addition_costs * elements)


def elements(groups: int, loose: int) -> int:
    """The size of a group: companies and tank platoons, and loose units by fours, rounded up [6.6d]."""
    return groups - (-loose // CHARTS.command.sheets.loose_to_element)


def size_modifier(size: int) -> int:
    """What the size of a group adds to the rating [6.6d]."""
    return CHARTS.command.size.cell(size, 0) or 0


def sheet_type(kinds: Iterable[SheetType]) -> SheetType:
    """The type of a sheet with several kinds of action: the first in the order of the book [6.3b]."""
    present = set(kinds)
    return next(kind for kind in CHARTS.command.sheets.order if kind in present)


class Prep(NamedTuple):
    """Command prep of a sheet in a turn: the roll, or the case and the reason why there is none yet."""

    odds: Odds | None
    case: str = ""
    reason: str = ""


def implementation(kind: SheetType, turns: int, rating: int, size: int) -> Prep:
    """The roll that carries a sheet out, by weighted turns and type, rating and size [6.6c] [6.6d] [6.6e]."""
    chart = CHARTS.command.prep
    column, row = chart.column(kind, turns), rating + size_modifier(size)
    if column is None:
        return Prep(None, "6.6c", "a sheet without a weighted turn is not rolled for")
    need = chart.chart().cell(row, column)
    if not need:
        return Prep(None, "6.6c", f"{turns} weighted turns are not enough for a rating of {row}")
    words = kind.replace("_", " ")
    purpose = f"Implementation of {words}, {turns} weighted turns, rating {rating} and size {size}"
    return Prep(at_least(purpose, "6.6c", TWO_D6, need, IMPLEMENTED, NOT_YET))


def commitment(rating: int, size: int) -> Odds:
    """The roll that sends in a reserve or switches to the alternate, each turn until it succeeds [6.11d]."""
    need = rating + size_modifier(size)
    purpose = f"Die roll check, rating {rating} and size {size}"
    return at_least(purpose, "6.11d", D6, need, COMMITTED, WAITS)


def reserve_most(size: int) -> int:
    """How many of a sheet's elements may be held in reserve [6.11b]."""
    return size // 2


def discard(implemented: bool) -> Odds:
    """The roll that throws a sheet away [6.9]."""
    sheets = CHARTS.command.sheets
    number = sheets.discard_implemented if implemented else sheets.discard_pending
    state = "an implemented" if implemented else "a pending"
    return at_least(f"Throwing away {state} sheet", "6.9", D6, number, DISCARDED, STAYS)
