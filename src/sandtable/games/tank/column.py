"""Columns: the queue off the map, the track that all follow, and how far each unit comes on it [17.3E]."""

from collections.abc import Collection, Sequence

from sandtable.games.tank.country import WHOLE_ALLOWANCE
from sandtable.games.tank.movement import allowance, price
from sandtable.games.tank.routes import exit_edge
from sandtable.games.tank.state import EXIT, GONE, MV, NO_PLACE, Field, State, bound


def column(field: Field, state: State, side: int) -> list[int]:
    """The units that still stand in a column, its head first: on the track, and behind the entry hex."""
    units = [unit for unit in field.own[side] if state.place[unit] != NO_PLACE and state.hexes[unit] != GONE]
    return sorted(units, key=lambda unit: -state.place[unit])


def queue(field: Field, state: State, side: int) -> list[int]:
    """The units that wait off the map, the first to come in first."""
    return [unit for unit in column(field, state, side) if state.hexes[unit] < 0]


def held_to_track(state: State, unit: int) -> bool:
    """Must a unit keep to the track of its column?"""
    return state.place[unit] != NO_PLACE and bound(state, state.side[unit])


def stand(track: Sequence[int], place: int) -> int:
    """Where a place of a column lies: a hex of the track, or off the map before it or behind it."""
    if place == len(track):
        return EXIT
    return track[place] if place >= 0 else place


def last_place(field: Field, state: State, side: int, track: Sequence[int]) -> int:
    """The end of a track: off the map, where it leads to an edge over which the side may leave [17.3E]."""
    edge = exit_edge(field, state, side)
    off = bool(edge and track) and field.country.on_edge(track[-1], edge)
    return len(track) - 1 + off


def along(track: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    """The steps from one place of a column to another."""
    return tuple(stand(track, place) for place in range(start + 1, end + 1))


def furthest(field: Field, state: State, unit: int, track: Sequence[int], limit: int) -> int:
    """The place that a unit of a column can march to in one Game-Turn, not beyond the limit.

    Woods that take the whole allowance are entered as the only step [10.13].
    """
    place, left = state.place[unit], allowance(field, unit, MV)
    while place < limit:
        cost = price(field, unit, stand(track, place), stand(track, place + 1))
        if cost == WHOLE_ALLOWANCE:
            return place + 1 if place == state.place[unit] else place
        if cost > left:
            break
        place, left = place + 1, left - cost
    return place


def marches(
    field: Field, state: State, side: int, track: Sequence[int], ends: dict[int, int], taken: Collection[int]
) -> dict[int, int]:
    """How far each unit of a column marches on, its head first: up to the one before it [17.3E].

    `ends` holds the places of units that do something else; the others are added. Nobody ends in a hex
    that is taken, nor, where the track crosses itself, in that of another who gets no further. As many as
    can leave the map at its end.
    """
    while True:
        found = _marched(field, state, side, track, ends, taken)
        still = [state.hexes[unit] for unit, end in found.items() if end == state.place[unit]]
        moved = [end for unit, end in found.items() if unit not in ends and end > state.place[unit]]
        clashing = [hex for hex in (stand(track, end) for end in moved) if hex >= 0 and hex in still]
        if not clashing:
            return found
        taken = [*taken, *clashing]


def _marched(
    field: Field, state: State, side: int, track: Sequence[int], ends: dict[int, int], taken: Collection[int]
) -> dict[int, int]:
    """The same for a track that nowhere crosses itself."""
    limit = last_place(field, state, side, track)
    found: dict[int, int] = {}
    for unit in column(field, state, side):
        end = ends[unit] if unit in ends else furthest(field, state, unit, track, limit)
        while unit not in ends and end > state.place[unit] and stand(track, end) in taken:
            end -= 1
        found[unit] = end
        limit = limit if end == len(track) else min(limit, end - 1)
    return found
