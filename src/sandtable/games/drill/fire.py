"""Fire: at units that move, and in return [4.0]."""

from collections.abc import Iterator, Sequence
from functools import cache

from sandtable.boards.sight import trace
from sandtable.engine import D6, Choose, Modifier, Odds, Option, Refusal, at_most
from sandtable.engine.events import UnitEvent, UnitInHex
from sandtable.engine.game import told_sight
from sandtable.games.drill.sight import WOODS
from sandtable.games.drill.state import DUG, FIRED, HIDDEN, OFF, RULES, SIDES, Play


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

    def odds(self, option: int | None) -> Odds | None:
        return None if option is None else shot(self.table, option, self.unit)

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "Hold fire")
        key, scene, state = self.key(option), self.table.scene, self.table.state
        chance, kind = shot(self.table, option, self.unit).chance("hit"), state.kind[self.unit]
        hex, distance = state.hexes[option], scene.board.distance(state.hexes[option], state.hexes[self.unit])
        return Option(key, f"{key} fires", chance, key, "", RULES.types[kind], scene.hex_name(hex), distance)

    def why_not(self, key: str) -> Refusal:
        forbidden = hindrance(self.table, self.table.scene.unit(key), self.unit)
        return forbidden or Refusal("4.3", f"{key} has fired already this turn")

    def might_answer(self) -> bool:
        """A unit on show can fire, or a hidden one may lie anywhere in its home rows [1.3]."""
        scene, state = self.table.scene, self.table.state
        lurking = [unit for unit in scene.own[self.side] if state.flags[unit] & HIDDEN]
        home, cover = scene.home[self.side], scene.cover[state.hexes[self.unit]]
        ready = {*firers(self.table, self.side, self.unit)} - {*lurking}
        return bool(ready) or any(hex in cover[state.kind[unit]] for unit in lurking for hex in home)


@cache
def hit_odds(kind: int, distance: int, woods: bool, dug: bool, holding: bool) -> Odds:
    """The odds of a shot: the chart, and what changes the die [4.1] [4.2]."""
    applies = {"target in woods": woods, "target dug in": dug, "firer's side holds": holding}
    modifiers = [Modifier(why, RULES.modifiers[why], "4.1") for why, true in applies.items() if true]
    return at_most("Fire", "4.1", D6, RULES.hits.cell(distance, kind) or 0, "hit", "miss", tuple(modifiers))


def shot(table: Play, firer: int, target: int) -> Odds:
    """The odds of this unit hitting that one now."""
    state, hex = table.state, table.state.hexes[target]
    distance, dug = table.scene.board.distance(state.hexes[firer], hex), state.flags[target] & DUG > 0
    woods, holding = table.scene.woods[hex], state.stance[state.side[firer]] == 1
    return hit_odds(state.kind[firer], distance, woods, dug, holding)


def hindrances(table: Play, firer: int, target: int) -> Iterator[tuple[str, str, bool]]:
    """Case and reason of what may forbid a shot, and whether it does [1.1] [1.3] [4.1] [4.2] [4.4]."""
    state, scene, names = table.state, table.scene, table.scene.units
    start, end, kind, side = state.hexes[firer], state.hexes[target], state.kind[firer], state.side[firer]
    yield "4.2", f"{names[firer]} and {names[target]} are on one side", side == state.side[target]
    yield "4.4", f"{names[firer]} or {names[target]} is off the board", OFF in (start, end)
    yield "1.3", f"this turns on something that {SIDES[side]} cannot know", state.flags[target] & HIDDEN > 0
    line = told_sight(scene.board, start, end, trace(scene.board, WOODS, start, end))
    yield line.case, f"{line.reason} in {line.at}", not line.clear
    yield "4.1", f"{names[target]} is too far for {RULES.types[kind]}", start not in scene.cover[end][kind]


def hindrance(table: Play, firer: int, target: int) -> Refusal | None:
    """The first of them that does forbid the shot."""
    return next((Refusal(case, why) for case, why, holds in hindrances(table, firer, target) if holds), None)


def firers(table: Play, side: int, target: int) -> list[int]:
    """The units of a side that can hit a target and have not fired [4.1] [4.3]."""
    hexes, flags, kind = table.state.hexes, table.state.flags, table.state.kind
    cover, units = table.scene.cover[hexes[target]], table.scene.own[side]
    return [unit for unit in units if hexes[unit] in cover[kind[unit]] and not flags[unit] & FIRED]


async def reactions(table: Play, unit: int) -> None:
    """The enemy may fire at a unit that moved; whoever fires may be fired at in return [4.2]."""
    while (firer := await table.ask(React(table, 1 - table.state.side[unit], unit))) is not None:
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
