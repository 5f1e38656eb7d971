"""Maps laid side by side and played as one."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

import msgspec

from sandtable.boards.board import Board
from sandtable.boards.checks import too_steep
from sandtable.boards.sheet import SOURCES, Entry, Heading, Note, Sheet, clear_sheet
from sandtable.hexes import Grid


class _Piece(msgspec.Struct, frozen=True):
    """One map of a layout, its letter, and how many columns and rows lie west and north of it."""

    sheet: Sheet
    letter: str
    column: int
    row: int

    def __str__(self) -> str:
        return f"map {self.letter}" if self.letter else self.sheet.heading.title


def joined(boards: Sequence[Sequence[Board]], letters: Sequence[str]) -> Board:
    """Maps in rows from north to south, each row from west to east, as one board.

    Hexes, buildings, places and entries get the letter of their map before their names, as in A0134; the
    letters come in the order of the maps and may be empty where the numbers of the maps differ. Neighbours
    run on over the seams as if columns and rows went on counting. ValueError says why maps do not fit.
    """
    pieces = _laid_out(boards, letters)
    faults = list(_misfits(pieces, len(boards[0])))
    if faults:
        raise ValueError("; ".join(faults))
    whole = _empty_whole(pieces)
    for piece in pieces:
        _lay(whole, piece)
    _trim(whole)
    # What the maps themselves list as steep comes along here too.
    whole.steep.update([whole.hexside(i, d) for i, d in too_steep(whole)])
    whole.compute_sides()
    return Board(whole)


def _laid_out(boards: Sequence[Sequence[Board]], letters: Sequence[str]) -> list[_Piece]:
    count = sum(map(len, boards))
    if not count or len(set(map(len, boards))) > 1:
        raise ValueError("maps are joined in rows of the same number of maps, at least one")
    if len(letters) != count:
        raise ValueError(f"{count} maps need {count} letters, and {len(letters)} are given")
    pieces: list[_Piece] = []
    row = 0
    for line in boards:
        column = 0
        for board in line:
            pieces.append(_Piece(board.sheet, letters[len(pieces)], column, row))
            column += board.grid.columns
        row += line[0].grid.rows
    return pieces


def _misfits(pieces: list[_Piece], across: int) -> Iterator[str]:
    """Why the maps cannot lie side by side, so many to a row."""
    first = pieces[0]
    for number, piece in enumerate(pieces):
        grid = piece.sheet.grid
        columns = pieces[number % across].sheet.grid.columns
        rows = pieces[number - number % across].sheet.grid.rows
        if piece.sheet.vocabulary != first.sheet.vocabulary:
            yield f"{piece} is drawn with another terrain vocabulary than {first}"
        if _scale(piece) != _scale(first):
            yield f"{piece} counts heights or partial hexes otherwise than {first}"
        if grid.columns != columns:
            yield f"{piece} has {grid.columns} columns under a map that has {columns}"
        if grid.rows != rows:
            yield f"{piece} has {grid.rows} rows beside a map that has {rows}"
        if _first_is_low(piece) != (_first_is_low(first) ^ (piece.column % 2 == 1)):
            way = "south" if _first_is_low(piece) else "north"
            yield f"{piece} begins half a hex too far {way} to continue the map west of it"


def _scale(piece: _Piece) -> tuple[int, str, int, bool]:
    heading = piece.sheet.heading
    return heading.contour, heading.unit, heading.base, heading.partials_playable


def _first_is_low(piece: _Piece) -> bool:
    grid = piece.sheet.grid
    return grid.first_column % 2 == (0 if grid.low == "even" else 1)


def _empty_whole(pieces: list[_Piece]) -> Sheet:
    """The plain ground of all maps together, with the number of every hex."""
    first, last = pieces[0].sheet.grid, pieces[-1]
    columns, rows = last.column + last.sheet.grid.columns, last.row + last.sheet.grid.rows
    digits = len(str(max(first.first_column + columns, first.first_row + rows)))
    grid = Grid(columns, rows, first.low, first.first_column, first.first_row, digits)
    names = [""] * grid.count
    for piece in pieces:
        for i, name in enumerate(piece.sheet.names):
            names[_place(grid, piece, i)] = piece.letter + name
    if len(set(names)) < len(names):
        raise ValueError("two hexes would have the same number; every map needs a letter of its own")
    return clear_sheet(_heading(pieces), pieces[0].sheet.vocabulary, grid, names)


def _heading(pieces: list[_Piece]) -> Heading:
    headings = [piece.sheet.heading for piece in pieces]
    edges = headings[0].edges if all(heading.edges == headings[0].edges for heading in headings) else {}
    return msgspec.structs.replace(
        headings[0],
        name="+".join(heading.name for heading in headings),
        title=", ".join(f"{piece.letter} {piece.sheet.heading.title}".strip() for piece in pieces),
        source=SOURCES[max(SOURCES.index(heading.source) for heading in headings)],
        reason="; ".join(dict.fromkeys(heading.reason for heading in headings)),
        edges=edges,
    )


def _place(grid: Grid, piece: _Piece, i: int) -> int:
    """Where a hex of a map lies on the whole."""
    row, column = divmod(i, piece.sheet.grid.columns)
    return (piece.row + row) * grid.columns + piece.column + column


def _lay(whole: Sheet, piece: _Piece) -> None:
    """Copy a map into its place."""
    sheet = piece.sheet
    to = [_place(whole.grid, piece, i) for i in range(sheet.grid.count)]
    for i, j in enumerate(to):
        whole.terrain[j], whole.level[j] = sheet.terrain[i], sheet.level[i]
        for d in range(6):
            whole.add_bits(whole.sides, j, d, sheet.sides[i * 6 + d])
            whole.add_bits(whole.paths, j, d, sheet.paths[i * 6 + d])
            whole.faces[j * 6 + d] = sheet.faces[i * 6 + d]
    whole.partial.update(to[i] for i in sheet.partial)
    for mark, hexes in sheet.marks.items():
        whole.marks[mark].update(to[i] for i in hexes)
    _lay_names(whole, piece, to)


def _lay_names(whole: Sheet, piece: _Piece, to: list[int]) -> None:
    """Copy what a map names: paths, buildings, places, entries and notes."""
    sheet = piece.sheet
    for run in sheet.runs:
        whole.runs.append(msgspec.structs.replace(run, hexes=_moved(run.hexes, to)))
    for name, hexes in sheet.buildings.items():
        whole.buildings[_fresh(whole.buildings, piece, name)] = _moved(hexes, to)
    for name, hexes in sheet.places.items():
        whole.places[_fresh(whole.places, piece, name)] = _moved(hexes, to)
    for name, entry in sheet.entries.items():
        whole.entries[_fresh(whole.entries, piece, name)] = Entry(_moved(entry.hexes, to), entry.edge)
    for note in sheet.notes:
        whole.notes.append(Note(note.source, _moved(note.hexes, to), note.words))


def _moved(hexes: Iterable[int], to: list[int]) -> tuple[int, ...]:
    return tuple(to[i] for i in hexes)


def _fresh(taken: Container[str], piece: _Piece, name: str) -> str:
    """The name that something of a map has on the whole."""
    lettered = f"{piece.letter} {name}".strip()
    if lettered in taken:
        raise ValueError(f'two maps have something called "{lettered}"; each needs a letter of its own')
    return lettered


def _trim(whole: Sheet) -> None:
    """Take off what lay on an edge that is now a seam: half hexes that complete each other, and entries."""
    columns, last = whole.grid.columns, whole.grid.count - whole.grid.columns
    outer = {i for i in whole.partial if i < columns or i >= last or i % columns in (0, columns - 1)}
    whole.partial = outer
    for name, entry in list(whole.entries.items()):
        edge = set(whole.edge(entry.edge))
        left = tuple(i for i in entry.hexes if i in edge)
        if left:
            whole.entries[name] = Entry(left, entry.edge)
        else:
            del whole.entries[name]
