"""What carriers and vehicles hold, aboard and behind [12.3a] [12.4b]."""

from collections.abc import Sequence

from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.state import TOWED, State, aboard, has
from sandtable.games.tcs.units import UnitType

PLATOON, SECTION = 3, 1
"""Room that infantry takes: a carrier holds a platoon and a section, or four sections [12.3a]."""
ROOM = {"carrier": 4, "vehicle": 2}
"""Room on a carrier, and on a single vehicle [12.3a] [12.4b]."""
TOWS = {"carrier": 2, "vehicle": 1}
POINT = CHARTS.movement.point


def room(kind: UnitType) -> int:
    """What room a unit takes on a carrier; a mortar platoon no more than a section [12.3a]."""
    return PLATOON if kind.size == "platoon" else SECTION


def rides(kind: UnitType) -> bool:
    """Infantry and mortars ride; guns are towed [12.3a] [3.5e] [3.6b]."""
    return kind.category in ("infantry", "mortar")


def allowance(kind: UnitType) -> int:
    """Movement points in sixths."""
    return kind.points * POINT


def has_room(types: Sequence[UnitType], state: State, unit: int, carrier: int) -> bool:
    """Can it still take the unit aboard, or behind [12.3a] [12.4b]?"""
    kind, category = types[unit], types[carrier].category
    load = aboard(state, carrier)
    behind = [one for one in load if has(state, one, TOWED)]
    if kind.gun:
        return len(behind) < TOWS.get(category, 0)
    if carrier in state.second:
        return False
    taken = sum(room(types[one]) for one in load if one not in behind)
    return rides(kind) and taken + room(kind) <= ROOM.get(category, 0)
