"""Who sees what now: visibility, smoke, darkness and light [8.3] [8.4] [16.2] [16.3c]."""

from collections.abc import Iterable

from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import bits, members
from sandtable.games.tcs.scene import Play

ADJACENT = 1


def light_radius(table: Play) -> int:
    """How far illumination lights, less where the weather sets a limit (ruling at 16.3c) [16.3c]."""
    scene, state = table.scene, table.state
    band = scene.battle.band(scene.turn(state))
    return next(
        (row.lights for row in band.rows if row.visibility == state.visibility), CHARTS.small.illumination
    )


def lit(table: Play, hex: int) -> bool:
    """Is the hex in the light of an illumination round [16.3c]?"""
    lights = table.state.lights
    if not lights:
        return False
    radius, distance = light_radius(table), table.scene.country.distance
    return any(distance(light, hex) <= radius for light in lights)


def sees(table: Play, start: int, target: int) -> bool:
    """Is the line of sight open, and the target no farther than one can see or lit [8.3a] [8.4] [16.3c]?"""
    scene, state = table.scene, table.state
    country = scene.country
    if country.distance(start, target) > state.visibility and not lit(table, target):
        return False
    return country.clear(start, target, scene.smoke_bits(state))


def smoky(table: Play, hex: int) -> bool:
    """Does smoke lie in the hex [11.0]?"""
    return hex in table.state.smoke


def observes(table: Play, start: int, target: int) -> bool:
    """Could indirect fire be directed from one hex at the other; never out of smoke [8.4d] [11.0b]?"""
    return not smoky(table, start) and sees(table, start, target)


def watchers(table: Play, hex: int, side: int, most: int) -> list[int]:
    """The units of a side on the map, so many hexes away at most, that see a hex [8.3a] [8.4]."""
    state, country = table.state, table.scene.country
    return [
        unit
        for unit in table.scene.own[side]
        if state.hexes[unit] >= 0
        and country.distance(state.hexes[unit], hex) <= most
        and country.visible(state.hexes[unit], hex, state.visibility)
    ]


def observed_hexes(table: Play, starts: Iterable[int]) -> int:
    """All hexes, as bits, at which somebody in one of these could direct fire [8.3a] [8.4d] [16.3c]."""
    country, state = table.scene.country, table.state
    bright = lighted(table)
    found = 0
    for start in dict.fromkeys(starts):
        if smoky(table, start):
            continue
        near = country.disc(start, state.visibility) | bright
        found |= country.sees[start] & near | country.disc(start, ADJACENT)
    if not state.smoke:
        return found
    return bits([hex for hex in members(found) if any(observes(table, start, hex) for start in starts)])


def lighted(table: Play) -> int:
    """All hexes in the light of illumination rounds, as bits [16.3c]."""
    found = 0
    for light in table.state.lights:
        found |= table.scene.country.disc(light, light_radius(table))
    return found
