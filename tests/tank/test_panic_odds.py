"""The dice of panic: chits, directions and points."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from sandtable.engine.cases import covers
from sandtable.games.tank.panic_odds import CHITS, panic_chance, panic_points_odds, scatter_odds


@covers("tank", "12.1")
@pytest.mark.parametrize("level", range(11))
def test_the_chance_of_panic_is_that_of_the_units_digit_coming_up(level: int) -> None:
    """Counted over all ways to draw so many of the ten chits, for a unit in a hex that ends in 7."""
    draws = list(combinations(CHITS, level))
    assert panic_chance(level) == Fraction(sum("7" in draw for draw in draws), len(draws))


@covers("tank", "12.22")
def test_each_face_has_its_direction() -> None:
    odds = scatter_odds()
    assert [odds.of([face]) for face in range(1, 7)] == list("ABCDEF")
    assert set(odds.chances().values()) == {Fraction(1, 6)}


@covers("tank", "12.22")
@pytest.mark.parametrize("allowance", range(1, 9))
def test_x19_a_die_above_the_allowance_gives_the_allowance(allowance: int) -> None:
    odds = panic_points_odds(allowance)
    assert [int(odds.of([face])) for face in range(1, 7)] == [min(face, allowance) for face in range(1, 7)]
