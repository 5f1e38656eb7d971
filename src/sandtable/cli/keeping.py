"""A game under way is kept in a file, line by line, so that nothing that was played is ever lost."""

import shutil
from pathlib import Path
from typing import Any, BinaryIO

from sandtable.cli.failures import BadFile, WrongWords
from sandtable.engine import Driver
from sandtable.engine.record import Header, Record, Recorder

ENDING = ".jsonl"


class Keeper:
    """The record of a game, brought up to date whenever something has happened."""

    def __init__(self, file: Path, recorder: Recorder) -> None:
        self.file = file
        self._recorder = recorder

    def update(self) -> None:
        """Write down what is new."""
        try:
            self._recorder.update()
        except OSError as error:
            raise BadFile(self.file, [f"cannot be written: {error.strerror}"]) from None

    def copy_to(self, file: Path) -> None:
        """Keep the game as it stands in another file too."""
        self.update()
        try:
            shutil.copyfile(self.file, file)
        except (OSError, shutil.SameFileError) as error:
            raise BadFile(file, [f"cannot be written: {error}"]) from None


def keep_new(driver: Driver[Any, Any], header: Header, file: Path) -> Keeper:
    """Begin the record of a game in a new file.

    The seed is opened at once: without it a game that is cut short could never go on, and whoever can
    read the file could read the memory of the program as well.
    """
    recorder = Recorder(driver, _opened(file, "xb")).begin(header)
    recorder.open_seed()
    return Keeper(file, recorder)


def keep_on(driver: Driver[Any, Any], record: Record, file: Path) -> Keeper:
    """Go on with the record that the game was taken from."""
    return Keeper(file, Recorder(driver, _opened(file, "r+b")).resume(record))


def _opened(file: Path, mode: str) -> BinaryIO:
    try:
        return file.open(mode)  # type: ignore[return-value]
    except FileExistsError:
        raise WrongWords(
            f"{file} is there already: --resume {file} goes on with it, --record can name another file"
        ) from None
    except OSError as error:
        raise BadFile(file, [f"cannot be written: {error.strerror}"]) from None


def free_name(beginning: str) -> Path:
    """A file in the present folder that is not there yet."""
    file, number = Path(beginning + ENDING), 1
    while file.exists():
        number += 1
        file = Path(f"{beginning}-{number}{ENDING}")
    return file
