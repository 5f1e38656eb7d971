"""Odds of fire asked by name: the numbers of the roll itself, or why there is none."""

from fractions import Fraction

import pytest
from tests.tcs.practice import Practice, lay_out

from sandtable.engine import Refused
from sandtable.engine.cases import covers
from sandtable.games.tcs.queries import odds_of

UNITS = """
T us_m4 Blue 0505 fire
A/1 us_rifle Blue 0505 fire A
S ge_stug Red 0508 fire
1/1 ge_vg_rifle Red 0506 fire 1
"""


@covers("tcs", "8.8", "8.7", "8.10")
def test_odds_of_fire_are_those_of_its_roll() -> None:
    """Attack 4 against defense 3 at three hexes of six; the target halted in the open, which is +2."""
    table = Practice(lay_out(UNITS)).table
    point = odds_of(table, {"roll": "point fire", "firer": "T", "target": "S"})
    assert point.chance("destroyed") == Fraction(26, 36)  # 8 at close range, so 6 or more
    area = odds_of(table, {"roll": "area fire", "firer": "A/1", "target": "1/1"})
    assert area.purpose == "Area fire, firepower 18"  # 6 x 3 at one hex


@covers("tcs", "8.10d", "8.1b", "8.7b")
def test_odds_of_fire_that_may_not_be_declared_are_refused_with_the_reason() -> None:
    table = Practice(lay_out(UNITS)).table
    for roll, firer, target, reason in (
        ("AT roll", "A/1", "S", "AT rolls reach 2"),
        ("point fire", "T", "1/1", "is an area target"),
        ("area fire", "A/1", "S", "can be hit by area fire"),
        ("bombing", "A/1", "S", "there is no roll"),
    ):
        with pytest.raises(Refused, match=reason):
            odds_of(table, {"roll": roll, "firer": firer, "target": target})
