"""Lines that Opportunity Fire can be laid along, and where enemies in sight could drive into them [8.5]."""

from collections.abc import Mapping

import msgspec

from sandtable.engine import HexRef
from sandtable.games.tank.identity import named
from sandtable.games.tank.lanes import targets
from sandtable.games.tank.state import Field, State, shown

MOST = 8
"""So many lines are shown for a unit, those that most enemies could come into."""


class Cover(msgspec.Struct, frozen=True):
    """A target hex for Opportunity Fire, and the hexes on its line that enemies could enter in this turn."""

    hex: HexRef
    crossed: list[HexRef]


def drives(field: Field, state: State, side: int) -> dict[int, dict[int, int]]:
    """Every hex that vehicles of the enemy on the map could reach in a Game-Turn, by vehicle [9.31].

    Of counters that lie face down only those whose kind the side can tell.
    """
    return {
        enemy: field.country.going.reach(state.hexes[enemy], field.weapons[enemy].ma)
        for enemy in field.own[1 - side]
        if shown(state, enemy) and named(state, enemy) and field.weapons[enemy].hard
    }


def entered(field: Field, state: State, side: int) -> dict[int, int]:
    """How many of the enemy's vehicles could be in each hex."""
    found: dict[int, int] = {}
    for reached in drives(field, state, side).values():
        for hex in reached:
            found[hex] = found.get(hex, 0) + 1
    return found


def covers(field: Field, state: State, unit: int, entered: Mapping[int, int]) -> list[Cover]:
    """The lines of a unit that most enemies could drive into, each to the furthest of these hexes."""
    start, country = state.hexes[unit], field.country
    aims = [hex for hex in targets(field, state, unit) if hex in entered]
    found, nearer = list[tuple[int, int, Cover]](), set[int]()
    for aim in sorted(aims, key=lambda hex: (-country.distance(start, hex), hex)):
        if aim not in nearer:
            crossed = [hex for hex in country.lane(start, aim).hexes if hex in entered]
            nearer.update(crossed)
            found.append((-sum(entered[hex] for hex in crossed), aim, Cover(aim, crossed)))
    return [cover for _, _, cover in sorted(found, key=lambda one: one[:2])[:MOST]]
