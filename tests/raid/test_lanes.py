"""Kill zones, cones and cross-fire: the book's examples made concrete, and every direction."""

from __future__ import annotations

import pytest
from tests.raid.ground import BOARD, find, hexes

from sandtable.boards.sight import sight_table, trace
from sandtable.engine.cases import covers
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.lanes import cone, crossing, kill_zone
from sandtable.games.raid.sight import ground_kernel
from sandtable.hexes import LETTERS

OPEN = [False] * BOARD.count
CONE = ground_kernel(CHARTS.observation.cone)


def names(found: list[tuple[int, ...]]) -> list[str]:
    return [" ".join(BOARD.names[hex] for hex in swept) for swept in found]


@covers("raid", "7.91")
def test_cross_fire_by_the_example() -> None:
    """E9: on 2015 from 2012, 2415 and 2217: first and last stand at 139 degrees, the second at 90."""
    assert crossing(BOARD, find("2015"), hexes("2012 2415 2217")) == (True, False, True)


@covers("raid", "7.91")
def test_exactly_120_degrees_is_enough_and_one_firer_never_is() -> None:
    """North and south-east of the target; north and north-east are only 60."""
    assert crossing(BOARD, find("2015"), hexes("2012 2316")) == (True, True)
    assert crossing(BOARD, find("2015"), hexes("2012 2313")) == (False, False)
    assert crossing(BOARD, find("2015"), hexes("2012")) == (False,)


@covers("raid", "7.92")
def test_the_cone_of_the_example() -> None:
    """E10 to E12: an LMG in 1015 facing north on Clear ground: 25 hexes, as listed there."""
    field = BOARD.changed(
        terrain={
            BOARD.names[hex]: "clear" for hex in range(BOARD.count) if BOARD.distance(hex, find("1015")) < 8
        }
    )
    table = sight_table(field, CONE)
    expected = (
        "0612 0711 0712 0811 0812 0813 0910 0911 0912 0913 1010 1011 1012 1013 1014 1110 1111 1112 1113 "
        "1211 1212 1213 1311 1312 1412"
    )
    assert sorted(cone(field, find("1015"), 0, table.clear)) == sorted(hexes(expected))
    jungle = field.changed(terrain={"1212": "heavy"})
    seen = {*cone(jungle, find("1015"), 0, lambda gun, hex: trace(jungle, CONE, gun, hex).clear)}
    assert find("1212") not in seen
    assert find("1213") in seen


@covers("raid", "7.92")
@pytest.mark.parametrize("facing", range(6))
def test_a_cone_has_the_same_shape_in_every_direction(facing: int) -> None:
    found = [*cone(BOARD, find("2817"), facing, lambda gun, hex: BOARD.distance(gun, hex) <= 5)]
    assert len(found) == 25
    base = BOARD.neighbours[find("2817") * 6 + facing]
    assert base in found
    assert LETTERS[facing] in "ABCDEF"


@covers("raid", "7.41", "7.42")
def test_kill_zones_straight_beyond_the_target() -> None:
    """From 2010 at 2013 the line runs on south: 2014 and 2015 for an LMG, two more for an HMG."""
    assert names(kill_zone(BOARD, OPEN, find("2010"), find("2013"), 2)) == ["2014", "2015"]
    zone = kill_zone(BOARD, OPEN, find("2010"), find("2013"), CHARTS.fire.kill_zone["hmg"])
    assert names(zone) == ["2014", "2015", "2016", "2017"]


@covers("raid", "7.43")
def test_the_zone_ends_with_the_first_tall_hex() -> None:
    """The units in that hex are still attacked; a tall target hex leaves no zone at all."""
    tall = [BOARD.names[hex] == "2015" for hex in range(BOARD.count)]
    assert names(kill_zone(BOARD, tall, find("2010"), find("2013"), 4)) == ["2014", "2015"]
    assert kill_zone(BOARD, tall, find("2013"), find("2015"), 4) == []


@covers("raid", "7.41")
def test_off_the_straight_directions_the_nearest_hex_counts_and_a_tie_is_a_choice() -> None:
    """From 2010 along a hexside to 2210 and on: three hexes out the line runs between 2309 and 2310."""
    assert BOARD.distance(find("2010"), find("2210")) == 2
    zone = kill_zone(BOARD, OPEN, find("2010"), find("2210"), 2)
    assert names(zone) == ["2309 2310", "2410"]


@covers("raid", "7.4")
def test_a_zone_ends_at_the_edge_of_the_map_and_a_gun_in_the_hex_has_none() -> None:
    assert kill_zone(BOARD, OPEN, find("2003"), find("2001"), 4) == []
    assert kill_zone(BOARD, OPEN, find("2003"), find("2003"), 4) == []
