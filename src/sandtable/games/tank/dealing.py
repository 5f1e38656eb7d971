"""Dealing again: what a side cannot know of Tank! as it might be as well, for opponents that think ahead."""

from collections.abc import Sequence

from sandtable.engine.dice import Dice
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.country import NO_WAY, Country, inward
from sandtable.games.tank.identity import named
from sandtable.games.tank.state import (
    ARMED,
    GONE,
    HIDDEN,
    NO_PLACE,
    NONE,
    PANICKED,
    VOID,
    Field,
    Play,
    State,
    bound,
    shown,
)

_SHUFFLES = 4
"""How often counters are shuffled until all stacks are legal; else they stay as they are."""


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Move what is hidden from a side, shuffle what lies face down, and lead columns elsewhere
    [13.4] [3.2] [17.11]."""
    state, field, enemy = table.state, table.scene, 1 - side
    hidden = [unit for unit in field.own[enemy] if state.flags[unit] & known.flags[unit] & HIDDEN]
    _hide_elsewhere(field, state, hidden, dice)
    face_down = [
        unit
        for unit in field.own[enemy]
        if shown(known, unit) and shown(state, unit) and not named(known, unit)
    ]
    idle = [unit for unit in face_down if state.task[unit] == NONE]
    _shuffle(field, state, [*hidden, *idle], dice)
    if bound(known, enemy) and field.situation.entries[enemy]:
        _reroute(field, state, enemy, known, dice)


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


def _shuffle(field: Field, state: State, units: Sequence[int], dice: Dice) -> None:
    """Any of these could lie where any other lies."""
    own = [other for other in range(len(state.units)) if other not in units and state.hexes[other] >= 0]
    for _ in range(_SHUFFLES):
        left, order = list(units), []
        while left:
            order.append(left.pop(dice.roll(len(left)) - 1))
        hexes = {unit: state.hexes[other] for unit, other in zip(units, order, strict=True)}
        if _stacks(field, {**hexes, **{unit: state.hexes[unit] for unit in own}}):
            _exchange(state, units, order)
            return


def _stacks(field: Field, hexes: dict[int, int]) -> bool:
    """May these units share hexes as they do: two squads, or a gun and a squad [11.0]?"""
    held: dict[int, list[int]] = {}
    for unit, hex in hexes.items():
        held.setdefault(hex, []).append(unit)
    return all(may_stack(field, units) for units in held.values())


def may_stack(field: Field, units: Sequence[int]) -> bool:
    """Two infantry units, or one and a gun; a vehicle with nobody [11.0] [14.8]."""
    soft = all(not field.weapons[unit].hard for unit in units)
    return len(units) < 2 or (soft and len(units) == 2 and sum(field.weapons[unit].gun for unit in units) < 2)


def _exchange(state: State, units: Sequence[int], order: Sequence[int]) -> None:
    """Put each unit where another was, with what can be seen of the counter there."""
    for column in (state.hexes, state.flags, state.start, state.tried, state.arrival, state.done):
        values = [column[other] for other in order]
        for unit, value in zip(units, values, strict=True):
            column[unit] = value


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
