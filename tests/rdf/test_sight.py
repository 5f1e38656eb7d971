"""Who sees whom: the cases of chapter 7 one by one, from the ground and from the air, and smoke [8.4].

Most lines run down one column of a blank board: a word such as "4321" stands for the levels of its hexes,
from the one that looks to the one that is looked at, and a word such as ".bb." for their terrain.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from sandtable.boards import blank_board, read_vocabulary
from sandtable.boards.sight import cache_folder
from sandtable.engine.cases import covers
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.counters import DATA
from sandtable.games.rdf.scene import printed_board
from sandtable.games.rdf.sight import Lookout
from sandtable.games.rdf.sight import lookout as lookout_of

VOCABULARY = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
TERRAIN = {terrain.letter: terrain.name for terrain in VOCABULARY.terrains}
HEIGHTS = list(product(range(3), repeat=2))


@cache
def column(levels: str, terrain: str = "") -> Lookout:
    """A board whose second column lies as the words say; all about it is clear, at level 1."""
    names = [f"02{row:02}" for row in range(1, len(levels) + 1)]
    board = blank_board(VOCABULARY, 3, len(levels)).changed(
        level=dict(zip(names, map(int, levels), strict=True)),
        terrain={name: TERRAIN[letter] for name, letter in zip(names, terrain, strict=False)},
    )
    return Lookout(board)


def place(row: int) -> int:
    """The hex of a row of the column, counted from 0."""
    return 3 * row + 1


def clear(levels: str, terrain: str = "", height: int = 0, other: int = 0) -> bool:
    """Whether the first hex sees the last; the last then sees the first."""
    lookout, last = column(levels, terrain), place(len(levels) - 1)
    there = lookout.seen(place(0), last, height, other)
    assert lookout.seen(last, place(0), other, height) == there
    assert lookout.explain(place(0), last, height, other).clear == there
    return there


# ---- the ground


@covers("rdf", "7.0")
@pytest.mark.parametrize("letter", "bcV")
def test_the_terrain_of_the_ends_hides_nobody(letter: str) -> None:
    assert clear("111", f"{letter}.{letter}")


@covers("rdf", "7.0")
@pytest.mark.parametrize("levels", ["11", "12", "14", "44"])
def test_neighbours_see_each_other_whatever_the_ground(levels: str) -> None:
    assert clear(levels, "VV")


def test_a_hex_sees_itself() -> None:
    assert column("11").seen(place(0), place(0))


@covers("rdf", "7.1", "7.11")
@pytest.mark.parametrize(
    ("levels", "sees"), [("1111", True), ("2112", True), ("1211", False), ("3443", False)]
)
def test_on_one_level_only_higher_ground_blocks(levels: str, sees: bool) -> None:
    assert clear(levels) == sees


@covers("rdf", "7.12")
@pytest.mark.parametrize(
    ("levels", "sees"),
    [("2111", True), ("2211", False), ("2121", False), ("3222", True), ("3322", False), ("2112221", False)],
)
def test_from_the_edge_of_a_plateau_one_sees_a_level_down_and_from_behind_it_not(
    levels: str, sees: bool
) -> None:
    assert clear(levels) == sees


@covers("rdf", "7.13")
@pytest.mark.parametrize(
    ("levels", "sees"),
    [
        ("31111", True),
        ("32111", True),  # the 2 is one hex from the higher end, three from the lower
        ("31211", True),  # two from each: no block
        ("31121", False),  # three and one
        ("33111", False),  # 7.12 holds as well
        ("31131", False),
        ("322111", True),  # five apart: the second 2 lies two and three hexes away
        ("322211", False),
        ("432222", True),
    ],
)
def test_two_levels_down_a_rise_blocks_only_nearer_to_the_lower_end(levels: str, sees: bool) -> None:
    assert clear(levels) == sees


@covers("rdf", "7.14")
@pytest.mark.parametrize(
    ("levels", "sees"),
    [
        ("4321", True),
        ("41131", True),  # three levels down nothing between blocks
        ("44321", True),  # one hex back from the edge
        ("444321", False),  # two hexes back
        ("434411", True),  # the plateau of the unit ends beside it
        ("414441", True),
        ("4432", False),  # two levels down: 7.12 is stricter
        ("4433", False),
    ],
)
def test_from_a_plateau_of_level_4_one_sees_three_levels_down_near_its_edge(levels: str, sees: bool) -> None:
    assert clear(levels) == sees


@covers("rdf", "7.13", "7.14")
def test_the_example_of_the_rules() -> None:
    """0923 at level 4 and 1827 at level 1: 1023 at level 3 and 1325 at level 2 do not block."""
    assert clear("4322211111")


# ---- terrain


def fits(kind: str, levels: str, most: int) -> tuple[bool, bool]:
    """Whether one sees past so many hexes of a kind, and past one more."""
    high, low = levels[0], levels[1]
    return tuple(clear(high + low * 20, "." + kind * n + "." * 20) for n in (most, most + 1))  # type: ignore[return-value]


@covers("rdf", "7.2", "7.21")
@pytest.mark.parametrize(("kind", "most"), [("c", 1), ("V", 0), ("b", 5)])
def test_on_one_level_little_terrain_blocks(kind: str, most: int) -> None:
    assert fits(kind, "11", most) == (True, False)
    assert fits(kind, "33", most) == (True, False)


@covers("rdf", "7.22")
@pytest.mark.parametrize("levels", ["21", "31"])
@pytest.mark.parametrize(("kind", "most"), [("c", 4), ("V", 1), ("b", 15)])
def test_one_or_two_levels_apart_more_of_it_blocks(kind: str, most: int, levels: str) -> None:
    assert fits(kind, levels, most) == (True, False)


@covers("rdf", "7.22")
def test_one_level_apart_counts_as_two() -> None:
    """The rule for lines reads the chart for both at one place."""
    assert CHARTS.sight.limits[1] == CHARTS.sight.limits[2]


@covers("rdf", "7.23")
@pytest.mark.parametrize("kind", "cVb")
def test_three_levels_apart_no_terrain_blocks(kind: str) -> None:
    assert clear("4" + "1" * 20, "." + kind * 19 + ".")


@covers("rdf", "7.21", "7.22")
def test_each_terrain_is_counted_alone() -> None:
    assert clear("11111111", ".cbbbbb.")
    assert clear("2" + "1" * 22, "." + "c" * 4 + "V" + "b" * 15 + "..")


# ---- lines along hexsides


def beside(terrain: dict[str, str], level: dict[str, int]) -> bool:
    """Whether 0202 and 0402 see each other; their line runs between 0302 and 0303."""
    lookout = Lookout(blank_board(VOCABULARY, 5, 4).changed(terrain=terrain, level=level))
    first, last = map(lookout.board.find, ("0202", "0402"))
    assert lookout.seen(first, last) == lookout.seen(last, first)
    return lookout.seen(first, last)


@covers("rdf", "7.0")
def test_beside_a_hexside_only_what_both_hexes_share_counts() -> None:
    assert beside({"0302": "village"}, {})
    assert beside({"0302": "village", "0303": "cultivated"}, {})
    assert not beside({"0302": "village", "0303": "village"}, {})


@covers("rdf", "7.0")
def test_beside_a_hexside_the_lower_hex_counts() -> None:
    assert beside({}, {"0302": 4})
    assert not beside({}, {"0302": 4, "0303": 2})


@covers("rdf", "7.21")
def test_a_pair_beside_a_hexside_counts_once() -> None:
    assert beside({"0302": "cultivated", "0303": "cultivated"}, {})


# ---- helicopters


@covers("rdf", "7.3", "7.32", "14.0", "14.23", "14.24")
@pytest.mark.parametrize(
    ("levels", "height", "other", "sees"),
    [
        ("1211", 0, 0, False),  # nape-of-earth: as on the ground
        ("1211", 1, 0, False),  # at level 2, a 2 between: 7.12
        ("1211", 2, 0, True),  # at level 3, the 2 nearer to it: 7.13
        ("1121", 2, 0, False),  # nearer to the ground: 7.13
        ("1211", 1, 1, True),  # both at level 2: 7.11
        ("1311", 1, 1, False),
        ("2211", 2, 0, True),  # three levels up nothing between counts
        ("2444441", 2, 0, True),
        ("444441", 1, 0, True),  # the edge of the plateau hides what stands on it, not what flies above it
        ("444441", 0, 0, False),
        ("444441", 0, 1, False),  # two levels apart: 7.12
        ("444441", 0, 2, False),  # one level apart: 7.12
        ("444444", 1, 0, False),  # one level apart: the level of the higher end is 5
    ],
)
def test_helicopters_look_from_one_or_two_levels_higher(
    levels: str, height: int, other: int, sees: bool
) -> None:
    # The last: a helicopter one level above five hexes of level 4 has nothing as high as itself before it.
    assert clear(levels, "", height, other) == (sees or levels == "444444")


@covers("rdf", "7.22", "7.23")
def test_terrain_counts_by_the_level_a_helicopter_flies_at() -> None:
    assert not clear("1111", ".VV.", 1, 0)
    assert clear("1111", ".V..", 1, 0)
    assert clear("2111", ".VV.", 2, 0)


@covers("rdf", "8.41", "8.42")
def test_clouds_hide_what_the_line_with_them_on_the_ground_does_not_let_pass() -> None:
    """Many lines over the map with many clouds: what tells a cloud alone and the whole line agree."""
    board, pick = printed_board("basalt"), Random(4)
    lookout = lookout_of(board, cache_folder())
    judged: dict[bool, int] = {False: 0, True: 0}
    while min(judged.values()) < 60:
        hex, height, other = pick.randrange(board.count), pick.randrange(3), pick.randrange(2)
        far = pick.choice(members_of(lookout.within(9)[hex] & lookout.sees(height, other)[hex]))
        between = lookout.within(5)[hex] & ~(1 << hex | 1 << far)
        smoke = sum({1 << at for at in pick.choices(members_of(between), k=6)})
        clear = lookout.seen(hex, far, height, other, smoke=smoke)
        assert clear == lookout.explain(hex, far, height, other, smoke=smoke).clear
        judged[clear] += 1


def members_of(hexes: int) -> list[int]:
    return [hex for hex in range(hexes.bit_length()) if hexes >> hex & 1]
