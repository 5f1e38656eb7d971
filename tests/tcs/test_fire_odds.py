"""The odds of fire: the book's worked examples, and every chart cell counted over all ways the dice fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sandtable.engine import Odds
from sandtable.engine.cases import covers
from sandtable.games.tcs.area_odds import (
    Fire,
    Firer,
    area_attack,
    attacks_on_stack,
    chance_of,
    dice_modifier,
    half_lost,
    loss,
    strength,
    total,
)
from sandtable.games.tcs.morale_odds import (
    RETREATS,
    Nerve,
    assault_check,
    check,
    company_loss,
    contest,
    reading,
    recovered,
    refire,
    result_of,
    retreat,
)
from sandtable.games.tcs.point_odds import Aim, Close, any_of, at_roll, mortar, point_fire, shell
from sandtable.games.tcs.targets import Body, Place, area_cover, point_cover

TWO = list(product(range(1, 7), repeat=2))
RIFLES = Body(steps=5, morale=4, company=4)
NIGHT_TANK = Body(steps=1, defense=3)


def raw(total: int) -> tuple[int, int]:
    """Two dice that show so much together."""
    return next(dice for dice in TWO if sum(dice) == total)


def needed(odds: Odds | None, hit: str = "destroyed") -> int | None:
    """The least natural total that hits."""
    assert odds is not None
    return next((n for n in range(2, 13) if odds.of(raw(n)) == hit), None)


# ---- area fire


def rifle(distance: int, **how: bool) -> Firer:
    return Firer("platoon", 6, "range", distance, **how)


@covers("tcs", "8.7", "9.0c", "9.4")
def test_two_platoons_at_one_hex_as_in_the_example() -> None:
    """12 firepower x3 = 36, 3.6 is 4; forest -1 in move mode. 8 is 11: a step, and company morale 5.

    Index 4 + 5 + 1 = 10 adds 2 to the check; 12 is 14: a retreat, or paralyzed if dug in.
    """
    firepower = total([rifle(1), rifle(1)])
    assert firepower == 36
    first = area_attack(firepower, Place("forest"), RIFLES._replace(fire_mode=False), Fire())
    assert first.odds.shift == 4 - 1
    word = first.odds.of(raw(8))
    assert (word, loss(word).steps, loss(word).company) == ("1 step", 1, 1)
    after = first.odds.follow[word]
    assert after.shift == 2
    assert result_of(after.of(raw(12))) == "retreat"
    dug_in = area_attack(firepower, Place("forest"), RIFLES._replace(fire_mode=False, dug_in=True), Fire())
    assert result_of(dug_in.odds.follow["1 step"].of(raw(12))) == "paralyzed"


@covers("tcs", "8.7", "8.7d", "9.1e")
def test_the_second_target_of_the_example() -> None:
    """Fire mode in forest: +2. 11 is 13: a step, company 6. Index 6 + 6 + 2 = 14 adds 5; 12 is 17."""
    target = Body(steps=5, lost=1, morale=6, company=5)
    second = area_attack(Fraction(36), Place("forest"), target, Fire())
    assert second.odds.shift == 2
    assert second.odds.of(raw(11)) == "1 step"
    assert second.odds.follow["1 step"].shift == 5
    assert result_of(second.odds.follow["1 step"].of(raw(12))) == "paralyzed"
    assert company_loss("paralyzed") == 1


@covers("tcs", "8.7")
@pytest.mark.parametrize(
    ("firepower", "modifier"),
    [(36, 4), (15, 1), (16, 2), (5, 0), (6, 1), (25, 2), (4, 0), (3, -1), (2, -1), (1, -2), (100, 10)],
)
def test_a_tenth_of_the_firepower_with_halves_rounded_down(firepower: int, modifier: int) -> None:
    assert dice_modifier(Fraction(firepower)) == modifier


def test_between_one_and_three_the_special_case_still_rules() -> None:
    assert [dice_modifier(Fraction(n, 4)) for n in (2, 5, 11, 13)] == [-2, -1, -1, 0]


@covers("tcs", "8.7", "8.6g", "8.6h", "8.2b", "9.2e")
def test_range_and_condition_multiply_firepower() -> None:
    """By the chart 5, 3, 2, 1 and a half; each weakness halves once more; AT guns a half at any range."""
    assert [strength(rifle(n)) for n in range(6)] == [30, 18, 12, 6, 3, 3]
    assert strength(rifle(1, suppressed=True)) == 9
    assert strength(rifle(1, suppressed=True, halved=True)) == Fraction(9, 2)
    assert strength(rifle(4, suppressed=True, halved=True, mounted=True)) == Fraction(6, 16)
    assert [strength(Firer("gun", 4, "gun", n)) for n in (0, 3, 9)] == [2, 2, 2]
    assert [strength(Firer("mortars", 8, "plain", n)) for n in (1, 15)] == [8, 8]


@covers("tcs", "8.2b")
def test_half_the_steps_gone_is_half_strength_but_not_of_one() -> None:
    lost = [half_lost(5, n) for n in range(5)]
    assert lost == [False, False, False, True, True]
    assert (half_lost(2, 0), half_lost(2, 1), half_lost(1, 0)) == (False, True, False)


PRINTED_RESULTS = {
    (-9, 2): (0, 0, {10: 0, 13: 1}),
    (3, 7): (0, 0, {6: 0, 9: 1, 12: 2, 16: 5}),
    (8, 13): (1, 1, {0: 0, 6: 1, 9: 2, 12: 5, 16: 10, 21: 15}),
    (14, 19): (2, 2, {0: 1, 6: 2, 9: 5, 11: 10, 20: 15}),
    (20, 25): (3, 2, {0: 2, 6: 5, 9: 10, 18: 15}),
    (26, 40): (4, 3, {0: 5, 6: 10, 14: 15}),
}


@covers("tcs", "8.7", "9.0b", "8.2c")
@pytest.mark.parametrize("company", [0, 3, 9, 17])
@pytest.mark.parametrize("firepower", [1, 20, 60, 120, 200])
def test_the_chance_of_every_result_is_what_counting_all_dice_gives(firepower: int, company: int) -> None:
    """Loss and check are read here from the chart as printed, over all 36 x 36 ways of four dice."""
    body = Body(steps=5, lost=2, morale=5, company=company)
    attack = area_attack(Fraction(firepower), Place("woods"), body, Fire())
    shift = dice_modifier(Fraction(firepower)) - 1
    counted: Counter[str] = Counter()
    for dice in TWO:
        modified = sum(dice) + shift
        steps, added, columns = next(
            row for (low, high), row in PRINTED_RESULTS.items() if low <= modified <= high
        )
        if steps and 2 + steps >= 5:
            counted["destroyed"] += 36
            continue
        index = 5 + company + added + 2 + steps
        called = [modifier for least, modifier in columns.items() if index >= least]
        for second in TWO:
            counted[printed_check(sum(second) + called[-1]) if called else "none"] += 1
    ends = {*counted, "steady", "suppressed", "surrender"} - {"none"}
    for end in ends:
        assert chance_of(attack.odds, end) == Fraction(counted[end], 36 * 36), end


def printed_check(total: int) -> str:
    """The morale table as printed."""
    bounds = [(6, "steady"), (11, "suppressed"), (13, "suppressed or retreat"), (15, "retreat")]
    return next((word for high, word in bounds if total <= high), "paralyzed" if total <= 20 else "surrender")


@covers("tcs", "8.5", "7.1a")
def test_terrain_serves_the_target_once_and_best() -> None:
    def amount(place: Place, body: Body) -> int:
        return sum(modifier.amount for modifier in area_cover(place, body))

    assert amount(Place("open"), Body()) == 0
    assert amount(Place("open"), Body(dug_in=True)) == -2
    assert amount(Place("village"), Body(dug_in=True)) == -5
    assert amount(Place("village"), Body(fire_mode=False)) == 1
    assert amount(Place("village"), Body(fire_mode=False, suppressed=True)) == -2
    assert amount(Place("open", hedge=True), Body()) == -1
    assert amount(Place("village", hedge=True), Body()) == -3
    assert amount(Place("village"), Body(mounted=True)) == 1
    assert amount(Place("open"), Body(fire_mode=False, dug_in=True)) == 2


@covers("tcs", "8.5")
def test_point_fire_reads_its_own_columns() -> None:
    def amount(place: Place, body: Body) -> int:
        return sum(modifier.amount for modifier in point_cover(place, body))

    assert [amount(Place("open"), Body(fire_mode=mode)) for mode in (True, False)] == [2, 1]
    assert amount(Place("forest"), Body(fire_mode=False)) == -2
    assert [amount(Place("village"), Body(gun=True, dug_in=dug)) for dug in (False, True)] == [-4, -5]
    assert amount(Place("village"), Body(gun=True, fire_mode=False)) == -1


@covers("tcs", "8.7e", "12.4c", "14.0", "15.0b", "16.6", "11.0a", "8.6i")
def test_what_else_changes_the_dice_of_area_fire() -> None:
    def shift(place: Place, body: Body, fire: Fire) -> int:
        return area_attack(Fraction(5), place, body, fire).odds.shift

    plain = Body(steps=5)
    assert shift(Place(), plain, Fire()) == 0
    assert shift(Place(), plain._replace(shield=0), Fire()) == -2
    assert shift(Place(), plain._replace(shield=1), Fire()) == -3
    assert shift(Place(smoke=True), plain, Fire(from_smoke=True)) == -3
    assert shift(Place(smoke=True), plain, Fire(direct=False, mortars=True)) == 0
    assert shift(Place(), plain, Fire(night=True)) == -3
    assert shift(Place(lit=True), plain, Fire(night=True)) == 0
    assert shift(Place(), plain, Fire(night=True, mortars=True)) == 0
    assert shift(Place(mined=True), plain, Fire(moving="road")) == 4
    assert shift(Place(), plain, Fire(overrun=True)) == 2
    assert shift(Place(), plain._replace(weapon=True), Fire(overrun=True)) == 4
    assert shift(Place(), plain, Fire(assault=True)) == 3


@covers("tcs", "9.0c", "14.2b", "16.5", "8.7a")
def test_what_the_kind_of_fire_does_to_the_check() -> None:
    """Index 4 + 5 + 1 = 10 is 2 on the row of one step; the rest comes from the fire."""

    def shift(place: Place, fire: Fire) -> int:
        return area_attack(Fraction(5), place, RIFLES, fire).odds.follow["1 step"].shift - 2

    assert shift(Place(), Fire(shells=True, direct=False)) == 2
    assert shift(Place(), Fire(mortars=True)) == 1
    assert shift(Place(lit=True), Fire(night=True)) == 2
    assert shift(Place(), Fire(assault=True)) == 3
    assert shift(Place(), Fire(overrun=True, armoured=True)) == 5
    assert shift(Place(), Fire(overrun=True)) == 2
    assert shift(Place("woods"), Fire(overrun=True, armoured=True)) == 2


@covers("tcs", "8.7f")
def test_a_stack_may_be_attacked_once_for_every_five_steps() -> None:
    assert [attacks_on_stack(steps) for steps in ([5], [5, 1], [5, 5, 2], [1])] == [1, 2, 3, 1]


# ---- morale


@covers("tcs", "9.0c")
def test_the_morale_table_as_printed() -> None:
    odds = [check((), Nerve()).of(raw(n)) for n in range(2, 13)]
    assert odds == ["steady"] * 5 + ["suppressed"] * 5 + ["suppressed or retreat"]


@covers("tcs", "9.0e", "9.3a", "9.3c", "9.4c", "15.0c")
@pytest.mark.parametrize(
    ("nerve", "expected"),
    [
        (Nerve(dug_in=True), ("suppressed", "suppressed or retreat", "paralyzed", "paralyzed", "surrender")),
        (Nerve(paralyzed=True), ("steady", "shaken", "steady", "shaken", "surrender")),
        (Nerve(crossing=True), ("steady", "shaken or retreat", "retreat", "shaken", "surrender")),
    ],
)
def test_condition_changes_what_a_result_means(nerve: Nerve, expected: tuple[str, ...]) -> None:
    printed = ("suppressed", "suppressed or retreat", "retreat", "paralyzed", "surrender")
    assert tuple(reading(result, nerve) for result in printed) == expected


@covers("tcs", "9.4", "16.5")
@pytest.mark.parametrize(
    ("die", "company", "hexes", "steps"),
    [(4, 3, 4, 0), (6, 12, 0, 99), (3, 0, 3, 0), (1, 8, 5, 1), (6, 5, 7, 2), (6, 8, 7, 2), (6, 9, 0, 99)],
)
def test_retreats_by_die_and_company(die: int, company: int, hexes: int, steps: int) -> None:
    assert RETREATS[retreat(company, night=False).of([die])] == (hexes, steps)
    assert RETREATS[retreat(company, night=True).of([die])] == (2 * hexes, steps)


@covers("tcs", "9.1c")
def test_company_morale_recovers_by_a_third_but_at_least_one() -> None:
    assert [recovered(n) for n in (14, 1, 0, 2, 3, 6)] == [10, 0, 0, 1, 2, 4]


@covers("tcs", "13.2a")
def test_a_suppressed_attacker_stays_on_more_than_its_morale() -> None:
    assert [assault_check(n).chance("holds") for n in (3, 4, 6)] == [Fraction(1, 2), Fraction(1, 3), 0]


@covers("tcs", "1.3a", "18.0", "8.9e")
def test_contests_are_even_and_a_marked_unit_fires_on_a_six() -> None:
    odds = contest("Who acts first", "1.3a")
    assert odds.of([3, 3]) == "tie"
    assert odds.chance("first side") == odds.chance("second side") == Fraction(1, 2)
    assert refire().chance("may fire") == Fraction(1, 6)


# ---- point fire


@covers("tcs", "8.8")
def test_panther_and_sherman_as_in_the_example() -> None:
    """Range 8 is long for both. +2 needs 11, open in fire mode +2: raw 9. Equal, in woods: raw 11."""
    panther = point_fire(Aim(5, 7, 8), Place("open"), Body(steps=1, defense=3))
    assert needed(panther.odds) == 9
    assert panther.odds is not None
    assert panther.odds.of(raw(8)) == "missed"
    sherman = point_fire(Aim(4, 6, 8), Place("woods"), Body(steps=1, defense=4))
    assert needed(sherman.odds) == 11


@covers("tcs", "8.8a")
@pytest.mark.parametrize(
    ("distance", "numbers"),
    [(2, (5, 6, 7)), (3, (7, 8, 9)), (4, (8, 9, 10)), (7, (8, 9, 10)), (8, (10, 11, 12)), (14, (10, 11, 12))],
)
def test_rows_of_a_nominal_range_of_seven(distance: int, numbers: tuple[int, ...]) -> None:
    """Woods add nothing in fire mode. Differences of +3, +2, -2 and -3 take the three columns."""
    woods = Place("woods")
    found = [needed(point_fire(Aim(4 + n, 7, distance), woods, NIGHT_TANK).odds) for n in (2, 1, -3, -4)]
    assert found == [numbers[0], numbers[1], numbers[1], numbers[2]]


@covers("tcs", "8.8a")
def test_nothing_is_hit_beyond_twice_the_nominal_range() -> None:
    shot = point_fire(Aim(4, 7, 15), Place(), NIGHT_TANK)
    assert shot.odds is None
    assert shot.case == "8.8a"


@covers("tcs", "8.6i", "9.2e", "12.2d", "16.6")
def test_what_else_changes_the_dice_of_point_fire() -> None:
    def shift(place: Place, **how: object) -> int:
        odds = point_fire(Aim(4, 6, 3)._replace(**how), place, NIGHT_TANK).odds
        assert odds is not None
        return odds.shift

    woods = Place("woods")
    assert shift(woods, from_smoke=True) == -2
    assert shift(woods._replace(smoke=True), from_smoke=True) == -4
    assert shift(woods, suppressed_gun=True) == -2
    assert (shift(woods, moving="road"), shift(woods, moving="slow go")) == (2, 3)
    assert (shift(woods, night=True), shift(woods._replace(lit=True), night=True)) == (-3, 0)
    assert shift(woods._replace(mined=True)) == 2


@covers("tcs", "8.8c", "9.0b")
def test_a_gun_missed_by_three_or_less_checks_its_morale() -> None:
    """Nominal range, attack 4 against 0 is the best column: 8. In woods -1: raw 9 kills, 6 to 8 frightens."""
    gun = Body(steps=1, morale=3, gun=True)
    odds = point_fire(Aim(4, 6, 5), Place("woods"), gun).odds
    assert odds is not None
    words = [odds.of(raw(n)) for n in (5, 6, 8, 9)]
    assert words == ["missed", "missed narrowly", "missed narrowly", "destroyed"]
    assert odds.follow["missed narrowly"].shift == 0
    # 15 of 36 for 6, 7 and 8 (5 + 6 + 5 = 16), and a check is steady on 6 or less: 15 of 36.
    assert odds.chance("missed narrowly, steady") == Fraction(16, 36) * Fraction(15, 36)


# ---- AT rolls, shells


@covers("tcs", "8.10", "8.10a", "8.10d")
def test_at_rolls_as_in_the_example() -> None:
    """A suppressed unit: adjacent in a village 7 + 1; two hexes off through woods 11 + 1; open never."""
    village = Place("village")
    assert needed(at_roll(Close(1, suppressed=True), village, 3).odds) == 8
    assert needed(at_roll(Close(2, Place("woods"), suppressed=True), village, 3).odds) == 12
    assert needed(at_roll(Close(2, Place("open"), suppressed=True), village, 3).odds) is None
    assert needed(at_roll(Close(1, suppressed=True, moving="road"), village, 3).odds) == 6
    assert at_roll(Close(3), village, 3).odds is None


@covers("tcs", "8.10", "16.6")
def test_what_else_changes_an_at_roll() -> None:
    def shift(place: Place, close: Close, defense: int = 3) -> int:
        odds = at_roll(close, place, defense).odds
        assert odds is not None
        return odds.shift

    assert shift(Place(), Close(1), 2) == 1
    assert shift(Place(), Close(1, escorted=True)) == -2
    assert shift(Place(mined=True), Close(1)) == 2
    assert shift(Place(), Close(1, visibility=3)) == 2
    assert shift(Place(), Close(1, visibility=4)) == 0
    assert shift(Place(), Close(1, night=True, visibility=2)) == 2
    assert shift(Place(lit=True), Close(1, night=True, visibility=2)) == 1
    assert needed(at_roll(Close(0), Place("open", slow_go=True), 3).odds) == 6


@covers("tcs", "8.11", "8.11a", "8.11b")
def test_shells_on_point_targets_as_in_the_example() -> None:
    """A gun of no defense dies on a raw 11, a tank of 3 on 12; mortars do not hurt that tank at all."""
    gun, tank, truck = Body(steps=1, gun=True), Body(steps=1, defense=3), Body(steps=1, truck=True)
    assert [needed(shell(body)) for body in (gun, tank, truck)] == [11, 12, 9]
    assert needed(mortar(gun).odds) == 10
    assert needed(mortar(Body(steps=1, defense=2)).odds) == 11
    assert mortar(tank).odds is None
    assert any_of([shell(tank)] * 6) == 1 - Fraction(35, 36) ** 6
