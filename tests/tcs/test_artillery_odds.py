"""The odds of artillery, mines, aircraft and single dice, by the examples and by counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine.cases import covers
from sandtable.games.tcs.area_odds import chance_of
from sandtable.games.tcs.artillery_odds import (
    Landing,
    adjusted,
    adjustment,
    check_fire,
    corrections,
    designator,
    earliest,
    he_firepower,
    most_in_general_support,
    offset_of,
    placed,
    returned,
    smoke_markers,
)
from sandtable.games.tcs.other_odds import (
    air_point,
    anti_aircraft,
    bog,
    breaching,
    crossing,
    crossing_vehicle,
    overrun_order,
    smoke,
    smoke_fire,
    sortie,
    towed,
    weather,
    wind_direction,
    wind_speed,
)
from sandtable.games.tcs.targets import Body
from sandtable.hexes import STEPS, Hex, area, distance

MARKER = Hex(0, 0)


def along(face: int, hexes: int) -> Hex:
    """So many hexes from the marker in the direction of a die: 1 north, then clockwise."""
    return Hex(STEPS[face - 1].q * hexes, STEPS[face - 1].z * hexes)


@covers("tcs", "10.12b", "16.3d")
def test_the_designator_falls_as_the_dice_say_and_twice_as_far_by_night() -> None:
    assert offset_of(designator(night=False).of([2, 3])) == along(2, 3)
    assert offset_of(designator(night=True).of([2, 3])) == along(2, 6)
    assert len(designator(night=False).chances()) == 36


@covers("tcs", "10.7", "10.7b", "10.12d")
def test_rounds_of_the_example() -> None:
    """(1,2) is a hex off to the north; (2,6) with 3 goes three hexes clockwise on the ring of two."""
    point = placed("point")
    assert offset_of(point.of([1, 2])) == along(1, 1)
    assert offset_of(point.of([2, 1])) == MARKER
    assert offset_of(point.of([5, 2])) == along(5, 1)
    far = point.follow[point.of([2, 6])]
    # From 2 northeast on the ring: the corner 2 southeast is two hexes on, the third is the one past it.
    assert offset_of(far.of([2])) == along(3, 2)
    assert distance(MARKER, offset_of(far.of([3]))) == 2
    assert offset_of(far.of([4])) == along(4, 2)


@covers("tcs", "10.7")
@pytest.mark.parametrize(
    ("shape", "distances"),
    [
        ("point", [0, 1, 1, 1, 2, 2]),
        ("area_a", [0, 1, 1, 2, 2, 3]),
        ("area_b", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_a_round_falls_as_often_as_counting_says(shape: str, distances: list[int]) -> None:
    counted: Counter[Hex] = Counter()
    for face, die, turn in product(range(1, 7), repeat=3):
        far = distances[die - 1]
        counted[Landing(face - 1, far, turn if far >= 2 else 0).offset] += 1
    chances = placed(shape).chances()  # type: ignore[arg-type]
    assert {offset_of(word): chance for word, chance in chances.items()} == {
        hex: Fraction(times, 216) for hex, times in counted.items()
    }


@covers("tcs", "10.7a")
def test_a_line_falls_to_the_left_on_three_or_less() -> None:
    """Directions A and D: the marker itself on a 1, and a hex off on 2 and 3, either side alike."""
    line = placed("linear", (0, 3)).chances()
    at = {offset_of(word): chance for word, chance in line.items()}
    assert at[MARKER] == Fraction(1, 6)
    assert at[along(1, 1)] == at[along(4, 1)] == Fraction(1, 6)


@covers("tcs", "10.12c")
def test_adjustments_of_the_example_and_beyond_the_chart() -> None:
    """3 wanted and a 6: 1. 2 wanted and a 2: 3. 1 wanted: 0 on a 6, 1 on a 4. 20 wanted: 36, 26, 20, 6."""
    assert [adjusted(3, 6), adjusted(2, 2), adjusted(1, 6), adjusted(1, 4)] == [1, 3, 0, 1]
    assert [adjusted(20, die) for die in (1, 2, 4, 6)] == [36, 26, 20, 6]
    assert adjusted(17, 2) == 22  # 22.1
    assert adjusted(25, 6) == 7  # 7.5, and a half goes down
    assert adjustment(2).chances() == {
        "4": Fraction(1, 6),
        "3": Fraction(2, 6),
        "2": Fraction(2, 6),
        "1": Fraction(1, 6),
    }


@covers("tcs", "10.12c")
def test_the_way_to_the_marker_splits_into_two_neighbouring_directions_at_most() -> None:
    for burst in area(MARKER, 6):
        way = corrections(burst, MARKER)
        q = burst.q + sum(STEPS[d].q * hexes for d, hexes in way)
        z = burst.z + sum(STEPS[d].z * hexes for d, hexes in way)
        assert (q, z) == (0, 0)
        assert sum(hexes for _, hexes in way) == distance(burst, MARKER)
        assert len(way) <= 2
        if len(way) == 2:
            assert (way[1][0] - way[0][0]) % 6 == 1


@covers("tcs", "10.13")
def test_fire_is_checked_on_three_and_whole_battery_fires_come_back() -> None:
    assert check_fire().chance("checked") == Fraction(1, 2)
    assert [returned(3, 6, fired) for fired in (0, 1, 6, 7, 18)] == [3, 2, 2, 1, 0]


@covers("tcs", "10.14d", "11.0c", "10.11a", "10.1b", "10.1c")
def test_smoke_delay_and_general_support() -> None:
    assert [smoke_markers(he, 0) for he in (1, 2, 3, 5)] == [0, 1, 1, 2]
    assert smoke_markers(3, 2) == 3
    assert [earliest(4, 0, False), earliest(4, 1, False), earliest(4, 0, True)] == [5, 6, 6]
    assert [most_in_general_support(n) for n in (2, 3, 5, 7)] == [0, 1, 1, 2]


@covers("tcs", "8.7")
def test_a_calibre_that_is_not_printed_counts_as_the_next_lower() -> None:
    assert [he_firepower(mm) for mm in (75, 105, 150, 155, 210, 406)] == [2, 5, 5, 7, 12, 25]


# ---- mines, air, single dice


@covers("tcs", "15.2", "15.3", "15.0c")
def test_mines_are_two_worse_by_force_and_never_pin() -> None:
    """Bare dice: 8 to 12 cost a step, 15 of 36. Two more: 6 to 11 one step, 12 two: 26 of 36 lose some."""
    body = Body(steps=5, morale=4, company=0)
    quiet, forced = breaching(body, night=False), crossing(body, night=False)
    assert sum(c for w, c in quiet.chances().items() if w.startswith("1 step")) == Fraction(15, 36)
    assert sum(c for w, c in forced.chances().items() if "step" in w) == Fraction(26, 36)
    assert chance_of(forced, "suppressed") == chance_of(forced, "paralyzed") == 0
    assert crossing_vehicle().chance("destroyed") == Fraction(15, 36)


@covers("tcs", "12.2a", "8.2g", "11.0d", "14.0", "19.2")
def test_single_dice() -> None:
    assert bog().chance("bogged down") == Fraction(2, 6)
    assert towed().chance("destroyed") == Fraction(4, 6)
    assert smoke().chance("gone") == Fraction(4, 6)
    assert overrun_order().chance("defender first") == Fraction(4, 6)
    assert smoke_fire().chance("fire breaks out") == Fraction(1, 6)


@covers("tcs", "17.0", "17.1e", "17.3a", "19.1", "8.3b")
def test_air_wind_and_weather() -> None:
    assert sortie().chance("misled") == Fraction(1, 36)
    assert anti_aircraft(10).chance("shot down") == Fraction(6, 36)
    assert air_point(9).chance("destroyed") == Fraction(10, 36)
    assert set(wind_direction().chances().values()) == {Fraction(1, 6)}
    assert wind_speed().of([5]) == "5"
    sky = weather([([1], "haze"), ([2, 3, 4, 5], "fair"), ([6], "clear")])
    assert sky.chance("fair") == Fraction(4, 6)
