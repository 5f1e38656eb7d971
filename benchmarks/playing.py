"""Decisions per second in random playouts, and what the driver, copies and forks cost."""

import random
from collections.abc import Callable, Iterator, Mapping

import chess
import pyspiel
from open_spiel.python.games import tic_tac_toe as _registers_the_game  # noqa: F401

from benchmarks.drill import crowd, playout, under_way
from benchmarks.measure import Measure, microseconds, rates
from sandtable.engine import Choose, Driver, Ladder, Outcome, Rung, Table
from sandtable.engine.dice import seeded
from sandtable.games.drill import Drill, game
from sandtable.games.drill.state import Field, State

PEER = "OpenSpiel python_tic_tac_toe"


def measures() -> Iterator[Measure]:
    """All that concerns playing."""
    yield from _playouts()
    yield _driver_alone()
    yield _state_copy()
    yield from _forks()


def _playouts() -> Iterator[Measure]:
    scene, start = crowd()
    off, on = (playout(scene, start, 1, keep=keep) for keep in (False, True))
    peer, ours, kept = rates(tic_tac_toe(), off, on)
    yield Measure("Drill, 60 units, log off", "decisions/s", ours, PEER, peer, 1.5, "at least")
    yield Measure("Drill, 60 units, log and views", "decisions/s", kept, PEER, peer, 0.75 * 1.5, "at least")
    note = "1 is no slow-down; the design wants 0.5 and calls 0.77 good"
    yield Measure(
        "Log and views against log off", "decisions/s", kept, "log off", ours, 0.5, "at least", note
    )


def tic_tac_toe() -> Callable[[], int]:
    rules = pyspiel.load_game("python_tic_tac_toe")
    pick = random.Random(1).random

    def play() -> int:
        state, moves = rules.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            moves += 1
        return moves

    return play


class Tick(Choose[int]):
    name = "tick"

    def offer(self) -> range:
        return range(2)


async def only_ask(table: Table[State, Field], count: int) -> None:
    """A procedure that asks and does nothing else."""
    for _ in range(count):
        await table.ask(Tick(table, 0))
    table.state.outcome = Outcome(None, "asked enough")


def _driver_alone() -> Measure:
    class Asking(Drill):
        ladder = Ladder(Rung("asking", "Asking", "", only_ask, (200,)))

    asking = Asking()
    scene, start = crowd()
    start.step = 0

    def play() -> int:
        driver = Driver(asking, scene, start.copy(), seeded(1), keep=False)
        driver.start()
        while not driver.over:
            driver.answer(0, 1)
        return 200

    (rate,) = rates(play)
    return Measure("One ask through the driver", "us", 1e6 / rate, "the goal", 4.0, 1.0, "at most")


def _state_copy() -> Measure:
    _, state = crowd()
    board = chess.Board()
    ours, theirs = microseconds(state.copy, lambda: board.copy(stack=False))
    return Measure("Copy of a 60-unit state", "us", ours, "python-chess copy", theirs, 20, "at most")


def _forks() -> Iterator[Measure]:
    driver = under_way(16)
    (cost,) = microseconds(lambda: driver.fork(b"fork"))
    yield Measure("Fork and replay of 15 answers", "us", cost, "the goal", 100.0, 1.0, "at most")
    scene, start = crowd()
    crowded = Driver(game, scene, start.copy(), seeded(1))
    crowded.start()
    for side, answers in STANCES.items():
        crowded.answer(side, answers)
    (dealt,) = microseconds(lambda: crowded.fork_for(0, b"fork"))
    note = "what the side cannot know dealt again, and compared"
    yield Measure("Fork for a side, 60 units", "us", dealt, "the goal", 150.0, 1.0, "at most", note)


STANCES: Mapping[int, str] = {0: "advance", 1: "hold"}
