"""The odds of small arms and machine guns: the book's examples, every modifier, and all dice enumerated."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine import Odds
from sandtable.engine.cases import covers
from sandtable.games.raid.charts import DATA
from sandtable.games.raid.fire_odds import (
    Shot,
    add,
    air_defence,
    assault_row,
    direct_fire,
    men_class,
    shooting_down,
    spilled,
    together,
)
from sandtable.games.raid.tables import CLASSES, INCLUDED, ROWS, tables_from

SEMI = Shot("3", "semi", "medium", 3)


def odds(shot: Shot) -> Odds:
    found = direct_fire(INCLUDED, shot).odds
    assert found is not None
    return found


def results(shot: Shot) -> str:
    """What each face of the die means, from 1 to 6."""
    return "".join(odds(shot).results)


def column(shot: Shot) -> int:
    return direct_fire(INCLUDED, shot).column


def modifiers(shot: Shot) -> dict[str, int]:
    return {modifier.case: modifier.amount for modifier in odds(shot).modifiers}


@covers("raid", "7.1")
def test_three_men_with_rifles_at_medium_range_3() -> None:
    """E6: no change of the die; the column of three men on the Medium line; a 4 is one casualty."""
    assert column(SEMI) == 4
    assert modifiers(SEMI) == {}
    assert odds(SEMI).of([4]) == "1"


@covers("raid", "7.1")
def test_an_lmg_at_the_same_target() -> None:
    """E7: the L column is the same as that of three men, and a 4 is one casualty."""
    lmg = Shot("L", "lmg", "medium", 3)
    assert column(lmg) == column(SEMI)
    assert odds(lmg).of([4]) == "1"


@covers("raid", "7.1")
def test_the_class_of_a_unit_by_its_men() -> None:
    assert [men_class(men) for men in (1, 2, 3, 4)] == ["1", "2", "3", "4"]


@covers("raid", "7.2")
def test_automatic_weapons_shift_left_and_bolt_right() -> None:
    """From column 4 to 3 and to 5; machine guns and Semi stay."""
    assert [column(SEMI._replace(line=line)) for line in ("auto", "semi", "bolt")] == [3, 4, 5]
    assert column(Shot("H", "hmg", "medium", 3)) == 2


@covers("raid", "7.2", "7.34")
def test_a_shot_that_the_range_forbids_has_no_odds() -> None:
    """Auto is P from 9 hexes on."""
    fire = direct_fire(INCLUDED, Shot("4", "auto", "clear", 9))
    assert (fire.odds, fire.case) == (None, "7.2")
    assert "9 hexes" in fire.reason
    assert direct_fire(INCLUDED, Shot("4", "auto", "clear", 8)).odds is not None


@covers("raid", "7.8", "14.16")
def test_suppression_and_a_truck_each_cost_a_point() -> None:
    """Column 4 with -1: the results of rolls 0 to 5; with both, of -1 to 4."""
    assert results(SEMI) == "SSS112"
    assert results(SEMI._replace(suppressed=True)) == "-SSS11"
    assert results(SEMI._replace(suppressed=True, from_truck=True)) == "--SSS1"
    assert modifiers(SEMI._replace(suppressed=True, from_truck=True)) == {"7.8": -1, "14.16": -1}


@covers("raid", "7.91")
def test_cross_fire_shifts_one_column_left() -> None:
    assert column(SEMI._replace(cross_fire=True)) == 3
    assert column(SEMI._replace(cross_fire=True, line="auto")) == 2


@covers("raid", "7.7")
def test_past_the_right_end_each_column_is_a_point_of_the_die() -> None:
    """One man at a Building starts in column 8; Bolt would be 9, so -1; on the left nothing is gained."""
    one = Shot("1", "bolt", "building", 5)
    assert column(one) == 8
    assert modifiers(one) == {"7.7": -1}
    best = Shot("H", "hmg", "clear", 5, cross_fire=True)
    assert column(best) == 1
    assert modifiers(best) == {}


@covers("raid", "13.41")
def test_the_gun_of_a_gunship() -> None:
    """Column H, one left, +3, and the range: at Medium and 12 hexes column 1, +3 and -2."""
    shot = Shot("H", "hmg", "medium", 12, gunship=True)
    assert column(shot) == 1
    assert modifiers(shot) == {"7.2": -2, "13.41": 3}


@covers("raid", "13.5", "13.51", "13.52")
def test_fire_at_helicopters() -> None:
    """As in Clear, 3 and 4 alone count; a Semi team needs a 6 at 3 to 6 hexes, an HMG a 5 out to 9."""
    team = air_defence(INCLUDED, Shot("4", "semi", "building", 5)).odds
    gun = air_defence(INCLUDED, Shot("H", "hmg", "heavy", 9)).odds
    assert team is not None
    assert gun is not None
    assert team.chances() == {"-": Fraction(5, 6), "destroyed": Fraction(1, 6)}
    assert gun.chance("destroyed") == Fraction(1, 3)
    assert air_defence(INCLUDED, Shot("H", "hmg", "clear", 16)).case == "13.5"
    up = air_defence(INCLUDED, Shot("H", "hmg", "clear", 5, altitude=True))
    assert up.column == 2


@covers("raid", "14.17")
def test_what_shooting_down_makes_of_a_roll() -> None:
    assert shooting_down(odds(Shot("H", "hmg", "clear", 5))).results == ("-",) * 4 + ("destroyed",) * 2


@covers("raid", "10.3")
def test_terrain_in_close_assault() -> None:
    """Clear, but for a defender's Heavy or Building in round one, and both sides' from round two."""
    assert [assault_row("building", True, 1), assault_row("building", False, 1)] == ["building", "clear"]
    assert [assault_row("heavy", True, 2), assault_row("heavy", False, 2)] == ["heavy", "heavy"]
    assert assault_row("medium", True, 2) == "clear"


@covers("raid", "7.84")
def test_losses_spill_down_the_stack_and_then_from_the_top() -> None:
    """Target second of three with 1 man: 4 dead are 1 of its own, 2 below, 1 at the top."""
    assert spilled((4, 1, 2), 1, 4) == (1, 1, 2)
    assert spilled((4, 4), 0, 3) == (3, 0)
    assert spilled((1,), 0, 4) == (1,)


@covers("raid", "7.82", "7.83")
def test_results_on_one_unit_add_up() -> None:
    assert [add("S", "S"), add("-", "S"), add("1", "S"), add("2", "3"), add("-", "-")] == [
        *("S", "S", "1", "5", "-")
    ]


@covers("raid", "7.5")
def test_an_attack_by_several_is_all_its_shots_together() -> None:
    """Two teams at Entebbe: enumerated over the 36 ways of two dice; four or more die in 31 of them."""
    team = odds(Shot("4", "auto", "building", 1))
    counted: Counter[str] = Counter()
    for a, b in product(range(1, 7), repeat=2):
        counted[add(team.of([a]), team.of([b]))] += 1
    both = together([team, team])
    assert both == {result: Fraction(ways, 36) for result, ways in counted.items()}
    assert sum(
        chance for result, chance in both.items() if result.isdigit() and int(result) >= 4
    ) == Fraction(31, 36)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("fires", CLASSES)
def test_every_chance_is_the_frequency_over_the_faces(row: str, fires: str) -> None:
    """The stated chances against the printed table read face by face."""
    line = {"H": "hmg", "L": "lmg"}.get(fires, "bolt")
    for distance in (0, 1, 5, 9, 12, 16):
        shot = Shot(fires, line, row, distance, suppressed=True)  # type: ignore[arg-type]
        found = odds(shot)
        change = INCLUDED.range_attenuation.change(line, distance)  # type: ignore[arg-type]
        assert change is not None
        wanted = INCLUDED.direct_fire.start(row, fires) + (line == "bolt")  # type: ignore[arg-type]
        roll = [face + change - 1 - max(wanted - 8, 0) for face in range(1, 7)]
        counted = Counter(INCLUDED.direct_fire.result(min(wanted, 8), total) for total in roll)
        assert found.chances() == {result: Fraction(ways, 6) for result, ways in counted.items()}


def test_other_tables_make_other_odds_side_by_side() -> None:
    """A player's own numbers count for his games and leave the included ones alone."""
    text = (DATA / "lost.toml").read_text("utf-8")
    mine = tables_from(text.replace('"2", "2", "1", "1", "S"', '"2", "2", "1", "2", "S"'))
    other = direct_fire(mine, SEMI).odds
    assert other is not None
    assert other.of([4]) == "2"
    assert odds(SEMI).of([4]) == "1"


def test_what_is_needed_is_told_in_words() -> None:
    assert odds(SEMI).needed == "suppressed on 1 to 3; 1 man on 4 to 5; 2 men on 6"
    assert "range 3" in odds(SEMI).purpose
