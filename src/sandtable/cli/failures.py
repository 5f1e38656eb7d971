"""How a command ends: its exit code, and the plain sentence for what went wrong."""

import traceback
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

import typer

FINE, NO, WRONG_WORDS, BAD_FILE, LEFT, FAULT = range(6)


class WrongWords(Exception):
    """Words of the command line that ask for nothing there is."""


class BadFile(Exception):
    """A file that cannot be read or used, with everything that is wrong with it."""

    def __init__(self, file: Path | str, faults: Iterable[object]) -> None:
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))


def verdict(error: Exception) -> tuple[int, str]:
    """The exit code that an error means, and what to say of it."""
    if isinstance(error, typer.TyperException):
        return WRONG_WORDS, _usage(error)
    if isinstance(error, WrongWords):
        return WRONG_WORDS, str(error)
    if isinstance(error, BadFile):
        return BAD_FILE, str(error)
    # The engine is loaded only now, so that the overview of the commands need not wait for it.
    from sandtable.engine import BadData, BadRequest, Refused, Unknown
    from sandtable.engine.refusals import DiceExhausted, GameOver, NoSuchDeal

    if isinstance(error, Refused):
        return NO, "\n".join(map(str, error.refusals))
    if isinstance(error, GameOver | NoSuchDeal | DiceExhausted):
        return NO, str(error)
    if isinstance(error, Unknown | BadRequest):
        return WRONG_WORDS, str(error)
    if isinstance(error, BadData):
        return BAD_FILE, str(error)
    return FAULT, _fault(error)


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    place = context.command_path if context else "sandtable"
    return f"{error.format_message().rstrip('.?')}; `{place} --help` shows what there is."


def _fault(error: Exception) -> str:
    """One line, and the traceback in a file that can be sent to whoever looks after the program."""
    with NamedTemporaryFile(
        "w", encoding="utf-8", prefix="sandtable-", suffix=".txt", delete=False
    ) as report:
        traceback.print_exception(error, file=report)
    return f"Sandtable itself failed ({type(error).__name__}: {error}); the traceback is in {report.name}"
