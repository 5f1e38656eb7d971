"""Opponents think in processes of their own, so that they never hold up anybody's page."""

import asyncio
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

import msgspec

from sandtable.bots.roster import bots_for
from sandtable.engine.driver import Driver
from sandtable.engine.game import game_named
from sandtable.engine.history import Adjourned
from sandtable.engine.session import Timed
from sandtable.engine.views import Seat

T = TypeVar("T")
R = TypeVar("R")

_SCENES = 16
"""For so many tables a process keeps what never changes."""


class Task(msgspec.Struct, frozen=True):
    """A position to think about: whose answer, by which bot, from which seed, in what time."""

    table: str
    side: int
    bot: str
    seed: bytes
    milliseconds: int | None
    adjourned: Adjourned


class Thinkers:
    """The processes; each keeps what it has worked out for the boards it has seen."""

    def __init__(self, count: int) -> None:
        # Started afresh rather than forked: a copy of a process with threads may hang.
        self._processes = ProcessPoolExecutor(count, get_context("spawn"), step_back)

    async def answer(self, task: Task) -> Any:
        """The bot's answer, in the words of the protocol."""
        return pickle.loads(await self.run(think, pickle.dumps(task)))

    async def run(self, work: Callable[[T], R], what: T) -> R:
        """Do a piece of work in one of the processes."""
        return await asyncio.get_running_loop().run_in_executor(self._processes, work, what)

    def close(self) -> None:
        """Let every process end; what they were thinking of is dropped."""
        self._processes.shutdown(wait=False, cancel_futures=True)


def step_back() -> None:
    """A thinking process lets the pages go first, and leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)


def think(raw: bytes) -> bytes:
    """Take up the game and let the bot answer; runs in a process of its own."""
    task: Task = pickle.loads(raw)
    game = game_named(task.adjourned.game)
    driver = Driver.take_up(game, _scene(task), task.adjourned)
    bot = bots_for(game)[task.bot](task.seed)
    if task.milliseconds is not None and isinstance(bot, Timed):
        bot.milliseconds = task.milliseconds
    ask = driver.asked(task.side)
    answer = bot.answer(Seat(driver, task.side))
    ask.check(answer)
    return pickle.dumps(ask.write(answer))


_scenes: dict[str, Any] = {}


def _scene(task: Task) -> Any:
    """What never changes at a table, kept from one task to the next for the last few tables."""
    scene = _scenes.pop(task.table, None)
    if scene is None:
        scene = game_named(task.adjourned.game).scene(task.adjourned.place.state)
    _scenes[task.table] = scene
    if len(_scenes) > _SCENES:
        del _scenes[next(iter(_scenes))]
    return scene
