"""The odds of command: weighted turns, sizes, and the command prep chart as it is printed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.cases import covers
from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.command_odds import (
    Waiting,
    after_addition,
    commitment,
    discard,
    elements,
    implementation,
    reserve_most,
    sheet_type,
    size_modifier,
    weight,
)

COLUMNS: dict[SheetType, list[int]] = {
    "attack": [1, 7, 13, 28, 43, 61],
    "hasty_defense": [1, 5, 8, 17, 26, 39],
    "prepared_defense": [1, 13, 27, 42, 56, 71],
    "move": [1, 4, 7, 16, 22, 34],
}
NUMBERS = """
1 10 8 6 4 3 3
2 10 9 7 5 4 3
3 11 10 8 6 5 4
4 12 11 9 7 6 5
5 12 11 10 8 7 6
6 NP 12 11 9 8 7
7 NP 12 11 10 9 8
8 NP 12 11 10 9 8
9 NP NP 12 11 10 9
"""


@covers("tcs", "6.6b")
def test_three_groups_that_wait_as_in_the_example() -> None:
    attacking, defending, resting = Waiting(assigned=True), Waiting(defending=True), Waiting()
    assert [weight([unit], night=False) for unit in (attacking, defending, resting)] == [1, 2, 3]
    under_fire = [unit._replace(fired_on=True) for unit in (attacking, defending, resting)]
    assert [weight([unit], night=False) for unit in under_fire] == [1, 1, 1]


@covers("tcs", "6.6b", "16.1a")
def test_a_mixed_group_counts_least_and_a_night_two_at_most() -> None:
    assert weight([Waiting(), Waiting(defending=True)], night=False) == 2
    assert weight([Waiting(), Waiting(fired_on=True)], night=False) == 1
    assert weight([Waiting()], night=True) == 2
    assert weight([Waiting(fired_on=True)], night=True) == 1


@covers("tcs", "6.6d")
def test_sizes_as_in_the_examples() -> None:
    """Three companies: 3. One company: 1. Three companies, a gun and a tank platoon: 3 + 1 + 1."""
    sizes = [elements(3, 0), elements(1, 0), elements(4, 1)]
    assert sizes == [3, 1, 5]
    assert [size_modifier(size) for size in sizes] == [1, -1, 3]
    assert [size_modifier(size) for size in (2, 4, 6, 12)] == [0, 2, 4, 4]
    assert [elements(0, loose) for loose in (0, 1, 4, 5, 8, 9)] == [0, 1, 1, 2, 2, 3]


@covers("tcs", "6.4f")
def test_an_addition_costs_three_weighted_turns_an_element() -> None:
    assert [after_addition(10, 2), after_addition(5, 2)] == [4, 0]


@covers("tcs", "6.6c", "6.6e")
@pytest.mark.parametrize("line", NUMBERS.strip().splitlines())
@pytest.mark.parametrize("kind", COLUMNS)
def test_every_cell_of_command_prep(kind: SheetType, line: str) -> None:
    """At the first weighted turn of each column and at the last before the next; a size of 2 adds nothing."""
    rating, *numbers = line.split()
    for column, start in enumerate(COLUMNS[kind]):
        last = ([*COLUMNS[kind][1:], 200])[column] - 1
        for turns in (start, last):
            prep = implementation(kind, turns, int(rating), 2)
            if numbers[column] == "NP":
                assert prep.odds is None
                continue
            ways = sum(one + other >= int(numbers[column]) for one in range(1, 7) for other in range(1, 7))
            assert prep.odds is not None
            assert prep.odds.chance("implemented") == Fraction(ways, 36)


@covers("tcs", "6.6c")
def test_no_roll_without_a_weighted_turn() -> None:
    assert implementation("move", 0, 2, 2).odds is None


@covers("tcs", "6.6c", "6.6d")
def test_the_sheet_of_the_teaching_battle() -> None:
    """Rating 2 and three elements make 3; 15 weighted turns of an attack are column 3: 8 or more."""
    odds = implementation("attack", 15, 2, 3).odds
    assert odds is not None
    assert odds.needed == "8 or more"


@covers("tcs", "6.3b")
def test_a_mixed_sheet_has_the_first_type_of_the_order() -> None:
    assert sheet_type(["move", "hasty_defense", "attack"]) == "attack"
    assert sheet_type(["attack", "prepared_defense"]) == "prepared_defense"
    assert sheet_type(["move", "hasty_defense"]) == "hasty_defense"


@covers("tcs", "6.11b", "6.11d")
def test_reserves_are_half_at_most_and_come_in_by_rating_and_size() -> None:
    """Rating 2, one element: 2 - 1 = 1, always. Rating 4, six elements: 8, never."""
    assert [reserve_most(size) for size in (1, 2, 3, 6)] == [0, 1, 1, 3]
    assert commitment(2, 1).chance("committed") == 1
    assert commitment(4, 6).chance("committed") == 0
    assert commitment(3, 3).chance("committed") == Fraction(3, 6)


@covers("tcs", "6.9")
def test_throwing_sheets_away() -> None:
    assert discard(implemented=False).chance("discarded") == Fraction(2, 6)
    assert discard(implemented=True).chance("discarded") == Fraction(1, 6)
