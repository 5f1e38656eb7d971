"""Runs a game: answers in, events out; checkpoints, fork, undo and replay.

Between two answers the game is a coroutine that waits. It is never stored: a checkpoint is a copy
of the state at a place where starting the segment afresh asks the same thing, and everything
later is that copy with the answers since, run again.
"""

from collections.abc import Coroutine, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.engine.asks import Ask, Form, Sealed, random_answer
from sandtable.engine.dice import Dice
from sandtable.engine.envelope import Envelope
from sandtable.engine.events import Event, GameEnded, SegmentBegan
from sandtable.engine.forking import fork, fork_for
from sandtable.engine.game import Ended, Game, Scene, State, state_hash
from sandtable.engine.hearing import Ears
from sandtable.engine.history import Adjourned, Checkpoint, Input, Mark, Undone
from sandtable.engine.orders import Decision, StandingOrder, decide
from sandtable.engine.refusals import GameOver, Mismatch, Refusal, Refused
from sandtable.engine.sequence import Segment
from sandtable.engine.table import Barrier, Pause, Table

S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Scene)

_IDLE = 10_000
"""So many segments in a row without an ask: the sequence of play goes round in a circle."""
_SPACING = 8
"""Resumable asks so near to the last checkpoint are not worth a copy of the state."""


class Driver(Generic[S, C]):
    """One game under way.

    With `keep` it remembers what undo, forks, logs and records need; without, it only plays on.
    """

    __slots__ = (
        "_checkpoints",
        "_coroutine",
        "_ears",
        "_envelope",
        "_idle",
        "_latest",
        "_rerunning",
        "asks",
        "game",
        "history",
        "keep",
        "marks",
        "orders",
        "paused",
        "segment",
        "started",
        "table",
        "undone",
    )

    def __init__(self, game: Game[S, C], scene: C, state: S, dice: Dice, *, keep: bool = True) -> None:
        self.game = game
        self.keep = keep
        self.table: Table[S, C] = Table(scene, state, dice)
        self.orders: dict[int, tuple[StandingOrder, ...]] = {}
        self.asks: list[Ask[Any]] = []
        self.history: list[Input] = []
        self.undone: list[Undone] = []
        self.marks: list[Mark] = []
        self.segment: Segment | None = None
        self.started = False
        self.paused = False
        self._coroutine: Coroutine[Any, Any, None] | None = None
        self._envelope: Envelope | None = None
        self._ears = Ears()
        self._checkpoints: list[Checkpoint] = []
        self._latest: Checkpoint | None = None
        self._rerunning = False
        self._idle = 0
        if keep:
            self.table.log = []
            self.table.rolls = []

    # -- what can be seen ------------------------------------------------------------------

    @property
    def state(self) -> S:
        return self.table.state

    @property
    def over(self) -> bool:
        return self.started and self._coroutine is None

    @property
    def committed(self) -> tuple[int, ...]:
        """The sides that have answered a sealed ask which is still open."""
        return tuple(self._envelope.answers) if self._envelope else ()

    def view(self, side: int | None) -> msgspec.Struct:
        """What a seat may know; None is the umpire."""
        return self.game.view(self.table, side)

    def hash(self) -> str:
        return state_hash(self.table.state)

    def heard(self, side: int | None, since: int = 0) -> list[Event]:
        """What a seat has learnt, in order, from its own event number `since` on."""
        return self._ears.heard(side, self.table.log or ())[since:]

    def heard_count(self, side: int | None) -> int:
        """How many events a seat has learnt of."""
        return len(self._ears.heard(side, self.table.log or ()))

    def asked(self, side: int) -> Ask[Any]:
        """The open ask of a side; GameOver or Refused if there is none."""
        for ask in self.asks:
            if ask.side == side:
                return ask
        if self.over:
            raise GameOver("the game is over")
        raise Refused(Refusal("", self._why_not_asked(side)))

    def _why_not_asked(self, side: int) -> str:
        sides = self.table.scene.sides
        if not 0 <= side < len(sides):
            return f"there is no side {side}"
        name = sides[side]
        if side in self.committed:
            return f"{name} has already answered; the others have not yet"
        if self.paused:
            return "the dice wait for the other seats' secrets"
        waiting = " and ".join(self.table.scene.side_name(ask.side) for ask in self.asks)
        return f"{name} is not asked anything now; {waiting} is to answer"

    # -- playing ---------------------------------------------------------------------------

    def start(self) -> None:
        """Play up to the first ask."""
        if self.started:
            raise TypeError("this game has been started already")
        self.started = True
        self._begin()
        if self.keep:
            self._announce()
        self._run(None)

    def answer(self, side: int, answer: Any) -> None:
        """Take a side's answer and play on to the next ask; a refusal leaves everything as it was."""
        ask = self.asked(side)
        ask.check(answer)
        self._take(ask, answer)

    def submit(self, side: int, wire: object) -> None:
        """Take an answer in the words of the protocol; reading it has checked it."""
        ask = self.asked(side)
        self._take(ask, ask.read(wire))

    def _take(self, ask: Ask[Any], answer: Any) -> None:
        """Play on with an answer that is allowed; whatever fails then leaves everything as it was."""
        if not self.keep:
            self._accept(ask, answer, "seat")
            return
        inputs, barrier = len(self.history), self.table.barrier
        try:
            self._accept(ask, answer, "seat")
        except Exception:
            self._restore(inputs)
            self.table.barrier = barrier
            raise
        self._forget_checkpoints()

    def withdraw(self, side: int) -> None:
        """Take back a sealed answer while others have still to give theirs."""
        envelope = self._envelope
        place = None if envelope is None else envelope.place(side, self.history)
        if envelope is None or place is None:
            raise Refused(Refusal("", "there is no sealed answer to withdraw; opened ones stand"))
        del envelope.answers[side]
        self._set_aside(place, [self.history.pop(place)])
        self.table.inputs = len(self.history)
        self.asks = envelope.waiting

    def sealed_since(self, side: int) -> int | None:
        """How many answers came before the sealed ask that this side is still to answer, if there is one."""
        envelope = self._envelope
        if envelope is None or all(ask.side != side for ask in envelope.waiting):
            return None
        return envelope.since

    def _has_sealed(self, side: int | None) -> bool:
        envelope = self._envelope
        return side is not None and envelope is not None and envelope.place(side, self.history) is not None

    def resume(self) -> None:
        """Play on after a pause: the dice that were missing have come."""
        if self.paused and self.table.dice.ready:
            self._run(None)

    def _accept(self, ask: Ask[Any], answer: Any, by: str) -> None:
        if self.keep:
            self._keep_input(ask, answer, by)
        if (envelope := self._envelope) is None:
            self.table.dice.answered()
            self._run(answer)
            return
        envelope.answers[ask.side] = answer
        self.asks = envelope.waiting
        if not self.asks:
            self.table.dice.answered()
            self._run(self._opened(envelope))

    def _keep_input(self, ask: Ask[Any], answer: Any, by: str) -> None:
        rolls = len(self.table.rolls or ())
        self.history.append(Input(ask.side, ask.name, ask.kind, answer, by, rolls, ask.write(answer)))
        self.table.inputs += 1
        if ask.private:
            self.table.secret = True

    def _begin(self) -> None:
        """Start the segment that the state stands in, from its head."""
        if self._coroutine is not None:
            self._coroutine.close()
        self.segment = segment = self.game.segment(self.table.state)
        self._coroutine = segment.procedure(self.table, *segment.arguments) if segment else None

    def _announce(self) -> None:
        """A new segment: say so, and keep a checkpoint."""
        segment, table = self.segment, self.table
        if segment is None:
            self._announce_end()
            return
        table.report(SegmentBegan(segment.name, segment.title, table.state.turn, segment.case))
        rolls = len(table.rolls or ())
        self.marks.append(Mark(table.inputs, rolls, segment.name, table.state.turn, self.hash()))
        self._checkpoint()

    def _announce_end(self) -> None:
        outcome = self.table.state.outcome
        if outcome is None:
            raise TypeError(f"{self.game.name} ended without an outcome")
        self.table.report(GameEnded(outcome.winner, outcome.reason))

    def _finish(self, ended: bool) -> None:
        """The running segment is finished, or the whole game with it."""
        self._coroutine = None
        self._idle += 1
        if self._idle > _IDLE:
            raise TypeError(f"{self.game.name} has run through {_IDLE} segments without asking anybody")
        if not ended:
            self.game.advance(self.table.state)
        self._begin()
        if ended and self.segment is not None:
            raise TypeError(f"{self.game.name} stopped the game without an outcome")
        if self.keep:
            self._announce()

    def _run(self, value: Any) -> None:
        """Send a value into the rules and play on until somebody must answer."""
        self._envelope = None
        self.asks = []
        self.paused = False
        while (coroutine := self._coroutine) is not None:
            try:
                want = coroutine.send(value)
            except (StopIteration, Ended) as end:
                self._finish(isinstance(end, Ended))
                value = None
                continue
            self._idle = 0
            if isinstance(want, Ask):
                if want.window and (decision := self._without_asking(want)) is not None:
                    value = decision.answer
                    continue
                self.asks = [want]
            elif isinstance(want, Sealed):
                envelope = self._sealed(want)
                if not envelope.waiting:
                    value = self._opened(envelope)
                    continue
                self._envelope, self.asks = envelope, envelope.waiting
            else:
                self._pause(want)
            if self.keep and not self.paused and want.resumable:
                self._pass_checkpoint()
            return

    def _sealed(self, sealed: Sealed[Any]) -> Envelope:
        """Ask several sides at once; a window among the asks may be answered without asking."""
        envelope = Envelope(sealed, len(self.history))
        for side, ask in sealed.asks.items():
            if ask.window and (decision := self._without_asking(ask)) is not None:
                envelope.answers[side] = decision.answer
        return envelope

    def _opened(self, envelope: Envelope) -> dict[int, Any]:
        """All sealed answers: from here on each side knows what the others gave."""
        if len(envelope.sealed.asks) > 1:
            self.table.barrier = Barrier(self.table.inputs, "the sealed answers have been opened since")
        return envelope.opened()

    def _pause(self, want: object) -> None:
        if not isinstance(want, Pause):
            raise TypeError(
                f"a rule awaited {want!r}; rules await only the asks, rolls and draws of their table"
            )
        self.paused = True

    def _without_asking(self, window: Ask[Any]) -> Decision | None:
        """The answer to a window where nobody could react, or where standing orders decide."""
        if not window.might_answer():
            return Decision(window.decline)
        orders = self.orders.get(window.side)
        if not orders or self._rerunning:
            return None
        decision = decide(orders, window)
        if decision is None:
            return None
        if self.keep:
            self._keep_input(window, decision.answer, "orders")
        self.table.dice.answered()
        return decision

    # -- checkpoints, and running again ------------------------------------------------------

    def _here(self) -> Checkpoint:
        """The present state as a checkpoint; right only where starting the segment afresh asks the same."""
        table = self.table
        heard, rolls = len(table.log or ()), len(table.rolls or ())
        return Checkpoint(table.state.copy(), table.dice.copy(), table.inputs, heard, rolls)

    def _pass_checkpoint(self) -> None:
        """A resumable ask: keep a copy, unless the last one is only a few answers old and nothing secret.

        Nor where standing orders have answered a part of it, which starting afresh would ask again.
        """
        if self._envelope is not None and self.table.inputs > self._envelope.since:
            return
        if self.table.secret or self.table.inputs - self._checkpoints[-1].inputs >= _SPACING:
            self._checkpoint()
        elif self._latest is not None:
            self._latest = self._here()

    @property
    def last_checkpoint(self) -> Checkpoint:
        """Where undo would start again from."""
        return self._checkpoints[-1]

    def nearest_checkpoint(self) -> Checkpoint:
        """The checkpoint from which the present ask is reached with the fewest answers."""
        if not self.keep:
            raise TypeError("this game keeps nothing to fork from; a fork of a fork needs keep=True")
        if self._envelope is None:
            fresh = bool(self.asks) and self.asks[0].resumable
        else:
            fresh = self._envelope.sealed.resumable and not self._envelope.answers
        return self._here() if fresh else self._checkpoints[-1]

    def fork_place(self) -> Checkpoint:
        """Where a fork sets out; once somebody forks, the last resumable ask is kept too from then on."""
        place, latest = self.nearest_checkpoint(), self._latest
        if latest is None or not place.inputs < latest.inputs <= self.table.inputs:
            self._latest = latest = place
        return latest

    def _checkpoint(self) -> None:
        place = self._here()
        self.table.secret = False
        if self._checkpoints and self._checkpoints[-1].inputs == place.inputs:
            self._checkpoints[-1] = place
        else:
            self._checkpoints.append(place)

    def _forget_checkpoints(self) -> None:
        """Drop those that undo can no longer reach."""
        while len(self._checkpoints) > 1 and self._checkpoints[1].inputs <= self.table.barrier.inputs:
            del self._checkpoints[0]

    def _restore(self, inputs: int) -> None:
        """Go back to where so many answers had been given."""
        while self._checkpoints[-1].inputs > inputs:
            self._checkpoints.pop()
        self._latest = self._latest and self._checkpoints[-1]
        place, table = self._checkpoints[-1], self.table
        again = self.history[place.inputs : inputs]
        del self.history[place.inputs :]
        table.state, table.dice, table.inputs = place.state.copy(), place.dice.copy(), place.inputs
        if table.log is not None and table.rolls is not None:
            del table.log[place.heard :], table.rolls[place.rolls :]
            self._ears.forget(place.heard)
        self.marks = [
            mark for mark in self.marks if mark.inputs <= place.inputs and mark.rolls <= place.rolls
        ]
        self._begin()
        self._rerun(again)

    def _rerun(self, inputs: Sequence[Input]) -> None:
        self._rerunning = True
        try:
            self._run(None)
            for given in inputs:
                self.repeat(given)
        finally:
            self._rerunning = False

    def repeat(self, given: Input) -> None:
        """Give an answer that was accepted before; Mismatch if the rules now ask something else."""
        ask = next((ask for ask in self.asks if ask.side == given.side), None)
        if ask is None or ask.name != given.ask:
            open_asks = ", ".join(f"{ask.name} of side {ask.side}" for ask in self.asks) or "nothing"
            number = len(self.history) + 1
            raise Mismatch(f"answer {number} was to {given.ask} of side {given.side}; asked now: {open_asks}")
        self._accept(ask, self._again(ask, given), given.by)

    def _again(self, ask: Ask[Any], given: Input) -> Any:
        """The answer that was given; in a fork for another side, one that could as well have been given."""
        deal = self.table.deal
        if deal is not None and not ask.known_to(deal.side):
            return random_answer(ask, lambda count: deal.dice.roll(count) - 1)
        # A form's answer belongs to the rules from then on, so they get a new one.
        answer = msgspec.convert(given.wire, ask.shape) if isinstance(ask, Form) else given.answer
        if deal is not None and deal.strict:
            ask.check(answer)
        return answer

    def undo(self, count: int = 1, side: int | None = None) -> None:
        """Take back the last answers of a side (None: one person plays all sides)."""
        if side is not None and count == 1 and self._has_sealed(side):
            self.withdraw(side)
            return
        target = self._undo_target(count, side)
        self._set_aside(target, self.history[target:])
        self._restore(target)

    def undo_refusal(self, side: int | None = None) -> str:
        """Why the last answer of a side cannot be taken back; empty where it can."""
        if self._has_sealed(side):
            return ""
        try:
            self._undo_target(1, side)
        except Refused as refused:
            return str(refused)
        return ""

    def _undo_target(self, count: int, side: int | None) -> int:
        """After how many answers the game would stand; Refused with what stands in the way."""
        target = len(self.history)
        while count > 0:
            if target <= self.table.barrier.inputs:
                raise Refused(Refusal("", f"this cannot be taken back: {self.table.barrier.reason}"))
            given = self.history[target - 1]
            if side is not None and given.side != side:
                raise Refused(Refusal("", "this cannot be taken back: another side has answered since"))
            target -= 1
            count -= given.by == "seat"
        return target

    def _set_aside(self, target: int, answers: Sequence[Input]) -> None:
        """Keep what is undone as a folded trail."""
        self.undone = [Undone(min(old.inputs, target), old.answers) for old in self.undone]
        self.undone.append(Undone(target, tuple(answers)))

    def fork(self, seed: bytes, *, keep: bool = False) -> "Driver[S, C]":
        """The same game from here on with other dice: for analysis by somebody who may know everything."""
        return fork(self, seed, keep)

    def fork_for(self, side: int, seed: bytes, *, keep: bool = False) -> "Driver[S, C]":
        """A fork in which all that the side cannot know has been dealt again."""
        return fork_for(self, side, seed, keep)

    def set_out(self, inputs: Sequence[Input]) -> None:
        """Begin from the state as it was handed over, and give the answers that came after it."""
        self.started = True
        self._begin()
        if self.keep:
            self._checkpoint()
        self._rerun(inputs)

    @property
    def opened(self) -> int:
        """How many answers everybody knows of: those before a sealed ask that is still open."""
        return len(self.history) if self._envelope is None else self._envelope.since

    def adjourn(self) -> Adjourned:
        """The game as it stands, as plain data, to be taken up in another process."""
        place = self.nearest_checkpoint()
        log = tuple((self.table.log or ())[: place.heard])
        return Adjourned(self.game.name, place, tuple(self.history[place.inputs :]), log)

    @classmethod
    def take_up(cls, game: Game[S, C], scene: C, adjourned: Adjourned) -> "Driver[S, C]":
        """A game that was adjourned, at the same ask; what came before its checkpoint cannot be undone."""
        driver = cls(game, scene, adjourned.place.state.copy(), adjourned.place.dice.copy())
        driver.table.log = list(adjourned.log)
        driver.set_out(adjourned.inputs)
        return driver
