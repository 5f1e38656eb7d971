"""Fields of fire and target aspects, for every offset up to twelve hexes, made another way than in the code.

In the plane of the hexes two offsets (q, z) have the inner product q·q' + z·z' + (q·z' + z·q') / 2, so an
angle is compared with 60 or 120 degrees by its cosine squared, in fractions.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.cases import covers
from sandtable.games.tank.aspects import ASPECTS, FRONT, REAR, SIDE, all_round, aspect_of, in_field
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.shelter import entered
from sandtable.games.tank.weapons import KINDS, WEAPONS
from sandtable.hexes import STEPS, Aspect, Grid, Hex, area, aspect, direction, offset

OFFSETS = area(Hex(0, 0), 12)[1:]
GUN, ASSAULT_GUN, TANK, SQUAD = (KINDS[id] for id in ("AT75", "JPzV", "PzIVh", "INF"))


def inner(a: Hex, b: Hex) -> Fraction:
    return a.q * b.q + a.z * b.z + Fraction(a.q * b.z + a.z * b.q, 2)


def sextants(facing: int, there: Hex) -> Fraction:
    """0 if the bearing is within 60 degrees of the facing, 2 if beyond 120, else 1; halves on the border."""
    ahead = inner(STEPS[facing], there)
    slant = 4 * ahead * ahead - inner(there, there)
    if slant == 0:
        return Fraction(1, 2) if ahead > 0 else Fraction(3, 2)
    if slant < 0:
        return Fraction(1)
    return Fraction(0) if ahead > 0 else Fraction(2)


@covers("tank", "7.21", "7.22")
@pytest.mark.parametrize("facing", range(6))
def test_guns_and_turretless_vehicles_have_the_arc_of_their_front_hexes(facing: int) -> None:
    """Up to and including 60 degrees either side."""
    for there in OFFSETS:
        expected = sextants(facing, there) <= Fraction(1, 2)
        assert in_field(GUN, facing, there) == in_field(ASSAULT_GUN, facing, there) == expected


@covers("tank", "7.22")
@pytest.mark.parametrize("facing", range(6))
def test_the_arc_is_what_steps_ahead_and_to_one_side_reach(facing: int) -> None:
    """The same by the vectors of the ruling: p steps ahead and s steps to the left or the right of ahead."""
    ahead, reached = STEPS[facing], set()
    for beside in (STEPS[(facing + 1) % 6], STEPS[(facing - 1) % 6]):
        reached |= {
            Hex(p * ahead.q + s * beside.q, p * ahead.z + s * beside.z) for p in range(13) for s in range(13)
        }
    assert {there for there in OFFSETS if in_field(GUN, facing, there)} == reached & set(OFFSETS)


@covers("tank", "7.21")
@pytest.mark.parametrize("facing", range(6))
def test_of_the_adjacent_hexes_three_lie_in_the_arc(facing: int) -> None:
    inside = [d for d, there in enumerate(STEPS) if in_field(GUN, facing, there)]
    assert inside == sorted([(facing - 1) % 6, facing, (facing + 1) % 6])


@covers("tank", "7.23", "7.24")
def test_turreted_vehicles_and_infantry_fire_and_see_all_round() -> None:
    for kind, weapon in enumerate(WEAPONS):
        everywhere = all(in_field(kind, facing, there) for facing in range(6) for there in OFFSETS)
        assert everywhere == all_round(kind) == (weapon.id not in ("JPzV", "AT75", "AT76", "AT88"))


@covers("tank", "7.32", "8.7")
@pytest.mark.parametrize("facing", range(6))
def test_the_aspect_goes_by_the_bearing_of_the_firer(facing: int) -> None:
    """Borders fall to the aspect nearer the front."""
    by_sextants = {
        Fraction(0): FRONT,
        Fraction(1, 2): FRONT,
        Fraction(1): SIDE,
        Fraction(3, 2): SIDE,
        Fraction(2): REAR,
    }
    for there in OFFSETS:
        assert aspect_of(facing, there) == by_sextants[sextants(facing, there)], there


@covers("tank", "8.7")
def test_of_the_adjacent_hexes_three_see_the_front_two_the_side_one_the_rear() -> None:
    """Facing north: northwest, north and northeast; southeast and southwest; south."""
    words = [ASPECTS[aspect_of(direction("A"), there)] for there in STEPS]
    assert words == ["front", "front", "side", "rear", "side", "front"]


@covers("tank", "8.7")
def test_the_border_may_be_put_the_other_way() -> None:
    """With the boundary at "rear" only what lies within 60 degrees proper is front; that is data."""
    assert CHARTS.aspects.boundary == "front"
    words = [aspect(direction("A"), there, boundary="rear") for there in STEPS]
    front, side, rear = Aspect
    assert words == [front, side, rear, rear, rear, side]


@covers("tank", "8.7")
def test_x5_position_decides_and_not_the_hexside_that_the_line_crosses() -> None:
    """H stands in 3010 and faces north. J is in 3208, T in 3310, and both lines come in by its northeastern
    side, which looks to the flank as much as ahead.

    With hexsides of length 1, J lies 3 to the east and 2·√3 to the north, which is 40.9 degrees off: front.
    T lies 4.5 to the east and √3 / 2 to the north, 79.1 degrees off: side.
    """
    grid = Grid(60, 34, "even")
    h, j, t = (grid.hex(grid.find(name)) for name in ("3010", "3208", "3310"))
    assert aspect_of(direction("A"), offset(h, j)) == FRONT
    assert aspect_of(direction("A"), offset(h, t)) == SIDE
    assert entered(offset(h, j)) == entered(offset(h, t)) == (direction("B"),)
    for distance in range(1, 5):
        dead_ahead = Hex(0, -distance)
        assert aspect_of(direction("A"), dead_ahead) == FRONT
        assert aspect_of(direction("D"), dead_ahead) == REAR
