"""Dealing again: what a side cannot know of Tank! as it might be as well, for opponents that think ahead."""

from collections.abc import Mapping, Sequence

from sandtable.engine.dice import Dice, seeded
from sandtable.games.tank.aspects import in_field
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.country import NO_WAY, Country, inward
from sandtable.games.tank.identity import named
from sandtable.games.tank.lanes import lane_faults
from sandtable.games.tank.state import (
    ARMED,
    DF,
    GONE,
    HIDDEN,
    NO_PLACE,
    NONE,
    OF,
    PANICKED,
    RING,
    VOID,
    Field,
    Play,
    State,
    bound,
    in_hex,
    shown,
)

_ROUNDS = 2
"""How often every counter is offered the place of another."""
_WITH_THE_HEX = (
    "hexes", "flags", "place", "start", "tried", "arrival", "done",
    "task", "target", "path", "due", "points", "last",
)  # fmt: skip
"""The columns of what an enemy can see of a counter without knowing which it is: they stay with its hex."""


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Move what is hidden from a side, shuffle what lies face down, and lead columns elsewhere
    [13.4] [3.2] [17.11]."""
    state, field, enemy = table.state, table.scene, 1 - side
    _hide_elsewhere(field, state, _hidden(field, state, known, enemy), dice)
    for pool in _pools(field, state, known, enemy):
        _shuffle(field, state, pool, dice)
    if bound(known, enemy) and field.situation.entries[enemy]:
        _reroute(field, state, enemy, known, dice)


def secrets(table: Play, side: int) -> Mapping[str, object]:
    """Which counter lies where, in which order a column comes, and which way: what could be otherwise as far
    as the enemy can tell [3.2] [13.4] [17.11]."""
    state, field, enemy = table.state, table.scene, 1 - side
    found: dict[str, object] = {}
    for pool in _pools(field, state, state, enemy):
        for unit in pool:
            others = (other for other in pool if other != unit)
            if any(_trade(field, state.copy(), unit, other, seeded(0)) for other in others):
                found[f"where {state.units[unit]} is"] = state.hexes[unit]
    track = state.tracks[enemy]
    shown_to = max((_furthest(state, unit) for unit in field.own[enemy]), default=-1)
    if bound(state, enemy) and field.situation.entries[enemy] and len(track) > shown_to + 2:
        found[f"the way of {field.side_name(enemy)}'s column"] = track
    return found


def _pools(field: Field, state: State, known: State, side: int) -> tuple[list[int], list[int]]:
    """The units of a side among which the enemy cannot tell one from another."""
    return _face_down(field, state, known, side), _in_column(field, state, known, side)


# Hidden units


def _hide_elsewhere(field: Field, state: State, hidden: Sequence[int], dice: Dice) -> None:
    """Each hidden position in another hex where it could be, its units without a task: nobody knows that
    they have any [17.12] [14.2]."""
    for unit in hidden:
        state.task[unit], state.target[unit], state.path[unit], state.due[unit] = NONE, -1, (), ()
        state.points[unit], state.last[unit] = 0, ""
        state.flags[unit] &= ~(ARMED | VOID | PANICKED)
        if state.facing[unit] >= 0:
            state.facing[unit] = dice.roll(6) - 1
    old = list(dict.fromkeys(state.hexes[unit] for unit in hidden if state.hexes[unit] >= 0))
    free = _hiding_places(field, state, hidden)
    for hex in old:
        if free:
            place = free.pop(dice.roll(len(free)) - 1)
            _resettle(state, hidden, hex, place)


def _resettle(state: State, hidden: Sequence[int], old: int, new: int) -> None:
    for unit in hidden:
        if state.hexes[unit] == old:
            state.hexes[unit] = state.start[unit] = new
    if old in state.positions:
        state.positions[state.positions.index(old)] = new


def _hiding_places(field: Field, state: State, hidden: Sequence[int]) -> list[int]:
    """Where a position could lie unseen: deep enough, and nobody has ever come next to it."""
    if not hidden:
        return []
    country, enemies = field.country, field.own[1 - state.side[hidden[0]]]
    there = [hex for hex in state.hexes if hex >= 0]
    come = [*state.trodden, *(state.hexes[unit] for unit in enemies if state.hexes[unit] >= 0)]
    barred = {*there, *state.positions, *come, *(near for hex in come for near in country.near(hex))}
    edge = field.situation.entries[1 - state.side[hidden[0]]]
    return [hex for hex in _deep(country, edge) if hex not in barred]


def _deep(country: Country, edge: str) -> Sequence[int]:
    """The hexes as deep as set-up asks; all, where nobody comes in over an edge."""
    if not edge:
        return range(country.board.count)
    least = CHARTS.map.set_up_distance
    return [hex for hex in range(country.board.count) if country.depth(hex, edge) >= least]


# Counters that lie face down


def _hidden(field: Field, state: State, known: State, side: int) -> list[int]:
    return [unit for unit in field.own[side] if state.flags[unit] & known.flags[unit] & HIDDEN]


def _face_down(field: Field, state: State, known: State, side: int) -> list[int]:
    """The counters that the enemy cannot tell one from another, hidden ones too [3.2] [13.4]."""
    lying = [unit for unit in field.own[side] if shown(known, unit) and shown(state, unit)]
    return [*_hidden(field, state, known, side), *(unit for unit in lying if not named(known, unit))]


def _in_column(field: Field, state: State, known: State, side: int) -> list[int]:
    """The units that wait in column: in which order, only their own side knows [17.11]."""
    waiting = range(-len(state.units), 0)
    units = [
        unit for unit in field.own[side] if state.hexes[unit] in waiting and known.hexes[unit] in waiting
    ]
    return units if len({state.kind[unit] for unit in units}) > 1 else []


def _shuffle(field: Field, state: State, units: Sequence[int], dice: Dice) -> None:
    """Any of these could lie where any other lies that could do what is done there."""
    for unit in [*units] * _ROUNDS if len(units) > 1 else ():
        _trade(field, state, unit, units[dice.roll(len(units)) - 1], dice)


def _trade(field: Field, state: State, unit: int, other: int, dice: Dice) -> bool:
    """Put two units where the other was, with what can be seen of the counter there, if they can be."""
    if field.weapons[unit] is field.weapons[other]:
        _swap(state, unit, other)
        state.facing[unit], state.facing[other] = state.facing[other], state.facing[unit]
        return unit != other
    facings = state.facing[unit], state.facing[other]
    _swap(state, unit, other)
    for one, old in zip((unit, other), facings, strict=True):
        state.facing[one] = _turned(field, state, one, old, dice)
    if all(_fits(field, state, one) for one in (unit, other)):
        return True
    _swap(state, unit, other)
    state.facing[unit], state.facing[other] = facings
    return False


def _swap(state: State, unit: int, other: int) -> None:
    for name in _WITH_THE_HEX:
        column = getattr(state, name)
        column[unit], column[other] = column[other], column[unit]
    for enemy, tried in enumerate(state.tried):
        if (tried >> unit ^ tried >> other) & 1:
            state.tried[enemy] = tried ^ (1 << unit | 1 << other)


def _turned(field: Field, state: State, unit: int, facing: int, dice: Dice) -> int:
    """Its facing if it can fire so where it is to fire; else one in which it can [7.21]."""
    target, kind = state.target[unit], state.kind[unit]
    if facing < 0 or state.task[unit] not in (DF, OF) or target < 0:
        return facing
    way = field.country.offset(state.hexes[unit], target)
    able = [one for one in range(6) if in_field(kind, one, way)]
    return facing if facing in able else able[dice.roll(len(able)) - 1]


def _fits(field: Field, state: State, unit: int) -> bool:
    """May the unit lie in its hex, and could it have been given its task [14.0] [11.0] [8.4] [8.84] [9.0]?"""
    weapon, task = field.weapons[unit], state.task[unit]
    hex, side = state.hexes[unit], state.side[unit]
    if state.flags[unit] & HIDDEN and weapon.hard and field.situation.improved:
        return False
    if hex >= 0 and not may_stack(field, [one for one in in_hex(state, hex) if state.side[one] == side]):
        return False
    if task in (DF, OF):
        target = state.target[unit]
        return weapon.infantry if target <= RING else not any(lane_faults(field, state, unit, target))
    return task == NONE


def may_stack(field: Field, units: Sequence[int]) -> bool:
    """Two infantry units, or one and a gun; a vehicle with nobody [11.0] [14.8]."""
    soft = all(not field.weapons[unit].hard for unit in units)
    return len(units) < 2 or (soft and len(units) == 2 and sum(field.weapons[unit].gun for unit in units) < 2)


# Columns


def _reroute(field: Field, state: State, side: int, known: State, dice: Dice) -> None:
    """Another way on from the last hex of the column that is known [17.11]."""
    track = state.tracks[side]
    if not track:
        return
    seen = max((_furthest(known, unit) for unit in field.own[side]), default=-1)
    begun = track[: seen + 1]
    edge = field.situation.entries[side]
    if not begun:
        entries = _entries(field.country, edge)
        begun = (entries[dice.roll(len(entries)) - 1],)
    state.tracks[side] = _on_from(field.country, begun, inward(edge), dice)


def _furthest(state: State, unit: int) -> int:
    """The furthest place of its column that a unit shows: where its plot of this Game-Turn ends."""
    place = state.place[unit]
    if place == NO_PLACE or state.hexes[unit] == GONE:
        return -1
    return place + len(state.path[unit]) - state.done[unit]


def _entries(country: Country, edge: str) -> list[int]:
    """The hexes of an edge that can be entered."""
    return [hex for hex in country.edges[edge] if country.entry[hex] >= 0]


def _on_from(country: Country, begun: Sequence[int], heading: int, dice: Dice) -> tuple[int, ...]:
    """A way straight on, now and then to the left or right, until the map ends."""
    way = [*begun]
    while True:
        ahead = [(heading + turn) % 6 for turn in (0, 0, 1, -1)]
        steps = [
            country.neighbours[way[-1] * 6 + d] for d in ahead if country.prices[way[-1] * 6 + d] != NO_WAY
        ]
        steps = [hex for hex in steps if hex not in way]
        if not steps:
            return tuple(way)
        way.append(steps[dice.roll(len(steps)) - 1])
