"""Lines of sight: the book's examples, the cases of heights one by one, and what is mutual."""

from __future__ import annotations

import pytest
from tests.raid.ground import BOARD, TEXT, find

from sandtable.boards import Board, blank_board, read_vocabulary
from sandtable.boards.sight import Kernel, disagreements, sight_table, trace
from sandtable.engine.cases import covers
from sandtable.games.raid.charts import DATA
from sandtable.games.raid.sight import OPAQUE, air_kernel, between, ground_kernel, open_kernel, plain_kernel

DAY, NIGHT = ground_kernel(10), ground_kernel(6, near=True)
VOCABULARY = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))


def field(terrain: dict[str, str] | None = None, level: dict[str, int] | None = None) -> Board:
    """A blank field of 14 by 12 hexes with some of them put differently."""
    return blank_board(VOCABULARY, 14, 12).changed(terrain=terrain or {}, level=level or {})


def sees(board: Board, start: str, end: str, kernel: Kernel = DAY) -> bool:
    return trace(board, kernel, board.find(start), board.find(end)).clear


def blocked(board: Board, start: str, end: str) -> str:
    """The case by which a line is blocked."""
    return trace(board, DAY, board.find(start), board.find(end)).case


# ---- the examples


@covers("raid", "6.11", "6.13")
def test_from_3620_to_3222_and_back() -> None:
    """Three Clear hexes and a Heavy one are 3 + 6 = 9 of 10 points, both ways; with 8 it is too far."""
    assert sees(BOARD, "3620", "3222")
    assert sees(BOARD, "3222", "3620")
    assert sees(BOARD, "3620", "3222", ground_kernel(9))
    assert not sees(BOARD, "3620", "3222", ground_kernel(8))


@covers("raid", "6.11")
def test_from_3620_to_4218() -> None:
    """Six Clear hexes and a Building are 16 points: seen with 16, not with 15."""
    assert blocked(BOARD, "3620", "4218") == "6.11"
    assert sees(BOARD, "3620", "4218", ground_kernel(16))
    assert not sees(BOARD, "3620", "4218", ground_kernel(15))
    assert sees(BOARD, "3620", "4218", air_kernel(20, True))


@covers("raid", "6.24")
def test_the_edge_of_the_slope() -> None:
    """3419 and 3424 see each other; 3418 is not at the edge and fewer than seven hexes off."""
    assert sees(BOARD, "3419", "3424")
    assert sees(BOARD, "3424", "3419")
    assert blocked(BOARD, "3418", "3424") == blocked(BOARD, "3424", "3418") == "6.24"


# ---- the cases one by one; in column 06 of the field all lines run straight down from 0602


@covers("raid", "6.14")
def test_a_line_ends_in_jungle_and_never_passes_it() -> None:
    board = field({"0604": "heavy"})
    assert sees(board, "0602", "0604")
    assert blocked(board, "0602", "0605") == "6.14"
    assert sees(field({"0603": "building"}), "0602", "0603")


@covers("raid", "6.22")
def test_ground_higher_than_both_blocks() -> None:
    board = field(level={"0605": 1})
    assert blocked(board, "0602", "0608") == "6.22"
    assert sees(board, "0602", "0605")


@covers("raid", "6.23")
def test_ground_as_high_as_the_upper_end_blocks_near_the_lower() -> None:
    """From 0602 on a hill to 0610, 8 hexes: 0609 hides it, 0603 and 0606 halfway do not."""
    high = {"0602": 1}
    assert blocked(field(level={**high, "0609": 1}), "0602", "0610") == "6.23"
    assert sees(field(level={**high, "0603": 1}), "0602", "0610")
    assert sees(field(level={**high, "0606": 1}), "0602", "0610")


@covers("raid", "6.25")
def test_one_looks_over_jungle_from_above_unless_it_hides_what_is_close_behind() -> None:
    """Jungle at 0 m counts 10 m: from a hill of 10 m it is looked over for 1 point, but not close to 0610."""
    high = {"0602": 1}
    assert sees(field({"0604": "heavy"}, high), "0602", "0610")
    assert blocked(field({"0609": "heavy"}, high), "0602", "0610") == "6.23"
    assert sees(field({"0609": "heavy"}, {"0602": 1, "0610": 1}), "0602", "0610")


@covers("raid", "6.26")
def test_between_two_hills_each_hex_below_costs_one() -> None:
    """Medium ground costs 2 on a level: seven of it are too much for 10, but not from hill to hill."""
    medium = {f"06{row:02}": "medium" for row in range(3, 10)}
    assert not sees(field(medium), "0602", "0610")
    assert sees(field(medium, {"0602": 1, "0610": 1}), "0602", "0610")


@covers("raid", "6.12")
def test_a_line_along_a_hexside_has_the_dearer_hex() -> None:
    """From 0605 two hexes to the east, 0805, it runs between 0705 and 0706: one Heavy hex blocks it."""
    along = field({"0706": "heavy"})
    assert along.distance(along.find("0605"), along.find("0805")) == 2
    assert blocked(along, "0605", "0805") == "6.14"
    medium = field({"0705": "medium"})
    assert sees(medium, "0605", "0805", ground_kernel(3))
    assert not sees(medium, "0605", "0805", ground_kernel(2))


@covers("raid", "6.2")
@pytest.mark.parametrize(
    ("level", "tall", "op", "low", "high", "cost"),
    [
        (0, False, 2, 0, 0, 2),
        (0, False, 2, 0, 1, 2),
        (0, False, 2, 1, 1, 1),
        (0, True, 6, 0, 0, OPAQUE),
        (0, True, 6, 0, 1, 1),
        (0, True, 10, 1, 1, 1),
        (1, True, 6, 0, 1, OPAQUE),
        (2, False, 1, 0, 1, OPAQUE),
    ],
)
def test_what_a_hex_between_costs(level: int, tall: bool, op: int, low: int, high: int, cost: int) -> None:
    """Its own height and tallness against the heights of both ends."""
    assert between(level, tall, op, low, high) == cost


@covers("raid", "5.35")
def test_with_five_points_not_even_an_adjacent_jungle_is_looked_into() -> None:
    board = field({"0603": "heavy"})
    assert not sees(board, "0602", "0603", ground_kernel(5))
    assert sees(field(), "0602", "0607", ground_kernel(5))


@covers("raid", "15.91")
def test_by_night_adjacent_hexes_are_seen_whatever_they_are() -> None:
    board = field({"0603": "building"})
    assert sees(board, "0602", "0603", NIGHT)
    assert sees(board, "0602", "0603", ground_kernel(1, near=True))
    assert not sees(board, "0602", "0601", ground_kernel(0))


@covers("raid", "13.21")
def test_from_altitude_everything_between_costs_one() -> None:
    """0602 to 0610 is 8 hexes: 7 between and 1, 2, 6 or 10 into it; contours and jungle do not matter."""
    board = field({"0605": "heavy", "0610": "building"}, {"0606": 2})
    assert sees(board, "0602", "0610", air_kernel(17, True))
    assert not sees(board, "0602", "0610", air_kernel(16, True))
    assert sees(board, "0602", "0610", air_kernel(8, False))
    assert not sees(board, "0602", "0610", air_kernel(7, False))


@covers("raid", "5.21", "5.22")
def test_a_blocked_line_of_command_is_reckoned_as_if_nothing_blocked() -> None:
    """Through jungle 0604 to 0605: 1 + 6 + 1 is 8, more than 6; through Medium it is 4."""
    assert not sees(field({"0604": "heavy"}), "0602", "0605", plain_kernel(6))
    assert sees(field({"0604": "medium"}, {"0603": 2}), "0602", "0605", plain_kernel(6))


# ---- for all pairs


@covers("raid", "6.2")
def test_what_blocks_is_the_same_both_ways_for_all_pairs() -> None:
    """Within 20 hexes, all over the sheet; what it costs is not, for only the hex looked into is paid."""
    table = sight_table(BOARD, open_kernel(20))
    assert table.sees == table.seen_by
    day = sight_table(BOARD, DAY)
    assert day.sees != day.seen_by


def test_nobody_sees_along_a_line_that_is_blocked() -> None:
    day, open_lines = sight_table(BOARD, DAY), sight_table(BOARD, open_kernel(10))
    assert all(seen & ~free == 0 for seen, free in zip(day.sees, open_lines.sees, strict=True))


@pytest.mark.parametrize("kernel", [DAY, NIGHT, air_kernel(10, True), plain_kernel(6), open_kernel(9)])
def test_table_and_single_line_say_the_same(kernel: Kernel) -> None:
    """On a small field with hills and jungle, for every pair both ways."""
    names = blank_board(VOCABULARY, 14, 12).names
    kinds = ("clear", "medium", "heavy", "mixed", "building", "clear", "clear")
    terrain = {name: kinds[at * at * 31 % 7] for at, name in enumerate(names)}
    level = {name: (at * 13 // 11 % 5 == 0) + (at % 17 == 3) for at, name in enumerate(names)}
    assert disagreements(field(terrain, level), kernel) == []


def test_the_sheet_is_the_one_the_tables_are_about() -> None:
    assert "size: 57 x 34" in TEXT
    assert find("5734") == BOARD.count - 1
