"""Tank!: armour and anti-tank guns, plotted in secret and moved at once (1974)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.boards.counter import Counter
from sandtable.boards.sight import Kernel
from sandtable.engine import Game, Odds, Position, Scenario, Unknown
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot
from sandtable.games.tank.bot import Captain
from sandtable.games.tank.dealing import deal_again, secrets
from sandtable.games.tank.identity import named
from sandtable.games.tank.movement import reach
from sandtable.games.tank.position import read_position, write_position
from sandtable.games.tank.queries import answer_odds
from sandtable.games.tank.sequence import LADDER
from sandtable.games.tank.setting_up import CHOICES, opening, scenarios
from sandtable.games.tank.sight import MODES, kernel
from sandtable.games.tank.soundness import faults
from sandtable.games.tank.state import Field, Play, State
from sandtable.games.tank.view import View, counters, situation_text, view


class Tank(Game[State, Field]):
    name, title, version, state_type, ladder, choices = "tank", "Tank!", 1, State, LADDER, CHOICES
    hiding_case = "3.2"

    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios()

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Field, State]:
        return opening(self.scenario(scenario).key, self.settled(options))

    def scene(self, state: State) -> Field:
        return Field(state)

    def view(self, table: Play, side: int | None) -> View:
        return view(table, side, LADDER.rungs[table.state.step].name)

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        deal_again(table, side, known, dice)

    def secrets(self, table: Play, side: int) -> Mapping[str, object]:
        return secrets(table, side)

    def knows(self, table: Play, side: int | None, unit: int) -> bool:
        return side in (None, table.state.side[unit]) or named(table.state, unit)

    def from_position(self, position: Position) -> tuple[Field, State]:
        return read_position(self, position)

    def to_position(self, table: Play) -> Position:
        return write_position(self, table.scene, table.state)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        return answer_odds(table, query)

    def kernel(self, table: Play, query: Mapping[str, Any]) -> Kernel:
        """The rule for lines in the scenario's terrain mode, or in another that is named [10.2]."""
        mode = query.get("mode", table.state.mode)
        if mode not in MODES:
            raise Unknown("terrain mode", str(mode), MODES)
        return kernel(mode)

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        start = table.state.hexes[unit]
        found = reach(table.scene, unit, start) if start >= 0 else {}
        return {hex: str(points) for hex, points in found.items()}

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"captain": Captain}

    def counters(self, table: Play, side: int | None) -> Sequence[Counter]:
        return counters(self.view(table, side), table.scene)

    def faults(self, table: Play) -> Iterable[str]:
        return faults(table.scene, table.state)

    def situation(self, table: Play, side: int | None) -> str:
        return situation_text(self.view(table, side), table.scene)


game = Tank()
