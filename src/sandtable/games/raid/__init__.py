"""Raid!: commandos, overwatch and helicopters, fire team by fire team (1977)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.boards.counter import Counter
from sandtable.engine import Game, Odds, Position, Scenario
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot, Sight
from sandtable.games.raid import invariants, queries
from sandtable.games.raid.bot import Lieutenant
from sandtable.games.raid.dealing import deal_again, secrets
from sandtable.games.raid.forces import CHOICES, told_scenarios
from sandtable.games.raid.identity import named
from sandtable.games.raid.position import read_position, write_position
from sandtable.games.raid.scene import Battlefield, Play
from sandtable.games.raid.sequence import LADDER
from sandtable.games.raid.state import State
from sandtable.games.raid.view import View, counters, situation_text, view


class Raid(Game[State, Battlefield]):
    name, title, version = "raid", "Raid!", 1
    state_type, ladder, choices = State, LADDER, CHOICES
    hiding_case = "6.3"
    longest = 60_000

    def scenarios(self) -> tuple[Scenario, ...]:
        return told_scenarios()

    def scene(self, state: State) -> Battlefield:
        return Battlefield(state)

    def view(self, table: Play, side: int | None) -> View:
        return view(table, side, LADDER.rungs[table.state.step].name)

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        deal_again(table, side, known, dice)

    def secrets(self, table: Play, side: int) -> Mapping[str, object]:
        return secrets(table, side)

    def knows(self, table: Play, side: int | None, unit: int) -> bool:
        return side in (None, table.state.side[unit]) or named(table.state, unit)

    def from_position(self, position: Position) -> tuple[Battlefield, State]:
        return read_position(self, position)

    def to_position(self, table: Play) -> Position:
        return write_position(self, table.scene, table.state)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        return queries.odds_of(table, query)

    def sight(self, table: Play, query: Mapping[str, Any]) -> Sight:
        return queries.sight(table, query)

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        return queries.reach(table, unit)

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"lieutenant": Lieutenant}

    def counters(self, table: Play, side: int | None) -> Sequence[Counter]:
        return counters(self.view(table, side), table.scene)

    def faults(self, table: Play) -> Iterable[str]:
        return invariants.faults(table)

    def situation(self, table: Play, side: int | None) -> str:
        return situation_text(self.view(table, side), table.scene)


game = Raid()
