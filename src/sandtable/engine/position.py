"""A situation in a text file, from which any game can start; see docs/positions.md."""

import re
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from sandtable.boards import Board, MapFaults
from sandtable.boards.header import LARGEST
from sandtable.engine.refusals import BadPosition, Refusal
from sandtable.engine.sequence import Climber, rung_name

if TYPE_CHECKING:
    from sandtable.engine.game import Game

BLANK = "blank"
"""The name that stands for a map of nothing but clear ground."""


class BoardChanges(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes to the map for this situation only, in the words of map files."""

    terrain: dict[str, str] = {}
    level: dict[str, int] = {}
    sides: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {}
    paths: list[str] = []

    def apply(self, board: Board) -> Board:
        """The board with these changes; BadPosition with all that cannot be."""
        if self == BoardChanges():
            return board
        try:
            return board.changed(
                terrain=self.terrain, level=self.level, sides=self.sides, marks=self.marks, paths=self.paths
            )
        except MapFaults as error:
            raise BadPosition(*[Refusal("", fault.message, fault.place) for fault in error.faults]) from None


class Position(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A position file. What is not given takes the scenario's or the rule book's default.

    Units and `state` have the fields that the game gives them.
    """

    game: str
    scenario: str = ""
    map: str = ""
    size: str = ""
    options: dict[str, str] = {}
    turn: int | None = None
    phase: str = ""
    state: dict[str, Any] = {}
    board: BoardChanges = msgspec.field(default_factory=BoardChanges)
    unit: list[dict[str, Any]] = []

    def board_name(self, default: str) -> str:
        """The map that is meant; a blank one is named by its size, 20x15."""
        return "{}x{}".format(*self.blank_size()) if self.map == BLANK else self.map or default

    def blank_size(self) -> tuple[int, int]:
        """Columns and rows of a blank board, written as 20x15."""
        written = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", self.size)
        columns, rows = map(int, written.groups()) if written else (0, 0)
        if not (columns and rows):
            raise BadPosition(
                Refusal("", f"a blank map needs a size such as 20x15, not {self.size!r}", "size")
            )
        if max(columns, rows) > LARGEST:
            raise BadPosition(Refusal("", f"a map has at most {LARGEST} columns and {LARGEST} rows", "size"))
        return columns, rows


def position_from(wire: object) -> Position:
    """A position from TOML text or from an object of the same form."""
    try:
        if isinstance(wire, str):
            return msgspec.toml.decode(wire, type=Position)
        return msgspec.convert(wire, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(Refusal("", str(error))) from None
    except ValueError as error:
        raise BadPosition(Refusal("", f"this is not TOML: {error}")) from None


def position_text(position: Position) -> str:
    """The position as a file."""
    return msgspec.toml.encode(position).decode()


class UnitLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a position file; a game adds the fields that its units have."""

    name: str
    side: str
    type: str = ""
    hex: str = ""
    status: list[str] = []


T = TypeVar("T", bound=msgspec.Struct)
U = TypeVar("U", bound=UnitLine)


def unit_lines(position: Position, shape: type[U]) -> tuple[list[U], list[Refusal]]:
    """The unit lines in the game's own form, and the faults of those that do not fit it."""
    units: list[U] = []
    faults = []
    for number, line in enumerate(position.unit, 1):
        name = str(line.get("name", f"unit {number}"))
        try:
            units.append(msgspec.convert(line, shape))
        except msgspec.ValidationError as error:
            faults.append(Refusal("", str(error), name))
        if any(name == other.get("name") for other in position.unit[: number - 1]):
            faults.append(Refusal("", "two units have this name", name))
        if name in ("", "pass"):
            faults.append(Refusal("", f"a unit cannot be called {name!r}", f"unit {number}"))
    return units, faults


def named_after(lines: Sequence[dict[str, Any]], forces: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The scenario's forces, or unit lines in which one of them need not be told its side and its type."""
    known: dict[str, dict[str, Any]]
    known = {unit["name"]: {key: unit[key] for key in ("side", "type") if key in unit} for unit in forces}
    return [{**known.get(str(line.get("name")), {}), **line} for line in lines] or list(forces)


def units_of(position: Position, shape: type[U]) -> list[U]:
    """The unit lines in the game's own form; BadPosition with every line that does not fit it."""
    units, faults = unit_lines(position, shape)
    if faults:
        raise BadPosition(*faults)
    return units


def check_lines(lines: Sequence[UnitLine], known: Mapping[str, Container[str]]) -> None:
    """BadPosition with all that unit lines name without its being `known` as a side, type, hex or status."""
    if faults := [fault for line in lines for fault in line_faults(line, known)]:
        raise BadPosition(*faults)


def line_faults(line: UnitLine, known: Mapping[str, Container[str]]) -> list[Refusal]:
    """What one unit line names that there is not."""
    words = [("side", line.side), ("type", line.type), *(("status", word) for word in line.status)]
    if line.hex:
        words.append(("hex", line.hex))
    return [
        Refusal("", f"there is no {what} {word!r}", line.name)
        for what, word in words
        if what in known and word not in known[what]
    ]


class Columns(NamedTuple):
    """What every unit has, in columns by unit number; a unit that is not on the map has the hex -1."""

    names: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    hexes: list[int]
    flags: list[int]


class Words(NamedTuple):
    """A game's words for sides and types, in the order of their numbers, and for the bits of flags."""

    sides: Sequence[str]
    types: Sequence[str]
    status: Mapping[str, int]

    def known(self, board: Board | None = None) -> dict[str, Container[str]]:
        """What a unit line may name; any hex, as long as there is no board."""
        words: dict[str, Container[str]] = {"side": self.sides, "type": self.types, "status": self.status}
        if board is not None:
            words["hex"] = [name for place, name in enumerate(board.names) if board.terrain[place] >= 0]
        return words

    def letters(self, flags: int) -> tuple[str, ...]:
        """The marks on a counter: the first letter of each word that holds."""
        return tuple(word[0].upper() for word, bit in self.status.items() if flags & bit)

    def columns(self, lines: Sequence[UnitLine], board: Board) -> Columns:
        """Right unit lines as the numbers that rules use."""
        return Columns(
            tuple(line.name for line in lines),
            tuple(self.sides.index(line.side) for line in lines),
            tuple(self.types.index(line.type) for line in lines),
            [board.find(line.hex) if line.hex else -1 for line in lines],
            [sum(bit for word, bit in self.status.items() if word in line.status) for line in lines],
        )

    def lines(self, columns: Columns, board: Board) -> list[UnitLine]:
        """The unit lines that give these columns."""
        return [
            UnitLine(
                name,
                self.sides[side],
                self.types[kind],
                board.names[hex] if hex >= 0 else "",
                [word for word, bit in self.status.items() if flags & bit],
            )
            for name, side, kind, hex, flags in zip(*columns, strict=True)
        ]


class Reading:
    """A position file as a game reads it: what is wrong is noted in `faults`, and `finish` tells all at once.

    What a game finds wrong by its own rules it adds to the faults.
    """

    def __init__(self, game: "Game[Any, Any]", position: Position, turns: int) -> None:
        """Begins with the heading; the game lasts so many turns."""
        self.game = game
        self.position = position
        self.phase = rung_name(position.phase)
        self.faults: list[Refusal] = []
        self._heading(turns)

    def _heading(self, turns: int) -> None:
        """Note a scenario, option, phase or turn that the game does not have."""
        game, position = self.game, self.position
        options = {choice.key: choice.values for choice in game.choices}
        self._named("game", position.game, [game.name])
        if position.scenario:
            self._named("scenario", position.scenario, [scenario.key for scenario in game.scenarios()])
        if self.phase:
            self._named("phase", self.phase, [rung.name for rung in game.ladder.rungs])
        for key, value in position.options.items():
            if self._named("option", key, options, "options"):
                self._named("value", value, options[key], f"options.{key}")
        if position.turn is not None and not 1 <= position.turn <= turns:
            self.faults.append(Refusal("", f"the turns are 1 to {turns}, so not {position.turn}", "turn"))

    def state(self, shape: type[T]) -> T:
        """What `state` says, in the game's own form; each of its fields has a default."""
        fitting, known = {}, [field.encode_name for field in msgspec.structs.fields(shape)]
        for key, value in self.position.state.items():
            try:
                if self._named("key", key, known, "state"):
                    msgspec.convert({key: value}, shape)
                    fitting[key] = value
            except msgspec.ValidationError as error:
                self.faults.append(Refusal("", str(error), f"state.{key}"))
        return msgspec.convert(fitting, shape)

    def forces(
        self, maps: Sequence[str], board: Callable[[str, BoardChanges], Board], shape: type[U], words: Words
    ) -> tuple[Board, list[U]]:
        """The board, on the first map unless another is named, and the units whose lines are right.

        Without a board nothing more can be found out: BadPosition at once with all that was noted.
        """
        ground = self._board(maps, board)
        lines, faults = unit_lines(self.position, shape)
        known = words.known(ground)
        faults += [fault for line in lines for fault in line_faults(line, known)]
        self.faults += faults
        if ground is None:
            raise BadPosition(*self.faults)
        wrong = [fault.place for fault in faults]
        return ground, [line for line in lines if line.name not in wrong]

    def _board(self, maps: Sequence[str], board: Callable[[str, BoardChanges], Board]) -> Board | None:
        position = self.position
        if position.map and not self._named("map", position.map, [*maps, BLANK]):
            return None
        if position.size and position.map != BLANK:
            self.faults.append(Refusal("", f"only a {BLANK} map is given a size", "size"))
        try:
            return board(position.board_name(maps[0]), position.board)
        except BadPosition as error:
            self.faults += error.refusals
            return None

    def step(self, state: Climber) -> int:
        """The place on the ladder of the phase that is named, or else of the first that this state has."""
        rungs, phase = self.game.ladder.rungs, self.phase
        fitting = [place for place, rung in enumerate(rungs) if rung.when is None or rung.when(state)]
        named = [place for place in fitting if phase in ("", rungs[place].name)]
        if not named and phase in [rung.name for rung in rungs]:
            self.faults.append(Refusal("", f"this situation has no phase {phase!r}", "phase"))
        return (named or fitting)[0]

    def finish(self) -> None:
        """BadPosition with every fault, if there is any."""
        if self.faults:
            raise BadPosition(*self.faults)

    def _named(self, what: str, word: str, known: Collection[str], place: str = "") -> bool:
        """Is the word known? If not, that is noted, with those that are."""
        if word not in known:
            reason = f"there is no {what} {word!r}; there are: {', '.join(known) or 'none'}"
            self.faults.append(Refusal("", reason, place or what))
        return word in known
