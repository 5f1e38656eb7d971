"""How many units of a side a hex holds [6.3]."""

from collections.abc import Iterable, Iterator

from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.scene import Battlefield
from sandtable.games.rdf.space import EACH, IN_THE_AIR, ON_FOOT
from sandtable.games.rdf.state import NOBODY, State

_CHART = CHARTS.stacking
VEHICLES, INFANTRY, HELICOPTERS = _CHART.vehicles, _CHART.infantry, _CHART.helicopters
"""The most of each that one side may have in a hex [6.3] [6.31]."""


def overfull(scene: Battlefield, state: State, side: int, hex: int) -> Iterator[tuple[str, str]]:
    """Case and reason of what is too much in a hex; empty if the units fit [6.3] [6.31]."""
    yield from crowd(scene, state, [unit for unit in scene.own[side] if state.hexes[unit] == hex])


def crowd(scene: Battlefield, state: State, units: Iterable[int]) -> Iterator[tuple[str, str]]:
    """The same for units of one side that are to stand together; HQ and passengers do not count [6.34]."""
    counted = [one for one in units if not scene.headquarters[one] and state.carrier[one] == NOBODY]
    foot = sum(scene.foot[unit] for unit in counted)
    flying = sum(scene.helicopter[unit] for unit in counted)
    if len(counted) - foot > VEHICLES:
        yield "6.3", f"{len(counted) - foot} vehicles are more than {VEHICLES}"
    if foot > INFANTRY:
        yield "6.3", f"{foot} dismounted infantry units are more than {INFANTRY}"
    if flying > HELICOPTERS:
        yield "6.31", f"{flying} helicopters are more than {HELICOPTERS}"


def fits(space: int) -> bool:
    """May units that take so much space stand in one hex [6.3] [6.31]?"""
    foot, flying = space // ON_FOOT % EACH, space // IN_THE_AIR
    return space % EACH <= VEHICLES and foot <= INFANTRY and flying <= HELICOPTERS
