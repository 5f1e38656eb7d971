"""Tank!: random playouts, a whole Game-Turn out of its plots, lines of sight in its three modes, forks."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from benchmarks.measure import Measure, microseconds, rates
from benchmarks.playing import PEER, tic_tac_toe
from sandtable.boards.sight import sight_table
from sandtable.engine import Driver, Form
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.position import BoardChanges
from sandtable.engine.views import Seat
from sandtable.games.tank import game
from sandtable.games.tank.bot import Captain
from sandtable.games.tank.country import COUNTRY, SINGLE, board_of
from sandtable.games.tank.sight import MODES, kernel
from sandtable.games.tank.state import Field, State

GAME = "Tank!"
SCENARIOS = ("introductory", "5", "2", "11")
"""One of each situation."""
ROUNDS = 5


def measures() -> Iterator[Measure]:
    """All that concerns Tank!."""
    yield from _playouts()
    yield _turn()
    yield from _sight()
    yield _fork()


def _playouts() -> Iterator[Measure]:
    peer, answers, picks = rates(tic_tac_toe(), _random_games(count=False), _random_games(count=True))
    note = "a whole pad of 5 to 20 units counts as one"
    name = f"{GAME}, random playouts, log off"
    yield Measure(name, "answers/s", answers, PEER, peer, 0.5, "at least", note)
    note = "every option picked counts, as a program meets them that only picks options"
    yield Measure(name, "picks/s", picks, PEER, peer, 0.5, "at least", note)


def _random_games(*, count: bool) -> Callable[[], int]:
    """Random games of one situation after the other, counting answers, or the options that were picked."""
    dice, keys, picked = random.Random(1), cycle(SCENARIOS), [0]
    chance = dice.random

    def pick(number: int) -> int:
        picked[0] += 1
        return int(chance() * number)

    def play() -> int:
        key = next(keys)
        driver = Driver(game, *game.set_up(key, game.settled({})), seeded(dice.randbytes(16)), keep=False)
        driver.start()
        picked[0], answers = 0, 0
        while not driver.over:
            ask = driver.asks[0]
            driver.answer(ask.side, random_answer(ask, pick))
            answers += 1
        return picked[0] if count else answers

    return play


def battle(turn: int = 8) -> Driver[State, Field]:
    """Twenty against ten in contact, as two Captains have brought it about, at the plots of a Game-Turn."""
    driver = Driver(game, *game.set_up("5", game.settled({})), seeded(5))
    driver.start()
    captains = {side: Captain(b"bench %d" % side) for side in (0, 1)}
    while driver.state.turn < turn or driver.asks[0].name != "plot":
        side = driver.asks[0].side
        driver.answer(side, captains[side].answer(Seat(driver, side)))
    return driver


def _turn() -> Measure:
    driver = battle()
    scene, start = driver.table.scene, driver.state
    plots = {ask.side: Captain(b"plots").answer(Seat(driver, ask.side)) for ask in driver.asks}

    def resolve() -> State:
        played = Driver(game, scene, start.copy(), seeded(1), keep=False)
        played.start()
        for side, pad in plots.items():
            played.answer(side, pad)
        while played.state.turn == start.turn and not played.over:
            ask = played.asks[0]
            played.answer(ask.side, ask.blank() if isinstance(ask, Form) else ask.decline)
        return played.state

    (cost,) = microseconds(resolve)
    left = [sum(start.hexes[unit] >= 0 for unit in scene.own[side]) for side in (0, 1)]
    note = f"{left[0]} against {left[1]} on the map, in contact; pads checked, moves, fire, panic"
    return Measure(f"{GAME}, a Game-Turn from plots", "us", cost, "the limit", 10_000, 1, "at most", note)


def _fork() -> Measure:
    driver = battle()
    (cost,) = microseconds(lambda: driver.fork_for(0, b"fork"))
    note = "what the side cannot know dealt again, and compared"
    return Measure(f"{GAME}, fork for a side, 30 units", "us", cost, "the goal", 150, 1, "at most", note)


def _sight() -> Iterator[Measure]:
    board = board_of(COUNTRY, SINGLE, BoardChanges())
    for mode in MODES:
        with tempfile.TemporaryDirectory() as folder:
            cold = _milliseconds(partial(sight_table, board, kernel(mode)))
            sight_table(board, kernel(mode), Path(folder))
            kept = _milliseconds(partial(sight_table, board, kernel(mode), Path(folder)))
        name = f"{GAME}, sight of all pairs, {mode}"
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
