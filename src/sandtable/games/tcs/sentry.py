"""An opponent for solitaire play: a defender who keeps to the sheets that were drawn for him beforehand.

The player attacks; the sentry holds his positions, fires, goes back when a group has suffered enough, and
does not think of anything else.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.engine.asks import Ask, Form, random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.tcs.assault import FIGHT, FightOrFlee
from sandtable.games.tcs.close_combat import FireInside
from sandtable.games.tcs.decisions import Orders
from sandtable.games.tcs.deployment import FirstModes
from sandtable.games.tcs.direct_asks import Declare, NameTarget
from sandtable.games.tcs.modes import ChangeModes
from sandtable.games.tcs.morale import STAY, StayOrGo
from sandtable.games.tcs.movement import PickUnit, Step, TakeStep
from sandtable.games.tcs.obedience import DeclareFailure
from sandtable.games.tcs.orders_in_files import STANDS
from sandtable.games.tcs.overwatch import OverwatchFire
from sandtable.games.tcs.planning import PlanOrders
from sandtable.games.tcs.scene import Battlefield
from sandtable.games.tcs.sheets import Group, SheetPlan
from sandtable.games.tcs.shots import CLOSE, POINT, Shot
from sandtable.games.tcs.state import FAILED, FAILING, IMPLEMENTED, State
from sandtable.games.tcs.steps import GOING
from sandtable.games.tcs.view import SheetSeen, View

ENOUGH = 3
"""A group that has lost one step in so many gives up."""
GOOD_SHOT = 0.15
"""Aimed fire below this chance gives way to fire at the whole hex."""
CLOSE_RANGE = 6
"""Overwatch at a whole hex is kept for enemies so near."""


class Sentry:
    """Knows only its seat: the ask, the view and the board."""

    def __init__(self, seed: bytes) -> None:
        self.dice = seeded(seed)

    def answer(self, seat: Seat[State, Battlefield]) -> Any:
        """The answer to the open ask."""
        ask, view = seat.ask, seat.view()
        assert isinstance(view, View)
        for kind, reply in _REPLIES.items():
            if isinstance(ask, kind):
                return reply(self, seat.scene, view, ask)
        if isinstance(ask, Form) and ask.complete(ask.blank()):
            return ask.blank()
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)

    # -- orders

    def plan(self, scene: Battlefield, view: View, ask: PlanOrders) -> Orders:
        """Groups that have lost too much fail, where that may be declared; nothing else is decided."""
        draft = ask.blank()
        for sheet, group in spent_groups(scene, view):
            wanted = f"fail {sheet}, {group}"
            for option, further in ask.grow(draft):
                if option.key == wanted:
                    draft = further
                    break
        return draft

    def fail(self, scene: Battlefield, view: View, ask: DeclareFailure) -> tuple[tuple[int, int], ...]:
        """The same at the beginning of an Action Phase."""
        spent = [f"{sheet}: {group}" for sheet, group in spent_groups(scene, view)]
        return tuple(option for option in ask.options if ask.key(option) in spent)

    # -- modes and fire

    def first_modes(self, scene: Battlefield, view: View, ask: FirstModes) -> tuple[int, ...]:
        """Everybody begins in fire mode."""
        return tuple(ask.options)

    def modes(self, scene: Battlefield, view: View, ask: ChangeModes) -> tuple[int, ...]:
        """Who goes back is in move mode, everybody else in fire mode."""
        going = going_back(scene, view)
        moving = {seen.unit for seen in view.units if seen.mode == "move"}
        return tuple(unit for unit in ask.options if (unit in moving) != (unit in going))

    def target(self, scene: Battlefield, view: View, ask: NameTarget) -> int:
        """The nearest enemy that may be fired at; nothing else."""
        own = [seen.hex for seen in view.units if seen.side == ask.side and seen.hex >= 0]
        hexes = [option for option in ask.options if option >= 0]
        distance = scene.country.distance
        return min(
            hexes, key=lambda hex: (min(distance(hex, one) for one in own), hex), default=ask.options[0]
        )

    def fire(self, scene: Battlefield, view: View, ask: Declare) -> tuple[Shot, ...]:
        """Each unit once: aimed if that is worth while, else at the hex; AT rolls besides [8.6a]."""
        aimed = self._aimed(ask)
        found = list(aimed.values())
        for shot in ask.options:
            if shot.way not in (CLOSE, POINT) and shot.firer not in aimed:
                aimed[shot.firer] = shot
                found.append(shot)
        if not isinstance(ask, OverwatchFire):
            found += [shot for shot in ask.options if shot.way == CLOSE]
        return tuple(found) or tuple(ask.options[: ask.least])

    def _aimed(self, ask: Declare) -> dict[int, Shot]:
        """Point fire at one target, that at which the best chance is, by all who have a fair one."""
        chances = {shot: ask.describe(shot).chance or 0 for shot in ask.options if shot.way == POINT}
        best = max(chances, key=lambda shot: (chances[shot], -shot.target), default=None)
        if best is None or chances[best] < GOOD_SHOT:
            return {}
        fit = [shot for shot, chance in chances.items() if shot.target == best.target and chance >= GOOD_SHOT]
        return {shot.firer: shot for shot in fit}

    def overwatch(self, scene: Battlefield, view: View, ask: OverwatchFire) -> tuple[Shot, ...]:
        """As in the segment, but at a whole hex only when it is near."""
        hexes = {seen.unit: seen.hex for seen in view.units}
        declared = self.fire(scene, view, ask)
        distance = scene.country.distance
        return tuple(
            shot
            for shot in declared
            if shot.way == POINT or distance(hexes[shot.firer], shot.hex) <= CLOSE_RANGE
        )

    # -- movement

    def mover(self, scene: Battlefield, view: View, ask: PickUnit) -> int | None:
        """Who goes back and has a step to make; nobody else leaves his post."""
        going = going_back(scene, view)
        for unit in ask.options:
            if unit is None or unit not in going:
                continue
            if self._onward(scene, view, TakeStep(ask.table, ask.side, unit)):
                return unit
        return None

    def step(self, scene: Battlefield, view: View, ask: TakeStep) -> Step | None:
        """The step that brings a unit nearer to where it is to go."""
        return self._onward(scene, view, ask)

    def _onward(self, scene: Battlefield, view: View, ask: TakeStep) -> Step | None:
        goal = going_back(scene, view).get(ask.unit)
        here = next((seen.hex for seen in view.units if seen.unit == ask.unit), -1)
        if goal is None or here < 0:
            return None
        distance = scene.country.distance
        ways = [step for step in ask.options if step is not None and step.way is not None]
        nearer = [step for step in ways if step.way and distance(step.way.hex, goal) < distance(here, goal)]
        return min(nearer, key=lambda step: distance(step.way.hex, goal) if step.way else 0, default=None)

    def stand(self, scene: Battlefield, view: View, ask: FightOrFlee) -> str:
        """A position is fought for."""
        return FIGHT

    def stay(self, scene: Battlefield, view: View, ask: StayOrGo) -> str:
        """Who may choose stays."""
        return STAY


def spent_groups(scene: Battlefield, view: View) -> list[tuple[str, str]]:
    """Sheet and group of those who have lost a third of their steps."""
    lost = {scene.units[seen.unit]: seen.lost for seen in view.units}
    steps = {name: scene.types[unit].steps for unit, name in enumerate(scene.units)}
    found = []
    for sheet in own_sheets(view):
        for written, step in zip(sheet.plan.groups, sheet.steps, strict=True):
            gone = sum(lost.get(name, 0) for name in written.units)
            if ENOUGH * gone >= sum(steps[name] for name in written.units) and step != FAILING:
                found.append((sheet.plan.id, written.id))
    return found


def going_back(scene: Battlefield, view: View) -> dict[int, int]:
    """Units that are to go somewhere by their sheets or contingency plans, and where that is."""
    found: dict[int, int] = {}
    for sheet in own_sheets(view):
        for written, step in zip(sheet.plan.groups, sheet.steps, strict=True):
            goal = _goal(sheet.plan, written, step)
            if goal:
                found |= {scene.unit(name): scene.hex(goal) for name in written.units}
    for place in view.places:
        if place.leaving and place.contingency is not None and place.side == view.side:
            found |= dict.fromkeys(place.units, scene.hex(place.contingency.route[-1]))
    return found


def _goal(plan: SheetPlan, group: Group, step: int) -> str:
    """Where a step leads a group that does not stay where it is; "" where it stays."""
    if step == FAILING:
        return plan.failure[0].rally[0]
    written = group.steps[step]
    if written.verb not in GOING:
        return ""
    if written.area:
        return written.area[0]
    named = written.to or written.via[-1]
    hexes = plan.item(named).hexes
    return hexes[0] if written.to else hexes[-1]


def own_sheets(view: View) -> list[SheetSeen]:
    """One's own sheets in force, and those that have failed."""
    stands = (STANDS[IMPLEMENTED], STANDS[FAILED])
    return [sheet for sheet in view.sheets if sheet.side == view.side and sheet.stands in stands]


Reply = Callable[[Sentry, Battlefield, View, Any], Any]
_REPLIES: Mapping[type[Ask[Any]], Reply] = {
    PlanOrders: Sentry.plan,
    DeclareFailure: Sentry.fail,
    FirstModes: Sentry.first_modes,
    ChangeModes: Sentry.modes,
    NameTarget: Sentry.target,
    OverwatchFire: Sentry.overwatch,
    FireInside: Sentry.fire,
    Declare: Sentry.fire,
    PickUnit: Sentry.mover,
    TakeStep: Sentry.step,
    FightOrFlee: Sentry.stand,
    StayOrGo: Sentry.stay,
}
"""How each kind of question is answered; the first that fits."""
