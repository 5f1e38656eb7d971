"""Stored games under changed rules: which still replay, and the two ways on for one that does not."""

from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from sandtable import __version__
from sandtable.engine.dice import Dice
from sandtable.engine.driver import Driver
from sandtable.engine.record.lines import FromState, Header, Origin, Roll, Snapshot
from sandtable.engine.record.reading import BadRecord, Finding, Record, read_record
from sandtable.engine.record.replay import Differs, Replay, game_of, read_state, replay, stretches, told
from sandtable.engine.record.sources import Source, source_of
from sandtable.engine.record.tape import Recorded, rolled

_WORDS = {
    "same": "replays the same",
    "cut": "replays the same as far as it goes",
    "differs": "differs",
    "damaged": "cannot be used",
}


class Report(msgspec.Struct, frozen=True):
    """How a stored game fares. `fits` is the last answer that still leads to the same, if any does."""

    file: str
    verdict: Literal["same", "cut", "differs", "damaged"]
    findings: tuple[Finding, ...] = ()
    fits: int | None = None

    def __str__(self) -> str:
        said = f"{self.file}: {_WORDS[self.verdict]}"
        if self.verdict == "differs":
            said += " from the beginning" if self.fits is None else f" after answer {self.fits}"
        return "; ".join([said, *map(str, self.findings)])


def check_records(folder: Path) -> list[Report]:
    """Replay every record (*.jsonl) in a folder under the present rules."""
    return [_report(file) for file in sorted(folder.glob("*.jsonl"))]


def _report(file: Path) -> Report:
    try:
        record = read_record(file.read_bytes())
        replay(record)
    except Differs as differs:
        return Report(file.name, "differs", (differs.finding,), differs.fits)
    except BadRecord as bad:
        return Report(file.name, "damaged", bad.findings)
    except OSError as error:
        return Report(file.name, "damaged", (Finding(1, f"cannot be read ({error.strerror})"),))
    return Report(file.name, "cut", (record.cut,)) if record.cut else Report(file.name, "same")


class Continued(NamedTuple):
    """A game that goes on, and the header for its own record, to be begun before it is played on."""

    driver: Driver[Any, Any]
    header: Header


def stay(record: Record, dice: Dice, source: Source | None = None) -> Continued:
    """The game from its last snapshot, under the present rules, with new dice.

    The old dice would come again, and the players have seen them. `source` is what the header is to
    say of the new ones, if more than source_of(dice).
    """
    game = game_of(record.header)
    line, kept = _last_snapshot(record)
    try:
        state = read_state(game, kept)
        driver = Driver(game, game.scene(state), state, dice)
        driver.start()
    except Exception as error:
        raise BadRecord(Finding(line, f"the game cannot go on from here: {told(error)}")) from error
    origin = Origin("stayed", record.last)
    start = FromState(kept.state, kept.hash)
    return Continued(driver, _renewed(record, driver, source or source_of(dice), origin=origin, start=start))


def _last_snapshot(record: Record) -> tuple[int, Snapshot]:
    kept = [(line, value) for line, value in record.live if isinstance(value, Snapshot)]
    if not kept:
        raise BadRecord(Finding(1, "this record has no snapshot that still stands"))
    return kept[-1]


def rewind(record: Record, dice: Dice, source: Source | None = None) -> Continued:
    """The game up to the last answer that still leads to the same, to be played on with new dice.

    Of a damaged record, up to the last answer before the damage. Differs if not even the
    beginning is the same.
    """
    fits = _last_fit(record)
    parts = stretches(record, fits)
    kept = [entry for part in parts for entry in part.led_to if isinstance(entry.value, Roll)]
    again = Replay(record, Recorded(rolled(kept), dice))
    again.play(parts)
    again.settle(fits)
    origin = Origin("rewound", record.last, len(kept))
    return Continued(again.driver, _renewed(record, again.driver, source or source_of(dice), origin=origin))


def _last_fit(record: Record) -> int:
    again = Replay(record, Recorded(rolled(record.live)))
    try:
        again.play(stretches(record))
    except Differs as differs:
        if differs.fits is None:
            raise
    return again.fits or 0


def _renewed(record: Record, driver: Driver[Any, Any], dice: Source, **changes: Any) -> Header:
    version = driver.game.version
    return msgspec.structs.replace(record.header, version=version, engine=__version__, dice=dice, **changes)
