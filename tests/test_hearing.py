"""What seats hear is kept up with the log; and a session speaks for its own seat."""

from typing import Any

import pytest

from sandtable.bots.random import RandomBot
from sandtable.bots.roster import bots_for
from sandtable.engine import Driver, Refused
from sandtable.engine.dice import seeded
from sandtable.engine.events import NOBODY, Event, Heard
from sandtable.engine.game import game_named
from sandtable.engine.session import Session, Thinking, Until
from sandtable.engine.views import Seat

SEATS = (None, NOBODY, 0, 1)
Play = Driver[Any, Any]


def begun() -> Play:
    game = game_named("drill")
    driver: Play = Driver(game, *game.set_up("crossfire", game.settled({})), seeded(1))
    driver.start()
    return driver


def play_on(driver: Play, answers: int) -> None:
    for number in range(answers):
        ask = driver.asks[0]
        driver.answer(ask.side, RandomBot(bytes([number])).answer(Seat(driver, ask.side)))


def walked(driver: Play, side: int | None) -> list[Event]:
    """What a seat has heard, from the log itself."""
    return [event for entry in driver.table.log or () if (event := entry.to_seat(side)) is not None]


def test_every_seat_has_heard_what_the_log_has_for_it_after_undo_too() -> None:
    """Answers are given, heard, taken back, and others given in their place."""
    driver, taken = begun(), 0
    for _ in range(60):
        play_on(driver, 3)
        for side in SEATS:
            assert driver.heard(side) == walked(driver, side)
            assert driver.heard(side, 5) == walked(driver, side)[5:]
            assert driver.heard_count(side) == len(walked(driver, side))
        if not driver.undo_refusal():
            driver.undo()
            taken += 1
            assert driver.heard(0) == walked(driver, 0)
        if driver.over:
            break
    assert taken > 3


def test_nobody_judges_an_event_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a seat asks what it has heard, each entry of the log is looked at once."""
    driver = begun()
    play_on(driver, 20)
    looked: list[object] = []
    judge = Heard.to_seat
    monkeypatch.setattr(Heard, "to_seat", lambda self, side: looked.append(self) or judge(self, side))
    for _ in range(10):
        driver.heard(0)
    assert len(looked) == len(driver.table.log or ())


def session(side: int | None, *, solo: bool = False) -> Session:
    header: Any = None
    return Session(begun(), header, side, bots_for, solo=solo)


def test_at_a_shared_table_a_seat_lets_bots_answer_for_itself_alone() -> None:
    blue = session(0)
    with pytest.raises(Refused, match="this is the seat of Blue, which speaks for no other side"):
        blue.play({"Red": "random"}, Until(asks=1), Thinking())
    assert blue.driver.committed == ()
    assert blue.play({"Blue": "random"}, Until(asks=1), Thinking())["stopped"] == "asks"
    assert blue.driver.committed == (0,)


def test_who_plays_alone_and_the_umpire_let_bots_answer_for_any_side() -> None:
    for alone in (session(0, solo=True), session(None)):
        alone.play({"Red": "random"}, Until(asks=1), Thinking())
        assert alone.driver.committed == (1,)


def test_a_watcher_lets_nobody_answer() -> None:
    with pytest.raises(Refused, match="a watcher belongs to no side"):
        session(NOBODY).play({"Red": "random"}, Until(asks=1), Thinking())
