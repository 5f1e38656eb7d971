"""Maps laid side by side are one board."""

from __future__ import annotations

import re

import pytest
from tests.mill import BOARD, HILLY, MILL, SKIRMISH

from sandtable.boards import MapFaults, blank_board, joined, read_map, write_map

A, B, C, D, E, F = range(6)


def test_four_copies_of_a_sheet_continue_each_other() -> None:
    """With 4 columns and 3 rows each, row 03 of A meets row 01 of C, and column 04 of A column 01 of B.

    As if columns and rows went on counting: 0403 of A has an even column, so northeast of it lies 0503 and
    southeast 0504, which are 0103 of B and 0101 of D.
    """
    sheet = blank_board(SKIRMISH, 4, 3)
    board = joined([[sheet, sheet], [sheet, sheet]], "ABCD")
    at = board.find("A0403") * 6
    beyond = [board.names[j] for j in board.neighbours[at : at + 6]]
    assert beyond == ["A0402", "B0103", "D0101", "C0401", "C0301", "A0303"]
    assert board.find_hexside("A0403C") == board.find_hexside("A0403-D0101")
    assert board.hexside_name(board.find("C0401"), A) == "C0401A"
    assert board.changed(terrain={"D0101": "woods"}).terrain[board.find("D0101")] == 1


def test_what_stands_on_the_maps_is_joined() -> None:
    """Places get letters, half hexes on the seam complete each other, roads cross it, entries on it go."""
    text = MILL.replace("05: .w...-", "05: .w....").replace("05: 10112-", "05: 101121")
    east = read_map(text.replace("0101 0301", "0101 0102 0602"), SKIRMISH)
    board = joined([[east, east]], ["A", "B"])
    assert board.partial == {board.find(name) for name in ("A0101", "A0102", "B0101", "B0602")}
    assert board.places["B The Spinney"] == tuple(map(board.find, ("B0301", "B0401", "B0302")))
    assert set(board.entries) == {"A West Road", "A Ridge", "B Ridge"}
    # The road leaves A by side C of 0603 and enters B by side E of 0103; 0603 is even, so C leads to B0104.
    assert board.paths[board.find("A0603") * 6 + C] & board.path_class("paved")
    assert board.paths[board.find("B0104") * 6 + F] & board.path_class("paved")
    assert board.faces[board.find("B0202") * 6 + B] == board.side_kind("slope")
    assert [run.hexes[0] for run in board.path_runs[::4]] == [board.find("A0103"), board.find("B0103")]
    assert board.notes[3].hexes == (board.find("B0503"), board.find("B0504"))
    with pytest.raises(ValueError, match="joined from several maps"):
        write_map(board)


FLAT = re.sub(r"\[elevation\].*", "[elevation]\nall: 0\n", MILL, flags=re.DOTALL)
NORTH = FLAT + "[places]\nMill: 0105\n"
SOUTH = re.sub(r"(\d\d): (?=.{6}\n)", "", FLAT).replace("low: even", "low: even\nfirst: 0106")
"""Two sheets of 6 columns: rows 01 to 05, and rows 06 to 10 with their rows not numbered in the file."""


def test_sheets_with_numbers_of_their_own_need_no_letters() -> None:
    """The hexes keep their numbers, and row 06 follows on row 05."""
    board = joined([[read_map(NORTH, SKIRMISH)], [read_map(SOUTH, SKIRMISH)]], ["", ""])
    assert board.neighbours[board.find("0305") * 6 + D] == board.find("0306")
    assert board.names == [f"{column:02}{row:02}" for row in range(1, 11) for column in range(1, 7)]
    assert board.places == {"Mill": (board.find("0105"),)}


def test_two_things_of_one_name_need_letters() -> None:
    """Without letters nobody could say which of two mills is meant."""
    south = read_map(SOUTH + "[places]\nMill: 0106\n", SKIRMISH)
    with pytest.raises(ValueError, match='two maps have something called "Mill"'):
        joined([[read_map(NORTH, SKIRMISH)], [south]], ["", ""])


def test_the_ground_may_jump_at_a_seam() -> None:
    """Level 2 meets 1 where map B begins, a cliff, and 4 where map C begins, which is too steep for a file.

    Maps are joined as they are, so a position can change the whole; only what it makes too steep is a fault.
    """
    text = re.sub("size.*", "size: 2 x 2", MILL.split("[terrain]")[0]) + "[terrain]\n..\n..\n[elevation]\n"
    levels = ("11\n22\n", "11\n22\n", "44\n44\n")
    board = joined([[read_map(text + rows, SKIRMISH)] for rows in levels], "ABC")
    seams = [board.sides[board.find(name) * 6 + D] & board.side_kind("cliff") for name in ("A0102", "B0102")]
    assert seams == [board.side_kind("cliff"), 0]
    assert board.changed(terrain={"C0101": "woods"}).level == board.level
    with pytest.raises(MapFaults):
        board.changed(level={"A0101": 4})


def test_maps_of_two_games_do_not_fit() -> None:
    """Their terrains are not the same things."""
    with pytest.raises(ValueError, match="another terrain vocabulary"):
        joined([[blank_board(SKIRMISH, 4, 3), blank_board(HILLY, 4, 3)]], "AB")


@pytest.mark.parametrize(
    ("layout", "letters", "said"),
    [
        ([[(5, 3), (5, 3)]], "AB", "map B begins half a hex too far north"),
        ([[(4, 3), (4, 2)]], "AB", "map B has 2 rows beside a map that has 3"),
        ([[(4, 3)], [(2, 3)]], "AB", "map B has 2 columns under a map that has 4"),
        ([[(4, 3), (4, 3)], [(4, 3)]], "ABC", "the same number of maps"),
        ([[(4, 3), (4, 3)]], "A", "2 maps need 2 letters"),
        ([[(4, 3), (4, 3)]], "AA", "same number"),
        ([], "", "at least one"),
    ],
)
def test_maps_that_do_not_fit_are_refused(
    layout: list[list[tuple[int, int]]], letters: str, said: str
) -> None:
    """Column 05 is odd and lies high, so the next must lie low; but the first of such a sheet lies high."""
    sheets = [[blank_board(SKIRMISH, *size) for size in row] for row in layout]
    with pytest.raises(ValueError, match=said):
        joined(sheets, letters)


def test_an_odd_number_of_columns_fits_a_sheet_of_the_other_parity() -> None:
    """What makes the sheet above fit is a neighbour whose odd columns lie low."""
    board = joined([[blank_board(SKIRMISH, 5, 3), blank_board(SKIRMISH, 4, 3, low="odd")]], "AB")
    # Column 05 lies high: northeast of its row 02 is row 01 of the next column, southeast row 02.
    at = board.find("A0502") * 6
    assert [board.names[board.neighbours[at + d]] for d in (B, C)] == ["B0101", "B0102"]


def test_maps_of_other_heights_do_not_fit() -> None:
    """Level 2 would mean another height on either side of the seam."""
    with pytest.raises(ValueError, match="counts heights or partial hexes otherwise"):
        joined([[BOARD, read_map(MILL.replace("base: 100", "base: 0"), SKIRMISH)]], "AB")
