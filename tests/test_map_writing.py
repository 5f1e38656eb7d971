"""A board written as a map file reads as the same board, and its hash says so."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mill import BOARD, HILLY, MILL, SKIRMISH

from sandtable.boards import Board, Heading, Note, Run, blank_board, read_map, write_map
from sandtable.boards.draft import Draft
from sandtable.boards.sheet import NO_HEX, clear_sheet
from sandtable.hexes import Grid

NAMES = (
    st.text("ABCdef 12'(,.[]/-", min_size=1, max_size=8).map(str.strip).filter(lambda s: s and s[0] != "[")
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A small map of anything: facts are laid at random, and those that cannot be are left off."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    grid = Grid(
        columns,
        rows,
        draw(st.sampled_from(["even", "odd"])),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 90)),
    )
    edges = draw(st.dictionaries(st.sampled_from(["north", "west"]), st.just("Q"), max_size=1))
    heading = Heading(
        game="skirmish",
        name="chance",
        title=draw(NAMES),
        source=draw(st.sampled_from(["printed", "reconstructed", "invented"])),
        reason=draw(NAMES),
        contour=draw(st.integers(0, 50)),
        base=draw(st.integers(-200, 200)),
        edges=edges,
        partials_playable=draw(st.booleans()),
    )
    draft = Draft(clear_sheet(heading, HILLY, grid))
    sheet = draft.sheet
    sheet.terrain = draw(st.lists(st.integers(-1, 2), min_size=grid.count, max_size=grid.count))
    there = [i for i in range(grid.count) if sheet.terrain[i] != NO_HEX]
    for i in there:
        sheet.level[i] = draw(st.integers(0, 12))
    if there:
        lay(draft, draw, st.lists(st.sampled_from(there), min_size=1, max_size=9, unique=True).map(tuple))
    return Board(draft.finish())


def lay(draft: Draft, draw: st.DrawFn, some: st.SearchStrategy[tuple[int, ...]]) -> None:
    """Half hexes, hexsides, paths, marks and names wherever chance has it."""
    sheet, directions = draft.sheet, st.integers(0, 5)
    sheet.partial |= set(draw(some))
    for kind in draw(st.lists(st.sampled_from(HILLY.hexsides), max_size=30)):
        draft.lay_side(kind, draw(some)[0], draw(directions))
    for path in draw(st.lists(st.sampled_from(HILLY.paths), max_size=4)):
        way = [draw(some)[0]]
        for d in draw(st.lists(directions, max_size=30)):
            way += [j] if (j := sheet.beyond(way[-1], d)) >= 0 else []
        draft.lay_run(Run(path.name, draw(NAMES), tuple(way), -1, draw(st.integers(-1, 5))))
    draft.lay_mark("ford", draw(some))
    for name in draw(st.lists(NAMES, max_size=3, unique=True)):
        sheet.places[name] = draw(some)
        draft.lay_building(name, draw(some))
        draft.lay_entry(name, draw(some), draw(st.sampled_from(["north", "east", "south", "west"])))
        sheet.notes.append(Note("printed", draw(some), name))
    draft.faults.clear()


@settings(max_examples=150, deadline=None)
@given(boards())
def test_what_is_written_reads_as_the_same_board(board: Board) -> None:
    """Everything comes back: what rules see, by the hash, and the words, one by one."""
    again = read_map(write_map(board), HILLY)
    assert again.hash == board.hash
    assert again.heading == board.heading
    assert again.notes == board.notes
    assert again.neighbours == board.neighbours
    assert write_map(again) == write_map(read_map(write_map(again), HILLY))


def test_a_large_map_reads_as_it_was_written() -> None:
    """A sheet of full size, 60 by 34, with every hex in use and lists that fill many lines."""
    board = blank_board(HILLY, 60, 34)
    names = board.names
    board = board.changed(
        terrain={name: ("clear", "woods", "village")[i * i % 3] for i, name in enumerate(names)},
        level={name: i * 7 % 13 for i, name in enumerate(names)},
        sides={f"{name}-{below}": "hedge" for name, below in zip(names, names[60:], strict=False)},
        marks=dict.fromkeys(names[::3], "bridge"),
        paths=['paved "High Road": E 0110 .. 6010 C', "track: 3001 .. 3034"],
    )
    text = write_map(board)
    assert max(map(len, text.splitlines())) <= 110
    again = read_map(text, HILLY)
    assert (again.hash, again.terrain, again.level) == (board.hash, board.terrain, board.level)
    assert len(again.marks["bridge"]) == 60 * 34 / 3


@pytest.mark.parametrize("title", ["", "two\nlines", "number #4", " spaced"])
def test_what_a_file_cannot_say_is_refused(title: str) -> None:
    """Rather than a file that reads as something else."""
    with pytest.raises(ValueError, match="cannot stand in a map file"):
        write_map(blank_board(SKIRMISH, 3, 3, title=title))


def test_names_that_would_end_too_soon_are_refused() -> None:
    """A quotation mark ends the name of a path, and a colon that of a place."""
    board = BOARD.changed()
    board.sheet.places["a:b"] = (0,)
    with pytest.raises(ValueError, match="has a colon"):
        write_map(board)
    board = BOARD.changed()
    board.sheet.runs.append(Run("track", 'the "short" way', (0, 6)))
    with pytest.raises(ValueError, match="quotation marks"):
        write_map(Board(board.sheet))


# The hash

TOUCHES: list[Callable[[Board], Board]] = [
    lambda board: board.changed(terrain={"0103": "woods"}),
    lambda board: board.changed(level={"0105": 0}),
    lambda board: board.changed(sides={"0103D": "hedge"}),
    lambda board: board.changed(sides={"0202B": "none", "0302E": "slope"}),
    lambda board: board.changed(marks={"0103": "ford"}),
    lambda board: board.changed(paths=["track: 0104 0105"]),
    lambda board: read_map(MILL.replace("The Spinney: 0301", "The Spinney: 0201"), SKIRMISH),
    lambda board: read_map(MILL.replace("base: 100", "base: 90"), SKIRMISH),
    lambda board: read_map(MILL.replace("0101 0301", "0101"), SKIRMISH),
    lambda board: read_map(MILL.replace("0501 0601 W", "0601 W"), SKIRMISH),
]


@pytest.mark.parametrize("touch", TOUCHES)
def test_the_hash_sees_every_fact(touch: Callable[[Board], Board]) -> None:
    """Any change that a rule could see gives another hash; a slope turned round is one."""
    assert touch(BOARD).hash != BOARD.hash


def test_the_hash_does_not_see_words() -> None:
    """A reworded title or note, or a vocabulary listed in another order, leaves records of games valid."""
    assert (
        read_map(MILL.replace("The Mill", "A Mill").replace("all of it", "all"), SKIRMISH).hash == BOARD.hash
    )
    turned = msgspec.structs.replace(
        SKIRMISH,
        terrains=SKIRMISH.terrains[::-1],
        hexsides=SKIRMISH.hexsides[::-1],
        paths=SKIRMISH.paths[::-1],
        marks=SKIRMISH.marks[::-1],
    )
    assert read_map(MILL, turned).hash == BOARD.hash
