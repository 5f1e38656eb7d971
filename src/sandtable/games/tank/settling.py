"""When all have moved: who has to step back from hexes that too many or both sides are in [9.34] [11.0]."""

from collections.abc import Sequence

from sandtable.games.tank.direct_fire import doomed, take_effect
from sandtable.games.tank.events import SteppedBack
from sandtable.games.tank.identity import tell_of
from sandtable.games.tank.movement import heading
from sandtable.games.tank.state import GONE, NO_PLACE, PANICKED, Field, Play, State

MOST_SOFT = 2
"""Two squads, or a squad and a gun, share a hex; vehicles share it with nothing [11.0]."""


async def settle(table: Play) -> None:
    """Units step back until all stacks are right; then Direct Fire results held back take effect
    [9.34] [11.1] [11.2] [8.61]."""
    while back := _stepping_back(table.scene, table.state):
        for unit in back:
            _step_back(table, unit)
    take_effect(table, doomed(table.state))


def may_share(field: Field, units: Sequence[int]) -> bool:
    """May these units of one side end in one hex? Wrecks do not count [11.0] [11.3] [14.8]."""
    if len(units) < MOST_SOFT:
        return True
    if len(units) > MOST_SOFT or any(field.weapons[unit].hard for unit in units):
        return False
    return any(field.weapons[unit].infantry for unit in units)


def _stepping_back(field: Field, state: State) -> list[int]:
    """The units that cannot stay where they are and have a step to take back."""
    places: dict[tuple[int, int], list[int]] = {}
    for unit, hex in enumerate(state.hexes):
        if hex != GONE:
            # The columns of both sides wait off the map in places with the same numbers.
            places.setdefault((hex, state.side[unit] if hex < 0 else -1), []).append(unit)
    crowded = [units for units in places.values() if len(units) > 1]
    return [unit for units in crowded for unit in _outranked(field, state, units) if state.done[unit]]


def _outranked(field: Field, state: State, units: Sequence[int]) -> list[int]:
    """Who gives way, by right of place [9.34] [12.23]."""
    stay: list[int] = []
    for unit in sorted(units, key=lambda unit: _right(state, unit)):
        together = [*stay, unit]
        if len({state.side[other] for other in together}) == 1 and may_share(field, together):
            stay = together
    return [unit for unit in units if unit not in stay]


def _right(state: State, unit: int) -> tuple[bool, bool, int, int]:
    """The first to stay has not moved, is not panicked, came earlier, or is named before the others."""
    return state.done[unit] > 0, state.flags[unit] & PANICKED > 0, state.arrival[unit], unit


def _step_back(table: Play, unit: int) -> None:
    """To the hex from which it came, as if it had never gone on [9.34] [11.2]."""
    state, done = table.state, table.state.done[unit] - 1
    path, due = state.path[unit], state.due[unit]
    hex = path[done - 1] if done else state.start[unit]
    state.done[unit], state.hexes[unit] = done, hex
    state.arrival[unit] = due[done - 1] if done else 0
    if hex < 0:
        state.place[unit] = hex
    elif state.place[unit] != NO_PLACE:
        state.place[unit] -= 1
    _face_as_it_came(table.scene, state, unit)
    if hex >= 0:
        tell_of(table, unit, SteppedBack(unit, hex), None)


def _face_as_it_came(field: Field, state: State, unit: int) -> None:
    """It faces as it would have at the end of a shorter path [9.2]."""
    done, path = state.done[unit], (state.start[unit], *state.path[unit])
    if field.weapons[unit].infantry or state.hexes[unit] < 0:
        return
    came, hex = path[max(0, done - 1)], path[done]
    if done == 0:
        came, hex = path[0], path[1]
    if came >= 0 and hex >= 0:
        state.facing[unit] = heading(field, state.task[unit], came, hex)
