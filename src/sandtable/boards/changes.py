"""Changes to a map for one situation, as position files ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.boards import naming
from sandtable.boards.draft import Draft

NONE = "none"
"""Takes away what is on a hexside, or the marks of a hex."""


def change_terrain(draft: Draft, terrain: Mapping[str, str]) -> None:
    """Give hexes another terrain."""
    for name, wanted in terrain.items():
        i = draft.find(name)
        try:
            number = draft.sheet.vocabulary.terrain_named(wanted)
        except ValueError as error:
            draft.fault(name, f"{error}.")
            continue
        if i >= 0:
            draft.sheet.terrain[i] = number


def change_levels(draft: Draft, level: Mapping[str, int]) -> None:
    """Raise or lower hexes."""
    for name, wanted in level.items():
        i = draft.find(name)
        if i >= 0:
            draft.lay_level(i, wanted)


def change_sides(draft: Draft, sides: Mapping[str, str | Sequence[str]]) -> None:
    """Put other kinds on hexsides; a directed kind lies on the side of the hex that is written first."""
    for name, wanted in sides.items():
        for i, d in naming.hexsides(draft, name.split()):
            draft.sheet.clear_side(i, d)
            for kind in _listed(wanted):
                draft.lay_side_named(kind, i, d)


def change_marks(draft: Draft, marks: Mapping[str, str | Sequence[str]]) -> None:
    """Give hexes other marks."""
    for name, wanted in marks.items():
        i = draft.find(name)
        if i >= 0:
            for hexes in draft.sheet.marks.values():
                hexes.discard(i)
            for mark in _listed(wanted):
                draft.lay_mark(mark, (i,))


def add_paths(draft: Draft, paths: Sequence[str]) -> None:
    """Draw further paths, each written as in a map file."""
    known = [path.name for path in draft.sheet.vocabulary.paths]
    for path in paths:
        naming.lay_path(draft, path, known)


def _listed(wanted: str | Sequence[str]) -> Sequence[str]:
    """The names that one word or a list of them gives."""
    names = [wanted] if isinstance(wanted, str) else wanted
    return [name for name in names if name != NONE]
