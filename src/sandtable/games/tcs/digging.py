"""Digging in: a property of units on an implemented prepared defense, while they hold their hex [7.0]."""

from collections.abc import Collection

from sandtable.games.tcs.arriving import fill_hole
from sandtable.games.tcs.envelope import reading
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import Step
from sandtable.games.tcs.state import FAILING, IMPLEMENTED, Sheet

HOLDING = ("defend", "hold")
"""What a part of the sheet must be about for its units to be dug in [7.2]."""
NEVER = ("vehicle", "carrier")


def dig_in(table: Play, number: int, groups: Collection[int]) -> None:
    """Members of these groups are dug in where they hold their positions now [7.1] [7.1c] [7.1e] [7.2]."""
    state = table.state
    sheet = state.sheets[number]
    if not table.scene.plays(state, "digging in"):
        return
    for unit in table.scene.own[sheet.side]:
        if state.sheet[unit] == number and state.group[unit] in groups and _digs(table, sheet, unit):
            _dig(table, unit)


def _dig(table: Play, unit: int) -> None:
    """A new hole, of which the enemy does not know [7.1d]."""
    if table.state.dug[unit] != table.state.hexes[unit]:
        fill_hole(table, unit)
        table.state.dug[unit] = table.state.hexes[unit]


def _digs(table: Play, sheet: Sheet, unit: int) -> bool:
    """Is it on its feet in the position that it is to defend [7.1] [7.1e] [7.2]?"""
    state, group = table.state, table.state.group[unit]
    on_foot = state.hexes[unit] >= 0 and table.scene.types[unit].category not in NEVER
    if not on_foot:
        return False
    if sheet.status != IMPLEMENTED or sheet.plan.type != "prepared_defense" or sheet.steps[group] == FAILING:
        return False
    step: Step = sheet.plan.groups[group].steps[sheet.steps[group]]
    if step.verb not in HOLDING:
        return False
    envelope = reading(table.scene.board, sheet.plan).step(group, sheet.steps[group], False, False, False)
    return bool(envelope.home >> state.hexes[unit] & 1)


def resettle(table: Play, number: int, units: Collection[int]) -> None:
    """Who comes to a sheet keeps the hole that he has only if it is a prepared defense there [7.2]."""
    sheet = table.state.sheets[number]
    for unit in units:
        if _digs(table, sheet, unit):
            _dig(table, unit)
        else:
            fill_hole(table, unit)
