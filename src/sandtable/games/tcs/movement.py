"""The Action Phase: units move one by one, hex by hex, and mount and dismount [1.3f] [12.0]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.engine import Choose, Option, Refusal
from sandtable.games.tcs.attacks import (
    ASSAULT,
    OVERRUN,
    RETREAT,
    Attack,
    attack_key,
    attacks,
    carry_out,
    why_not_attack,
)
from sandtable.games.tcs.breaching import breaches
from sandtable.games.tcs.capacity import rides
from sandtable.games.tcs.carrying import leave, leaving_bars, take, taking_bars
from sandtable.games.tcs.coming_in import come_in, halted
from sandtable.games.tcs.entering import due, entry_ways, exit_bars, go_off
from sandtable.games.tcs.events import (
    ActionEnded,
    Cleared,
)
from sandtable.games.tcs.obedience import begin_action, end_action
from sandtable.games.tcs.orders import barred, judged, note, told_limits
from sandtable.games.tcs.pairs import follows, pairs, part, partner
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    DONE,
    FIRE,
    NOBODY,
    OF_PHASE,
    PARALYZED,
    RETREATED,
    SUPPRESSED,
    TOWED,
    dug_in,
    has,
    hex_of,
    wipe,
)
from sandtable.games.tcs.ways import Way, bars, price, told, way_bars, ways

OFF = "off the map"


class Step(NamedTuple):
    """What a unit does next: goes a way, attacks, leaves the map, or else boards `carrier` or gets off."""

    way: Way | None = None
    carrier: int = NOBODY
    attack: Attack | None = None
    leaves: bool = False
    second: int = NOBODY


class PickUnit(Choose[int | None]):
    """Which unit acts next, or none any more."""

    table: Play
    name, case, options_are, resumable = "pick-unit", "12.0a", "units", True

    def offer(self) -> Sequence[int | None]:
        return [None, *[unit for unit in self.table.scene.own[self.side] if may_act(self.table, unit)]]

    def why_not(self, key: str) -> Refusal:
        unit = self.table.scene.unit(key)
        if self.table.state.side[unit] != self.side:
            return Refusal("12.0a", f"{key} is not of this side")
        nowhere = Refusal("12.0a", f"{key} can neither enter a hex nor mount or dismount")
        return next(iter(bars(self.table, unit)), self._by_orders(unit) or nowhere)

    def _by_orders(self, unit: int) -> Refusal | None:
        """What the unit's orders say of the first hex that it could enter [6.7b]."""
        for way in ways(self.table, unit):
            return barred(self.table, unit, "move", way.hex)
        return None


class TakeStep(Choose[Step | None]):
    """Where the unit goes, whether it mounts or dismounts, or that it stops."""

    table: Play
    name, case, resumable = "step", "12.0a", True

    def offer(self) -> Sequence[Step | None]:
        return [None, *steps(self.table, self.unit)]

    def key(self, option: Step | None) -> str:
        if option is None:
            return "stop"
        if option.attack is not None:
            return attack_key(self.table, option.attack)
        if option.leaves:
            return OFF
        if option.way is None:
            return _boarding(self.table, self.unit, option)
        hex = self.table.scene.hex_name(option.way.hex)
        return f"{hex} by road" if option.way.road else hex

    def describe(self, option: Step | None) -> Option:
        key, name = self.key(option), self.table.state.units[self.unit]
        if option is None or option.way is None:
            return Option(key, f"{name}: {key}", unit=name)
        points = told(price(self.table, self.unit, option.way))
        hex = self.table.scene.hex_name(option.way.hex)
        hole = ", out of its hole" if dug_in(self.table.state, self.unit) else ""
        return Option(key, f"{name} moves to {key} for {points}{hole}", unit=name, hex=hex)

    def context(self) -> Mapping[str, object]:
        """What the unit is about by its orders, and the hexes that they mean [6.7b]."""
        return told_limits(self.table, self.unit)

    def why_not(self, key: str) -> Refusal:
        if key == OFF:
            return next(exit_bars(self.table, self.unit), Refusal("12.0a", "it has stopped"))
        deed, _, place = key.partition(" ")
        if deed in (ASSAULT, OVERRUN, RETREAT):
            attack = Attack(deed, self.table.scene.hex(place) if place else NOBODY)
            return why_not_attack(self.table, self.unit, attack) or Refusal(
                "13.0", f"{key} is no attack here"
            )
        hex = self.table.scene.hex(key.removesuffix(" by road"))
        here = self.table.state.hexes[self.unit]
        if here >= 0:
            faces = self.table.scene.country.neighbours[here * 6 : here * 6 + 6]
            if hex in faces:
                way = Way(here * 6 + faces.index(hex), hex, key.endswith(" by road"))
                orders = barred(self.table, self.unit, "move", hex)
                stopped = orders or Refusal("12.0a", "has stopped")
                return next(iter(way_bars(self.table, self.unit, way)), stopped)
        return Refusal("12.0a", f"{key} is not next to {self.table.state.units[self.unit]}")


def _boarding(table: Play, unit: int, step: Step) -> str:
    """Mounting and dismounting in words."""
    if step.carrier == NOBODY:
        return "unhitch" if has(table.state, unit, TOWED) else "dismount"
    verb = "mount" if rides(table.scene.types[unit]) else "hitch to"
    names = [table.state.units[one] for one in (step.carrier, step.second) if one != NOBODY]
    return f"{verb} {' and '.join(names)}"


def steps(table: Play, unit: int) -> list[Step]:
    """All that a unit may do now in its Action Phase [12.0a] [12.3b]."""
    return [*_possible(table, unit)]


def may_act(table: Play, unit: int) -> bool:
    """Is there anything that it may do?"""
    return next(_possible(table, unit), None) is not None


def _possible(table: Play, unit: int) -> Iterator[Step]:
    """The same, one after the other."""
    if due(table, unit):
        yield from (Step(way) for way in entry_ways(table, unit))
    if hex_of(table.state, unit) < 0 or has(table.state, unit, DONE | RETREATED):
        return
    if not bars(table, unit):
        yield from _moves(table, unit)
    yield from (Step(attack=attack) for attack in attacks(table, unit))
    if may_board(table, unit):
        yield from _boardings(table, unit)


def _boardings(table: Play, unit: int) -> Iterator[Step]:
    """Getting off, or all that it could mount or be hitched to."""
    if table.state.carrier[unit] != NOBODY:
        if not leaving_bars(table, unit):
            yield Step()
        return
    yield from (Step(carrier=other) for other in carriers(table, unit))
    yield from (Step(carrier=one, second=other) for one, other in pairs(table, unit))


def _moves(table: Play, unit: int) -> Iterator[Step]:
    """The hexes that it may enter and that its orders do not forbid, and off the map [6.7b] [12.0b]."""
    free: dict[int, bool] = {}
    for way in ways(table, unit):
        if way.hex not in free:
            free[way.hex] = judged(table, unit, "move", way.hex).ruling != "refuse"
        if free[way.hex]:
            yield Step(way)
    if next(exit_bars(table, unit), None) is None:
        yield Step(leaves=True)


def may_board(table: Play, unit: int) -> bool:
    """Troops and guns that are not pinned may mount, dismount, be hitched [12.0g] [12.3b]."""
    kind = table.scene.types[unit]
    return kind.morale is not None and not has(table.state, unit, FIRE | SUPPRESSED | PARALYZED)


def carriers(table: Play, unit: int) -> list[int]:
    """What a unit could mount, or be hitched to, where it stands [12.3a]."""
    state, types = table.state, table.scene.types
    beside = [
        other
        for other in table.scene.own[state.side[unit]]
        if types[other].category in ("carrier", "vehicle") and state.hexes[other] == state.hexes[unit]
    ]
    return [other for other in beside if not taking_bars(table, unit, other)]


async def act(table: Play, side: int) -> None:
    """A player's Action Phase: his units in any order, then road blocks come off [1.3f] [12.2f]."""
    await begin_action(table, side)
    await move_on(table, side)
    while (unit := await table.ask(PickUnit(table, side))) is not None:
        table.state.moving = unit
        await move_on(table, side)
    await breaches(table, side)
    clear_blocks(table, side)
    end_action(table, side)
    for unit in range(len(table.state.units)):
        wipe(table.state, unit, OF_PHASE)
    table.report(ActionEnded(side))


async def move_on(table: Play, side: int) -> None:
    """The unit whose move is under way goes on until it stops or can do nothing more [12.0a]."""
    state = table.state
    while state.moving != NOBODY:
        unit = state.moving
        step = await table.ask(TakeStep(table, side, unit)) if may_act(table, unit) else None
        if step is None:
            state.moving = NOBODY
        elif step.attack is not None:
            await carry_out(table, unit, step.attack)
        elif step.leaves:
            go_off(table, unit)
        elif step.way is None:
            board(table, unit, step)
        else:
            await enter(table, unit, step.way)


def board(table: Play, unit: int, step: Step) -> None:
    """Mount or be hitched, or get off [12.3b] [12.3i]."""
    if step.carrier == NOBODY:
        leave(table, unit)
    else:
        take(table, unit, step.carrier, step.second)


async def enter(table: Play, unit: int, way: Way) -> None:
    """Enter a hex; two vehicles that carry a platoon together go together, or lose it [12.0a] [12.4a]."""
    other = partner(table, unit)
    if other != NOBODY and not follows(table, other, way):
        part(table, unit, other)
    await _enter(table, unit, way)
    if other == NOBODY or partner(table, other) != unit:
        return
    if hex_of(table.state, unit) == way.hex:
        await _enter(table, other, way)
    if hex_of(table.state, other) != hex_of(table.state, unit):
        part(table, unit, other)


async def _enter(table: Play, unit: int, way: Way) -> None:
    """Enter a hex, unless something is met before it that nobody saw [12.0a] [15.0e]."""
    if halted(table, unit, way.hex):
        return
    if way.face != NOBODY:
        note(table, unit, "move", way.hex)
    await come_in(table, unit, way)


def begin_actions(table: Play) -> None:
    """Nobody has spent a point in either Action Phase [12.0a]."""
    state = table.state
    for unit in range(len(state.units)):
        state.spent[unit] = state.ridden[unit] = 0
        state.began[unit] = state.previous[unit] = max(NOBODY, hex_of(state, unit))


def clear_blocks(table: Play, side: int) -> None:
    """A fully tracked vehicle that stood beside a block all phase in move mode takes it off [12.2f]."""
    for hex in [hex for hex in table.state.blocks if _worked_on(table, side, hex)]:
        table.state.blocks.remove(hex)
        table.report(Cleared(hex))


def _worked_on(table: Play, side: int, hex: int) -> bool:
    state, scene = table.state, table.scene
    return any(
        state.hexes[unit] >= 0
        and scene.types[unit].track == "full"
        and scene.country.distance(state.hexes[unit], hex) == 1
        and state.spent[unit] == 0
        and not has(state, unit, FIRE | RETREATED | DONE)
        for unit in scene.own[side]
    )
