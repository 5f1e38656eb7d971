"""Reading maps from the text format that docs/maps.md describes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from sandtable.boards import naming
from sandtable.boards.board import Board
from sandtable.boards.draft import Draft, Fault, MapFaults
from sandtable.boards.header import read_header
from sandtable.boards.page import Section, take_apart
from sandtable.boards.sheet import NO_HEX, SOURCES, Note, clear_sheet
from sandtable.boards.vocabulary import LEVEL_DIGITS, NO_HEX_SIGN, PATH_SECTIONS, HexsideKind, Vocabulary

_ROW_NUMBER = re.compile(r"([0-9]{1,3}) *:(.*)")
_FLAT = re.compile(r"all *: *([0-9A-Z])")

Reader = Callable[[Draft, Section], None]


def read_map(text: str, vocabulary: Vocabulary) -> Board:
    """The board that a map file describes, or MapFaults with everything that is wrong in it."""
    page = take_apart(text)
    header = read_header(page.sections.pop(""), vocabulary, page.faults)
    if header is None:
        raise MapFaults(sorted(page.faults, key=lambda fault: fault.line))
    draft = Draft(clear_sheet(header.heading, vocabulary, header.grid))
    draft.faults = page.faults
    _read_sections(draft, page.sections)
    return Board(draft.finish())


def check_map(text: str, vocabulary: Vocabulary) -> list[Fault]:
    """Everything that is wrong with a map file, by line."""
    try:
        read_map(text, vocabulary)
    except MapFaults as refused:
        return list(refused.faults)
    return []


def _read_sections(draft: Draft, sections: dict[str, Section]) -> None:
    """Read the sections so that each finds what it needs, whatever their order in the file."""
    readers = _readers(draft.sheet.vocabulary)
    for name, section in sections.items():
        if name not in readers:
            draft.line = section.line
            draft.fault(f"[{name}]", f"A map of this game has no such section; it has {', '.join(readers)}.")
    draft.line = 1
    levels = draft.sheet.vocabulary.levels
    if "terrain" not in sections:
        draft.fault("[terrain]", "This section is missing.")
    if "elevation" not in sections and levels.lowest < levels.highest:
        draft.fault("[elevation]", f'This section is missing; flat ground is "all: {levels.lowest}".')
    for name, reader in readers.items():
        if name in sections:
            reader(draft, sections[name])


def _readers(vocabulary: Vocabulary) -> dict[str, Reader]:
    """How to read each section that a map of this game may have, the ground before what stands on it."""
    families = [family for family in PATH_SECTIONS if any(path.family == family for path in vocabulary.paths)]
    return {
        "terrain": _read_terrain,
        "steep": _read_steep,
        "elevation": _read_elevation,
        "partial": _read_partial,
        **{PATH_SECTIONS[family]: partial(_read_paths, family) for family in families},
        **{kind.name: partial(_read_hexsides, kind) for kind in vocabulary.hexsides},
        "marks": _read_marks,
        "buildings": _read_buildings,
        "places": _read_places,
        "entries": _read_entries,
        "notes": _read_notes,
    }


def _read_terrain(draft: Draft, section: Section) -> None:
    terrains = draft.sheet.vocabulary.terrains
    width = len(terrains[0].letter)
    numbers = {terrain.letter: n for n, terrain in enumerate(terrains)}
    numbers[NO_HEX_SIGN * width] = NO_HEX
    for i, letter in _symbols(draft, section, width):
        if letter in numbers:
            draft.sheet.terrain[i] = numbers[letter]
        else:
            known = " ".join(terrain.letter for terrain in terrains)
            draft.fault(draft.sheet.names[i], f'"{letter}" stands for no terrain; the letters are {known}.')


def _read_elevation(draft: Draft, section: Section) -> None:
    flat = _FLAT.fullmatch(section.lines[0].text) if len(section.lines) == 1 else None
    if flat:
        draft.line = section.lines[0].number
        _lay_flat(draft, LEVEL_DIGITS.index(flat[1]))
        return
    faults = len(draft.faults)
    for i, digit in _symbols(draft, section, 1):
        _read_level(draft, i, digit)
    # Where a level could not be read, the steps beside it would be wrong for no fault of their own.
    if len(draft.faults) == faults:
        draft.check_steps()


def _lay_flat(draft: Draft, level: int) -> None:
    """Give all hexes one level; that the game does not know it is said once."""
    faults = len(draft.faults)
    for i, terrain in enumerate(draft.sheet.terrain):
        if terrain != NO_HEX and len(draft.faults) == faults:
            draft.lay_level(i, level)


def _read_level(draft: Draft, i: int, digit: str) -> None:
    name = draft.sheet.names[i]
    if (digit == NO_HEX_SIGN) != (draft.sheet.terrain[i] == NO_HEX):
        draft.fault(name, f'Where the sheet has no hex, both terrain and elevation have "{NO_HEX_SIGN}".')
    elif digit in LEVEL_DIGITS:
        draft.lay_level(i, LEVEL_DIGITS.index(digit))
    elif digit != NO_HEX_SIGN:
        draft.fault(name, f'"{digit}" is no level; levels are written 0 to 9, then A for 10 and so on.')


def _symbols(draft: Draft, section: Section, width: int) -> Iterator[tuple[int, str]]:
    """Each hex with what the rows of a section say of it; rows of the wrong length are noted and left out."""
    grid = draft.sheet.grid
    if len(section.lines) != grid.rows:
        draft.line = section.line
        draft.fault(f"[{section.name}]", f"{len(section.lines)} rows stand here; the map has {grid.rows}.")
    for row, line in enumerate(section.lines[: grid.rows]):
        draft.line = draft.row_lines[row] = line.number
        symbols = _row(draft, row, line.text)
        if len(symbols) == grid.columns * width:
            for column in range(grid.columns):
                yield row * grid.columns + column, symbols[column * width : column * width + width]
        else:
            length = f"{len(symbols) / width:g} hexes stand in this row; the map has {grid.columns} columns."
            draft.fault(f"row {_row_number(draft, row)}", length)


def _row(draft: Draft, row: int, text: str) -> str:
    """The symbols of a row, without the number that may stand before them."""
    numbered = _ROW_NUMBER.fullmatch(text)
    if numbered and int(numbered[1]) != draft.sheet.grid.first_row + row:
        draft.fault(f"row {numbered[1]}", f"The row that should stand here is {_row_number(draft, row)}.")
    return (numbered[2] if numbered else text).replace(" ", "")


def _row_number(draft: Draft, row: int) -> str:
    grid = draft.sheet.grid
    return f"{grid.first_row + row:0{grid.digits}}"


def _read_partial(draft: Draft, section: Section) -> None:
    for words in _lists(draft, section):
        draft.sheet.partial.update(naming.distinct_hexes(draft, words))


def _read_paths(family: str, draft: Draft, section: Section) -> None:
    known = [path.name for path in draft.sheet.vocabulary.paths if path.family == family]
    for line in section.entries():
        draft.line = line.number
        naming.lay_path(draft, line.text, known)


def _read_hexsides(kind: HexsideKind, draft: Draft, section: Section) -> None:
    for words in _lists(draft, section):
        for i, d in naming.hexsides(draft, words):
            draft.lay_side(kind, i, d)


def _read_steep(draft: Draft, section: Section) -> None:
    for words in _lists(draft, section):
        for i, d in naming.hexsides(draft, words):
            draft.lay_steep(i, d)


def _read_marks(draft: Draft, section: Section) -> None:
    for name, words in _named_lists(draft, section):
        draft.lay_mark(name, naming.distinct_hexes(draft, words))


def _read_buildings(draft: Draft, section: Section) -> None:
    for name, words in _named_lists(draft, section):
        draft.lay_building(name, naming.distinct_hexes(draft, words))


def _read_places(draft: Draft, section: Section) -> None:
    for name, words in _named_lists(draft, section):
        draft.sheet.places[name] = naming.distinct_hexes(draft, words)


def _read_entries(draft: Draft, section: Section) -> None:
    for name, words in _named_lists(draft, section):
        edge = words[-1] if words else ""
        draft.lay_entry(name, naming.distinct_hexes(draft, words[:-1]), edge)


def _read_notes(draft: Draft, section: Section) -> None:
    for line in section.entries():
        draft.line = line.number
        before, colon, words = (part.strip() for part in line.text.partition(":"))
        told, *hexes = before.split() or [""]
        source = next((source for source in SOURCES if source == told), None)
        if source is None or not colon or not words:
            known = ", ".join(SOURCES)
            draft.fault(line.text, f'A note is "source hexes: words", and the source one of {known}.')
        else:
            draft.sheet.notes.append(Note(source, naming.hexes(draft, hexes), words))


def _lists(draft: Draft, section: Section) -> Iterator[list[str]]:
    for line in section.entries():
        draft.line = line.number
        yield line.text.split()


def _named_lists(draft: Draft, section: Section) -> Iterator[tuple[str, list[str]]]:
    """The lines "name: hexes" of a section, each name once."""
    seen: set[str] = set()
    for line in section.entries():
        draft.line = line.number
        name, colon, words = (part.strip() for part in line.text.partition(":"))
        if not colon or not name:
            draft.fault(line.text, 'A line of this section is "name: hexes".')
        elif name in seen:
            draft.fault(name, "This name stands in the section already.")
        else:
            seen.add(name)
            yield name, words.split()
