"""The Direct Fire Segment: its questions, and its alternation [1.3d] [8.6]."""

from collections.abc import Sequence
from typing import ClassVar

from sandtable.engine import Choose, Odds, Option, Refusal, Several
from sandtable.games.tcs.ambushes import hidden_units, spring
from sandtable.games.tcs.bodies import in_hex
from sandtable.games.tcs.direct import odds_of, resolve
from sandtable.games.tcs.morale_odds import contest
from sandtable.games.tcs.retreats import retreat_all
from sandtable.games.tcs.rounds import MortarRound, loaded
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shots import (
    AREA,
    CLOSE,
    POINT,
    SEGMENT,
    Shot,
    any_shot,
    shot_key,
    shot_named,
    shots,
    why_not,
)
from sandtable.games.tcs.state import FIRED, NOBODY, TARGET, hex_of, mark

PASS, SMOKE_ROUND, SPRING = -1, -2, -3
CALLED_HERE = {PASS: "pass", SMOKE_ROUND: "mortar round", SPRING: "spring an ambush"}


class Declare(Several[Shot]):
    """Who fires at a hex and how: all of it is named before any of it is resolved [8.6a] [8.1c]."""

    __slots__ = ("hex",)
    table: Play
    case = "8.6a"
    occasion: ClassVar[int] = SEGMENT

    def __init__(self, table: Play, side: int, hex: int) -> None:
        super().__init__(table, side)
        self.hex = hex

    def question(self) -> str:
        return f"Who fires at {self.table.scene.hex_name(self.hex)}?"

    def offer(self) -> Sequence[Shot]:
        return shots(self.table, self.side, self.hex, self.occasion)

    def key(self, option: Shot) -> str:
        return shot_key(self.table, option)

    def odds(self, option: Shot) -> Odds | None:
        return odds_of(self.table, option, self.occasion != SEGMENT, self.side)

    def describe(self, option: Shot) -> Option:
        scene, key = self.table.scene, self.key(option)
        odds = self.odds(option)
        chance = odds.chance("destroyed") if odds is not None and option.target != NOBODY else None
        target = "" if option.target == NOBODY else scene.units[option.target]
        kind = scene.types[option.target].category if target else "hex"
        distance = scene.country.distance(hex_of(self.table.state, option.firer), option.hex)
        return Option(
            key, key, chance, scene.units[option.firer], target, kind, scene.hex_name(option.hex), distance
        )

    def faults(self, answer: tuple[Shot, ...]) -> list[Refusal]:
        """One fire of each unit besides AT rolls, and one target of point fire for all [8.1c] [8.6a]."""
        found, units = [], self.table.scene.units
        firing = [shot.firer for shot in answer if shot.way != CLOSE]
        found += [
            Refusal("8.6f", f"{units[unit]} fires once, in one way")
            for unit in dict.fromkeys(firing)
            if firing.count(unit) > 1
        ]
        if len({shot.target for shot in answer if shot.way == POINT}) > 1:
            found.append(Refusal("8.6a", "point fire is declared at one target at a time"))
        return found

    def why_not(self, key: str) -> Refusal:
        shot = shot_named(self.table, key)
        units, state = self.table.scene.units, self.table.state
        if state.side[shot.firer] != self.side:
            return Refusal("8.6a", f"{units[shot.firer]} is not of this side")
        if shot.hex != self.hex:
            return Refusal("8.6a", f"the fire is at {self.table.scene.hex_name(self.hex)} alone")
        found = why_not(self.table, shot, self.occasion)
        return found or Refusal(self.case, f"{key!r} is no shot that may be declared here")


class DeclareFire(Declare):
    """The firers at the hex that was named [8.6a]."""

    __slots__ = ()
    name, least = "declare-fire", 1


class NameTarget(Choose[int]):
    """The hex that is fired at next, a smoke round, or nothing [1.3d]."""

    __slots__ = ()
    table: Play
    name, case, resumable, options_are = "name-target", "1.3d", True, "hexes"

    def question(self) -> str:
        return f"What does {self.table.scene.sides[self.side]} fire at?"

    def offer(self) -> Sequence[int]:
        """Every hex at which a shot may be declared."""
        targets = [hex for hex in enemy_hexes(self.table, self.side) if self._any_shot(hex)]
        smoke = [SMOKE_ROUND] if loaded(self.table, self.side) else []
        ambush = [SPRING] if hidden_units(self.table, self.side) else []
        return [PASS, *smoke, *ambush, *targets]

    def _any_shot(self, hex: int) -> bool:
        return any_shot(self.table, self.side, hex, SEGMENT)

    def key(self, option: int) -> str:
        return CALLED_HERE.get(option) or super().key(option)

    def describe(self, option: int) -> Option:
        scene, key = self.table.scene, self.key(option)
        if option < 0:
            return Option(key, key.capitalize())
        foes = in_hex(self.table, option, 1 - self.side)
        return Option(key, f"Fire at {', '.join(scene.units[foe] for foe in foes)} in {key}", hex=key)

    def why_not(self, key: str) -> Refusal:
        hex = self.table.scene.hex(key)
        foes = in_hex(self.table, hex, 1 - self.side)
        if not foes:
            return Refusal("8.6a", f"there is no enemy in {key}")
        return Refusal("8.6d", f"no unit of {self.table.scene.sides[self.side]} may fire at {key} now")


def enemy_hexes(table: Play, side: int) -> list[int]:
    """The hexes in which enemies are, in order."""
    found = {hex for foe in table.scene.foes[side] if (hex := hex_of(table.state, foe)) >= 0}
    return sorted(found)


# -- the segment


async def direct_fire_segment(table: Play) -> None:
    """The winner of a roll fires or waits; then one target at a time, until both pass in a row [1.3d]."""
    state = table.state
    if state.active == NOBODY:
        if not any(len(NameTarget(table, side).options) > 1 for side in (0, 1)):
            return
        state.active = await first_to_act(table, "Order of direct fire", "1.3d")
        state.passes = 0
    while state.passes < 2:
        side = state.active
        hex = await table.ask(NameTarget(table, side))
        if hex == SPRING:
            await spring(table, side)
            continue
        state.passes = state.passes + 1 if hex == PASS else 0
        if hex != PASS:
            await _fire(table, side, hex)
        state.active = 1 - side
    end_of_segment(table)


async def _fire(table: Play, side: int, hex: int) -> None:
    """Declared, resolved with everything that follows, before the other side acts [8.6f]."""
    state = table.state
    declared: tuple[Shot, ...]
    if hex == SMOKE_ROUND:
        declared = (await table.ask(MortarRound(table, side)),)
    else:
        declared = await table.ask(DeclareFire(table, side, hex))
    for shot in declared:
        if shot.way != CLOSE:
            mark(state, shot.firer, FIRED)
        if shot.way == POINT:
            mark(state, shot.target, TARGET)
        elif shot.way == AREA and shot.hex not in state.shelled:
            state.shelled.append(shot.hex)
    outcomes = await resolve(table, declared)
    await retreat_all(table, outcomes, declared[0].hex)


def end_of_segment(table: Play) -> None:
    """What was noted for the segment alone is forgotten."""
    state = table.state
    state.active, state.passes = NOBODY, 0
    state.shelled, state.antitank = [], []
    for unit, flags in enumerate(state.flags):
        state.flags[unit] = flags & ~(FIRED | TARGET)


FIRST, SECOND = "first", "second"


class ActFirst(Choose[str]):
    """The winner of the roll acts first or second [1.3a]."""

    __slots__ = ()
    name, case, always = "act-first", "1.3a", (FIRST, SECOND)

    def question(self) -> str:
        return f"Does {self.table.scene.side_name(self.side)} act first or second?"


async def first_to_act(table: Play, purpose: str, case: str) -> int:
    """Both roll, ties again; the winner chooses its place [1.3a]."""
    word = await table.roll(contest(purpose, case))
    winner = 0 if word == "first side" else 1
    return winner if await table.ask(ActFirst(table, winner)) == FIRST else 1 - winner
