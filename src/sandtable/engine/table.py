"""The table that a rule plays on: the state, and the four verbs that touch the outside."""

from collections.abc import Awaitable, Generator, Sequence
from typing import Generic, TypeVar

from sandtable.engine.asks import Ask, Sealed
from sandtable.engine.dice import Dice
from sandtable.engine.events import Drawn, Event, Heard, Rolled
from sandtable.engine.odds import Odds

T = TypeVar("T")
S = TypeVar("S")
C = TypeVar("C")


class Pause:
    """Awaited where dice are wanted that are not to be had yet."""

    __slots__ = ()

    def __await__(self) -> Generator["Pause", None, None]:
        yield self


class Barrier:
    """How far back answers may be taken back, and what stands in the way of more."""

    __slots__ = ("inputs", "reason")

    def __init__(self, inputs: int, reason: str) -> None:
        self.inputs = inputs
        self.reason = reason


class Table(Generic[S, C]):
    """What a rule sees: `state` (plain data that changes), `scene` (board, charts: what never
    changes in a game), and ask, ask_all, roll and report.

    `log` and `rolls` are None when nobody keeps them; `inputs` counts the answers so far.
    """

    __slots__ = ("barrier", "dice", "inputs", "log", "rolls", "scene", "state")

    def __init__(self, scene: C, state: S, dice: Dice) -> None:
        self.scene = scene
        self.state = state
        self.dice = dice
        self.log: list[Heard] | None = None
        self.rolls: list[tuple[str, tuple[int | str, ...]]] | None = None
        self.inputs = 0
        self.barrier = Barrier(0, "that is where the game began")

    def ask(self, ask: Ask[T]) -> Awaitable[T]:
        """Ask one side."""
        return ask

    def ask_all(self, asks: Sequence[Ask[T]], resumable: bool = False) -> Awaitable[dict[int, T]]:
        """Ask several sides at once, in secret; the answers are opened together."""
        return Sealed(asks, resumable)

    async def roll(self, odds: Odds, secret_to: int | None = None) -> str:
        """Roll what the odds say, and what they call for in turn; gives the final result."""
        while True:
            while not self.dice.ready:
                await Pause()
            dice = tuple([self.dice.roll(sides) for sides in odds.dice])
            total = sum(dice)
            result = odds.results[total - len(dice)]
            self.barrier = Barrier(self.inputs, "a die has been rolled since")
            self._rolled(odds, dice, total, result, secret_to)
            further = odds.follow.get(result)
            if further is None:
                return result
            odds = further

    def _rolled(
        self, odds: Odds, dice: tuple[int, ...], total: int, result: str, secret_to: int | None
    ) -> None:
        if self.rolls is not None:
            self.rolls.append((odds.purpose, dice))
        if self.log is not None:
            event = Rolled(odds.purpose, odds.case, dice, total, odds.modifiers, odds.needed, result)
            self.log.append(Heard(event, secret_to))

    async def draw(
        self, purpose: str, case: str, items: Sequence[str], count: int = 1, secret_to: int | None = None
    ) -> tuple[str, ...]:
        """Draw chits without putting them back."""
        while not self.dice.ready:
            await Pause()
        left = list(items)
        drawn = []
        for _ in range(count):
            drawn.append(self.dice.draw(left))
            left.remove(drawn[-1])
        self.barrier = Barrier(self.inputs, "a chit has been drawn since")
        if self.rolls is not None:
            self.rolls.append((purpose, tuple(drawn)))
        self.report(Drawn(purpose, case, tuple(drawn)), secret_to)
        return tuple(drawn)

    def report(self, event: Event, to: int | None = None, others: Event | None = None) -> None:
        """Say what happened: to everybody, or to one side, and then what the others learn instead."""
        if event.reveals:
            self.barrier = Barrier(self.inputs, "something hidden has been revealed since")
        if self.log is not None:
            self.log.append(Heard(event, to, others))
