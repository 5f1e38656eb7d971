"""The sheet of Tank!: what the rules and examples say of the printed one holds, and it is a piece of country.

Where it says mixed mode, woods, slopes and berms stop sight; in the open mode slopes alone do.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from statistics import mean

import pytest
from tests.tank.coldharbour import (
    BERM,
    BOARD,
    CLEAR,
    DATA,
    DEPRESSION,
    GRID,
    KNOLLS,
    PLOTS,
    RIDGES,
    ROUGH,
    SLOPE,
    WOODS,
    Clump,
    around,
    clumps,
    ends,
    four,
    ground,
    hills,
    laid,
    lines,
    named,
    number,
    rim,
    sees,
    tips,
)

from sandtable.boards import read_map, write_map
from sandtable.games.tank.charts import Mode
from sandtable.hexes import LETTERS, direction_between

# ---- what is stated of the sheet


def test_it_has_60_columns_and_34_rows_numbered_column_first() -> None:
    expected = [f"{column:02}{row:02}" for row in range(1, 35) for column in range(1, 61)]
    assert BOARD.names == expected
    assert len(expected) == 2040


def test_even_columns_lie_half_a_hex_further_south() -> None:
    """The hexes of the same row in the columns beside it lie south of an odd hex and north of an even one."""
    odd = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
    even = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    for i in range(BOARD.count):
        column, row = number(i)
        for d, (right, down) in enumerate(odd if column % 2 else even):
            there = f"{column + right:02}{row + down:02}"
            on_sheet = 1 <= column + right <= 60 and 1 <= row + down <= 34
            beyond = BOARD.neighbours[i * 6 + d]
            assert BOARD.names[beyond] == there if on_sheet else beyond == -1


def test_w_and_y_are_the_long_edges_and_z_and_x_the_short_ones() -> None:
    numbers = {edge: set(map(number, BOARD.edge(edge))) for edge in "WXYZ"}
    assert numbers["W"] == {(column, 1) for column in range(1, 61)}
    assert numbers["Y"] == {(column, 34) for column in range(1, 61)}
    assert numbers["Z"] == {(1, row) for row in range(1, 35)}
    assert numbers["X"] == {(60, row) for row in range(1, 35)}


def test_every_panic_chit_finds_its_hexes() -> None:
    """34 rows end in 1 to 4 four times and in the other digits three times, in each of 60 columns."""
    digits = Counter(name[-1] for name in BOARD.names)
    assert digits == {**dict.fromkeys("1234", 240), **dict.fromkeys("567890", 180)}


def test_the_sheet_says_what_is_known_and_what_is_not() -> None:
    assert BOARD.source == "reconstructed"
    assert {note.source for note in BOARD.notes} == {"printed", "reconstructed", "invented"}
    printed = set().union(*(note.hexes for note in BOARD.notes if note.source == "printed"))
    assert printed == named([*" ".join(PLOTS).split(), "3808", "1110", "1111"])


@pytest.mark.parametrize("plot", PLOTS)
def test_the_examples_run_as_they_are_told(plot: str) -> None:
    hexes = [GRID.hex(BOARD.find(name)) for name in plot.split()]
    steps = [direction_between(a, b) for a, b in pairwise(hexes)]
    assert steps == [LETTERS.index(letter) for letter in PLOTS[plot]]


def test_the_plot_that_must_be_refused_jumps_by_four_hexes() -> None:
    assert BOARD.distance(BOARD.find("4110"), BOARD.find("4006")) == 4


@pytest.mark.parametrize("plot", [*PLOTS, "1110 1111"])
def test_the_examples_cross_clear_ground_and_plain_hexsides(plot: str) -> None:
    """Each of their steps then costs one point, which is what the examples reckon with."""
    hexes = list(map(BOARD.find, plot.split()))
    assert [BOARD.terrain[i] for i in hexes] == [CLEAR] * len(hexes)
    crossed = [BOARD.find_hexside("-".join(step)) for step in pairwise(plot.split())]
    assert [BOARD.sides[i * 6 + d] for i, d in crossed] == [0] * (len(hexes) - 1)


def test_the_depression_is_3808_and_the_hexes_round_it() -> None:
    low = named(DEPRESSION)
    assert low == {BOARD.find("3808"), *around(BOARD.find("3808"))}
    assert set(BOARD.marks["depression"]) == low
    assert not low & named(" ".join(PLOTS).split())


def test_the_rim_of_the_depression_is_slopes_that_fall_inward() -> None:
    """Each of its six outer hexes has three sides outward."""
    assert len(rim()) == 18
    assert all(BOARD.faces[at] == SLOPE for at in rim())
    inner = [at for i in named(DEPRESSION) for at in range(i * 6, i * 6 + 6) if at not in rim()]
    assert not any(BOARD.sides[at] for at in inner)


@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_the_rim_stops_only_who_stands_in_the_depression(mode: Mode) -> None:
    """From 3806 to 3811 there is nothing but the rim; from 3808 to 3811 its southern side lies across."""
    outside, inside, far = map(BOARD.find, ("3806", "3808", "3811"))
    assert sees(mode)[outside] >> far & 1
    assert not sees(mode)[inside] >> far & 1


def test_a_slope_has_one_sloped_hex_and_no_hexside_has_slope_and_berm() -> None:
    assert all(bits != SLOPE | BERM for bits in BOARD.sides)
    for at in laid(SLOPE):
        i, d = divmod(at, 6)
        faces = BOARD.faces[at], BOARD.faces[BOARD.neighbours[at] * 6 + (d + 3) % 6]
        assert sorted(faces) == [0, SLOPE], BOARD.hexside_name(i, d)


def test_every_hexside_is_written_once() -> None:
    """As many letters of hexsides stand in the file as hexsides on the board."""
    sections = (DATA / "country.map").read_text("utf-8").split("\n[")
    for name, kind in (("slope", SLOPE), ("berm", BERM)):
        (section,) = (text for text in sections if text.startswith(name + "]"))
        written = [line.split("#")[0].split() for line in section.splitlines()[1:]]
        letters = [word for words in written for word in words if word in LETTERS]
        assert len(letters) == len(laid(kind))


def test_written_and_read_again_it_is_the_same() -> None:
    assert read_map(write_map(BOARD), BOARD.vocabulary).hash == BOARD.hash


# ---- how much stands where


def test_woods_rough_slopes_and_berms_keep_their_shares() -> None:
    """Of 2040 hexes, and of 34 x 59 + 33 x 59 + 33 x 60 = 5933 hexsides between two hexes."""
    hexsides = sum(1 for beyond in BOARD.neighbours if beyond >= 0) // 2
    assert hexsides == 5933
    assert Fraction(12, 100) <= Fraction(len(ground(WOODS)), 2040) <= Fraction(15, 100)
    assert Fraction(8, 100) <= Fraction(len(ground(ROUGH)), 2040) <= Fraction(10, 100)
    assert Fraction(4, 100) <= Fraction(len(laid(SLOPE)), hexsides) <= Fraction(5, 100)
    assert Fraction(2, 100) <= Fraction(len(laid(BERM)), hexsides) <= Fraction(3, 100)


@pytest.mark.parametrize(("terrain", "least", "most"), [(WOODS, 3, 12), (ROUGH, 2, 6)])
def test_woods_and_rough_come_in_clumps(terrain: int, least: int, most: int) -> None:
    """On four copies, so that what an edge cuts is counted whole; what four copies still cut is left out."""
    board = four()
    cut = set().union(*map(board.edge, ("north", "east", "south", "west")))
    whole = [len(clump) for clump in clumps(board, terrain) if not cut & set(clump)]
    assert least <= min(whole)
    assert max(whole) <= most


def touches_slope(clump: Clump) -> bool:
    near = {*clump, *(j for i in clump for j in around(i))}
    return any(BOARD.faces[i * 6 + d] for i in near for d in range(6))


def test_half_of_the_rough_ground_lies_by_slopes() -> None:
    beside = [touches_slope(clump) for clump in clumps(BOARD, ROUGH)]
    assert 2 * sum(beside) >= len(beside)


def test_woods_and_berms_lie_in_the_low_ground_between_the_hills() -> None:
    """And many of the woods hang on slopes: a third of them at least."""
    tops = set().union(*hills().values())
    assert not tops & ground(WOODS)
    assert not any({at // 6, BOARD.neighbours[at]} <= tops for at in laid(BERM))
    hanging = [touches_slope(clump) for clump in clumps(BOARD, WOODS)]
    assert 3 * sum(hanging) >= len(hanging)


def test_slopes_run_in_chains_of_4_to_12_but_for_the_ring_of_the_depression() -> None:
    ring = {GRID.canonical(*divmod(at, 6)) for at in rim()}
    rings = [chain for chain in lines(SLOPE) if {divmod(at, 6) for at in chain} & ring]
    assert [len(chain) for chain in rings] == [18]
    chains = [chain for chain in lines(SLOPE) if chain not in rings]
    assert {len(chain) for chain in chains} <= set(range(4, 13))
    assert all(len(tips(chain)) == 2 for chain in chains)


def test_all_other_slopes_fall_away_from_ridges_and_knolls() -> None:
    """The hachures lie outside a named hill, and the hex above them on it."""
    tops = set().union(*hills().values())
    for at in set(range(6 * BOARD.count)) - set(rim()):
        if BOARD.faces[at]:
            assert BOARD.neighbours[at] in tops
            assert at // 6 not in tops


def falls(at: int, top: set[int]) -> list[int]:
    """The direction in which a slope falls from a hill, if it is one of its slopes."""
    i, d = divmod(at, 6)
    ways = {i: d, BOARD.neighbours[at]: (d + 3) % 6}
    return [way for hex, way in ways.items() if hex in top and not ways.keys() <= top]


@pytest.mark.parametrize("ridge", RIDGES)
def test_a_ridge_is_long_and_narrow_and_falls_away_on_both_sides(ridge: str) -> None:
    """A dozen hexes long at least; none of it far from its edge; at least four chains of slopes about it."""
    top = hills()[ridge]
    assert max(BOARD.distance(i, j) for i in top for j in top) >= 12
    brink = {i for i in top if not top.issuperset(around(i))}
    assert all(i in brink or brink.intersection(around(i)) for i in top)
    assert sum(1 for chain in lines(SLOPE) if falls(chain[0], top)) >= 4
    ways = [LETTERS[d] for at in laid(SLOPE) for d in falls(at, top)]
    flanks = [sum(way in side for way in ways) for side in ("FAB", "CDE", "BC", "EF")]
    assert max(min(flanks[:2]), min(flanks[2:])) >= 12


@pytest.mark.parametrize("knoll", KNOLLS)
def test_a_knoll_has_one_slope_bent_round_it(knoll: str) -> None:
    """Which leaves a gap of a hexside or more."""
    chains = [chain for chain in lines(SLOPE) if falls(chain[0], hills()[knoll])]
    assert len(chains) == 1
    assert len({d for at in chains[0] for d in falls(at, hills()[knoll])}) >= 4


def test_the_ridges_stand_two_on_each_side_of_both_middle_lines() -> None:
    """So no half of the sheet has more high ground than the other; the same with the knolls."""
    for group in (RIDGES, KNOLLS):
        middles = [[mean(part) for part in zip(*map(number, hills()[name]), strict=True)] for name in group]
        assert sum(column < 30.5 for column, _ in middles) == 2
        assert sum(row < 17.5 for _, row in middles) == 2


def test_berms_are_walls_of_3_to_8_hexsides_straight_or_gently_bent() -> None:
    """Two hexsides of a straight wall lead the length of root 3 onward; a gently bent one makes 3/4 of it.

    A step (x, y) of the integer plane is in truth as long as the root of x² + 3y², halved. So a wall of n
    hexsides leads on by x² + 3y² >= (9/16) * 3n², were it not for its first hexside, which may lead nowhere.
    """
    for wall in lines(BERM):
        assert 3 <= len(wall) <= 8
        first, last = tips(wall)
        x, y = last.x - first.x, last.y - first.y
        assert 16 * (x * x + 3 * y * y) >= 27 * (len(wall) - 1) ** 2


def test_some_walls_have_a_gateway() -> None:
    """A plain hexside between the ends of two walls."""
    at_tip = {corner: n for n, wall in enumerate(lines(BERM)) for corner in tips(wall)}
    plain = (at for at in range(6 * BOARD.count) if not BOARD.sides[at])
    gates = {frozenset(at_tip[corner] for corner in ends(at)) for at in plain if at_tip.keys() >= {*ends(at)}}
    assert sum(len(gate) == 2 for gate in gates) >= 3


def test_walls_stand_by_open_ground() -> None:
    """Most of the hexes beside each are clear."""
    for wall in lines(BERM):
        beside = [BOARD.terrain[i] for at in wall for i in (at // 6, BOARD.neighbours[at])]
        assert 2 * beside.count(CLEAR) > len(beside)
