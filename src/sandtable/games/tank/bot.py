"""An opponent for Tank!: plots a turn as a player would who looks at the map, the charts and his own units.

It knows its seat alone: the ask, and a fork in which what it cannot know has been dealt again.
"""

from typing import Any

from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.tank.bot_facing import face
from sandtable.games.tank.bot_halting import better_to_halt
from sandtable.games.tank.bot_plan import Plan
from sandtable.games.tank.bot_setting_up import form_column, lie_in_wait
from sandtable.games.tank.deployment import FormColumn, LieInWait
from sandtable.games.tank.final_facing import FinalFacing
from sandtable.games.tank.first_in_line import PickFirer, PickFirst
from sandtable.games.tank.impulses import CARRY_ON, HALT, BreakOff
from sandtable.games.tank.plots import Plots
from sandtable.games.tank.plotting import PlotUnits
from sandtable.games.tank.state import Field, State


class Captain:
    """Commands one side's company."""

    def __init__(self, seed: bytes) -> None:
        self.dice = seeded(seed)
        self.seed = seed

    def answer(self, seat: Seat[State, Field]) -> Any:
        """The answer to the open ask."""
        ask = seat.ask
        if isinstance(ask, PlotUnits):
            return self.plot(seat, ask)
        if isinstance(ask, FinalFacing):
            return face(seat.fork(self.seed).table, seat.side)
        if isinstance(ask, FormColumn):
            return form_column(ask, seat.scene, self.dice)
        if isinstance(ask, LieInWait):
            return lie_in_wait(ask, seat.scene, self.dice)
        if isinstance(ask, PickFirst):
            return None
        if isinstance(ask, PickFirer):
            return max((ask.describe(option).chance or 0, option) for option in ask.shots)[1]
        if isinstance(ask, BreakOff):
            halts = better_to_halt(seat.fork(self.seed).table, seat.side)
            return HALT if halts else CARRY_ON
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)

    def plot(self, seat: Seat[State, Field], ask: PlotUnits) -> Plots:
        """The plan; lines that its own ask refuses are left out, since a turn must not end a game."""
        plots = Plan(seat.scene, seat.fork(self.seed).table.state, seat.side).plots()
        refused = {fault.place for fault in ask.faults(plots)}
        if not refused:
            return plots
        sound = Plots(tuple(line for line in plots.lines if line.unit not in refused), plots.march)
        return Plots() if ask.faults(sound) else sound
