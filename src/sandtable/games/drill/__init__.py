"""Drill: the smallest complete game, which shows every kind of ask; docs/adding-a-game.md builds it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.boards.counter import Counter
from sandtable.boards.sight import Kernel
from sandtable.engine import Game, Odds, Position, Refused, Scenario
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot
from sandtable.games.drill.bot import Sergeant
from sandtable.games.drill.fire import hindrance, shot
from sandtable.games.drill.movement import allowance
from sandtable.games.drill.position import hiding_faults, read_position, write_position
from sandtable.games.drill.sequence import LADDER
from sandtable.games.drill.sight import WOODS
from sandtable.games.drill.state import HIDDEN, OFF, RULES, Field, Play, State
from sandtable.games.drill.view import View, counters, homes, view


class Drill(Game[State, Field]):
    name, title, version, state_type, ladder, hiding_case = "drill", "Drill", 1, State, LADDER, "1.3"

    def scenarios(self) -> tuple[Scenario, ...]:
        return (RULES.scenario,)

    def scene(self, state: State) -> Field:
        return Field(state)

    def view(self, table: Play, side: int | None) -> View:
        known = [not mark & HIDDEN or self.knows(table, side, n) for n, mark in enumerate(table.state.flags)]
        return view(table.state, side, LADDER.rungs[table.state.step].name, known)

    def counters(self, table: Play, side: int | None) -> Sequence[Counter]:
        return counters(table.state, self.view(table, side))

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        """Put the enemy's hidden unit in any free home hex that no unit of this side is next to [1.3]."""
        for unit in [unit for unit in table.scene.own[1 - side] if known.flags[unit] & HIDDEN]:
            free = homes(table, unit)
            table.state.place(unit, free[dice.roll(len(free)) - 1])
            table.state.flags[unit] = HIDDEN

    def secrets(self, table: Play, side: int) -> Mapping[str, object]:
        """Where the enemy's hidden unit lies, if it could lie in more than one hex [1.3]."""
        units, hexes = table.scene.own[1 - side], table.state.hexes
        hidden = [unit for unit in units if table.state.flags[unit] & HIDDEN and len(homes(table, unit)) > 1]
        return {f"where {table.scene.units[unit]} lies": hexes[unit] for unit in hidden}

    def knows(self, table: Play, side: int | None, unit: int) -> bool:
        """Does a seat know this unit: its own, or one that has come to light [1.3]?"""
        return side in (None, table.state.side[unit]) or not table.state.flags[unit] & HIDDEN

    def from_position(self, position: Position) -> tuple[Field, State]:
        return read_position(self, position)

    def to_position(self, table: Play) -> Position:
        return write_position(self, table.scene, table.state)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        firer, target = table.scene.unit(query.get("firer")), table.scene.unit(query.get("target"))
        if refusal := hindrance(table, firer, target):
            raise Refused(refusal)
        return shot(table, firer, target)

    def kernel(self, table: Play, query: Mapping[str, Any]) -> Kernel:
        return WOODS

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        start, taken = table.state.hexes[unit], [hex for hex in table.state.hexes if hex != OFF]
        found = table.scene.going.reach(start, allowance(table, unit), taken) if start != OFF else {}
        return {far: str(cost) for far, cost in found.items()}

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"sergeant": Sergeant}

    def faults(self, table: Play) -> Iterable[str]:
        scene, state = table.scene, table.state
        strays = [unit for unit, hex in enumerate(state.hexes) if hex != OFF and state.at[hex] != unit]
        yield from (f"{state.units[unit]} is not where the board has it" for unit in strays)
        yield from map(str, hiding_faults(scene, state))


game = Drill()
