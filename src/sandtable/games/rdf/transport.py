"""Carriers and their passengers [12.0]."""

from collections.abc import Iterator

from sandtable.games.rdf.allowance import left, make_inactive, pay
from sandtable.games.rdf.events import Dismounted, Mounted
from sandtable.games.rdf.rollcall import in_play
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import BOARDED, DONE, NOBODY, WAITING


def carries(table: Play, carrier: int, unit: int) -> bool:
    """Is this a vehicle that may carry this infantry [12.1] [12.16] [12.18]?"""
    scene, state = table.scene, table.state
    if not scene.foot[unit] or state.side[unit] != state.side[carrier]:
        return False
    if scene.carrying[carrier] == "without carriers":
        return lost_its_carriers(table, unit)
    return scene.carrying[carrier] == "always"


def lost_its_carriers(table: Play, unit: int) -> bool:
    """Has the infantry's company had carriers, and has it lost them all [12.16]?"""
    scene, state = table.scene, table.state
    company = state.formed[unit]
    if company == NOBODY:
        return False
    carriers = [one for one in scene.members[company] if scene.carrying[one] == "always"]
    return bool(carriers) and not any(in_play(state, one) for one in carriers)


def boarding(table: Play, unit: int) -> Iterator[tuple[int, int]]:
    """Pairs of infantry and carrier of which this unit is one and which may mount now [12.11] [12.12]."""
    state, scene = table.state, table.scene
    hexes, hex = state.hexes, state.hexes[unit]
    if not (scene.foot[unit] or scene.carrying[unit]):
        return
    for other in [one for one in scene.own[state.side[unit]] if hexes[one] == hex and one != unit]:
        infantry, carrier = (unit, other) if scene.foot[unit] else (other, unit)
        if can_mount(table, infantry, carrier):
            yield infantry, carrier


def can_mount(table: Play, infantry: int, carrier: int) -> bool:
    """May this infantry mount this carrier, in the same hex or both off the map [12.12] [12.15]?"""
    state = table.state
    free = state.cargo[carrier] == NOBODY and state.carrier[infantry] == NOBODY
    return free and carries(table, carrier, infantry) and has_points(table, infantry, carrier)


def has_points(table: Play, infantry: int, carrier: int) -> bool:
    """Have both the points to mount or dismount? Off the map it costs nothing [12.11] [12.15] [8.31]."""
    state = table.state
    if state.hexes[carrier] == WAITING:
        return True
    if any(state.flags[unit] & DONE for unit in (infantry, carrier)) or state.suppressed[infantry]:
        return False
    if state.flags[infantry] & BOARDED:
        return False
    return all(left(table, unit) >= table.scene.boarding[unit] for unit in (infantry, carrier))


def can_dismount(table: Play, carrier: int) -> bool:
    """May the passenger of this carrier dismount [12.11] [12.12]?"""
    infantry = table.state.cargo[carrier]
    return infantry != NOBODY and has_points(table, infantry, carrier)


def mount(table: Play, infantry: int, carrier: int) -> None:
    """Take infantry aboard; infantry becomes inactive by it [12.1] [12.11] [12.12]."""
    _spend(table, infantry, carrier)
    table.state.carrier[infantry], table.state.cargo[carrier] = carrier, infantry
    table.report(Mounted(infantry, carrier), to=_audience(table, carrier))


def dismount(table: Play, carrier: int) -> None:
    """Set the passenger down; infantry becomes inactive by it [12.11] [12.12]."""
    infantry = table.state.cargo[carrier]
    table.state.carrier[infantry] = table.state.cargo[carrier] = NOBODY
    _spend(table, infantry, carrier)
    table.report(Dismounted(infantry, carrier), to=_audience(table, carrier))


def _spend(table: Play, infantry: int, carrier: int) -> None:
    state, boarding = table.state, table.scene.boarding
    if state.hexes[carrier] == WAITING:
        return
    for unit in (infantry, carrier):
        pay(table, unit, boarding[unit])
    state.flags[infantry] |= BOARDED
    make_inactive(table, infantry)


def _audience(table: Play, carrier: int) -> int | None:
    """What happens off the map nobody else sees."""
    return table.state.side[carrier] if table.state.hexes[carrier] == WAITING else None
