"""Direct fire: which weapons fire, at what odds, and what comes of it [9.0] [11.0]."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable.engine import Odds
from sandtable.games.rdf.assault_odds import round_fire, withdrawal_fire
from sandtable.games.rdf.charts import DD
from sandtable.games.rdf.counters import improved
from sandtable.games.rdf.direct_odds import (
    CULTIVATED,
    DUG_IN,
    FINAL_BONUS,
    HASTY,
    HULL_DOWN,
    IMPROVED,
    MOUNTED,
    MOVING,
    NEW_HEIGHT,
    SUPPRESSED,
    VILLAGE,
    direct_fire,
    missile,
    reach,
)
from sandtable.games.rdf.events import Fires
from sandtable.games.rdf.hits import destroy, hit
from sandtable.games.rdf.rollcall import steps_left
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import (
    DONE,
    FIRED,
    GUNNED,
    INACTIVE,
    MOVED,
    NO_ACT,
    NOBODY,
    ROUTED,
    State,
)
from sandtable.games.rdf.state import HASTY as FIRED_MOVING
from sandtable.games.rdf.vision import missile_flies
from sandtable.games.rdf.watch import sees

HASTY_FIRE, OPPORTUNITY, OVERWATCH, FINAL, ROUND, LEAVING = range(6)
"""The classes of direct fire, and fire in the rounds of an assault and at those who withdraw [9.3] [10.0]."""

AIR_DEFENCE, BESIDE = 10, 11
"""In place of a weapon: air defence by rating, and by those without at helicopters beside [14.3] [14.38]."""

_COVER = (0, CULTIVATED, VILLAGE)
_ACTIVE = INACTIVE | FIRED | ROUTED


class Shot(NamedTuple):
    """Who fires at whom with what."""

    firer: int
    target: int
    weapon: int


# ---- who may fire


def ready(state: State, unit: int) -> bool:
    """Active, unrouted, on the map, and not fired in this Game-Turn [9.11] [9.21]."""
    return state.hexes[unit] >= 0 and not state.flags[unit] & _ACTIVE


def all_ready(state: State, units: Sequence[int]) -> list[int]:
    """Those of some units that are ready [9.11] [9.21]."""
    hexes, flags = state.hexes, state.flags
    return [unit for unit in units if hexes[unit] >= 0 and not flags[unit] & _ACTIVE]


def has_moved(state: State, unit: int) -> bool:
    """Has it moved in its own turn, by itself or carried [9.33]?"""
    carrier = state.carrier[unit]
    return bool((state.flags[unit] | (state.flags[carrier] if carrier != NOBODY else 0)) & MOVED)


def within_half(table: Play, unit: int) -> bool:
    """Has it spent no more than half its allowance, a passenger by its carrier's count [6.14] [6.43]?"""
    state = table.state
    carrier = state.carrier[unit]
    mover = unit if carrier == NOBODY else carrier
    return state.spent[mover] * 2 <= table.scene.allowance[mover]


def may_hasty(table: Play, unit: int) -> bool:
    """May this unit of the moving stack fire on the move, carrier or passenger [9.31] [9.62] [12.22]?"""
    state = table.state
    return ready(state, unit) and not state.flags[unit] & NO_ACT and within_half(table, unit)


def may_overwatch(state: State, unit: int) -> bool:
    """May it fire at a unit that has just made opportunity fire [9.33]?"""
    return ready(state, unit) and not has_moved(state, unit)


def arms(table: Play, unit: int, public: bool = False) -> tuple[int, ...]:
    """The weapons a unit may fire now; the ammunition of helicopters is not public [11.0] [14.27]."""
    state, scene = table.state, table.scene
    if state.carrier[unit] != NOBODY:
        return scene.mounted_weapons[unit]
    weapons, shots, used = scene.weapons[unit], scene.counter[unit].shots, state.shots[unit]
    if public or not shots or not used:
        return weapons
    return tuple([weapon for n, weapon in enumerate(weapons) if used >> 4 * n & 15 < shots])


# ---- at whom


def shots(table: Play, firers: Iterable[int], targets: Iterable[int], public: bool = False) -> Iterator[Shot]:
    """Every shot that units which may fire have at targets on their own feet or wheels and on the ground, by
    range, effect and sight [9.0] [9.16] [12.13] [14.26]."""
    hexes, carrier, scene = table.state.hexes, table.state.carrier, table.scene
    row, flies, rows = scene.row, scene.helicopter, scene.measure.row
    standing = [
        (target, hexes[target], row[target])
        for target in targets
        if hexes[target] >= 0 and carrier[target] < 0 and not flies[target]
    ]
    for firer in firers if standing else ():
        far, distances = scene.farthest[firer], rows(hexes[firer])
        for target, hex, kind in standing:
            if distances[hex] <= far[kind] and sees(table, firer, target):
                yield from _with_each_weapon(table, firer, target, public)


def _with_each_weapon(table: Play, firer: int, target: int, public: bool) -> Iterator[Shot]:
    """The shots at a target in sight, by range, effect, and cover in a missile's way [9.0] [9.8]."""
    state, row = table.state, table.scene.row[target]
    distance = table.scene.measure.row(state.hexes[firer])[state.hexes[target]]
    for weapon in arms(table, firer, public):
        least, most = reach(weapon, row)
        if least <= distance <= most and (not missile(weapon) or missile_flies(table, firer, target)):
            yield Shot(firer, target, weapon)


# ---- the odds


def odds(
    table: Play, shot: Shot, fire: int, new_height: bool = False, leaving: int = 1, to: int = NOBODY
) -> Odds:
    """The odds of a shot; with `to`, as far as that side knows about digging in [9.7] [9.8] [10.22]."""
    scene, state = table.scene, table.state
    distance = scene.measure.row(state.hexes[shot.firer])[state.hexes[shot.target]]
    row, steps = scene.row[shot.target], steps_left(scene, state, shot.firer)
    about = _about_firer(table, shot, fire) | _about_target(table, shot, new_height, to)
    if fire == LEAVING:
        return withdrawal_fire(shot.weapon, row, steps, leaving, about)
    crowd = stacked(table, shot.target)
    if fire == ROUND:
        return round_fire(shot.weapon, row, steps, crowd, about)
    return direct_fire(shot.weapon, distance, row, steps, crowd, about)


def _about_firer(table: Play, shot: Shot, fire: int) -> int:
    """What changes the die for the firer's sake [9.8] [9.62] [8.35] [12.2] [12.21] [16.4]."""
    state, firer = table.state, shot.firer
    found = HASTY if fire == HASTY_FIRE else 0
    if fire == FINAL and state.flags[firer] & NO_ACT:
        found |= FINAL_BONUS
    if state.suppressed[firer]:
        found |= SUPPRESSED
    if state.carrier[firer] != NOBODY:
        found |= MOUNTED
    return found | (IMPROVED if improved(state.kind[firer], shot.weapon, state.modern) else 0)


def _about_target(table: Play, shot: Shot, new_height: bool, to: int) -> int:
    """What changes the die for the target's sake [9.8] [9.61] [9.63]."""
    scene, state, target = table.scene, table.state, shot.target
    found = _COVER[scene.ground.cover[state.hexes[target]]]
    if target in state.moving and state.spent[target]:
        found |= MOVING | (NEW_HEIGHT if new_height else 0)
    if scene.counter[target].hull_down and _height(table, target) > _height(table, shot.firer):
        found |= HULL_DOWN
    return found | (DUG_IN if dug_in(state, target, to) else 0)


def _height(table: Play, unit: int) -> int:
    """The level at which a unit is, a helicopter's altitude added [7.1]."""
    return int(table.scene.board.level[table.state.hexes[unit]]) + table.state.altitude[unit]


def dug_in(state: State, unit: int, to: int = NOBODY) -> bool:
    """Has it dug in? What the enemy's formation is a side knows only when it has seen it [9.63]."""
    side = state.side[unit]
    if not state.flags[unit] & NO_ACT:
        return False
    return state.defence_known[side] == 1 if to not in (NOBODY, side) else state.formation[side] == DD


def show_defence(state: State, unit: int) -> None:
    """Fire at or by a unit with a No Act marker shows whether it is in Deliberate Defense [9.63] [9.64]."""
    if state.flags[unit] & NO_ACT:
        show_formation(state, state.side[unit])


def show_formation(state: State, side: int) -> None:
    """Everybody has seen whether it is Deliberate Defense, until it may be changed again [9.63] [5.4]."""
    state.defence_known[side] = 1 if state.formation[side] == DD else 2


def stacked(table: Play, target: int) -> int:
    """How many units count as stacked: those that move with it, or all that stay in its hex [6.33]."""
    state, scene = table.state, table.scene
    hex, moving = state.hexes[target], target in state.moving
    return sum(
        state.hexes[unit] == hex
        and state.carrier[unit] == NOBODY
        and not scene.headquarters[unit]
        and (unit in state.moving) == moving
        for unit in scene.own[state.side[target]]
    )


# ---- the shot


async def shoot(table: Play, shot: Shot, fire: int, new_height: bool = False, leaving: int = 1) -> None:
    """Fire, and let the result take effect before anything else is declared [9.12] [9.13] [9.14]."""
    chance = odds(table, shot, fire, new_height, leaving)
    table.report(Fires(*shot))
    if fire != ROUND:
        show_defence(table.state, shot.target)
    note(table, shot, fire)
    take_effect(table, shot.target, await table.roll(chance))


def take_effect(table: Play, target: int, result: str) -> None:
    """A miss, a hit, or the end of the target [9.4] [9.8]."""
    if result == "hit":
        hit(table, target)
    elif result == "destroyed":
        destroy(table, target)


def note(table: Play, shot: Shot, fire: int) -> None:
    """What firing does to the firer [9.11] [9.17] [9.2] [9.33] [9.62] [9.64] [14.27] [14.32]."""
    state, scene, unit = table.state, table.scene, shot.firer
    flags = state.flags
    if scene.counter[unit].shots:
        state.shots[unit] += 1 << 4 * scene.weapons[unit].index(shot.weapon)
    if scene.counter[unit].kind == "anti_air":
        flags[unit] |= GUNNED
    if fire in (ROUND, LEAVING):
        return
    if fire == FINAL:
        show_defence(state, unit)
        if state.formation[state.side[unit]] != DD:
            flags[unit] &= ~NO_ACT
    flags[unit] |= INACTIVE | FIRED | (DONE if fire == OVERWATCH else 0)
    if fire == HASTY_FIRE:
        carrier = state.carrier[unit]
        for one in (unit,) if carrier == NOBODY else (unit, carrier):
            flags[one] |= FIRED_MOVING | MOVED
