"""Movement: what a path costs, when each of its steps falls due, and how far a unit can come [9.0]."""

from collections.abc import Sequence

from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.country import NO_WAY, WHOLE_ALLOWANCE
from sandtable.games.tank.state import EXIT, MVR, OV, Field
from sandtable.hexes import opposite


def allowance(field: Field, unit: int, task: int) -> int:
    """The points that a unit may spend on a task: half of them, rounded down, in reverse [9.32] [9.6]."""
    points = field.weapons[unit].ma
    return points // 2 if task == MVR else points


def price(field: Field, unit: int, start: int, end: int) -> int:
    """What one step costs a unit: hexside and hex for vehicles, one point for infantry [10.11] [10.12].

    WHOLE_ALLOWANCE where it takes all there is [10.13], NO_WAY where there is no such step. The places of a
    column off the map, and leaving the map, cost a point each [17.3E].
    """
    if end == EXIT:
        return CHARTS.small.exit_points
    if end < 0:
        return 1
    if start == -1:
        return field.country.entry[end]
    d = field.country.direction(start, end)
    if d < 0:
        return NO_WAY
    return 1 if field.weapons[unit].infantry else field.country.prices[start * 6 + d]


def schedule(field: Field, unit: int, start: int, task: int, path: Sequence[int]) -> tuple[int, ...]:
    """When each step falls due: the points spent up to and with it, from nothing each Game-Turn
    [9.14] [9.31] [9.33] [9.41].

    The hex that is overrun, the last but one, costs a point more.
    """
    spent, due = 0, []
    for number, end in enumerate(path):
        cost = price(field, unit, start, end)
        spent += allowance(field, unit, task) if cost == WHOLE_ALLOWANCE else cost
        if task == OV and number == len(path) - 2:
            spent += CHARTS.small.overrun_points
        due.append(spent)
        start = end
    return tuple(due)


def heading(field: Field, task: int, start: int, end: int) -> int:
    """The facing of a unit that is about to make a step: toward it, or its rear toward it [9.2] [9.6]."""
    d = field.country.direction(start, end)
    return opposite(d) if task == MVR else d


def reach(field: Field, unit: int, start: int) -> dict[int, int]:
    """Every hex that a unit on the map can be plotted to reach, and the least it spends [9.31] [10.13]."""
    points, weapon, country = field.weapons[unit].ma, field.weapons[unit], field.country
    if weapon.gun:
        return {start: 0}
    if weapon.infantry:
        return {start: 0, **dict.fromkeys(country.near(start), 1)}
    found = country.going.reach(start, points)
    around = range(start * 6, start * 6 + 6)
    whole = [country.neighbours[at] for at in around if country.prices[at] == WHOLE_ALLOWANCE]
    return {**found, **dict.fromkeys(whole, points)}
