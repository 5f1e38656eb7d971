"""A table under play in this process: the game itself, and what its record has to add to the store."""

import asyncio
import io
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.engine.asks import Ask
from sandtable.engine.driver import Driver
from sandtable.engine.record import Header, Record, Recorder, read_record, replay
from sandtable.engine.refusals import BadRequest, GameOver, Refused, Unknown
from sandtable.server.clock import Clock
from sandtable.server.store import Addition, Arrangement, Called, Kept, NewTable, Seat

TO_ANSWER = 60.0
"""Seconds after which somebody who has not answered is told that it is his move."""


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


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed for a table beside the game itself."""

    clock: Clock | None = None


class _Heard(msgspec.Struct, frozen=True):
    """What has to be known of a line that another process wrote."""

    line: str
    side: str = ""
    answer: Any = None
    by: str = "seat"


class _Otherwise(Exception):
    """A line that tells of something else than play going on."""


class Live:
    """One table: whoever changes it holds its lock until the change is in the store."""

    def __init__(self, id: str, header: Header, driver: Driver[Any, Any]) -> None:
        self.id = id
        self.header = header
        self.driver = driver
        self.lock = asyncio.Lock()
        self.lines = 0
        self.clock: Clock | None = None
        self.arrangements: Mapping[str, Arrangement] = {}
        self.deadlines: dict[str, float] = {}
        self.pictures: dict[int | None, tuple[tuple[int, int], dict[str, msgspec.Raw]]] = {}
        """For each seat what it saw last, as it went over the wire, after so many answers and undos."""
        self._asks: dict[str, Ask[Any]] = {}
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
        live.clock = msgspec.json.decode(table.settings, type=TableSettings).clock
        live._asks = live._asked()
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
        standing, now = msgspec.json.encode(standing_of(self.driver)), time.time()
        return Addition(self.id, self.lines, text, standing, now, *self._calls(now))

    # -- who is asked, and until when --------------------------------------------------------------

    def _calls(self, now: float) -> tuple[tuple[Called, ...], tuple[str, ...]]:
        """The sides that are asked something new, and those that are asked no more."""
        before, self._asks = self._asks, self._asked()
        gone = tuple(side for side in before if side not in self._asks)
        fresh = tuple(side for side, ask in self._asks.items() if before.get(side) is not ask)
        self.deadlines = {side: at for side, at in self.deadlines.items() if side not in gone}
        if self.clock is None and not self.arrangements:
            return (), ()
        return tuple(self._call(side, now) for side in fresh), gone

    def _call(self, side: str, now: float) -> Called:
        wanted = self.arrangements.get(side, Arrangement())
        deadline = self.clock.deadline(now) if self.clock else None
        if deadline is not None:
            self.deadlines[side] = deadline
        return Called(side, deadline, now + TO_ANSWER if wanted.mail or wanted.webhook else None)

    def calls(self) -> tuple[Called, ...]:
        """Every side that is asked just now, as if it were asked anew."""
        return tuple(self._call(side, time.time()) for side in self._asked())

    def _asked(self) -> dict[str, Ask[Any]]:
        name = self.driver.table.scene.side_name
        return {name(ask.side): ask for ask in self.driver.asks}

    # -- in step with others -----------------------------------------------------------------------

    def follow(self, text: bytes) -> bool:
        """Do what another process has added to the record; False if that cannot be done line by line."""
        try:
            for line in text.splitlines():
                self._repeat(msgspec.json.decode(line, type=_Heard))
        except (Refused, BadRequest, Unknown, GameOver, _Otherwise, msgspec.MsgspecError):
            return False
        if self.unwritten() != text:
            return False
        self.lines += text.count(b"\n")
        self._calls(time.time())
        return True

    def _repeat(self, heard: "_Heard") -> None:
        if heard.line == "answer":
            if heard.by == "seat":
                self.driver.submit(self.driver.table.scene.side(heard.side), heard.answer)
        elif heard.line not in ("roll", "mark", "end", "snapshot", "opened"):
            raise _Otherwise

    def new_table(self, title: str, seed: bytes, seats: tuple[tuple[bytes, Seat], ...]) -> NewTable:
        """What goes to the store when the table begins."""
        text, standing, now = self.unwritten(), msgspec.json.encode(standing_of(self.driver)), time.time()
        self.lines = text.count(b"\n")
        settings = msgspec.json.encode(TableSettings(self.clock))
        called, _ = self._calls(now)
        return NewTable(self.id, self.header.game, title, seed, settings, standing, text, now, seats, called)
