"""A refusal teaches: the case that forbids, the reason in one sentence, and the place."""

from collections.abc import Iterable

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer, a plot or a line of a file is not allowed."""

    case: str
    reason: str
    place: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{self.case}: {where}{self.reason}" if self.case else f"{where}{self.reason}"


class Refused(Exception):
    """An answer was not allowed; carries every fault found, and nothing has been applied."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(str(refusal) for refusal in refusals))
        self.refusals = refusals

    @property
    def case(self) -> str:
        return self.refusals[0].case


class BadRequest(Exception):
    """Words that cannot be understood: not the form that was asked for."""


class BadPosition(Exception):
    """A position file that contradicts itself or the rules; carries every fault found."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(str(refusal) for refusal in refusals))
        self.refusals = refusals


class Unknown(Exception):
    """A name that this game does not have; `known` are all that it has, `near` those that may be meant."""

    def __init__(self, what: str, name: str, known: Iterable[str] = (), near: Iterable[str] = ()) -> None:
        choices = sorted(known)
        hint = f"; there are: {', '.join(choices)}" if choices else ""
        if likely := list(near):
            hint = f"; is {' or '.join(likely)} meant?"
        super().__init__(f"no {what} is called {name!r}{hint}")


class DiceExhausted(Exception):
    """The scripted dice ran out; the game stands as before the answer."""


class GameOver(Exception):
    """Nobody is asked anything any more."""


class Mismatch(Exception):
    """The history and the rules disagree: an input does not fit the ask that the rules make."""


class NoSuchDeal(Exception):
    """What a side cannot know could not be dealt again consistently with what it has seen."""
