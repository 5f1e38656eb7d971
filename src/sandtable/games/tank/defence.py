"""Defence Strength: of vehicles by aspect and terrain, of soft targets by where they lie [10.3] [10.4]."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from sandtable.engine import Modifier
from sandtable.games.tank.aspects import ASPECTS
from sandtable.games.tank.charts import CHARTS, Ground, Mode
from sandtable.games.tank.weapons import WEAPONS

Lines = tuple[Modifier, ...]
"""A strength line by line, each with its reason and case; their sum is the strength."""

_NOTHING = Ground(points=0, vehicle=0, soft=0)


class Cover(NamedTuple):
    """The target's hex as one line of fire meets it; `hexside` is what shelters the target from it."""

    mode: Mode
    terrain: str = "clear"
    wreck: bool = False
    improved: bool = False
    hexside: str = ""


def effect(name: str, mode: Mode) -> Ground:
    """What a terrain, hexside or wreck does in a mode; in the open mode some do nothing [10.6] [10.61]."""
    return CHARTS.terrain.of(name, mode) or _NOTHING


def ground(terrain: str, mode: Mode) -> str:
    """The terrain that a hex counts as: in the open mode rough and woods are clear [10.61]."""
    return terrain if CHARTS.terrain.of(terrain, mode) else "clear"


@cache
def vehicle_defence(kind: int, aspect: int, cover: Cover) -> Lines:
    """A vehicle's value by aspect, and what terrain, wreck and hexside add for this line [8.7] [10.4]."""
    weapon = WEAPONS[kind]
    if weapon.defence is None:
        raise ValueError(f"{weapon.name} has no defence by aspect; it is a soft target")
    basic = Modifier(f"{ASPECTS[aspect]} of {weapon.name}", weapon.defence[aspect], "8.7")
    features = [(cover.terrain, "10.4"), ("wreck" if cover.wreck else "", "10.4"), (cover.hexside, "10.61")]
    added = [(name, effect(name, cover.mode).vehicle, case) for name, case in features]
    return basic, *(Modifier(name, amount, case) for name, amount, case in added if amount)


@cache
def soft_defence(cover: Cover) -> Lines:
    """What a soft target's place is worth: an Improved Position, or terrain and wreck; and the hexside
    through which all fire at it comes; facing is nothing to it [7.31] [10.31] [10.32] [10.33] [14.41]."""
    return *_place(cover), *_behind(cover)


def _place(cover: Cover) -> Iterator[Modifier]:
    """The value of the hex, which an Improved Position replaces [10.31] [10.33] [14.41]."""
    if cover.improved:
        yield Modifier("Improved Position", CHARTS.small.improved_position, "14.41")
        return
    terrain = ground(cover.terrain, cover.mode)
    yield Modifier(terrain, effect(terrain, cover.mode).soft, "10.31")
    if cover.wreck:
        yield Modifier("wreck", effect("wreck", cover.mode).soft, "10.31")


def _behind(cover: Cover) -> Iterator[Modifier]:
    """The hexside of its own hex, to a soft target [10.32] [14.41]."""
    if amount := effect(cover.hexside, cover.mode).soft:
        yield Modifier(cover.hexside, amount, "14.41" if cover.improved else "10.32")


def common_hexside(mode: Mode, hexsides: tuple[str, ...]) -> str:
    """What shelters a soft target from all its firers together: the least of what each has before it [10.32].

    Nothing does if one of them has a line that comes through none.
    """
    return min(hexsides, key=lambda name: effect(name, mode).soft)
