"""A map file taken apart: the header, and the sections with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from sandtable.boards.draft import Fault

_TITLE = re.compile(r"\[([^\[\]]*)\]")


class Line(msgspec.Struct):
    """What stands on a line, without comment and spaces around it."""

    number: int
    text: str
    indented: bool = False


class Section(msgspec.Struct):
    """The lines under a title in square brackets; the header is the section without a name."""

    name: str
    line: int
    lines: list[Line] = []

    def entries(self) -> list[Line]:
        """The lines, those that begin with a space joined to the one above."""
        joined: list[Line] = []
        for line in self.lines:
            if line.indented and joined:
                joined[-1] = Line(joined[-1].number, f"{joined[-1].text} {line.text}")
            else:
                joined.append(line)
        return joined


class Page(msgspec.Struct):
    """The sections of a map file by name, the header under the empty name."""

    sections: dict[str, Section]
    faults: list[Fault]


def take_apart(text: str) -> Page:
    """The page that a text makes."""
    here = Section("", 1)
    page = Page({"": here}, [])
    for line in _lines(text, page.faults):
        if line.text.startswith("["):
            here = _opened(page, line)
        else:
            here.lines.append(line)
    return page


def _lines(text: str, faults: list[Fault]) -> Iterator[Line]:
    """The lines that are not blank, without their comments."""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = raw.removesuffix("\r").replace("\t", " ")
        if not line.isprintable():
            faults.append(Fault(number, "the line", "It holds a character that cannot be printed."))
            continue
        words = line.split("#", 1)[0].rstrip()
        if words:
            yield Line(number, words.strip(), words.startswith(" "))


def _opened(page: Page, line: Line) -> Section:
    """The section that a title begins; one that cannot be used is read all the same, and dropped."""
    title = _TITLE.fullmatch(line.text)
    section = Section(title[1].strip() if title else line.text, line.number)
    if title is None or not section.name:
        page.faults.append(Fault(line.number, line.text, "The title of a section is its name in brackets."))
    elif section.name in page.sections:
        first = page.sections[section.name].line
        page.faults.append(Fault(line.number, line.text, f"This section stands on line {first} already."))
    else:
        page.sections[section.name] = section
    return section
