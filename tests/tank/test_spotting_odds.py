"""The odds of spotting and of finding a position that fired, for every target, place and range."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine import Odds
from sandtable.engine.cases import covers
from sandtable.games.tank.charts import Mode
from sandtable.games.tank.defence import Cover
from sandtable.games.tank.spotting_odds import in_cover, reveal_odds, spotting_odds

ALWAYS = 6
PRINTED = {
    "moving or open vehicle": (ALWAYS,) * 5,
    "vehicle in cover": (ALWAYS, 5, 3, 2, 1),
    "soft in the open": (5, 3, 1, 1, 1),
    "soft in cover": (3, 1, 0, 0, 0),
}
"""Faces that spot at 1-10, 11-20, 21-30, 31-40 and from 41 hexes; the last two for soft targets in the open
and the second for those in cover are filled in."""


def faces(odds: Odds, result: str) -> int:
    return sum(odds.of([face]) == result for face in range(1, 7))


def column(vehicle: bool, moving: bool, covered: bool) -> str:
    if vehicle:
        return "vehicle in cover" if covered and not moving else "moving or open vehicle"
    return "soft in cover" if covered else "soft in the open"


@covers("tank", "13.5", "13.3")
def test_every_target_at_every_range_to_the_far_corner_of_four_maps() -> None:
    for vehicle, moving, covered, distance in product(
        (False, True), (False, True), (False, True), range(1, 190)
    ):
        odds = spotting_odds(vehicle, moving, covered, distance)
        number = PRINTED[column(vehicle, moving, covered)][min((distance - 1) // 10, 4)]
        assert faces(odds, "spotted") == number
        assert odds.chance("spotted") == Fraction(number, 6)
        assert odds.case == "13.5"
        words = {6: "certain", 0: "cannot happen"}
        assert odds.needed == words.get(number, f"{number} or less")


@covers("tank", "13.3", "8.56")
def test_a_moving_vehicle_is_seen_without_a_roll_wherever_it_is() -> None:
    for covered, distance in product((False, True), (1, 10, 11, 60)):
        assert spotting_odds(True, True, covered, distance).needed == "certain"


@covers("tank", "13.5")
def test_infantry_that_moves_is_no_easier_to_spot() -> None:
    for covered, distance in product((False, True), range(1, 50)):
        assert spotting_odds(False, True, covered, distance) == spotting_odds(False, False, covered, distance)


@covers("tank", "13.5", "10.61")
@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_what_is_cover_and_for_whom(mode: Mode) -> None:
    """Woods and an obstructing hexside for all; rough, wreck and Improved Position for soft targets alone. In
    the open mode woods and rough are clear."""
    terrains, either = ("clear", "rough", "woods"), (False, True)
    for terrain, wreck, improved, screened in product(terrains, either, either, either):
        cover = Cover(mode, terrain, wreck, improved)
        woods, rough = mode != "open" and terrain == "woods", mode != "open" and terrain == "rough"
        assert in_cover(True, cover, screened) == (woods or screened)
        assert in_cover(False, cover, screened) == (woods or screened or rough or wreck or improved)


@covers("tank", "14.2")
def test_a_position_that_fired_is_found_on_1_2_or_3() -> None:
    odds = reveal_odds()
    assert faces(odds, "revealed") == 3
    assert odds.chance("still hidden") == Fraction(1, 2)
    assert (odds.case, odds.needed) == ("14.2", "3 or less")
