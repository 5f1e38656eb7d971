"""The conformance suite: what every game must hold, whoever wrote it; see docs/testing.md.

Each check takes a trial (a game, a scenario and a seed) and raises Failed where its promise is broken.
"""

import math
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from sandtable.engine.game import Game
from sandtable.engine.record import FromScenario, new_header, source_of, write_record
from sandtable.lab.conformance.copying import copies
from sandtable.lab.conformance.dealing import deals
from sandtable.lab.conformance.ending import ends
from sandtable.lab.conformance.failure import Failed, Failure, read_failure, write_failure
from sandtable.lab.conformance.hiding import bots, hides, windows
from sandtable.lab.conformance.naming import names
from sandtable.lab.conformance.refusing import refuses
from sandtable.lab.conformance.repeating import forks, reloads, repeats, repeats_elsewhere, replays, undoes
from sandtable.lab.conformance.resuming import resumes
from sandtable.lab.conformance.rolling import odds
from sandtable.lab.conformance.trial import Trial

__all__ = [
    "CHECKS",
    "Failed",
    "Failure",
    "Trial",
    "examine",
    "read_failure",
    "reproduce",
    "survey",
    "write_failure",
]

Check = Callable[[Trial], None]

CHECKS: Mapping[str, Check] = {
    check.__name__.replace("_", "-"): check
    for check in (
        ends, repeats, repeats_elsewhere, forks, undoes, reloads, replays,
        copies, resumes, refuses, odds, hides, deals, names, windows, bots,
    )
}  # fmt: skip
"""Every check by name."""


def examine(check: str, trial: Trial) -> None:
    """Run one check; Failed tells what is wrong, also where the rules broke down."""
    trial.check = check
    try:
        CHECKS[check](trial)
    except Failed:
        raise
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        raise Failed(trial.failure(message, traceback.format_exc())) from error


def survey(game: Game[Any, Any], scenario: str, seconds: float, seed: int = 1) -> int:
    """Run every check once, each in its share of the time, then further seeds while time is left.

    Only `ends` plays the first game to its end however long that takes. Gives the number of checks run.
    """
    finish, count = time.time() + seconds, 0
    while count == 0 or time.time() < finish:
        for check in CHECKS:
            deadline = time.time() + seconds / len(CHECKS) if count < len(CHECKS) else finish
            to_the_end = count == 0
            examine(check, Trial(game, scenario, seed, deadline=math.inf if to_the_end else deadline))
            count += 1
        seed += 1
    return count


def reproduce(game: Game[Any, Any], failure: Failure) -> Failure | None:
    """The failure as it happens again, or None where the check now passes."""
    try:
        examine(failure.check, _trial_of(game, failure))
    except Failed as again:
        return again.failure
    return None


def record_of(game: Game[Any, Any], failure: Failure) -> str:
    """The game that led to a failure as a record, up to the last answer that the rules could take."""
    trial = _trial_of(game, failure)
    trial.most = len(failure.answers)
    driver = trial.begin()
    with suppress(Exception):
        deque(trial.asks(driver), maxlen=0)
    start = FromScenario(trial.scenario, trial.options)
    return write_record(driver, new_header(game, start, source_of(driver.table.dice)))


def _trial_of(game: Game[Any, Any], failure: Failure) -> Trial:
    return Trial(game, failure.scenario, failure.seed, options=failure.options, script=failure.answers)
