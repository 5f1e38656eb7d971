"""Reads the record of a game: are its lines whole, do they follow one another, and which answers still stand?

Reading never plays; replay.py does.
"""

from typing import NamedTuple, TypeVar

import msgspec

from sandtable.engine.record.lines import (
    NOTHING_BEFORE,
    PLAYED,
    Answer,
    BadLine,
    Header,
    Line,
    Opened,
    Roll,
    Snapshot,
    Undo,
    decoded,
    line_hash,
    tail_of,
)
from sandtable.engine.record.sources import Opening

_MISPLACED = "this line does not follow the one before: lines are missing, added or moved"

L = TypeVar("L", bound=Line)


class Finding(msgspec.Struct, frozen=True, order=True):
    """Something wrong with a record, and the line."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class BadRecord(Exception):
    """A record that cannot be used; carries every fault found."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(str(finding) for finding in findings))
        self.findings = findings


class Entry(NamedTuple):
    """A line with its number in the file."""

    line: int
    value: Line


class Trail(NamedTuple):
    """Answers that were taken back, and after how many others they stood."""

    after: int
    answers: tuple[Entry, ...]


class Record(msgspec.Struct, frozen=True):
    """A record as read. `live` is the game as it stands, without what was taken back.

    `damage` says what is wrong in the file; everything else holds only the lines before that.
    `cut` says that the last line breaks off. `size` counts the bytes of the whole lines.
    """

    header: Header
    entries: tuple[Entry, ...]
    live: tuple[Entry, ...]
    trails: tuple[Trail, ...]
    damage: tuple[Finding, ...]
    cut: Finding | None
    size: int
    last: str

    def each(self, shape: type[L]) -> list[tuple[int, L]]:
        """The lines of one type, each with its number."""
        return [(entry.line, entry.value) for entry in self.entries if isinstance(entry.value, shape)]

    @property
    def opening(self) -> Opening | None:
        """The secrets behind the dice, once they have been opened."""
        return next((opened.opening() for _, opened in self.each(Opened)), None)

    def refuse_damage(self) -> None:
        """Raise BadRecord if the file was altered."""
        if self.damage:
            raise BadRecord(*self.damage)


def read_record(text: str | bytes) -> Record:
    """Read a record; one that breaks off is read up to the last whole line and says so.

    BadRecord where not even the header can be read.
    """
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    lines = raw.split(b"\n")
    cut = None
    if not lines[-1]:
        lines.pop()
    elif tail_of(lines[-1]) is None:
        lines.pop()
        cut = Finding(len(lines) + 1, f"the record breaks off here; it is read up to line {len(lines)}")
    damage = _chain_faults(lines)
    sound = lines[: damage[0].line - 1] if damage else lines
    if not sound:
        raise BadRecord(*(damage or [cut or Finding(1, "the record is empty")]))
    return _folded(sound, damage, cut)


def _chain_faults(lines: list[bytes]) -> list[Finding]:
    """Every line that was altered, or that does not follow the one before."""
    faults = []
    before: str | None = NOTHING_BEFORE
    for number, line in enumerate(lines, 1):
        tail = tail_of(line)
        if tail is None:
            faults.append(Finding(number, "this line was altered"))
        elif before not in (None, tail[1].decode()):
            faults.append(Finding(number, _MISPLACED))
        before = line_hash(line) if tail else None
    return faults


def _folded(lines: list[bytes], damage: list[Finding], cut: Finding | None) -> Record:
    fold = _Fold()
    read = 0
    for number, line in enumerate(lines, 1):
        try:
            fold.take(Entry(number, decoded(line)))
        except BadLine as error:
            damage = [Finding(number, str(error)), *damage]
            break
        read = number
    if fold.header is None:
        raise BadRecord(*damage)
    return Record(
        fold.header,
        tuple(fold.entries),
        tuple(fold.live),
        tuple(fold.trails),
        tuple(damage),
        cut,
        sum(len(line) + 1 for line in lines[:read]),
        line_hash(lines[read - 1]),
    )


class _Fold:
    """Takes the lines in order and folds away what is taken back."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.entries: list[Entry] = []
        self.live: list[Entry] = []
        self.trails: list[Trail] = []
        self.numbers = 0

    def take(self, entry: Entry) -> None:
        """Take a line; BadLine if it makes no sense here."""
        value = entry.value
        if isinstance(value, Header) == (self.header is not None):
            raise BadLine("a record has one header, on its first line")
        if isinstance(value, Header):
            self.header = value
            return
        if isinstance(value, Answer):
            self.numbers += 1
            if value.number != self.numbers:
                raise BadLine(f"this is answer {self.numbers}, not {value.number}")
        elif isinstance(value, Undo):
            self._take_back(value)
        self.entries.append(entry)
        if isinstance(value, PLAYED):
            self.live.append(entry)

    def _take_back(self, undo: Undo) -> None:
        taken = [
            (place, entry)
            for place, entry in enumerate(self.live)
            if isinstance(entry.value, Answer) and entry.value.number in undo.answers
        ]
        if len(taken) != len(undo.answers) or not taken:
            raise BadLine("this takes back answers that do not stand")
        first = taken[0][0]
        if any(isinstance(entry.value, Roll) for entry in self.live[first:]):
            raise BadLine("this takes back an answer although a die has been rolled since")
        after = sum(isinstance(entry.value, Answer) for entry in self.live[:first])
        self.trails = [Trail(min(old.after, after), old.answers) for old in self.trails]
        self.trails.append(Trail(after, tuple(entry for _, entry in taken)))
        self.live[first:] = [entry for entry in self.live[first:] if _stands(entry.value, undo)]


def _stands(value: Line, undo: Undo) -> bool:
    """Does a line after the first answer that is taken back still stand?"""
    if isinstance(value, Answer):
        return value.number not in undo.answers
    return isinstance(value, Snapshot) and value.after < min(undo.answers)
