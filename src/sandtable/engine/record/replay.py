"""Plays recorded games again under the present rules, and says where the two part ways."""

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec

from sandtable.engine.dice import Dice
from sandtable.engine.driver import Driver
from sandtable.engine.game import Game, Scene, game_named, state_hash
from sandtable.engine.history import Input, Undone
from sandtable.engine.links import open_link
from sandtable.engine.record.lines import (
    Answer,
    End,
    FromPosition,
    FromScenario,
    FromState,
    Header,
    Line,
    Mark,
    Opened,
    Orders,
    Roll,
    Snapshot,
)
from sandtable.engine.record.reading import BadRecord, Entry, Finding, Record
from sandtable.engine.record.sources import Opening, commits_to, opening_faults
from sandtable.engine.record.tape import Recorded, inherited, known_dice, links, rolled
from sandtable.engine.record.timeline import played
from sandtable.engine.refusals import BadPosition, BadRequest, DiceExhausted, Mismatch, Refused, Unknown


class Differs(Mismatch):
    """The present rules and the record part ways; `fits` is the last answer before that, if any."""

    def __init__(self, finding: Finding, fits: int | None = None) -> None:
        super().__init__(str(finding))
        self.finding = finding
        self.fits = fits


class Stretch(NamedTuple):
    """An answer and what it led to; the first stretch, before any answer, has none."""

    answer: tuple[int, Answer] | None
    led_to: list[Entry]


def stretches(record: Record, until: int | None = None) -> list[Stretch]:
    """The game as it stands, answer by answer, up to the answer of this number."""
    found = [Stretch(None, [])]
    for line, value in record.live:
        if isinstance(value, Answer):
            if until is not None and value.number > until:
                break
            found.append(Stretch((line, value), []))
        else:
            found[-1].led_to.append(Entry(line, value))
    return found


def replay(record: Record, until: int | None = None, *, seed: bytes | None = None) -> Driver[Any, Any]:
    """The game of a record under the present rules, up to its end or to the answer of a number.

    With the seed, which must be the one committed to, or once the record opens it, the game can be
    played on; else it pauses where it wants dice that are not on record. Differs names the line
    where the rules and the record part ways, BadRecord what was altered.
    """
    record.refuse_damage()
    if faults := opened_faults(record):
        raise BadRecord(*faults)
    source = known_dice(record, record.opening if seed is None else _opening(record, seed))
    parts = stretches(record, until)
    again = Replay(record, _dice(record, parts, source))
    again.play(parts)
    again.settle(until)
    if until is None:
        again.open_links()
    return again.driver


def opened_faults(record: Record) -> list[Finding]:
    """What in the opened secrets is not as it was committed to."""
    return [
        Finding(line, fault)
        for line, opened in record.each(Opened)
        for fault in opening_faults(record.header.dice, opened.opening())
    ]


def _opening(record: Record, seed: bytes) -> Opening:
    if not commits_to(record.header.dice, seed):
        raise BadRecord(Finding(1, "the seed given is not the one that the header commits to"))
    return Opening(seed)


def _dice(record: Record, parts: Sequence[Stretch], source: Dice | None) -> Dice:
    """The source itself where it is known, else what is on record."""
    earlier = inherited(record)
    if source is None:
        return Recorded(rolled([entry for part in parts for entry in part.led_to]))
    return Recorded(rolled(record.live)[:earlier], source) if earlier else source


def begin(game: Game[Any, Any], start: FromScenario | FromPosition | FromState) -> tuple[Any, Any]:
    """The scene and the state that a game starts from; games that start alike share the scene."""
    scene, state = _set_up(game, start)
    return _scenes.setdefault(msgspec.json.encode((game.name, start)), scene), state


_scenes: WeakValueDictionary[bytes, Scene] = WeakValueDictionary()
"""The scenes of the games under way, which never change and are the bulk of what a game takes."""


def _set_up(game: Game[Any, Any], start: FromScenario | FromPosition | FromState) -> tuple[Any, Any]:
    if isinstance(start, FromScenario):
        return game.set_up(start.scenario, game.settled(start.options))
    if isinstance(start, FromPosition):
        return game.from_position(start.position)
    state = read_state(game, start)
    return game.scene(state), state


def read_state(game: Game[Any, Any], kept: FromState | Snapshot) -> Any:
    """A state as a record keeps it; ValueError with the reason if the game cannot read it any more."""
    try:
        state = msgspec.json.decode(kept.state, type=game.state_type)
        is_kept = state_hash(state) == kept.hash
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise ValueError(f"the state does not fit the present {game.title}: {error}") from None
    if not is_kept:
        raise ValueError("the state does not have the hash that stands with it")
    return state


def game_of(header: Header) -> Game[Any, Any]:
    """The game of a record; BadRecord if it is not installed."""
    try:
        return game_named(header.game)
    except Unknown as error:
        raise BadRecord(Finding(1, str(error))) from None


class Replay:
    """A game that is played again from its record, and held against it stretch by stretch."""

    def __init__(self, record: Record, dice: Dice) -> None:
        self.record = record
        self.game = game_of(record.header)
        self.fits: int | None = None
        self._rolls = self._marks = 0
        self._snapshots: dict[int, list[tuple[int, Snapshot]]] = {}
        for line, kept in record.live:
            if isinstance(kept, Snapshot):
                self._snapshots.setdefault(kept.after, []).append((line, kept))
        try:
            scene, state = begin(self.game, record.header.start)
        except Exception as error:
            raise self._differs(1, f"the game cannot begin like this any more: {told(error)}") from error
        self.driver = Driver(self.game, scene, state, dice)

    def play(self, parts: Sequence[Stretch]) -> None:
        """Give every answer, and compare what it leads to; Differs at the first line that does not fit."""
        limits = [part.answer[0] for part in parts[1:] if part.answer]
        for part, limit in zip_longest(parts, limits):
            self._step(part)
            self._compare(part, limit)
            self._check_snapshots(part)
            self.fits = part.answer[1].number if part.answer else 0

    def settle(self, until: int | None = None) -> None:
        """Set what no answer brings: standing orders, and the trails of what was taken back."""
        for line, orders in self.record.each(Orders):
            if line < self._limit(until):
                self.driver.orders[self._side(line, orders.side)] = orders.orders
        self.driver.undone = [
            Undone(trail.after, tuple(self._set_aside(entry, trail.after) for entry in trail.answers))
            for trail in self.record.trails
            if trail.after <= len(self.driver.history)
        ]

    def open_links(self) -> None:
        """Open the links that wait for others, as they were opened."""
        for line, link in links(self.record, waiting=True):
            try:
                open_link(self.driver, link.seat, bytes.fromhex(link.link))
            except (Refused, Unknown) as error:
                raise self._differs(line, str(error)) from None

    # -- one answer ----------------------------------------------------------------------------

    def _step(self, part: Stretch) -> None:
        """Start, or give an answer; whatever the rules make of a foreign record becomes a finding."""
        try:
            if part.answer is None:
                self.driver.start()
            else:
                self._give(*part.answer)
        except Differs:
            raise
        except Exception as error:
            line = part.answer[0] if part.answer else 1
            raise self._differs(line, f"the rules cannot go on from here: {told(error)}") from error

    def _give(self, line: int, given: Answer) -> None:
        driver = self.driver
        name = driver.table.scene.side_name
        ask = next((ask for ask in driver.asks if name(ask.side) == given.side), None)
        if ask is None or (ask.name, ask.kind) != (given.ask, given.kind):
            raise self._differs(line, f"this answers {given.ask} of {given.side}, but {self._asked()}")
        try:
            answer = ask.read(given.answer)
        except (Refused, BadRequest, Unknown) as error:
            raise self._differs(line, f"the answer to {given.ask} is refused now: {error}") from error
        rolls = len(driver.table.rolls or ())
        driver.repeat(Input(ask.side, ask.name, ask.kind, answer, given.by, rolls, given.answer))

    def _asked(self) -> str:
        """What the rules wait for now."""
        if self.driver.over:
            return "the game is over by then"
        if self.driver.paused:
            return "the rules want a roll first that is not on record"
        name = self.driver.table.scene.side_name
        return "the rules now ask " + " and ".join(
            f"{ask.name} of {name(ask.side)}" for ask in self.driver.asks
        )

    # -- what it led to ------------------------------------------------------------------------

    def _compare(self, part: Stretch, limit: int | None) -> None:
        """Hold what was led to against the record, which may break off where there is no limit."""
        driver = self.driver
        have = [line for _, line in played(driver, self._rolls, self._marks)]
        want = [entry for entry in part.led_to if not isinstance(entry.value, Snapshot)]
        for entry, line in zip_longest(want, have):
            if entry is None and limit is None:
                break
            if entry is None or entry.value != line:
                place, value = entry or (limit or 0, None)
                raise self._differs(place, _contrast(value, line))
        self._rolls, self._marks = len(driver.table.rolls or ()), len(driver.marks)

    def _check_snapshots(self, part: Stretch) -> None:
        kept = self._snapshots.get(part.answer[1].number if part.answer else 0)
        if not kept:
            return
        driver = self.driver
        begun = [mark.hash for mark in driver.marks if mark.inputs == len(driver.history)]
        for line, snapshot in kept:
            try:
                read_state(self.game, snapshot)
            except ValueError as error:
                raise self._differs(line, str(error)) from None
            if snapshot.hash not in (driver.hash(), *begun):
                raise self._differs(line, "the state that was kept is not the one that the game comes to")

    def _set_aside(self, entry: Entry, after: int) -> Input:
        """An answer that was taken back, as the driver remembers it."""
        given, driver = entry.value, self.driver
        assert isinstance(given, Answer), "only answers are taken back"
        later = driver.history[after:]
        rolls = later[0].rolls if later else len(driver.table.rolls or ())
        side = self._side(entry.line, given.side)
        return Input(side, given.ask, given.kind, given.answer, given.by, rolls, given.answer)

    def _side(self, line: int, name: str) -> int:
        try:
            return int(self.driver.table.scene.side(name))
        except Unknown as error:
            raise self._differs(line, str(error)) from None

    def _limit(self, until: int | None) -> float:
        """The line of the first answer that is left out."""
        later = (
            line
            for line, value in self.record.live
            if until is not None and isinstance(value, Answer) and value.number > until
        )
        return next(later, math.inf)

    def _differs(self, line: int, reason: str) -> Differs:
        made, now = self.record.header.version, self.game.version
        if made != now:
            reason += f" (recorded under version {made} of {self.game.title}, played under version {now})"
        return Differs(Finding(line, reason), self.fits)


def told(error: Exception) -> str:
    """An error in words; one that the engine has no words for, with its type."""
    known = (Refused, BadRequest, BadPosition, Unknown, DiceExhausted, Mismatch, ValueError)
    return str(error) if isinstance(error, known) else f"{type(error).__name__}: {error}"


def _contrast(want: Line | None, have: Line | None) -> str:
    """How a line of the record and what the rules do differ."""
    if (
        isinstance(want, Mark)
        and isinstance(have, Mark)
        and (want.segment, want.turn) == (have.segment, have.turn)
    ):
        return f"the state where {_words(want)} begins is not the same"
    if isinstance(want, End) and isinstance(have, End) and want.reason == have.reason:
        return "the state at the end of the game is not the same"
    return f"the record has {_words(want)}, the game now {_words(have)}"


def _words(line: Line | None) -> str:
    if isinstance(line, Roll):
        return f"the roll {line.purpose!r} of {' and '.join(map(str, line.dice))}"
    if isinstance(line, Mark):
        return f"{line.segment} of turn {line.turn}"
    return f"the end of the game ({line.reason})" if isinstance(line, End) else "nothing here"
