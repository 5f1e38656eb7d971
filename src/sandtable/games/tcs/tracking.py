"""What follows from where units have come: steps end, places are reached [6.2b] [6.5c] [6.10]."""

from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import FAILING, IMPLEMENTED, NOBODY, Place, aboard, commanded, hex_of
from sandtable.games.tcs.steps import able_units, advance, group_envelope, group_units
from sandtable.games.tcs.steps import keep_track as keep_progress
from sandtable.games.tcs.unassigned import arrive_at_place, place_units, unassign, way_out


def keep_track(table: Play, unit: int) -> None:
    """A unit has come into a hex, with what it carries: note what that brings about."""
    state = table.state
    if not commanded(state):
        return
    keep_progress(table, unit)
    for one in (unit, *aboard(state, unit)):
        sheet, group = state.sheet[one], state.group[one]
        if sheet == NOBODY != group:
            arrive_at_place(table, one)
        elif sheet != NOBODY and state.sheets[sheet].steps[group] == FAILING:
            rally(table, sheet, group)


def track_all(table: Play) -> None:
    """The same for everybody, after movements that nobody chose, and for conditions of time [6.2b]."""
    state = table.state
    if not commanded(state):
        return
    for unit in range(len(state.units)):
        if hex_of(state, unit) >= 0:
            keep_track(table, unit)
    for number, sheet in enumerate(state.sheets):
        if sheet.status == IMPLEMENTED:
            advance(table, number)


def rally(table: Play, number: int, group: int) -> None:
    """When all who can have come to the rally area they are unassigned there [6.10]."""
    sheet = table.state.sheets[number]
    units, envelope = able_units(table, number, group), group_envelope(table, sheet, group)
    if not units or not all(envelope.area >> hex_of(table.state, unit) & 1 for unit in units):
        return
    everybody = group_units(table, number, group)
    hexes = [hex for hex in (envelope.path[-1],) if envelope.area >> hex & 1]
    centre = hexes[0] if hexes else next(members(envelope.area))
    place = Place(sheet.side, centre, way_out(table, sheet.side, centre), provisional=True)
    here = [unit for unit in everybody if hex_of(table.state, unit) >= 0]
    place_units(table, here, place)
    unassign(table, [unit for unit in everybody if unit not in here])
