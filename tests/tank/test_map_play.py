"""The sheet of Tank! is ground to fight on: ways in and through, lanes of fire, positions, fair to both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from statistics import median

import pytest
from tests.tank.coldharbour import (
    BERM,
    BOARD,
    CLEAR,
    GRID,
    ROUGH,
    SLOPE,
    WOODS,
    around,
    bits,
    ends,
    four,
    ground,
    laid,
    number,
    rim,
    sees,
)

from sandtable.boards import Going, joined
from sandtable.boards.sight import sight_table
from sandtable.games.tank.charts import Mode
from sandtable.games.tank.sight import kernel
from sandtable.hexes import LETTERS, STEPS, Hex, centre, offset
from sandtable.rays import ray

FACING = {"W": "FAB", "X": "BC", "Y": "CDE", "Z": "EF"}
"""The sides of a hex that look toward each edge of the sheet."""


# ---- ways in, ways through, ways to see


@pytest.mark.parametrize("edge", "WXYZ")
def test_every_edge_can_be_entered(edge: str) -> None:
    """Two thirds of its hexes at least are clear, and no slope or berm lies on a side of any."""
    hexes = BOARD.edge(edge)
    assert 3 * sum(BOARD.terrain[i] == CLEAR for i in hexes) >= 2 * len(hexes)
    assert not any(BOARD.sides[i * 6 + d] for i in hexes for d in range(6))


def cost(at: int) -> int:
    """What a vehicle pays for a step in the closed mode, where woods take all it has; here they are shut."""
    beyond = BOARD.neighbours[at]
    if beyond < 0 or BOARD.terrain[beyond] == WOODS:
        return 0
    return (2 if BOARD.terrain[beyond] == ROUGH else 1) + (2 if BOARD.sides[at] else 0)


GOING = Going(BOARD.neighbours, list(map(cost, range(6 * BOARD.count))))


def test_vehicles_come_everywhere_in_the_closed_mode_without_entering_woods() -> None:
    reached = GOING.reach(BOARD.find("3017"), 300)
    assert set(reached) == set(range(BOARD.count)) - ground(WOODS)


@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_who_sees_is_seen(mode: Mode) -> None:
    table = sight_table(BOARD, kernel(mode))
    assert table.sees == table.seen_by


def test_in_the_open_mode_only_slopes_stop_sight() -> None:
    """It sees as the mixed mode does when all woods and berms are taken off the sheet."""
    bare = BOARD.changed(
        terrain={BOARD.names[i]: "clear" for i in ground(WOODS)},
        sides={BOARD.hexside_name(*divmod(at, 6)): "none" for at in laid(BERM)},
    )
    assert sees("open") == sight_table(bare, kernel("mixed")).sees


def test_from_clear_ground_one_sees_a_median_of_8_to_15_hexes_far() -> None:
    """Of all hexes seen from all clear hexes in the mixed mode, half are that far away or farther."""
    seen = (BOARD.distance(i, j) for i in ground(CLEAR) for j in bits(sees("mixed")[i]) if j != i)
    assert 8 <= median(seen) <= 15


@cache
def lanes() -> list[tuple[int, Hex]]:
    """Each clear hex that sees another 30 hexes or more away in the mixed mode, and the way there."""
    clear = ground(CLEAR)
    open_ground = sum(1 << i for i in clear)
    return [
        (i, offset(GRID.hex(i), GRID.hex(j)))
        for i in clear
        for j in bits(sees("mixed")[i] & open_ground)
        if BOARD.distance(i, j) >= 30
    ]


def test_lanes_of_30_hexes_and_more_run_along_both_axes() -> None:
    """Within 30 degrees of an axis, that is within 3|y| <= |x| or |x| <= |y| on the integer plane.

    Each way from five different columns or rows, and those from north to south in both halves of the sheet.
    """
    rows, columns = set(), set()
    for i, way in lanes():
        x, y = map(abs, centre(way))
        if 3 * y <= x:
            rows.add(number(i)[1])
        if x <= y:
            columns.add(number(i)[0])
    assert len(rows) >= 5
    assert sum(column <= 30 for column in columns) >= 5
    assert sum(column > 30 for column in columns) >= 5


# ---- set-up positions


@cache
def entered_by(way: Hex) -> frozenset[int]:
    """The sides by which a line comes in from there: one, or two where it comes in at a corner."""
    first = (ray(way).stations or ((way,),))[0]
    return frozenset(STEPS.index(hex) for hex in first)


def sheltered_sides(i: int, edge: str) -> set[int]:
    """The sides of a hex toward an edge with a berm, or with a slope on the sloped side of which it lies."""
    sides = (LETTERS.index(letter) for letter in FACING[edge])
    return {d for d in sides if BOARD.faces[i * 6 + d] & SLOPE or BOARD.sides[i * 6 + d] & BERM}


def field_of_fire(i: int, sides: set[int]) -> int:
    """How many hexes 8 to 40 hexes away it sees over those sides in the mixed mode."""
    seen = (j for j in bits(sees("mixed")[i]) if 8 <= BOARD.distance(i, j) <= 40)
    return sum(entered_by(offset(GRID.hex(i), GRID.hex(j))) <= sides for j in seen)


@cache
def positions(edge: str) -> dict[int, int]:
    """Hexes out of the woods that are sheltered toward an edge, and how much each sees over its shelter."""
    sheltered = {i: sheltered_sides(i, edge) for i in range(BOARD.count) if BOARD.terrain[i] != WOODS}
    return {i: field_of_fire(i, sides) for i, sides in sheltered.items() if sides}


def good_positions(edge: str, where: Callable[[int, int], bool]) -> int:
    """How many of them see 20 such hexes or more."""
    return sum(seen >= 20 and where(*number(i)) for i, seen in positions(edge).items())


def test_a_rearguard_finds_positions_toward_w() -> None:
    """In rows 11 to 24, which are 11 hexes and more from W: for 20 hexes, and for 10 in columns 27 to 50."""
    assert good_positions("W", lambda column, row: 11 <= row <= 24) >= 20
    assert good_positions("W", lambda column, row: 11 <= row <= 24 and 27 <= column <= 50) >= 10


def test_anti_tank_guns_find_positions_toward_x() -> None:
    """In columns 27 to 50, which are 11 hexes and more from X: for 20 hexes, and for 10 in rows 11 to 24."""
    assert good_positions("X", lambda column, row: 27 <= column <= 50) >= 20
    assert good_positions("X", lambda column, row: 27 <= column <= 50 and 11 <= row <= 24) >= 10


# ---- fairness


def alike(pair: Sequence[Fraction] | Sequence[int], within: Fraction) -> bool:
    """Whether two numbers differ by at most this part of the greater one."""
    less, more = sorted(map(Fraction, pair))
    return more - less <= within * more


OPPOSITE = pytest.mark.parametrize(("edge", "other"), [("W", "Y"), ("X", "Z")])


@OPPOSITE
def test_one_sees_as_much_from_an_edge_as_from_the_other(edge: str, other: str) -> None:
    """On average over its hexes, in the mixed mode."""
    seen = [sum(sees("mixed")[i].bit_count() for i in BOARD.edge(e)) for e in (edge, other)]
    assert alike(seen, Fraction(1, 5))


def way_to_the_middle(start: int, edge: str) -> int:
    """What a vehicle pays in the closed mode to come from an edge to the middle columns or rows."""
    goal = [(30, 31), (17, 18)][edge in "WY"]
    reached = GOING.reach(start, 90)
    return next(spent for i, spent in reached.items() if number(i)[edge in "WY"] in goal)


@OPPOSITE
def test_the_way_to_the_middle_is_as_long_from_an_edge_as_from_the_other(edge: str, other: str) -> None:
    """On average over all clear hexes by which a column can come in."""
    entries = ([i for i in BOARD.edge(e) if BOARD.terrain[i] == CLEAR] for e in (edge, other))
    ways = [Fraction(sum(way_to_the_middle(i, edge) for i in hexes), len(hexes)) for hexes in entries]
    assert alike(ways, Fraction(1, 10))


@OPPOSITE
def test_as_many_positions_look_toward_an_edge_as_toward_the_other(edge: str, other: str) -> None:
    numbers = [good_positions(e, lambda column, row: True) for e in (edge, other)]
    assert alike(numbers, Fraction(1, 4))


@pytest.mark.parametrize("of", ["columns", "rows"])
def test_the_halves_of_the_sheet_hold_about_the_same(of: str) -> None:
    """Of woods, of rough ground, of slopes besides the depression's and of berms."""
    ring = {GRID.canonical(*divmod(at, 6)) for at in rim()}
    slopes = [at // 6 for at in laid(SLOPE) if divmod(at, 6) not in ring]
    for hexes in (ground(WOODS), ground(ROUGH), slopes, [at // 6 for at in laid(BERM)]):
        first = sum(number(i)[0] <= 30 if of == "columns" else number(i)[1] <= 17 for i in hexes)
        assert alike([first, len(hexes) - first], Fraction(1, 8))


def test_the_halves_are_not_each_other_turned_round() -> None:
    """Of the hexes of woods and rough ground fewer than half would lie on their like."""
    for terrain in (WOODS, ROUGH):
        there = ground(terrain)
        assert 2 * len(there & {BOARD.count - 1 - i for i in there}) < len(there)


# ---- copies side by side


@pytest.mark.parametrize(("layout", "letters"), [([2], "AB"), ([1, 1], "AB"), ([2, 2], "ABCD")])
def test_copies_are_laid_side_by_side(layout: list[int], letters: str) -> None:
    """All that stands on one stands on each."""
    board = joined([[BOARD] * across for across in layout], letters)
    for kind in (SLOPE, BERM):
        assert len(laid(kind, board)) == len(letters) * len(laid(kind))
    for terrain in (WOODS, ROUGH):
        assert len(ground(terrain, board)) == len(letters) * len(ground(terrain))
    assert len(board.marks["depression"]) == 7 * len(letters)
    assert {f"{letter} Long Down" for letter in letters} <= set(board.places)


def test_columns_and_rows_run_on_over_the_seams() -> None:
    """Column 60 is even, so beyond it the hex of the same row lies northeast, and the next one southeast."""
    board = four()
    at = board.find("A6020") * 6
    assert [board.names[board.neighbours[at + d]] for d in (1, 2)] == ["B0120", "B0121"]
    assert board.names[board.neighbours[board.find("A3034") * 6 + 3]] == "C3001"
    at = board.find("A6034") * 6
    around_corner = [board.names[j] for j in board.neighbours[at : at + 6]]
    assert around_corner == ["A6033", "B0134", "D0101", "C6001", "C5901", "A5934"]


def test_woods_that_an_edge_cuts_go_on_beyond_the_seam() -> None:
    board = four()
    seam = [i for i in range(board.count) if i // 120 in (33, 34) or i % 120 in (59, 60)]
    wooded = [i for i in seam if board.terrain[i] == WOODS]
    assert len(wooded) > 20
    for i in wooded:
        assert any(
            board.terrain[j] == WOODS and board.names[j][0] != board.names[i][0] for j in around(i, board)
        )


def test_slopes_and_berms_end_before_the_seam() -> None:
    """So no line on the ground breaks off where the sheets meet."""
    edge = set().union(*map(BOARD.edge, "WXYZ"))
    on_edge = {corner for i in edge for d in range(6) for corner in ends(i * 6 + d)}
    beyond_edge = {corner for corner in on_edge if any(GRID.at(hex) < 0 for hex in corner.hexes())}
    assert not beyond_edge & {corner for kind in (SLOPE, BERM) for at in laid(kind) for corner in ends(at)}


def test_sight_runs_on_over_the_seam() -> None:
    """Lanes of 30 hexes cross the middle of two copies, and everybody seen sees back."""
    board = joined([[BOARD, BOARD]], "AB")
    table = sight_table(board, kernel("mixed"))
    assert table.sees == table.seen_by
    east = sum(1 << i for i in range(board.count) if i % 120 >= 60)
    crossing = (
        board.distance(i, j)
        for i in range(board.count)
        if 40 <= i % 120 < 60 and board.terrain[i] == CLEAR
        for j in bits(table.sees[i] & east)
    )
    assert sum(length >= 30 for length in crossing) >= 30
