"""An opponent for Raid!: fires by the odds, moves for its mission, keeps in command and out of the shells.

It knows no more than its seat: the ask, the view, the map and the charts.
"""

from collections.abc import Sequence
from typing import Any

from sandtable.engine.asks import Ask, Choose, random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.raid.arms import Shot
from sandtable.games.raid.assault import AssaultShot, LeaveOrFight, Melee
from sandtable.games.raid.bot_deployment import SettingUp
from sandtable.games.raid.bot_estimate import loss
from sandtable.games.raid.bot_fire import Gunnery
from sandtable.games.raid.bot_moves import Manoeuvre
from sandtable.games.raid.bot_orders import Plan
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.command import NextHost
from sandtable.games.raid.deployment import SetUp
from sandtable.games.raid.detonations import Detonate
from sandtable.games.raid.fire import Aim
from sandtable.games.raid.fire_asks import AimAsk, ConeFire, PickShots, shots_for
from sandtable.games.raid.kill_zones import SweptHex
from sandtable.games.raid.moves import STOP, Act, Group, PickMove, Step
from sandtable.games.raid.plots import PlotFire, Plots
from sandtable.games.raid.recombining import Merger, Recombine
from sandtable.games.raid.scene import Battlefield
from sandtable.games.raid.state import State
from sandtable.games.raid.turning import Ready, Turn

GAIN = 0.25
"""By how much a place must be better before a unit that could fire at movers leaves its own."""
STORM = 1.0
"""What an assault has to promise."""


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
                return self.step(ask, Manoeuvre(picture, plan))
            case PickMove():
                return self.mover(ask, Manoeuvre(picture, plan))
            case AimAsk():
                return self.aim(ask, picture, plan)
            case PickShots():
                return self.shots(ask, picture, plan)
            case SetUp():
                return SettingUp(picture, self.dice).answer(ask)
            case AssaultShot():
                return max(ask.options, key=lambda melee: self.blow(ask, picture, melee))
            case _:
                return self._lesser(ask, picture)

    def _lesser(self, ask: Ask[Any], picture: Picture) -> Any:
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
                return self.turns(ask, picture)
            case PlotFire():
                return Plots()
            case Detonate():
                return tuple(ask.options)
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)

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

    def turns(self, ask: Ready, picture: Picture) -> Sequence[Turn]:
        return ()

    # ---- movement

    def mover(self, ask: PickMove, manoeuvre: Manoeuvre) -> Group | None:
        """Who comes on, who assaults, then who finds a better place."""
        groups = [group for group in ask.options if group is not None and group not in self.content]
        for group in sorted(groups, key=lambda group: self._rank(manoeuvre, group)):
            if self._goes(manoeuvre, group):
                return group
            self.content.add(group)
        return None

    def _rank(self, manoeuvre: Manoeuvre, group: Group) -> tuple[int, int, Group]:
        """Larger groups first, since they may assault together; then as listed."""
        return manoeuvre.state.hexes[group[0]] >= 0, -len(group), group

    def _goes(self, manoeuvre: Manoeuvre, group: Group) -> bool:
        if manoeuvre.state.hexes[group[0]] < 0:
            return True
        if self.storm(manoeuvre, group) >= 0:
            return True
        fighters = [unit for unit in group if manoeuvre.picture.breed(unit) not in ("hq",)]
        if len(fighters) != 1 or manoeuvre.scene.types[fighters[0]].flies:
            return False
        gain, _ = manoeuvre.destination(fighters)
        return gain > GAIN

    def storm(self, manoeuvre: Manoeuvre, group: Sequence[int]) -> int:
        """The adjacent hex that a group had better assault, or -1."""
        hex = manoeuvre.state.hexes[group[0]]
        if hex < 0 or not manoeuvre.scene.types[group[0]].combat:
            return -1
        near = [one for one in manoeuvre.scene.ground.near(hex) if one in manoeuvre.picture.foes]
        worth = [(manoeuvre.assault(group, one), one) for one in near]
        best = max(worth, default=(0.0, -1))
        return best[1] if best[0] > STORM else -1

    def step(self, ask: Step, manoeuvre: Manoeuvre) -> Act:
        """Onto the map, into the assault, or one hex on to the best place within reach."""
        acts = ask.options
        group = manoeuvre.state.moving
        entries = [act.hex for act in acts if act.verb == "enter"]
        if entries:
            return Act("enter", hex=manoeuvre.entry(group, entries))
        deeds = [act for act in acts if act.verb in ("leave", "place")]
        orders, here = manoeuvre.plan.orders(group[0]), manoeuvre.state.hexes[group[0]]
        for act in deeds:
            if (act.verb == "leave" and orders.leaves and here in orders.goals) or (
                act.verb == "place" and here in orders.goals
            ):
                return act
        return self._onward(ask, manoeuvre, group)

    def _onward(self, ask: Step, manoeuvre: Manoeuvre, group: Sequence[int]) -> Act:
        ways = {act.hex: act for act in ask.options if act.verb == "to"}
        storm = self.storm(manoeuvre, group)
        if storm in ways:
            return ways[storm]
        if not ways:
            return STOP if STOP in ask.options else ask.options[0]
        _, goal = manoeuvre.destination(group)
        here = manoeuvre.state.hexes[group[0]]
        if goal == here and STOP in ask.options:
            return STOP
        onward = manoeuvre.next_step(group, goal) if goal != here else -1
        if onward in ways:
            return ways[onward]
        return STOP if STOP in ask.options else next(iter(ways.values()))
