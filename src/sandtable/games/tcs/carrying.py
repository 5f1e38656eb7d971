"""Carriers and tows: what they hold, and mounting, dismounting, hitching [12.3] [12.4]."""

from sandtable.engine import Refusal
from sandtable.games.tcs.arriving import set_down, take_up
from sandtable.games.tcs.capacity import allowance, has_room, rides
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.events import Dismounted, Hitched, Mounted
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    DONE,
    FIRE,
    NOBODY,
    PARALYZED,
    RETREATED,
    SHIFTED,
    SUPPRESSED,
    TOWED,
    aboard,
    has,
    hex_of,
    mark,
)

POINT = CHARTS.movement.point


def left(table: Play, unit: int) -> int:
    """Sixths of movement points that a unit has left in this Action Phase [12.0a] [12.3d]."""
    state = table.state
    return max(0, allowance(table.scene.types[unit]) - state.spent[unit] - state.ridden[unit])


def spend(table: Play, unit: int, sixths: int) -> None:
    """A unit spends points; its passengers lose the same part of their own, rounded up [12.3d]."""
    state, types = table.state, table.scene.types
    state.spent[unit] += sixths
    for rider in aboard(state, unit):
        state.ridden[rider] += -(-allowance(types[rider]) * sixths // allowance(types[unit]))


def taking_bars(table: Play, unit: int, carrier: int) -> list[Refusal]:
    """Why a unit may not mount a carrier, or be hitched to it [12.3a] [12.3b] [12.4b] [3.7]."""
    state, types = table.state, table.scene.types
    kind, other = types[unit], types[carrier]
    name, there = state.units[unit], state.units[carrier]
    riding = rides(kind)
    full = not has_room(types, state, unit, carrier)
    pays = not kind.tow_only and riding and left(table, unit) < POINT
    rows = (
        ("12.3b", f"{there} is not in the hex of {name}", hex_of(state, carrier) != state.hexes[unit]),
        ("12.3a", f"{name} can neither ride nor be towed", not riding and not kind.gun),
        ("12.4b", f"{name} may not ride on a vehicle", other.tank and kind.category == "mortar"),
        ("12.3a", f"{there} has no room for {name}", full),
        ("12.3b", f"{name} must be in move mode", has(state, unit, FIRE)),
        ("3.7", f"{name} has changed its mode in this turn", _shifted_gun(table, unit)),
        ("12.3b", f"{name} has no point left to mount", pays),
        ("12.3b", f"{there} has not the 5 points left", not can_pay(table, carrier)),
    )
    return [Refusal(case, reason) for case, reason, holds in rows if holds]


def leaving_bars(table: Play, unit: int) -> list[Refusal]:
    """Why a unit may not dismount, or be unhitched [12.3b]."""
    state = table.state
    carrier = state.carrier[unit]
    name = state.units[unit]
    if carrier == NOBODY:
        return [Refusal("12.3b", f"{name} is not carried")]
    rows = (
        ("12.3b", f"{name} must be in move mode", has(state, unit, FIRE)),
        ("12.3b", f"{state.units[carrier]} has not the 5 points left", not can_pay(table, carrier)),
    )
    return [Refusal(case, reason) for case, reason, holds in rows if holds]


def _shifted_gun(table: Play, unit: int) -> bool:
    return table.scene.types[unit].category == "map_gun" and has(table.state, unit, SHIFTED)


def can_pay(table: Play, carrier: int) -> bool:
    """A carrier in fire mode pays nothing, for it cannot move; one that is pinned or done may not pay."""
    if has(table.state, carrier, FIRE):
        return True
    busy = has(table.state, carrier, SUPPRESSED | PARALYZED | DONE | RETREATED)
    return not busy and left(table, carrier) >= CHARTS.movement.special.mount_carrier * POINT


def _pay(table: Play, unit: int, carrier: int) -> None:
    """Five points of the carrier, one of a passenger that has legs [12.3b]."""
    state, special = table.state, CHARTS.movement.special
    if not has(state, carrier, FIRE):
        spend(table, carrier, special.mount_carrier * POINT)
    if not table.scene.types[unit].tow_only and rides(table.scene.types[unit]):
        state.spent[unit] += special.mount_passenger * POINT


def take(table: Play, unit: int, carrier: int, second: int = NOBODY) -> None:
    """A unit mounts, or is hitched; `second` is the other of two vehicles [12.3b] [12.4a]."""
    take_up(table, unit, carrier)
    _pay(table, unit, carrier)
    if second != NOBODY:
        table.state.second[unit] = second
        if not has(table.state, second, FIRE):
            spend(table, second, CHARTS.movement.special.mount_carrier * POINT)
    if rides(table.scene.types[unit]):
        table.report(Mounted(unit, carrier))
    else:
        mark(table.state, unit, TOWED)
        table.report(Hitched(unit, carrier))


def leave(table: Play, unit: int) -> None:
    """A unit dismounts, or is unhitched [12.3b]."""
    _pay(table, unit, table.state.carrier[unit])
    set_down(table, unit)
    table.report(Dismounted(unit, table.state.hexes[unit]))
