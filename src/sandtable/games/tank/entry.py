"""Coming on in column and leaving the map: what a step does to a unit's place [17.3E]."""

from sandtable.engine.events import UnitEvent
from sandtable.games.tank.column import column, held_to_track
from sandtable.games.tank.country import inward
from sandtable.games.tank.events import CameOn, Left, Moved
from sandtable.games.tank.identity import tell_of
from sandtable.games.tank.movement import heading
from sandtable.games.tank.state import (
    ENTERED,
    EXIT,
    EXITED,
    GONE,
    NO_PLACE,
    STOPPED,
    Field,
    Play,
    State,
)


def make_step(table: Play, unit: int) -> None:
    """A unit makes the next step of its path, and turns toward the one after it [9.14] [9.2] [7.13]."""
    state = table.state
    start, end = state.hexes[unit], state.path[unit][state.done[unit]]
    state.done[unit] += 1
    state.arrival[unit] = state.impulse
    _keep_place(state, unit, end)
    if end == EXIT:
        _leave(table, unit)
        return
    state.hexes[unit] = end
    if end >= 0:
        _face_on(table.scene, state, unit, start)
        event: UnitEvent = Moved(unit, end) if start >= 0 else CameOn(unit, end)
        state.flags[unit] |= 0 if start >= 0 else ENTERED
        tell_of(table, unit, event, None)


def _leave(table: Play, unit: int) -> None:
    """Over the edge: it does not come back, and counts as a survivor [17.3E]."""
    state = table.state
    state.hexes[unit] = GONE
    state.flags[unit] |= EXITED
    table.report(Left(unit))


def _face_on(field: Field, state: State, unit: int, start: int) -> None:
    """Toward the next hex of the path; in the last one straight on [9.2] [9.6]."""
    hex, rest = state.hexes[unit], state.path[unit][state.done[unit] :]
    if field.weapons[unit].infantry:
        return
    if rest and rest[0] >= 0:
        state.facing[unit] = heading(field, state.task[unit], hex, rest[0])
    elif start < 0:
        state.facing[unit] = inward(field.situation.entries[state.side[unit]])


def _keep_place(state: State, unit: int, end: int) -> None:
    """In a column a unit comes a place further; who need not keep to the track any more leaves it."""
    if end < 0 and end != EXIT:
        state.place[unit] = end
    elif held_to_track(state, unit):
        state.place[unit] += 1
    else:
        state.place[unit] = NO_PLACE


def hold_up(field: Field, state: State, unit: int) -> None:
    """Nobody passes a unit of a column that has been stopped: those behind it end behind it [17.3E]."""
    if not held_to_track(state, unit):
        return
    limit = state.place[unit]
    for behind in column(field, state, state.side[unit]):
        if state.place[behind] >= state.place[unit]:
            continue
        limit -= 1
        left = max(0, limit - state.place[behind])
        steps = state.done[behind] + left
        state.path[behind], state.due[behind] = state.path[behind][:steps], state.due[behind][:steps]


def stop(state: State, unit: int) -> None:
    """No further steps in this Game-Turn; it goes on facing the hex it did not enter [9.35]."""
    state.flags[unit] |= STOPPED
