"""Who may fire when: attacks, the overwatch that answers, and fire at movers [7.6] [8.5] [13.42].

Windows nest: an overwatch attack and every answer to it are over before the outer window asks again.
"""

from collections.abc import Sequence

from sandtable.games.raid.arms import (
    CONE,
    OPPORTUNITY,
    OVERWATCH,
    OVERWATCH_IN_B,
    ROCKETS_SEEN,
    Kind,
    Shot,
    arms_of,
)
from sandtable.games.raid.events import Rose
from sandtable.games.raid.fire import Aim, at_unit, commit, resolve
from sandtable.games.raid.fire_asks import ConeFire, OpportunityFire, OverwatchFire, PickShots
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import cover, expose, look
from sandtable.games.raid.state import HIGH, aboard, alive, has, hex_of, mark


async def attack(table: Play, kind: Kind, aim: Aim, shots: Sequence[Shot]) -> None:
    """A declared attack with all that answers it; then unseen firers are hidden again [6.31] [7.5] [7.52]."""
    firers = list(dict.fromkeys(shot.unit for shot in shots))
    fired_at = [] if aim.unit < 0 else [aim.unit]
    building = shared_building(table, aim, firers)
    commit(table, kind, aim, shots)
    expose(table, firers)
    await rise_to_salvo(table, kind, shots)
    await resolve(table, kind, aim, shots)
    if fired_at:
        side = table.state.side[aim.unit]
        await overwatch(table, side, kind, [unit for unit in firers if unit not in building], fired_at)
    cover(table, firers)


def shared_building(table: Play, aim: Aim, firers: Sequence[int]) -> list[int]:
    """Who fires at an enemy in the same Building of several hexes, which nobody overwatches [7.65]."""
    building = table.scene.field(table.state).building
    there = building[aim.hex]
    return [unit for unit in firers if there >= 0 and building[hex_of(table.state, unit)] == there]


async def overwatch(
    table: Play, side: int, kind: Kind, triggers: Sequence[int], fired_at: Sequence[int]
) -> None:
    """A side may answer each unit that has fired at one of its own with one attack [7.63] [7.64]."""
    left, sort = list(triggers), OVERWATCH_IN_B if kind.direct_phase else OVERWATCH
    while left and (aim := await table.ask(OverwatchFire(table, side, sort, left, fired_at))):
        shots = await table.ask(PickShots(table, side, sort, aim, fired_at))
        left.remove(aim.unit)
        await attack(table, sort, aim, shots)


async def rise_to_salvo(table: Play, kind: Kind, shots: Sequence[Shot]) -> None:
    """A gunship that will fire rockets rises first, and may be fired at before it does [13.42]."""
    state = table.state
    sort = ROCKETS_SEEN if kind.direct_phase else OPPORTUNITY
    for shot in shots:
        if shot.arm.burst == "rockets" and not has(state, shot.unit, HIGH):
            mark(state, shot.unit, HIGH)
            table.report(Rose(shot.unit))
            look(table)
            await fire_at_movers(table, [shot.unit], sort)


async def react(table: Play, movers: Sequence[int], entered: int) -> None:
    """The enemy may fire at those who enter a hex: one attack at each, and cone shots [8.51] [8.52].

    A headquarters that moves by itself is left alone; riders on a tank are targets of their own
    [5.25] [14.15].
    """
    types = table.scene.types
    riders = [rider for unit in movers if types[unit].teams for rider in aboard(table.state, unit)]
    targets = [unit for unit in (*movers, *riders) if types[unit].breed != "hq"]
    targets = [unit for unit in targets if hex_of(table.state, unit) == entered]
    await fire_at_movers(table, targets, OPPORTUNITY)
    await fire_by_cones(table, targets)


async def fire_at_movers(table: Play, movers: Sequence[int], kind: Kind) -> None:
    """One declared attack at each mover, by any number of units [7.62] [8.52]."""
    left = list(movers)
    while left:
        side = 1 - table.state.side[movers[0]]
        aim = await table.ask(OpportunityFire(table, side, left, kind))
        if aim is None:
            return
        shots = await table.ask(PickShots(table, side, kind, aim))
        left.remove(aim.unit)
        await attack(table, kind, aim, shots)


async def fire_by_cones(table: Play, movers: Sequence[int]) -> None:
    """Machine guns fire at who enters their cones, each once at each unit in a Movement Phase [7.92]."""
    if not movers:
        return
    state, side = table.state, 1 - table.state.side[movers[0]]
    while shot := await table.ask(ConeFire(table, side, [unit for unit in movers if alive(state, unit)])):
        gun, unit = shot
        state.coned[gun].append(unit)
        await attack(table, CONE, at_unit(table, unit), [Shot(gun, arms_of(table, gun)[0])])
