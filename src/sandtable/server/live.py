"""A table under play in this process: the game itself, and what its record has to add to the store."""

import asyncio
import io
import time
from typing import Any

import msgspec

from sandtable.engine.driver import Driver
from sandtable.engine.record import Header, Record, Recorder, read_record, replay
from sandtable.server.store import Addition, Kept, NewTable, Seat


class Standing(msgspec.Struct, frozen=True):
    """How a game stands, as a list of tables shows it; it tells nothing that is not public.

    `rung` is the name of the phase on the ladder of the turn, `phase` its title.
    """

    turn: int = 0
    rung: str = ""
    phase: str = ""
    asked: tuple[str, ...] = ()
    over: bool = False
    winner: str | None = None
    reason: str = ""


def standing_of(driver: Driver[Any, Any]) -> Standing:
    """The turn, the phase, and who is to answer."""
    scene, segment, outcome = driver.table.scene, driver.segment, driver.state.outcome
    asked = tuple(scene.side_name(ask.side) for ask in driver.asks)
    winner = None if outcome is None or outcome.winner is None else scene.side_name(outcome.winner)
    reason = outcome.reason if outcome else ""
    rung, phase = (segment.name, segment.title) if segment else ("", "")
    return Standing(driver.state.turn, rung, phase, asked, driver.over, winner, reason)


class Live:
    """One table: whoever changes it holds its lock until the change is in the store."""

    def __init__(self, id: str, header: Header, driver: Driver[Any, Any]) -> None:
        self.id = id
        self.header = header
        self.driver = driver
        self.lock = asyncio.Lock()
        self.lines = 0
        self._tail = io.BytesIO()
        self._recorder = Recorder(driver, self._tail)

    @classmethod
    def begun(cls, id: str, header: Header, driver: Driver[Any, Any]) -> "Live":
        """A table whose record begins now."""
        live = cls(id, header, driver)
        live._recorder.begin(header)
        return live

    @classmethod
    def kept(cls, table: Kept, raw: bytes) -> "Live":
        """A table as the store has it; BadRecord or Differs if its record cannot be played on."""
        record = read_record(raw)
        live = cls(table.id, record.header, replay(record, seed=table.seed))
        live._go_on(record, raw)
        return live

    def _go_on(self, record: Record, raw: bytes) -> None:
        self._tail.write(raw)
        self._recorder.resume(record)
        self.lines = raw.count(b"\n")
        self._drop(len(raw))

    def unwritten(self) -> bytes:
        """The lines that what happened since the last time adds to the record."""
        self._recorder.update()
        return self._drop(0)

    def _drop(self, known: int) -> bytes:
        """Empty the tail; what lay in it beyond the bytes that are known already."""
        held = self._tail.getvalue()[known:]
        self._tail.seek(0)
        self._tail.truncate()
        return held

    def addition(self, text: bytes) -> Addition:
        """What goes to the store when these lines are new."""
        standing = msgspec.json.encode(standing_of(self.driver))
        return Addition(self.id, self.lines, text, standing, time.time())

    def new_table(
        self, title: str, seed: bytes, settings: bytes, seats: tuple[tuple[bytes, Seat], ...]
    ) -> NewTable:
        """What goes to the store when the table begins."""
        text, standing = self.unwritten(), msgspec.json.encode(standing_of(self.driver))
        self.lines = text.count(b"\n")
        return NewTable(self.id, self.header.game, title, seed, settings, standing, text, time.time(), seats)
