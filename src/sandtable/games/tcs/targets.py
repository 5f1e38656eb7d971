"""What odds need to know of a target: the place where it stands and the body that is fired at."""

from typing import Literal, NamedTuple

from sandtable.engine import Modifier
from sandtable.games.tcs.charts import CHARTS

Moving = Literal["", "road", "slow go"]
"""How a unit entered the hex in which overwatch meets it [12.1b] [12.2d]."""


class Place(NamedTuple):
    """A hex as fire meets it; `hedge` if the line comes in through one [8.5]."""

    terrain: str = "open"
    hedge: bool = False
    smoke: bool = False
    mined: bool = False
    lit: bool = False
    slow_go: bool = False


class Body(NamedTuple):
    """A unit as a target. Without morale it makes no checks; `company` is its company's, None without one.

    `shield` is the defense by which area fire is softened: a type B unit's own, or its carrier's, but of
    nothing that is towed and not of vehicles for their riders [8.7e] [12.4c].
    """

    steps: int = 5
    lost: int = 0
    morale: int | None = None
    company: int | None = None
    fire_mode: bool = True
    dug_in: bool = False
    suppressed: bool = False
    paralyzed: bool = False
    mounted: bool = False
    gun: bool = False
    weapon: bool = False
    truck: bool = False
    defense: int = 0
    shield: int | None = None

    @property
    def pinned(self) -> bool:
        return self.suppressed or self.paralyzed


def area_cover(place: Place, body: Body) -> tuple[Modifier, ...]:
    """The one value of terrain, mode and condition that serves the target best [8.5] [7.1a]."""
    still = body.fire_mode and not body.mounted
    better = body.dug_in if still else body.pinned
    return _best(place, "area" if still else "moving", better)


def point_cover(place: Place, body: Body) -> tuple[Modifier, ...]:
    """The same against point fire; guns in fire mode have a column of their own [8.5] [7.1a]."""
    if body.gun and body.fire_mode:
        return _best(place, "gun", body.dug_in)
    return _best(place, "point", not body.fire_mode)


def _best(place: Place, column: str, second: bool) -> tuple[Modifier, ...]:
    rows = [place.terrain, "hedge"] if place.hedge else [place.terrain]
    amounts = {row: getattr(CHARTS.cover.of(row), column)[second] for row in rows}
    row = min(rows, key=lambda name: amounts[name])
    return (Modifier(_told(row, column, second), amounts[row], "8.5"),) if amounts[row] else ()


def _told(row: str, column: str, second: bool) -> str:
    """The cell of the chart in words."""
    if column == "moving":
        return f"{row}, move mode, suppressed or paralyzed" if second else f"{row}, move mode"
    if column == "point":
        return f"{row}, move mode" if second else f"{row}, fire mode"
    return f"{row}, dug in" if second else f"{row}, fire mode"
