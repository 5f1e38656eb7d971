"""The opponent that takes the best chance on offer and does not look further."""

from random import Random
from typing import Any

from sandtable.bots.random import picks
from sandtable.engine.asks import Choose, random_answer
from sandtable.engine.views import Seat


class GreedyBot:
    """The option with the best stated chance; where none is stated, any allowed answer."""

    def __init__(self, seed: bytes) -> None:
        self._random = Random(seed)

    def answer(self, seat: Seat[Any, Any]) -> Any:
        """The answer to the seat's open ask."""
        ask = seat.ask
        best = likeliest(ask) if isinstance(ask, Choose) else []
        return self._random.choice(best) if best else random_answer(ask, picks(self._random))


def likeliest(ask: Choose[Any]) -> list[Any]:
    """The options that share the best chance; none where no option states a chance above nought."""
    chances = [ask.describe(option).chance or 0 for option in ask.options]
    best = max(chances, default=0)
    return [option for option, chance in zip(ask.options, chances, strict=True) if chance == best > 0]
