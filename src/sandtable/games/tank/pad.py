"""A side's whole pad: its lines together, its column, and what they do to each other [6.0] [17.3E]."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sandtable.engine import Refusal
from sandtable.games.tank.column import along, column, held_to_track, marches
from sandtable.games.tank.grouping import behind, follows, one_by_one
from sandtable.games.tank.movement import schedule
from sandtable.games.tank.orders import Faults, read_line
from sandtable.games.tank.plots import Line, Order, Plots
from sandtable.games.tank.routes import through
from sandtable.games.tank.settling import may_share
from sandtable.games.tank.state import GONE, MV, MVR, NO_PLACE, NONE, OV, Field, State, bound


class Reading(NamedTuple):
    """What a pad says: the order of each unit that has one, the column's track, and all faults."""

    orders: Mapping[int, Order]
    track: tuple[int, ...]
    faults: Faults


class Pad:
    """One side's pad in a given situation; lines that have been read are remembered."""

    def __init__(self, field: Field, state: State, side: int) -> None:
        self.field = field
        self.state = state
        self.side = side
        self.known: dict[Line, tuple[Order | None, Faults]] = {}

    def line(self, line: Line) -> tuple[Order | None, Faults]:
        """The order of a line, or none and why [6.0]."""
        if line not in self.known:
            self.known[line] = read_line(self.field, self.state, self.side, line)
        return self.known[line]

    def _line(self, line: Line, orders: Mapping[int, Order]) -> tuple[Order | None, Faults]:
        """The same, for a unit that follows another whose line stands before its own too."""
        name = follows(line)
        if not name:
            return self.line(line)
        leader = next((order for unit, order in orders.items() if self.state.units[unit] == name), None)
        return self.line(behind(self.field, self.state, line, leader))

    def read(self, plots: Plots) -> Reading:
        """All orders, those of the column's march with them, and everything that is wrong [4.1]."""
        faults = Faults()
        orders: dict[int, Order] = {}
        for line in one_by_one(self.field, self.state, self.side, plots.lines):
            order, wrong = self._line(line, orders)
            faults += wrong
            if order and order.unit in orders:
                faults.append(Refusal("4.0", "is given two tasks", line.unit))
            elif order:
                orders[order.unit] = order
        track, wrong = track_after(self.field, self.state, self.side, plots.route, orders)
        faults += wrong
        if not faults:
            faults += column_faults(self.field, self.state, self.side, track, orders)
            orders |= self._march(plots, track, orders)
            faults += stacking_faults(self.field, self.state, self.side, orders)
        return Reading(orders, track, faults)

    def _march(self, plots: Plots, track: tuple[int, ...], orders: Mapping[int, Order]) -> dict[int, Order]:
        """The column goes on along its track, all units that have no line of their own [17.3E] [17.11]."""
        if not plots.march or not track:
            return {}
        return march_orders(self.field, self.state, self.side, track, orders)


def track_after(
    field: Field, state: State, side: int, route: tuple[str, ...], orders: Mapping[int, Order]
) -> tuple[tuple[int, ...], Faults]:
    """The track with what its leader plots: another route, or a path of its own [17.3E] [17.11]."""
    track, units = state.tracks[side], column(field, state, side)
    if not track or not units:
        return track, [Refusal("17.3E", "there is no column", "route")] if route else []
    leader = units[0]
    gone = track[: max(state.place[leader], 0) + 1]
    if route:
        if bound(state, side) and field.situation.meeting:
            return track, [Refusal("17.11", "the advance route holds until contact", "route")]
        way, faults = through(field, gone[-1], route)
        return gone[:-1] + way, faults
    order = orders.get(leader)
    if order is None or order.task not in (MV, OV) or not bound(state, side):
        return track, []
    ahead = tuple(hex for hex in order.path if hex >= 0)
    come = gone[:-1] if state.hexes[leader] < 0 else gone
    return (track if track[len(come) :][: len(ahead)] == ahead else come + ahead), []


def ends_of(state: State, orders: Mapping[int, Order], track: tuple[int, ...]) -> dict[int, int]:
    """The places in the column at which units with orders end; who leaves it is beyond its end."""
    ends, beyond = {}, len(track) + 1
    for unit, order in orders.items():
        place = state.place[unit]
        if place == NO_PLACE or order.task == MVR:
            continue
        end = place + len(order.path)
        ends[unit] = end if along(track, place, min(end, len(track))) == order.path else beyond
    return ends


def march_orders(
    field: Field, state: State, side: int, track: tuple[int, ...], orders: Mapping[int, Order]
) -> dict[int, Order]:
    """The orders that take those without one along the track [17.3E]."""
    found = {}
    left = [unit for unit in field.own[side] if state.place[unit] == NO_PLACE]
    taken = {state.hexes[unit] for unit in left if unit not in orders or not orders[unit].path}
    for unit, end in marches(field, state, side, track, ends_of(state, orders, track), taken).items():
        if unit not in orders and end > state.place[unit]:
            path = along(track, state.place[unit], end)
            found[unit] = Order(unit, MV, -1, path, schedule(field, unit, state.hexes[unit], MV, path))
    return found


def column_faults(
    field: Field, state: State, side: int, track: tuple[int, ...], orders: Mapping[int, Order]
) -> Iterator[Refusal]:
    """Until it is fired on, a column keeps to its track and its order [17.3E] [17.11]."""
    ahead, ends = "", ends_of(state, orders, track)
    limit = len(track) + 1
    for unit in column(field, state, side):
        name, order = state.units[unit], orders.get(unit, Order(unit, NONE))
        if not held_to_track(state, unit):
            continue
        if order.task == MVR or (order.path and ends[unit] > len(track)):
            yield Refusal("17.3E", "keeps to the track of its column until that is fired on", name)
            continue
        end = ends.get(unit, state.place[unit])
        if end >= limit:
            yield Refusal("17.3E", f"comes level with {ahead}, which is before it in the column", name)
        ahead, limit = name, end if end < len(track) else limit


def stacking_faults(field: Field, state: State, side: int, orders: Mapping[int, Order]) -> Iterator[Refusal]:
    """Nobody ends where one of his side who does not move leaves no room [11.0] [9.34]."""
    still: dict[int, list[int]] = {}
    moving = {unit: order.path[-1] for unit, order in orders.items() if order.path}
    for unit in field.own[side]:
        if state.hexes[unit] != GONE and unit not in moving:
            still.setdefault(state.hexes[unit], []).append(unit)
    for unit, end in moving.items():
        there = still.get(end, []) if end >= 0 else []
        if there and not may_share(field, [*there, unit]):
            hex, friend = field.hex_name(end), state.units[there[0]]
            yield Refusal("11.0", f"cannot end in {hex} together with {friend}", state.units[unit])
