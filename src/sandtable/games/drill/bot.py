"""An opponent for Drill: goes for the hill through cover, fires at good odds, digs in where it stands."""

from typing import Any

from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.drill.fire import React
from sandtable.games.drill.movement import DigIn, PickMover, Step
from sandtable.games.drill.state import HIDDEN, Field, State

GOOD_SHOT = 0.3


class Sergeant:
    """Knows only its seat: the ask, the view and the board."""

    def __init__(self, seed: bytes) -> None:
        self.dice = seeded(seed)

    def answer(self, seat: Seat[State, Field]) -> Any:
        """The answer to the open ask."""
        ask, view = seat.ask, seat.view()
        if isinstance(ask, React):
            shots = [(ask.describe(unit).chance or 0, unit) for unit in ask.options if unit is not None]
            return max([shot for shot in shots if shot[0] >= GOOD_SHOT], default=(0, None))[1]
        if isinstance(ask, PickMover):
            return self.mover(seat.scene, view, ask)
        if isinstance(ask, Step):
            return self.step(seat.scene, view, ask)
        if isinstance(ask, DigIn):
            return tuple(ask.options[: ask.most])
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)

    def mover(self, field: Field, view: Any, ask: PickMover) -> int | None:
        """The unit nearest to the hill that is not there yet; the hidden one stays where it is."""
        units = [unit for unit in ask.options if unit is not None and not view.flags[unit] & HIDDEN]
        ways = [(to_hill(field, view.hexes[unit]), unit) for unit in units]
        return min([way for way in ways if way[0]], default=(0, None))[1]

    def step(self, field: Field, view: Any, ask: Step) -> int | None:
        """The step that comes nearer to the hill, through woods for choice."""
        steps = [(to_hill(field, hex), not field.woods[hex], hex) for hex in ask.options if hex is not None]
        nearest = min(steps)
        return nearest[2] if nearest[0] < to_hill(field, view.hexes[ask.unit]) else None


def to_hill(field: Field, hex: int) -> int:
    """How far the hill is; on a board without one, the middle."""
    hill = field.board.marks.get("hill") or (field.board.count // 2,)
    return min(field.board.distance(hex, goal) for goal in hill)
