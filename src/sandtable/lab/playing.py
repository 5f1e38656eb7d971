"""Whole games between chosen players, and what comes of many of them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from sandtable.engine.dice import seeded
from sandtable.engine.driver import Driver
from sandtable.engine.game import Bot, Game
from sandtable.engine.views import Seat

LIMIT = 20_000

BotMaker = Callable[[bytes], Bot]


class TooLong(Exception):
    """A game that has not ended after as many answers as it may take."""


class Bout(msgspec.Struct, frozen=True):
    """One game of a match: who sat at which side, and how it ended."""

    seed: int
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    points: tuple[float, ...]
    answers: int


class MatchResult(msgspec.Struct, frozen=True):
    """Every game of a match."""

    bouts: tuple[Bout, ...]

    def wins(self, player: str, side: int | None = None) -> int:
        """How often a player won, at one side or at all."""
        return sum(
            any(bout.seats[winner] == player and side in (None, winner) for winner in bout.winners)
            for bout in self.bouts
        )

    @property
    def draws(self) -> int:
        return sum(not bout.winners for bout in self.bouts)


def play_out(driver: Driver[Any, Any], players: Mapping[int, Bot], limit: int = LIMIT) -> int:
    """Let the players, given by side, answer until a started game is over; tells how many answers it took.

    TooLong if that would be more than the limit.
    """
    for answers in range(limit):
        if driver.over:
            return answers
        side = driver.asks[0].side
        driver.answer(side, players[side].answer(Seat(driver, side)))
    if driver.over:
        return limit
    raise TooLong(f"{driver.game.title} has not ended after {limit} answers")


def match(
    game: Game[Any, Any],
    scenario: str,
    players: Mapping[str, BotMaker],
    seeds: Iterable[int],
    options: Mapping[str, str] | None = None,
    limit: int = LIMIT,
) -> MatchResult:
    """For each seed as many games as there are players, everybody sitting once at every side."""
    names, sides = list(players), game.scenario(scenario).sides
    if len(names) != len(sides):
        raise ValueError(f"{scenario} is for {len(sides)} players, not {len(names)}")
    return MatchResult(
        tuple(
            _bout(game, scenario, players, (seed, (*names[turn:], *names[:turn])), options or {}, limit)
            for seed in seeds
            for turn in range(len(names))
        )
    )


def _bout(
    game: Game[Any, Any],
    scenario: str,
    players: Mapping[str, BotMaker],
    seating: tuple[int, tuple[str, ...]],
    options: Mapping[str, str],
    limit: int,
) -> Bout:
    seed, seats = seating
    scene, state = game.set_up(scenario, game.settled(options))
    driver = Driver(game, scene, state, seeded(seed))
    driver.start()
    bots = {side: players[name](f"{seed} {side} {name}".encode()) for side, name in enumerate(seats)}
    answers = play_out(driver, bots, limit)
    outcome = driver.state.outcome
    return Bout(seed, seats, outcome.winners, outcome.points, answers)
