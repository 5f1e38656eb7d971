"""The driver: asks in order, sealed answers, windows, undo, forks, and what it does when all goes wrong."""

import asyncio
import warnings
from fractions import Fraction

import pytest
from tests.toy import (
    HIT,
    Chance,
    Found,
    NextWord,
    Noted,
    Play,
    Toy,
    Word,
    Words,
    plain_board,
    stop_at_once,
    toy,
)

from sandtable.engine import Outcome, Refusal, Refused
from sandtable.engine.dice import Dice, seeded
from sandtable.engine.events import GameEnded, Rolled, SegmentBegan
from sandtable.engine.orders import StandingOrder
from sandtable.engine.refusals import DiceExhausted, GameOver, Mismatch, NoSuchDeal


async def three_words(table: Play) -> None:
    """Each side in turn says a word; the loop's whole condition is in the state."""
    while len(table.state.trail) < 3:
        word = await table.ask(NextWord(table, len(table.state.trail) % 2, "yes", "no"))
        table.state.trail.append(word)
        table.report(Noted(word))


async def shots(table: Play) -> None:
    """Word, die, word: only the word after the die can be taken back."""
    table.state.trail.append(await table.ask(Word(table, 0, "aim", "wait")))
    table.state.trail.append(await table.roll(HIT))
    for _ in range(2):
        table.state.trail.append(await table.ask(Word(table, 0, "up", "down")))


async def secrets(table: Play) -> None:
    answers = await table.ask_all([Word(table, side, "rock", "paper") for side in (0, 1)], resumable=True)
    table.state.trail += [answers[0], answers[1]]
    table.state.trail.append(await table.ask(Word(table, 0, "on")))


async def window(table: Play) -> None:
    table.state.trail.append(str(await table.ask(Chance(table, 1))))
    table.state.trail.append(await table.ask(Word(table, 0, "on")))


def test_asks_come_in_the_order_of_the_procedure_and_answers_go_back_into_it() -> None:
    driver = toy(three_words)
    for side, word in ((0, "yes"), (1, "no"), (0, "no")):
        assert [ask.side for ask in driver.asks] == [side]
        driver.answer(side, word)
    assert driver.over
    assert driver.state.trail == ["yes", "no", "no"]
    assert driver.state.outcome == Outcome(None, "all procedures are played")


def test_segments_and_the_end_are_announced_once_each() -> None:
    driver = toy(three_words)
    driver.answer(0, "yes")
    driver.undo()
    for side in (0, 1, 0):
        driver.answer(side, "yes")
    kinds = [event for event in driver.heard(None) if isinstance(event, SegmentBegan | GameEnded)]
    assert [getattr(event, "name", "over") for event in kinds] == ["three_words", "end", "over"]


def test_a_wrong_answer_or_the_wrong_side_is_refused_and_nothing_changes() -> None:
    driver = toy(three_words)
    before = driver.hash()
    with pytest.raises(Refused, match="'maybe' is not among the answers"):
        driver.answer(0, "maybe")
    with pytest.raises(Refused, match="B is not asked anything now; A is to answer"):
        driver.answer(1, "yes")
    assert driver.hash() == before
    assert driver.history == []


def test_nobody_can_answer_after_the_end() -> None:
    driver = toy(stop_at_once)
    assert driver.over
    with pytest.raises(GameOver):
        driver.answer(0, "yes")


def test_a_rule_that_ends_the_game_stops_it_in_mid_segment() -> None:
    driver = toy(stop_at_once, three_words)
    assert driver.state.outcome == Outcome(0, "stopped")
    assert driver.asks == []


def test_sealed_answers_are_opened_together_and_can_be_withdrawn_until_then() -> None:
    driver = toy(secrets)
    driver.answer(1, "rock")
    assert driver.committed == (1,)
    assert [ask.side for ask in driver.asks] == [0]
    with pytest.raises(Refused, match="B has already answered"):
        driver.answer(1, "paper")
    driver.withdraw(1)
    driver.answer(1, "paper")
    driver.answer(0, "rock")
    assert driver.state.trail == ["rock", "paper"]
    assert [undone.answers[0].answer for undone in driver.undone] == ["rock"]


def test_opened_answers_cannot_be_withdrawn_or_taken_back() -> None:
    driver = toy(secrets)
    driver.answer(0, "rock")
    driver.answer(1, "rock")
    with pytest.raises(Refused, match="opened ones stand"):
        driver.withdraw(0)
    with pytest.raises(Refused, match="sealed answers have been opened"):
        driver.undo()


def test_undo_goes_back_to_the_last_die_and_no_further() -> None:
    driver = toy(shots, dice=[3])
    driver.answer(0, "aim")
    driver.answer(0, "up")
    driver.undo()
    driver.answer(0, "down")
    assert driver.state.trail == ["aim", "miss", "down"]
    with pytest.raises(Refused, match="a die has been rolled since"):
        driver.undo(2)
    assert driver.state.trail == ["aim", "miss", "down"]


def test_undo_keeps_what_was_undone_as_a_trail() -> None:
    driver = toy(three_words)
    driver.answer(0, "yes")
    driver.undo()
    driver.answer(0, "no")
    driver.answer(1, "no")
    driver.undo(2)
    assert [(undone.inputs, [given.answer for given in undone.answers]) for undone in driver.undone] == [
        (0, ["yes"]),
        (0, ["no", "no"]),
    ]
    assert driver.state.trail == []


def test_a_side_cannot_take_back_another_sides_answer() -> None:
    driver = toy(three_words)
    driver.answer(0, "yes")
    driver.answer(1, "yes")
    with pytest.raises(Refused, match="another side has answered since"):
        driver.undo(1, side=0)
    driver.undo(1, side=1)
    driver.undo(1, side=0)
    assert driver.state.trail == []


async def discovery(table: Play) -> None:
    table.state.trail.append(await table.ask(Word(table, 0, "look")))
    table.report(Found())
    table.state.trail.append(await table.ask(Word(table, 0, "on")))


def test_a_revelation_cannot_be_undone() -> None:
    driver = toy(discovery)
    driver.answer(0, "look")
    with pytest.raises(Refused, match="something hidden has been revealed since"):
        driver.undo()


def test_running_out_of_scripted_dice_leaves_the_game_before_the_answer() -> None:
    driver = toy(shots, dice=[])
    before, events = driver.hash(), len(driver.heard(None))
    with pytest.raises(DiceExhausted):
        driver.answer(0, "aim")
    assert (driver.hash(), len(driver.heard(None)), driver.history) == (before, events, [])
    assert driver.asks[0].name == "word"
    assert driver.table.rolls == []


async def closed_window(table: Play) -> None:
    table.state.trail.append(str(await table.ask(Chance(table, 1, open=False))))
    table.state.trail.append(await table.ask(Word(table, 0, "on")))


def test_a_window_that_nobody_could_use_is_passed_without_asking_or_recording() -> None:
    driver = toy(closed_window)
    assert driver.asks[0].name == "word"
    assert driver.state.trail == ["None"]
    assert driver.history == []


@pytest.mark.parametrize(
    ("orders", "answer"),
    [
        ([StandingOrder("pass")], None),
        ([StandingOrder("react")], 1),
        ([StandingOrder("react", unit="U2"), StandingOrder("pass")], 2),
        ([StandingOrder("react", least_chance=Fraction(1, 3)), StandingOrder("pass")], 1),
        ([StandingOrder("react", least_chance=Fraction(1, 2)), StandingOrder("pass")], None),
        ([StandingOrder("react", most_range=2), StandingOrder("pass")], None),
        ([StandingOrder("react", target_class="tank", most_range=3), StandingOrder("pass")], 1),
        ([StandingOrder("react", target_class="truck"), StandingOrder("pass")], None),
        ([StandingOrder("react", ask="other"), StandingOrder("pass", ask="chance")], None),
    ],
)
def test_standing_orders_answer_windows(orders: list[StandingOrder], answer: int | None) -> None:
    """Shot 1: chance 2/6 at range 3; shot 2: half of that at range 6. The first order that fits decides."""

    async def later(table: Play) -> None:
        table.state.trail.append(await table.ask(Word(table, 0, "go")))
        await window(table)

    driver = toy(later)
    driver.orders[1] = tuple(orders)
    driver.answer(0, "go")
    assert driver.state.trail == ["go", str(answer)]
    assert [(given.side, given.answer, given.by) for given in driver.history[1:]] == [(1, answer, "orders")]


@pytest.mark.parametrize(
    "orders", [[], [StandingOrder("ask", least_chance=Fraction(1, 3)), StandingOrder("pass")]]
)
def test_without_orders_or_where_they_say_so_the_seat_is_asked(orders: list[StandingOrder]) -> None:
    driver = toy(window)
    assert driver.asks[0].name == "chance"


def test_answers_by_standing_orders_are_kept_when_the_orders_have_changed() -> None:
    async def twice(table: Play) -> None:
        table.state.trail.append(await table.ask(Word(table, 0, "go")))
        await window(table)
        table.state.trail.append(await table.ask(Word(table, 0, "end")))

    driver = toy(twice)
    driver.orders[1] = (StandingOrder("react"),)
    driver.answer(0, "go")
    driver.orders[1] = (StandingOrder("pass"),)
    driver.answer(0, "on")
    driver.undo(1, side=0)
    assert driver.state.trail == ["go", "1"]


def test_a_fork_is_the_same_game_with_dice_of_its_own() -> None:
    driver = toy(shots, dice=[2])
    driver.answer(0, "aim")
    driver.answer(0, "up")
    fork = driver.fork(b"other")
    assert fork.hash() == driver.hash()
    assert [ask.name for ask in fork.asks] == ["word"]
    fork.answer(0, "down")
    assert driver.state.trail == ["aim", "hit", "up"]
    assert fork.over


def test_a_fork_for_a_side_deals_what_it_cannot_know_and_forgets_sealed_answers_of_others() -> None:
    driver = toy(secrets)
    driver.state.secret = [3, 4]
    driver._checkpoint()
    driver.answer(1, "rock")
    dealt = {driver.fork_for(0, bytes([seed])).state.secret[1] for seed in range(40)}
    assert len(dealt) > 1
    fork = driver.fork_for(0, b"x")
    assert fork.state.secret[0] == 3
    assert {ask.side for ask in fork.asks} == {0, 1}
    assert {ask.side for ask in driver.fork_for(1, b"x").asks} == {0}


async def tells(table: Play) -> None:
    """Says aloud what was hidden, which may then become something else."""
    table.state.trail.append(str(table.state.secret[1]))
    table.state.trail.append(await table.ask(Word(table, 0, "on")))


def test_where_no_deal_at_the_checkpoint_fits_it_is_dealt_in_mid_procedure() -> None:
    """One of a million numbers was told aloud, so no other fits from the start of the procedure on."""
    driver = toy(tells)

    def deal_again(table: Play, side: int, _known: object, dice: Dice) -> None:
        table.state.secret[1 - side] = dice.roll(1_000_000)

    driver.game.deal_again = deal_again  # type: ignore[method-assign, assignment]
    fork = driver.fork_for(0, b"x")
    assert fork.state.trail == driver.state.trail
    assert fork.state.secret[0] == driver.state.secret[0]
    assert fork.state.secret[1] != driver.state.secret[1]
    fork.answer(0, "on")
    assert fork.over


def test_a_deal_that_never_fits_is_an_error_and_not_a_peek() -> None:
    driver = toy(three_words)
    driver.game.deal_again = lambda table, *_: table.state.trail.append("wrong")  # type: ignore[method-assign]
    with pytest.raises(NoSuchDeal):
        driver.fork_for(0, b"x")


def test_a_history_that_the_rules_no_longer_fit_stops_loudly() -> None:
    driver = toy(three_words)
    driver.answer(0, "yes")
    given = driver.history[0]
    with pytest.raises(Mismatch, match="answer 2 was to next-word of side 0; asked now: next-word of side 1"):
        driver.repeat(given)


async def forgets(table: Play) -> None:
    table.ask(Word(table, 0, "never"))
    table.roll(HIT)  # type: ignore[unused-coroutine]


def test_a_forgotten_await_of_a_roll_is_reported() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        toy(forgets)
    assert any("never awaited" in str(warning.message) for warning in caught)


async def foreign(table: Play) -> None:
    await asyncio.sleep(0)


def test_a_foreign_awaitable_is_an_error() -> None:
    with pytest.raises(TypeError, match="rules await only the asks, rolls and draws of their table"):
        toy(foreign)


def test_several_is_checked_as_a_whole() -> None:
    async def some(table: Play) -> None:
        table.state.trail += await table.ask(Words(table, 0))

    driver = toy(some)
    for wrong, reason in (
        ((), "at least 1 must be picked, not 0"),
        (("one", "two", "three"), "at most 2 may be picked, not 3"),
        (("one", "one"), "one is named twice"),
        (("four",), "'four' is not among the answers"),
    ):
        with pytest.raises(Refused, match=reason):
            driver.answer(0, wrong)
    driver.submit(0, ["three", "one"])
    assert driver.state.trail == ["three", "one"]


def test_a_secret_roll_is_heard_by_its_side_only_and_events_can_differ_by_seat() -> None:
    async def quietly(table: Play) -> None:
        await table.roll(HIT, secret_to=0)
        table.report(Noted("mine"), to=1, others=Noted("something"))

    driver = toy(quietly, dice=[1])
    assert [type(event) for event in driver.heard(0) if isinstance(event, Rolled)] == [Rolled]
    assert not any(isinstance(event, Rolled) for event in driver.heard(1))
    assert [event.word for event in driver.heard(0) if isinstance(event, Noted)] == ["something"]
    assert [event.word for event in driver.heard(1) if isinstance(event, Noted)] == ["mine"]
    assert driver.heard(1, since=1) == driver.heard(1)[1:]


def test_a_game_that_ends_without_an_outcome_is_an_error() -> None:
    class Endless(Toy):
        def segment(self, state: object) -> None:
            return None

    game = Endless(three_words)
    scene, state = game.set_up("only", {})
    from sandtable.engine import Driver

    with pytest.raises(TypeError, match="ended without an outcome"):
        Driver(game, scene, state, seeded(1)).start()


def test_refusals_read_as_a_sentence_with_case_and_place() -> None:
    assert str(Refusal("9.21", "it moved", "2/A")) == "9.21: 2/A: it moved"
    assert str(Refusal("", "it moved")) == "it moved"
    assert plain_board().count == 9
