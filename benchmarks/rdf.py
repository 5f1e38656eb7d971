"""Rapid Deployment Force: random playouts, lines of sight at each pair of heights, a fork in mid-chain."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement, cycle
from pathlib import Path

from benchmarks.measure import Measure, microseconds, rates
from benchmarks.playing import PEER, tic_tac_toe
from sandtable.boards.sight import sight_table
from sandtable.engine import Driver
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.position import BoardChanges
from sandtable.engine.views import Seat
from sandtable.games.rdf import game
from sandtable.games.rdf.bot import Colonel
from sandtable.games.rdf.lines import kernel
from sandtable.games.rdf.muster import MAP
from sandtable.games.rdf.scene import Battlefield, board_of
from sandtable.games.rdf.state import State

GAME = "RDF"
SCENARIOS = ("1", "3", "5")
"""A small one, one with helicopters on both sides, one with men in carriers."""
HEIGHTS = ("nape", "medium", "high")
ROUNDS = 5


def measures() -> Iterator[Measure]:
    """All that concerns Rapid Deployment Force."""
    peer, own = rates(tic_tac_toe(), _random_games())
    name = f"{GAME}, random playouts, log off"
    yield Measure(name, "answers/s", own, PEER, peer, 0.5, "at least", "whole games")
    yield _turn()
    yield from _sight()
    yield _fork()


def _random_games() -> Callable[[], int]:
    """Random games of one scenario after the other, counting answers."""
    dice, keys = random.Random(1), cycle(SCENARIOS)
    chance = dice.random

    def pick(count: int) -> int:
        return int(chance() * count)

    def play() -> int:
        key = next(keys)
        driver = Driver(game, *game.set_up(key, game.settled({})), seeded(dice.randbytes(16)), keep=False)
        driver.start()
        answers = 0
        while not driver.over:
            ask = driver.asks[0]
            driver.answer(ask.side, random_answer(ask, pick))
            answers += 1
        return answers

    return play


def duel() -> Iterator[Driver[State, Battlefield]]:
    """Two Colonels with some thirty units each, after every answer."""
    driver = Driver(game, *game.set_up("5", game.settled({})), seeded(2))
    driver.start()
    colonels = {side: Colonel(b"bench %d" % side) for side in (0, 1)}
    while not driver.over:
        yield driver
        side = driver.asks[0].side
        driver.answer(side, colonels[side].answer(Seat(driver, side)))


def _turn() -> Measure:
    """The longest player turn of a game between two Colonels, the engine's share included."""
    spent: dict[tuple[int, int], float] = {}
    begun, key = time.perf_counter(), (0, 0)
    for driver in duel():
        now = time.perf_counter()
        spent[key] = spent.get(key, 0.0) + now - begun
        begun, key = now, (driver.state.turn, driver.asks[0].side)
    note = "all that one side answers in its longest Game-Turn, the other's moves included"
    name = f"{GAME}, the Colonel's longest Game-Turn"
    return Measure(name, "s", max(spent.values()), "the goal", 5, 1, "at most", note)


def _fork() -> Measure:
    driver = next(one for one in duel() if _forks_at(one, "return-fire"))
    (cost,) = microseconds(lambda: driver.fork_for(driver.asks[0].side, b"fork"))
    note = "between a shot and the answer to it, what the side cannot know dealt again"
    return Measure(f"{GAME}, fork in mid-chain, 60 units", "us", cost, "the goal", 150, 1, "at most", note)


def _forks_at(driver: Driver[State, Battlefield], name: str) -> bool:
    """Has the game come to such an ask? Before it each side has thought ahead, as a searching bot does."""
    if driver.state.begun and driver.asks[0].resumable:
        driver.fork_for(driver.asks[0].side, b"thought")
    return driver.asks[0].name == name


def _sight() -> Iterator[Measure]:
    board = board_of(MAP, BoardChanges())
    for low, high in combinations_with_replacement(range(len(HEIGHTS)), 2):
        with tempfile.TemporaryDirectory() as folder:
            cold = _milliseconds(partial(sight_table, board, kernel(low, high)))
            sight_table(board, kernel(low, high), Path(folder))
            kept = _milliseconds(partial(sight_table, board, kernel(low, high), Path(folder)))
        name = f"{GAME}, sight of all pairs, {HEIGHTS[low]} to {HEIGHTS[high]}"
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
