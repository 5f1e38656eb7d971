"""Position files: a situation of Drill out of a file, and back into one."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.engine import Game, Position, Refusal
from sandtable.engine.position import BLANK, Columns, Reading, UnitLine, named_after, position_from
from sandtable.games.drill.sequence import LADDER
from sandtable.games.drill.state import DATA, FIELD, HIDDEN, OFF, RULES, SIDES, WORDS, Field, State, board

FORCES = position_from((DATA / "crossfire.toml").read_text("utf-8")).unit


class Kept(msgspec.Struct, frozen=True):
    """What `state` says: whether Blue and then Red advance, 0, or hold, 1 [2.2]."""

    stance: tuple[Literal[0, 1], Literal[0, 1]] = (0, 0)


def read_position(game: Game[State, Field], position: Position) -> tuple[Field, State]:
    """The situation of a file, with its own units or its scenario's; BadPosition with every fault."""
    position = replace(position, unit=named_after(position.unit, FORCES if position.scenario else []))
    reading = Reading(game, position, RULES.turns)
    kept = reading.state(Kept)
    ground, lines = reading.forces([FIELD], board, UnitLine, WORDS)
    map, columns, at = position.board_name(FIELD), WORDS.columns(lines, ground), [OFF] * ground.count
    state = State(map, position.board, *columns, at, [*kept.stance], position.turn or 1)
    field = Field(state)
    state.step = reading.step(state)
    reading.faults += [*standing_faults(field, state), *hiding_faults(field, state)]
    if len(lines) == len(position.unit):
        reading.faults += force_faults(field, state)
    reading.finish()
    return field, state


def standing_faults(field: Field, state: State) -> Iterator[Refusal]:
    """Put each unit on the board where no other stands [3.3]."""
    for unit, hex in enumerate(state.hexes):
        if hex != OFF and state.at[hex] != OFF:
            yield Refusal("3.3", f"{field.hex_name(hex)} is taken: one unit in a hex", state.units[unit])
        elif hex != OFF:
            state.at[hex] = unit


def hiding_faults(field: Field, state: State) -> Iterator[Refusal]:
    """Why units cannot be hidden [1.3]."""
    for side, units in enumerate(field.own):
        hidden = [unit for unit in units if state.flags[unit] & HIDDEN]
        for unit in hidden:
            name, hex = state.units[unit], state.hexes[unit]
            if hex not in field.home[side]:
                yield Refusal("1.3", "a hidden unit lies in its home rows", name)
            elif any(state.at[near] in field.own[1 - side] for near in field.near[hex]):
                yield Refusal("1.3", "a unit next to an enemy has shown itself", name)
            if unit != hidden[0]:
                yield Refusal("1.3", "only one unit of a side is hidden", name)


def force_faults(field: Field, state: State) -> Iterator[Refusal]:
    """Why these forces cannot play, or not deploy on this board [2.1] [5.1]."""
    for side, units, home in zip(SIDES, field.own, field.home, strict=True):
        if not units:
            yield Refusal("5.1", "has no unit to play with", side)
        if state.step == LADDER.step("deployment") and len(units) > len(home):
            yield Refusal("2.1", f"has {len(units)} units and {len(home)} home hexes to deploy in", side)


def write_position(game: Game[State, Field], field: Field, state: State) -> Position:
    """The situation as a file; its phase begins afresh."""
    columns = Columns(state.units, state.side, state.kind, state.hexes, state.flags)
    phase, land = LADDER.rungs[state.step].name, ("", "") if state.map == FIELD else (BLANK, state.map)
    kept, units = {"stance": state.stance[:]}, msgspec.to_builtins(WORDS.lines(columns, field.board))
    return Position(game.name, "", *land, {}, state.turn, phase, kept, state.changes, units)
