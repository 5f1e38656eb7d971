"""Raid!: random playouts, lines of sight by day and from the air, forks in mid-phase."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.measure import Measure, microseconds, rates
from benchmarks.playing import PEER, tic_tac_toe
from sandtable.boards.sight import Kernel, sight_table
from sandtable.engine import Driver
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.games.raid import game
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.ground import sheet
from sandtable.games.raid.sight import air_kernel, ground_kernel

GAME = "Raid!"
SCENARIOS = ("entebbe", "convoy_ambush", "vaagso", "dawn_raid")
"""A fight at close quarters, vehicles, charges and shells, helicopters and mortars."""
ROUNDS = 5
POINTS = CHARTS.observation


def measures() -> Iterator[Measure]:
    """All that concerns Raid!."""
    peer, answers, picks = rates(tic_tac_toe(), _random_games(count=False), _random_games(count=True))
    name = f"{GAME}, random playouts, log off"
    yield Measure(name, "answers/s", answers, PEER, peer, 0.5, "at least", "whole games, set-up included")
    note = "every option picked counts, as a program meets them that only picks options"
    yield Measure(name, "picks/s", picks, PEER, peer, 0.5, "at least", note)
    yield from _sight("on the ground", ground_kernel(POINTS.allowance))
    yield from _sight("from altitude", air_kernel(POINTS.altitude, True))
    yield from _forks()


def _random_games(*, count: bool) -> Callable[[], int]:
    """Random games of one scenario after the other, counting answers, or the options that were picked."""
    dice, keys, picked = random.Random(1), cycle(SCENARIOS), [0]
    chance = dice.random

    def pick(number: int) -> int:
        picked[0] += 1
        return int(chance() * number)

    def play() -> int:
        picked[0], answers = 0, 0
        for driver in random_game(next(keys), dice.randbytes(16), keep=False):
            ask = driver.asks[0]
            driver.answer(ask.side, random_answer(ask, pick))
            answers += 1
        return picked[0] if count else answers

    return play


def random_game(scenario: str, seed: bytes, *, keep: bool = True) -> Iterator[Driver[Any, Any]]:
    """A game, each time that somebody is asked, until it is over; whoever gets it answers."""
    driver: Driver[Any, Any] = Driver(game, *game.set_up(scenario, game.settled({})), seeded(seed), keep=keep)
    driver.start()
    while not driver.over:
        yield driver


def _forks() -> Iterator[Measure]:
    """In the middle of a fight: overwatch is asked for, between an attack and its answer."""
    chance = random.Random(2)
    for driver in random_game("litani", b"fork"):
        ask = driver.asks[0]
        if driver.state.turn > 1 and ask.name == "overwatch-fire":
            break
        driver.fork(b"ahead")  # as whoever thinks ahead does at each ask
        driver.answer(ask.side, random_answer(ask, lambda count: int(chance.random() * count)))
    side, units = driver.asks[0].side, len(driver.table.scene.units)
    plain, dealt = microseconds(
        lambda: driver.fork(b"fork", keep=False), lambda: driver.fork_for(side, b"fork")
    )
    name = f"{GAME}, fork in mid-phase, {units} units"
    yield Measure(name, "us", plain, "the goal", 150, 1, "at most", "between an attack and its answer")
    note = "and what the side cannot know dealt again"
    yield Measure(f"{name}, dealt again", "us", dealt, "the goal", 150, 1, "at most", note)


def _sight(what: str, kernel: Kernel) -> Iterator[Measure]:
    board = sheet()
    with tempfile.TemporaryDirectory() as folder:
        cold = _milliseconds(partial(sight_table, board, kernel))
        sight_table(board, kernel, Path(folder))
        kept = _milliseconds(partial(sight_table, board, kernel, Path(folder)))
    name = f"{GAME}, sight of all pairs, {what}"
    yield Measure(name, "ms", cold, "the limit", 500, 1, "at most", "worked out anew")
    yield Measure(name, "ms", kept, "the limit", 30, 1, "at most", "from the cache")


def _milliseconds(work: Callable[[], object]) -> float:
    """The best of a few calls."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best * 1000
