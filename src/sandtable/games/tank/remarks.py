"""What a player should know of a pad that is not wrong: fire that will be lost, crowded hexes [8.43]."""

from collections.abc import Iterator, Mapping

from sandtable.engine import Refusal
from sandtable.games.tank.disclosure import masked_on_the_way, steps_along
from sandtable.games.tank.lanes import lanes_of
from sandtable.games.tank.plots import Order
from sandtable.games.tank.settling import may_share
from sandtable.games.tank.state import DF, OF, RING, Field, State


def remarks(field: Field, state: State, orders: Mapping[int, Order]) -> Iterator[Refusal]:
    """All that is worth saying, unit by unit."""
    yield from lost_fire(field, state, orders)
    yield from shared_ends(field, state, orders)


def lost_fire(field: Field, state: State, orders: Mapping[int, Order]) -> Iterator[Refusal]:
    """Fire into whose line a friend is to drive: the move stands, the fire is lost [8.43] [9.37]."""
    paths = {unit: steps_along(state.hexes[unit], order.path) for unit, order in orders.items() if order.path}
    for unit, order in orders.items():
        if order.task in (DF, OF) and order.target > RING:
            lane = lanes_of(field, state.hexes[unit], order.target)[0]
            friend = masked_on_the_way(field, unit, lane, paths)
            if friend is not None:
                why = f"its fire will be lost, since {state.units[friend]} drives into the line"
                yield Refusal("8.43", why, state.units[unit])


def shared_ends(field: Field, state: State, orders: Mapping[int, Order]) -> Iterator[Refusal]:
    """Two paths that end in one hex: who comes later ends before it [11.2]."""
    ends: dict[int, list[int]] = {}
    for unit, order in orders.items():
        if order.path and order.path[-1] >= 0:
            there = ends.setdefault(order.path[-1], [])
            there.append(unit)
            if not may_share(field, there):
                first, hex = state.units[there[0]], field.hex_name(order.path[-1])
                yield Refusal(
                    "11.2", f"is to end in {hex} as {first} is: one of them steps back", state.units[unit]
                )
