"""Writes the record of a game: at once, or line by line as it is played, so that a crash loses nothing."""

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import msgspec

from sandtable.engine.driver import Driver
from sandtable.engine.game import Scene, state_hash
from sandtable.engine.history import Input, Undone
from sandtable.engine.links import LinkedDice
from sandtable.engine.orders import StandingOrder
from sandtable.engine.record.lines import (
    NOTHING_BEFORE,
    Answer,
    End,
    Header,
    Line,
    Link,
    Mark,
    Opened,
    Orders,
    Roll,
    Snapshot,
    Undo,
    chained,
    line_hash,
)
from sandtable.engine.record.reading import Record
from sandtable.engine.record.sources import opening_of
from sandtable.engine.record.tape import playing
from sandtable.engine.record.timeline import (
    ANSWER,
    LINK,
    ORDERS,
    TRAIL,
    Place,
    by_place,
    end_place,
    exchanges,
    played,
)


def write_record(driver: Driver[Any, Any], header: Header, secret: bytes = b"") -> str:
    """The whole record of a game so far. Once the game is over it opens the seed.

    The secret is the program's own, if the seats added parts to it.
    """
    file = io.BytesIO()
    Recorder(driver, file, secret=secret).begin(header).snapshot()
    return file.getvalue().decode()


class Recorder:
    """Keeps the record of one game in a file opened for bytes.

    Call update() after every answer, undo, link and change of standing orders: what is new is
    appended and flushed, with `fsync` down to the disk. Nothing written is ever changed. If the disk
    refuses (OSError), only a new recorder with resume() can go on.
    """

    def __init__(
        self, driver: Driver[Any, Any], file: BinaryIO, *, secret: bytes = b"", fsync: bool = False
    ) -> None:
        if not driver.keep:
            raise ValueError("a driver that keeps nothing has nothing to record")
        self._driver = driver
        self._file = file
        self._secret = secret
        self._fsync = fsync
        self._last = NOTHING_BEFORE
        self._numbers = 0
        self._live: list[tuple[int, Input]] = []
        self._marks: list[int] = []
        self._rolls = self._undone = self._links = self._inherited = 0
        self._orders: dict[int, tuple[StandingOrder, ...]] = {}
        self._saved = (-1, "")
        self._ended = self._opened = False

    def begin(self, header: Header) -> "Recorder":
        """Begin the file, with all that has happened so far."""
        self._inherited = header.origin.rolls if header.origin else 0
        self._append([header])
        self.update()
        return self

    def resume(self, record: Record) -> "Recorder":
        """Go on with a file that holds this record, of which the driver is the replay.

        A last line that breaks off is cut away first, or ended if only its end is missing.
        """
        record.refuse_damage()
        if self._file.seek(0, os.SEEK_END) < record.size:
            self._file.write(b"\n")
        self._file.seek(record.size)
        self._file.truncate()
        self._last = record.last
        self._inherited = record.header.origin.rolls if record.header.origin else 0
        self._know(record)
        self.update()
        return self

    def _know(self, record: Record) -> None:
        """Take what the file holds as written."""
        driver, live = self._driver, [value for _, value in record.live]
        numbers = [value.number for value in live if isinstance(value, Answer)]
        if len(numbers) != len(driver.history):
            raise ValueError("the driver is not a replay of the whole record")
        self._live = list(zip(numbers, driver.history, strict=True))
        self._numbers = len(record.each(Answer))
        self._rolls = sum(isinstance(value, Roll) for value in live)
        self._marks = [mark.inputs for mark in driver.marks[: sum(isinstance(value, Mark) for value in live)]]
        self._undone, self._links = len(record.trails), len(record.each(Link))
        self._orders = {self._scene.side(one.side): one.orders for _, one in record.each(Orders)}
        self._ended = any(isinstance(value, End) for value in live)
        self._opened = record.opening is not None

    @property
    def _scene(self) -> Scene:
        scene: Scene = self._driver.table.scene
        return scene

    def update(self) -> None:
        """Append what has happened since the last time."""
        marks = len(self._marks)
        trails = [trail for trail in self._driver.undone[self._undone :] if trail.answers]
        lines = [*self._taken_back(trails), *self._happened(trails)]
        self._undone = len(self._driver.undone)
        if len(self._marks) > marks:
            lines += self._snapshot()
        if self._ended and not self._opened:
            lines += self._opening()
        self._append(lines)

    def snapshot(self) -> None:
        """Append the state at the last checkpoint, where the game's owner can stay under changed rules.

        update() does so by itself whenever a segment has begun.
        """
        self._append(self._snapshot())

    def open_seed(self) -> None:
        """Open the seed before the game is over, as its owner may."""
        self._append([] if self._opened else self._opening())

    def _append(self, lines: Iterable[Line]) -> None:
        written = []
        for line in lines:
            written.append(chained(line, self._last))
            self._last = line_hash(written[-1])
        if written:
            self._file.write(b"\n".join(written) + b"\n")
            self._file.flush()
            if self._fsync:
                os.fsync(self._file.fileno())

    # -- what was taken back -------------------------------------------------------------------

    def _taken_back(self, trails: list[Undone]) -> Iterator[Line]:
        """The trails that begin among the answers in the file; they are removed from the list."""
        if not trails:
            return
        while trails and trails[0].inputs < len(self._live):
            yield from self._trail(trails.pop(0))
        same = _alike([given for _, given in self._live], self._driver.history)
        if same < len(self._live):
            yield Undo(tuple(number for number, _ in self._live[same:]))
            self._forget(same, len(self._live))

    def _trail(self, trail: Undone) -> Iterator[Line]:
        """Answers that were taken back: those not yet written, then the line that takes back all of them."""
        place = trail.inputs
        standing = self._live[place : place + len(trail.answers)]
        same = _alike([given for _, given in standing], trail.answers)
        fresh = [self._answer(given) for given in trail.answers[same:]]
        yield from fresh
        yield Undo((*(number for number, _ in standing[:same]), *(line.number for line in fresh)))
        self._forget(place, place + same)

    def _forget(self, first: int, end: int) -> None:
        """These answers no longer stand, nor does what they led to."""
        del self._live[first:end]
        while self._marks and self._marks[-1] > first:
            self._marks.pop()
        self._saved = (-1, "")
        self._ended = False

    # -- what happened -------------------------------------------------------------------------

    def _happened(self, trails: list[Undone]) -> Iterator[Line]:
        """Everything new in its true order."""
        items: list[tuple[Place, Line | Input | Undone]] = [
            *played(self._driver, self._rolls, len(self._marks)),
            *self._new_answers(),
            *(((trail.inputs, trail.answers[0].rolls, TRAIL), trail) for trail in trails),
            *self._new_orders(),
            *self._new_links(),
        ]
        for place, item in sorted(items, key=by_place):
            if isinstance(item, Input):
                yield (line := self._answer(item))
                self._live.append((line.number, item))
            elif isinstance(item, Undone):
                yield from self._trail(item)
            elif not (isinstance(item, End) and self._ended):
                self._count(place, item)
                yield item

    def _count(self, place: Place, line: Line) -> None:
        if isinstance(line, Roll):
            self._rolls += 1
        elif isinstance(line, Mark):
            self._marks.append(place[0])
        elif isinstance(line, End):
            self._ended = True

    def _new_answers(self) -> list[tuple[Place, Input]]:
        written = len(self._live)
        return [
            ((n, given.rolls, ANSWER), given)
            for n, given in enumerate(self._driver.history[written:], written)
        ]

    def _answer(self, given: Input) -> Answer:
        self._numbers += 1
        side = self._scene.side_name(given.side)
        return Answer(self._numbers, side, given.ask, given.kind, given.wire, given.by)

    def _new_orders(self) -> Iterator[tuple[Place, Line]]:
        """Standing orders that have changed, before the first answer that they gave."""
        for side in {**self._orders, **self._driver.orders}:
            orders = self._driver.orders.get(side, ())
            if self._orders.get(side, ()) != orders:
                self._orders[side] = orders
                gave = (p for p, given in self._new_answers() if (given.side, given.by) == (side, "orders"))
                inputs, rolls, _ = next(gave, end_place(self._driver))
                yield (inputs, rolls, ORDERS), Orders(self._scene.side_name(side), tuple(orders))

    def _new_links(self) -> Iterator[tuple[Place, Line]]:
        """Links that have been opened, before the first roll of their exchange."""
        dice = playing(self._driver.table.dice)
        if not isinstance(dice, LinkedDice) or len(dice.opened) == self._links:
            return
        places = exchanges(self._driver, self._inherited)
        for link in dice.opened[self._links :]:
            inputs, rolls, _ = (
                places[link.exchange] if link.exchange < len(places) else end_place(self._driver)
            )
            yield (inputs, rolls, LINK), Link(link.seat, link.exchange, link.link.hex())
        self._links = len(dice.opened)

    # -- what is kept besides ------------------------------------------------------------------

    def _snapshot(self) -> list[Line]:
        if not self._driver.marks:
            return []
        place = self._driver.nearest_checkpoint()
        saved = place.inputs, state_hash(place.state)
        if saved == self._saved:
            return []
        self._saved = saved
        after = self._live[place.inputs - 1][0] if place.inputs else 0
        return [Snapshot(after, msgspec.Raw(msgspec.json.encode(place.state)), saved[1])]

    def _opening(self) -> list[Line]:
        opening = opening_of(playing(self._driver.table.dice), self._secret)
        if opening is None:
            return []
        self._opened = True
        return [Opened(opening.seed.hex(), opening.secret.hex() or None)]


def _alike(one: Sequence[Input], other: Sequence[Input]) -> int:
    """How many answers are the same from the first on."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
