"""How hexes, hexsides and the courses of paths are written, in map files and position files alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from sandtable.boards.draft import Draft
from sandtable.boards.sheet import Run
from sandtable.hexes import LETTERS, direction_between

STRETCH = ".."
LIFT = "/"

_PATH = re.compile(r'([^:"]*?) *(?:"([^"]*)")? *: *(.*)')


def hexes(draft: Draft, words: Sequence[str]) -> tuple[int, ...]:
    """The hexes of a list such as `0109 0210 0310 .. 0610`, where dots run along one column or one row."""
    found: list[int] = []
    for before, word in zip(("", *words), words, strict=False):
        if word == STRETCH:
            if not found or before == STRETCH:
                draft.fault(word, "These dots need a hex number before them.")
            continue
        i = draft.find(word)
        if before == STRETCH and found and min(i, found[-1]) >= 0:
            found.extend(_between(draft, found[-1], i))
        found.append(i)
    if words and words[-1] == STRETCH:
        draft.fault(STRETCH, "These dots need a hex number behind them.")
    return tuple(i for i in found if i >= 0)


def distinct_hexes(draft: Draft, words: Sequence[str]) -> tuple[int, ...]:
    """The hexes of a list in which each may stand once."""
    found = hexes(draft, words)
    for i, times in Counter(found).items():
        if times > 1:
            draft.fault(draft.sheet.names[i], "This hex is listed twice.")
    if not words:
        draft.fault("the list", "At least one hex must stand here.")
    return found


def _between(draft: Draft, i: int, j: int) -> list[int]:
    """The hexes between two of one printed column or row."""
    columns, names = draft.sheet.grid.columns, draft.sheet.names
    if i // columns == j // columns:
        stride = 1
    elif i % columns == j % columns:
        stride = columns
    else:
        draft.fault(names[j], f"Dots run along one column or row; {names[i]} and {names[j]} share neither.")
        return []
    between = range(i + stride, j, stride) if i < j else range(i - stride, j, -stride)
    return [k for k in between if draft.find(names[k]) >= 0]


def hexsides(draft: Draft, words: Iterable[str]) -> list[tuple[int, int]]:
    """The hexsides of a list such as `3808 A B 3807F 0923-0922`, each as seen from the hex written first."""
    groups: list[tuple[str, str]] = []
    for word in words:
        name = word.rstrip(LETTERS)
        letters = word[len(name) :]
        if name or not groups:
            groups.append((name, letters))
        else:
            groups[-1] = (groups[-1][0], groups[-1][1] + letters)
    return [side for name, letters in groups for side in _sides(draft, name, letters)]


def _sides(draft: Draft, name: str, letters: str) -> list[tuple[int, int]]:
    if not name:
        draft.fault(letters, "The letter of a side needs the number of its hex before it.")
        return []
    if "-" in name:
        return _shared_side(draft, name, letters)
    i = draft.find(name)
    if not letters and i >= 0:
        draft.fault(name, "This hex needs the letter of a side behind it, A to F.")
    return [(i, LETTERS.index(letter)) for letter in letters if i >= 0]


def _shared_side(draft: Draft, pair: str, letters: str) -> list[tuple[int, int]]:
    """The hexside that two hexes joined by a hyphen share."""
    if letters:
        draft.fault(pair + letters, "Two hexes name their hexside without a letter.")
        return []
    first, second = pair.split("-", 1)
    i, j = draft.find(first), draft.find(second)
    if min(i, j) < 0:
        return []
    d = direction_between(draft.sheet.grid.hex(i), draft.sheet.grid.hex(j))
    if d is None:
        draft.fault(pair, "These two hexes are not adjacent, so they share no hexside.")
        return []
    return [(i, d)]


def lay_path(draft: Draft, text: str, known: Collection[str]) -> None:
    """Draw a path such as `paved "High Road": F 0109 0210 / 0412 .. 0419 D`, of one of the known classes.

    A slash lifts the pencil; a letter at either end of a stroke is the side by which it runs off the map.
    """
    line = _PATH.fullmatch(text)
    if line is None:
        draft.fault(text, 'A path is "class: hexes", or with its name before the colon, class "name": hexes.')
    elif line[1] not in known:
        draft.fault(line[1], f"No such path can stand here; there are {', '.join(known) or 'none'}.")
    elif not line[3].strip(" " + LIFT):
        draft.fault(line[1], "A path needs the hexes it runs through.")
    else:
        for lifted, stroke in groupby(line[3].split(), key=LIFT.__eq__):
            if not lifted:
                _lay_stroke(draft, line[1], line[2] or "", list(stroke))


def _lay_stroke(draft: Draft, path: str, name: str, words: list[str]) -> None:
    enters = _side(words[0])
    course = words[1:] if enters >= 0 else words
    leaves = _side(course[-1]) if course else -1
    faults = len(draft.faults)
    run = hexes(draft, course[:-1] if leaves >= 0 else course)
    if len(draft.faults) > faults:
        return
    if run:
        draft.lay_run(Run(path, name, run, enters, leaves))
    else:
        draft.fault(words[0], f'The side by which a "{path}" runs off the map needs a hex beside it.')


def _side(word: str) -> int:
    """The direction that a single letter names, or -1 for any other word."""
    return LETTERS.index(word) if len(word) == 1 and word in LETTERS else -1
