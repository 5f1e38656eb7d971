"""A side is a seat: armies with several players and an umpire who passes things on need nothing else."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import msgspec
import pytest
from tests.toy import Toy, plain_board

from sandtable.engine import Choose, Event, Outcome, Refused, Scene, Several, SideRef
from sandtable.engine.dice import Dice, seeded
from sandtable.engine.driver import Driver
from sandtable.engine.game import Bot
from sandtable.engine.record import FromScenario, new_header, source_of
from sandtable.engine.session import Session
from sandtable.lab.conformance import CHECKS, Trial, examine

SEATS = ("Red chief", "Red scout", "Blue chief", "Blue scout", "Umpire")
PLAYERS, UMPIRE = range(4), 4
"""Two players an army, whose views differ, and an umpire who knows all and decides what partners learn."""


def partner(player: int) -> int:
    return player ^ 1


class Signals(msgspec.Struct):
    """What each player has signalled, and what each has been told of the partner's signal, 0 for nothing."""

    signal: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    told: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(self.signal[:], self.told[:], self.turn, self.step, self.outcome)


class SignalsView(msgspec.Struct, frozen=True):
    side: SideRef | None
    turn: int
    signal: list[int]
    told: list[int]


class Told(Event, frozen=True):
    case, words, reveals = "1.1", "your partner signals {number}", True
    number: int


class Signal(Choose[int]):
    """What a player signals to the partner."""

    name, case, private, always = "signal", "1.1", True, (1, 2, 3)

    def known_to(self, side: int) -> bool:
        return side in (self.side, UMPIRE)


class PassOn(Several[int]):
    """Whose signals the umpire lets through."""

    name, case, private, always = "pass-on", "1.2", True, tuple(PLAYERS)


async def exchange(table: Any) -> None:
    """All four players signal in secret; the umpire passes on what he likes [1.1] [1.2]."""
    signals = await table.ask_all([Signal(table, player) for player in PLAYERS], resumable=True)
    table.state.signal = [signals[player] for player in PLAYERS]
    table.state.told = [0] * 4
    passed = await table.ask(PassOn(table, UMPIRE))
    for player in PLAYERS:
        if partner(player) in passed:
            table.state.told[player] = table.state.signal[partner(player)]
            table.report(Told(table.state.told[player]), to=player)


async def judge(table: Any) -> None:
    """After three turns the army wins whose players know more."""
    if table.state.turn == 3:
        red, blue = sum(table.state.told[:2]), sum(table.state.told[2:])
        first = 0 if red >= blue else 2
        table.state.outcome = Outcome(first, "its players know more", (), (partner(first),))


class Relay(Toy):
    """Four players and an umpire."""

    name, title, state_type, checkpoint_bound = "relay", "Relay", Signals, 6

    def __init__(self) -> None:
        super().__init__(exchange, judge)
        self.ladder.rungs = self.ladder.rungs[:2]

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Scene, Any]:
        return Scene(plain_board(), SEATS, ()), Signals()

    def view(self, table: Any, side: int | None) -> msgspec.Struct:
        state, all_seen = table.state, side in (None, UMPIRE)
        own = [player for player in PLAYERS if all_seen or player == side]
        signal = [state.signal[player] if player in own else 0 for player in PLAYERS]
        told = [state.told[player] if player in own else 0 for player in PLAYERS]
        return SignalsView(side, state.turn, signal, told)

    def deal_again(self, table: Any, side: int, known: Any, dice: Dice) -> None:
        """Other players' signals, but for one the side has been told of; the umpire knows them all."""
        if side == UMPIRE:
            return
        for player in PLAYERS:
            heard = player == partner(side) and known.told[side] > 0
            if player != side and not heard and known.signal[player]:
                table.state.signal[player] = dice.roll(3)
            if player != side:
                table.state.told[player] = table.state.signal[partner(player)] if known.told[player] else 0

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {}


def relay() -> Driver[Any, Any]:
    game = Relay()
    driver: Driver[Any, Any] = Driver(game, *game.set_up("only", {}), seeded(1))
    driver.start()
    return driver


def signal(driver: Driver[Any, Any], numbers: Sequence[int]) -> None:
    for player, number in zip(PLAYERS, numbers, strict=True):
        driver.answer(player, number)


@pytest.mark.parametrize("seed", [2, 5])
@pytest.mark.parametrize("check", CHECKS)
def test_a_game_of_five_seats_passes_every_check(check: str, seed: int) -> None:
    examine(check, Trial(Relay(), "only", seed))


def test_all_players_are_asked_at_once_and_answer_in_any_order() -> None:
    driver = relay()
    for player in (2, 0, 3):
        driver.answer(player, 1)
    driver.withdraw(2)
    assert [ask.side for ask in driver.asks] == [1, 2]
    driver.answer(1, 2)
    driver.answer(2, 3)
    assert driver.state.signal == [1, 2, 3, 1]
    assert [ask.side for ask in driver.asks] == [UMPIRE]


def test_players_of_one_army_know_different_things_and_the_umpire_knows_all() -> None:
    driver = relay()
    signal(driver, (1, 2, 3, 1))
    driver.answer(UMPIRE, (1,))
    seen: Any = [driver.view(seat) for seat in range(5)]
    assert [view.told for view in seen] == [[2, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4, [2, 0, 0, 0]]
    assert seen[UMPIRE].signal == [1, 2, 3, 1]
    assert [len([e for e in driver.heard(seat) if isinstance(e, Told)]) for seat in PLAYERS] == [1, 0, 0, 0]


def test_a_game_can_be_looked_at_from_each_seat_and_no_other() -> None:
    driver = relay()
    header = new_header(driver.game, FromScenario("only"), source_of(seeded(1)))
    session = Session(driver, header, seat=1)
    assert [ask["kind"] for ask in session.asks()["asks"]] == ["hidden", "choose", "hidden", "hidden"]
    with pytest.raises(Refused, match="seat of Red scout"):
        session.view("Red chief")


def test_an_army_wins_with_all_its_players() -> None:
    driver = relay()
    for _ in range(3):
        signal(driver, (1, 1, 3, 3))
        driver.answer(UMPIRE, (2, 3))
    assert driver.over
    assert driver.state.outcome.winners == (2, 3)
