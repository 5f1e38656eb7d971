"""Sight and movement over the maps: by another construction, by hand, and alike from both ends."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from sandtable.boards import Board, blank_board
from sandtable.boards.sight import disagreements, trace
from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import battle_map, vocabulary
from sandtable.games.tcs.country import NO_WAY, Country
from sandtable.games.tcs.sight import kernel, table

FIRST_BLOOD = battle_map("first-blood")
SKYLINE = battle_map("skyline-drive")
GOOD = Country(FIRST_BLOOD, (1, 20), (1, 20), poor=False, keep_sight=False)
POOR = Country(FIRST_BLOOD, (1, 20), (1, 20), poor=True, keep_sight=False)


def strip(tops: Sequence[int], woods: Sequence[int] = (), hedge: str = "") -> Board:
    """A board one can see across in row 3: the levels of 0103 to 0903 by column, level 0 elsewhere.

    Hexes of the row below and above are as high, so that a line from 0103 along the odd columns meets them.
    """
    board = blank_board(vocabulary(), 5, len(tops))
    level = {f"03{row:02}": height for row, height in enumerate(tops, 1)}
    wooded = {f"03{row:02}": "woods" for row in woods}
    return board.changed(level=level, terrain=wooded, sides={hedge: "hedge"} if hedge else {})


def open_line(board: Board) -> bool:
    """From the first to the last hex of column 03, straight down the column."""
    ends = board.find("0301"), board.find(f"03{board.grid.rows:02}")
    seen = {table(board, keep=False).clear(*ends), table(board, keep=False).clear(*ends[::-1])}
    assert len(seen) == 1
    return seen.pop()


@covers("tcs", "8.4", "8.4a", "8.4b")
@pytest.mark.parametrize(
    ("tops", "woods", "clear"),
    [
        ([0, 0, 0, 0, 0], (), True),
        ([0, 0, 1, 0, 0], (), False),  # higher than both ends
        ([1, 0, 1, 0, 1], (), True),  # as high as both is not higher, and equal ends have no half-way
        ([0, 0, 0, 0, 0], (3,), False),  # trees stand a level high
        ([1, 0, 0, 0, 1], (3,), True),
        ([0, 0, 0, 0, 0], (1, 5), True),  # what stands in the end hexes does not count
        ([4, 0, 0, 2, 0], (), False),  # half-way up and nearer to the lower end
        ([4, 2, 0, 0, 0], (), True),  # nearer to the higher end
        ([4, 0, 2, 0, 0], (), True),  # equally far is not nearer
        ([4, 0, 0, 1, 0], (), True),  # below half-way
        ([4, 0, 0, 1, 0], (4,), False),  # but not with trees on it
        ([3, 0, 0, 2, 0], (), False),  # 2 is above half of 3
        ([3, 0, 0, 1, 0], (), True),
        ([5, 0, 0, 5, 0], (), False),
    ],
)
def test_lines_over_heights_and_woods(tops: list[int], woods: tuple[int, ...], clear: bool) -> None:
    assert open_line(strip(tops, woods)) is clear


@covers("tcs", "8.4a", "8.4b")
def test_hedges_block_but_not_those_of_the_end_hexes() -> None:
    assert not open_line(strip([0] * 5, hedge="0302D"))
    assert open_line(strip([0] * 5, hedge="0301D"))
    assert open_line(strip([1, 0, 0, 0, 1], hedge="0302D"))


@covers("tcs", "8.4b")
def test_a_line_along_a_hexside_is_blocked_only_by_both_hexes() -> None:
    """From 0203 to 0403 the line runs along the side between 0303 and 0304."""
    board = blank_board(vocabulary(), 5, 6)
    one = board.changed(terrain={"0303": "woods"})
    both = board.changed(terrain={"0303": "woods", "0304": "woods"})
    ends = board.find("0203"), board.find("0403")
    assert table(one, keep=False).clear(*ends)
    assert not table(both, keep=False).clear(*ends)


@covers("tcs", "8.4")
def test_the_table_says_what_each_line_says_by_itself() -> None:
    """On hills, woods and hedges enough for every sort of line, between all pairs of 72 hexes."""
    board = blank_board(vocabulary(), 9, 8).changed(
        level={"0303": 2, "0304": 1, "0403": 1, "0505": 3, "0604": 2, "0706": 1, "0807": 4},
        terrain={"0205": "woods", "0404": "forest", "0503": "village", "0605": "woods", "0702": "woods"},
        sides={"0402D": "hedge", "0506B": "hedge", "0705C": "hedge", "0305C": "hedge"},
    )
    assert disagreements(board, kernel(board)) == []


@covers("tcs", "8.4")
@pytest.mark.parametrize("board", [FIRST_BLOOD, SKYLINE], ids=lambda board: str(board.name))
def test_sight_is_mutual_for_all_pairs(board: Board) -> None:
    sees = table(board, keep=True).sees
    for hex, seen in enumerate(sees):
        bits = bin(seen)[:1:-1]
        assert all(sees[other] >> hex & 1 for other, bit in enumerate(bits) if bit == "1")


@covers("tcs", "8.4b")
def test_the_knoll_looks_into_arden_but_its_own_trees_stand_before_the_ridge() -> None:
    """0409 is 140 metres high. The woods of 0509 reach 160: above 0409 and Arden, and half-way up to 1808."""
    knoll, clear = FIRST_BLOOD.find("0409"), GOOD.clear
    assert clear(knoll, FIRST_BLOOD.find("1209"))
    assert not clear(knoll, FIRST_BLOOD.find("1309"))
    hidden = trace(FIRST_BLOOD, kernel(FIRST_BLOOD), knoll, FIRST_BLOOD.find("1808"))
    assert (hidden.case, hidden.at) == ("8.4b", FIRST_BLOOD.find("0509"))


@covers("tcs", "8.3", "8.3a", "8.4d", "8.4e")
def test_visibility_and_smoke_cut_a_line_that_the_ground_leaves_open() -> None:
    start, between, end = (FIRST_BLOOD.find(hex) for hex in ("0712", "0713", "0714"))
    assert GOOD.visible(start, end, 2)
    assert not GOOD.visible(start, end, 1)
    assert not GOOD.clear(start, end, smoke=1 << between)
    assert GOOD.clear(start, end, smoke=1 << start | 1 << end)
    assert GOOD.clear(start, between, smoke=1 << between)


@covers("tcs", "8.4d")
def test_a_line_along_the_edge_of_the_map_has_smoke_on_one_side_alone() -> None:
    """From 0101 to 0301 it runs between 0201 and the hex that would lie north of that."""
    start, end, beside = (FIRST_BLOOD.find(hex) for hex in ("0101", "0301", "0201"))
    assert GOOD.clear(start, end, smoke=1 << beside)


def test_all_pairs_of_both_sheets_are_worked_out_in_time_and_kept() -> None:
    """5,280 hexes; half a second and 30 ms are the goal, and a busy machine gets three times as long."""
    table(SKYLINE, keep=True)
    begin = time.process_time()
    kept = table(SKYLINE, keep=True)
    assert time.process_time() - begin < 0.09
    begin = time.process_time()
    assert table(SKYLINE, keep=False) == kept
    assert time.process_time() - begin < 1.5


# ---- movement


def price(country: Country, legs: str, step: str, road: bool = False) -> int:
    """In sixths of a point."""
    hex, d = country.board.find_hexside(step)
    prices = country.by_road if road else country.across
    return prices[legs][hex * 6 + d]  # type: ignore[index]


@covers("tcs", "12.1", "12.1d", "12.1e", "12.1f", "8.3d")
@pytest.mark.parametrize(
    ("step", "good", "poor"),
    [
        ("0712-0713", (6, 6, 6), (6, 12, 24)),  # open
        ("0514-0614", (6, 12, 18), (6, 18, 36)),  # woods
        ("0218-0219", (12, 18, 24), (12, 30, 48)),  # forest
        ("1209-1310", (3, 2, 2), (3, 2, 2)),  # village
        ("0505-0506", (6, 6, 6), (6, 12, 24)),  # buildings are free
        ("0916-0915", (6, 6, 6), (6, 12, 24)),  # out of the swamp
        ("0507-0506", (6, 12, 18), (6, 18, 36)),  # a hedge on the way
        ("0904-1004", (12, 24, 36), (18, 42, NO_WAY)),  # the stream
        ("0117-0118", (12, 18, 24), (12, 30, 48)),
    ],
)
def test_prices_off_the_road(step: str, good: tuple[int, ...], poor: tuple[int, ...]) -> None:
    assert tuple(price(GOOD, legs, step) for legs in ("foot", "vehicle", "truck")) == good
    assert tuple(price(POOR, legs, step) for legs in ("foot", "vehicle", "truck")) == poor


@covers("tcs", "12.2", "12.2a", "12.2b", "12.1c")
def test_slow_go_doubles_for_tracks_and_stops_wheels() -> None:
    """Forest at 1804 marked slow go: 3 twice; a swamp at 4 is not doubled again."""
    assert [price(GOOD, legs, "1704-1804") for legs in ("foot", "vehicle", "truck")] == [12, 36, NO_WAY]
    assert [price(GOOD, legs, "0915-0916") for legs in ("foot", "vehicle", "truck")] == [6, 6, 6]
    assert [price(GOOD, legs, "1016-1116") for legs in ("foot", "vehicle", "truck")] == [
        18 + 6,
        24 + 18,
        NO_WAY,
    ]
    assert [price(POOR, legs, "0917-0918") for legs in ("vehicle", "truck")] == [NO_WAY, NO_WAY]


@covers("tcs", "12.1b")
def test_a_road_takes_the_place_of_the_terrain_and_its_bridge_of_the_water() -> None:
    legs = ("foot", "vehicle", "truck")
    assert [price(GOOD, each, "1010-1110", road=True) for each in legs] == [3, 2, 2]
    assert [price(POOR, each, "1612-1613", road=True) for each in legs] == [6, 6, 12]
    assert price(GOOD, "foot", "0712-0713", road=True) == NO_WAY
    assert price(GOOD, "vehicle", "1614-1615", road=True) == 3


@covers("tcs", "12.1c")
def test_nobody_wades_through_the_clerf() -> None:
    country = Country(SKYLINE, (1, 60), (1, 40), poor=True, keep_sight=True)
    assert {price(country, legs, "0814-0915") for legs in ("foot", "vehicle", "truck")} != {NO_WAY}
    assert {price(country, legs, "0915-1014") for legs in ("foot", "vehicle", "truck")} == {NO_WAY}
    assert price(country, "vehicle", "0915-1015", road=True) == 2
    assert price(country, "foot", "3040-3041") == NO_WAY  # the southern sheet is not in play


@covers("tcs", "8.5")
def test_fire_comes_through_a_hedge_only_across_it() -> None:
    start, arden = FIRST_BLOOD.find("1609"), FIRST_BLOOD.find("1410")
    assert GOOD.through_hedge(FIRST_BLOOD.find("1510"), arden)
    assert GOOD.through_hedge(start, arden)
    assert not GOOD.through_hedge(FIRST_BLOOD.find("1211"), arden)


@covers("tcs", "10.4c")
def test_target_reference_points_need_something_to_see() -> None:
    named = {
        hex: GOOD.can_hold_trp(FIRST_BLOOD.find(hex)) for hex in ("1210", "1010", "0409", "0506", "0505")
    }
    assert named == {"1210": True, "1010": True, "0409": True, "0506": True, "0505": False}
    assert GOOD.can_hold_trp(FIRST_BLOOD.find("0402"))
    assert not GOOD.can_hold_trp(FIRST_BLOOD.find("1801"))


@covers("tcs", "8.4d")
def test_smoke_is_looked_for_along_the_edge_of_the_map_too() -> None:
    """From 0101 to 0303 and back the line runs beside hexes that the map does not have."""
    country = Country(blank_board(vocabulary(), 5, 5), (1, 5), (1, 5), poor=False, keep_sight=False)
    find = country.board.find
    smoke = 1 << find("0505")
    for end in range(country.board.count):
        assert country.clear(find("0101"), end, smoke)
        assert country.clear(end, find("0101"), smoke)
