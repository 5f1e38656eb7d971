"""Coming onto the map and leaving it [8.35] [15.0]."""

from collections.abc import Sequence

from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.events import Withdrawn
from sandtable.games.raid.going import allowance
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.scenarios import Zone
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import LEFT, MOVED, NOBODY, TRAPPED, alive, has
from sandtable.games.raid.units import UNLIMITED


def zone_of(table: Play, unit: int) -> Zone | None:
    """Where a unit sets up or comes in by its scenario [15.0]."""
    scenario, state = table.scene.scenario, table.state
    if scenario is None or state.zone[unit] == NOBODY:
        return None
    return scenario.forces[state.side[unit]].zones[state.zone[unit]]


def entry_hexes(table: Play, units: Sequence[int]) -> int:
    """The hexes by which a unit comes in, as bits; platoons kept apart have an edge each [15.8]."""
    zone, state = zone_of(table, units[0]), table.state
    if zone is None:
        return 0
    edge = edge_of(table, units[0]) if zone.platoons_apart else ""
    if edge:
        return table.scene.ground.edges(edge)
    return table.scene.entry_zone(state.side[units[0]], state.zone[units[0]])


def edge_of(table: Play, unit: int) -> str:
    """The edge of a unit's platoon where each has one of its own [15.8]."""
    state, zone = table.state, zone_of(table, unit)
    platoon = max(state.platoon[unit], 0)
    return zone.edges[state.edges[platoon]] if zone is not None and state.edges[platoon] >= 0 else ""


def may_exit(table: Play, units: Sequence[int], hex: int) -> bool:
    """May they leave the map here, for a point [8.35] [15.5] [15.7]?"""
    state, types = table.state, table.scene.types
    if any(types[unit].breed == "dummy" or has(state, unit, TRAPPED) for unit in units):
        return False
    most, spent = allowance(table, units), state.spent[units[0]]
    first = not any(has(state, unit, MOVED) for unit in units)
    paid = most == UNLIMITED or spent + CHARTS.movement.exit <= most or first
    return paid and table.scene.way_out >> hex & 1 == 1


def withdraw_gunships(table: Play) -> None:
    """After the last Game-Turn in which a scenario lends them, gunships are gone [15.3]."""
    scenario, state, types = table.scene.scenario, table.state, table.scene.types
    for side, force in enumerate(scenario.forces if scenario is not None else ()):
        if force.gunship_turns and state.turn >= force.gunship_turns[-1]:
            for unit in table.scene.own[side]:
                if types[unit].id == "helicopter_gunship" and alive(state, unit):
                    tell_of(table, unit, Withdrawn(unit), None)
                    state.hexes[unit] = LEFT
