"""Plots: what a player writes for each unit, in either notation, and what it means in numbers [6.0] [9.1]."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from sandtable.engine import Refusal, Unknown
from sandtable.games.tank.state import DF, EXIT, OF, RING, TASKS, Field
from sandtable.hexes import LETTERS, opposite

_COST = re.compile(r"\(\d+\)$")
"""A cost noted behind a step: a cross-check on paper; the true cost counts [9.11]."""
AROUND, OUT = "around", "exit"
PLOTTED = TASKS[1:7]
"""The task codes that a player may write [5.0]."""
AGAIN = "again"
"""In place of a task code: what the unit did last turn."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One unit's plot: its task, and a target hex for fire or a path for movement [6.0].

    A path gives hex numbers or the letters of the hexsides crossed: "3704 3603", "FF", or one by one; a last
    "exit" leaves the map, and "after A1" follows A1, whose line stands before. Several units, "A1 A2", may
    share a line, "all" are those that have no other. Infantry may cover the target "around". The task "again"
    is that of last turn.
    """

    unit: str
    task: str
    target: str = ""
    path: str | tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The steps of the path, one by one."""
        if not isinstance(self.path, str):
            return self.path
        if re.fullmatch(f"[{LETTERS}]+", self.path):
            return tuple(self.path)
        return tuple(re.split(r"[\s,]+", self.path.strip())) if self.path.strip() else ()

    def __str__(self) -> str:
        """The line as it stands on the pad."""
        return " ".join(word for word in (self.unit, self.task, self.target, *self.words) if word)


def written_line(text: str) -> Line | None:
    """A line as it stands on the pad: units, task, target or path; None if it has no task [6.0]."""
    words = text.split()
    place = next((place for place, word in enumerate(words) if word in (*PLOTTED, AGAIN)), 0)
    if not place:
        return None
    units, task, rest = " ".join(words[:place]), words[place], words[place + 1 :]
    if task in (TASKS[DF], TASKS[OF]):
        return Line(units, task, target=" ".join(rest))
    return Line(units, task, path=" ".join(rest))


class Plots(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A side's plots for one Game-Turn. A unit without a line does nothing.

    `march` sends on all units of a column that have no line, along its route; `route` puts another in the
    place of what lies ahead of the leader, by hexes or by places to pass through.
    """

    lines: tuple[Line, ...] = ()
    march: bool = False
    route: tuple[str, ...] = ()


class Order(NamedTuple):
    """A line in numbers: the path with the places off the map before it, and when each step falls due."""

    unit: int
    task: int
    target: int = -1
    path: tuple[int, ...] = ()
    due: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """The Movement Points plotted [8.71]."""
        return self.due[-1] if self.due else 0


def path_of(field: Field, name: str, start: int, words: Sequence[str]) -> tuple[list[int], list[Refusal]]:
    """The hexes that a path names, step by step, and what is wrong with it [9.11] [9.12]."""
    path: list[int] = []
    faults = []
    for word in (_COST.sub("", word) for word in words):
        before = path[-1] if path else start
        if before == EXIT:
            faults.append(Refusal("17.3E", f"has left the map before {word}", name))
            break
        step = _step(field, before, word)
        if isinstance(step, str):
            faults.append(Refusal("9.12" if word in LETTERS else "9.11", step, name))
            break
        path.append(step)
    return path, faults


def _step(field: Field, before: int, word: str) -> int | str:
    """The hex that one step leads to, or what is wrong with it."""
    if word == OUT:
        return EXIT
    if len(word) == 1 and word in LETTERS:
        if before < 0:
            return f"comes from off the map, so its first step is its entry hex, not {word}"
        beyond = field.country.neighbours[before * 6 + LETTERS.index(word)]
        return beyond if beyond >= 0 else f"leaves the map by {field.hex_name(before)}{word}"
    try:
        hex = field.hex(word)
    except Unknown as error:
        return str(error)
    if before >= 0 and field.country.direction(before, hex) < 0:
        return f"{word} is not adjacent to {field.hex_name(before)}"
    return hex


def step_name(field: Field, hex: int) -> str:
    """A step as plots write it."""
    return OUT if hex == EXIT else field.hex_name(hex)


def told_path(field: Field, path: Sequence[int]) -> tuple[str, ...]:
    """A path as plots write it, without the places off the map."""
    return tuple(step_name(field, hex) for hex in path if hex >= 0 or hex == EXIT)


def vectors(field: Field, start: int, path: Sequence[int]) -> Iterator[str]:
    """The letters of the hexsides that a path on the map crosses [9.12]."""
    for end in path:
        yield LETTERS[field.country.direction(start, end)]
        start = end


def straight_on(field: Field, before: int, hex: int) -> int:
    """The hex opposite to where one came from, or -1 off the map [9.4]."""
    d = field.country.direction(hex, before)
    return field.country.neighbours[hex * 6 + opposite(d)] if d >= 0 else -1


def told_line(field: Field, order: Order) -> Line:
    """An order as a line of the pad."""
    target = AROUND if order.target <= RING else field.hex_name(order.target)
    return Line(field.units[order.unit], TASKS[order.task], target, told_path(field, order.path))
