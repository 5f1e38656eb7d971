"""Hits and what they bring with them: losses, passengers, headquarters [9.4]."""

from sandtable.games.rdf.events import Destroyed, HeadquartersFound, IsHit
from sandtable.games.rdf.morale import rout_company
from sandtable.games.rdf.rollcall import steps_left
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DESTROYED, DONE, INACTIVE, MOVED, NOBODY, State


def riders(state: State, unit: int) -> list[int]:
    """A unit and whom it carries: every result falls on both [12.13]."""
    return [unit] if state.cargo[unit] == NOBODY else [unit, state.cargo[unit]]


def hit(table: Play, unit: int, direct: bool = True) -> None:
    """One hit on a unit and its passenger; direct fire ends suppression of infantry [8.3] [8.31] [12.13]."""
    for one in riders(table.state, unit):
        if table.state.hexes[one] >= 0:
            _strike(table, one, direct)


def _strike(table: Play, unit: int, direct: bool) -> None:
    """One hit on one unit; it is removed when its steps are gone [9.41] [9.42] [9.43] [12.14]."""
    state = table.state
    state.hits[unit] += 1
    steps = steps_left(table.scene, state, unit)
    table.report(IsHit(unit, steps))
    if direct and table.scene.foot[unit] and state.carrier[unit] == NOBODY:
        state.suppressed[unit] = 0
    if steps == 0:
        destroy(table, unit)
    elif unit in state.host:
        find_headquarters(table, state.side[unit])


def destroy(table: Play, unit: int) -> None:
    """Remove a unit and its passenger; a company that loses its headquarters routs [9.4] [12.13] [13.11]."""
    state = table.state
    lost = [one for one in riders(state, unit) if state.hexes[one] >= 0]
    for one in lost:
        if one in state.host:
            find_headquarters(table, state.side[one])
    for one in lost:
        _remove(table, one)
    for one in lost:
        company = state.company[one]
        if company >= 0 and state.chief[company] == one:
            state.chief[company] = NOBODY
            rout_company(table, company)


def _remove(table: Play, unit: int) -> None:
    """Take one unit off the map."""
    state = table.state
    carrier, cargo = state.carrier[unit], state.cargo[unit]
    if carrier != NOBODY:
        state.cargo[carrier] = state.carrier[unit] = NOBODY
    if cargo != NOBODY:
        state.carrier[cargo] = state.cargo[unit] = NOBODY
    state.hexes[unit], state.suppressed[unit] = DESTROYED, 0
    state.unreckoned = True
    table.report(Destroyed(unit))


def find_headquarters(table: Play, side: int) -> None:
    """The hidden battalion headquarters comes to light; it has moved as its host has [5.63]."""
    state, hq = table.state, table.scene.hq[side]
    host = state.host[side]
    state.host[side], state.hexes[hq] = NOBODY, state.hexes[host]
    state.spent[hq], state.paces[hq], state.began[hq] = (
        min(state.spent[host], table.scene.allowance[hq]),
        state.paces[host],
        state.began[host],
    )
    state.flags[hq] |= state.flags[host] & (MOVED | DONE)
    if state.spent[hq] * 2 > table.scene.allowance[hq]:
        state.flags[hq] |= INACTIVE
    table.report(HeadquartersFound(hq, state.hexes[hq]))
