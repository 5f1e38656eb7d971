"""Air defence: against helicopters in three windows, against air strikes, and by those beside them [14.3]."""

from collections.abc import Iterable, Iterator

from sandtable.engine import Odds
from sandtable.games.rdf.air_odds import adjacent_defence, at_helicopter, at_strike
from sandtable.games.rdf.events import Defends
from sandtable.games.rdf.fire import AIR_DEFENCE, BESIDE, Shot
from sandtable.games.rdf.hits import destroy
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import AIR_DEFENCE as WINDOWS
from sandtable.games.rdf.state import DEFENDED, GUNNED
from sandtable.games.rdf.watch import sees

ENEMY_INDIRECT, OWN_MOVEMENT, ENEMY_MOVEMENT = range(3)
"""The three occasions in each Game-Turn [14.31]."""


def may_defend(table: Play, unit: int, window: int) -> bool:
    """Has it a rating and this window's shot left, even routed or mounted [14.31] [14.32] [14.35]?"""
    state = table.state
    rated = table.scene.counter[unit].ad_rating > 0
    return rated and state.hexes[unit] >= 0 and not state.flags[unit] & (WINDOWS[window] | GUNNED)


def may_defend_beside(table: Play, unit: int) -> bool:
    """Is it a ground unit without a rating that has not yet fired at a helicopter beside it [14.38]?"""
    state, scene = table.state, table.scene
    unrated = scene.counter[unit].ad_rating == 0 and not scene.helicopter[unit]
    return unrated and state.hexes[unit] >= 0 and not state.flags[unit] & DEFENDED


def defences(table: Play, units: Iterable[int], targets: Iterable[int], window: int) -> Iterator[Shot]:
    """Every shot that units have at helicopters by air defence or from beside them [14.3] [14.31] [14.38]."""
    state, scene = table.state, table.scene
    flying = [target for target in targets if scene.helicopter[target] and state.hexes[target] >= 0]
    for unit in units if flying else ():
        beside = window != ENEMY_INDIRECT and may_defend_beside(table, unit)
        if not beside and not may_defend(table, unit, window):
            continue
        reach, distances = 1 if beside else scene.counter[unit].ad_range, scene.measure.row(state.hexes[unit])
        for target in flying:
            if distances[state.hexes[target]] <= reach and sees(table, unit, target):
                yield Shot(unit, target, BESIDE if beside else AIR_DEFENCE)


def defence_odds(table: Play, shot: Shot) -> Odds:
    """The odds of a shot at a helicopter [14.33] [14.34] [14.36] [14.37] [14.38]."""
    state = table.state
    if shot.weapon == BESIDE:
        return adjacent_defence()
    kind, target = state.kind[shot.firer], state.kind[shot.target]
    return at_helicopter(kind, target, state.altitude[shot.target], state.suppressed[shot.firer] > 0)


async def defend(table: Play, shot: Shot, window: int) -> None:
    """Fire at a helicopter; it costs neither the unit's fire nor its status [14.31] [14.33] [14.38]."""
    chance = defence_odds(table, shot)
    table.state.flags[shot.firer] |= DEFENDED if shot.weapon == BESIDE else WINDOWS[window]
    table.report(Defends(shot.firer, shot.target))
    if await table.roll(chance) == "destroyed":
        destroy(table, shot.target)


def strike_odds(table: Play, unit: int) -> Odds:
    """The odds of turning an air strike away [14.33] [14.36]."""
    return at_strike(table.state.kind[unit], table.state.suppressed[unit] > 0)


def strike_defenders(table: Play, side: int, hex: int) -> list[int]:
    """The units of a side that may fire at an air strike on a hex; all see it [7.31] [14.12]."""
    state, scene = table.state, table.scene
    distances = scene.measure.row(hex)
    return [
        unit
        for unit in scene.own[side]
        if may_defend(table, unit, ENEMY_INDIRECT)
        and distances[state.hexes[unit]] <= scene.counter[unit].ad_range
    ]
