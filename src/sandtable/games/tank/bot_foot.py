"""The opponent's infantry: squads that have been found go for vehicles near them, from cover to cover."""

from collections.abc import Iterator, Sequence

from sandtable.games.tank.bot_estimate import Estimate
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.movement import schedule
from sandtable.games.tank.plots import Order
from sandtable.games.tank.state import HIDDEN, MV

NEAR = 8
"""Vehicles further off are gone before a squad that walks comes near [10.11]."""
COVER = ("woods", "rough")


def advances(estimate: Estimate, units: Sequence[int]) -> Iterator[Order]:
    """A hex on for each squad that lies open anyway, if that brings it nearer and it is in cover there."""
    field, state = estimate.field, estimate.state
    taken = {state.hexes[unit] for unit in (*estimate.own, *estimate.foes)}
    for unit in units:
        if field.weapons[unit].infantry and not state.flags[unit] & HIDDEN:
            hex = _nearer(estimate, unit)
            if hex >= 0 and hex not in taken:
                taken.add(hex)
                yield Order(unit, MV, -1, (hex,), schedule(field, unit, state.hexes[unit], MV, (hex,)))


def _nearer(estimate: Estimate, unit: int) -> int:
    """The next covered hex toward a vehicle that is near and out of its range, or -1 [8.82]."""
    country, start = estimate.country, estimate.state.hexes[unit]
    foes = [estimate.state.hexes[foe] for foe in estimate.foes if estimate.field.weapons[foe].hard]
    away, goal = min(((country.distance(start, hex), hex) for hex in foes), default=(0, -1))
    if not CHARTS.infantry_fire.most < away <= NEAR:
        return -1
    near = (hex for hex in country.near(start) if country.terrain[hex] in COVER)
    return next((hex for hex in near if country.distance(hex, goal) < away), -1)
