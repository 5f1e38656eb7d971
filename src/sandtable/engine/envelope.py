"""A sealed ask that is open: which of its sides have answered in secret, and which are waited for."""

from collections.abc import Sequence
from typing import Any

from sandtable.engine.asks import Ask, Sealed
from sandtable.engine.history import Input


class Envelope:
    """The answers to a sealed ask so far; `since` is how many answers had been given before it."""

    __slots__ = ("answers", "sealed", "since")

    def __init__(self, sealed: Sealed[Any], since: int) -> None:
        self.sealed = sealed
        self.since = since
        self.answers: dict[int, Any] = {}

    @property
    def waiting(self) -> list[Ask[Any]]:
        """The asks that are still to be answered."""
        return [ask for side, ask in self.sealed.asks.items() if side not in self.answers]

    def place(self, side: int, history: Sequence[Input]) -> int | None:
        """Where in the history the side's answer stands; one that was never asked has none."""
        given = enumerate(history[self.since :], self.since)
        return next((place for place, one in given if one.side == side), None)

    def opened(self) -> dict[int, Any]:
        """All answers, now that the last one is in."""
        return {side: self.answers[side] for side in self.sealed.asks}
