"""The Tactical Combat Series: platoons, single guns and tanks, 125 yards to a hex, and written orders."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.boards.counter import Counter
from sandtable.boards.sight import Kernel
from sandtable.engine import Game, Odds, Position, Scenario
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot
from sandtable.games.tcs import battles, invariants, queries
from sandtable.games.tcs.bot import Major
from sandtable.games.tcs.dealing import deal_again, secrets
from sandtable.games.tcs.options import CHOICES
from sandtable.games.tcs.position import read_position, write_position
from sandtable.games.tcs.scene import Battlefield, Play
from sandtable.games.tcs.sentry import Sentry
from sandtable.games.tcs.sequence import LADDER
from sandtable.games.tcs.state import State
from sandtable.games.tcs.view import counters, knows, situation_text, view


class TacticalCombatSeries(Game[State, Battlefield]):
    name, title, version = "tcs", "Tactical Combat Series", 1
    state_type, ladder, choices = State, LADDER, CHOICES
    hiding_case = "20.0"

    def scenarios(self) -> tuple[Scenario, ...]:
        return tuple(map(_told, battles.scenarios().values()))

    def scene(self, state: State) -> Battlefield:
        return Battlefield(state)

    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        return view(table, side, LADDER.rungs[table.state.step].name)

    def knows(self, table: Play, side: int | None, unit: int) -> bool:
        return knows(table.state, side, unit)

    def secrets(self, table: Play, side: int) -> Mapping[str, object]:
        return secrets(table, side)

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        deal_again(table, side, known, dice)

    def from_position(self, position: Position) -> tuple[Battlefield, State]:
        return read_position(self, position)

    def to_position(self, table: Play) -> Position:
        return write_position(self, table.scene, table.state, LADDER.rungs[table.state.step].name)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        return queries.odds_of(table, query)

    def kernel(self, table: Play, query: Mapping[str, Any]) -> Kernel:
        return queries.kernel(table)

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        return queries.reach(table, unit)

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"major": Major, "sentry": Sentry}

    def counters(self, table: Play, side: int | None) -> Sequence[Counter]:
        return counters(view(table, side, ""), table.scene)

    def faults(self, table: Play) -> Iterable[str]:
        return invariants.faults(table)

    def situation(self, table: Play, side: int | None) -> str:
        return situation_text(view(table, side, LADDER.rungs[table.state.step].title), table.scene)


def _told(scenario: battles.Scenario) -> Scenario:
    """A scenario as the lobby shows it."""
    own = scenario.own
    sides = tuple(side.name for side in own.sides)
    goals = {side.name: side.intent for side in own.sides}
    length = f"{len(scenario.turns)} turns, {own.start} to {own.end}"
    return Scenario(own.key, own.title, sides, own.teaches, length, own.date, own.place, goals, own.minutes)


game = TacticalCombatSeries()
