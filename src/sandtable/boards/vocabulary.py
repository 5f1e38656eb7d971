"""A game's terrain vocabulary: what its maps may show, and how each thing is drawn.

Every game keeps one in `data/terrain.toml`. It names the terrains of whole hexes, the kinds of hexside, the
classes of road, railway and river, the marks a hex can carry, and the levels of the ground.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

HEX_ART = frozenset(
    (
        *("clear", "paved", "cultivated", "rough", "broken", "scrub", "woods"),
        *("village", "building", "marsh", "water", "sea"),
    )
)
HEXSIDE_ART = frozenset(("slope", "berm", "hedge", "stream", "river", "wall", "cliff", "bridge"))
PATH_ART = frozenset(("road", "paved", "unpaved", "track", "trail", "rail", "river", "stream"))

PATH_SECTIONS = {"road": "roads", "rail": "railways", "water": "rivers"}
"""The section of a map file in which the paths of each family stand."""

FIXED_SECTIONS = (
    *("terrain", "elevation", "partial", "steep", *PATH_SECTIONS.values()),
    *("marks", "buildings", "places", "entries", "notes"),
)
LEVEL_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NO_HEX_SIGN = "-"

_NAME = re.compile(r"[a-z][a-z0-9_-]*( [a-z0-9_-]+)*")
_CODE = re.compile(r"[A-Za-z0-9.,~^+*=%&@!?]{1,2}")


class VocabularyError(ValueError):
    """Why a terrain vocabulary cannot be used: all its faults at once."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a whole hex can be; `letter` stands for it in the rows of a map."""

    letter: str
    name: str
    drawing: str
    words: str = ""


class HexsideKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a hexside can be.

    A directed kind lies on the side of one of the two hexes. A kind with `between` is never written on a map:
    it is every hexside between ground of these two levels, unless a path of a class in `unless` crosses it.
    """

    name: str
    drawing: str
    words: str = ""
    directed: bool = False
    between: tuple[int, int] | None = None
    unless: tuple[str, ...] = ()


class PathClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class of road, railway or river that runs from hex to hex."""

    name: str
    family: Literal["road", "rail", "water"]
    drawing: str
    words: str = ""


class MarkKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A property that single hexes have beside their terrain, such as a bridge."""

    name: str
    drawing: str = ""
    words: str = ""


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of the ground; one step is `contour` units of height where the game tells heights.

    Where `steepest` is given, neighbours differ by at most that, except over hexsides that a map lists; it
    may list as many as `exceptions` says.
    """

    lowest: int = 0
    highest: int = 0
    contour: int = 0
    unit: str = "m"
    steepest: int | None = None
    exceptions: int = 0


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the maps of one game may show. The first terrain is the plain one, which blank boards have."""

    game: str
    terrains: tuple[Terrain, ...] = msgspec.field(name="terrain")
    hexsides: tuple[HexsideKind, ...] = msgspec.field(name="hexside", default=())
    paths: tuple[PathClass, ...] = msgspec.field(name="path", default=())
    marks: tuple[MarkKind, ...] = msgspec.field(name="mark", default=())
    levels: Levels = Levels()

    def terrain_named(self, name: str) -> int:
        """The place of a terrain in the list."""
        return self._place(name, "terrain", [terrain.name for terrain in self.terrains])

    def side_kind(self, name: str) -> int:
        """The bit that stands for a kind of hexside in a board's masks."""
        return 1 << self._place(name, "hexside", [kind.name for kind in self.hexsides])

    def path_class(self, name: str) -> int:
        """The bit that stands for a class of path in a board's masks."""
        return 1 << self._place(name, "path", [path.name for path in self.paths])

    def _place(self, name: str, what: str, names: list[str]) -> int:
        if name in names:
            return names.index(name)
        known = ", ".join(names) or "none"
        raise ValueError(f'{self.game} has no {what} "{name}"; it knows {known}')


def read_vocabulary(toml: str) -> Vocabulary:
    """The vocabulary that a game's terrain.toml holds, or a VocabularyError with everything wrong in it."""
    try:
        vocabulary = msgspec.toml.decode(toml, type=Vocabulary)
    except msgspec.DecodeError as error:
        raise VocabularyError([f"The terrain vocabulary cannot be read: {error}."]) from error
    faults = list(_faults(vocabulary))
    if faults:
        raise VocabularyError(faults)
    return vocabulary


def _faults(vocabulary: Vocabulary) -> Iterator[str]:
    yield from _name_faults("terrain", [terrain.name for terrain in vocabulary.terrains])
    yield from _name_faults("hexside", [kind.name for kind in vocabulary.hexsides])
    yield from _name_faults("path", [path.name for path in vocabulary.paths])
    yield from _name_faults("mark", [mark.name for mark in vocabulary.marks])
    yield from _letter_faults([terrain.letter for terrain in vocabulary.terrains])
    yield from _hexside_faults(vocabulary)
    yield from _level_faults(vocabulary.levels)
    yield from _drawing_faults(vocabulary)


def _name_faults(what: str, names: list[str]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f'The {what} "{name}" is listed {times} times.'
        if not _NAME.fullmatch(name):
            yield f'The {what} name "{name}" has more in it than small letters, digits, spaces, - and _.'


def _letter_faults(letters: list[str]) -> Iterator[str]:
    if not letters:
        yield "The vocabulary lists no terrain, so no map can be drawn with it."
    for letter, times in Counter(letters).items():
        if times > 1:
            yield f'The letter "{letter}" stands for {times} terrains.'
        if not _CODE.fullmatch(letter):
            yield f'The terrain letter "{letter}" is not one or two letters, digits or signs of .,~^+*=%&@!?'
    if len({len(letter) for letter in letters}) > 1:
        yield "Some terrains have one letter and others two; all must have the same number."


def _hexside_faults(vocabulary: Vocabulary) -> Iterator[str]:
    levels = vocabulary.levels
    classes = {path.name for path in vocabulary.paths}
    for kind in vocabulary.hexsides:
        if kind.name in FIXED_SECTIONS:
            yield f'A hexside cannot be called "{kind.name}": every map has a section of that name.'
        if kind.unless and kind.between is None:
            yield f'The hexside "{kind.name}" has "unless" without "between".'
        if kind.between is not None and kind.directed:
            yield f'The hexside "{kind.name}" follows from the levels, so it cannot be directed.'
        if kind.between is not None and kind.between[0] == kind.between[1]:
            yield f'The hexside "{kind.name}" lies between level {kind.between[0]} and itself.'
        for level in kind.between or ():
            if not levels.lowest <= level <= levels.highest:
                yield f'The hexside "{kind.name}" speaks of level {level}, which no hex can have.'
        for name in kind.unless:
            if name not in classes:
                yield f'The hexside "{kind.name}" speaks of the path "{name}", which is not listed.'


def _level_faults(levels: Levels) -> Iterator[str]:
    if not 0 <= levels.lowest <= levels.highest < len(LEVEL_DIGITS):
        yield f"Levels run from {levels.lowest} to {levels.highest}; they must lie in order between 0 and 35."
    if levels.contour < 0 or levels.exceptions < 0 or (levels.steepest or 0) < 0:
        yield "A contour, a steepest step and a number of exceptions cannot be negative."
    if levels.exceptions and levels.steepest is None:
        yield "Exceptions are allowed, but no steepest step is given that they could exceed."
    if not re.fullmatch(r"[a-z]+", levels.unit):
        yield f'The unit of height "{levels.unit}" is not a word of small letters such as m or ft.'


def _drawing_faults(vocabulary: Vocabulary) -> Iterator[str]:
    drawn: list[tuple[str, str, str, frozenset[str]]] = [
        *(("terrain", terrain.name, terrain.drawing, HEX_ART) for terrain in vocabulary.terrains),
        *(("hexside", kind.name, kind.drawing, HEXSIDE_ART) for kind in vocabulary.hexsides),
        *(("path", path.name, path.drawing, PATH_ART) for path in vocabulary.paths),
    ]
    for what, name, drawing, art in drawn:
        if drawing not in art:
            yield f'The {what} "{name}" is to be drawn as "{drawing}"; there is {", ".join(sorted(art))}.'
