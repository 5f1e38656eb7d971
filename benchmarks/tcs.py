"""The Tactical Combat Series: judging by op sheets, random playouts, lines of sight, forks."""

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
from sandtable.engine import Driver
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import Script, seeded
from sandtable.engine.position import position_from
from sandtable.engine.table import Table
from sandtable.games.tcs import game
from sandtable.games.tcs.battles import battle_map
from sandtable.games.tcs.orders import judged
from sandtable.games.tcs.scene import Battlefield, Play
from sandtable.games.tcs.sight import kernel
from sandtable.games.tcs.state import State
from sandtable.games.tcs.verdicts import Verb

GAME = "TCS"
SITUATION = Path(__file__).parent.parent / "tests" / "tcs" / "positions" / "worked-sheet.toml"
ACTIONS: tuple[tuple[str, str, Verb, str], ...] = (
    ("a move inside its sheet", "B/1", "move", "1511"),
    ("a move beside it", "B/2", "move", "1513"),
    ("a move that it forbids", "B/2", "move", "1515"),
    ("a move of a waiting reserve", "A/1", "move", "1210"),
    ("a move of an unassigned unit", "C/1", "move", "0610"),
    ("fire", "B/1", "fire", "1808"),
)


SCENARIOS = ("crossroads", "kestrel", "orders", "marnach")
"""From eleven units without command to seventy with it."""
ROUNDS = 5


def measures() -> Iterator[Measure]:
    """All that concerns the series."""
    yield from _judgements()
    yield from _playouts()
    yield from _sight()
    yield _fork()


def _playouts() -> Iterator[Measure]:
    peer, answers, picks = rates(tic_tac_toe(), _random_games(count=False), _random_games(count=True))
    note = "three lessons and a battle of seventy units in turn"
    name = f"{GAME}, random playouts, log off"
    yield Measure(name, "answers/s", answers, PEER, peer, 0.5, "at least", note)
    note = "every option picked counts, as a program meets them that only picks options"
    yield Measure(name, "picks/s", picks, PEER, peer, 0.5, "at least", note)


def _random_games(*, count: bool) -> Callable[[], int]:
    """Random games of one scenario after the other, counting answers, or the options that were picked."""
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


def battle(turn: int = 4) -> Driver[State, Battlefield]:
    """Marnach as random play has left it, with a unit on its way in an Action Phase."""
    driver = Driver(game, *game.set_up("marnach", game.settled({})), seeded(5))
    driver.start()
    chance = random.Random(5).random
    while driver.state.turn < turn or driver.asks[0].name != "step":
        ask = driver.asks[0]
        driver.answer(ask.side, random_answer(ask, lambda number: int(chance() * number)))
    return driver


def _fork() -> Measure:
    driver = battle()
    (cost,) = microseconds(lambda: driver.fork(b"fork", keep=False))
    note = "in the middle of an Action Phase of Marnach, seventy units"
    return Measure(f"{GAME}, fork", "us", cost, "the goal", 150, 1, "at most", note)


def _sight() -> Iterator[Measure]:
    board = battle_map("skyline-drive")
    with tempfile.TemporaryDirectory() as folder:
        cold = _milliseconds(partial(sight_table, board, kernel(board)))
        sight_table(board, kernel(board), Path(folder))
        kept = _milliseconds(partial(sight_table, board, kernel(board), Path(folder)))
    name = f"{GAME}, sight of all pairs on Skyline Drive"
    yield Measure(name, "ms", cold, "the limit", 500, 1, "at most", f"worked out anew, {board.count} hexes")
    yield Measure(name, "ms", kept, "the limit", 30, 1, "at most", "from the cache")


def _milliseconds(work: Callable[[], object]) -> float:
    """The best of a few calls."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best * 1000


def _judgements() -> Iterator[Measure]:
    """Judging actions against the worked sheet of First Blood, what has to be known for it included."""
    scene, state = game.from_position(position_from(SITUATION.read_text("utf-8")))
    table: Play = Table(scene, state, Script(()))
    works = [_judging(table, unit, verb, hex) for _, unit, verb, hex in ACTIONS]
    for (name, *_), cost in zip(ACTIONS, microseconds(*works), strict=True):
        yield Measure(f"{GAME}, judging {name}", "us", cost, "our limit", 50, 1, "at most")


def _judging(table: Play, unit: str, verb: Verb, hex: str) -> Callable[[], object]:
    who, where = table.scene.unit(unit), table.scene.hex(hex)
    return lambda: judged(table, who, verb, where)
