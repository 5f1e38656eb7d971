"""A situation in a text file, from which any game can start; see docs/positions.md."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from sandtable.boards import Board, MapFaults
from sandtable.engine.refusals import BadPosition, Refusal


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
        return "{}x{}".format(*self.blank_size()) if self.map == "blank" else self.map or default

    def blank_size(self) -> tuple[int, int]:
        """Columns and rows of a blank board, written as 20x15."""
        columns, cross, rows = self.size.partition("x")
        if not (cross and columns.isdecimal() and rows.isdecimal() and int(columns) and int(rows)):
            raise BadPosition(
                Refusal("", f"a blank map needs a size such as 20x15, not {self.size!r}", "size")
            )
        return int(columns), int(rows)


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


U = TypeVar("U", bound=UnitLine)


def units_of(position: Position, shape: type[U]) -> list[U]:
    """The unit lines in the game's own form; BadPosition with every line that does not fit it."""
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
