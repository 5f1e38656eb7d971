"""The Major: it looks at nothing that is hidden from its seat, keeps its time, and beats chance."""

import copy
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.tcs.paired import held_against_chance

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.engine.game import state_hash
from sandtable.engine.views import Seat
from sandtable.games.tcs import game
from sandtable.games.tcs.bot import Major
from sandtable.lab.playing import BotMaker

FIRST_BLOOD = ("crossroads", "kestrel", "orders")
SKYLINE = ("marnach", "hosingen", "clervaux", "skyline")


def begun(scenario: str, seed: int) -> Driver[Any, Any]:
    driver: Driver[Any, Any] = Driver(game, *game.set_up(scenario, game.settled({})), seeded(seed))
    driver.start()
    return driver


Asked = Callable[[Major, Driver[Any, Any], int], Any]


def played(scenario: str, seed: int, answered: Asked, turns: int = 99) -> Driver[Any, Any]:
    """Two Majors play some turns; how a question is answered can be watched."""
    driver, bots = begun(scenario, seed), [Major(b"%d %d" % (seed, side)) for side in (0, 1)]
    while not driver.over and driver.state.turn <= turns:
        side = driver.asks[0].side
        driver.answer(side, answered(bots[side], driver, side))
    return driver


def plainly(bot: Major, driver: Driver[Any, Any], side: int) -> Any:
    return bot.answer(Seat(driver, side))


class Suspicion:
    """Every so many questions it asks again, with all that the Major cannot know dealt anew."""

    def __init__(self, every: int) -> None:
        self.every, self.asked, self.dealt = every, 0, 0

    def answered(self, bot: Major, driver: Driver[Any, Any], side: int) -> Any:
        self.asked += 1
        if self.asked % self.every:
            return bot.answer(Seat(driver, side))
        double = copy.deepcopy(bot)
        answer = bot.answer(Seat(driver, side))
        dealt = driver.fork_for(side, b"deal %d" % self.asked)
        assert double.answer(Seat(dealt, side)) == answer, driver.asks[0].name
        self.dealt += 1
        return answer


@pytest.mark.parametrize(("scenario", "turns"), [("kestrel", 9), ("orders", 18), ("hosingen", 2)])
def test_it_answers_the_same_when_all_that_it_cannot_know_is_dealt_again(scenario: str, turns: int) -> None:
    """Orders, company morale, digging in, plans of fire of the enemy: other ones, and the same answer."""
    suspicion = Suspicion(every=11)
    played(scenario, 1, suspicion.answered, turns)
    assert suspicion.dealt >= 20


@pytest.mark.parametrize("scenario", ["crossroads", "kestrel"])
def test_the_same_seed_gives_the_same_game(scenario: str) -> None:
    first, again = (played(scenario, 3, plainly) for _ in range(2))
    assert state_hash(first.state) == state_hash(again.state)


class Watch:
    """How much time each phase of each side takes."""

    def __init__(self) -> None:
        self.spent: dict[tuple[int, int, int], float] = {}

    def answered(self, bot: Major, driver: Driver[Any, Any], side: int) -> Any:
        begun = time.process_time()
        answer = bot.answer(Seat(driver, side))
        key = (driver.state.turn, driver.state.step, side)
        self.spent[key] = self.spent.get(key, 0.0) + time.process_time() - begun
        return answer


@pytest.mark.parametrize(
    ("scenario", "turns"), [*((one, 18) for one in FIRST_BLOOD), *((one, 3) for one in SKYLINE)]
)
def test_nothing_it_answers_is_refused_and_no_phase_takes_five_seconds(scenario: str, turns: int) -> None:
    """The driver refuses whatever the rules do not allow."""
    watch = Watch()
    driver = played(scenario, 2, watch.answered, turns)
    assert driver.over or driver.state.turn == turns + 1
    assert max(watch.spent.values()) < 5


@pytest.mark.parametrize(
    ("scenario", "side", "others"),
    [
        ("crossroads", 1, RandomBot),
        ("kestrel", 1, RandomBot),
        ("crossroads", 0, Major),
        ("orders", 1, RandomBot),
    ],
)
def test_it_ends_better_than_chance_in_the_same_seat(scenario: str, side: int, others: BotMaker) -> None:
    """By the level of victory and the lead: five of six pairs, where even play has one in nine."""
    pairs = held_against_chance(scenario, side, range(6), others)
    assert sum(pair.player[:2] > pair.against[:2] for pair in pairs) >= 5
