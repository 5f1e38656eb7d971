"""What is wrong with a map or a vocabulary is told with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mill import MILL, SKIRMISH, TOML

from sandtable.boards import MapFaults, VocabularyError, check_map, read_map, read_vocabulary, write_map
from sandtable.hexes import LETTERS

# Maps

FAULTS = [
    ("format: 1", "format: 2", "format", '"2" cannot be used. This program reads format 1.'),
    ("format: 1\n", "", "format", 'needs a line "format: ..."'),
    ("game: skirmish", "game: chess", "game", 'for "chess", not for "skirmish"'),
    ("title: The Mill", "title:", "title", "Something must be said"),
    ("title: The Mill", "colour: red", "colour", "knows no such key"),
    ("title: The Mill", "title: a\ntitle: b", "title", "stands on line 4 already"),
    ("title: The Mill", "title", "title", 'is "key: value"'),
    ("size: 6 x 5", "size: six", "size", "such as 60 x 34"),
    ("size: 6 x 5", "size: 600 x 5", "size", "at most 250 columns"),
    ("size: 6 x 5", "size: 6 x 5\nfirst: 9901", "size", "2 digits cannot number"),
    ("low: even", "low: both", "low", "even or the odd"),
    ("source: invented", "source: heard", "source", "printed, reconstructed, invented"),
    ("north W, east X", "north W, up X", "edges", "Edges are named like this"),
    ("north W, east X", "north W, east W", "edges", "no two have the same"),
    ("contour: 20 m", "contour: high", "contour", "such as 20 m"),
    ("base: 100", "base: x", "base", "whole number"),
    ("02: ..w...", "02: ..q...", "0302", '"q" stands for no terrain; the letters are . w V.'),
    ("02: ..w...", "02: ..w..", "row 02", "5 hexes stand in this row; the map has 6 columns."),
    ("02: ..w...", "03: ..w...", "row 03", "The row that should stand here is 02."),
    ("02: 111222", "02: 1112223", "row 02", "7 hexes stand in this row"),
    ("02: 111222", "02: 11122-", "0602", "no hex"),
    ("02: 111222", "02: 111*22", "0402", '"*" is no level'),
    ("02: 111222", "02: 111Z22", "0402", "Level 35 is not one of the game's levels, which run from 0 to 12."),
    ("03: 111111", "03: 131111", "0202D", "Levels 1 and 3 meet here"),
    ("0101 0301", "0101 0701", "0701", "no hex of the map, which runs from 0101 to 0605"),
    ("0101 0301", "0101 0605", "0605", "The sheet has no hex here."),
    ("0101 0301", "0101 0301 0101", "0101", "listed twice"),
    ("0101 0301", "0101 ..", "..", "behind them"),
    ("0101 0301", ".. 0101", "..", "before them"),
    ("0101 0301", "0101 .. 0302", "0302", "share neither"),
    ("0103 .. 0603", "0103 0203 0305 0403 0503 0603", "0305", "0203 and 0305 are not adjacent"),
    ("0103 .. 0603 C", "0103 .. 0503 C", "0503C", "does not run off the map"),
    ("paved", "motorway", "motorway", "there are paved, track."),
    ("brook:", "paved:", "paved", "there are brook."),
    ("brook: F 0104 0204 0305 D", "brook: / ", "brook", "needs the hexes"),
    ("brook: F 0104 0204 0305 D", "brook: 0104", "0104", "second hex"),
    ("brook: F 0104 0204 0305 D", "brook: A", "A", "needs a hex beside it"),
    ("brook: F 0104 0204 0305 D", "brook 0104 0204", "brook 0104 0204", 'A path is "class: hexes"'),
    ("0202 B C", "0202", "0202", "the letter of a side"),
    ("0202 B C", "B 0202 C", "B", "the number of its hex before it"),
    ("0202 B C", "0202 B B", "0202B", 'listed twice as "slope"'),
    ("0202 B C", "0202 B 0302E", "0302E", "on the other side already, as 0202B"),
    ("0202 B C", "0202 G", "G", "no hex of the map"),
    ("0202 B C", "0201 A", "0201A", "no hex beyond"),
    ("0202 B C", "0604 D", "0604D", "no hex beyond"),
    ("0503D", "0503D 0504A", "0504A", 'listed twice as "hedge"'),
    ("0503D", "0503-0603C", "0503-0603C", "without a letter"),
    ("0503D", "0503-0605", "0605", "The sheet has no hex here."),
    ("0503D", "0503-0505", "0503-0505", "share no hexside"),
    ("0503D 0204-0205", "0204-0205\n[cliff]\n0503D", "0503D", "follows from the levels"),
    ("[hedge]", "[moat]", "[moat]", "A map of this game has no such section"),
    ("[hedge]", "[slope]", "[slope]", "already"),
    ("[hedge]", "[hedge", "[hedge", "The title of a section"),
    ("bridge: 0204", "tunnel: 0204", "tunnel", "it knows bridge, ford."),
    ("bridge: 0204", "bridge:", "the list", "At least one hex"),
    ("bridge: 0204", "bridge 0204", "bridge 0204", '"name: hexes"'),
    ("bridge: 0204", "bridge: 0204\nbridge: 0203", "bridge", "in the section already"),
    ("Mill: 0503 0504", "Mill: 0503 0505", "Mill", "must hang together"),
    ("Mill: 0503 0504", "Mill: 0503\nBarn: 0503", "0503", 'the building "Mill" already'),
    ("West Road: 0103 west", "West Road: 0203 west", "0203", "not on the west edge"),
    (
        "West Road: 0103 west",
        "West Road: 0103 Z",
        "West Road",
        "its edges are north, east, south, west, W, X.",
    ),
    ("invented: all of it", "guessed: all of it", "guessed: all of it", "one of printed, reconstructed"),
    ("invented: all of it", "invented:", "invented:", 'A note is "source hexes: words"'),
    ("invented: all of it", "invented: all\x07", "the line", "cannot be printed"),
]


@pytest.mark.parametrize(("right", "wrong", "place", "said"), FAULTS, ids=lambda text: text[:24])
def test_a_fault_is_told_with_its_place(right: str, wrong: str, place: str, said: str) -> None:
    """One thing is made wrong in a map that is right; the checker names line, place and reason."""
    text = MILL.replace(right, wrong, 1)
    assert text != MILL
    first = MILL[: MILL.index(right)].count("\n") + 1
    last = first + wrong.count("\n")
    found = check_map(text, SKIRMISH)
    told = [fault for fault in found if fault.place == place and said in fault.message]
    assert told, found
    assert first <= told[0].line <= last


@pytest.mark.parametrize(
    ("listed", "place", "said"),
    [
        ("0101A", "0101A", "no hex beyond"),
        ("0203A 0202D", "0202D", "twice as steep"),
        ("0203A 0203B", "0203B", "no more than 1 hexsides"),
    ],
)
def test_exceptions_to_the_rule_about_steps_are_checked(listed: str, place: str, said: str) -> None:
    """They lie on the map, are listed once, and this game allows a single one."""
    (fault,) = check_map(MILL + f"[steep]\n{listed}\n", SKIRMISH)
    assert fault.place == place
    assert said in fault.message


def test_a_map_that_is_right_has_no_faults() -> None:
    """Else the test above would prove nothing."""
    assert check_map(MILL, SKIRMISH) == []


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    """Five things wrong in five sections are five faults, and reading raises them all."""
    text = MILL.replace("..w...", "..q...").replace("0202 B C", "9999 B")
    text = text.replace("bridge: 0204", "bridge: 0209").replace("reason: for these tests", "")
    text += "[steep]\n0101A\n"
    faults = check_map(text, SKIRMISH)
    assert [fault.place for fault in faults] == ["reason", "0302", "9999", "0209", "0101A"]
    with pytest.raises(MapFaults) as refused:
        read_map(text, SKIRMISH)
    assert refused.value.faults == tuple(faults)
    assert str(faults[1]) == 'line 14: 0302: "q" stands for no terrain; the letters are . w V.'


def test_a_level_that_cannot_be_read_is_one_fault() -> None:
    """The steps beside it are not complained of as well, since nobody knows them."""
    assert len(check_map(MILL.replace("02: 111222", "02: 111*22"), SKIRMISH)) == 1


def test_missing_rows_and_sections_are_told() -> None:
    """A map without ground, and one that lacks a row."""
    header = MILL.split("[terrain]")[0]
    assert [fault.place for fault in check_map(header, SKIRMISH)] == ["[terrain]", "[elevation]"]
    short = check_map(MILL.replace("05: .w...-\n", ""), SKIRMISH)
    assert (short[0].place, short[0].message) == ("[terrain]", "4 rows stand here; the map has 5.")


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_no_text_breaks_the_checker(text: str) -> None:
    """Whatever stands in a file, the answer is a board or faults."""
    check_map(text, SKIRMISH)
    check_map(MILL.split("[terrain]")[0] + text, SKIRMISH)


SCRAPS = st.sampled_from(
    ["[", "]", ":", "..", "/", "-", "A", "0101", "9", '"', "\n", " ", "#", "x", "all: 0\n"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(MILL)), st.integers(0, 12), SCRAPS), min_size=1, max_size=6))
def test_no_damage_breaks_the_checker(damage: list[tuple[int, int, str]]) -> None:
    """With scraps of the format in the wrong places it finds faults, or another map that can be written."""
    text = MILL
    for at, length, scrap in damage:
        text = text[:at] + scrap + text[at + length :]
    if not check_map(text, SKIRMISH):
        board = read_map(text, SKIRMISH)
        assert read_map(write_map(board), SKIRMISH).hash == board.hash


# Vocabularies


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('letter = "w"', 'letter = "."', 'The letter "." stands for 2 terrains.'),
        ('letter = "w"', 'letter = "#"', 'The terrain letter "#"'),
        ('letter = "w"', 'letter = "ww"', "the same number"),
        ('name = "woods"', 'name = "clear"', 'The terrain "clear" is listed 2 times.'),
        ('name = "woods"', 'name = "Woods"', "small letters"),
        ('name = "hedge"', 'name = "places"', "every map has a section of that name"),
        ('drawing = "hedge"', 'drawing = "hedgerow"', 'is to be drawn as "hedgerow"'),
        ("between = [1, 2]", "between = [2, 2]", "between level 2 and itself"),
        ("between = [1, 2]", "between = [1, 20]", "level 20, which no hex can have"),
        ("between = [1, 2]", "", '"unless" without "between"'),
        ("between = [1, 2]", "between = [1, 2]\ndirected = true", "cannot be directed"),
        ('unless = ["paved"]', 'unless = ["motorway"]', 'the path "motorway"'),
        ("highest = 12", "highest = 40", "between 0 and 35"),
        ("steepest = 1", "", "no steepest step"),
        ("steepest = 1", "steepest = -1", "cannot be negative"),
        ("contour = 10", 'unit = "8"', "The unit of height"),
        ('family = "water"', 'family = "air"', "cannot be read"),
        ("[levels]", "[levels]\ndepth = 3", "cannot be read"),
        ('game = "skirmish"', "game = ", "cannot be read"),
    ],
)
def test_a_fault_of_the_vocabulary_is_told(right: str, wrong: str, said: str) -> None:
    """One thing is made wrong in a vocabulary that is right."""
    assert right in TOML
    with pytest.raises(VocabularyError) as refused:
        read_vocabulary(TOML.replace(right, wrong, 1))
    assert [fault for fault in refused.value.faults if said in fault], refused.value.faults


def test_a_vocabulary_needs_a_terrain() -> None:
    """Without one no hex could be drawn."""
    with pytest.raises(VocabularyError, match="lists no terrain"):
        read_vocabulary('game = "void"\nterrain = []\n')


# The page about maps


def test_the_example_in_the_documentation_is_right() -> None:
    """Whoever copies it from docs/maps.md gets a board, with the facts that the page points out."""
    page = (Path(__file__).parents[1] / "docs" / "maps.md").read_text("utf-8")
    toml, text = (re.search(rf"```{kind}\n(.*?)```", page, re.DOTALL)[1] for kind in ("toml", "map"))
    vocabulary = read_vocabulary(toml)
    assert check_map(text, vocabulary) == []
    board = read_map(text, vocabulary)
    assert board.entries["North"].hexes == tuple(map(board.find, ("0101", "0201", "0301")))
    assert len([run for run in board.path_runs if run.path == "track"]) == 2
    assert LETTERS[board.path_runs[0].leaves] == "C"
