"""The driver and what is hidden: forks deal again what a side cannot know, windows and audiences keep it."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.toy import HIT, Chance, Found, NextWord, Noted, Play, Word, Words, toy

from sandtable.engine import Form, Odds, Option, Refused
from sandtable.engine.dice import seeded
from sandtable.engine.events import UMPIRE_ONLY, Heard
from sandtable.engine.orders import StandingOrder

NUMBER = Odds("Secret number", "1.4", (6,), tuple("123456"))


class Whisper(Word):
    name, private = "whisper", True


def dealt(driver: Any, side: int, what: Any) -> Counter[Any]:
    """What forks for a side hold, over many seeds."""
    return Counter(what(driver.fork_for(side, bytes([seed])).state) for seed in range(40))


async def private_answer(table: Play) -> None:
    """The second side whispers, then the first is asked in mid-segment."""
    word = await table.ask(Whisper(table, 1, "left", "right"))
    table.state.secret[1] = 1 if word == "left" else 2
    table.state.trail.append(await table.ask(Word(table, 0, "go")))


def test_a_fork_deals_private_answers_again_that_came_after_the_last_checkpoint() -> None:
    driver = toy(private_answer)
    driver.answer(1, "left")
    assert set(dealt(driver, 0, lambda state: state.secret[1])) == {1, 2}
    assert set(dealt(driver, 1, lambda state: state.secret[1])) == {1}


class Own(Word):
    """What the second side may say hangs on its secret."""

    name = "own"

    def offer(self) -> list[str]:
        return [str(self.table.state.secret[1]), "pass"]


async def shows_its_hand(table: Play) -> None:
    """The second side says what only its true secret allows, and the rule relies on it."""
    word = await table.ask(Own(table, 1))
    assert word in ("pass", str(table.state.secret[1])), (
        "the rules were given an answer that they had refused"
    )
    table.state.trail.append(await table.ask(Word(table, 0, "go")))


def test_a_deal_in_which_an_answer_was_not_allowed_is_none() -> None:
    """Having heard a 4 the first side knows the secret; no fork may put another answer to the rules."""
    driver = toy(shows_its_hand)
    driver.state.secret = [0, 4]
    driver._checkpoint()
    driver._restore(0)
    driver.answer(1, "4")
    assert set(dealt(driver, 0, lambda state: state.secret[1])) == {4}


async def gives_a_hint(table: Play) -> None:
    """What an open die comes to hangs on the second side's secret; no view shows it."""
    table.state.trail.append(await table.ask(Word(table, 0, "on")))
    parity = "even" if table.state.secret[1] % 2 == 0 else "odd"
    await table.roll(Odds("Hint", "1.4", (6,), (parity,) * 6))
    table.state.trail.append(await table.ask(Word(table, 0, "go")))


def test_a_deal_that_contradicts_what_an_open_die_came_to_is_none() -> None:
    driver = toy(gives_a_hint)
    driver.state.secret = [0, 4]
    driver._checkpoint()
    driver._restore(0)
    driver.answer(0, "on")
    found = set(dealt(driver, 0, lambda state: state.secret[1]))
    assert len(found) > 1
    assert all(secret % 2 == 0 for secret in found)
    assert driver.fork_for(0, b"x").table.log is None


async def breaks_down(table: Play) -> None:
    """A rule with a flaw that shows only where the second side's secret is not the true one."""
    table.state.trail.append(await table.ask(Word(table, 0, "on")))
    assert table.state.secret[1] in (0, 4), "a flaw in the rule itself"
    table.state.trail.append(await table.ask(Word(table, 0, "go")))


def test_a_rule_that_breaks_down_over_allowed_answers_is_not_passed_over() -> None:
    """Only an answer that the deal does not allow excuses it."""
    driver = toy(breaks_down)
    driver.answer(0, "on")
    with pytest.raises(AssertionError, match="a flaw in the rule itself"):
        dealt(driver, 0, lambda state: state.secret[1])


def test_what_keeps_nothing_cannot_be_forked_and_says_so() -> None:
    driver = toy(shows_its_hand)
    with pytest.raises(TypeError, match="keep=True"):
        driver.fork(b"x").fork(b"y")
    assert driver.fork(b"x", keep=True).fork(b"y").hash() == driver.hash()


async def secret_roll(table: Play) -> None:
    """A roll that only the second side sees, an open one, then the first is asked."""
    table.state.trail.append(await table.ask(Word(table, 0, "start")))
    table.state.secret[1] = int(await table.roll(NUMBER, secret_to=1))
    table.state.trail.append(await table.roll(HIT))
    table.state.trail.append(await table.ask(Word(table, 0, "go")))


def test_a_fork_rolls_secret_dice_anew_and_open_dice_fall_as_they_fell() -> None:
    driver = toy(secret_roll)
    driver.answer(0, "start")
    assert len(dealt(driver, 0, lambda state: state.secret[1])) == 6
    assert dealt(driver, 0, lambda state: state.trail[-1]) == {driver.state.trail[-1]: 40}
    assert set(dealt(driver, 1, lambda state: state.secret[1])) == {driver.state.secret[1]}


async def late_sealed(table: Play) -> None:
    """A few open answers of both sides, then a sealed ask in mid-segment."""
    for side in (0, 1, 1, 0):
        table.state.trail.append(await table.ask(Word(table, side, "yes", "no")))
    await table.ask_all([Word(table, side, "rock", "paper") for side in (0, 1)])
    table.state.trail.append(await table.ask(Word(table, 0, "on")))


def test_a_fork_in_a_half_answered_sealed_ask_keeps_what_came_before_it() -> None:
    driver = toy(late_sealed)
    for side in (0, 1, 1, 0):
        driver.answer(side, "yes")
    driver.answer(1, "rock")
    fork = driver.fork_for(0, b"x")
    assert fork.state.trail == ["yes"] * 4
    assert {ask.side for ask in fork.asks} == {0, 1}
    assert [ask.side for ask in driver.fork_for(1, b"x").asks] == [0]


class Pair(msgspec.Struct, frozen=True):
    steps: list[str]


class PairForm(Form[Pair]):
    name, shape = "pair", Pair

    def blank(self) -> Pair:
        return Pair([])

    def grow(self, draft: Pair) -> list[Any]:
        return []


async def greedy_rule(table: Play) -> None:
    """A rule that eats up the answer it was given."""
    pair = await table.ask(PairForm(table, 0))
    while pair.steps:
        table.state.trail.append(pair.steps.pop(0))
    table.state.trail.append(await table.ask(Word(table, 0, "x", "y")))
    table.state.trail.append(await table.ask(Word(table, 0, "z")))


def test_a_rule_cannot_spoil_the_history_of_a_form() -> None:
    driver = toy(greedy_rule)
    driver.submit(0, {"steps": ["a", "b"]})
    driver.answer(0, "x")
    driver.undo()
    driver.answer(0, "y")
    assert driver.state.trail == ["a", "b", "y"]


class WordsWindow(Words):
    name, window, least = "words-window", True, 0


class FormWindow(PairForm):
    name, window, decline = "form-window", True, Pair([])


async def windows_of_all_kinds(table: Play) -> None:
    table.state.trail.append(await table.ask(Word(table, 0, "go")))
    table.state.trail += await table.ask(WordsWindow(table, 1))
    table.state.trail += (await table.ask(FormWindow(table, 1))).steps
    both = await table.ask_all([Chance(table, 0), Chance(table, 1, open=False)])
    table.state.trail += [str(both[0]), str(both[1])]


def test_windows_of_every_kind_are_passed_by_standing_orders() -> None:
    driver = toy(windows_of_all_kinds)
    driver.orders = {side: (StandingOrder("pass"),) for side in (0, 1)}
    driver.answer(0, "go")
    assert driver.over
    assert driver.state.trail == ["go", "None", "None"]
    assert [(given.ask, given.by) for given in driver.history[1:]] == [
        ("words-window", "orders"),
        ("form-window", "orders"),
        ("chance", "orders"),
    ]


class UnitChance(Chance):
    """A chance for one unit, whose options name targets and not the unit itself."""

    def describe(self, option: int | None) -> Option:
        return Option(str(option), str(option), HIT.chance("hit"), target="Z")


async def a_chance_for_each_unit(table: Play) -> None:
    table.state.trail.append(await table.ask(Word(table, 0, "go")))
    for unit in (0, 1):
        chance = UnitChance(table, 1)
        chance.unit = unit
        table.state.trail.append(str(await table.ask(chance)))


def test_orders_for_a_unit_answer_the_asks_about_it() -> None:
    driver = toy(a_chance_for_each_unit)
    driver.orders = {1: (StandingOrder("react", unit="U2"), StandingOrder("pass"))}
    driver.answer(0, "go")
    assert driver.state.trail == ["go", "None", "1"]


def test_a_sealed_window_that_nobody_could_use_asks_only_the_other_side() -> None:
    driver = toy(windows_of_all_kinds)
    driver.orders = {1: (StandingOrder("pass"),)}
    driver.answer(0, "go")
    assert [(ask.name, ask.side) for ask in driver.asks] == [("chance", 0)]
    driver.answer(0, 2)
    assert driver.state.trail == ["go", "2", "None"]


def test_orders_react_with_as_many_as_a_selection_allows() -> None:
    driver = toy(windows_of_all_kinds)
    driver.orders = {1: (StandingOrder("react", ask="words-window"), StandingOrder("pass"))}
    driver.answer(0, "go")
    assert driver.state.trail == ["go", "one", "two"]


async def nobody_asked(table: Play) -> None:
    table.state.trail.append(str(await table.ask_all([])))


def test_a_sealed_ask_of_nobody_opens_at_once() -> None:
    driver = toy(nobody_asked)
    assert driver.over
    assert driver.state.trail == ["{}"]


def test_a_game_is_started_once_and_not_over_before() -> None:
    driver = toy(late_sealed)
    with pytest.raises(TypeError, match="started already"):
        driver.start()
    fresh = type(driver)(driver.game, driver.table.scene, driver.state.copy(), seeded(1))
    assert not fresh.over


async def revealing_to_others(table: Play) -> None:
    table.state.trail.append(await table.ask(Word(table, 0, "look")))
    table.report(Noted("mine"), to=0, others=Found())
    table.state.trail.append(await table.ask(NextWord(table, 0, "on")))


def test_what_reveals_something_to_the_others_cannot_be_undone_either() -> None:
    driver = toy(revealing_to_others)
    driver.answer(0, "look")
    with pytest.raises(Refused, match="something hidden has been revealed"):
        driver.undo()


def test_an_audience_is_everybody_one_side_several_or_the_umpire_alone() -> None:
    event = Noted("x")
    heard = {
        to: [Heard(event, to).to_seat(seat) is event for seat in (0, 1, 2, None)] for to in (None, 1, (0, 2))
    }
    assert heard == {None: [True] * 4, 1: [False, True, False, True], (0, 2): [True, False, True, True]}
    assert [Heard(event, UMPIRE_ONLY).to_seat(seat) for seat in (0, None)] == [None, event]


async def idle(table: Play) -> None:
    """A segment that asks nobody."""


def test_a_sequence_that_goes_round_without_asking_is_stopped() -> None:
    driver = toy(late_sealed)
    game = type(driver.game)(idle)
    game.ladder.rungs = game.ladder.rungs[:1]
    scene, state = game.set_up("only", {})
    with pytest.raises(TypeError, match="without asking anybody"):
        type(driver)(game, scene, state, seeded(1), keep=False).start()
