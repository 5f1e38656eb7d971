"""A map being put together: each fact is checked as it is laid, and every fault is kept with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.boards import checks
from sandtable.boards.checks import Complaint
from sandtable.boards.sheet import NO_HEX, Entry, Run, Sheet
from sandtable.boards.vocabulary import HexsideKind


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a map: where, and what in a plain sentence. Line 0 is no line of a file."""

    line: int
    place: str
    message: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.place}: {self.message}"


class MapFaults(ValueError):
    """A map that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class Draft:
    """A sheet under the pencil. A fact that is not right is left off, and why is noted in `faults`.

    `line` is the line being read, and `row_lines` the lines on which the rows of elevation stand.
    """

    __slots__ = ("faults", "line", "row_lines", "sheet")

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.faults: list[Fault] = []
        self.line = 0
        self.row_lines = [0] * sheet.grid.rows

    def fault(self, place: str, message: str) -> None:
        """Note what is wrong on the line being read."""
        self.faults.append(Fault(self.line, place, message))

    def find(self, name: str) -> int:
        """The hex of this number; -1, and a fault, where the sheet has none."""
        sheet = self.sheet
        i = sheet.numbers.get(name, -1)
        if i < 0:
            span = f"from {sheet.names[0]} to {sheet.names[-1]}"
            self.fault(name, f"This is no hex of the map, which runs {span}.")
        elif sheet.terrain[i] == NO_HEX:
            self.fault(name, "The sheet has no hex here.")
            return -1
        return i

    def lay_level(self, i: int, level: int) -> None:
        """Raise a hex to a level."""
        if self._right(checks.level_complaints(self.sheet, i, level)):
            self.sheet.level[i] = level

    def lay_side(self, kind: HexsideKind, i: int, d: int) -> None:
        """Put a kind of hexside between a hex and its neighbour; a directed kind lies on this hex's side."""
        sheet = self.sheet
        if self._right(checks.side_complaints(sheet, kind, i, d)):
            bit = sheet.vocabulary.side_kind(kind.name)
            sheet.add_bits(sheet.sides, i, d, bit)
            sheet.faces[i * 6 + d] |= bit if kind.directed else 0

    def lay_side_named(self, name: str, i: int, d: int) -> None:
        """Put the kind of hexside of this name between a hex and its neighbour."""
        kinds = {kind.name: kind for kind in self.sheet.vocabulary.hexsides}
        if name in kinds:
            self.lay_side(kinds[name], i, d)
        else:
            known = ", ".join(kinds) or "none"
            self.fault(self.sheet.side_name(i, d), f'The game has no hexside "{name}"; it knows {known}.')

    def lay_steep(self, i: int, d: int) -> None:
        """Allow the ground to rise here by more than the game's steepest step."""
        if self._right(checks.steep_complaints(self.sheet, i, d)):
            self.sheet.steep.add(self.sheet.hexside(i, d))

    def lay_run(self, run: Run) -> None:
        """Draw one stroke of a road, railway or river."""
        sheet = self.sheet
        if self._right(checks.run_complaints(sheet, run)):
            sheet.runs.append(run)
            for i, d in checks.crossings(sheet, run):
                sheet.add_bits(sheet.paths, i, d, sheet.vocabulary.path_class(run.path))

    def lay_mark(self, mark: str, hexes: Iterable[int]) -> None:
        """Give a mark to hexes."""
        if mark in self.sheet.marks:
            self.sheet.marks[mark].update(hexes)
        else:
            known = ", ".join(self.sheet.marks) or "none"
            self.fault(mark, f"The game has no such mark; it knows {known}.")

    def lay_building(self, name: str, hexes: tuple[int, ...]) -> None:
        """Join hexes to one building."""
        if self._right(checks.building_complaints(self.sheet, name, hexes)):
            self.sheet.buildings[name] = hexes

    def lay_entry(self, name: str, hexes: tuple[int, ...], edge: str) -> None:
        """Let units come in and leave by hexes of an edge, called as the compass or as the map calls it."""
        own = {other: point for point, other in self.sheet.heading.edges.items()}
        point = own.get(edge, edge)
        if self._right(checks.entry_complaints(self.sheet, name, hexes, point)):
            self.sheet.entries[name] = Entry(hexes, point)

    def check_steps(self) -> None:
        """Note where the ground rises by more than the game allows."""
        line = self.line
        for i, d in checks.too_steep(self.sheet):
            self.line = self.row_lines[self.sheet.beyond(i, d) // self.sheet.grid.columns]
            self.fault(*checks.step_complaint(self.sheet, i, d))
        self.line = line

    def finish(self) -> Sheet:
        """The sheet with what follows from the rest, or MapFaults with everything that is wrong."""
        if self.faults:
            raise MapFaults(sorted(self.faults, key=lambda fault: fault.line))
        self.sheet.compute_sides()
        return self.sheet

    def _right(self, complaints: Iterator[Complaint]) -> bool:
        """Whether there are no complaints; those that there are become faults."""
        before = len(self.faults)
        for place, message in complaints:
            self.fault(place, message)
        return len(self.faults) == before
