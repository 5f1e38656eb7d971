"""Ammunition, which only its owner keeps count of: what is used up, and what it might be for all others know
[3.1] [8.13] [8.14] [14.27]."""

from collections.abc import Iterator, Sequence

from sandtable.engine.dice import Dice
from sandtable.games.rdf.indirect_odds import spent_and_gone
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import State


def shots_used(state: State, unit: int, system: int) -> int:
    """How often a unit has fired one of its weapon systems, as far as that is counted [14.27]."""
    return state.shots[unit] >> 4 * system & 15


def stocks(table: Play, side: int, known: State) -> Iterator[tuple[str, object, Sequence[int]]]:
    """For each count of a side its name, what it is, and what it could be [3.1]."""
    for unit, system, most in _counted(table, side, known):
        name = f"ammunition of {known.units[unit]}, system {system + 1}"
        yield name, _used(table.state, unit, system), _could_be(table.state, known, unit, system, most)


def deal_ammunition(table: Play, side: int, known: State, dice: Dice) -> None:
    """Units on the map have fired as often as they might have, what everybody has just seen included."""
    state = table.state
    for unit, system, most in _counted(table, side, known):
        values = _could_be(state, known, unit, system, most)
        used = values[dice.roll(len(values)) - 1]
        if system < 0:
            state.missions[unit] = used
        else:
            state.shots[unit] += used - shots_used(state, unit, system) << 4 * system


def _counted(table: Play, side: int, known: State) -> Iterator[tuple[int, int, int]]:
    """Unit, weapon system (-1 for indirect fire) and most of each count of a side's units on the map."""
    for unit in table.scene.own[side]:
        counter = table.scene.counter[unit]
        if known.hexes[unit] < 0:
            continue
        if counter.indirect_missions:
            gone = spent_and_gone(known.kind[unit], counter.indirect_missions)
            yield unit, -1, counter.indirect_missions - gone
        for system in range(len(table.scene.weapons[unit]) if counter.shots else 0):
            yield unit, system, counter.shots


def _used(state: State, unit: int, system: int) -> int:
    return state.missions[unit] if system < 0 else shots_used(state, unit, system)


def _could_be(state: State, known: State, unit: int, system: int, most: int) -> Sequence[int]:
    """What a count could be here, if by the known moment it has come to no more than there is.

    A unit fires once in a Game-Turn at most [9.11].
    """
    now = _used(state, unit, system)
    since = _used(known, unit, system) - now
    return range(max(min(most, known.turn) - since, now) + 1)
