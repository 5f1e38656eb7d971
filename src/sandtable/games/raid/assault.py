"""Close Assault: rounds in one hex, unit by unit, until one side is gone or the attacker leaves [10.0]."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine import Choose, Odds, Option, Refusal
from sandtable.games.raid.arms import ASSAULT, Shot, ready_arms
from sandtable.games.raid.bursts import UNTOUCHED, take
from sandtable.games.raid.chance_odds import first_odds
from sandtable.games.raid.events import CounterMoved
from sandtable.games.raid.fire import (
    Aim,
    announce,
    bullets,
    burst_upon,
    commit,
    faces,
    hit,
)
from sandtable.games.raid.fire_events import AssaultBegins, AssaultRound, FellBack, Wasted
from sandtable.games.raid.fire_odds import NOTHING, Fire, assault_row
from sandtable.games.raid.fire_odds import SUPPRESSED as ONLY_SUPPRESSED
from sandtable.games.raid.going import affordable, enemies_in, room, step_price
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.losses import destroy
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import ALPHA, BRAVO, HIGH, SIDES, SUPPRESSED, alive, has
from sandtable.games.raid.units import BURSTS


class Melee(NamedTuple):
    """One unit's shot at one enemy in its hex."""

    shot: Shot
    target: int


class Bout(NamedTuple):
    """A round of a Close Assault: which one, where, and who attacks."""

    round: int
    hex: int
    attacker: int


class AssaultShot(Choose[Melee]):
    """Which unit shoots next, and at whom [10.1]."""

    table: Play
    name, case = "assault-shot", "10.1"
    __slots__ = ("bout", "ready")

    def __init__(self, table: Play, side: int, bout: Bout, ready: Sequence[int]) -> None:
        super().__init__(table, side)
        self.bout = bout
        self.ready = ready

    def question(self) -> str:
        return f"Who shoots next in {self.table.scene.hex_name(self.bout.hex)}, and at whom?"

    def offer(self) -> Sequence[Melee]:
        return [melee for unit in self.ready for melee in melees(self.table, unit, self.bout.hex)]

    def key(self, option: Melee) -> str:
        scene, shot = self.table.scene, option.shot
        return f"{scene.unit_name(shot.unit)} at {scene.unit_name(option.target)}: {shot.arm.name}"

    def odds(self, option: Melee) -> Odds | None:
        return melee_odds(self.table, self.bout, option).odds

    def describe(self, option: Melee) -> Option:
        key, scene, odds = self.key(option), self.table.scene, self.odds(option)
        chance = 1 - odds.chance(NOTHING) if odds else None
        return Option(key, key, chance, scene.unit_name(option.shot.unit), scene.unit_name(option.target))

    def why_not(self, key: str) -> Refusal:
        name, _, _ = key.partition(" at ")
        if self.table.scene.unit(name) not in self.ready:
            return Refusal("10.1", f"{name} has shot in this round or takes no part in it")
        return Refusal("10.1", f"{name} has no such weapon or no such enemy in this hex")


class LeaveOrFight(Choose[str]):
    """Does the attacker leave the hex, or fight another round [10.1]?"""

    table: Play
    name, case = "leave-or-fight", "10.1"
    always = ("fight", "leave")
    __slots__ = ()

    def question(self) -> str:
        return "Another round, or away?"


class FallBack(Choose[int]):
    """To which hex the attackers of a fight that cannot end go back [10.1]."""

    table: Play
    name, case, options_are = "fall-back", "10.1", "hexes"
    __slots__ = ("hexes",)

    def __init__(self, table: Play, side: int, hexes: Sequence[int]) -> None:
        super().__init__(table, side)
        self.hexes = hexes

    def question(self) -> str:
        return "Nobody can harm anybody there any more: where do the attackers go back to?"

    def offer(self) -> Sequence[int]:
        return self.hexes


async def close_assault(table: Play, movers: Sequence[int], hex: int) -> bool:
    """Round after round until the attacker leaves or one side is gone; does he leave?

    Nothing else happens meanwhile, and nobody in the hex overwatches [10.1] [10.5] [10.72].
    """
    side, round = table.state.side[movers[0]], 0
    table.report(AssaultBegins(side, hex))
    while fighters(table, side, hex) and fighters(table, 1 - side, hex):
        round += 1
        await fight_round(table, Bout(round, hex, side))
        here = [unit for unit in movers if table.state.hexes[unit] == hex]
        fought_on = fighters(table, side, hex) and fighters(table, 1 - side, hex)
        asked = fought_on and may_leave(table, here, hex)
        if asked and await table.ask(LeaveOrFight(table, side)) == "leave":
            return True
        if fought_on and not asked and deadlocked(table, Bout(round + 1, hex, side)):
            await fall_back(table, here, hex)
    return False


def deadlocked(table: Play, bout: Bout) -> bool:
    """Can no shot of either side cost anybody a man any more? Then rounds would go on for ever [10.1]."""
    units = [*fighters(table, ALPHA, bout.hex), *fighters(table, BRAVO, bout.hex)]
    fires = [melee_odds(table, bout, melee) for unit in units for melee in melees(table, unit, bout.hex)]
    results = {result: True for fire in fires if fire.odds for result in fire.odds.results}
    return not any(result not in (NOTHING, ONLY_SUPPRESSED) for result in results)


async def fall_back(table: Play, movers: Sequence[int], hex: int) -> None:
    """The attackers of a fight that cannot end go back to a hex beside it; with none open they are lost
    [10.1]."""
    state = table.state
    side = state.side[movers[0]]
    open_hexes = [
        near
        for near in table.scene.ground.near(hex)
        if not enemies_in(state, side, near)
        and table.scene.field(state).bare[near].mp is not None
        and room(table, movers, near)
    ]
    if not open_hexes:
        for unit in movers:
            await destroy(table, unit)
        return
    back = await table.ask(FallBack(table, side, open_hexes))
    for unit in movers:
        state.hexes[unit] = back
        tell_of(table, unit, FellBack(unit, back), CounterMoved(side, back, hex))
    look(table)


def fighters(table: Play, side: int, hex: int) -> list[int]:
    """A side's units in the hex that take part; headquarters and helicopters at altitude do not [10.1]."""
    state, types = table.state, table.scene.types
    return [
        unit
        for unit in table.scene.own[side]
        if state.hexes[unit] == hex and types[unit].breed not in UNTOUCHED and not has(state, unit, HIGH)
    ]


def may_leave(table: Play, movers: Sequence[int], hex: int) -> bool:
    """Can the attackers go to an adjacent hex without enemies, none of them suppressed [10.1] [7.8]?"""
    state, near = table.state, table.scene.ground.neighbours[hex * 6 : hex * 6 + 6]
    if not movers or any(has(state, unit, SUPPRESSED) for unit in movers):
        return False
    return any(
        beyond >= 0
        and not enemies_in(state, state.side[movers[0]], beyond)
        and affordable(table, movers, step_price(table, movers, hex, side))
        for side, beyond in enumerate(near)
    )


async def fight_round(table: Play, bout: Bout) -> None:
    """A die says who shoots first; then single units alternate until all have shot once [10.1]."""
    table.report(AssaultRound(bout.round, bout.hex))
    word = await table.roll(first_odds(f"round {bout.round} of the Close Assault", "10.1"))
    side = [name.lower() for name in SIDES].index(word)
    left = [able(table, fighters(table, one, bout.hex), bout.hex) for one in range(len(SIDES))]
    while any(left := [able(table, units, bout.hex) for units in left]):
        if left[side]:
            melee = await table.ask(AssaultShot(table, side, bout, left[side]))
            left[side].remove(melee.shot.unit)
            await shoot_once(table, bout, melee)
        side = 1 - side


def able(table: Play, units: Sequence[int], hex: int) -> list[int]:
    """Those of them that live and have something to shoot at somebody with."""
    return [unit for unit in units if alive(table.state, unit) and melees(table, unit, hex)]


def melees(table: Play, unit: int, hex: int) -> list[Melee]:
    """Every shot that a unit has in the hex; what explodes is for vehicles alone [10.1]."""
    types = table.scene.types
    return [
        Melee(Shot(unit, arm), target)
        for arm in ready_arms(table, unit, ASSAULT)
        if faces(table, unit, arm, hex)
        for target in fighters(table, 1 - table.state.side[unit], hex)
        if not arm.burst or (types[target].breed == "vehicle" and not BURSTS[arm.burst].least_range)
    ]


def melee_odds(table: Play, bout: Bout, melee: Melee) -> Fire:
    """Range 0; open ground, except for a defender in jungle or a Building and, from round two, for both
    [10.1] [10.3] [10.4]."""
    shot, target, state = melee.shot, melee.target, table.state
    if shot.arm.burst:
        return Fire(odds=burst_upon(table, shot, target, "clear"))
    bare = table.scene.field(state).bare[bout.hex].row
    flies = table.scene.types[target].flies
    row = "clear" if flies else assault_row(bare, state.side[target] != bout.attacker, bout.round)
    return bullets(table, shot, target, bout.hex, row=row)


async def shoot_once(table: Play, bout: Bout, melee: Melee) -> None:
    """One unit shoots; losses too many for its target fall on that one's own side [10.1] [10.4] [7.84]."""
    shot, aim = melee.shot, Aim(melee.target, bout.hex)
    fire = melee_odds(table, bout, melee)
    commit(table, ASSAULT, aim, [shot])
    announce(table, aim, shot)
    if fire.odds is None:
        table.report(Wasted(shot.unit, fire.reason))
    elif shot.arm.burst:
        await take(table, melee.target, await table.roll(fire.odds))
    else:
        await hit(table, melee.target, fire.odds)
