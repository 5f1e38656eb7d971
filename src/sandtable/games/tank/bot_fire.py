"""The opponent's fire: who shoots at what, and which lanes those cover who have nothing to shoot at."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import comb

from sandtable.games.tank.bot_estimate import Estimate, chance, kill_chance
from sandtable.games.tank.lanes import targets
from sandtable.games.tank.plots import Order
from sandtable.games.tank.prospects import enemies_in_fire, enemy_hexes
from sandtable.games.tank.state import DF, OF, RING

A_SHOT = 0.12
"""What a shot is worth that could go elsewhere: so much more must another gun add to a soft target."""
MOST_TOGETHER = 8
FAR_LANES = 24
"""How many target hexes for Opportunity Fire are looked at for each unit."""

Shots = dict[int, tuple[int, float]]
"""Who fires into which hex, and what that shot adds to the chance of a kill."""


def direct_fire(estimate: Estimate, units: Sequence[int], least: float) -> Shots:
    """Shared out so that each shot adds as much as it can: first HE, which only counts together, then gun by
    gun at vehicles, the likeliest kill first [8.22] [8.23]."""
    state, field = estimate.state, estimate.field
    hexes = enemy_hexes(field, state, estimate.side)
    in_fire = {unit: enemies_in_fire(field, state, unit, hexes) for unit in units}
    found = _at_soft(estimate, in_fire)
    left = [unit for unit in units if unit not in found]
    return found | _at_vehicles(estimate, left, in_fire, least)


def _foes_in(estimate: Estimate, hex: int, hard: bool) -> list[int]:
    return [
        foe
        for foe in estimate.foes
        if estimate.state.hexes[foe] == hex and estimate.field.weapons[foe].hard == hard
    ]


def _at_soft(estimate: Estimate, in_fire: Mapping[int, Sequence[int]]) -> Shots:
    """For each hex with guns or infantry as many of the nearest as are worth their shot."""
    found: Shots = {}
    hexes = dict.fromkeys(hex for hexes in in_fire.values() for hex in hexes)
    for hex in sorted(hexes):
        foes = _foes_in(estimate, hex, hard=False)
        armed = [unit for unit, lines in in_fire.items() if hex in lines and unit not in found]
        armed = [unit for unit in armed if estimate.field.weapons[unit].he]
        if not foes or not armed:
            continue
        near = sorted(armed, key=lambda unit: (_range(estimate, unit, hex), unit))[:MOST_TOGETHER]
        worth = [_soft_kills(estimate, near[:count], foes, hex) for count in range(1, len(near) + 1)]
        best, count = max((kills - A_SHOT * count, -count) for count, kills in enumerate(worth, 1))
        if best > 0:
            found |= dict.fromkeys(near[:-count], (hex, worth[-count - 1] / -count))
    return found


def _range(estimate: Estimate, unit: int, hex: int) -> int:
    return estimate.country.distance(estimate.state.hexes[unit], hex)


def _soft_kills(estimate: Estimate, units: Sequence[int], foes: Sequence[int], hex: int) -> float:
    """How many of the soft units in a hex these may be expected to destroy together, since some may panic
    [8.22] [12.0]."""
    at = estimate.state.hexes
    firers = tuple(estimate.gunners[unit].at(estimate.country, at[unit], hex) for unit in units)
    steady = estimate.steady
    kills = 0.0
    for count in range(1, len(firers) + 1):
        likely = comb(len(firers), count) * steady**count * (1 - steady) ** (len(firers) - count)
        for foe in foes if likely else ():
            mark = estimate.marks[foe]
            kills += likely * estimate.sighting(foe) * kill_chance(firers[-count:], mark.kind, 0, mark.cover)
    return kills


def _at_vehicles(
    estimate: Estimate, units: Iterable[int], in_fire: Mapping[int, Sequence[int]], least: float
) -> Shots:
    """The best shot there is, then the best that is left in view of it, and so on."""
    state, alive = estimate.state, dict.fromkeys(estimate.foes, 1.0)
    seen = {foe: estimate.sighting(foe) for foe in estimate.foes if estimate.field.weapons[foe].hard}
    shots = []
    for unit in units:
        for foe, likely in seen.items():
            if likely and state.hexes[foe] in in_fire[unit]:
                mark = estimate.marks[foe]
                hit = chance(estimate.country, estimate.gunners[unit], state.hexes[unit], mark)
                shots.append((likely * hit, -unit, foe))
    found: Shots = {}
    while shots:
        hit, unit, foe = max(shots, key=lambda shot: (shot[0] * alive[shot[2]], shot[1], -shot[2]))
        adds = hit * alive[foe]
        if adds < least:
            break
        found[-unit] = state.hexes[foe], adds
        alive[foe] *= 1 - hit
        shots = [shot for shot in shots if shot[1] != unit]
    return found


def fire_orders(shots: Shots) -> list[Order]:
    return [Order(unit, DF, hex) for unit, (hex, _) in shots.items()]


def lanes_in(estimate: Estimate, orders: Iterable[Order]) -> set[int]:
    """The hexes that friends must keep out of, or the fire through them is lost [8.43]."""
    found: set[int] = set()
    for order in orders:
        if order.task in (DF, OF) and order.target > RING:
            found |= {*estimate.country.lane(estimate.state.hexes[order.unit], order.target).hexes}
    return found


# Opportunity Fire


def coming(estimate: Estimate) -> dict[int, float]:
    """Where enemies may drive in this turn, and how likely about: vehicles that have any way to go."""
    field, found = estimate.field, dict[int, float]()
    for foe in estimate.foes:
        weapon, hex = field.weapons[foe], estimate.state.hexes[foe]
        if not weapon.hard:
            continue
        reached = field.country.going.reach(hex, weapon.ma)
        for there in reached:
            found[there] = found.get(there, 0.0) + 1 / len(reached)
    return found


def opportunity(
    estimate: Estimate, unit: int, ways: Mapping[int, float], closed: AbstractSet[int]
) -> Order | None:
    """The lane in which the enemy is likeliest to come and to be hit; infantry covers all round [8.84]."""
    field, state = estimate.field, estimate.state
    if field.weapons[unit].infantry:
        return Order(unit, OF, RING)
    country, start = field.country, state.hexes[unit]
    aims = [hex for hex in targets(field, state, unit) if hex in ways] if ways else []
    aims = sorted(aims, key=lambda hex: (-ways[hex], hex))[:FAR_LANES]
    best, where = 0.0, -1
    for aim in aims:
        lane = country.lane(start, aim).hexes
        if not closed.isdisjoint(lane):
            continue
        worth = sum(ways.get(hex, 0.0) / (1 + country.distance(start, hex) / 10) for hex in lane)
        if worth > best:
            best, where = worth, aim
    return Order(unit, OF, where) if where >= 0 else None
