"""Plots are opened: they become the tasks of the Game-Turn, and masked fire is lost [4.1] [8.41]."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from sandtable.games.tank.country import Lane
from sandtable.games.tank.events import AnotherPlotted, AnotherVoided, Plotted, Voided, VoidedUnawares
from sandtable.games.tank.identity import tell_of, tell_of_friends
from sandtable.games.tank.lanes import crossed, lanes_of, masks
from sandtable.games.tank.plots import Order, told_line
from sandtable.games.tank.state import (
    ARMED,
    DF,
    FC,
    HIDDEN,
    MOVING,
    OF,
    RING,
    SIDES,
    TOLD,
    VOID,
    Field,
    Play,
    State,
)


def open_plots(table: Play, orders: Iterable[Order]) -> None:
    """The orders of both sides become tasks, in the order of the roster [4.1] [4.2] [8.85]."""
    state = table.state
    state.start = state.hexes[:]
    for order in sorted(orders):
        unit = order.unit
        state.task[unit], state.target[unit] = order.task, order.target
        state.path[unit], state.due[unit] = order.path, order.due
        state.points[unit], state.done[unit], state.arrival[unit] = order.points, 0, 0
        _announce(table, order)
    for side in range(len(SIDES)):
        void_masked_fire(table, side)
    for unit, task in enumerate(state.task):
        if task == OF and not state.flags[unit] & VOID:
            state.flags[unit] |= ARMED


def _announce(table: Play, order: Order) -> None:
    """Tell what a unit on the map will do; facing or moving shows a gun or a squad for what it is [3.2]."""
    state, unit = table.state, order.unit
    seen = state.hexes[unit] >= 0 and not state.flags[unit] & HIDDEN
    if seen and (order.task in MOVING or order.task == FC):
        state.flags[unit] |= TOLD
    if table.log is None:
        return
    line = told_line(table.scene, order)
    words = "MV, still off the map" if order.path and not line.path else str(line).partition(" ")[2]
    event = Plotted(unit, words or "nothing")
    if seen:
        tell_of(table, unit, event, AnotherPlotted(state.hexes[unit], event.line))
    else:
        table.report(event, state.side[unit])


def void_masked_fire(table: Play, side: int) -> None:
    """Fire into or through a hex that a friend's written path enters is lost [8.41] [8.43] [9.37]."""
    field, state = table.scene, table.state
    paths = {unit: steps_of(state, unit) for unit in field.own[side] if state.task[unit] in MOVING}
    for unit in field.own[side]:
        if state.task[unit] not in (DF, OF):
            continue
        if state.target[unit] <= RING:
            _leave_out(table, unit, paths)
            continue
        lane = lanes_of(field, state.hexes[unit], state.target[unit])[0]
        friend = masked_on_the_way(field, unit, lane, paths)
        if friend is not None:
            _void(table, unit, friend)


def steps_of(state: State, unit: int) -> list[tuple[int, int]]:
    """The steps on the map that a unit is to make, each from where to where."""
    return steps_along(state.start[unit], state.path[unit])


def steps_along(start: int, path: Sequence[int]) -> list[tuple[int, int]]:
    """The steps of a path that lie on the map, each from where to where."""
    return [(here, end) for here, end in pairwise((start, *path)) if end >= 0]


def masked_on_the_way(
    field: Field, unit: int, lane: Lane, paths: Mapping[int, Sequence[tuple[int, int]]]
) -> int | None:
    """A friend whose steps enter a hex of the line, or cross it [8.43]."""
    for friend, steps in paths.items():
        enters = any(end in lane.hexes or crossed(lane, start, end) for start, end in steps)
        if enters and friend != unit and masks(field, unit, friend):
            return friend
    return None


def _leave_out(table: Play, unit: int, paths: Mapping[int, Sequence[tuple[int, int]]]) -> None:
    """Of the six hexes around, those are not fired into that a friend is in or enters [8.84]."""
    field, state = table.scene, table.state
    friends = [
        friend for friend in field.own[state.side[unit]] if friend != unit and masks(field, unit, friend)
    ]
    taken = {state.hexes[friend] for friend in friends}
    taken |= {end for friend in friends for _, end in paths.get(friend, ())}
    around = field.country.neighbours[state.hexes[unit] * 6 : state.hexes[unit] * 6 + 6]
    left_out = sum(1 << d for d, hex in enumerate(around) if hex in taken)
    state.target[unit] = RING - left_out
    if friends and all(hex < 0 or hex in taken for hex in around):
        _void(table, unit, next(friend for friend in friends if _comes(state, friend, paths, around)))


def _comes(
    state: State, friend: int, paths: Mapping[int, Sequence[tuple[int, int]]], hexes: Sequence[int]
) -> bool:
    """Is a friend in one of these hexes, or does it enter one?"""
    ends = [end for _, end in paths.get(friend, ())]
    return any(hex >= 0 and hex in hexes for hex in (state.hexes[friend], *ends))


def _void(table: Play, unit: int, friend: int) -> None:
    """The task is lost, and the unit does nothing; the friend's move stands [8.41] [9.37]."""
    state = table.state
    state.flags[unit] |= VOID
    unawares, another = VoidedUnawares(unit, "8.43"), AnotherVoided(state.hexes[unit], "8.43")
    tell_of_friends(table, Voided(unit, "8.43", friend), (unit, friend), unawares, another)


def void_by_panic(table: Play, fleeing: Sequence[int]) -> None:
    """Direct Fire is lost too if a friend will panic into its line; Opportunity Fire waits [8.43]."""
    field, state = table.scene, table.state
    for unit, task in enumerate(state.task):
        if task == DF and not state.flags[unit] & VOID:
            own = {
                friend: steps_of(state, friend)
                for friend in fleeing
                if state.side[friend] == state.side[unit]
            }
            lane = lanes_of(field, state.hexes[unit], state.target[unit])[0]
            friend = masked_on_the_way(field, unit, lane, own)
            if friend is not None:
                _void(table, unit, friend)
