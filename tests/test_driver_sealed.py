"""Sealed asks under stress: standing orders inside them, withdrawing, undo and forks around them."""

import pytest
from tests.toy import Chance, Play, Word, toy

from sandtable.engine import Refused
from sandtable.engine.orders import StandingOrder


class Whisper(Word):
    name, private = "whisper", True


async def sealed_windows(table: Play) -> None:
    """A resumable sealed pair of windows, then an open word."""
    table.state.trail.append(await table.ask(Word(table, 0, "go")))
    both = await table.ask_all([Chance(table, 0), Chance(table, 1)], resumable=True)
    table.state.trail += [str(both[0]), str(both[1])]
    table.state.trail.append(await table.ask(Word(table, 0, "x", "y")))


async def half_closed(table: Play) -> None:
    """A word, then a sealed pair of windows of which the second side could not use its own."""
    table.state.trail.append(await table.ask(Word(table, 1, "go")))
    both = await table.ask_all([Word(table, 0, "rock"), Chance(table, 1, open=False)])
    table.state.trail += [both[0], str(both[1])]


def test_a_half_that_orders_have_answered_stays_answered_in_a_fork_and_after_a_refusal() -> None:
    driver = toy(sealed_windows)
    driver.orders = {1: (StandingOrder("react"),)}
    driver.answer(0, "go")
    fork = driver.fork(b"x")
    with pytest.raises(Refused):
        driver.answer(0, 9)
    for game in (driver, fork):
        assert (game.committed, [ask.side for ask in game.asks]) == ((1,), [0])


def test_what_orders_have_sealed_can_be_withdrawn_and_answered_in_person() -> None:
    driver = toy(sealed_windows)
    driver.orders = {1: (StandingOrder("react"),)}
    driver.answer(0, "go")
    driver.withdraw(1)
    driver.answer(1, 2)
    driver.answer(0, None)
    assert driver.state.trail == ["go", "None", "2"]
    assert [(given.side, given.by) for given in driver.history] == [(0, "seat"), (1, "seat"), (0, "seat")]


def test_a_side_that_was_not_asked_has_nothing_to_withdraw() -> None:
    driver = toy(half_closed)
    driver.answer(1, "go")
    with pytest.raises(Refused, match="no sealed answer to withdraw"):
        driver.withdraw(1)
    assert [given.answer for given in driver.history] == ["go"]
    driver.undo(1, side=1)
    assert driver.state.trail == []


async def after_a_whisper(table: Play) -> None:
    """Something secret, so that the resumable sealed ask after it would be a checkpoint."""
    await table.ask(Whisper(table, 0, "psst"))
    both = await table.ask_all([Chance(table, 0), Chance(table, 1)], resumable=True)
    table.state.trail += [str(both[0]), str(both[1])]
    table.state.trail.append(await table.ask(Word(table, 0, "x", "y")))
    table.state.trail.append(await table.ask(Word(table, 0, "z")))


def test_no_checkpoint_stands_where_orders_have_answered_half_of_a_sealed_ask() -> None:
    """Started afresh from there the game would ask that half again."""
    driver = toy(after_a_whisper)
    driver.orders = {1: (StandingOrder("react"),)}
    driver.answer(0, "psst")
    driver.answer(0, None)
    driver.answer(0, "x")
    assert driver.fork(b"x").state.trail == ["None", "1", "x"]
    driver.undo()
    assert driver.state.trail == ["None", "1"]
    assert [(ask.side, ask.name) for ask in driver.asks] == [(0, "word")]
