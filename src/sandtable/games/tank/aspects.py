"""Facing: what a unit may fire at and see, and which aspect a vehicle turns to who fires at it."""

from functools import cache

from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.weapons import WEAPONS
from sandtable.hexes import Aspect, Hex, aspect, in_arc

FRONT, SIDE, REAR = range(3)
ASPECTS = tuple(aspect.value for aspect in Aspect)
"""The words for them, in the order of a weapon's defence."""


def all_round(kind: int) -> bool:
    """Does it fire and see in all directions, as turreted vehicles and infantry do [7.23]?"""
    return WEAPONS[kind].turret


@cache
def in_field(kind: int, facing: int, offset: Hex) -> bool:
    """Whether a hex at this offset lies in the field of fire, which is that of sight [7.21] [7.22] [7.24].

    Guns and turretless vehicles have the arc of their three front hexes, its edges included. Where a line of
    Opportunity Fire passes is of no matter: the arc is for its target hex.
    """
    return all_round(kind) or in_arc(facing, offset)


@cache
def aspect_of(facing: int, offset: Hex) -> int:
    """The aspect that a vehicle turns to a firer at this offset from it [7.32] [8.7].

    The firer's place counts, not the hexside by which its line comes in.
    """
    return ASPECTS.index(aspect(facing, offset, boundary=CHARTS.aspects.boundary).value)
