"""Where units may be set up and leave, and which ratings hold when."""

from __future__ import annotations

import pytest

from sandtable.engine.cases import covers
from sandtable.games.tcs.battles import Zone, battle_map, scenarios
from sandtable.games.tcs.clock import Turn
from sandtable.games.tcs.country import Country
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.zones import exits, in_force, zone_hexes

BOARD = battle_map("first-blood")
COUNTRY = Country(BOARD, (1, 20), (1, 20), poor=False, keep_sight=False)


def names(zone: Zone, *enemy: str) -> list[str]:
    return [BOARD.names[hex] for hex in members(zone_hexes(COUNTRY, zone, map(BOARD.find, enemy)))]


def test_a_zone_is_what_all_its_conditions_leave() -> None:
    assert len(names(Zone(columns=(1, 5)))) == 5 * 20
    assert len(names(Zone(columns=(15, 16), rows=(5, 13)))) == 18
    assert names(Zone(columns=(15, 16), rows=(10, 12), off_roads=True)) == ["1511", "1611"]
    assert names(Zone(hexes=("1209", "1309"))) == ["1209", "1309"]
    assert len(names(Zone(near=("1010",), within=1))) == 7


def test_a_distance_from_the_enemy_counts_hexes() -> None:
    """Not within three means four or more: along row 10 up to column 05 only 0110 is so far from 0510."""
    row = names(Zone(rows=(10, 10), columns=(1, 5), from_enemy=4), "0510")
    assert row == ["0110"]


def test_an_edge_to_enter_by_is_that_edge_alone() -> None:
    assert names(Zone(enter="east", rows=(5, 7))) == ["2005", "2006", "2007"]


@covers("tcs", "6.6e", "10.11")
@pytest.mark.parametrize(
    ("side", "day", "minute", "company", "rating"),
    [
        ("US", 16, 580, "B", 4),
        ("US", 16, 600, "B", 3),
        ("German", 16, 600, "77-5", 3),
        ("German", 16, 600, "304-5", 2),
        ("Nobody", 16, 600, "", None),
    ],
)
def test_the_rating_that_holds(side: str, day: int, minute: int, company: str, rating: int | None) -> None:
    battle = scenarios()["skyline"].battle
    assert in_force(battle.ratings, side, Turn(day, minute), company) == rating


def test_ways_out_are_edges_and_single_hexes() -> None:
    assert len(exits(COUNTRY, ["west", "1401"])) == 21


def test_every_unit_of_every_scenario_has_somewhere_to_be_set_up() -> None:
    for scenario in scenarios().values():
        board, own = battle_map(scenario.battle.key), scenario.own
        country = Country(board, own.columns, own.rows, scenario.battle.poor_ground, keep_sight=True)
        for side in own.sides:
            enemy = [
                board.find(piece.hex)
                for other in own.sides
                if other is not side
                for piece in other.pieces
                if piece.hex
            ]
            for name, zone in side.zones.items():
                assert zone_hexes(country, zone, enemy), (own.key, side.name, name)
