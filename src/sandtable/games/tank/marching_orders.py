"""Plots as position files have them: a line of the pad, put into force without being judged again [6.0]."""

from collections.abc import Iterator

from sandtable.engine import Refusal, Unknown
from sandtable.games.tank.movement import schedule
from sandtable.games.tank.plots import AROUND, Line, Order, path_of, told_line
from sandtable.games.tank.state import (
    ARMED,
    DF,
    FIRED,
    NONE,
    OF,
    PANICKED,
    RING,
    TASKS,
    VOID,
    Field,
    State,
)


def give_orders(field: Field, state: State, unit: int, plot: str) -> Iterator[Refusal]:
    """Put a plot such as "MV 3704 3603" into force for this Game-Turn."""
    if not plot:
        return
    name, (code, *words) = state.units[unit], plot.split()
    if code not in TASKS:
        yield Refusal("5.0", f"there is no task {code!r}; there are {', '.join(TASKS[1:])}", name)
        return
    task = TASKS.index(code)
    if task in (DF, OF):
        yield from _fire(field, state, unit, task, words)
    else:
        yield from _move(field, state, unit, task, words)


def _fire(field: Field, state: State, unit: int, task: int, words: list[str]) -> Iterator[Refusal]:
    """Direct or Opportunity Fire at one hex, or all round [8.84]."""
    try:
        state.target[unit] = RING if words == [AROUND] else field.hex(" ".join(words))
    except Unknown as error:
        yield Refusal("6.0", str(error), state.units[unit])
        return
    state.task[unit] = task
    if task == OF and not state.flags[unit] & (FIRED | VOID | PANICKED):
        state.flags[unit] |= ARMED


def _move(field: Field, state: State, unit: int, task: int, words: list[str]) -> Iterator[Refusal]:
    """A path from where the unit began, with what it costs [9.1]."""
    start = state.start[unit]
    line = Line(state.units[unit], TASKS[task], path=" ".join(words))
    path, faults = path_of(field, state.units[unit], start, line.words)
    yield from faults
    queue = tuple(range(start + 1, 0)) if start < 0 and path else ()
    state.task[unit], state.path[unit] = task, (*queue, *path)
    state.due[unit] = schedule(field, unit, start, task, state.path[unit])
    state.points[unit] = state.due[unit][-1] if state.due[unit] else 0


def told_plot(field: Field, state: State, unit: int) -> str:
    """A plot in force as it stands on the pad, without the unit's code."""
    if state.task[unit] == NONE:
        return ""
    order = Order(unit, state.task[unit], state.target[unit], state.path[unit], state.due[unit])
    return str(told_line(field, order)).partition(" ")[2]
