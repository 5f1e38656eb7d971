"""Raid!: commandos, overwatch and helicopters, fire team by fire team (1977)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.boards.counter import Counter
from sandtable.engine import BadData, BadRequest, Game, Odds, Position, Scenario
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot, OwnTables, Sight
from sandtable.games.raid import invariants, queries
from sandtable.games.raid.bot import Lieutenant
from sandtable.games.raid.dealing import deal_again, secrets
from sandtable.games.raid.forces import CHOICES, told_scenarios
from sandtable.games.raid.identity import named
from sandtable.games.raid.own_tables import at_hand, checked, in_use, included_text, own_file
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

    def settled(self, options: Mapping[str, str]) -> dict[str, str]:
        """The options, and among them by which combat tables the game is played [7.7] [9.42]."""
        given = {key: value for key, value in options.items() if key != "tables"}
        named = options.get("tables", "")
        try:
            tables = at_hand(named) if named else in_use()
        except BadData as error:
            raise BadRequest(str(error)) from None
        return {**super().settled(given), "tables": tables.fingerprint}

    def pinned(self, position: Position) -> Position:
        """A position that says by which combat tables it is played, so that its record does."""
        tables = position.state.get("tables") or position.options.get("tables") or in_use().fingerprint
        if position.scenario and not position.unit:
            return replace(position, options={**position.options, "tables": tables})
        return replace(position, state={**position.state, "tables": tables})

    def own_tables(self) -> OwnTables:
        return OwnTables(own_file(), included_text(), checked)

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
