"""Overruns: who must wait for one, when it is carried out, and what it does [9.4]."""

from collections.abc import Iterable, Mapping, Sequence

from sandtable.games.tank.direct_fire import destroy
from sandtable.games.tank.events import Overrun
from sandtable.games.tank.state import GONE, HELD, OV, STOPPED, Field, Play, State


def target_of(state: State, unit: int) -> int:
    """The hex that an overrunner has plotted to overrun: the last but one of its path [9.4]."""
    return state.path[unit][-2]


def enters_target(state: State, unit: int) -> bool:
    """Does the next step of a unit take it into the hex that it is to overrun?"""
    return state.task[unit] == OV and state.done[unit] == len(state.path[unit]) - 2


def threatens(state: State, unit: int, hex: int) -> bool:
    """Is the unit still on its way to overrun the hex: alive, moving, and not yet in it [9.46]?"""
    return (
        state.task[unit] == OV
        and state.hexes[unit] != GONE
        and not state.flags[unit] & STOPPED
        and state.done[unit] <= len(state.path[unit]) - 2
        and target_of(state, unit) == hex
    )


def held(field: Field, state: State, unit: int) -> bool:
    """Must infantry wait in a hex because an enemy's plotted overrun may still come [9.46]?"""
    if not field.weapons[unit].infantry:
        return False
    hex = state.hexes[unit]
    return any(threatens(state, enemy, hex) for enemy in field.own[1 - state.side[unit]])


def mark_held(field: Field, state: State, units: Iterable[int]) -> None:
    """Mark who of these must wait at this impulse, and release those against whom nobody comes any more
    [9.46]."""
    for unit in units:
        state.flags[unit] = state.flags[unit] & ~HELD | HELD * held(field, state, unit)


def carry_out(table: Play, entered: Sequence[tuple[int, int]], fell: Mapping[int, int]) -> None:
    """Eliminate whoever is in the hexes that overrunners have just entered [9.43] [9.44] [9.47] [14.9].

    `fell` says where units were destroyed at this impulse: in the hex itself is too late to avert it.
    """
    field, state = table.scene, table.state
    for unit, hex in entered:
        if state.task[unit] != OV or state.done[unit] != len(state.path[unit]) - 1:
            continue
        if fell.get(unit, hex) != hex:
            continue
        lost = [enemy for enemy in field.own[1 - state.side[unit]] if state.hexes[enemy] == hex]
        if lost:
            table.report(Overrun(unit, hex, lost))
        for enemy in lost:
            destroy(table, enemy, hex, "9.44")
