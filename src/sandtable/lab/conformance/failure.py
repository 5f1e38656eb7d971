"""What is told and written when a check fails: enough to see it fail again."""

from pathlib import Path
from typing import Any

import msgspec


class Given(msgspec.Struct, frozen=True):
    """An answer as programs give it, with the side and the name of its ask."""

    side: str
    ask: str
    answer: Any


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A check that failed: on which game, after which answers, and why."""

    check: str
    game: str
    version: int
    scenario: str
    seed: int
    message: str
    options: dict[str, str] = {}
    answers: tuple[Given, ...] = ()
    trace: str = ""

    def __str__(self) -> str:
        place = f"{self.game} {self.scenario}, seed {self.seed}, after {len(self.answers)} answers"
        return f"{self.check}: {self.message} ({place})"


class Failed(AssertionError):
    """Raised by a check that does not hold."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


def write_failure(failure: Failure, folder: Path) -> Path:
    """Write a failure into a folder; the file is all that `reproduce` needs."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{failure.game}-{failure.scenario}-{failure.check}-{failure.seed}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(failure), indent=1) + b"\n")
    return file


def read_failure(file: Path) -> Failure:
    """A failure that was written; ValueError names the file and what is wrong with it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Failure)
    except msgspec.DecodeError as error:
        raise ValueError(f"{file.name} is not a failure that was written here: {error}") from None
