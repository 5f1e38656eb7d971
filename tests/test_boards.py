"""Boards: what is read from a map, how it is found and changed."""

from __future__ import annotations

import re

import pytest
from tests.mill import BOARD, MILL, SKIRMISH, TOML

from sandtable.boards import (
    Entry,
    MapFaults,
    Note,
    Run,
    blank_board,
    check_map,
    read_map,
    read_vocabulary,
    write_map,
)
from sandtable.hexes import Grid

A, B, C, D, E, F = range(6)


def neighbour(column: int, row: int, d: int) -> tuple[int, int]:
    """The next hex where even columns lie low, straight from the table in which players look it up."""
    odd = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
    even = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    across, down = (odd if column % 2 else even)[d]
    return column + across, row + down


# Reading


def test_the_heading_is_read() -> None:
    """Names, source, heights and edges arrive where rules look for them."""
    assert (BOARD.game, BOARD.name, BOARD.title, BOARD.source) == ("skirmish", "mill", "The Mill", "invented")
    assert BOARD.heading.edges == {"north": "W", "east": "X"}
    assert (BOARD.grid, BOARD.count) == (Grid(6, 5, "even"), 30)
    assert BOARD.edge("W") == BOARD.edge("north") == tuple(range(6))
    assert [BOARD.names[i] for i in BOARD.edge("X")] == ["0601", "0602", "0603", "0604", "0505"]
    assert [BOARD.names[i] for i in BOARD.edge("south")] == ["0105", "0205", "0305", "0405", "0505", "0604"]
    assert read_map(MILL.replace("contour: 20 m\n", ""), SKIRMISH).heading.contour == 10


def test_the_ground_is_read() -> None:
    """Terrain and levels stand at row * columns + column; level 2 of steps of 20 m from 100 m is 140 m."""
    assert BOARD.terrain[BOARD.find("0302")] == BOARD.terrain_named("woods")
    assert BOARD.terrain[BOARD.find("0504")] == BOARD.terrain_named("village")
    assert BOARD.terrain[29] == -1
    assert (BOARD.level[BOARD.find("0401")], BOARD.height(BOARD.find("0401"))) == (2, 140)
    assert BOARD.height(BOARD.find("0104")) == 100


def test_what_stands_on_the_ground_is_read() -> None:
    """Marks, buildings, places, entries, partial hexes and notes, with names of edges resolved."""
    at = BOARD.find
    assert BOARD.marks == {"bridge": (at("0204"),), "ford": ()}
    assert BOARD.buildings == {"Mill": (at("0503"), at("0504"))}
    assert BOARD.places == {"The Spinney": (at("0301"), at("0401"), at("0302"))}
    assert BOARD.entries["Ridge"] == Entry((at("0501"), at("0601")), "north")
    assert BOARD.partial == {at("0101"), at("0301")}
    assert BOARD.notes[1] == Note("printed", (at("0503"), at("0504")), "the two hexes of the mill")


def test_neighbours_are_those_of_the_sheet() -> None:
    """Every neighbour follows the printed table, and the hex that the sheet lacks is nobody's neighbour."""
    for i, name in enumerate(BOARD.names):
        for d in range(6):
            column, row = neighbour(int(name[:2]), int(name[2:]), d)
            there = 1 <= column <= 6 and 1 <= row <= 5 and "0605" not in (name, f"{column:02}{row:02}")
            assert BOARD.neighbours[i * 6 + d] == ((row - 1) * 6 + column - 1 if there else -1)


def test_half_hexes_can_be_out_of_play() -> None:
    """Then no step leads into 0101 or out of it, but its terrain is there."""
    board = read_map(MILL.replace("low: even", "low: even\npartial: not playable"), SKIRMISH)
    assert board.neighbours[:6] == (-1,) * 6
    assert 0 not in board.neighbours
    assert board.terrain[0] == 0
    assert board.edge("north")[0] == board.find("0102")


def test_a_directed_hexside_has_a_face() -> None:
    """Both hexes have the slope between them, and only 0202 its sloped side. 0202 B is 0302 E."""
    slope = BOARD.side_kind("slope")
    near, far = BOARD.find("0202") * 6 + B, BOARD.find("0302") * 6 + E
    assert BOARD.sides[near] & slope
    assert BOARD.sides[far] & slope
    assert BOARD.faces[near] & slope
    assert not BOARD.faces[far] & slope


@pytest.mark.parametrize("written", ["0503D", "0503 D", "0504A", "0503-0504", "0504-0503", "0503\n D"])
def test_an_undirected_hexside_can_be_written_from_either_side(written: str) -> None:
    """All these are one hexside, so the board is the same."""
    assert read_map(MILL.replace("0503D", written), SKIRMISH).hash == BOARD.hash


def test_paths_cross_hexsides() -> None:
    """The road along row 03 crosses, from 0103, sides C B C B C, and runs off by E and C."""
    paved = BOARD.path_class("paved")
    crossed = {at for at, mask in enumerate(BOARD.paths) if mask & paved}
    expected = set()
    for column in range(1, 7):
        here = (3 - 1) * 6 + column - 1
        # Even columns lie lower: from an odd one the next of a row is southeast, from an even one northeast.
        east, west = (C, E) if column % 2 else (B, F)
        expected |= {here * 6 + (C if column == 6 else east), here * 6 + west}
    assert crossed == expected
    assert BOARD.path_runs[0] == Run("paved", "Mill Road", tuple(range(12, 18)), E, C)


def test_dots_run_along_rows_and_columns_both_ways() -> None:
    """The road written out, and drawn from its other end, crosses the same hexsides."""
    written = MILL.replace("0103 .. 0603", "0103 0203 0303 0403 0503 0603")
    assert read_map(written, SKIRMISH).hash == BOARD.hash
    turned = read_map(MILL.replace("E 0103 .. 0603 C", "C 0603 .. 0103 E"), SKIRMISH)
    assert turned.paths == BOARD.paths
    column = read_map(MILL.replace("A 0401 0402", "0401 .. 0405"), SKIRMISH)
    assert column.path_runs[-2].hexes == tuple(row * 6 + 3 for row in range(5))


def test_cliffs_follow_from_the_levels() -> None:
    """Between levels 1 and 2 is a cliff, as between 0402 and 0403, until a paved road crosses."""
    cliff = BOARD.side_kind("cliff")
    at = BOARD.find("0402") * 6 + D
    assert BOARD.sides[at] & cliff
    assert BOARD.sides[BOARD.find("0403") * 6 + A] & cliff
    assert not BOARD.sides[BOARD.find("0401") * 6 + D] & cliff
    assert not BOARD.changed(paths=["paved: 0402 0403"]).sides[at] & cliff
    assert BOARD.changed(paths=["track: 0402 0403"]).sides[at] & cliff


def test_sections_can_stand_in_any_order() -> None:
    """What stands on the ground may be written before the ground."""
    header, *sections = re.split(r"(?=^\[)", MILL, flags=re.MULTILINE)
    assert read_map(header + "".join(reversed(sections)), SKIRMISH).hash == BOARD.hash


def test_comments_blank_lines_and_line_ends_mean_nothing() -> None:
    """A file from another system, with remarks, is the same map."""
    noisy = "\ufeff# The mill\r\n" + MILL.replace("\n", "  # so\r\n\r\n").replace("..w...", ". . w\t. . .")
    assert read_map(noisy, SKIRMISH).hash == BOARD.hash


def test_terrain_can_have_two_letters_and_levels_go_beyond_nine() -> None:
    """Pairs of letters, together or apart; the level after 9 is A, so B is 11; a missing hex is --."""
    vocabulary = read_vocabulary(re.sub(r'letter = "(.)"', r'letter = "\1\1"', TOML))
    text = re.sub("size:.*", "size: 2 x 2\nfirst: 041041", MILL.split("[terrain]")[0])
    text += "[terrain]\n41: .. ww\n42: VV--\n[elevation]\n41: BB\n42: C-\n"
    board = read_map(text.replace("edges: north W, east X\n", ""), vocabulary)
    assert board.names == ["041041", "042041", "041042", "042042"]
    assert board.terrain == [0, 1, 2, -1]
    assert board.level == [11, 11, 12, 0]
    assert read_map(write_map(board), vocabulary).hash == board.hash


def test_flat_ground_is_one_line() -> None:
    """`all: 1` gives every hex the level; one that the game does not know is a single fault."""
    flat = re.sub(r"\[elevation\].*\[partial\]", "[elevation]\nall: 1\n[partial]", MILL, flags=re.DOTALL)
    board = read_map(flat, SKIRMISH)
    assert set(board.level[:-1]) == {1}
    assert read_map(write_map(board), SKIRMISH).hash == board.hash
    assert len(check_map(flat.replace("all: 1", "all: Z"), SKIRMISH)) == 1


def test_a_hexside_listed_as_steep_may_rise() -> None:
    """0404 is raised to level 3; its neighbours on level 1 are too low, all but the one that is listed."""
    steep = MILL.replace("04: 001111", "04: 001311") + "[steep]\n0404F\n"
    # Column 04 is even, so the neighbours are 0403, 0504, 0505, 0405, 0305 and 0304 (F); 0505 has level 2.
    places = {fault.place for fault in check_map(steep, SKIRMISH)}
    assert places == {"0403D", "0404B", "0404D", "0404E"}


# Finding and changing


def test_names_are_found() -> None:
    """Hexes and hexsides by name, and a refusal that says what the map has."""
    assert repr(BOARD) == "<Board skirmish/mill, 6 x 5>"
    assert BOARD.find("0604") == 23
    assert BOARD.find_hexside("0302E") == (BOARD.find("0302"), E)
    assert BOARD.find_hexside("0302-0202") == (BOARD.find("0302"), E)
    assert BOARD.hexside_name(BOARD.find("0302"), E) == "0202B"
    assert BOARD.distance(BOARD.find("0101"), BOARD.find("0601")) == 5
    for wrong in ("0302", "0302EF", "0709A", "0101-0103"):
        with pytest.raises(MapFaults):
            BOARD.find_hexside(wrong)
    with pytest.raises(MapFaults, match="runs from 0101 to 0605"):
        BOARD.find("0606")
    with pytest.raises(ValueError, match="it knows clear, woods, village"):
        BOARD.terrain_named("jungle")
    with pytest.raises(ValueError, match="The Mill has no edge"):
        BOARD.edge("Z")


def test_a_change_leaves_the_old_board_alone() -> None:
    """A position puts hexes differently for one game only."""
    before = BOARD.hash
    changed = BOARD.changed(
        terrain={"0103": "village"},
        level={"0105": 0},
        sides={"0503 C D": ["hedge", "slope"]},
        marks={"0204": "none"},
    )
    at = changed.find("0503") * 6
    both = changed.side_kind("hedge") | changed.side_kind("slope")
    assert changed.terrain[changed.find("0103")] == changed.terrain_named("village")
    assert changed.level[changed.find("0105")] == 0
    assert changed.sides[at + C] == changed.sides[at + D] == both
    assert changed.faces[at + C] == changed.side_kind("slope")
    assert changed.marks["bridge"] == ()
    assert read_map(MILL, SKIRMISH).hash == BOARD.changed().hash == before


def test_changes_are_checked_like_a_file() -> None:
    """All that cannot be is told at once, and no board is made."""
    with pytest.raises(MapFaults) as refused:
        BOARD.changed(
            terrain={"0103": "jungle", "0909": "woods"},
            level={"0103": 4, "0104": 13},
            sides={"0101A": "hedge", "0103D": "moat", "0203D": "cliff"},
            marks={"0103": "tunnel"},
            paths=["track: 0101 0103"],
        )
    places = [fault.place for fault in refused.value.faults]
    assert places[:8] == ["0103", "0909", "0104", "0101A", "0103D", "0203D", "tunnel", "0103"]
    # Raised to 4, 0103 is too high above the levels 0 and 1 of its neighbours 0102, 0202, 0203 and 0104.
    assert places[8:] == ["0102D", "0202E", "0103C", "0103D"]
    assert "line" not in str(refused.value.faults[0])


def test_a_blank_board_is_plain_ground() -> None:
    """All clear, at the lowest level, of any size, and of either parity."""
    board = blank_board(SKIRMISH, 12, 9, low="odd")
    assert (set(board.terrain), set(board.level), set(board.sides), set(board.paths)) == ({0}, {0}, {0}, {0})
    assert board.names[-1] == "1209"
    assert blank_board(SKIRMISH, 3, 120).names[-1] == "003120"
