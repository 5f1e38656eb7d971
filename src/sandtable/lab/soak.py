"""The soak test: the conformance suite on one random game after another, on all cores, until told to stop."""

import math
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing import TimeoutError as NoAnswer
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.engine.game import Game, game_named
from sandtable.lab import conformance
from sandtable.lab.conformance import (
    CHECKS,
    Failed,
    Failure,
    Trial,
    examine,
    read_failure,
    record_of,
    write_failure,
)

PATIENCE = 900.0
"""After how many seconds a game that tells nothing counts as one that never will."""
_RARE = {"repeats-elsewhere": 20}
"""Checks that start interpreters are made only for one seed in so many."""
_FILES = 5
"""How many failures of one check on one scenario are written down; more would only repeat them."""


class Found(msgspec.Struct, frozen=True):
    """A failure, the file that reproduces it, and the record of the game that led to it, if it had begun."""

    failure: Failure
    file: Path
    record: Path | None


class SoakReport(msgspec.Struct, frozen=True):
    """What a soak test has found, at its end or so far."""

    game: str
    games: int = 0
    answers: int = 0
    seconds: float = 0.0
    found: tuple[Found, ...] = ()
    failures: int = 0
    interrupted: bool = False

    @property
    def ok(self) -> bool:
        return self.failures == 0

    def text(self) -> str:
        """The report in a few lines."""
        stopped = ", then stopped by hand" if self.interrupted else ""
        verdict = "no failures" if self.ok else f"{self.failures} failed checks"
        done = f"{self.games} games, {self.answers:,} answers in {self.seconds:.0f} s{stopped}"
        lines = [f"{self.game}: {done}: {verdict}"]
        lines += [f"  {found.failure}\n    {found.file}" for found in self.found]
        if self.failures > len(self.found):
            lines.append(f"  and {self.failures - len(self.found)} more of the same checks")
        return "\n".join(lines)


class Job(NamedTuple):
    """One seed of one scenario, to be put through every check."""

    game: Game[Any, Any]
    scenario: str
    seed: int
    deadline: float


class Told(NamedTuple):
    """What came of a job: how many answers were given, and what failed."""

    answers: int
    failures: tuple[Failure, ...]


def soak(
    game: Game[Any, Any],
    games: float = math.inf,
    seconds: float = math.inf,
    seed: int = 1,
    workers: int = 2,
    *,
    scenario: str = "",
    folder: Path = Path("soak"),
    progress: Callable[[SoakReport], None] | None = None,
    patience: float = PATIENCE,
) -> SoakReport:
    """Put so many games, or as many as there is time for, through every check of the conformance suite.

    Seeds count up from `seed`, each with every scenario or with the one named. A failure is written into
    the folder at once. `progress` is told the report so far after every game. Ctrl-C ends the test with
    what has been found.
    """
    report, started = SoakReport(game.name), time.time()
    pool = get_context("spawn").Pool(workers, _leave_interrupts_to_the_parent)
    try:
        for told in _results(pool, _jobs(game, scenario, seed, games, started + seconds), workers, patience):
            found = _written(game, told.failures, report.found, folder)
            report = _entered(report, told, found, time.time() - started)
            if progress:
                progress(report)
    except KeyboardInterrupt:
        report = msgspec.structs.replace(report, interrupted=True, seconds=time.time() - started)
    finally:
        pool.terminate()
        pool.join()
    return report


def reproduce(file: Path) -> Failure | None:
    """Run the failed check of a file again: the failure as it is now, or None where it has gone.

    ValueError if the file is none of ours; Unknown if its game is not installed.
    """
    failure = read_failure(file)
    return conformance.reproduce(game_named(failure.game), failure)


def _jobs(game: Game[Any, Any], scenario: str, seed: int, games: float, deadline: float) -> Iterator[Job]:
    """The games to be played, while there is time."""
    keys = [game.scenario(scenario).key] if scenario else [known.key for known in game.scenarios()]
    number = 0
    while number < games and time.time() < deadline:
        yield Job(game, keys[number % len(keys)], seed + number // len(keys), deadline)
        number += 1


def _results(pool: Pool, jobs: Iterator[Job], workers: int, patience: float) -> Iterator[Told]:
    """What came of the jobs, in order, a few being under way at a time."""
    waiting = [(job, _send(pool, job)) for job in islice(jobs, 2 * workers)]
    while waiting:
        job, result = waiting.pop(0)
        try:
            told = result.get(patience)
        except NoAnswer:
            yield _never(job, patience)
            return
        waiting += [(more, _send(pool, more)) for more in islice(jobs, 1)]
        yield told


def _send(pool: Pool, job: Job) -> "AsyncResult[Told]":
    return pool.apply_async(run, (job,))


def _never(job: Job, patience: float) -> Told:
    """A game that hangs in its rules, or whose process has died, ends the soak test."""
    message = f"nothing was heard of this game for {patience:.0f} s: it hangs, or its process has died"
    name, version = job.game.name, job.game.version
    return Told(0, (Failure("ends", name, version, job.scenario, job.seed, message),))


def run(job: Job) -> Told:
    """Put one seed of a scenario through every check."""
    answers, failures = 0, []
    for check in CHECKS:
        if job.seed % _RARE.get(check, 1) == 0 and time.time() < job.deadline:
            trial = Trial(job.game, job.scenario, job.seed, deadline=job.deadline)
            try:
                examine(check, trial)
            except Failed as failed:
                failures.append(failed.failure)
            answers += trial.asked
    return Told(answers, tuple(failures))


def _entered(report: SoakReport, told: Told, found: Iterable[Found], seconds: float) -> SoakReport:
    """The report with one game more, unless time was up before it began."""
    return SoakReport(
        report.game, report.games + (told.answers > 0), report.answers + told.answers, seconds,
        (*report.found, *found), report.failures + len(told.failures),
    )  # fmt: skip


def _written(
    game: Game[Any, Any], failures: Iterable[Failure], before: Iterable[Found], folder: Path
) -> Iterator[Found]:
    """Write down failures unlike those found before, or not yet found often."""
    counts = Counter((found.failure.scenario, found.failure.check) for found in before)
    for failure in failures:
        counts[failure.scenario, failure.check] += 1
        if counts[failure.scenario, failure.check] <= _FILES:
            file = write_failure(failure, folder)
            record = file.with_suffix(".jsonl") if failure.answers else None
            if record:
                record.write_text(record_of(game, failure), "utf-8")
            yield Found(failure, file, record)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
