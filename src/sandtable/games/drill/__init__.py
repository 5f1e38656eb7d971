"""Drill: the smallest complete game, which shows every kind of ask; docs/adding-a-game.md builds it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from sandtable.boards.sight import Kernel
from sandtable.engine import BadPosition, Game, Odds, Position, Refusal, Scenario
from sandtable.engine.dice import Dice
from sandtable.engine.game import Bot
from sandtable.engine.position import BoardChanges, UnitLine, check_lines, units_of
from sandtable.games.drill.bot import Sergeant
from sandtable.games.drill.fire import shot
from sandtable.games.drill.movement import allowance
from sandtable.games.drill.sequence import LADDER
from sandtable.games.drill.sight import WOODS
from sandtable.games.drill.state import OFF, SIDES, Field, Play, State, board, fresh, rules
from sandtable.games.drill.view import STATUS, deal_again, status, view


class Drill(Game[State, Field]):
    name, title, version = "drill", "Drill", 1
    state_type, ladder = State, LADDER

    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("crossfire", rules().title, SIDES, rules().teaches, f"{rules().turns} turns"),)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Field, State]:
        force = [rules().types.index(kind) for kind in rules().force]
        units = {
            f"{name[0]}{n + 1}": (SIDES.index(name), kind) for name in SIDES for n, kind in enumerate(force)
        }
        state = fresh("field", BoardChanges(), units)
        return Field(state), state

    def scene(self, state: State) -> Field:
        return Field(state)

    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        return view(table, side, LADDER.rungs[table.state.step].name)

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        deal_again(table, side, known, dice)

    def from_position(self, position: Position) -> tuple[Field, State]:
        lines, map = units_of(position, UnitLine), position.board_name("field")
        hexes = board(map, position.board).names
        check_lines(lines, {"side": SIDES, "type": rules().types, "status": STATUS, "hex": hexes})
        units = {line.name: (SIDES.index(line.side), rules().types.index(line.type)) for line in lines}
        state = fresh(map, position.board, units)
        state.turn, state.step = position.turn or 1, LADDER.step(position.phase or "stances")
        state.stance = list(position.state.get("stance", [0, 0]))
        field = Field(state)
        if faults := [fault for unit, line in enumerate(lines) for fault in place(field, state, unit, line)]:
            raise BadPosition(*faults)
        return field, state

    def to_position(self, table: Play) -> Position:
        state, types = table.state, rules().types
        hexes, flags = map(table.scene.hex_name, state.hexes), map(status, state.flags)
        columns = (state.units, [SIDES[side] for side in state.side], [types[kind] for kind in state.kind])
        lines = [UnitLine(*line) for line in zip(*columns, hexes, flags, strict=True)]
        blank = ("", "") if state.map == "field" else ("blank", state.map)
        phase, units = LADDER.rungs[state.step].name, [msgspec.to_builtins(line) for line in lines]
        stance = {"stance": state.stance}
        return Position(self.name, "", *blank, {}, state.turn, phase, stance, state.changes, units)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        return shot(table, table.scene.unit(query.get("firer")), table.scene.unit(query.get("target")))

    def kernel(self, table: Play, query: Mapping[str, Any]) -> Kernel:
        return WOODS

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        state, taken = table.state, [hex for hex in table.state.hexes if hex != OFF]
        if state.hexes[unit] == OFF:
            return {}
        found = table.scene.going.reach(state.hexes[unit], allowance(table, unit), taken)
        return {far: str(cost) for far, cost in found.items()}

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"sergeant": Sergeant}

    def faults(self, table: Play) -> Iterable[str]:
        state = table.state
        for unit, hex in enumerate(state.hexes):
            if hex != OFF and state.at[hex] != unit:
                yield f"{state.units[unit]} is not where the board has it, {table.scene.hex_name(hex)}"


def place(field: Field, state: State, unit: int, line: UnitLine) -> list[Refusal]:
    """Put a unit of a position file on the board, or say why it cannot stand so."""
    state.flags[unit] = sum(STATUS[word] for word in line.status)
    if not line.hex:
        return []
    hex = field.hex(line.hex)
    if state.at[hex] != OFF:
        return [Refusal("3.3", f"{line.hex} is taken: one unit in a hex", line.name)]
    state.place(unit, hex)
    if "hidden" in line.status and hex not in field.home[state.side[unit]]:
        return [Refusal("1.3", "a hidden unit lies in its home rows", line.name)]
    return []


game = Drill()
