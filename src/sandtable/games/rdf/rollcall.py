"""Who is where, and in what shape: questions that every procedure asks [2.4] [9.2]."""

from collections.abc import Iterable

from sandtable.games.rdf.scene import Battlefield, Play
from sandtable.games.rdf.state import (
    DESTROYED,
    EXITED,
    HIDDEN,
    INACTIVE,
    NAPE,
    NOBODY,
    ROUTED,
    WAITING,
    State,
)


def on_map(state: State, unit: int) -> bool:
    """Does it stand on the map as a counter or a passenger?"""
    return state.hexes[unit] >= 0


def in_play(state: State, unit: int) -> bool:
    """Is it on the map or still to come?"""
    return state.hexes[unit] >= WAITING


def active(state: State, unit: int) -> bool:
    """Does it lie with its active side up, and not routed [9.2]?"""
    return not state.flags[unit] & (INACTIVE | ROUTED)


def mounted(state: State, unit: int) -> bool:
    """Does it ride on a carrier [12.1]?"""
    return state.carrier[unit] != NOBODY


def steps_left(scene: Battlefield, state: State, unit: int) -> int:
    """The steps that hits have left it [9.41] [9.42] [9.43]."""
    return scene.steps[unit] - state.hits[unit]


def here(table: Play, side: int, hex: int) -> list[int]:
    """The units of a side in a hex, passengers included."""
    hexes = table.state.hexes
    return [unit for unit in table.scene.own[side] if hexes[unit] == hex]


def enemies_here(table: Play, side: int, hex: int) -> list[int]:
    """All enemy units in a hex, passengers and helicopters included."""
    hexes = table.state.hexes
    return [unit for unit in table.scene.foes[side] if hexes[unit] == hex]


def defenders(table: Play, side: int, hex: int) -> list[int]:
    """The enemy ground units in a hex, without passengers: who makes it enemy-occupied [6.44]."""
    hexes, carrier, flies = table.state.hexes, table.state.carrier, table.scene.helicopter
    return [
        unit
        for unit in table.scene.foes[side]
        if hexes[unit] == hex and carrier[unit] == NOBODY and not flies[unit]
    ]


def occupied(table: Play, side: int, hex: int) -> bool:
    """Is it held by an enemy on the ground [6.44]?"""
    hexes, flies = table.state.hexes, table.scene.helicopter
    return any(hexes[unit] == hex and not flies[unit] for unit in table.scene.foes[side])


def enemy_hexes(table: Play, side: int) -> tuple[int, int]:
    """The hexes held by enemies on the ground, and those with helicopters nape-of-earth, as bits."""
    state, flies = table.state, table.scene.helicopter
    ground = low = 0
    for unit in table.scene.foes[side]:
        hex = state.hexes[unit]
        if hex >= 0:
            if not flies[unit]:
                ground |= 1 << hex
            elif state.altitude[unit] == NAPE:
                low |= 1 << hex
    return ground, low


def counted(table: Play, units: Iterable[int]) -> int:
    """How many of them count as stacked: neither headquarters nor passengers do [6.33]."""
    headquarters, carrier = table.scene.headquarters, table.state.carrier
    return sum(not headquarters[unit] and carrier[unit] == NOBODY for unit in units)


def company_members(table: Play, company: int) -> list[int]:
    """The units that now belong to a company and are on the map or still to come."""
    state = table.state
    return [
        unit
        for unit in table.scene.members[company]
        if state.company[unit] == company and in_play(state, unit)
    ]


def destroyed(table: Play, side: int) -> list[int]:
    """The units that a side has lost [5.45]."""
    return [unit for unit in table.scene.own[side] if table.state.hexes[unit] == DESTROYED]


def hq_hex(table: Play, side: int) -> int:
    """The hex of the battalion headquarters, hidden or not; -1 if it is not on the map [5.63]."""
    unit, host = table.scene.hq[side], table.state.host[side]
    if unit == NOBODY:
        return -1
    if table.state.hexes[unit] == HIDDEN:
        return max(table.state.hexes[host], -1) if host != NOBODY else -1
    return max(table.state.hexes[unit], -1)


def depth_from(table: Play, side: int) -> int:
    """The hex from which depth is measured: of the headquarters, where it left, or the entry [5.31]."""
    hex, state = hq_hex(table, side), table.state
    if hex >= 0:
        return hex
    unit = table.scene.hq[side]
    gone = unit != NOBODY and state.hexes[unit] == EXITED and state.last_host[side] >= 0
    return state.last_host[side] if gone else state.entry[side]
