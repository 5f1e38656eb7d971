"""Two vehicles that carry a platoon together, as one carrier would [12.4] [12.4a]."""

from itertools import combinations

from sandtable.games.tcs.arriving import set_down
from sandtable.games.tcs.capacity import rides
from sandtable.games.tcs.carrying import can_pay, left
from sandtable.games.tcs.events import Dismounted
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import NOBODY, aboard
from sandtable.games.tcs.ways import Way, bars, fresh, price


def pairs(table: Play, unit: int) -> list[tuple[int, int]]:
    """Vehicles in the hex of a platoon that could take it up two by two: both empty, both able to pay."""
    state, types = table.state, table.scene.types
    if not rides(types[unit]) or types[unit].size != "platoon" or types[unit].category == "mortar":
        return []
    fit = [
        other
        for other in table.scene.own[state.side[unit]]
        if types[other].tank
        and state.hexes[other] == state.hexes[unit]
        and not aboard(state, other)
        and other not in state.second
        and can_pay(table, other)
    ]
    return [*combinations(fit, 2)]


def partner(table: Play, unit: int) -> int:
    """The vehicle that carries a platoon together with this one, or NOBODY."""
    state = table.state
    for rider, carrier in enumerate(state.carrier):
        if state.second[rider] != NOBODY and unit in (carrier, state.second[rider]):
            return state.second[rider] if unit == carrier else carrier
    return NOBODY


def follows(table: Play, other: int, way: Way) -> bool:
    """Can the other vehicle go the same way?"""
    cost = price(table, other, way)
    return not bars(table, other) and cost >= 0 and (cost <= left(table, other) or fresh(table, other))


def part(table: Play, unit: int, other: int) -> None:
    """The two separate: what they carry together is left in the last hex that they shared [12.4a]."""
    state = table.state
    for rider, second in enumerate(state.second):
        if second != NOBODY and {state.carrier[rider], second} == {unit, other}:
            set_down(table, rider)
            table.report(Dismounted(rider, state.hexes[rider]))
