"""Lines for several units at once, and units that drive after another: short ways to write plots [6.0]."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.engine import Unknown
from sandtable.games.tank.country import WHOLE_ALLOWANCE
from sandtable.games.tank.movement import allowance, price
from sandtable.games.tank.plots import AGAIN, AROUND, Line, Order, told_path, vectors
from sandtable.games.tank.routes import shortest
from sandtable.games.tank.state import DF, MV, OF, RING, TASKS, Field, State

AFTER = "after"
"""The first word of a path that follows another unit: "after A1"."""
ALL = "all"
"""In place of units: all of the side's on the map that have no line of their own."""


_BETWEEN = re.compile(r"[\s,]+")


def units_of(line: Line) -> list[str]:
    """The units that share a line: "A1 A2, A5"."""
    return _BETWEEN.split(line.unit.strip()) if _BETWEEN.search(line.unit) else [line.unit]


def one_by_one(field: Field, state: State, side: int, lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, each for one unit; those who share one have the same target or vectors, and drive one behind
    the other where they follow somebody [6.0] [9.12]."""
    for line in lines:
        leader = follows(line)
        for name in _the_others(field, state, side, lines) if line.unit == ALL else units_of(line):
            own = line if name == line.unit else replace(line, unit=name)
            yield _once_more(field, state, side, replace(own, path=f"{AFTER} {leader}") if leader else own)
            leader = leader and name


def _the_others(field: Field, state: State, side: int, lines: Sequence[Line]) -> list[str]:
    """The side's units on the map that no line names."""
    named = {name for line in lines for name in units_of(line)}
    own = [field.units[unit] for unit in field.own[side] if state.hexes[unit] >= 0]
    return [name for name in own if name not in named]


def without(lines: Sequence[Line], names: Sequence[str]) -> Iterator[Line]:
    """The lines, less what they say of these units."""
    for line in lines:
        left = [name for name in units_of(line) if name not in names]
        if left:
            yield replace(line, unit=" ".join(left))


def _once_more(field: Field, state: State, side: int, line: Line) -> Line:
    """What the unit did last turn, where the line says no more than that it does so again."""
    if line.task != AGAIN or line.unit not in field.units:
        return line
    unit = field.unit(line.unit)
    return (again(field, state, unit) or line) if state.side[unit] == side else line


def follows(line: Line) -> str:
    """The unit that a line's path is to follow, or ""."""
    words = line.words if AFTER in line.path else ()
    return words[1] if len(words) == 2 and words[0] == AFTER else ""


def behind(field: Field, state: State, line: Line, leader: Order | None) -> Line:
    """The line with the hexes of its path: to where the leader sets out from, and on along his way,
    one hex behind him at the end, as far as the points go."""
    try:
        unit, ahead = field.unit(line.unit), field.unit(follows(line))
    except Unknown:
        return line
    start, goal = state.hexes[unit], state.hexes[ahead]
    way = shortest(field.country, start, goal) if start >= 0 and goal >= 0 else None
    if way is None or unit == ahead:
        return line
    path = [*way[1:], *(leader.path[:-1] if leader and leader.path else ())]
    if not (leader and leader.path):
        path = path[:-1]
    return replace(line, path=told_path(field, _payable(field, unit, start, path)))


def _payable(field: Field, unit: int, start: int, path: Sequence[int]) -> list[int]:
    """The part of a path that the points pay for [9.32]."""
    left, made = allowance(field, unit, MV), list[int]()
    for hex in path:
        cost = price(field, unit, start, hex)
        if cost == WHOLE_ALLOWANCE or cost > left:
            break
        left, start = left - cost, hex
        made.append(hex)
    return made


def again(field: Field, state: State, unit: int) -> Line | None:
    """The line that gives a unit what it was given last, or None if that was nothing."""
    task, _, words = state.last[unit].partition(" ")
    if not task or state.hexes[unit] < 0:
        return None
    fire = task in (TASKS[DF], TASKS[OF])
    return Line(field.units[unit], task, words if fire else "", "" if fire else words)


def as_last_turn(field: Field, order: Order, start: int) -> str:
    """An order in words that can be given again next time: the same target, or the same vectors [9.12]."""
    if not order.task:
        return ""
    if not order.path:
        target = AROUND if order.target <= RING else field.hex_name(order.target)
        return " ".join(word for word in (TASKS[order.task], target) if word)
    on_map = start >= 0 and min(order.path) >= 0
    return f"{TASKS[order.task]} {''.join(vectors(field, start, order.path))}" if on_map else ""
