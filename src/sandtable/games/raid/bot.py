"""An opponent for Raid!: fires by the odds, moves for its mission, keeps in command and out of the shells.

It knows no more than its seat: the ask, the view, the map and the charts.
"""

from typing import Any

from sandtable.engine.asks import Ask, Choose, random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.raid.arms import Shot
from sandtable.games.raid.assault import AssaultShot, LeaveOrFight, Melee
from sandtable.games.raid.bot_deployment import SettingUp
from sandtable.games.raid.bot_estimate import loss
from sandtable.games.raid.bot_fire import Gunnery
from sandtable.games.raid.bot_guns import Battery, turns
from sandtable.games.raid.bot_marching import March
from sandtable.games.raid.bot_moves import Manoeuvre
from sandtable.games.raid.bot_orders import Plan
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.command import NextHost
from sandtable.games.raid.deployment import SetUp
from sandtable.games.raid.detonations import Detonate
from sandtable.games.raid.fire import Aim
from sandtable.games.raid.fire_asks import AimAsk, ConeFire, PickShots, shots_for
from sandtable.games.raid.kill_zones import SweptHex
from sandtable.games.raid.moves import Group, PickMove, Step
from sandtable.games.raid.plots import PlotFire
from sandtable.games.raid.recombining import Merger, Recombine
from sandtable.games.raid.scene import Battlefield
from sandtable.games.raid.state import State
from sandtable.games.raid.turning import Ready


class Lieutenant:
    """Commands one side; it remembers who has been looked at in vain in the phase that is under way."""

    def __init__(self, seed: bytes) -> None:
        self.dice = seeded(seed)
        self.phase = (0, "")
        self.content: set[Group] = set()

    def answer(self, seat: Seat[State, Battlefield]) -> Any:
        """The answer to the open ask."""
        ask = seat.ask
        if isinstance(ask, Choose) and len(ask.options) == 1:
            return ask.options[0]
        view: Any = seat.view()
        if (view.turn, view.phase) != self.phase:
            self.phase, self.content = (view.turn, view.phase), set()
        picture = Picture(seat.scene, view, seat.side)
        return self._decide(ask, picture, Plan(picture))

    def _decide(self, ask: Ask[Any], picture: Picture, plan: Plan) -> Any:
        match ask:
            case Step():
                return March(Manoeuvre(picture, plan)).step(ask)
            case PickMove():
                return self.mover(ask, March(Manoeuvre(picture, plan)))
            case AimAsk():
                return self.aim(ask, picture, plan)
            case PickShots():
                return self.shots(ask, picture, plan)
            case SetUp():
                return SettingUp(picture, self.dice).answer(ask)
            case AssaultShot():
                return max(ask.options, key=lambda melee: self.blow(ask, picture, melee))
            case PlotFire():
                return Battery(picture, plan).plots(ask)
            case _:
                return self._lesser(ask, picture, plan)

    def _lesser(self, ask: Ask[Any], picture: Picture, plan: Plan) -> Any:
        """What needs little thought."""
        match ask:
            case ConeFire():
                return max(ask.options[1:], key=lambda one: ask.describe(one).chance or 0)
            case LeaveOrFight():
                return "fight"
            case NextHost() | SweptHex():
                return ask.options[0]
            case Recombine():
                return self.recombine(ask, picture)
            case Ready():
                return turns(picture, ask.options)
            case Detonate():
                return tuple([place for place in ask.options if self._ripe(ask, plan, place)])
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)

    def _ripe(self, ask: Detonate, plan: Plan, place: int) -> bool:
        """Is it time for a charge, which the question names by its hex?"""
        return plan.sets_off(plan.scene.hex(ask.key(place).split()[0]))

    # ---- fire

    def aim(self, ask: AimAsk, picture: Picture, plan: Plan) -> Aim | None:
        """The attack that is worth most, if any is."""
        gunnery, firers = Gunnery(picture, plan, ask.sort), ask.firers()
        aims = [aim for aim in ask.options if aim is not None and aim.unit >= 0]
        found = gunnery.best([(aim, shots_for(ask.table, firers, ask.sort, aim)) for aim in aims])
        return found.aim if found else None

    def shots(self, ask: PickShots, picture: Picture, plan: Plan) -> tuple[Shot, ...]:
        """Who fires at what was aimed at."""
        gunnery = Gunnery(picture, plan, ask.sort)
        attack = gunnery.attack(ask.aim, ask.options)
        return attack.shots or (max(ask.options, key=lambda shot: gunnery.worth(ask.aim, shot)),)

    def blow(self, ask: AssaultShot, picture: Picture, melee: Melee) -> float:
        """What a shot in the hex does to its target, in men."""
        odds = ask.odds(melee)
        return loss(odds, picture.state.men[melee.target]) if odds else 0.0

    def recombine(self, ask: Recombine, picture: Picture) -> Merger | None:
        """Remnants of one man join others; who has two or more fights on by himself."""
        state = picture.state
        weak = [
            merger
            for merger in ask.options
            if merger is not None and all(state.men[unit] <= 2 for unit in merger.units)
        ]
        return max(weak, key=lambda merger: max(merger.men), default=None)

    def mover(self, ask: PickMove, march: March) -> Group | None:
        """Who comes on, who assaults, then who finds a better place; nobody is looked at twice in a phase."""
        groups = [group for group in ask.options if group is not None and group not in self.content]
        for group in sorted(groups, key=march.rank):
            if march.goes(group):
                return group
            self.content.add(group)
        return None
