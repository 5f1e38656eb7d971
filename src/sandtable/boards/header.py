"""The header of a map file: what the map is called, how it is numbered, and where it comes from."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from sandtable.boards.draft import Fault
from sandtable.boards.page import Line, Section
from sandtable.boards.sheet import COMPASS, SOURCES, Heading
from sandtable.boards.vocabulary import Vocabulary
from sandtable.hexes import Grid

FORMAT = "1"
LARGEST = 250
"""The most columns or rows that a map may have."""

REQUIRED = ("format", "game", "name", "title", "size", "low", "source", "reason")
_OPTIONAL = ("first", "edges", "contour", "base", "partial")

_WANTED = {
    "format": (FORMAT, f"This program reads format {FORMAT}."),
    "name": ("[a-z0-9][a-z0-9_-]*", "A name is made of small letters, digits, hyphens and underscores."),
    "size": ("[0-9]{1,3} *x *[0-9]{1,3}", "A size is columns x rows, such as 60 x 34."),
    "low": ("even|odd", "Either the even or the odd columns lie half a hex further south."),
    "source": ("|".join(SOURCES), f"A source is one of {', '.join(SOURCES)}."),
    "first": ("([0-9]{2}){1,3}", "This is the number of the hex in the northwest corner, such as 0101."),
    "edges": (
        rf"({'|'.join(COMPASS)}) [^ ,]+(, *({'|'.join(COMPASS)}) [^ ,]+)*",
        "Edges are named like this: north W, east X, south Y, west Z.",
    ),
    "contour": ("[0-9]{1,4} *[a-z]+", "A contour is the height of a level in some unit, such as 20 m."),
    "base": ("-?[0-9]{1,5}", "The base is the height of level 0, a whole number."),
    "partial": ("playable|not playable", "Partial hexes are either playable or not playable."),
}


class Header(msgspec.Struct, frozen=True):
    """What a header says, as far as it can be understood."""

    heading: Heading
    grid: Grid


def read_header(section: Section, vocabulary: Vocabulary, faults: list[Fault]) -> Header | None:
    """The header of a map, or None where the map has no size that could be used."""
    lines = _lines_by_key(section, faults)
    values = {key: line.text for key, line in lines.items() if _is_right(key, line, vocabulary, faults)}
    for key in REQUIRED:
        if key not in lines:
            faults.append(Fault(1, key, f'The header needs a line "{key}: ...".'))
    grid = _grid(values, lines, faults)
    return Header(_heading(values, vocabulary), grid) if grid else None


def _lines_by_key(section: Section, faults: list[Fault]) -> dict[str, Line]:
    """The value of each key that may stand in a header, with the line it stands on."""
    lines: dict[str, Line] = {}
    for line in section.entries():
        key, colon, value = (part.strip() for part in line.text.partition(":"))
        if not colon:
            faults.append(Fault(line.number, line.text, 'A line of the header is "key: value".'))
        elif key not in (*REQUIRED, *_OPTIONAL):
            faults.append(Fault(line.number, key, "The header of a map knows no such key."))
        elif key in lines:
            faults.append(Fault(line.number, key, f"This stands on line {lines[key].number} already."))
        else:
            lines[key] = Line(line.number, value)
    return lines


def _is_right(key: str, line: Line, vocabulary: Vocabulary, faults: list[Fault]) -> bool:
    pattern, wanted = _WANTED.get(key, (".+", "Something must be said here."))
    if not re.fullmatch(pattern, line.text):
        faults.append(Fault(line.number, key, f'"{line.text}" cannot be used. {wanted}'))
        return False
    if key == "game" and line.text != vocabulary.game:
        faults.append(Fault(line.number, key, f'The map is for "{line.text}", not for "{vocabulary.game}".'))
    if key == "edges" and any(
        len(set(words)) < len(words) for words in zip(*_edge_names(line.text), strict=True)
    ):
        faults.append(Fault(line.number, key, "Each edge has one name, and no two have the same."))
    return True


def _edge_names(text: str) -> list[tuple[str, str]]:
    """The points of the compass and the names of the edges that look that way."""
    pairs = (pair.split() for pair in text.split(",") if pair)
    return [(point, name) for point, name in pairs]


def _grid(values: dict[str, str], lines: dict[str, Line], faults: list[Fault]) -> Grid | None:
    if not {"size", "low"} <= values.keys():
        return None
    columns, rows = map(int, values["size"].split("x"))
    first = values.get("first", "0101")
    digits = len(first) // 2
    try:
        if max(columns, rows) > LARGEST:
            raise ValueError(f"a map has at most {LARGEST} columns and {LARGEST} rows")
        low: Literal["even", "odd"] = "even" if values["low"] == "even" else "odd"
        return Grid(columns, rows, low, int(first[:digits]), int(first[digits:]), digits)
    except ValueError as error:
        reason = str(error)
        faults.append(Fault(lines["size"].number, "size", f"{reason[0].upper()}{reason[1:]}."))
        return None


def _heading(values: dict[str, str], vocabulary: Vocabulary) -> Heading:
    """The heading; what is missing or wrong has been noted, so whatever stands in its place is never used."""
    contour = re.fullmatch(r"([0-9]+) *([a-z]+)", values.get("contour", ""))
    levels = vocabulary.levels
    return Heading(
        game=vocabulary.game,
        name=values.get("name", ""),
        title=values.get("title", ""),
        source=next((source for source in SOURCES if source == values.get("source")), "invented"),
        reason=values.get("reason", ""),
        contour=int(contour[1]) if contour else levels.contour,
        unit=contour[2] if contour else levels.unit,
        base=int(values.get("base", "0")),
        edges=dict(_edge_names(values.get("edges", ""))),
        partials_playable=values.get("partial") != "not playable",
    )
