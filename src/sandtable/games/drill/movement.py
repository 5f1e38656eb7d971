"""Movement: one unit after another, hex by hex, under fire [3.0]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Refusal, Several
from sandtable.engine.events import UnitEvent, UnitInHex
from sandtable.games.drill.fire import reactions, show
from sandtable.games.drill.state import DUG, HIDDEN, MOVED, OFF, RULES, Play


class Moved(UnitInHex, frozen=True):
    case, words = "3.1", "{unit} moves to {hex}"


class DugIn(UnitEvent, frozen=True):
    case, words = "3.4", "{unit} digs in"


class PickMover(Choose[int | None]):
    """Which unit moves next, or none any more."""

    table: Play
    name, case, options_are, resumable = "pick-mover", "3.1", "units", True

    def offer(self) -> Sequence[int | None]:
        return [None, *standing(self.table, self.side, MOVED)]

    def why_not(self, key: str) -> Refusal:
        return Refusal("3.1", f"{key} has moved already, or is no unit of this side on the board")


class Step(Choose[int | None]):
    """Where the moving unit goes next, or that it stops."""

    name, case, options_are = "step", "3.2", "hexes"

    def __init__(self, table: Play, side: int, unit: int, points: int) -> None:
        super().__init__(table, side, unit)
        self.points = points

    def offer(self) -> Sequence[int | None]:
        return [None, *steps(self.table, self.unit, self.points)]

    def why_not(self, key: str) -> Refusal:
        state, there = self.table.state, self.table.state.at[self.table.scene.hex(key)]
        # A hidden enemy takes no hex as far as this side can tell.
        if there != OFF and (state.side[there] == self.side or not state.flags[there] & HIDDEN):
            return Refusal("3.3", f"{key} is taken: one unit in a hex")
        return Refusal("3.2", f"{key} is not next to the unit, or costs more than its {self.points} left")


class DigIn(Several[int]):
    """Which of the units that stood still dig in."""

    name, case, options_are, most = "dig-in", "3.4", "units", RULES.dig_in_limit

    def offer(self) -> Sequence[int]:
        return standing(self.table, self.side, MOVED | DUG)

    def why_not(self, key: str) -> Refusal:
        return Refusal("3.4", f"{key} has moved, has dug in, or is no unit of this side on the board")


def standing(table: Play, side: int, flags: int) -> list[int]:
    """The side's units on the board that none of these flags marks."""
    state, units = table.state, table.scene.own[side]
    return [unit for unit in units if state.hexes[unit] >= 0 and not state.flags[unit] & flags]


def steps(table: Play, unit: int, points: int) -> list[int]:
    """The hexes that a unit can enter next with its points [3.2] [3.3]."""
    entry, at = table.scene.entry, table.state.at
    return [hex for hex in table.scene.near[table.state.hexes[unit]] if entry[hex] <= points and at[hex] < 0]


def allowance(table: Play, unit: int) -> int:
    """The points of a unit: one more when its side advances [3.1] [2.2]."""
    return table.scene.rules.move[table.state.kind[unit]] + (table.state.stance[table.state.side[unit]] == 0)


async def move_units(table: Play, side: int) -> None:
    """The side moves its units one by one, in any order [3.1]."""
    while (unit := await table.ask(PickMover(table, side))) is not None:
        await move(table, side, unit)


async def move(table: Play, side: int, unit: int) -> None:
    """Move one unit hex by hex; the enemy may fire at each [3.1]."""
    show(table, unit)
    table.state.flags[unit] = (table.state.flags[unit] | MOVED) & ~DUG
    points = allowance(table, unit)
    while table.state.hexes[unit] >= 0 and steps(table, unit, points):
        if (hex := await table.ask(Step(table, side, unit, points))) is None:
            break
        points -= table.scene.entry[hex]
        await enter(table, unit, hex)


async def enter(table: Play, unit: int, hex: int) -> None:
    """Enter a hex, look around, and let the enemy fire [3.1] [4.2]."""
    table.state.place(unit, hex)
    table.report(Moved(unit, hex))
    look_around(table, unit)
    await reactions(table, unit)


def look_around(table: Play, unit: int) -> None:
    """A hidden enemy in the next hex shows itself [1.3]."""
    for enemy in table.scene.own[1 - table.state.side[unit]]:
        if table.state.hexes[enemy] in table.scene.near[table.state.hexes[unit]]:
            show(table, enemy)


async def dig_in(table: Play, side: int) -> None:
    """Units that stood still may dig in, a few each turn [3.4]."""
    for unit in await table.ask(DigIn(table, side)):
        table.state.flags[unit] |= DUG
        table.report(DugIn(unit), to=side if table.state.flags[unit] & HIDDEN else None)
