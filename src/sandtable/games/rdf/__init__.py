"""Rapid Deployment Force: modern battalions in the Middle East, platoon by platoon (1983)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.boards.counter import Counter
from sandtable.boards.sight import Kernel
from sandtable.engine import Game, Odds, Position, Scenario
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot, Sight
from sandtable.games.rdf import invariants, queries
from sandtable.games.rdf.bot import Colonel
from sandtable.games.rdf.dealing import deal_again, secrets
from sandtable.games.rdf.lines import kernel
from sandtable.games.rdf.muster import CHOICES, opening, scenarios
from sandtable.games.rdf.position import read_position, write_position
from sandtable.games.rdf.scene import Battlefield, Play
from sandtable.games.rdf.sequence import LADDER
from sandtable.games.rdf.state import State
from sandtable.games.rdf.view import knows, view


class RapidDeploymentForce(Game[State, Battlefield]):
    name, title, version = "rdf", "Rapid Deployment Force", 1
    hiding_case = "3.1"
    state_type, ladder, choices = State, LADDER, CHOICES
    longest = 60_000

    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios()

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Battlefield, State]:
        state = opening(scenario, options)
        state.step = next(n for n, rung in enumerate(LADDER.rungs) if rung.when is None or rung.when(state))
        return Battlefield(state), state

    def scene(self, state: State) -> Battlefield:
        return Battlefield(state)

    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        return view(table, side, LADDER.rungs[table.state.step].name)

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        deal_again(table, side, known, dice)

    def secrets(self, table: Play, side: int) -> Mapping[str, object]:
        return secrets(table, side)

    def knows(self, table: Play, side: int | None, unit: int) -> bool:
        return knows(table.state, side, unit)

    def from_position(self, position: Position) -> tuple[Battlefield, State]:
        return read_position(self, position)

    def to_position(self, table: Play) -> Position:
        return write_position(self, table.scene, table.state)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        return queries.odds_of(table, query)

    def kernel(self, table: Play, query: Mapping[str, Any]) -> Kernel:
        return kernel(0, 0)

    def sight(self, table: Play, query: Mapping[str, Any]) -> Sight:
        return queries.sight(table, query)

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        return queries.reach(table, unit)

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"colonel": Colonel}

    def counters(self, table: Play, side: int | None) -> Sequence[Counter]:
        return queries.counters(table)

    def faults(self, table: Play) -> Iterable[str]:
        return invariants.faults(table)

    def situation(self, table: Play, side: int | None) -> str:
        return queries.situation(table, side, LADDER.rungs[table.state.step].title)


game = RapidDeploymentForce()
