"""What makes a map right: each check names the places where something is wrong, and says what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.boards.sheet import COMPASS, NO_HEX, Run, Sheet
from sandtable.boards.vocabulary import HexsideKind
from sandtable.hexes import direction_between, opposite

Complaint = tuple[str, str]
"""A place, such as a hex number, and what is wrong there in one plain sentence."""


def level_complaints(sheet: Sheet, i: int, level: int) -> Iterator[Complaint]:
    """A hex can only have the levels that the game knows."""
    levels = sheet.vocabulary.levels
    if not levels.lowest <= level <= levels.highest:
        span = f"from {levels.lowest} to {levels.highest}"
        yield sheet.names[i], f"Level {level} is not one of the game's levels, which run {span}."


def side_complaints(sheet: Sheet, kind: HexsideKind, i: int, d: int) -> Iterator[Complaint]:
    """A hexside lies between two hexes and has each kind once; what follows from levels is not written."""
    place = sheet.side_name(i, d)
    if kind.between is not None:
        yield place, f'No map says where "{kind.name}" is: it follows from the levels.'
    elif sheet.beyond(i, d) < 0:
        yield place, "There is no hex beyond this hexside, so nothing can lie on it."
    elif sheet.sides[i * 6 + d] & sheet.vocabulary.side_kind(kind.name):
        yield place, _twice(sheet, kind, i, d)


def _twice(sheet: Sheet, kind: HexsideKind, i: int, d: int) -> str:
    if kind.directed and not sheet.faces[i * 6 + d] & sheet.vocabulary.side_kind(kind.name):
        other = sheet.side_name(sheet.beyond(i, d), opposite(d))
        return f'This hexside has its "{kind.name}" on the other side already, as {other}.'
    return f'This hexside is listed twice as "{kind.name}".'


def crossings(sheet: Sheet, run: Run) -> list[tuple[int, int]]:
    """The hexsides that a run crosses, each as seen from the hex it leaves or, at its beginning, enters."""
    crossed = [(run.hexes[0], run.enters)] if run.enters >= 0 else []
    for i, j in pairwise(run.hexes):
        d = direction_between(sheet.grid.hex(i), sheet.grid.hex(j))
        if d is not None:
            crossed.append((i, d))
    if run.leaves >= 0:
        crossed.append((run.hexes[-1], run.leaves))
    return crossed


def run_complaints(sheet: Sheet, run: Run) -> Iterator[Complaint]:
    """A run goes from hex to neighbouring hex, and leaves the map only where the map ends."""
    names, hexes = sheet.names, run.hexes
    if len(hexes) == 1 and run.enters < 0 and run.leaves < 0:
        yield names[hexes[0]], f'A "{run.path}" needs a second hex, or the side where it runs off the map.'
    for i, j in pairwise(hexes):
        if direction_between(sheet.grid.hex(i), sheet.grid.hex(j)) is None:
            yield names[j], f'The "{run.path}" jumps: {names[i]} and {names[j]} are not adjacent.'
    for i, d in ((hexes[0], run.enters), (hexes[-1], run.leaves)):
        if d >= 0 and sheet.beyond(i, d) >= 0:
            yield sheet.side_name(i, d), f'The "{run.path}" does not run off the map here: a hex lies beyond.'


def building_complaints(sheet: Sheet, name: str, hexes: tuple[int, ...]) -> Iterator[Complaint]:
    """The hexes of a building hang together, and none belongs to two."""
    taken = {i: other for other, known in sheet.buildings.items() for i in known}
    for i in hexes:
        if i in taken:
            yield sheet.names[i], f'This hex belongs to the building "{taken[i]}" already.'
    if len(_within_reach(sheet, hexes)) < len(hexes):
        yield name, "The hexes of a building must hang together."


def _within_reach(sheet: Sheet, hexes: tuple[int, ...]) -> set[int]:
    """Those of the hexes that can be walked to from the first without leaving them."""
    waiting = list(hexes[:1])
    found = set(waiting)
    while waiting:
        at = waiting.pop() * 6
        near = [j for j in sheet.grid.neighbours[at : at + 6] if j in hexes and j not in found]
        found.update(near)
        waiting.extend(near)
    return found


def entry_complaints(sheet: Sheet, name: str, hexes: tuple[int, ...], edge: str) -> Iterator[Complaint]:
    """An entry lies on an edge that the map has."""
    if edge not in COMPASS:
        known = ", ".join((*COMPASS, *sheet.heading.edges.values()))
        yield name, f'"{edge}" is not an edge of this map; its edges are {known}.'
        return
    on_edge = set(sheet.edge(edge))
    for i in hexes:
        if i not in on_edge:
            yield sheet.names[i], f'This hex of the entry "{name}" is not on the {edge} edge of the map.'


def too_steep(sheet: Sheet) -> Iterator[tuple[int, int]]:
    """The hexsides over which the ground rises by more than the game allows, but for those listed."""
    steepest, level = sheet.vocabulary.levels.steepest, sheet.level
    if steepest is None:
        return
    for at, j in enumerate(sheet.grid.neighbours):
        i, d = divmod(at, 6)
        # Each hexside is looked at from one of its hexes only.
        if i > j or abs(level[i] - level[j]) <= steepest or sheet.hexside(i, d) in sheet.steep:
            continue
        if NO_HEX not in (sheet.terrain[i], sheet.terrain[j]):
            yield i, d


def step_complaint(sheet: Sheet, i: int, d: int) -> Complaint:
    """What is wrong with a hexside that is too steep."""
    levels = f"Levels {sheet.level[i]} and {sheet.level[sheet.beyond(i, d)]} meet here"
    most = sheet.vocabulary.levels.steepest
    return sheet.side_name(
        i, d
    ), f"{levels}; neighbours differ by at most {most} unless [steep] lists the side."


def steep_complaints(sheet: Sheet, i: int, d: int) -> Iterator[Complaint]:
    """Exceptions to the rule about steps lie between hexes, once each, and are no more than allowed."""
    allowed = sheet.vocabulary.levels.exceptions
    if sheet.beyond(i, d) < 0:
        yield sheet.side_name(i, d), "There is no hex beyond this hexside, so no ground rises there."
    elif sheet.hexside(i, d) in sheet.steep:
        yield sheet.side_name(i, d), "This hexside is listed twice as steep."
    elif len(sheet.steep) == allowed:
        yield sheet.side_name(i, d), f"The game allows no more than {allowed} hexsides to be listed as steep."
