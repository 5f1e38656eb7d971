"""Movement points: what a unit has, what a step costs it, and what spending does to it [6.1].

All are counted in half points.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.events import Spent
from sandtable.games.rdf.formations import in_deliberate_defense
from sandtable.games.rdf.rollcall import mounted, on_map
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import (
    HASTY,
    HIDDEN,
    INACTIVE,
    MOVED,
    NO_ACT,
    NOBODY,
    ROUTED,
)

FIRST_TURN = 1


def allowance(table: Play, unit: int) -> int:
    """The points that a unit may spend in all in this phase [6.11] [3.26] [8.31] [9.31] [13.13]."""
    scene, state = table.scene, table.state
    whole, flags = scene.allowance[unit], state.flags[unit]
    if state.suppressed[unit] and scene.foot[unit] and not mounted(state, unit):
        return 0
    halved = flags & (ROUTED | HASTY) or (state.half[state.side[unit]] and state.turn == FIRST_TURN)
    return whole // 2 if halved else whole


def left(table: Play, unit: int) -> int:
    """The points that a unit has left [6.11]."""
    return max(allowance(table, unit) - table.state.spent[unit], 0)


def riders(table: Play, units: Iterable[int]) -> list[int]:
    """The units that move with these without spending anything: their passengers [6.21] [12.11]."""
    cargo = table.state.cargo
    return [cargo[unit] for unit in units if cargo[unit] != NOBODY]


def payers(table: Play, units: Sequence[int]) -> list[int]:
    """Who pays for a step: the units, and the battalion headquarters if it rides unseen with one [5.63]."""
    scene, state = table.scene, table.state
    found = [*units]
    if units:
        side = state.side[units[0]]
        hq, host = scene.hq[side], state.host[side]
        if hq != NOBODY and state.hexes[hq] == HIDDEN and host != NOBODY:
            found += [hq] if host in units or state.carrier[host] in units else []
    return found


def step_cost(table: Play, unit: int, place: int) -> int:
    """What a step over the hexside of this number costs a unit, 0 if it is barred [6.15] [6.16]."""
    mover = table.scene.movers[unit][table.state.altitude[unit]]
    return table.scene.ground.going[mover].costs[place]


def price(table: Play, unit: int, cost: int) -> int:
    """What a unit pays for a step, -1 if it cannot; men on foot always go one hex [6.11] [6.2] [6.23]."""
    if cost <= 0:
        return -1
    points = left(table, unit)
    if cost <= points:
        return cost
    first = table.scene.foot[unit] and table.state.paces[unit] == 0
    return points if first and not table.state.suppressed[unit] else -1


class Purse(NamedTuple):
    """What a unit can pay with: how it moves, its points, whether they always reach, and if it may go on."""

    mover: int
    points: int
    always: bool
    strides: bool


def purse(table: Play, unit: int) -> Purse:
    """What a unit that moves can pay with; men on foot always go one hex [6.11] [6.2] [6.23]."""
    scene, state = table.scene, table.state
    first = scene.foot[unit] and state.paces[unit] == 0 and not state.suppressed[unit]
    mover = scene.movers[unit][state.altitude[unit]]
    return Purse(mover, left(table, unit), first, has_paces(table, unit))


def poorest(purses: Sequence[Purse]) -> Sequence[Purse]:
    """Of those who move alike the one with the fewest points: where it can go, all can [6.13]."""
    if len(purses) < 2:
        return purses
    found: dict[tuple[int, bool, bool], Purse] = {}
    for one in purses:
        key = one.mover, one.always, one.strides
        if key not in found or one.points < found[key].points:
            found[key] = one
    return [*found.values()]


def entry_price(table: Play, unit: int, hex: int) -> int:
    """What a unit pays to come in over the edge at a hex, -1 if it cannot [3.21] [6.16]."""
    mover = table.scene.movers[unit][table.state.altitude[unit]]
    return price(table, unit, table.scene.ground.entering[mover][hex])


def may_step(table: Play, units: Sequence[int], place: int) -> bool:
    """Can each of the units that move together pay for this step [6.13] [5.51]?"""
    return all(
        price(table, unit, step_cost(table, unit, place)) >= 0 and has_paces(table, unit)
        for unit in payers(table, units)
    )


def has_paces(table: Play, unit: int) -> bool:
    """In Deliberate Defense a company headquarters goes only a few hexes in a turn [5.51]."""
    state, company = table.state, table.state.company[unit]
    if (
        company == NOBODY
        or state.chief[company] != unit
        or not in_deliberate_defense(table, state.side[unit])
    ):
        return True
    return state.paces[unit] < CHARTS.deliberate_defense.hq_hexes


def pay(table: Play, unit: int, cost: int) -> None:
    """Spend points; more than half make a unit inactive, and its passenger too [6.14] [6.42] [9.2]."""
    state = table.state
    state.spent[unit] += cost
    moved = [unit, *riders(table, [unit])]
    for one in moved:
        state.flags[one] = (state.flags[one] | MOVED) & ~NO_ACT
    if state.spent[unit] * 2 > table.scene.allowance[unit]:
        for one in moved:
            make_inactive(table, one)


def make_inactive(table: Play, unit: int) -> None:
    """Turn a unit over [9.2]."""
    state = table.state
    if not state.flags[unit] & INACTIVE:
        state.flags[unit] |= INACTIVE
        if on_map(state, unit):
            table.report(Spent(unit))
