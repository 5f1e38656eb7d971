"""Position files: a situation of Tank! out of a file, and back into one; docs/tank.md lists the keys."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from sandtable.boards import Board
from sandtable.engine import Game, Position, Refusal
from sandtable.engine.position import BLANK, BoardChanges, Columns, Reading, UnitLine
from sandtable.games.tank.battles import SCENARIOS, SITUATIONS
from sandtable.games.tank.charts import Mode
from sandtable.games.tank.country import COUNTRY, LAYOUTS, SINGLE, board_of
from sandtable.games.tank.marching_orders import give_orders, told_plot
from sandtable.games.tank.setting_up import INTRODUCTORY, QUIET, quiet_turns, roster
from sandtable.games.tank.state import (
    DESTROYED,
    EXITED,
    GONE,
    HIDDEN,
    NO_PLACE,
    SIDES,
    WORDS,
    Field,
    State,
    blank_state,
)
from sandtable.games.tank.weapons import WEAPONS
from sandtable.hexes import LETTERS

ANY_TURN = 9_999
"""Battles without a fixed length still have a last Game-Turn that a file can name."""

_ALWAYS = ("situation", "mode", "panic", "preservation", "length", "quiet", "deployed")
"""What stands in every file that is written, because its absence would mean the scenario's."""

Pair = tuple[int, int]
Names = tuple[str, ...]


class UnitPlace(UnitLine, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a file: its facing, A to F, its place in a column, its plot as on the pad, and how far it is.

    `start` is where its path began, -3 if third in the queue off the map; of the path `done` steps are made,
    the last at impulse `arrival`. `tried` are the enemies that it has looked for in this Game-Turn, `last` is
    what it was given to do when its side last plotted.
    """

    facing: str = ""
    place: int = NO_PLACE
    plot: str = ""
    start: str = ""
    done: int = 0
    arrival: int = 0
    tried: tuple[str, ...] = ()
    last: str = ""


class Kept(msgspec.Struct, frozen=True):
    """What `state` says; of the first seven, what is not given comes from the scenario."""

    situation: str = "INTRO"
    mode: Mode = "mixed"
    panic: Pair = (0, 0)
    preservation: Pair = (0, 0)
    length: int = 0
    quiet: int = 0
    deployed: bool = True
    routes: tuple[Names, Names] = ((), ())
    fired_on: Pair = (0, 0)
    preserved: Pair = (0, 0)
    contact: int = 0
    last_loss: int = 0
    impulse: int = 0
    chits: Pair = (0, 0)
    noted: tuple[int, ...] = ()
    wrecks: Names = ()
    positions: Names = ()
    trodden: Names = ()


def read_position(game: Game[State, Field], position: Position) -> tuple[Field, State]:
    """The situation of a file, with its own units or its scenario's; BadPosition with every fault."""
    reading = Reading(game, position, ANY_TURN)
    kept = _settled(reading, reading.state(Kept))
    join = position.options.get("maps", SINGLE)
    join = join if join in LAYOUTS and position.map != BLANK else SINGLE
    ground, lines = _forces(reading, join)
    state = _state(reading, kept, join, ground, lines)
    field = Field(state)
    reading.faults += _keep(field, state, kept)
    for unit, line in enumerate(lines):
        reading.faults += _stand(field, state, unit, line)
    state.step = reading.step(state)
    reading.faults += position_faults(field, state)
    reading.finish()
    return field, state


def _settled(reading: Reading, kept: Kept) -> Kept:
    """What a file leaves open, as its scenario has it, or as the introductory one on another field."""
    position = reading.position
    battle = SCENARIOS.get(position.scenario, SCENARIOS[INTRODUCTORY])
    situation = kept.situation if "situation" in position.state else battle.situation
    if situation not in SITUATIONS:
        reason = f"there is no situation {situation!r}; there are: {', '.join(SITUATIONS)}"
        reading.faults.append(Refusal("17.1", reason, "state.situation"))
        situation = battle.situation
    quiet = position.options.get("quiet", "")
    left: dict[str, object] = {
        "situation": situation,
        "mode": battle.mode,
        "length": SITUATIONS[situation].length or 0,
        "quiet": quiet_turns(situation, int(quiet) if quiet in QUIET else int(QUIET[0])),
        "deployed": len(position.unit) > 0,
    }
    if position.scenario:
        left["panic"] = battle.alpha.panic, battle.bravo.panic
        left["preservation"] = battle.alpha.preservation, battle.bravo.preservation
    given = {key: value for key, value in left.items() if key == "situation" or key not in position.state}
    return replace(kept, **given)


def _forces(reading: Reading, join: str) -> tuple[Board, list[UnitPlace]]:
    """The board, and the units of the file or those of its scenario."""
    board = partial(_board, join)
    position = reading.position
    battle = SCENARIOS.get(position.scenario)
    ground, lines = reading.forces([COUNTRY], board, UnitPlace, WORDS)
    if position.unit or battle is None:
        return ground, lines
    sides = [side for side in SIDES for _ in battle.forces[SIDES.index(side)].kinds]
    kinds = [WEAPONS[kind].id for force in battle.forces for kind in force.kinds]
    own = zip(roster(battle), sides, kinds, strict=True)
    return ground, [UnitPlace(name, side, kind) for name, side, kind in own]


def _board(join: str, map: str, changes: BoardChanges) -> Board:
    return board_of(map, join, changes)


def _state(reading: Reading, kept: Kept, join: str, ground: Board, lines: Sequence[UnitPlace]) -> State:
    """The forces on their board, before anybody has a plot."""
    position, columns = reading.position, WORDS.columns(lines, ground)
    state = blank_state(
        map=position.board_name(COUNTRY), join=join, changes=position.board,
        scenario=position.scenario, situation=kept.situation, mode=kept.mode,
        names=columns.names, side=columns.side, kind=columns.kind,
        panic=kept.panic, preservation=kept.preservation, length=kept.length, idle=kept.quiet,
    )  # fmt: skip
    state.hexes = [hex if hex >= 0 else GONE for hex in columns.hexes]
    state.flags = columns.flags
    state.turn, state.ready = position.turn or 1, kept.deployed
    return state


def _keep(field: Field, state: State, kept: Kept) -> Iterator[Refusal]:
    """What the file says of the whole battle."""
    state.fired_on, state.preserved, state.chits = [*kept.fired_on], [*kept.preserved], [*kept.chits]
    state.contact, state.last_loss, state.impulse = kept.contact, kept.last_loss, kept.impulse
    state.noted = [*kept.noted]
    known = {name: hex for hex, name in enumerate(field.board.names)}
    for key in ("wrecks", "positions", "trodden"):
        names = getattr(kept, key)
        setattr(state, key, [known[name] for name in names if name in known])
        yield from (Refusal("", f"there is no hex {n!r}", f"state.{key}") for n in names if n not in known)
    state.tracks = [tuple(known[name] for name in route if name in known) for route in kept.routes]
    for side, route in zip(SIDES, kept.routes, strict=True):
        yield from (
            Refusal("", f"there is no hex {n!r}", f"route of {side}") for n in route if n not in known
        )


def _stand(field: Field, state: State, unit: int, line: UnitPlace) -> Iterator[Refusal]:
    """Put one unit where its line has it, with its facing, its plot and how far it has come."""
    state.place[unit] = line.place
    if NO_PLACE < line.place < 0 and not line.hex:
        state.hexes[unit] = line.place
    if line.facing in [*LETTERS] and not field.weapons[unit].infantry:
        state.facing[unit] = LETTERS.index(line.facing)
    elif line.facing:
        yield Refusal("7.0", f"cannot face {line.facing!r}: infantry has no facing, others A to F", line.name)
    state.start[unit] = _began(field, line.start, state.hexes[unit])
    yield from give_orders(field, state, unit, line.plot)
    state.done[unit], state.arrival[unit], state.last[unit] = line.done, line.arrival, line.last
    for name in line.tried:
        if name not in state.units:
            yield Refusal("", f"has not tried to spot {name!r}, which there is not", line.name)
        else:
            state.tried[unit] |= 1 << state.units.index(name)


def _began(field: Field, start: str, hex: int) -> int:
    """Where a unit began the Game-Turn: a hex, or a place in the queue off the map, such as -3."""
    if start in field.board.names:
        return field.board.find(start)
    return int(start) if re.fullmatch("-[0-9]{1,2}", start) else hex


def position_faults(field: Field, state: State) -> Iterator[Refusal]:
    """What cannot be in any battle: lost units on the map, hidden ones outside a position [14.0] [13.4].

    A position that nobody names is taken to be where hidden units lie.
    """
    for unit, flags in enumerate(state.flags):
        name, hex = state.units[unit], state.hexes[unit]
        if flags & (DESTROYED | EXITED) and hex != GONE:
            yield Refusal("8.62", "is destroyed or has left, and yet on the map", name)
        if flags & HIDDEN and hex >= 0:
            if field.weapons[unit].hard and field.situation.improved:
                yield Refusal("14.0", "is a vehicle, and only infantry and guns have positions", name)
            elif hex not in state.positions and not field.weapons[unit].hard:
                state.positions.append(hex)


def write_position(game: Game[State, Field], field: Field, state: State) -> Position:
    """The situation as a file, as it stands between two segments."""
    on_country = state.map == COUNTRY
    map_and_size = ("", "") if on_country else (BLANK, state.map)
    options = {"maps": state.join} if on_country and state.join != SINGLE else {}
    phase = game.ladder.rungs[state.step].name
    kept = {
        key: value
        for key, value in msgspec.to_builtins(_kept(field, state)).items()
        if key in _ALWAYS or value
    }
    units = [msgspec.to_builtins(line) for line in _lines(field, state)]
    return Position(
        game.name, state.scenario, *map_and_size, options, state.turn, phase, kept, state.changes, units
    )


def _kept(field: Field, state: State) -> Kept:
    names = field.board.names

    def told(hexes: Sequence[int]) -> Names:
        return tuple(names[hex] for hex in hexes)

    return Kept(
        state.situation, state.mode, state.panic, state.preservation, state.length, state.idle, state.ready,
        (told(state.tracks[0]), told(state.tracks[1])),
        _pair(state.fired_on), _pair(state.preserved), state.contact, state.last_loss, state.impulse,
        _pair(state.chits), tuple(state.noted),
        told(state.wrecks), told(state.positions), told(state.trodden),
    )  # fmt: skip


def _pair(values: Sequence[int]) -> Pair:
    return values[0], values[1]


def _lines(field: Field, state: State) -> Iterator[UnitPlace]:
    """Every unit as a line of the file."""
    columns = Columns(state.units, state.side, state.kind, state.hexes, state.flags)
    for unit, line in enumerate(WORDS.lines(columns, field.board)):
        moves, facing, start = state.path[unit] != (), state.facing[unit], state.start[unit]
        yield UnitPlace(
            *(line.name, line.side, line.type, line.hex, line.status),
            facing=LETTERS[facing] if facing >= 0 else "",
            place=state.place[unit],
            plot=told_plot(field, state, unit),
            start=(field.board.names[start] if start >= 0 else str(start)) if moves else "",
            done=state.done[unit],
            arrival=state.arrival[unit],
            tried=tuple(name for other, name in enumerate(state.units) if state.tried[unit] >> other & 1),
            last=state.last[unit],
        )
