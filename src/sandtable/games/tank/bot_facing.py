"""The opponent's final facings: the front to those who could fire, and guns toward what they may fire at."""

from sandtable.games.tank.bot_estimate import Estimate, Mark, chance
from sandtable.games.tank.final_facing import Facings, Turn, able_to_turn
from sandtable.games.tank.spotting import cover_of
from sandtable.games.tank.state import HIDDEN, Play
from sandtable.hexes import LETTERS, in_arc

OUT_OF_SIGHT = 0.1
"""How much of its threat an enemy keeps who does not see the unit now."""


def face(table: Play, side: int) -> Facings:
    """The best facing of each unit that may turn; nothing that lies hidden turns, as that would show it."""
    field, state = table.scene, table.state
    estimate = Estimate(field, state, side)
    turns = []
    for unit in able_to_turn(table, side):
        if estimate.foes and not state.flags[unit] & HIDDEN:
            facing = min(range(6), key=lambda facing: (exposure(estimate, unit, facing), facing))
            if facing != state.facing[unit]:
                turns.append(Turn(field.units[unit], LETTERS[facing]))
    return Facings(tuple(turns))


def exposure(estimate: Estimate, unit: int, facing: int) -> float:
    """How much is to be feared with this facing, and what is lost if it fires only ahead."""
    field, state, country = estimate.field, estimate.state, estimate.country
    hex, weapon = state.hexes[unit], estimate.field.weapons[unit]
    mark = Mark(state.kind[unit], hex, facing, cover_of(field, state, unit, hex))
    feared = 0.0
    for foe in estimate.foes:
        start = state.hexes[foe]
        seen = 1.0 if country.clear(start, hex) else OUT_OF_SIGHT
        distance = country.distance(start, hex)
        ahead = in_arc(facing, country.offset(hex, start))
        feared += seen * chance(country, estimate.gunners[foe], start, mark)
        feared += 0.0 if ahead else seen * (0.5 if not weapon.turret else 0.05) / distance
    return feared
