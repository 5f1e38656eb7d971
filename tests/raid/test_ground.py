"""The ground of a game: zones of the scenarios, prices, buildings, and sight through smoke."""

from __future__ import annotations

import pytest
from tests.raid.ground import BOARD, banks, find, hexes, near

from sandtable.boards.sight import sight_table
from sandtable.engine.cases import covers
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.country import hexes_in, smoked, with_works
from sandtable.games.raid.ground import NO_WAY, Ground, ground_of
from sandtable.games.raid.scenarios import SCENARIOS
from sandtable.games.raid.sight import ground_kernel
from sandtable.hexes import LETTERS

GROUND = Ground(BOARD, keep_sight=False)


def zones(scenario: str, side: int) -> list[list[int]]:
    return [list(hexes_in(GROUND.zone(zone))) for zone in SCENARIOS[scenario].forces[side].zones]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_zone_has_hexes_where_one_can_stand(scenario: str) -> None:
    for side in (0, 1):
        for zone in zones(scenario, side):
            assert zone
            assert all(GROUND.effects[hex].mp is not None for hex in zone)


@covers("raid", "15.4", "15.5", "15.8")
def test_zones_by_range() -> None:
    """More than six hexes from both ends of the road; within three of 1926; over eight from all edges."""
    (ambush,) = zones("convoy_ambush", 1)
    assert min(min(BOARD.distance(hex, find(end)) for end in ("0126", "5701")) for hex in ambush) == 7
    assert max(BOARD.distance(hex, find("1926")) for hex in zones("tragino", 1)[0]) == 3
    edge = hexes_in(GROUND.edges())
    (sweep,) = zones("sweep", 1)
    assert min(BOARD.distance(hex, other) for hex in sweep for other in edge) == 9


@covers("raid", "15.6")
def test_the_two_banks_of_the_litani() -> None:
    west, east = banks()
    assert {*zones("litani", 0)[0]} <= {*east}
    assert {*zones("litani", 1)[0]} <= {*west}
    assert {*hexes("1629 1630 1730 1731 1829")} <= {*zones("litani", 1)[0]}


@covers("raid", "15.5")
def test_coastal_hexes_are_land_beside_the_sea() -> None:
    coast = hexes_in(GROUND.coast())
    sea = BOARD.terrain_named("sea")
    assert all(any(BOARD.terrain[beyond] == sea for beyond in near(hex)) for hex in coast)
    assert find("4625") not in coast


@covers("raid", "8.2", "14.1")
def test_prices_of_steps() -> None:
    """Along the road over the bridge 1; into 3222 on foot 3, on wheels no way; nobody walks into the sea."""
    step = find("1826") * 6 + [BOARD.neighbours[find("1826") * 6 + d] for d in range(6)].index(find("1926"))
    assert GROUND.on_foot[step] == GROUND.on_wheels[step] == 1
    into = find("3221") * 6 + LETTERS.index("D")
    assert (GROUND.on_foot[into], GROUND.on_wheels[into]) == (3, NO_WAY)
    sea = BOARD.terrain_named("sea")
    for at, beyond in enumerate(BOARD.neighbours):
        if beyond >= 0 and BOARD.terrain[beyond] == sea and beyond not in BOARD.marks["wharf"]:
            assert GROUND.on_foot[at] == NO_WAY


@covers("raid", "7.65")
def test_connected_building_hexes_are_one_building() -> None:
    assert GROUND.building[find("4113")] == GROUND.building[find("4213")] >= 0
    assert GROUND.building[find("4211")] == GROUND.building[find("4310")]
    assert GROUND.building[find("4113")] != GROUND.building[find("4211")]
    assert GROUND.building[find("4112")] == -1


@covers("raid", "11.1", "11.11", "11.13", "11.14")
def test_sight_ends_in_smoke() -> None:
    """Smoke on 3919 parts 3918 from 3920; with 6 points one looks into it, with 5 not."""
    put = 1 << find("3919")
    assert GROUND.clear(find("3918"), find("3920"), 10)
    assert not GROUND.clear(find("3918"), find("3920"), 10, smoke=put)
    assert GROUND.why(find("3918"), find("3920"), 10, smoke=put).case == "6.14"
    assert GROUND.clear(find("3918"), find("3919"), 6, smoke=put)
    assert not GROUND.clear(find("3918"), find("3919"), 5, smoke=put)


@covers("raid", "11.12")
def test_cover_in_smoke_is_the_better_of_both() -> None:
    """Clear becomes Heavy for fire and sight, not for feet; a Building keeps its own cover and cost."""
    clear, building = CHARTS.terrain["clear"], CHARTS.terrain["building"]
    assert (smoked(clear).row, smoked(clear).drm, smoked(clear).op, smoked(clear).mp) == ("heavy", -2, 6, 1)
    assert (smoked(building).row, smoked(building).drm, smoked(building).op) == ("building", -3, 10)


@covers("raid", "9.7")
def test_rubble_is_looked_into_like_jungle() -> None:
    """4010 costs 10 to look into from 3910; as rubble 6."""
    start, end = find("3910"), find("4010")
    assert not GROUND.clear(start, end, 9)
    assert GROUND.clear(start, end, 6, rubble=1 << end)
    assert not GROUND.clear(start, end, 5, rubble=1 << end)


@covers("raid", "11.1")
def test_sight_through_smoke_is_that_of_a_table_made_with_the_smoke() -> None:
    """From the middle of the village to everywhere within reach."""
    smoke = sum(1 << hex for hex in (find("4112"), *near(find("4112"))))
    table = sight_table(BOARD, ground_kernel(10, False, smoke))
    for start in hexes("3910 4111 4414 3813"):
        for end in range(BOARD.count):
            if BOARD.distance(start, end) <= 10:
                assert GROUND.clear(start, end, 10, smoke=smoke) == table.clear(start, end)


@covers("raid", "15.3", "15.6")
def test_works_change_their_hexes_in_two_scenarios_only() -> None:
    redoubt = hexes("1629 1630 1730 1731 1829")
    for works, op in (("", 1), ("fortified", 2), ("redoubt", 10)):
        ground = Ground(with_works(BOARD, works), keep_sight=False)
        assert {ground.effects[hex].op for hex in redoubt} == {op}
    assert ground_of("redoubt") is ground_of("redoubt")


@covers("raid", "5.21", "5.22")
def test_radii_of_command() -> None:
    """On open ground 8 points for an HQ, 6 for a team: over the runway 8 hexes are in, 9 are out."""
    led, teamed = GROUND.led(), GROUND.teamed()
    start = find("0506")
    assert led[start] >> start & 1
    reach = [max(BOARD.distance(start, hex) for hex in hexes_in(found[start])) for found in (led, teamed)]
    assert reach == [8, 6]


@covers("raid", "7.92")
def test_the_cone_is_kept_as_a_set() -> None:
    assert 1 <= len(hexes_in(GROUND.cone(find("0506"), 3))) <= 25
