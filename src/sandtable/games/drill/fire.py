"""Fire: at units that move, and in return [4.0]."""

from collections.abc import Sequence
from functools import cache

from sandtable.engine import D6, Choose, Event, HexRef, Modifier, Odds, Option, UnitRef, at_most
from sandtable.games.drill.state import DUG, FIRED, HIDDEN, OFF, Play, rules


class UnitEvent(Event, frozen=True):
    """Something that happens to a unit."""

    unit: UnitRef


class UnitInHex(UnitEvent, frozen=True):
    """Something that happens to a unit in a hex."""

    hex: HexRef


class Shown(UnitInHex, frozen=True):
    case, words, reveals = "1.3", "{unit} shows itself in {hex}", True


class Destroyed(UnitEvent, frozen=True):
    case, words = "4.4", "{unit} is destroyed"


class React(Choose[int | None]):
    """Who fires at a unit that has moved or fired, or nobody [4.2]."""

    table: Play
    name, case, options_are, window = "react", "4.2", "units", True

    def question(self) -> str:
        return f"Who fires at {self.table.scene.units[self.unit]}?"

    def offer(self) -> Sequence[int | None]:
        return [None, *firers(self.table, self.side, self.unit)]

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "Hold fire")
        key, table, hexes = self.key(option), self.table, self.table.state.hexes
        chance = shot(table, option, self.unit).chance("hit")
        kind = table.scene.rules.types[table.state.kind[self.unit]]
        place, distance = hexes[option], table.scene.board.distance(hexes[option], hexes[self.unit])
        return Option(key, f"{key} fires", chance, key, "", kind, table.scene.hex_name(place), distance)

    def might_answer(self) -> bool:
        """A unit on show can fire, or a hidden one may lie anywhere in its home rows [1.3]."""
        table, flags = self.table, self.table.state.flags
        if any(not flags[unit] & HIDDEN for unit in firers(table, self.side, self.unit)):
            return True
        cover = table.scene.cover[table.state.hexes[self.unit]]
        lurking = any(flags[unit] & HIDDEN for unit in table.scene.own[self.side])
        return lurking and any(hex in reach for reach in cover for hex in table.scene.home[self.side])


@cache
def hit_odds(kind: int, distance: int, woods: bool, dug: bool, holding: bool) -> Odds:
    """The odds of a shot: the chart, and what changes the die [4.1] [4.2]."""
    applies = {"target in woods": woods, "target dug in": dug, "firer's side holds": holding}
    modifiers = [Modifier(why, rules().modifiers[why], "4.1") for why, true in applies.items() if true]
    return at_most("Fire", "4.1", D6, rules().hits.cell(distance, kind) or 0, "hit", "miss", tuple(modifiers))


def shot(table: Play, firer: int, target: int) -> Odds:
    """The odds of this unit hitting that one now."""
    state, hex = table.state, table.state.hexes[target]
    distance = table.scene.board.distance(state.hexes[firer], hex)
    holding = state.stance[state.side[firer]] == 1
    woods, dug = table.scene.woods[hex], state.flags[target] & DUG > 0
    return hit_odds(state.kind[firer], distance, woods, dug, holding)


def firers(table: Play, side: int, target: int) -> list[int]:
    """The units of a side that can hit a target and have not fired [4.1] [4.3]."""
    hexes, flags, kind = table.state.hexes, table.state.flags, table.state.kind
    cover = table.scene.cover[hexes[target]]
    units = table.scene.own[side]
    return [unit for unit in units if hexes[unit] in cover[kind[unit]] and not flags[unit] & FIRED]


async def reactions(table: Play, unit: int) -> None:
    """The enemy may fire at a unit that moved; whoever fires may be fired at in return [4.2]."""
    while table.state.hexes[unit] != OFF:
        firer = await table.ask(React(table, 1 - table.state.side[unit], unit))
        if firer is None:
            return
        await fire(table, firer, unit)
        unit = firer


async def fire(table: Play, firer: int, target: int) -> None:
    """One shot a turn; a hit destroys [4.1] [4.3] [4.4]."""
    show(table, firer)
    table.state.flags[firer] |= FIRED
    if await table.roll(shot(table, firer, target)) == "hit":
        table.state.place(target, OFF)
        table.report(Destroyed(target))


def show(table: Play, unit: int) -> None:
    """A hidden unit is hidden no longer [1.3]."""
    if table.state.flags[unit] & HIDDEN:
        table.state.flags[unit] &= ~HIDDEN
        table.report(Shown(unit, table.state.hexes[unit]))
