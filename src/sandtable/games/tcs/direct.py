"""Direct fire resolved: area fire, point fire, AT rolls [8.7] [8.8] [8.10] [8.11]."""

from collections.abc import Iterable, Sequence

from sandtable.engine import Choose, Odds
from sandtable.games.tcs.area_odds import Fire, Firer, area_attack, attacks_on_stack, half_lost, total
from sandtable.games.tcs.batteries import pay_for_shots
from sandtable.games.tcs.bodies import body, in_hex, is_area_target, is_close_target, moving, place
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.events import AreaFired, Blocked, DugInTold, Lit, PointFired, Rushed, SmokePlaced
from sandtable.games.tcs.losses import destroy
from sandtable.games.tcs.morale import bear, suffer
from sandtable.games.tcs.morale_odds import result_of
from sandtable.games.tcs.orders import note
from sandtable.games.tcs.point_odds import (
    DESTROYED,
    NARROWLY,
    Aim,
    Close,
    at_roll,
    mortar,
    point_fire,
)
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shots import AREA, CLOSE, LIGHT, POINT, SMOKE, Shot, between, nominal, soft
from sandtable.games.tcs.state import (
    CAME_BY_ROAD,
    CONTACT,
    NOBODY,
    PARALYZED,
    SHOT_AT,
    SUPPRESSED,
    dug_in,
    has,
    hex_of,
    mark,
    mounted,
)
from sandtable.games.tcs.unassigned import fired_upon
from sandtable.games.tcs.vision import smoky

PLAIN = Fire()
"""Fire outside assault and overrun."""


# -- what goes into the odds


def firer(table: Play, unit: int, hex: int) -> Firer:
    """A unit's part in area fire; the paralyzed fire like the suppressed [8.2b] [8.6g] [8.6h] [9.3b]."""
    state, type = table.state, table.scene.types[unit]
    if type.category == "map_gun":
        attack, weapon = type.shells * CHARTS.firepower.area_direct, "plain"
    else:
        weapon = {"mortar": "plain", "at_gun": "gun"}.get(type.category, "range")
        attack = type.attack
    return Firer(
        table.scene.units[unit],
        attack,
        weapon,  # type: ignore[arg-type]
        table.scene.country.distance(hex_of(state, unit), hex),
        has(state, unit, SUPPRESSED | PARALYZED),
        half_lost(type.steps, state.lost[unit]),
        mounted(state, unit),
    )


def fire_at(table: Play, units: Iterable[int], base: Fire = PLAIN) -> Fire:
    """How the fire of these units together is delivered [8.6i] [8.7c] [16.6]."""
    types = table.scene.types
    kinds = [types[unit].category == "mortar" for unit in units]
    return base._replace(
        direct=not all(kinds),
        mortars=any(kinds),
        from_smoke=any(smoky(table, hex_of(table.state, unit)) for unit in units),
        night=table.scene.turn(table.state).night,
    )


def area_roll(table: Play, units: Sequence[int], hex: int, target: int, fire: Fire, to: int = NOBODY) -> Odds:
    """The roll of area fire by units at one target in a hex [8.7]."""
    there = place(table, hex, _lines(table, units, hex, fire))
    power = total([firer(table, unit, hex) for unit in units])
    return area_attack(power, there, body(table, target, to), fire).odds


def _lines(table: Play, units: Sequence[int], hex: int, fire: Fire) -> list[int]:
    """Whence fire comes in; in an assault over the hexsides the attackers crossed [8.5] [8.5a] [14.1c]."""
    state, types = table.state, table.scene.types
    if fire.assault:
        side = state.side[state.moving]
        return [state.previous[unit] for unit in table.scene.own[side] if state.hexes[unit] == hex]
    if fire.overrun:
        return []
    return [hex_of(state, unit) for unit in units if types[unit].category != "mortar"]


def point_roll(table: Play, shot: Shot, overwatch: bool = False, to: int = NOBODY) -> Odds | None:
    """The roll of one point weapon at one target, None out of its range [8.8] [8.9]."""
    state, type = table.state, table.scene.types[shot.firer]
    start = hex_of(state, shot.firer)
    attack = type.shells * CHARTS.firepower.point_direct if type.category == "map_gun" else type.attack
    aim = Aim(
        attack,
        nominal(table, shot.firer),
        table.scene.country.distance(start, shot.hex),
        type.gun and has(state, shot.firer, SUPPRESSED | PARALYZED),
        smoky(table, start),
        table.scene.turn(state).night,
        moving(table, shot.target) if overwatch else "",
    )
    return point_fire(aim, place(table, shot.hex, (start,)), body(table, shot.target, to)).odds


def close_roll(table: Play, shot: Shot, overwatch: bool = False) -> Odds:
    """The best AT roll that a unit has at a target, over either hex between [8.10] [8.10d]."""
    state, scene = table.state, table.scene
    start = hex_of(state, shot.firer)
    distance = scene.country.distance(start, shot.hex)
    middles = between(table, start, shot.hex, state.side[shot.firer]) if distance == 2 else [NOBODY]
    enemies = in_hex(table, shot.hex, state.side[shot.target])
    rolls = []
    for middle in middles:
        close = Close(
            distance,
            None if middle == NOBODY else place(table, middle),
            has(state, shot.firer, SUPPRESSED),
            scene.turn(state).night,
            state.visibility,
            moving(table, shot.target) if overwatch else "",
            any(scene.types[one].category == "infantry" for one in enemies),
        )
        rolls.append(at_roll(close, place(table, shot.hex), scene.types[shot.target].defense).odds)
    return max([odds for odds in rolls if odds is not None], key=lambda odds: odds.chance(DESTROYED))


def odds_of(table: Play, shot: Shot, overwatch: bool = False, to: int = NOBODY) -> Odds | None:
    """The first roll that a shot leads to by itself."""
    if shot.way == POINT:
        return point_roll(table, shot, overwatch, to)
    if shot.way == CLOSE:
        return close_roll(table, shot, overwatch)
    foes = in_hex(table, shot.hex, 1 - table.state.side[shot.firer])
    soldiers = [foe for foe in foes if is_area_target(table, foe)]
    if shot.way in (SMOKE, LIGHT) or not soldiers:
        return None
    fire = fire_at(table, [shot.firer])
    return area_roll(table, [shot.firer], shot.hex, soldiers[0], fire, to)


# -- the fires of a declaration


async def resolve(
    table: Play, shots: Sequence[Shot], base: Fire = PLAIN, overwatch: bool = False
) -> dict[int, str]:
    """All that has been declared at a hex, one thing after another; gives what became of the targets [8.6a].

    Nobody retreats before all has been fired.
    """
    if base is PLAIN:
        for shot in shots:
            note(table, shot.firer, "fire", shot.hex)
    outcomes: dict[int, str] = {}
    pay_for_shots(table, [shot.firer for shot in shots if shot.way in (AREA, POINT)])
    area = [shot.firer for shot in shots if shot.way == AREA]
    if area:
        outcomes |= await area_fire(table, area, shots[0].hex, base, overwatch)
    named = dict.fromkeys([shot.target for shot in shots if shot.way == POINT])
    for target in named:
        aimed = [shot for shot in shots if shot.way == POINT and shot.target == target]
        outcomes |= await point_fires(table, aimed, base, overwatch)
    for shot in shots:
        if shot.way == CLOSE:
            await rush(table, shot, overwatch)
        elif shot.way == SMOKE:
            table.state.smoke.append(shot.hex)
            table.report(SmokePlaced(shot.hex))
        elif shot.way == LIGHT:
            table.state.lights.append(shot.hex)
            table.report(Lit(shot.hex))
    return outcomes


async def area_fire(
    table: Play,
    units: Sequence[int],
    hex: int,
    base: Fire = PLAIN,
    overwatch: bool = False,
    victims: int = NOBODY,
) -> dict[int, str]:
    """The whole firepower at each area target, and mortars at what they can destroy [8.6e] [8.7a] [8.11b].

    The targets are the enemy's units, or those of the side `victims`.
    See also [8.6c] [8.6j].
    """
    state = table.state
    foes = in_hex(table, hex, 1 - state.side[units[0]] if victims == NOBODY else victims)
    table.report(AreaFired(hex, tuple(units), "area fire"))
    fire = fire_at(table, units, base)
    noted = SHOT_AT if fire.direct else CONTACT
    for foe in foes:
        mark(state, foe, noted)
        tell_dug_in(table, foe)
    if fire.direct:
        fired_upon(table, foes)
    outcomes: dict[int, str] = {}
    soldiers = [foe for foe in foes if is_area_target(table, foe)]
    for foe in await attacked(table, state.side[units[0]], soldiers):
        if hex_of(state, foe) == hex:
            moved = moving(table, foe) if overwatch and _triggered(table, foe) else ""
            odds = area_roll(table, units, hex, foe, fire._replace(moving=moved))
            outcomes[foe] = await suffer(table, foe, odds)
    for unit in units:
        if table.scene.types[unit].category == "mortar":
            await mortar_at_points(table, state.side[unit], foes, hex)
    return outcomes


async def attacked(table: Play, side: int, targets: Sequence[int]) -> Sequence[int]:
    """All of them, or by the optional limit one for every five steps, the largest first [8.7f]."""
    state, types = table.state, table.scene.types
    if not table.scene.plays(state, "attacks by steps"):
        return targets
    steps = {unit: types[unit].steps - state.lost[unit] for unit in targets}
    count = attacks_on_stack(steps.values())
    chosen: list[int] = []
    while len(chosen) < min(count, len(targets)):
        left = [unit for unit in targets if unit not in chosen]
        largest = [unit for unit in left if steps[unit] == max(steps[one] for one in left)]
        ask = PickAttacked(table, side, largest)
        chosen.append(largest[0] if len(largest) == 1 else await table.ask(ask))
    return chosen


class PickAttacked(Choose[int]):
    """Which of units that are as large as each other the fire attacks next [8.7f]."""

    __slots__ = ("units",)
    table: Play
    name, case, options_are = "pick-attacked", "8.7f", "units"

    def __init__(self, table: Play, side: int, units: Sequence[int]) -> None:
        super().__init__(table, side)
        self.units = units

    def offer(self) -> Sequence[int]:
        return self.units


def _triggered(table: Play, unit: int) -> bool:
    """Is it one that overwatch is fired at now, or aboard it [8.9]?"""
    state = table.state
    return unit in state.triggers or state.carrier[unit] in state.triggers


async def mortar_at_points(table: Play, side: int, foes: Sequence[int], hex: int) -> None:
    """One roll of a mortar platoon for each target that it can destroy [8.11] [8.11a]."""
    for foe in foes:
        if hex_of(table.state, foe) == hex and soft(table, foe):
            odds = mortar(body(table, foe)).odds
            if odds is not None and await roll_for(table, side, odds) == DESTROYED:
                await destroy(table, foe)


async def point_fires(
    table: Play, shots: Sequence[Shot], base: Fire = PLAIN, overwatch: bool = False
) -> dict[int, str]:
    """Weapon after weapon at one target; a narrow miss shakes a gun, a carrier's end exposes those aboard.

    The weapon that destroys it and those that have not fired yet attack its passengers [8.8] [8.8c] [8.8d].
    """
    state, target, hex = table.state, shots[0].target, shots[0].hex
    mark(state, target, SHOT_AT)
    fired_upon(table, (target,))
    tell_dug_in(table, target)
    outcomes: dict[int, str] = {}
    for count, shot in enumerate(shots):
        odds = point_roll(table, shot, overwatch)
        if odds is None or hex_of(state, target) != hex:
            break
        table.report(PointFired(shot.firer, target))
        word = await roll_for(table, state.side[shot.firer], odds)
        if word == DESTROYED:
            if overwatch:
                block_road(table, target, hex)
            units = [later.firer for later in shots[count:]]
            return outcomes | await _end_of_target(table, target, units, hex, base)
        if word.startswith(NARROWLY):
            outcomes[target] = await bear(table, target, result_of(word))
    return outcomes


async def _end_of_target(
    table: Play, target: int, units: Sequence[int], hex: int, base: Fire
) -> dict[int, str]:
    """The passengers are attacked with the carrier's defense still about them [8.7e] [8.8d] [12.3g].

    See also [8.2h].
    """
    state, fire = table.state, fire_at(table, units, base)
    aboard = [unit for unit, on in enumerate(state.carrier) if on == target and mounted(state, unit)]
    rolls = {unit: area_roll(table, units, hex, unit, fire) for unit in aboard}
    await destroy(table, target)
    return {unit: await suffer(table, unit, odds) for unit, odds in rolls.items()}


async def rush(table: Play, shot: Shot, overwatch: bool = False) -> None:
    """One AT roll at one target; its passengers are thrown out unhurt (ruling at 8.10d) [8.10]."""
    state = table.state
    if hex_of(state, shot.target) != shot.hex or not is_close_target(table, shot.target):
        return
    mark(state, shot.target, SHOT_AT)
    fired_upon(table, (shot.target,))
    state.antitank.append((shot.firer, shot.target))
    table.report(Rushed(shot.firer, shot.target))
    odds = close_roll(table, shot, overwatch)
    if await roll_for(table, state.side[shot.firer], odds) == DESTROYED:
        if overwatch:
            block_road(table, shot.target, shot.hex)
        await destroy(table, shot.target)


def block_road(table: Play, unit: int, hex: int) -> None:
    """A tracked wreck of overwatch on the road by which it came bars that road [12.2f]."""
    state = table.state
    tracked = table.scene.types[unit].track in ("full", "half")
    if tracked and has(state, unit, CAME_BY_ROAD) and hex not in state.blocks:
        state.blocks.append(hex)
        table.report(Blocked(hex))


def tell_dug_in(table: Play, unit: int) -> None:
    """Fire that is resolved at a unit tells the enemy whether it is in a hole [7.1d]."""
    state = table.state
    if unit in state.told:
        return
    state.told.append(unit)
    if dug_in(state, unit):
        table.report(DugInTold(unit))
