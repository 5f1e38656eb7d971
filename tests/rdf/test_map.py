"""The sheet of Rapid Deployment Force: what the rules say of the printed one holds, and it can be fought on.

The first part is what is stated or follows; the second what makes a reconstruction of it a fair battlefield.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from statistics import mean

import pytest

from sandtable.boards import read_map, read_vocabulary, write_map
from sandtable.engine.cases import covers
from sandtable.games.rdf.counters import DATA
from sandtable.games.rdf.ground import GROUPS, _hops, ground
from sandtable.games.rdf.sight import lookout
from sandtable.hexes import Vertex, hexside

TEXT = (DATA / "basalt.map").read_text("utf-8")
BOARD = read_map(TEXT, read_vocabulary((DATA / "terrain.toml").read_text("utf-8")))
GROUND = ground(BOARD)
VIEW = ["0923", "1023", "1124", "1224", "1325", "1425", "1526", "1626", "1727", "1827"]
"""The line of the example of sight [7.13]."""
LETTERS = {name: entry.hexes[0] for name, entry in BOARD.entries.items()}
FIRST = {"A": "FEC", "B": "JGF", "C": "HJFAIG", "D": "GAH", "E": "GJH"}
SECOND = {"J": "EBC", "I": "BED", "H": "EDC", "G": "EBDCAE", "F": "BAE"}
PAIRS = sorted(
    {"".join(sorted(a + b)) for table in (FIRST, SECOND) for a, many in table.items() for b in many}
)
CLIFF = BOARD.side_kind("cliff")


def around(hex: int) -> list[int]:
    return [far for far in BOARD.neighbours[hex * 6 : hex * 6 + 6] if far >= 0]


def lying(terrain: str) -> set[int]:
    wanted = BOARD.terrain_named(terrain)
    return {hex for hex in range(BOARD.count) if BOARD.terrain[hex] == wanted}


def over(road: str) -> list[int]:
    """The hexsides that a class of road crosses, as seen from either hex."""
    return [at for at, paths in enumerate(BOARD.paths) if paths & BOARD.path_class(road)]


def clumps(hexes: Iterable[int], near: Callable[[int], Iterable[int]]) -> list[set[int]]:
    """What hangs together, the largest first."""
    left, found = set(hexes), []
    while left:
        clump = [left.pop()]
        for hex in clump:
            fresh = left.intersection(near(hex))
            left -= fresh
            clump += sorted(fresh)
        found.append(set(clump))
    return sorted(found, key=len, reverse=True)


@cache
def hops(letter: str) -> dict[int, int]:
    return _hops(BOARD, LETTERS[letter])


def length(pair: str) -> int:
    """The hexsides of the shortest paved way between two letters."""
    return hops(pair[0])[LETTERS[pair[1]]]


# ---- what is stated


@covers("rdf", "2.1")
def test_columns_run_north_and_south_and_hexes_are_numbered_column_first() -> None:
    assert BOARD.names == [f"{column:02}{row:02}" for row in range(1, 32) for column in range(1, 57)]
    assert BOARD.heading.contour == 50
    assert BOARD.source == "reconstructed"


@covers("rdf", "7.13")
def test_the_line_of_the_example_runs_straight_through_ten_hexes() -> None:
    """Southeast all the way, which fixes that even columns lie half a hex further south."""
    hexes = [BOARD.find(name) for name in VIEW]
    southeast = 2
    assert [BOARD.neighbours[hex * 6 + southeast] for hex in hexes[:-1]] == hexes[1:]


@covers("rdf", "7.13", "7.14")
def test_the_heights_of_the_example_are_those_it_states() -> None:
    """0923 is level 4, 1023 level 3, 1325 level 2, 1827 level 1; what lies between follows."""
    assert [BOARD.level[BOARD.find(name)] for name in VIEW] == [4, 3, 2, 2, 2, 1, 1, 1, 1, 1]
    sides = BOARD.sides[BOARD.find("1325") * 6 + 2]
    assert sides & CLIFF


@covers("rdf", "7.13", "7.14")
def test_the_two_hexes_of_the_example_see_each_other() -> None:
    high, low = BOARD.find("0923"), BOARD.find("1827")
    assert lookout(BOARD).seen(high, low)
    assert lookout(BOARD).seen(low, high)


def test_the_view_of_the_example_is_clean() -> None:
    """Neither village nor fields in any of the ten hexes."""
    assert not {BOARD.find(name) for name in VIEW} & (lying("village") | lying("cultivated"))


@covers("rdf", "6.15")
def test_a_cliff_stands_wherever_level_1_meets_level_2_and_no_road_climbs() -> None:
    roads = {*over("paved"), *over("unpaved")}
    for at, far in enumerate(BOARD.neighbours):
        sheer = far >= 0 and {BOARD.level[at // 6], BOARD.level[far]} == {1, 2} and at not in roads
        assert bool(BOARD.sides[at] & CLIFF) == sheer


@covers("rdf", "6.15")
def test_roads_climb_cliffs_and_tracks_do_not() -> None:
    levels = BOARD.level
    steps = {at for at, far in enumerate(BOARD.neighbours) if {levels[at // 6], levels[far]} == {1, 2}}
    assert steps & set(over("paved"))
    assert steps & set(over("unpaved"))
    roads = {*over("paved"), *over("unpaved")}
    assert not (steps - roads) & set(over("track"))


def test_every_kind_of_ground_and_every_level_is_there() -> None:
    assert set(BOARD.level) == {1, 2, 3, 4}
    for terrain in ("clear", "broken", "cultivated", "village"):
        assert lying(terrain)
    for road in ("paved", "unpaved", "track"):
        assert over(road)


@covers("rdf", "5.63")
def test_there_are_crossroads_of_four_roads_and_most_are_villages() -> None:
    crossroads = [hex for hex in range(BOARD.count) if GROUND.crossroads >> hex & 1]
    assert len(crossroads) >= 6
    assert mean(hex in lying("village") for hex in crossroads) > 0.5


@covers("rdf", "3.21")
def test_the_ten_letters_stand_at_the_edge_with_a_paved_road_running_off() -> None:
    expected = {"A": "1001", "B": "2401", "C": "4001", "D": "5606", "E": "5616"}
    expected |= {"F": "4231", "G": "2631", "H": "1031", "I": "0122", "J": "0109"}
    assert {letter: BOARD.names[hex] for letter, hex in LETTERS.items()} == expected
    for hex in LETTERS.values():
        off = [at for at in range(hex * 6, hex * 6 + 6) if BOARD.neighbours[at] < 0]
        assert any(BOARD.paths[at] & BOARD.path_class("paved") for at in off)


@covers("rdf", "3.21", "5.11")
@pytest.mark.parametrize("pair", PAIRS)
def test_paved_road_joins_every_entry_with_its_exits(pair: str) -> None:
    """Without great detours, and not by way of a third letter."""
    start, end = LETTERS[pair[0]], LETTERS[pair[1]]
    assert length(pair) <= 1.4 * BOARD.distance(start, end)
    for other in set(LETTERS) - set(pair):
        assert hops(pair[0])[LETTERS[other]] + hops(other)[end] > length(pair)


@covers("rdf", "5.11")
def test_for_some_pairs_more_than_one_paved_way_is_about_as_short() -> None:
    """At least six have a second one at most three hexes longer that goes another way for a quarter of it."""
    assert sum(_second_way(pair) <= length(pair) + 3 for pair in PAIRS) >= 6


def _second_way(pair: str) -> int:
    """The shortest paved way that keeps off some quarter of the shortest."""
    way = GROUND.axes(LETTERS[pair[0]], LETTERS[pair[1]])[0]
    quarter = -(-len(way) // 4)
    return min(_without(way, set(way[n : n + quarter])) for n in range(1, len(way) - quarter))


def _without(way: tuple[int, ...], shut: set[int]) -> int:
    """How long the shortest paved way is where some hexes are shut."""
    paved = BOARD.path_class("paved")
    far, ahead = {way[0]: 0}, [way[0]]
    for hex in ahead:
        for at in range(hex * 6, hex * 6 + 6):
            there = BOARD.neighbours[at]
            if there >= 0 and BOARD.paths[at] & paved and there not in far and there not in shut:
                far[there] = far[hex] + 1
                ahead.append(there)
    return far.get(way[-1], BOARD.count)


@covers("rdf", "15.2")
def test_a_tank_can_enter_and_leave_in_one_turn_somewhere() -> None:
    """A T-72 has 14 points and pays half of one a paved hex: 28 hexes, with the way out."""
    assert all(length(pair) + 1 <= 28 - 1 for pair in ("EF", "BJ"))


# ---- what makes it a battlefield


def test_the_levels_take_their_shares() -> None:
    """A wide plain, terraces, hills, and plateaus on which one can stand out of sight."""
    share = {level: count / BOARD.count for level, count in Counter(BOARD.level).items()}
    assert share == pytest.approx({1: 0.45, 2: 0.35, 3: 0.14, 4: 0.06}, abs=0.02)
    plateaus = clumps([hex for hex in range(BOARD.count) if BOARD.level[hex] == 4], around)
    assert 2 <= len(plateaus) <= 3
    assert any(BOARD.find("0923") in plateau and len(plateau) >= 30 for plateau in plateaus)


def test_cover_takes_its_shares() -> None:
    share = {terrain: len(lying(terrain)) / BOARD.count for terrain in ("broken", "cultivated")}
    assert share == pytest.approx({"broken": 0.22, "cultivated": 0.12}, abs=0.02)
    assert 14 <= len(lying("village")) <= 18
    lava = clumps(lying("broken"), around)[0]
    assert len(lava) >= 60
    assert all(BOARD.grid.columns / 2 < int(BOARD.names[hex][:2]) for hex in lava)


def test_the_ground_rises_gently_but_for_cliffs() -> None:
    jumps = {at for at, far in enumerate(BOARD.neighbours) if far >= 0 and _rise(at // 6, far) > 1}
    assert len(jumps) // 2 <= 12


def _rise(one: int, other: int) -> int:
    return abs(BOARD.level[one] - BOARD.level[other])


def test_no_cliff_runs_on_for_long_without_a_road() -> None:
    """Ten hexsides, as one might wish, would want twice the roads; these leave thirteen."""
    corners: dict[Vertex, set[int]] = defaultdict(set)
    cliffs = {min(at, _back(at)) for at, sides in enumerate(BOARD.sides) if sides & CLIFF}
    for at in cliffs:
        for corner in _ends(at):
            corners[corner].add(at)
    runs = clumps(cliffs, lambda at: set().union(*(corners[corner] for corner in _ends(at))))
    assert len(runs[0]) <= 13


def _back(at: int) -> int:
    """The same hexside as seen from the hex beyond."""
    return BOARD.neighbours[at] * 6 + (at % 6 + 3) % 6


def _ends(at: int) -> tuple[Vertex, Vertex]:
    return hexside(BOARD.grid.hex(at // 6), at % 6).ends()


@pytest.mark.parametrize("mover", range(len(GROUPS[:3])), ids=GROUPS[:3])
def test_everybody_can_go_everywhere(mover: int) -> None:
    """No ground is cut off by cliffs, for vehicles and trucks as for men on foot."""
    going = GROUND.going[mover]
    assert len(going.reach(LETTERS["A"], 2000)) == BOARD.count


def test_letters_stand_in_the_open_away_from_cliffs() -> None:
    for hex in LETTERS.values():
        assert hex not in lying("village") | lying("cultivated")
        near = [hex, *around(hex)]
        assert not any(BOARD.sides[at] & CLIFF for at in range(len(BOARD.sides)) if at // 6 in near)


def test_a_hasty_assault_finds_room_to_enter() -> None:
    """Of the hexes within a spread of ten, vehicles enter at least fourteen for 5 points or less [3.24]."""
    for hex in LETTERS.values():
        spread = GROUND.frontage_of_entry(hex, 10)
        assert sum(0 < GROUND.entering[0][edge] <= 10 for edge in spread) >= 14


def test_neither_half_has_the_better_of_it() -> None:
    """Neither higher entries nor shorter ways, over the eighteen cells of each player."""
    ways = [
        [length("".join(sorted(a + b))) for a, many in table.items() for b in many]
        for table in (FIRST, SECOND)
    ]
    assert mean(ways[0]) == pytest.approx(mean(ways[1]), rel=0.1)
    heights = [mean(BOARD.level[LETTERS[letter]] for letter in half) for half in ("ABCDE", "FGHIJ")]
    assert abs(heights[0] - heights[1]) <= 0.5


def test_an_administrative_march_has_room_for_four_headquarters_on_every_axis() -> None:
    assert min(length(pair) + 1 for pair in PAIRS) >= 22


def test_there_are_long_views_and_close_country() -> None:
    """At least 25 pairs of hexes 15 to 20 apart see each other, no two of them near to one another."""
    sees = lookout(BOARD).sees()
    found: list[tuple[int, int]] = []
    for one, other in combinations(range(0, BOARD.count, 5), 2):
        far = 15 <= BOARD.distance(one, other) <= 20 and sees[one] >> other & 1
        if far and all(BOARD.distance(one, a) + BOARD.distance(other, b) > 8 for a, b in found):
            found.append((one, other))
    assert len(found) >= 25
    blind = mean(sees[hex].bit_count() for hex in lying("village"))
    assert blind < mean(sees[hex].bit_count() for hex in lying("clear"))


def test_the_text_of_the_map_is_as_the_writer_would_write_it() -> None:
    """Read, written and read again, it is the same board."""
    assert read_map(write_map(BOARD), BOARD.vocabulary).hash == BOARD.hash


def test_sight_is_mutual_at_every_pair_of_heights() -> None:
    """Who sees is seen, on every line of the map, from the ground and from both heights in the air [7.0]."""
    watch = lookout(BOARD)
    for height, other in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
        there, back = watch.sees(height, other), watch.sees(other, height)
        assert there == _transposed(back)


def _transposed(rows: list[int]) -> list[int]:
    width = len(rows)
    columns = zip(*(f"{row:0{width}b}" for row in rows), strict=True)
    return [int("".join(column)[::-1], 2) for column in columns][::-1]
