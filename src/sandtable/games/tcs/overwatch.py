"""Overwatch: fire at whoever enters a hex, and the mover's reply to it [8.9]."""

from collections.abc import Iterator, Sequence

from sandtable.engine import Refusal
from sandtable.games.tcs.ambushes import spring
from sandtable.games.tcs.bodies import in_hex, is_area_target, is_close_target
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.direct import resolve
from sandtable.games.tcs.direct_asks import Declare
from sandtable.games.tcs.events import Overwatched
from sandtable.games.tcs.morale_odds import refire
from sandtable.games.tcs.retreats import retreat_all
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shots import (
    AREA,
    CLOSE,
    OVERWATCH,
    POINT,
    Shot,
    shot_key,
    shot_named,
    shots,
    soft,
    why_not,
)
from sandtable.games.tcs.state import NOBODY, OVERWATCHED, aboard, has, hex_of, mark

MAY_FIRE = "may fire"


async def overwatch(table: Play, mover: int, hex: int) -> None:
    """Who enters a hex may be fired at, and the phasing side fires at those who did so [8.9b] [8.9c]."""
    state, side = table.state, table.state.side[mover]
    if hex_of(state, mover) != hex:
        return
    before = state.triggers, state.awaiting
    fired = await _window(table, 1 - side, [mover])
    if fired and side == phasing(table, side):
        standing = [unit for unit in fired if hex_of(state, unit) >= 0]
        await _window(table, side, standing)
    state.triggers, state.awaiting = before


def phasing(table: Play, side: int) -> int:
    """The side whose unit's move is under way [8.9c]."""
    return side if table.state.moving == NOBODY else table.state.side[table.state.moving]


async def _window(table: Play, side: int, triggers: list[int]) -> list[int]:
    """One side may fire at the triggers, all of it named at once; gives those who fired [8.9d]."""
    state = table.state
    state.triggers, state.awaiting = triggers, side
    await spring(table, side)
    declared = await table.ask(OverwatchFire(table, side))
    firing = [shot for shot in declared if await _fires(table, shot.firer)]
    for shot in firing:
        mark(state, shot.firer, OVERWATCHED)
        table.report(Overwatched(shot.firer))
    for hex in dict.fromkeys([shot.hex for shot in firing]):
        at_hex = [shot for shot in firing if shot.hex == hex]
        outcomes = await resolve(table, [*_spread(table, at_hex)], overwatch=True)
        await retreat_all(table, outcomes, hex, overwatch)
    return [shot.firer for shot in firing]


async def _fires(table: Play, unit: int) -> bool:
    """Who has an overwatch marker needs a six [8.9e]."""
    if not has(table.state, unit, OVERWATCHED):
        return True
    return await roll_for(table, table.state.side[unit], refire()) == MAY_FIRE


def _spread(table: Play, declared: Sequence[Shot]) -> Iterator[Shot]:
    """AT rolls go at every fit target in the hex [8.9j]."""
    for shot in declared:
        if shot.way != CLOSE:
            yield shot
            continue
        foes = in_hex(table, shot.hex, table.state.side[shot.target])
        yield from (shot._replace(target=foe) for foe in foes if is_close_target(table, foe))


def _suits(table: Play, shot: Shot) -> Refusal | None:
    """Fire must be of a kind that can be directed at the triggering unit (ruling at 8.9) [8.9] [12.0e].

    See also [8.9a].
    """
    state, scene = table.state, table.scene
    if shot.way in (POINT, CLOSE):
        named = shot.target in state.triggers
        return None if named else Refusal("8.9a", f"{scene.units[shot.target]} has not triggered this fire")
    there = [unit for unit in state.triggers if hex_of(state, unit) == shot.hex]
    mortar = scene.types[shot.firer].category == "mortar"
    for unit in there:
        if any(is_area_target(table, one) for one in (unit, *aboard(state, unit))):
            return None
        if mortar and soft(table, unit):
            return None
    return Refusal("12.0e", f"area fire of {scene.units[shot.firer]} cannot be directed at what moves there")


class OverwatchFire(Declare):
    """Who fires at the units that have triggered overwatch [8.9d]."""

    __slots__ = ()
    name, case, window, occasion = "overwatch", "8.9d", True, OVERWATCH

    def __init__(self, table: Play, side: int) -> None:
        super().__init__(table, side, NOBODY)

    def question(self) -> str:
        units = self.table.scene.units
        return f"Who fires at {' or '.join([units[unit] for unit in self.table.state.triggers])}?"

    def might_answer(self) -> bool:
        return bool(self.options)

    def offer(self) -> Sequence[Shot]:
        hexes = dict.fromkeys([hex_of(self.table.state, unit) for unit in self.table.state.triggers])
        return [
            shot
            for hex in hexes
            for shot in shots(self.table, self.side, hex, OVERWATCH)
            if _suits(self.table, shot) is None
        ]

    def faults(self, answer: tuple[Shot, ...]) -> list[Refusal]:
        """One fire of each unit, AT rolls being one too [8.6a] [8.9i]."""
        firing, units = [shot.firer for shot in answer], self.table.scene.units
        return [
            Refusal("8.9i", f"{units[unit]} fires once, in one way")
            for unit in dict.fromkeys(firing)
            if firing.count(unit) > 1
        ]

    def why_not(self, key: str) -> Refusal:
        table, shot = self.table, shot_named(self.table, key)
        if table.state.side[shot.firer] != self.side:
            return Refusal("8.9", f"{table.scene.units[shot.firer]} is not of this side")
        if shot.way == AREA and shot.hex not in [hex_of(table.state, one) for one in table.state.triggers]:
            return Refusal("8.9a", f"nobody has triggered fire in {table.scene.hex_name(shot.hex)}")
        found = why_not(table, shot, OVERWATCH) or _suits(table, shot)
        return found or Refusal("8.9", f"{shot_key(table, shot)} is no fire that may be declared here")
