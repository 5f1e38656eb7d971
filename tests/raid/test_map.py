"""The sheet of Raid!: all that rules, examples and scenarios state of it holds on the reconstruction."""

from __future__ import annotations

import pytest
from tests.raid.ground import BOARD, EFFECTS, NEVER, banks, find, ground, hexes, near, walk, wet

from sandtable.boards import read_map, write_map
from sandtable.boards.sight import sight_table
from sandtable.engine.cases import covers
from sandtable.games.raid.scenarios import SCENARIOS
from sandtable.games.raid.sight import ground_kernel, plain_kernel
from sandtable.hexes import LETTERS

SEES = sight_table(BOARD, ground_kernel(10))
TARGETS = "4113 4119 4211 4213 4218 4310 4409 4419 4908"
SET_UP = "4205 4206 4608 3815 4211 4113 4218 4010"
REDOUBT = "1629 1630 1730 1731 1829"
RIVER = [hex for hex in range(BOARD.count) if ground(BOARD.names[hex]) in ("river", "bridge")]
COAST = [
    hex
    for hex in range(BOARD.count)
    if not wet(hex) and any(ground(BOARD.names[n]) == "sea" for n in near(hex))
]
EDGES = {hex for edge in ("north", "east", "south", "west") for hex in BOARD.edge(edge)}


def level(name: str) -> int:
    return BOARD.level[find(name)]


def range_to(hex: int, others: list[int]) -> int:
    return min(BOARD.distance(hex, other) for other in others)


# ---- the grid


@covers("raid", "3.1")
def test_it_has_57_columns_and_34_rows() -> None:
    """0934 lies on the south edge, 0126 on the west, 5701 is the corner where the convoy leaves."""
    assert (BOARD.grid.columns, BOARD.grid.rows) == (57, 34)
    assert find("0934") in BOARD.edge("south")
    assert find("0126") in BOARD.edge("west")
    assert find("5701") in BOARD.edge("north")
    assert find("5701") in BOARD.edge("east")


def test_even_columns_stand_half_a_hex_higher() -> None:
    """At Entebbe each stack of Alpha is then beside one Building of Bravo."""
    for start, building in (("0903", "0803"), ("0805", "0704"), ("0606", "0505")):
        assert BOARD.distance(find(start), find(building)) == 1


def test_it_is_written_as_it_is_read() -> None:
    assert read_map(write_map(BOARD), BOARD.vocabulary).hash == BOARD.hash


# ---- every hex that the text names


@pytest.mark.parametrize("name", f"0505 0704 0803 1830 1831 4010 {TARGETS}".split())
def test_buildings_stand_where_the_text_has_them(name: str) -> None:
    assert ground(name) == "building"


@pytest.mark.parametrize("name", ["0606", "0805", "0903", "1732", "1829", "1529", "1728", "1729"])
def test_open_ground_where_units_start_or_land(name: str) -> None:
    """Neither a team before Entebbe's doors nor a helicopter stands in cover."""
    assert ground(name) == "clear"


@covers("raid", "6.11")
def test_the_hexes_of_the_examples_of_observation() -> None:
    """3222 and 3620 are Heavy; the hexes between, and those on the way to 4218, are Clear and at 0 metres."""
    between = "3520 3421 3321 3719 3819 3919 3918 4019 4118"
    assert {ground(name) for name in ("3222", "3620")} == {"heavy"}
    assert {ground(name) for name in between.split()} == {"clear"}
    assert {level(name) for name in f"3222 3620 4218 {between}".split()} == {0}


@covers("raid", "6.24")
def test_the_upper_ground_of_the_example() -> None:
    """3419 lies next to a contour, 3418 on the same level does not; 3420 to 3424 are lower and Clear."""
    assert level("3419") == level("3418") > level("3420")
    assert {level(name) for name in ["3420", "3421", "3422", "3423", "3424"]} == {0}
    assert min(level(name) for name in ["3417", "3419", "3317", "3318", "3517", "3518"]) >= level("3418")
    assert any(BOARD.level[hex] < level("3419") for hex in near(find("3419")))
    assert {ground(name) for name in ["3420", "3421", "3422", "3423", "3424"]} == {"clear"}


@covers("raid", "6.21")
def test_two_contours_and_several_hills() -> None:
    """0, 10 and 20 metres; each level of hills lies inside the one below."""
    assert sorted({*BOARD.level}) == [0, 1, 2]
    assert {BOARD.height(hex) for hex in range(BOARD.count)} == {0, 10, 20}
    for hex in range(BOARD.count):
        assert all(abs(BOARD.level[hex] - BOARD.level[beyond]) <= 1 for beyond in near(hex))


# ---- river, bridge and ford


def test_the_river_is_one_unbroken_line_that_parts_the_land() -> None:
    """From the north edge to the bay, one hex wide: whoever crosses wades, or takes bridge or ford."""
    west, east = banks()
    assert not {*west} & {*east}
    assert len(west) + len(east) == sum(
        not wet(hex) and EFFECTS[hex].mp is not None for hex in range(BOARD.count)
    )
    ends = [hex for hex in RIVER if sum(beyond in RIVER for beyond in near(hex)) == 1]
    assert len(ends) == 2
    assert any(hex in BOARD.edge("north") for hex in ends)
    assert any(ground(BOARD.names[n]) == "sea" for hex in ends for n in near(hex))


@covers("raid", "15.5", "15.6")
def test_the_only_bridge_is_1926() -> None:
    assert BOARD.marks["bridge"] == (find("1926"),)
    assert ground("1926") == "bridge"
    crossed = {hex for run in BOARD.path_runs for hex in RIVER if hex in run.hexes}
    assert crossed == {find("1926"), *BOARD.marks["ford"]}


def test_the_ford_is_far_from_the_bridge() -> None:
    (ford,) = BOARD.marks["ford"]
    assert BOARD.distance(ford, find("1926")) > 4
    assert ford in RIVER


@covers("raid", "15.6")
def test_all_of_the_redoubt_lies_within_four_hexes_of_the_river() -> None:
    """Or Bravo could not set up in it; and it lies on his bank, three to six hexes from the bridge."""
    west, _ = banks()
    for hex in hexes(REDOUBT):
        assert range_to(hex, RIVER) <= 4
        assert hex in west
        assert 3 <= BOARD.distance(hex, find("1926")) <= 6
    assert sorted(BOARD.marks["redoubt"]) == sorted(hexes(REDOUBT))


@covers("raid", "15.6")
def test_the_stretch_where_alpha_comes_in_at_the_litani() -> None:
    """0934 to 1834 on the south edge, on Bravo's bank, so that the assault from the south meets no river."""
    west, _ = banks()
    entry = BOARD.entries["Litani South"]
    assert [BOARD.names[hex] for hex in entry.hexes] == [f"{column:02}34" for column in range(9, 19)]
    assert {*entry.hexes} <= {*west}
    covered = sum(ground(BOARD.names[hex]) in ("medium", "heavy") for hex in entry.hexes)
    assert covered >= 4


# ---- prison and compound


@covers("raid", "15.3")
def test_the_wall_rings_the_prison() -> None:
    """Every hexside of 1830 and 1831 but the one they share: ten."""
    wall = BOARD.side_kind("wall")
    sides = {BOARD.hexside_name(*divmod(at, 6)) for at, kinds in enumerate(BOARD.sides) if kinds & wall}
    around = {BOARD.hexside_name(hex, d) for hex in hexes("1830 1831") for d in range(6)} - {
        BOARD.hexside_name(find("1830"), LETTERS.index("D"))
    }
    assert sides == around
    assert len(sides) == 10


@covers("raid", "15.3")
def test_the_compound_encloses_a_yard() -> None:
    """1629, 1630, 1730, 1830 and 1829 stand round 1729, which opens to 1728; 1731 is south of 1730."""
    assert {*near(find("1729"))} == {*hexes("1629 1630 1730 1830 1829 1728")}
    assert BOARD.neighbours[find("1730") * 6 + 3] == find("1731")


@covers("raid", "15.3")
def test_the_landing_hexes_of_son_tay_touch_the_compound() -> None:
    """1529 touches 1629 and 1630 from outside."""
    assert {*hexes("1629 1630")} <= {*near(find("1529"))}
    for name in ("1829", "1732"):
        assert range_to(find(name), hexes("1830 1831 1731")) == 1


def test_open_ground_rings_the_compound() -> None:
    """Clear and Mixed for two hexes round it, the river in the outer ring."""
    whole = hexes(f"{REDOUBT} 1830 1831")
    for hex in range(BOARD.count):
        apart = range_to(hex, whole)
        if 1 <= apart <= 2:
            assert ground(BOARD.names[hex]) in ("clear", "mixed", "river")
        if apart == 1:
            assert ground(BOARD.names[hex]) != "river"


# ---- airport


@covers("raid", "15.1")
def test_the_airport_buildings_stand_alone_on_open_ground() -> None:
    """Single hexes, not beside one another; what lies round them is Clear or runway."""
    for name in ("0505", "0704", "0803"):
        assert {ground(BOARD.names[hex]) for hex in near(find(name))} <= {"clear", "runway"}
    assert any(terrain == BOARD.terrain_named("runway") for terrain in BOARD.terrain)


# ---- village, coast and bay


@covers("raid", "15.7", "15.2")
def test_every_set_up_hex_of_vaagso_is_on_land() -> None:
    for name in (*SET_UP.split(), "3910"):
        assert EFFECTS[find(name)].mp is not None
        assert not wet(find(name))
    assert BOARD.distance(find("3910"), find("4010")) == 1


@covers("raid", "15.7")
def test_the_wharves_hold_the_landing() -> None:
    """At least six wharf hexes for 14 units at three each, every one beside land and sea."""
    wharves = BOARD.marks["wharf"]
    assert len(wharves) >= 6
    assert len(wharves) * 3 >= SCENARIOS["vaagso"].alpha.combat_units
    assert tuple(sorted(BOARD.places["Wharves"])) == wharves
    for wharf in wharves:
        assert any(not wet(hex) for hex in near(wharf))
        assert any(ground(BOARD.names[hex]) == "sea" for hex in near(wharf))


@covers("raid", "15.7")
def test_the_landing_is_in_bravos_field_of_fire() -> None:
    """Players' notes: each wharf is in sight of two or more of the hexes where Bravo sets up."""
    for wharf in BOARD.marks["wharf"]:
        assert sum(SEES.clear(hex, wharf) for hex in hexes(SET_UP)) >= 2


@covers("raid", "15.7", "5.21")
def test_not_every_set_up_hex_is_in_command_from_3910() -> None:
    """Players' notes: 8 points in sight, 6 out of it, do not reach them all from where the HQ arrives."""
    near_sight, plain = sight_table(BOARD, ground_kernel(8)), sight_table(BOARD, plain_kernel(6))
    start = find("3910")
    reached = [
        name for name in SET_UP.split() if (near_sight.sees[start] | plain.sees[start]) >> find(name) & 1
    ]
    assert 0 < len(reached) < 8
    assert "4218" not in reached


@covers("raid", "7.65")
def test_buildings_of_several_hexes() -> None:
    """4113 and 4213, 4211 and 4310, 1830 and 1831 are one Building each."""
    shared = [{*of} for of in BOARD.buildings.values()]
    for pair in ("4113 4213", "4211 4310", "1830 1831"):
        assert {*hexes(pair)} in shared
    for of in BOARD.buildings.values():
        assert {ground(BOARD.names[hex]) for hex in of} == {"building"}


def test_the_bay_lies_open_to_the_east_between_two_shores() -> None:
    """Coastal hexes are land next to sea; there are some north and south of the bay."""
    sea = [hex for hex in range(BOARD.count) if ground(BOARD.names[hex]) == "sea"]
    assert any(hex in BOARD.edge("east") for hex in sea)
    assert not {*sea} & ({*BOARD.edge("north")} | {*BOARD.edge("west")} | {*BOARD.edge("south")})
    rows = [int(BOARD.names[hex][2:]) for hex in COAST]
    assert min(rows) < 12
    assert max(rows) > 24


# ---- the eight scenarios can be played


@covers("raid", "15.4")
def test_the_convoy_has_a_road_and_a_second_route() -> None:
    """From 0126 to 5701 by road all the way, and by the trail over the ford where the bridge is held."""
    road = walk([find("0126")], ways=BOARD.path_class("road"), vehicle=True)
    assert road[find("5701")] < NEVER
    main = next(run for run in BOARD.path_runs if find("0126") in run.hexes)
    assert main.hexes[-1] == find("5701")
    assert find("1926") in main.hexes
    assert not {ground(BOARD.names[hex]) for hex in main.hexes} & {"heavy", "building", "wharf"}
    assert road[find("5701")] <= 18 * SCENARIOS["convoy_ambush"].turns / 3
    trail = next(run for run in BOARD.path_runs if BOARD.marks["ford"][0] in run.hexes)
    assert {ground(BOARD.names[hex]) for hex in trail.hexes} <= {"clear", "mixed", "river"}
    assert {trail.hexes[0], trail.hexes[-1]} <= {*main.hexes}


@covers("raid", "15.5")
def test_the_southern_shore_of_the_bay_is_a_march_away_from_the_aqueduct() -> None:
    """Seven to nine turns for a Fire Team of 6 points, by road and field on the southern bank."""
    west, _ = banks()
    points = walk([find("1926")])
    shore = [points[hex] for hex in COAST if hex in west]
    assert 6 * 6 < min(shore) <= 9 * 6


@covers("raid", "15.6")
def test_both_sides_have_room_at_the_litani() -> None:
    """24 teams and guns of a side at three a hex, within four hexes of the river on their own bank."""
    for bank in banks():
        zone = [hex for hex in bank if range_to(hex, RIVER) <= 4]
        assert len(zone) * 3 >= 30


@covers("raid", "15.8")
def test_the_guerrillas_have_cover_far_from_the_edges() -> None:
    """At least 40 hexes of cover more than eight hexes from every edge of the map."""
    inside = [hex for hex in range(BOARD.count) if range_to(hex, sorted(EDGES)) > 8]
    cover = [hex for hex in inside if ground(BOARD.names[hex]) in ("medium", "heavy", "building")]
    assert len(cover) >= 40


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_hex_of_a_scenario_can_be_stood_on(scenario: str) -> None:
    """No set-up, landing, entry or goal hex is sea, and none but the bridge lies in the river."""
    one = SCENARIOS[scenario]
    zones = [zone for force in one.forces for zone in force.zones]
    names = {
        *one.goal_hexes,
        *(name for zone in zones for name in (*zone.hexes, *zone.of, zone.drop) if name),
    }
    for name in sorted(names):
        assert EFFECTS[find(name)].mp is not None
        assert ground(name) != "river"
    for zone in zones:
        assert not zone.place or zone.place in BOARD.places
        assert not zone.entry or zone.entry in BOARD.entries


@pytest.mark.parametrize(
    ("start", "goal", "turns"),
    [
        ("4514", "4908", 12),
        ("4516", "4119", 12),
        ("0126", "5701", 15),
        ("1234", "1731", 13),
        ("4514", "4010", 12),
    ],
)
def test_goals_lie_within_reach(start: str, goal: str, turns: int) -> None:
    """At 6 points a turn, with half of the time to spare."""
    assert walk([find(start)])[find(goal)] <= 6 * turns / (1 if start == "0126" else 2)
