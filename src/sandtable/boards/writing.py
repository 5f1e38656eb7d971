"""Writing a board as a map file, so that reading it again gives the same board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.boards.board import Board
from sandtable.boards.header import FORMAT
from sandtable.boards.sheet import NO_HEX, Run
from sandtable.boards.vocabulary import LEVEL_DIGITS, NO_HEX_SIGN, PATH_SECTIONS, HexsideKind
from sandtable.hexes import LETTERS

_WIDTH = 100


def write_map(board: Board) -> str:
    """The board as the text of a map file; ValueError if it holds what such a file cannot say."""
    if board.names != [board.grid.name(i) for i in range(board.count)]:
        raise ValueError(f"{board.title} is joined from several maps, and each has a file of its own")
    sections = [[f"[{title}]", *lines] for title, lines in _sections(board) if lines]
    return "\n\n".join("\n".join(lines) for lines in [_header(board), *sections]) + "\n"


def _header(board: Board) -> list[str]:
    heading, grid = board.heading, board.grid
    values = {
        "format": FORMAT,
        "game": board.game,
        "name": board.name,
        "title": board.title,
        "size": f"{grid.columns} x {grid.rows}",
        "low": grid.low,
        "first": grid.name(0),
        "source": board.source,
        "reason": board.reason,
        "contour": f"{heading.contour} {heading.unit}",
        "base": str(heading.base),
        "partial": "playable" if heading.partials_playable else "not playable",
    }
    if heading.edges:
        values["edges"] = ", ".join(f"{point} {name}" for point, name in sorted(heading.edges.items()))
    return [f"{key}: {_plain(value)}" for key, value in values.items()]


def _sections(board: Board) -> Iterator[tuple[str, list[str]]]:
    yield "terrain", [*_ruler(board), *_rows(board, _terrain_symbols(board))]
    yield "elevation", _rows(board, _level_symbols(board))
    yield "partial", _wrapped("", [board.names[i] for i in sorted(board.partial)])
    for family, section in PATH_SECTIONS.items():
        of_family = {path.name for path in board.vocabulary.paths if path.family == family}
        yield section, [line for run in board.path_runs if run.path in of_family for line in _run(board, run)]
    for kind in board.vocabulary.hexsides:
        if kind.between is None:
            yield kind.name, _sides(board, _hexsides(board, kind))
    yield "steep", _sides(board, sorted(board.sheet.steep))
    yield "marks", _named(board, ((mark, at) for mark, at in board.marks.items() if at))
    yield "buildings", _named(board, board.buildings.items())
    yield "places", _named(board, board.places.items())
    yield "entries", _entries(board)
    yield "notes", _notes(board)


def _terrain_symbols(board: Board) -> list[str]:
    letters = [terrain.letter for terrain in board.vocabulary.terrains]
    no_hex = NO_HEX_SIGN * len(letters[0])
    return [no_hex if terrain == NO_HEX else letters[terrain] for terrain in board.terrain]


def _level_symbols(board: Board) -> list[str]:
    return [
        NO_HEX_SIGN if terrain == NO_HEX else LEVEL_DIGITS[level]
        for terrain, level in zip(board.terrain, board.level, strict=True)
    ]


def _ruler(board: Board) -> list[str]:
    """The column numbers, digit under digit, as comments above the rows."""
    grid, width = board.grid, len(board.vocabulary.terrains[0].letter)
    numbers = [board.names[column][: grid.digits] for column in range(grid.columns)]
    margin = "#".ljust(grid.digits + 2)
    return [margin + _spaced([number[n].rjust(width) for number in numbers]) for n in range(grid.digits)]


def _rows(board: Board, symbols: list[str]) -> list[str]:
    columns = board.grid.columns
    return [
        f"{board.names[first][board.grid.digits :]}: {_spaced(symbols[first : first + columns])}"
        for first in range(0, board.count, columns)
    ]


def _spaced(symbols: list[str]) -> str:
    """Single letters stand close together, pairs of letters apart."""
    return ("" if len(symbols[0]) == 1 else " ").join(symbols)


def _wrapped(before: str, words: list[str]) -> list[str]:
    """A list in lines of readable length, each but the first beginning with a space."""
    lines = [before] if words else []
    for word in words:
        if len(lines[-1]) + len(word) >= _WIDTH:
            lines.append(" ")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _run(board: Board, run: Run) -> list[str]:
    if '"' in run.name:
        raise ValueError(f"a path cannot be called {run.name} in a map file: quotation marks end the name")
    title = f'{run.path} "{_plain(run.name)}":' if run.name else f"{run.path}:"
    enters, leaves = (LETTERS[d] if d >= 0 else "" for d in (run.enters, run.leaves))
    words = [enters, *(board.names[i] for i in run.hexes), leaves]
    return _wrapped(title, [word for word in words if word])


def _hexsides(board: Board, kind: HexsideKind) -> list[int]:
    """Where a kind of hexside lies: on the side of one hex if it is directed, else once for both hexes."""
    masks = board.faces if kind.directed else board.sides
    found = [at for at, mask in enumerate(masks) if mask & board.side_kind(kind.name)]
    return found if kind.directed else [at for at in found if board.sheet.hexside(*divmod(at, 6)) == at]


def _sides(board: Board, hexsides: Iterable[int]) -> list[str]:
    """One line for each hex, with the letters of its sides."""
    letters: dict[int, str] = {}
    for at in hexsides:
        i, d = divmod(at, 6)
        letters[i] = f"{letters.get(i, '')} {LETTERS[d]}"
    return [f"{board.names[i]}{sides}" for i, sides in letters.items()]


def _named(board: Board, sets: Iterable[tuple[str, tuple[int, ...]]]) -> list[str]:
    return [
        line for name, hexes in sets for line in _wrapped(f"{_key(name)}:", [board.names[i] for i in hexes])
    ]


def _entries(board: Board) -> list[str]:
    return [
        line
        for name, entry in board.entries.items()
        for line in _wrapped(f"{_key(name)}:", [*(board.names[i] for i in entry.hexes), entry.edge])
    ]


def _notes(board: Board) -> list[str]:
    return [
        f"{' '.join([note.source, *(board.names[i] for i in note.hexes)])}: {_plain(note.words)}"
        for note in board.notes
    ]


def _key(name: str) -> str:
    """A name that stands before a colon."""
    if ":" in name or name.startswith("["):
        raise ValueError(f'"{name}" cannot be a name in a map file: it has a colon, or begins with a bracket')
    return _plain(name)


def _plain(words: str) -> str:
    """Words that stand in a map file as they are."""
    if "#" in words or not words.isprintable() or words != words.strip() or not words:
        raise ValueError(f'"{words}" cannot stand in a map file, as it is empty or has a # or a line break')
    return words
