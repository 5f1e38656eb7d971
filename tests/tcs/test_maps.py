"""The maps of the series: each shows what its battle's brief says of it, hex by hex where the brief does."""

from __future__ import annotations

import re
from collections import deque
from itertools import pairwise

import pytest

from sandtable.boards import Board, read_map, write_map
from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import battle_map, vocabulary
from sandtable.hexes import area

FIRST_BLOOD = battle_map("first-blood")
SKYLINE = battle_map("skyline-drive")

VILLAGES = {
    "Clervaux": "0513 0613 0614 0713 0714 0715 0814",
    "Reuler": "1409 1410 1510",
    "Marnach": "2814 2815 2914 2915 3015",
    "Roder": "4224 4324",
    "Munshausen": "1334 1335 1435 1336",
    "Neidhausen": "3447 3346",
    "Hosingen": "4954 4955 5054 5055 5056 5057 5058",
    "Bockholz": "1468 1568",
    "Holzthum": "3485 3486 3585",
}
BRIEF = """
0801 460, 0311 470, 0502 370, 0607 360, 0611 350, 0711 350, 0613 360, 0812 350, 0716 350
0915 350, 1015 360, 0913 350, 0622 340, 0326 350, 0130 350, 0110 480, 1106 470, 1409 480
1413 460, 1417 430, 1224 440, 2004 500, 2112 490, 2118 470, 2226 470, 2815 500, 3101 510
3008 510, 3322 510, 3527 500, 3831 510, 4340 520, 4748 520, 5056 520, 5153 530, 4966 510
4674 510, 4480 510, 4188 500, 4224 470, 5006 440, 5512 380, 6003 360, 6015 380, 5221 400
6028 340, 5434 420, 6040 360, 5745 400, 6052 380, 6060 400, 5868 380, 6076 400, 5486 420
6088 400, 1335 450, 0738 400, 0340 360, 2035 480, 2840 480, 3347 470, 2450 440, 1248 400
0650 330, 0160 330, 1468 470, 0870 400, 0180 340, 2474 440, 3066 480, 3885 500, 3485 490
2486 440, 1285 400
"""
HEIGHTS = {hex: int(metres) for hex, metres in (pair.split() for pair in re.split(r", |\n", BRIEF.strip()))}
"""All heights in metres that the brief fixes."""
ROADS = {
    "Skyline Drive": "3101 3008 2914 2915 3322 3831 4340 4748 4954 5056 5058 4966 4674 4480 4188",
    "Dasburg - Bastogne": "6018 5217 4217 3416 3015 2815 2013 1512 1215 1015 0915 0814 0713 0513 0111",
    "Urspelt road": "1401 1206 0908 0711 0611 0613",
    "Reuler lane": "1512 1410 1409 1206",
    "Munshausen road": "2815 2421 1929 1435 1335 0739 0143",
    "Roder lane": "3623 4224 5022 5217",
    "Neidhausen lane": "4340 3447 2650 1849 1143 0739",
    "Bockholz road": "6059 5458 5057 4259 3263 2266 1468 0765 0163",
    "Consthum road": "6080 5280 4480 3885 3485 2888",
}
WOODED = "0306 1106 1218 0821 0927 0430 0413 2024 5507 5726 5333 5743 0652 2052 5666 5773 5284 0875 2475 2084"
COPSES = "1113 1816 2306 2012 2430 4711 3818 4829 3626 2858 4050 4460 3878 1062"


def terrain(board: Board, hex: str) -> str:
    return board.vocabulary.terrains[board.terrain[board.find(hex)]].name


def hexes_of(board: Board, name: str) -> set[str]:
    return {board.names[hex] for hex in board.places[name]}


def course(board: Board, name: str) -> list[str]:
    (run,) = (run for run in board.path_runs if run.name == name)
    return [board.names[hex] for hex in run.hexes]


@pytest.mark.parametrize("board", [FIRST_BLOOD, SKYLINE], ids=lambda board: str(board.name))
def test_a_map_is_read_again_as_it_is_written(board: Board) -> None:
    assert read_map(write_map(board), vocabulary()).hash == board.hash


@pytest.mark.parametrize("board", [FIRST_BLOOD, SKYLINE], ids=lambda board: str(board.name))
def test_a_map_says_how_much_of_it_is_known(board: Board) -> None:
    assert board.source in ("reconstructed", "invented")
    assert board.notes


# ---- First Blood


def test_first_blood_is_two_kilometres_square() -> None:
    assert (FIRST_BLOOD.grid.columns, FIRST_BLOOD.grid.rows, FIRST_BLOOD.grid.low) == (20, 20, "even")
    assert FIRST_BLOOD.height(FIRST_BLOOD.find("0101")) == 100


@pytest.mark.parametrize(("hex", "metres"), [("0409", 140), ("1808", 180), ("1812", 180), ("1014", 100)])
def test_heights_of_first_blood(hex: str, metres: int) -> None:
    assert FIRST_BLOOD.height(FIRST_BLOOD.find(hex)) == metres


def test_kestrel_ridge_closes_the_east() -> None:
    ridge = hexes_of(FIRST_BLOOD, "Kestrel Ridge")
    assert ridge == {f"18{row:02}" for row in range(5, 15)}
    assert {FIRST_BLOOD.height(FIRST_BLOOD.find(hex)) for hex in ridge} <= {160, 180}


def test_arden_has_seven_village_hexes_and_hedges_on_its_east() -> None:
    arden = ["1209", "1309", "1210", "1310", "1410", "1311", "1411"]
    assert hexes_of(FIRST_BLOOD, "Arden") == set(arden)
    assert {terrain(FIRST_BLOOD, hex) for hex in arden} == {"village"}
    hedge = FIRST_BLOOD.side_kind("hedge")
    for side in ("1409-1509", "1410-1510", "1411-1512", "0506-0507"):
        hex, d = FIRST_BLOOD.find_hexside(side)
        assert FIRST_BLOOD.sides[hex * 6 + d] & hedge


def test_one_bridge_leads_over_the_stream() -> None:
    """The stream parts the map from north to south, so that west and east touch only across it."""
    stream, bridge = FIRST_BLOOD.side_kind("stream"), FIRST_BLOOD.side_kind("bridge")
    bridges = [face for face, kinds in enumerate(FIRST_BLOOD.sides) if kinds & bridge]
    hex, d = FIRST_BLOOD.find_hexside("1010-1110")
    assert len(bridges) == 2
    assert hex * 6 + d in bridges
    reached = dry_land(FIRST_BLOOD, "0110", stream)
    assert {FIRST_BLOOD.names[hex] for hex in reached} >= {"0909", "1010", "0120"}
    assert FIRST_BLOOD.find("1110") not in reached


def dry_land(board: Board, start: str, water: int) -> set[int]:
    """All hexes that can be reached without crossing water."""
    reached, left = {board.find(start)}, deque([board.find(start)])
    while left:
        hex = left.popleft()
        for d in range(6):
            beyond = board.neighbours[hex * 6 + d]
            if beyond >= 0 and beyond not in reached and not board.sides[hex * 6 + d] & water:
                reached.add(beyond)
                left.append(beyond)
    return reached


def test_roads_of_first_blood() -> None:
    assert course(FIRST_BLOOD, "High Road") == [f"{column:02}10" for column in range(1, 21)]
    assert course(FIRST_BLOOD, "North Lane") == [f"12{row:02}" for row in range(1, 11)]
    assert course(FIRST_BLOOD, "Farm Lane")[:5] == ["1210", "1311", "1411", "1512", "1612"]
    assert course(FIRST_BLOOD, "Farm Lane")[-1] == "1620"


def test_covered_ways_swamp_and_slow_go_of_first_blood() -> None:
    assert all(terrain(FIRST_BLOOD, hex) == "woods" for hex in ["0907", "1007", "1614", "1714", "1514"])
    swamp = {name for name in FIRST_BLOOD.names if terrain(FIRST_BLOOD, name) == "swamp"}
    assert len(swamp) == 9
    slow = {FIRST_BLOOD.names[hex] for hex in FIRST_BLOOD.marks["slow go"]}
    assert len(slow) == 16
    assert {terrain(FIRST_BLOOD, hex) for hex in slow} == {"forest"}


# ---- Skyline Drive


def test_skyline_drive_holds_both_sheets() -> None:
    assert (SKYLINE.grid.columns, SKYLINE.grid.rows, SKYLINE.grid.low) == (60, 88, "even")
    assert SKYLINE.names[0] == "0101"
    assert SKYLINE.names[-1] == "6088"


@pytest.mark.parametrize("village", VILLAGES)
def test_villages_stand_where_the_brief_has_them(village: str) -> None:
    hexes = VILLAGES[village].split()
    assert hexes_of(SKYLINE, village) == set(hexes)
    assert {terrain(SKYLINE, hex) for hex in hexes} == {"village"}


def test_no_other_hex_is_a_village() -> None:
    built = {name for name in SKYLINE.names if terrain(SKYLINE, name) == "village"}
    assert built == {hex for hexes in VILLAGES.values() for hex in hexes.split()}


def test_castle_water_tower_and_station() -> None:
    assert hexes_of(SKYLINE, "Château") == {"0714"}
    assert terrain(SKYLINE, "5153") == terrain(SKYLINE, "0611") == "buildings"


@pytest.mark.parametrize("hex", HEIGHTS)
def test_fixed_heights_are_kept_to_a_contour(hex: str) -> None:
    """To the nearest 20 metres, an exact half rounded down: 350 is 340, 530 is 520."""
    assert SKYLINE.height(SKYLINE.find(hex)) == (HEIGHTS[hex] + 9) // 20 * 20


def test_nothing_is_higher_than_the_water_tower() -> None:
    top = max(map(SKYLINE.height, range(SKYLINE.count)))
    assert SKYLINE.height(SKYLINE.find("5153")) == top == 520


def test_the_drive_keeps_to_the_open_ridge() -> None:
    heights = [SKYLINE.height(SKYLINE.find(hex)) for hex in course(SKYLINE, "Skyline Drive")]
    assert min(heights) >= 480


@pytest.mark.parametrize("road", ROADS)
def test_roads_lead_straight_from_way_point_to_way_point(road: str) -> None:
    hexes = course(SKYLINE, road)
    points = ROADS[road].split()
    assert [hex for hex in hexes if hex in points] == points
    for start, end in pairwise(points):
        steps = hexes.index(end) - hexes.index(start)
        assert steps == SKYLINE.distance(SKYLINE.find(start), SKYLINE.find(end))


def test_the_drive_and_the_dasburg_road_alone_are_primary() -> None:
    primary = {run.name for run in SKYLINE.path_runs if run.path == "primary"}
    assert primary == {"Skyline Drive", "Dasburg - Bastogne"}


def test_the_clerf_is_crossed_by_its_two_bridges_alone() -> None:
    """No road crosses elsewhere, Clervaux lies within the bend on the west bank, Reuler on the east."""
    river, bridge = SKYLINE.side_kind("river"), SKYLINE.side_kind("bridge")
    wet = {face for face, kinds in enumerate(SKYLINE.sides) if kinds & river}
    bridged = {face for face, kinds in enumerate(SKYLINE.sides) if kinds & bridge}
    crossed = set()
    for run in SKYLINE.path_runs:
        if run.path != "brook":
            for start, end in pairwise(run.hexes):
                d = SKYLINE.neighbours[start * 6 : start * 6 + 6].index(end)
                crossed.add(start * 6 + d)
    named = [SKYLINE.find_hexside(name) for name in ("0611-0711", "0915-1015")]
    assert bridged & crossed == {hex * 6 + d for hex, d in named} or len(bridged) == 4
    assert wet & crossed <= bridged
    west = dry_land(SKYLINE, "0101", river)
    assert all(SKYLINE.find(hex) in west for hex in VILLAGES["Clervaux"].split())
    assert SKYLINE.find("1409") not in west


def test_no_river_flows_on_the_southern_sheet() -> None:
    river = SKYLINE.side_kind("river")
    rows = {int(SKYLINE.names[face // 6][2:]) for face, kinds in enumerate(SKYLINE.sides) if kinds & river}
    assert max(rows) == 23


@pytest.mark.parametrize(("centres", "kind", "least"), [(WOODED, "forest", 7), (COPSES, "woods", 6)])
def test_woods_and_forests_stand_about_their_centres(centres: str, kind: str, least: int) -> None:
    for centre in centres.split():
        around = area(SKYLINE.grid.hex(SKYLINE.find(centre)), 3)
        found = [SKYLINE.grid.at(hex) for hex in around]
        near = sum(terrain(SKYLINE, SKYLINE.names[hex]) in ("woods", "forest") for hex in found if hex >= 0)
        assert terrain(SKYLINE, centre) == kind or centre == "1106", centre
        assert near >= least, centre


@covers("tcs", "12.2")
def test_slow_go_is_forest_on_ground_that_falls_forty_metres_to_a_neighbour() -> None:
    steep = set()
    for hex in range(SKYLINE.count):
        around = [beyond for beyond in SKYLINE.neighbours[hex * 6 : hex * 6 + 6] if beyond >= 0]
        fall = max(abs(SKYLINE.level[hex] - SKYLINE.level[beyond]) for beyond in around)
        if fall >= 2 and terrain(SKYLINE, SKYLINE.names[hex]) == "forest":
            steep.add(hex)
    assert set(SKYLINE.marks["slow go"]) == steep
    assert steep


def test_spot_heights_of_skyline_drive() -> None:
    heights = {SKYLINE.names[hex] for hex in SKYLINE.marks["spot height"]}
    assert heights == {"5153", "2815", "3831", "1409", "2004"}


@pytest.mark.parametrize("entry", SKYLINE.entries)
def test_every_entry_is_the_end_of_a_road(entry: str) -> None:
    (hex,) = SKYLINE.entries[entry].hexes
    assert any(hex in (run.hexes[0], run.hexes[-1]) for run in SKYLINE.path_runs if run.path != "brook")
