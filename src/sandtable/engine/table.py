"""The table that a rule plays on: the state, and the four verbs that touch the outside."""

from collections.abc import Awaitable, Generator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.engine.asks import Ask, Sealed
from sandtable.engine.dice import Dice
from sandtable.engine.events import Audience, Drawn, Event, Heard, Rolled, hears
from sandtable.engine.odds import Odds

T = TypeVar("T")
S = TypeVar("S")
C = TypeVar("C")


_DICE = "a die has been rolled since"
_SECRET = "something has happened since that cannot be undone"


class Pause:
    """Awaited where dice are wanted that are not to be had yet."""

    __slots__ = ()

    def __await__(self) -> Generator["Pause", None, None]:
        yield self


class Deal:
    """In a fork for one side: where it gets the dice that the side has not seen.

    A strict one holds the answers given so far against what the rules allow in it.
    """

    __slots__ = ("dice", "side", "strict")

    def __init__(self, side: int, dice: Dice, strict: bool = False) -> None:
        self.side = side
        self.dice = dice
        self.strict = strict


async def _nobody() -> dict[int, Any]:
    return {}


class Barrier:
    """How far back answers may be taken back, and what stands in the way of more."""

    __slots__ = ("inputs", "reason")

    def __init__(self, inputs: int, reason: str) -> None:
        self.inputs = inputs
        self.reason = reason


class Table(Generic[S, C]):
    """What a rule sees: `state` (plain data that changes), `scene` (board, charts: what never
    changes in a game), and ask, ask_all, roll and report.

    `log` and `rolls` are None when nobody keeps them; `inputs` counts the answers so far; `secret` notes
    that something not everybody knows has come in since the last checkpoint.
    """

    __slots__ = ("barrier", "deal", "dice", "inputs", "log", "rolls", "scene", "secret", "state")

    def __init__(self, scene: C, state: S, dice: Dice) -> None:
        self.scene = scene
        self.state = state
        self.dice = dice
        self.log: list[Heard] | None = None
        self.rolls: list[tuple[str, tuple[int | str, ...]]] | None = None
        self.inputs = 0
        self.secret = False
        self.deal: Deal | None = None
        self.barrier = Barrier(0, "that is where the game began")

    def ask(self, ask: Ask[T]) -> Awaitable[T]:
        """Ask one side."""
        return ask

    def ask_all(self, asks: Sequence[Ask[T]], resumable: bool = False) -> Awaitable[dict[int, T]]:
        """Ask several sides at once, in secret; the answers are opened together."""
        return Sealed(asks, resumable) if asks else _nobody()

    async def roll(self, odds: Odds, secret_to: Audience = None, workings_to: Audience = None) -> str:
        """Roll what the odds say, and what they call for in turn; gives the final result.

        Where modifiers would betray something hidden, only those in `workings_to` hear of them; the others
        hear of the dice and the result.
        """
        while True:
            while not self.dice.ready:
                await Pause()
            faces = self._thrown(odds.dice, secret_to)
            result = odds.of(faces)
            self._rolled(odds, faces, result, secret_to, workings_to)
            if result == odds.again:
                continue
            further = odds.follow.get(result)
            if further is None:
                return result
            odds = further

    def _thrown(self, dice: tuple[int, ...], secret_to: Audience) -> tuple[int, ...]:
        """The faces that come up. The true dice are spent even where others are dealt in their place."""
        faces = tuple([self.dice.roll(sides) for sides in dice])
        self.barrier = Barrier(self.inputs, _DICE if secret_to is None else _SECRET)
        if secret_to is None:
            return faces
        self.secret = True
        if self.deal is None or hears(secret_to, self.deal.side):
            return faces
        return tuple([self.deal.dice.roll(sides) for sides in dice])

    def _rolled(
        self, odds: Odds, faces: tuple[int, ...], result: str, secret_to: Audience, workings_to: Audience
    ) -> None:
        if self.rolls is not None:
            self.rolls.append((odds.purpose, faces))
        if self.log is not None:
            event = Rolled(odds.purpose, odds.case, faces, sum(faces), odds.modifiers, odds.needed, result)
            if workings_to is None:
                self.log.append(Heard(event, secret_to))
            else:
                bare = msgspec.structs.replace(event, modifiers=(), needed="")
                self.log.append(Heard(event, workings_to, bare if secret_to is None else None))

    async def draw(
        self, purpose: str, case: str, items: Sequence[str], count: int = 1, secret_to: Audience = None
    ) -> tuple[str, ...]:
        """Draw chits without putting them back."""
        while not self.dice.ready:
            await Pause()
        drawn = self._drawn(self.dice, items, count)
        self.barrier = Barrier(self.inputs, "a chit has been drawn since" if secret_to is None else _SECRET)
        if secret_to is not None:
            self.secret = True
            if self.deal is not None and not hears(secret_to, self.deal.side):
                drawn = self._drawn(self.deal.dice, items, count)
        if self.rolls is not None:
            self.rolls.append((purpose, drawn))
        self.report(Drawn(purpose, case, drawn), secret_to)
        return drawn

    def _drawn(self, dice: Dice, items: Sequence[str], count: int) -> tuple[str, ...]:
        left = list(items)
        drawn = []
        for _ in range(count):
            drawn.append(dice.draw(left))
            left.remove(drawn[-1])
        return tuple(drawn)

    def report(self, event: Event, to: Audience = None, others: Event | None = None) -> None:
        """Say what happened: to everybody, or to some, and then what the others learn instead."""
        if event.reveals or (others is not None and others.reveals):
            self.barrier = Barrier(self.inputs, "something hidden has been revealed since")
        if self.log is not None:
            self.log.append(Heard(event, to, others))
