"""Odds are exact, dice are fair, counted and reproducible, and charts are read as printed."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import (
    D6,
    TWO_D6,
    BadData,
    BadRequest,
    Chart,
    Modifier,
    Odds,
    at_least,
    at_most,
    read_toml,
)
from sandtable.engine.dice import Script, Stream, commitment, seeded
from sandtable.engine.odds import by_total, totals
from sandtable.engine.refusals import DiceExhausted
from sandtable.engine.tables import Band


def test_two_dice_have_the_well_known_triangle_of_totals() -> None:
    """1 way to roll 2 or 12, 6 ways to roll 7, 36 in all."""
    assert totals(TWO_D6) == tuple((total, 6 - abs(total - 7)) for total in range(2, 13))


def test_modifiers_are_added_to_the_dice() -> None:
    """Needed 4 or less with +3: only a natural 1 will do; -1 lets 5 do as well."""
    harder = at_most("Fire", "9.0", D6, 4, "hit", "miss", (Modifier("hasty", 1), Modifier("crop", 2)))
    assert harder.chance("hit") == Fraction(1, 6)
    assert harder.needed == "1 or less"
    assert harder.shift == 3
    assert at_most("Fire", "9.0", D6, 4, "hit", "miss", (Modifier("still", -1),)).chance("hit") == Fraction(
        5, 6
    )


@pytest.mark.parametrize(
    ("number", "needed", "chance"),
    [(0, "cannot happen", 0), (6, "certain", 1), (9, "certain", 1), (3, "3 or less", Fraction(1, 2))],
)
def test_certain_and_impossible_rolls_say_so(number: int, needed: str, chance: Fraction) -> None:
    odds = at_most("Fire", "1", D6, number, "hit", "miss")
    assert (odds.needed, odds.chance("hit")) == (needed, chance)


@pytest.mark.parametrize(
    ("number", "needed", "chance"),
    [
        (2, "certain", 1),
        (13, "cannot happen", 0),
        (12, "12 or more", Fraction(1, 36)),
        (9, "9 or more", Fraction(10, 36)),
    ],
)
def test_high_rolls(number: int, needed: str, chance: Fraction) -> None:
    odds = at_least("AT", "8.10", TWO_D6, number, "kill", "nothing")
    assert (odds.needed, odds.chance("kill")) == (needed, chance)


def test_a_roll_that_calls_for_another_multiplies_through() -> None:
    """A hit on 2 or less (1/3), then destroyed on 3 or less (1/2): 1/6 destroyed, 1/6 damaged, 2/3 missed."""
    critical = at_most("Critical", "9.9", D6, 3, "destroyed", "damaged")
    odds = at_most("Fire", "9.8", D6, 2, "hit", "miss", follow={"hit": critical})
    assert odds.chances() == {"destroyed": Fraction(1, 6), "damaged": Fraction(1, 6), "miss": Fraction(2, 3)}
    assert odds.chance("destroyed", "damaged") == Fraction(1, 3)


@given(st.lists(st.sampled_from([4, 6, 10]), min_size=1, max_size=3), st.data())
def test_chances_equal_the_count_over_all_dice(dice: list[int], data: st.DataObject) -> None:
    results = by_total(tuple(dice), lambda natural: data.draw(st.sampled_from("abc")))
    odds = Odds("Any", "1", tuple(dice), results)
    rolled = Counter(odds.of(faces) for faces in product(*(range(1, sides + 1) for sides in dice)))
    whole = rolled.total()
    assert odds.chances() == {result: Fraction(count, whole) for result, count in rolled.items()}


def test_results_must_fit_the_dice() -> None:
    with pytest.raises(ValueError, match="5 results do not fit the dice"):
        Odds("Fire", "1", D6, ("a",) * 5)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20])
def test_dice_are_fair(sides: int) -> None:
    """60,000 rolls of each die: chi-square stays below 51, the 99.99 % bound for 19 degrees of freedom."""
    dice, rolls = seeded("fairness"), 60_000
    counts = Counter(dice.roll(sides) for _ in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    expected = rolls / sides
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 51


def test_the_same_seed_gives_the_same_dice_and_a_copy_goes_on_by_itself() -> None:
    first, second = seeded(7), seeded(7)
    assert [first.roll(6) for _ in range(300)] == [second.roll(6) for _ in range(300)]
    twin = first.copy()
    assert [first.roll(10) for _ in range(50)] == [twin.roll(10) for _ in range(50)]
    assert [seeded(8).roll(6) for _ in range(50)] != [seeded(7).roll(6) for _ in range(50)]


def test_a_stream_is_found_again_by_its_count_alone() -> None:
    dice = seeded("count")
    for _ in range(100):
        dice.roll(6)
    again = Stream(dice.seed, dice.position)
    assert [dice.roll(6) for _ in range(100)] == [again.roll(6) for _ in range(100)]


def test_the_first_dice_of_a_seed_never_change() -> None:
    """Stored games depend on them: BLAKE2b keyed with the seed, counter 0, bytes below 252 taken modulo 6."""
    seed = hashlib.blake2b(b"1", digest_size=32, person=b"sandtable-dice").digest()
    block = hashlib.blake2b((0).to_bytes(8, "big"), key=seed).digest()
    dice = seeded(1)
    assert [dice.roll(6) for _ in range(20)] == [byte % 6 + 1 for byte in block if byte < 252][:20]


def test_a_script_gives_its_values_in_order_then_ends() -> None:
    dice = Script([4, "7", 2])
    assert (dice.roll(6), dice.draw(["3", "7"]), dice.roll(6)) == (4, "7", 2)
    with pytest.raises(DiceExhausted, match="all 3 scripted dice are used up"):
        dice.roll(6)


def test_a_script_may_go_on_with_a_stream() -> None:
    dice, stream = Script([4], then=seeded(1)), seeded(1)
    assert dice.roll(6) == 4
    assert [dice.roll(6) for _ in range(5)] == [stream.roll(6) for _ in range(5)]
    twin = dice.copy()
    assert [dice.roll(6) for _ in range(5)] == [twin.roll(6) for _ in range(5)]
    assert twin.draw(["only"]) == "only"


@pytest.mark.parametrize(("value", "sides"), [(7, 6), (0, 6), ("3", 6), (True, 6)])
def test_a_scripted_value_must_be_on_the_die(value: object, sides: int) -> None:
    with pytest.raises(BadRequest, match="is not on a die of 6 sides"):
        Script([value]).roll(sides)  # type: ignore[list-item]


def test_a_scripted_draw_must_be_among_the_chits() -> None:
    with pytest.raises(BadRequest, match="is not one of a, b"):
        Script(["c"]).draw(["a", "b"])


def test_the_commitment_tells_nothing_but_fixes_the_seed() -> None:
    assert commitment(b"a") == commitment(b"a")
    assert commitment(b"a") != commitment(b"b")
    assert len(commitment(b"a")) == 64


def test_there_is_no_die_without_sides() -> None:
    with pytest.raises(ValueError, match="a die has 1 side or more, not 0"):
        seeded(1).roll(0)


def test_a_choice_among_very_many_is_fair() -> None:
    """Of 1,000 things, 100,000 picks: each half gets 50,000 give or take four standard deviations (632)."""
    dice = seeded("many")
    picks = [dice.roll(1000) for _ in range(100_000)]
    assert set(picks) == set(range(1, 1001))
    assert abs(sum(pick <= 500 for pick in picks) - 50_000) < 632
    assert seeded(2).draw([str(n) for n in range(300)]) in {str(n) for n in range(300)}


def test_a_contest_is_rolled_again_on_a_tie() -> None:
    """Two dice, the first die's side wins if it is higher: 15 ways each, 6 ties; so a half each."""
    results = tuple(
        "first" if a > b else "second" if b > a else "tie" for a, b in product(range(1, 7), repeat=2)
    )
    odds = Odds("Contest", "3.0", TWO_D6, results, joint=True, again="tie")
    assert odds.chances() == {"first": Fraction(1, 2), "second": Fraction(1, 2)}
    assert [odds.of(faces) for faces in ((6, 1), (1, 6), (3, 3))] == ["first", "second", "tie"]


def test_a_roll_that_would_never_end_is_refused() -> None:
    with pytest.raises(ValueError, match="rolled for ever"):
        Odds("Never", "1", D6, ("again",) * 6, again="again")


CHART = Chart("8.9", "Kills", "printed", (Band((1, 5), (1, 2, 3)), Band((6, 10), (0, 1, 2))))


@pytest.mark.parametrize(
    ("value", "column", "cell"),
    [(1, 0, 1), (5, 2, 3), (6, 0, 0), (10, 9, 2), (7, -4, 0), (0, 0, None), (11, 0, None)],
)
def test_a_chart_is_read_by_bands_and_at_its_ends(value: int, column: int, cell: int | None) -> None:
    assert CHART.cell(value, column) == cell
    assert CHART.most == 10


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("[{ span = [1, 5], cells = [1] }, { span = [7, 9], cells = [1] }]", "rows do not join at 7-9"),
        ("[{ span = [1, 5], cells = [1] }, { span = [6, 9], cells = [1, 2] }]", "row 6-9 has 2 cells, not 1"),
        ("[{ span = [5, 1], cells = [1] }]", "rows do not join at 5-1"),
        ("3", "Expected `array`"),
    ],
)
def test_a_chart_with_a_fault_names_file_and_place(tmp_path: Path, rows: str, fault: str) -> None:
    file = tmp_path / "chart.toml"
    file.write_text(f'case = "1"\ntitle = "T"\nsource = "printed"\nrows = {rows}\n')
    with pytest.raises(BadData, match=f"^chart.toml: .*{fault}"):
        read_toml(file, Chart)


def test_missing_and_broken_data_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="^none.toml: cannot be read"):
        read_toml(tmp_path / "none.toml", Chart)
    (tmp_path / "bad.toml").write_text("= 1")
    with pytest.raises(BadData, match="^bad.toml: not a TOML file"):
        read_toml(tmp_path / "bad.toml", Chart)
