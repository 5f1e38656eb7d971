"""An opponent for the Tactical Combat Series: orders that its own units keep, fire before movement, assault.

It reads no more than its seat may know: counters on the map, its own orders, odds as its side knows them. The
tests deal again what it cannot know, and it answers the same.
"""

from typing import Any

from sandtable.engine.asks import Ask, Choose, Form, Several, random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.tcs.ambushes import AmbushHex, PickAmbusher, Spring
from sandtable.games.tcs.artillery import NextMission
from sandtable.games.tcs.assault import DismountToFight, DriveAway, FightOrFlee, GoOn
from sandtable.games.tcs.attacks import JoinAttack
from sandtable.games.tcs.bot_command import Command, filled
from sandtable.games.tcs.bot_fire import Gunnery
from sandtable.games.tcs.bot_moves import Manoeuvre
from sandtable.games.tcs.bot_orders import Staff
from sandtable.games.tcs.bot_picture import Picture
from sandtable.games.tcs.calls import CallFire
from sandtable.games.tcs.close_combat import FireInside
from sandtable.games.tcs.deployment import FirstModes, PlaceUnit
from sandtable.games.tcs.direct_asks import DeclareFire, NameTarget
from sandtable.games.tcs.fire_plan import WriteFirePlan
from sandtable.games.tcs.missions import Correct, CorrectOnce, KeepFiring, PlaceMarker
from sandtable.games.tcs.modes import ChangeModes
from sandtable.games.tcs.movement import PickUnit, TakeStep
from sandtable.games.tcs.obedience import DeclareFailure
from sandtable.games.tcs.overrun import DriveOut
from sandtable.games.tcs.overwatch import OverwatchFire
from sandtable.games.tcs.planning import PlanOrders
from sandtable.games.tcs.retreats import RetreatTo, TagAlong
from sandtable.games.tcs.scene import Battlefield
from sandtable.games.tcs.state import State

AMBUSH = 2
"""Ambushes are sprung at enemies so near."""
FLIGHTS = 3
"""So many sorties are called at the most."""


class Major:
    """Commands one side; it remembers who has been looked at in vain in the phase that is under way."""

    def __init__(self, seed: bytes) -> None:
        self.dice = seeded(seed)
        self.phase = (0, -1)
        self.done: set[int] = set()

    def answer(self, seat: Seat[State, Battlefield]) -> Any:
        """The answer to the open ask."""
        ask = seat.ask
        if isinstance(ask, Choose) and len(ask.options) == 1:
            return ask.options[0]
        if isinstance(ask, Several) and not ask.options:
            return ()
        state = ask.table.state
        if (state.turn, state.step) != self.phase:
            self.phase, self.done = (state.turn, state.step), set()
        return self._decide(ask, Picture(ask.table, seat.side))

    def _decide(self, ask: Ask[Any], picture: Picture) -> Any:
        match ask:
            case NameTarget() | DeclareFire() | OverwatchFire() | FireInside():
                return self._fire(ask, Gunnery(picture))
            case PickUnit():
                return Manoeuvre(picture).mover(ask, self.done)
            case TakeStep():
                return self._step(ask, Manoeuvre(picture))
            case ChangeModes():
                return Manoeuvre(picture).modes(ask)
            case FirstModes():
                return Manoeuvre(picture).first_modes(ask.options)
            case _:
                return self._close(ask, picture)

    def _fire(self, ask: Ask[Any], gunnery: Gunnery) -> Any:
        match ask:
            case NameTarget():
                return gunnery.target(ask)
            case OverwatchFire():
                return gunnery.overwatch(ask)
            case FireInside():
                return gunnery.inside(ask)
            case DeclareFire():
                return gunnery.declared(ask)
        raise TypeError(f"{ask.name} is no question of fire")

    def _step(self, ask: TakeStep, manoeuvre: Manoeuvre) -> Any:
        step = manoeuvre.step(ask)
        if step is None:
            self.done.add(ask.unit)
        return step

    def _close(self, ask: Ask[Any], picture: Picture) -> Any:
        """What an assault, an overrun or a retreat asks."""
        manoeuvre = Manoeuvre(picture)
        match ask:
            case JoinAttack():
                return manoeuvre.joins(ask)
            case FightOrFlee():
                return manoeuvre.stands(ask)
            case GoOn():
                return manoeuvre.goes_on(ask)
            case DriveAway():
                return manoeuvre.drive_away(ask)
            case RetreatTo() | DriveOut():
                return manoeuvre.retreat(ask.options, ask.unit)
            case DismountToFight():
                return tuple(ask.options)
            case TagAlong() | DeclareFailure() | PickAmbusher():
                return ()
            case _:
                return self._command(ask, picture)

    def _command(self, ask: Ask[Any], picture: Picture) -> Any:
        """What headquarters and guns are asked."""
        command = Command(picture)
        match ask:
            case PlaceUnit():
                return command.place(ask)
            case PlanOrders():
                return Staff(picture).orders(ask)
            case CallFire():
                return command.call(ask)
            case WriteFirePlan():
                return command.fire_plan(ask)
            case NextMission():
                return command.mission(ask)
            case PlaceMarker():
                return command.marker(ask)
            case _:
                return self._lesser(ask, picture)

    def _lesser(self, ask: Ask[Any], picture: Picture) -> Any:
        """What needs little thought."""
        match ask:
            case Correct():
                return ask.options[self.dice.roll(2) - 1]
            case CorrectOnce():
                return ask.options[-1]
            case KeepFiring():
                return ask.decline
            case Spring():
                hexes = [picture.state.hexes[unit] for unit in picture.own]
                near = any(picture.nearest(hex) <= AMBUSH for hex in hexes if hex >= 0)
                return tuple(ask.options) if near else ()
            case AmbushHex():
                return ask.options[0]
            case Form():
                return filled(ask, FLIGHTS, lambda option: 1.0 if option.hex else 0.0)
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)
