"""The odds of a change of formation [5.4]."""

from functools import cache

from sandtable.engine import TWO_D6, Odds
from sandtable.engine.odds import by_total
from sandtable.games.rdf.charts import CHARTS

LEAST, MOST = 2, 12


def column(rating: int, sighted: int) -> int:
    """The column of the table: the rating, moved left by what has been sighted [5.44]."""
    shift = CHARTS.column_shift.cell(sighted, 0) or 0
    return max(1, rating - shift)


def may_attempt(sighted: int) -> bool:
    """Has the force sighted anything [5.42]?"""
    return sighted > 0


@cache
def change(rating: int, sighted: int, lost: int) -> Odds:
    """The odds of a change: the units lost go up or down, as serves the owner [5.43] [5.44] [5.45] [5.49]."""
    at = column(rating, sighted)

    def succeeds(total: int) -> bool:
        return CHARTS.formation_change.cell(min(max(total, LEAST), MOST), at) == 1

    def reading(natural: int) -> str:
        return "changed" if succeeds(natural - lost) or succeeds(natural + lost) else "unchanged"

    results = by_total(TWO_D6, reading)
    good = [natural for natural, result in enumerate(results, LEAST) if result == "changed"]
    give_or_take = f", give or take {lost}" if lost else ""
    needed = f"{_spans(good)} in column {at}{give_or_take}"
    return Odds("Formation change", "5.43", TWO_D6, results, (), needed)


def _spans(numbers: list[int]) -> str:
    """Numbers in order as players say them: 2 to 6, 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
