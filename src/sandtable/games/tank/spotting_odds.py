"""The odds of spotting a unit, and of a hidden position giving itself away by its fire [13.5] [14.2]."""

from functools import cache

from sandtable.engine import Odds, at_most
from sandtable.games.tank.charts import CHARTS, DIE
from sandtable.games.tank.defence import Cover, ground

SPOTTED, UNSEEN = "spotted", "unseen"
REVEALED, HIDDEN = "revealed", "still hidden"

_COLUMNS = ("a vehicle in sight", "a vehicle in cover", "soft target in the open", "soft target in cover")


def in_cover(vehicle: bool, cover: Cover, screened: bool) -> bool:
    """Whether a target is harder to spot where it is; `screened` by an obstructing hexside before it [13.5].

    Woods cover all; rough, wrecks and Improved Positions cover soft targets only.
    """
    if screened or ground(cover.terrain, cover.mode) == "woods":
        return True
    return not vehicle and (cover.improved or cover.wreck or ground(cover.terrain, cover.mode) == "rough")


@cache
def spotting_odds(vehicle: bool, moving: bool, covered: bool, distance: int) -> Odds:
    """One attempt to spot: certain for a vehicle that moves or stands in the open [13.3] [13.5].

    Nothing need be rolled where the odds say that it is certain or cannot happen.
    """
    column = (0 if moving or not covered else 1) if vehicle else (3 if covered else 2)
    number = CHARTS.spotting.cell(distance, column) or 0
    purpose = f"Spotting {_COLUMNS[column]}, range {distance}"
    return at_most(purpose, "13.5", DIE, number, SPOTTED, UNSEEN)


@cache
def reveal_odds() -> Odds:
    """The fired-on side's roll to find an Improved Position that has fired [14.2]."""
    purpose = "Finding the position that fired"
    return at_most(purpose, "14.2", DIE, CHARTS.small.reveal_at_most, REVEALED, HIDDEN)
