"""One line of a plot, read: what it means in numbers, and everything that is wrong with it [4.1]."""

from collections.abc import Iterator, Sequence

from sandtable.engine import Refusal, Unknown
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.country import WHOLE_ALLOWANCE
from sandtable.games.tank.identity import named
from sandtable.games.tank.lanes import lane_faults
from sandtable.games.tank.movement import allowance, price, schedule
from sandtable.games.tank.plots import AGAIN, AROUND, PLOTTED, Line, Order, path_of, straight_on
from sandtable.games.tank.prospects import enemies_in_fire, enemy_hexes
from sandtable.games.tank.routes import exit_edge
from sandtable.games.tank.state import (
    DF,
    EXIT,
    FC,
    GONE,
    MV,
    MVR,
    NONE,
    OF,
    OV,
    RING,
    TASKS,
    Field,
    State,
    in_hex,
    shown,
)

Faults = list[Refusal]


def read_line(field: Field, state: State, side: int, line: Line) -> tuple[Order | None, Faults]:
    """The order that a line gives, or none and why [6.0] [5.0]."""
    unit, faults = _unit(field, state, side, line)
    if faults:
        return None, faults
    task = TASKS.index(line.task)
    if task in (DF, OF):
        target, faults = _target(field, state, unit, task, line)
        return (None, faults) if faults else (Order(unit, task, target), [])
    if task in (MV, MVR, OV):
        return _movement(field, state, unit, task, line)
    superfluous = [Refusal("5.0", f"{line.task or 'doing nothing'} takes neither target nor path", line.unit)]
    return (None, superfluous) if line.target or line.words else (Order(unit, task), [])


def _unit(field: Field, state: State, side: int, line: Line) -> tuple[int, Faults]:
    """Who is meant, and why it cannot have this task [5.0]."""
    try:
        unit = field.unit(line.unit)
    except Unknown as error:
        return -1, [Refusal("6.0", str(error), line.unit)]
    if state.side[unit] != side:
        return unit, [Refusal("6.0", "belongs to the other side", line.unit)]
    if state.hexes[unit] == GONE:
        return unit, [Refusal("6.0", "is not in play", line.unit)]
    if line.task == AGAIN:
        return unit, [Refusal("6.0", "did nothing last turn that it can be given again", line.unit)]
    if line.task and line.task not in PLOTTED:
        return unit, [
            Refusal("5.0", f"there is no task {line.task!r}; there are {', '.join(PLOTTED)}", line.unit)
        ]
    return unit, list(_unfit(field, state, unit, TASKS.index(line.task), line))


def _unfit(field: Field, state: State, unit: int, task: int, line: Line) -> Iterator[Refusal]:
    """Why a unit of this class, or where it is, cannot do this [5.0] [9.34] [9.6] [9.4] [17.3E]."""
    weapon, name = field.weapons[unit], line.unit
    if weapon.gun and task in (MV, MVR, OV):
        yield Refusal("9.34", "is an anti-tank gun, which never moves", name)
    elif weapon.infantry and task in (MVR, FC):
        yield Refusal("9.6" if task == MVR else "5.0", f"is infantry, which has no {line.task}", name)
    elif task == OV and not weapon.hard:
        yield Refusal("9.4", "is no armoured vehicle, so it does not overrun", name)
    if state.hexes[unit] < 0 and task not in (NONE, MV):
        yield Refusal("17.3E", f"is off the map, so it cannot plot {line.task}", name)


# Fire


def _target(field: Field, state: State, unit: int, task: int, line: Line) -> tuple[int, Faults]:
    """The target hex of a fire task, and why it cannot be one [8.0] [8.84]."""
    name, faults = line.unit, Faults()
    if line.words:
        faults.append(Refusal("5.0", f"{line.task} takes a target hex and no path", name))
    if not line.target:
        return -1, [
            *faults,
            Refusal("8.0", f"{line.task} needs a target hex{_there_are(field, state, unit)}", name),
        ]
    if line.target == AROUND:
        if task != OF or not field.weapons[unit].infantry:
            faults.append(Refusal("8.84", "only infantry covers all six adjacent hexes, by OF", name))
        return RING, faults
    try:
        target = field.hex(line.target)
    except Unknown as error:
        return -1, [*faults, Refusal("8.0", str(error), name)]
    faults += lane_faults(field, state, unit, target)
    if task == DF:
        faults += _at_nobody(field, state, unit, target)
    return target, faults


def _there_are(field: Field, state: State, unit: int) -> str:
    """The hexes with enemies that it can fire into, if there are any."""
    hexes = enemies_in_fire(field, state, unit, enemy_hexes(field, state, state.side[unit]))
    return f"; in its fire are {' '.join(map(field.hex_name, hexes))}" if hexes else ""


def _at_nobody(field: Field, state: State, unit: int, target: int) -> Iterator[Refusal]:
    """Direct Fire needs an enemy in the hex that the weapon can harm, as far as one can tell [8.0] [8.1]."""
    enemies = [
        other
        for other in in_hex(state, target)
        if state.side[other] != state.side[unit] and shown(state, other)
    ]
    hex, weapon, name = field.hex_name(target), field.weapons[unit], state.units[unit]
    if not enemies:
        yield Refusal("8.0", f"there is no enemy in {hex}", name)
    elif all(named(state, enemy) and not field.weapons[enemy].hard for enemy in enemies):
        if weapon.infantry:
            yield Refusal("8.81", f"infantry fires at vehicles only, and there is none in {hex}", name)
        elif not weapon.he:
            yield Refusal("8.1", f"has no HE for what is in {hex}", name)


# Movement


def _movement(field: Field, state: State, unit: int, task: int, line: Line) -> tuple[Order | None, Faults]:
    """A path with its costs, and everything that is wrong with it [9.0] [9.31]."""
    name, start = line.unit, state.hexes[unit]
    if line.target:
        return None, [Refusal("5.0", f"{line.task} takes a path and no target", name)]
    hexes, faults = path_of(field, name, start, line.words)
    if not line.words:
        faults.append(Refusal("9.0", f"{line.task} needs a path", name))
    if not faults:
        faults += _entry(field, state, unit, hexes)
        path = (*range(start + 1, 0), *hexes) if start < 0 else tuple(hexes)
        order = Order(unit, task, -1, path, schedule(field, unit, start, task, path))
        faults += _path_faults(field, state, order)
    return (None, faults) if faults else (order, [])


def _entry(field: Field, state: State, unit: int, hexes: Sequence[int]) -> Iterator[Refusal]:
    """Who comes on, comes on at the entry hex [17.3E]."""
    entry = state.tracks[state.side[unit]][:1]
    if state.hexes[unit] < 0 and tuple(hexes[:1]) != entry:
        name = field.hex_name(entry[0]) if entry else "nowhere"
        yield Refusal("17.3E", f"comes on at {name}", state.units[unit])


def _path_faults(field: Field, state: State, order: Order) -> Iterator[Refusal]:
    """What a path costs too much, and where it may not lead [9.32] [9.6] [9.4] [10.13] [17.3E]."""
    name = state.units[order.unit]
    yield from _too_dear(field, state, order)
    if order.task == MVR and len(order.path) > CHARTS.small.reverse_hexes:
        yield Refusal("9.6", f"backs {CHARTS.small.reverse_hexes} hexes at most", name)
    if order.path[-1] == EXIT:
        yield from _leaving(field, state, order)
    if order.task == OV:
        yield from overrun_faults(field, state, order)


def _too_dear(field: Field, state: State, order: Order) -> Iterator[Refusal]:
    """No more points than the unit has; closed woods take them all [9.32] [10.13]."""
    unit, most = order.unit, allowance(field, order.unit, order.task)
    if order.points <= most:
        return
    starts = (state.hexes[unit], *order.path)
    costs = [price(field, unit, start, end) for start, end in zip(starts, order.path, strict=False)]
    case, why = "9.6" if order.task == MVR else "9.32", ""
    if WHOLE_ALLOWANCE in costs:
        case, why = "10.13", "; closed woods take them all, and no other hex may be entered with them"
    yield Refusal(case, f"the path takes {order.points} points, and it has {most}{why}", state.units[unit])


def _leaving(field: Field, state: State, order: Order) -> Iterator[Refusal]:
    """From a hex of the right edge, once that is open [17.3E] [17.11] [17.13]."""
    name, edge = state.units[order.unit], exit_edge(field, state, state.side[order.unit])
    last = order.path[-2] if len(order.path) > 1 else state.hexes[order.unit]
    if not edge:
        yield Refusal("17.3E", "may not leave the map now", name)
    elif last < 0 or not field.country.on_edge(last, edge):
        yield Refusal("17.3E", f"leaves the map over edge {edge} only", name)


def overrun_faults(field: Field, state: State, order: Order) -> Iterator[Refusal]:
    """Target and exit lie straight ahead, and the target is no vehicle [9.4] [9.45]."""
    name, path = state.units[order.unit], (state.hexes[order.unit], *order.path)
    if len(path) < 3 or path[-3] < 0 or path[-1] < 0:
        yield Refusal("9.4", "an overrun takes a target hex and the exit hex behind it", name)
        return
    if straight_on(field, path[-3], path[-2]) != path[-1]:
        yield Refusal("9.4", f"{field.hex_name(path[-1])} is not straight on behind the target", name)
    for other in in_hex(state, path[-2]):
        enemy = state.side[other] != state.side[order.unit] and shown(state, other)
        if enemy and named(state, other) and field.weapons[other].hard:
            yield Refusal("9.45", f"{field.hex_name(path[-2])} holds a vehicle, which is not overrun", name)
