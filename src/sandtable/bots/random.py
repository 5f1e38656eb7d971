"""The opponent that plays any allowed answer, picked from options alone."""

from random import Random
from typing import Any

from sandtable.engine.asks import Picks, random_answer
from sandtable.engine.views import Seat


def picks(chance: Random) -> Picks:
    """Picks of one out of a number of things, each as likely as the next."""

    def pick(count: int) -> int:
        return chance.randrange(count)

    return pick


class RandomBot:
    """Any allowed answer; the same seed gives the same answers."""

    def __init__(self, seed: bytes) -> None:
        self._picks = picks(Random(seed))

    def answer(self, seat: Seat[Any, Any]) -> Any:
        """The answer to the seat's open ask."""
        return random_answer(seat.ask, self._picks)
