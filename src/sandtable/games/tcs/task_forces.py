"""Companies, tank platoons and loose units: what a task organization is made of [6.4a] [6.6d]."""

from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import NOBODY, gone


def element_of(table: Play, unit: int) -> str:
    """The company, or else the tank platoon, that a unit belongs to; "" for a loose unit [6.6d]."""
    state, company = table.state, table.state.company[unit]
    if company != NOBODY:
        return state.companies[company][1]
    return table.scene.platoons.get(state.units[unit], "")


def elements(table: Play, side: int) -> dict[str, list[int]]:
    """A side's elements with those of their units that are not lost, in the order of the roster."""
    found: dict[str, list[int]] = {}
    for unit in table.scene.own[side]:
        name = element_of(table, unit)
        if name and not gone(table.state, unit):
            found.setdefault(name, []).append(unit)
    return found
