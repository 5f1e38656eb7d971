"""Batteries: whose they are, how many tubes fire, with what, who observes for them [10.1] [10.3] [10.5]."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.games.tcs.artillery_odds import earliest
from sandtable.games.tcs.battles import Battery
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    FIRE,
    GENERAL,
    IDLE,
    NOBODY,
    PARALYZED,
    SHELLED,
    SUPPRESSED,
    has,
    hex_of,
    mark,
)
from sandtable.games.tcs.vision import observes
from sandtable.games.tcs.zones import in_force


class Guns(NamedTuple):
    """A battery as it can fire now: its side, tubes, the firepower of a round, its ammunition."""

    side: int
    tubes: int
    shells: int
    ammunition: str
    rocket: bool


def listed(table: Play, battery: int) -> tuple[int, Battery]:
    """The side of a battery, and how the scenario describes it."""
    return table.scene.batteries[battery]


def first_turn(table: Play, battery: int) -> int:
    """The turn in which a fire that is called for now can fall at the earliest [10.1b] [10.11a] [10.11c]."""
    scene, state = table.scene, table.state
    side, _ = listed(table, battery)
    delay = in_force(scene.battle.delays, scene.sides[side], scene.turn(state)) or 0
    return earliest(state.turn, delay, state.support[battery] == GENERAL)


def guns(table: Play, battery: int) -> Guns:
    """Off the map by its type, on the map by those of its guns that may fire [3.7b] [10.1d] [10.0a]."""
    side, described = listed(table, battery)
    if not described.on_map:
        type = table.scene.armoury.battery_type(described.type)
        return Guns(side, type.tubes, type.shells, type.ammunition, type.rocket)
    able = firing_guns(table, battery)
    shells = table.scene.types[table.scene.guns[battery][0]].shells
    return Guns(side, len(able), shells, described.ammunition, False)


def firing_guns(table: Play, battery: int) -> list[int]:
    """The guns of a battery on the map in fire mode that are neither suppressed nor paralyzed [3.7b]."""
    state = table.state
    return [
        gun
        for gun in table.scene.guns[battery]
        if state.hexes[gun] >= 0 and has(state, gun, FIRE) and not has(state, gun, SUPPRESSED | PARALYZED)
    ]


def note_guns(table: Play, battery: int) -> None:
    """Guns on the map that fire with their battery make no direct fire in the turn [3.7c]."""
    for gun in firing_guns(table, battery):
        mark(table.state, gun, SHELLED)


def pay_for_shots(table: Play, firers: Iterable[int]) -> None:
    """For as many shots as the battery has guns, a battery fire of HE is spent [3.7d]."""
    state = table.state
    for gun in firers:
        battery = state.battery[gun]
        if battery == NOBODY:
            continue
        state.shots[battery] += 1
        if state.shots[battery] == len(table.scene.guns[battery]):
            state.shots[battery] = 0
            side, described = listed(table, battery)
            he, smoke, illum = state.ammunition[side][described.ammunition]
            state.ammunition[side][described.ammunition] = (max(0, he - 1), smoke, illum)


def can_pay(table: Play, gun: int) -> bool:
    """Is there a battery fire of HE left for the direct fire of a gun [3.7d]?"""
    state = table.state
    battery = state.battery[gun]
    if battery == NOBODY:
        return True
    side, described = listed(table, battery)
    return state.ammunition[side].get(described.ammunition, (0, 0, 0))[0] > 0


def observers_for(table: Play, battery: int) -> Iterator[int]:
    """Units of the sheet it supports, of the whole side in general support, itself [10.1b] [10.5a].

    See also [10.5e].
    """
    state, side = table.state, listed(table, battery)[0]
    support = state.support[battery]
    for unit in table.scene.own[side]:
        serves = support in (state.sheet[unit], GENERAL) or support < IDLE
        able = hex_of(state, unit) >= 0 and not has(state, unit, PARALYZED)
        if able and (serves or state.battery[unit] == battery):
            yield unit


def observed(table: Play, battery: int, hex: int) -> bool:
    """Does somebody who may observe for the battery see the hex [10.5] [10.8d]?"""
    state = table.state
    return any(observes(table, hex_of(state, unit), hex) for unit in observers_for(table, battery))
