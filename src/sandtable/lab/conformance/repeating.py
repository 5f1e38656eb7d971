"""The same again: by seed, in another interpreter, from a fork, after undo, from a file, by replay."""

import hashlib
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from sandtable.engine.dice import Script
from sandtable.engine.driver import Driver
from sandtable.engine.game import Game
from sandtable.engine.history import Input
from sandtable.engine.refusals import Refused
from sandtable.engine.wire import event_wire
from sandtable.lab.conformance.failure import Given
from sandtable.lab.conformance.trial import (
    Play,
    Trial,
    asks_bytes,
    heard_bytes,
    standing,
    unlike,
)

_UNDONE = 3
"""The most answers that are taken back at a time."""


def repeats(trial: Trial) -> None:
    """The same seed gives the same asks, events and state, twice in one process."""
    first = digests(trial)
    trial.most, trial.deadline = len(first) - 1, math.inf
    _compare(trial, first, digests(trial), "in the second run")


def repeats_elsewhere(trial: Trial) -> None:
    """So it does in fresh interpreters in which strings hash differently."""
    first = digests(trial)
    work = (trial.game, trial.scenario, trial.seed, trial.options, tuple(trial.script), len(first) - 1)
    for hashing in ("1", "2"):
        _compare(trial, first, _elsewhere(trial, work, hashing), f"with PYTHONHASHSEED={hashing}")


def digests(trial: Trial) -> list[str]:
    """A digest of state, asks and news for each ask, and one for the end."""
    driver = trial.begin()
    told, heard = [], 0
    for _ in trial.asks(driver):
        told.append(_digest(driver, heard))
        heard = len(driver.table.log or ())
    return [*told, _digest(driver, heard)]


def _digest(driver: Play, heard: int) -> str:
    events = [event_wire(event, driver.table.scene) for event in driver.heard(None, heard)]
    seen = driver.hash().encode() + asks_bytes(driver) + msgspec.json.encode(events)
    return hashlib.sha256(seen).hexdigest()[:12]


def _compare(trial: Trial, first: list[str], second: list[str], where: str) -> None:
    if first != second:
        same = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), len(second))
        del trial.answers[same:]
        trial.fail(f"the same answers and dice gave something else {where}")


Work = tuple[Game[Any, Any], str, int, dict[str, str], Sequence[Given], float]

_CHILD = "from sandtable.lab.conformance.repeating import tell; tell()"


def _elsewhere(trial: Trial, work: Work, hashing: str) -> list[str]:
    """The digests as another interpreter finds them."""
    surroundings = {**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=pickle.dumps(work),
        capture_output=True,
        env=surroundings,
        check=False,
    )
    if child.returncode:
        trial.fail(f"another interpreter stopped: {child.stderr.decode(errors='replace').strip()}")
    return msgspec.json.decode(child.stdout.splitlines()[-1], type=list[str])


def tell() -> None:
    """Print the digests of the work that stands on standard input."""
    game, scenario, seed, options, script, most = pickle.load(sys.stdin.buffer)
    trial = Trial(game, scenario, seed, options=options, script=script, most=most)
    print(msgspec.json.encode(digests(trial)).decode())


def forks(trial: Trial) -> None:
    """A fork stands where the game stands, and taking it leaves the game alone."""
    driver = trial.begin()
    for _ in trial.samples(driver):
        before = standing(driver)
        if difference := unlike(before, standing(driver.fork(trial.deal()))):
            trial.fail(f"a fork differs in {difference}")
        if difference := unlike(before, standing(driver)):
            trial.fail(f"taking a fork changed {difference}")


def undoes(trial: Trial) -> None:
    """Answers that are taken back and given again lead to the same place; refused undo changes nothing."""
    driver = trial.begin()
    for _ in trial.samples(driver):
        if not driver.history:
            continue
        before = _whole(driver)
        count = min(1 + trial.chance().randrange(_UNDONE), len(driver.history))
        given = list(driver.history)
        with suppress(Refused):
            driver.undo(count)
        # What standing orders answered they answer again.
        taken = [answer for answer in given[len(driver.history) :] if answer.by == "seat"]
        again(driver, taken)
        if difference := unlike(before, _whole(driver)):
            trial.fail(f"{len(taken)} answers taken back and given again changed {difference}")


def _whole(driver: Play) -> dict[str, object]:
    """Where a game stands, and all that led there."""
    table = driver.table
    return {
        **standing(driver),
        "history": [given.wire for given in driver.history],
        "dice": tuple(table.rolls or ()),
        "events": heard_bytes(driver, None),
        "marks": tuple(driver.marks),
    }


def again(driver: Play, inputs: Sequence[Input]) -> None:
    """Give answers again in the words in which they are kept."""
    for given in inputs:
        driver.submit(given.side, given.wire)


def reloads(trial: Trial) -> None:
    """The state of the last checkpoint, written and read, and the answers since lead to the same place."""
    driver, game, scene = trial.begin(), trial.game, None
    for _ in trial.samples(driver):
        place = driver.last_checkpoint
        state = msgspec.msgpack.decode(msgspec.msgpack.encode(place.state), type=game.state_type)
        scene = scene or game.scene(state)
        twin = Driver(game, scene, state, place.dice.copy())
        twin.start()
        again(twin, driver.history[place.inputs :])
        if difference := unlike(standing(driver), standing(twin)):
            trial.fail(f"a game loaded from its last checkpoint differs in {difference}")


def replays(trial: Trial) -> None:
    """The whole game, given again from the start with its own dice written down, is the same game."""
    driver = trial.begin()
    for _ in trial.asks(driver):
        pass
    values = [value for _, dice in driver.table.rolls or () for value in dice]
    twin = trial.driver(Script(values))
    twin.start()
    again(twin, driver.history)
    if difference := unlike(_whole(driver), _whole(twin)):
        trial.fail(f"the game played again from its answers and dice differs in {difference}")
