"""The opponent's halts: whether its units stop where they are, now that an enemy has turned up [9.36]."""

from sandtable.games.tank.bot_estimate import FEAR, Estimate
from sandtable.games.tank.collisions import active
from sandtable.games.tank.state import OV, Play

WORTH_IT = 0.1
"""So much better the places must be, on the whole, for which a plan is given up."""


def better_to_halt(table: Play, side: int) -> bool:
    """Would those who still move rather stay, as the enemy will stand by his plots, which lie open by now?

    Nobody stops an overrun, nor in breaking through.
    """
    field, state = table.scene, table.state
    moving = [unit for unit in field.own[side] if active(state, unit) and state.hexes[unit] >= 0]
    estimate = Estimate(field, state, side, arrived=True)
    if estimate.leaving or any(state.task[unit] == OV for unit in moving):
        return False
    gain = sum(
        _worth(estimate, unit, state.hexes[unit]) - _worth(estimate, unit, state.path[unit][-1])
        for unit in moving
        if state.path[unit][-1] >= 0
    )
    return gain > WORTH_IT


def _worth(estimate: Estimate, unit: int, hex: int) -> float:
    """The fire that can be had from a hex, against the danger there."""
    return estimate.promise(unit)[hex] - FEAR * estimate.danger(unit)[hex]
