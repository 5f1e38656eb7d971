"""The sequence of play as data: a ladder of named procedures, climbed once each turn."""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from sandtable.engine.refusals import Unknown


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the winning side or None, in words, with each side's points where counted.

    `allies` are the sides that win with the winner, where several players command one army.
    """

    winner: int | None
    reason: str
    points: tuple[float, ...] = ()
    allies: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.winner is None else (self.winner, *self.allies)


class Segment(msgspec.Struct, frozen=True):
    """A stretch of the sequence of play: a procedure with plain arguments."""

    name: str
    title: str
    procedure: Callable[..., Coroutine[Any, Any, None]]
    arguments: tuple[int | str, ...] = ()
    case: str = ""


class Climber(Protocol):
    """A state that stands on a rung."""

    turn: int
    step: int
    outcome: Outcome | None


S = TypeVar("S", bound=Climber)


class Rung(msgspec.Struct, frozen=True):
    """One segment of every turn, or of those in which `when` holds; climbed again while `again` holds."""

    name: str
    title: str
    case: str
    procedure: Callable[..., Coroutine[Any, Any, None]]
    arguments: tuple[int | str, ...] = ()
    when: Callable[[Any], bool] | None = None
    again: Callable[[Any], bool] | None = None


def rung_name(words: str) -> str:
    """The name of a rung as people may write it: "Blue movement" is blue-movement."""
    return "-".join(words.lower().split())


class Ladder(Generic[S]):
    """The rungs of a turn in order; `state.step` counts them, `state.turn` the climbs."""

    def __init__(self, *rungs: Rung) -> None:
        self.rungs = rungs

    def segment(self, state: S) -> Segment | None:
        """The segment of the rung that the state stands on, or None once the game is decided."""
        if state.outcome is not None:
            return None
        rung = self.rungs[state.step]
        return Segment(rung.name, rung.title, rung.procedure, rung.arguments, rung.case)

    def advance(self, state: S) -> None:
        """Step to the next rung that this turn has, or stay on one that is climbed again."""
        here = self.rungs[state.step].again
        if here is not None and state.outcome is None and here(state):
            return
        while state.outcome is None:
            state.step += 1
            if state.step == len(self.rungs):
                state.step = 0
                state.turn += 1
            rung = self.rungs[state.step]
            if rung.when is None or rung.when(state):
                return

    def step(self, name: str) -> int:
        """The place of a rung by its name; Unknown if there is none."""
        for place, rung in enumerate(self.rungs):
            if rung.name == rung_name(name):
                return place
        raise Unknown("phase", name, [rung.name for rung in self.rungs])
