"""A game played at random from a seed, from which the checks branch off."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NoReturn

import msgspec

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.random import RandomBot
from sandtable.engine.asks import Ask
from sandtable.engine.dice import Dice, seeded
from sandtable.engine.driver import Driver
from sandtable.engine.game import Bot, Game
from sandtable.engine.history import Checkpoint
from sandtable.engine.orders import StandingOrder
from sandtable.engine.refusals import Mismatch
from sandtable.engine.views import Seat
from sandtable.engine.wire import ask_wire, counter_wire, event_wire, plain
from sandtable.lab.conformance.failure import Failed, Failure, Given

_LEAST = 25
"""So many answers are given even where setting up has taken all the time there was."""

_ORDERS = 5
"""For one seed in so many all sides but the first have standing orders."""
STANDING = (StandingOrder("react", least_chance=Fraction(1, 2)), StandingOrder("pass"))

Play = Driver[Any, Any]


class Trial:
    """One scenario with the options (unless they are given), dice and players that follow from a seed.

    A script of answers is given first, while it lasts. The trial stops without complaint after
    `most` answers, or after a few when the deadline (in seconds of time.time) has passed.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        scenario: str,
        seed: int,
        *,
        options: Mapping[str, str] | None = None,
        script: Sequence[Given] = (),
        most: float = math.inf,
        deadline: float = math.inf,
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.seed = seed
        self.options = options_from(game, seed) if options is None else dict(options)
        self.script = script
        self.most = most
        self.deadline = deadline
        self.check = ""
        self.answers: list[Given] = []
        self.asked = 0

    # -- playing -----------------------------------------------------------------------------

    def driver(self, dice: Dice | None = None) -> Play:
        """The scenario set up, not yet started."""
        scene, state = self.game.set_up(self.scenario, self.options)
        return Driver(self.game, scene, state, dice or seeded(self.seed))

    def begin(self) -> Play:
        """A new game at its first ask."""
        driver = self.driver()
        if self.seed % _ORDERS == 0:
            driver.orders = dict.fromkeys(range(1, len(driver.table.scene.sides)), STANDING)
        driver.start()
        return driver

    def asks(self, driver: Play) -> Iterator[Ask[Any]]:
        """Play to the end, stopping before each answer at one of the open asks."""
        self.answers = []
        players = self._players(driver)
        bound = self.game.longest
        while not driver.over and not self._at_an_end():
            if len(self.answers) >= bound:
                self.fail(f"the game has not ended after {bound} answers")
            yield self._next(driver)
            self._answer(driver, players)

    def _at_an_end(self) -> bool:
        given = len(self.answers)
        return given >= self.most or (given >= _LEAST and time.time() > self.deadline)

    def samples(self, driver: Play) -> Iterator[Ask[Any]]:
        """Play to the end, stopping ever more rarely: a long game costs little more than a short one."""
        gaps = Random(f"samples {self.seed}")
        due = 0
        for number, ask in enumerate(self.asks(driver)):
            if number == due:
                yield ask
                due += 1 + gaps.randrange(2 + number // 4)

    def _next(self, driver: Play) -> Ask[Any]:
        """Whose turn it is to answer: sealed asks are answered in any order."""
        asks = driver.asks
        return asks[0] if len(asks) == 1 else self.chance().choice(asks)

    def _players(self, driver: Play) -> list[Bot]:
        """Random players for every third seed; for the others, one of two sides is greedy."""
        greedy = [(side + self.seed) % 3 == 0 for side in range(len(driver.table.scene.sides))]
        seeds = [f"{self.seed} {side}".encode() for side in range(len(greedy))]
        return [
            GreedyBot(seed) if grasping else RandomBot(seed)
            for seed, grasping in zip(seeds, greedy, strict=True)
        ]

    def _answer(self, driver: Play, players: Sequence[Bot]) -> None:
        if len(self.answers) < len(self.script):
            self._scripted(driver, self.script[len(self.answers)])
            return
        ask = self._next(driver)
        answer = players[ask.side].answer(Seat(driver, ask.side))
        self._given(driver, ask, ask.write(answer))
        driver.answer(ask.side, answer)

    def _scripted(self, driver: Play, given: Given) -> None:
        ask = driver.asked(driver.table.scene.side(given.side))
        if ask.name != given.ask:
            raise Mismatch(f"answer {len(self.answers) + 1} was to {given.ask}; asked now: {ask.name}")
        self._given(driver, ask, given.answer)
        driver.submit(ask.side, given.answer)

    def _given(self, driver: Play, ask: Ask[Any], wire: object) -> None:
        self.asked += 1
        self.answers.append(Given(driver.table.scene.side_name(ask.side), ask.name, wire))

    # -- what checks need ----------------------------------------------------------------------

    def chance(self) -> Random:
        """Chance that depends on the seed and the number of answers alone: a script meets it again."""
        return Random(f"{self.seed} {len(self.answers)}")

    def deal(self) -> bytes:
        """A seed for forks at this place."""
        return f"deal {self.seed} {len(self.answers)}".encode()

    def failure(self, message: str, trace: str = "") -> Failure:
        """All it takes to see a failure here again."""
        return Failure(
            self.check, self.game.name, self.game.version, self.scenario, self.seed, message,
            self.options, tuple(self.answers), trace,
        )  # fmt: skip

    def fail(self, message: str) -> NoReturn:
        """What the check promises does not hold here."""
        raise Failed(self.failure(message))


def options_from(game: Game[Any, Any], seed: int) -> dict[str, str]:
    """The game's options: the defaults for the first few seeds, then every other time some value."""
    chance = Random(f"options {seed}")
    varied = seed > 3 and chance.random() < 0.5
    return {
        choice.key: chance.choice(choice.values) if varied else choice.values[0] for choice in game.choices
    }


def checkpoint_here(driver: Play) -> Checkpoint | None:
    """The checkpoint of the open ask: its own, or that of a segment which has asked nothing before."""
    place = driver.nearest_checkpoint()
    return place if place.inputs == driver.table.inputs else None


# -- what can be compared ------------------------------------------------------------------


def asks_bytes(driver: Play, side: int | None = None) -> bytes:
    """The open asks (of one side) as they are sent."""
    asks = [ask for ask in driver.asks if side in (None, ask.side)]
    return msgspec.json.encode([ask_wire(ask, driver.table.scene) for ask in asks])


def view_bytes(driver: Play, side: int | None) -> bytes:
    """A seat's view as it is sent, with the counters that it sees."""
    table = driver.table
    counters = [counter_wire(counter, table.scene) for counter in driver.game.counters(table, side)]
    return msgspec.json.encode([plain(driver.view(side), table.scene), counters])


def heard_bytes(driver: Play, side: int | None) -> bytes:
    """All that a seat has heard, as it is sent."""
    return msgspec.json.encode([event_wire(event, driver.table.scene) for event in driver.heard(side)])


def standing(driver: Play) -> dict[str, object]:
    """Where a game stands: equal for the same state with the same asks open."""
    return {"state": driver.hash(), "asks": asks_bytes(driver)}


def unlike(one: dict[str, object], other: dict[str, object]) -> str:
    """What differs between two comparable things, or nothing."""
    return " and ".join(f"the {what}" for what in one if one[what] != other[what])
