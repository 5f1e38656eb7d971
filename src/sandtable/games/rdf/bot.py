"""An opponent for Rapid Deployment Force: marches by its orders, fires at the best odds, keeps formation.

It knows no more than its seat: the ask, the view, the map and the charts.
"""

from typing import Any

from sandtable.engine.asks import Ask, Choose, random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.rdf.air import AimStrike, PlaceStrike, StrikeDefence
from sandtable.games.rdf.bombardment import Bombardment
from sandtable.games.rdf.command import ChangeFormation, ChangeHost, SetAltitude
from sandtable.games.rdf.ending import DeclareEnd
from sandtable.games.rdf.fire import AIR_DEFENCE, BESIDE, Shot
from sandtable.games.rdf.fire_asks import (
    AssaultFire,
    FinalFire,
    FireAsk,
    HastyFire,
    HelicopterFired,
    OwnAirDefence,
)
from sandtable.games.rdf.indirect import AimMission, Mission, PickMission
from sandtable.games.rdf.manoeuvre import Manoeuvre
from sandtable.games.rdf.movement import NameChief, PickAssault
from sandtable.games.rdf.moves import AIR_DEFENCE as FIRE_AT_HELICOPTERS
from sandtable.games.rdf.moves import Action, Companions, PickMover, Step
from sandtable.games.rdf.outlook import Outlook
from sandtable.games.rdf.pregame import Buy, MakePlan
from sandtable.games.rdf.preparation import next_formation, plan, purchase
from sandtable.games.rdf.reckoning import Reckoning
from sandtable.games.rdf.scene import Battlefield
from sandtable.games.rdf.state import State
from sandtable.games.rdf.withdrawal import Withdraw

FIRE = Action("fire")

GOOD_REACTION = 0.3
"""The least chance at which a unit gives up its fire of this Game-Turn in the other's movement."""
GOOD_FINAL_FIRE = 0.15
"""The same in the own Final Fire Segment, after which nothing else may come."""
FREE = (AIR_DEFENCE, BESIDE)
"""Fire that costs the unit nothing else [14.31]."""


class Colonel:
    """Knows only its seat; it remembers the way that the moving unit is on, and missions it let go."""

    def __init__(self, seed: bytes) -> None:
        self.dice = seeded(seed)
        self.way: list[int] = []
        self.back: list[int] = []
        self.tried: set[tuple[int, Mission]] = set()
        self.looked_up = -1

    def answer(self, seat: Seat[State, Battlefield]) -> Any:
        """The answer to the open ask."""
        ask = seat.ask
        if isinstance(ask, Choose) and len(ask.options) == 1:
            return ask.options[0]
        view: Any = seat.view()
        return self._decide(ask, Outlook(seat.scene, view, seat.side))

    def _decide(self, ask: Ask[Any], outlook: Outlook) -> Any:
        match ask:
            case Step():
                return self.step(ask, outlook)
            case PickMover():
                return self.mover(ask, outlook)
            case FireAsk():
                return self.shot(ask, outlook)
            case Companions() | Withdraw():
                return ()
            case PickMission() | AimMission() | PlaceStrike() | AimStrike() | StrikeDefence():
                return self._bombard(ask, outlook)
            case _:
                return self._command(ask, outlook)

    def _bombard(self, ask: Ask[Any], outlook: Outlook) -> Any:
        match ask:
            case PickMission():
                return self.mission(ask, outlook)
            case AimMission():
                return Bombardment(outlook).aimed(ask)
            case PlaceStrike():
                return Bombardment(outlook).strike()[1]
            case AimStrike():
                return Bombardment(outlook).onwards(ask.hex)
            case StrikeDefence():
                return max(ask.options, key=lambda unit: ask.describe(unit).chance or 0)

    def _command(self, ask: Ask[Any], outlook: Outlook) -> Any:
        match ask:
            case DeclareEnd():
                return Reckoning(outlook.scene, outlook.view, outlook.side).may_end(outlook.sheet.orders)
            case ChangeFormation():
                return next_formation(outlook, ask.options)
            case ChangeHost() | SetAltitude() | NameChief() | PickAssault():
                return ask.options[0]
            case Buy():
                return purchase(ask)
            case MakePlan():
                return plan(outlook.scene, ask, outlook.sheet.orders)
        return random_answer(ask, lambda count: self.dice.roll(count) - 1)

    # ---- movement

    def mover(self, ask: PickMover, outlook: Outlook) -> int | None:
        """Air defence once a Game-Turn, then the units one by one."""
        self.way, self.back = [], []
        if FIRE_AT_HELICOPTERS in ask.options and self.looked_up != outlook.view.turn:
            self.looked_up = outlook.view.turn
            return FIRE_AT_HELICOPTERS
        found = Manoeuvre(outlook).mover(ask.options)
        return ask.options[0] if found is None else found

    def step(self, ask: Step, outlook: Outlook) -> Action | None:
        """Off the map where that is wanted; else on along the way to the best hex."""
        manoeuvre, actions = Manoeuvre(outlook), [one for one in ask.options if one is not None]
        unit = outlook.view.moving[0]
        exits = [one for one in actions if one.verb == "exit"]
        if exits and manoeuvre.objective.leaves(unit):
            return exits[0]
        comes = [one for one in actions if one.verb == "come"]
        if comes:
            waits = None in ask.options and manoeuvre.station.waits(unit)
            return None if waits else manoeuvre.entry(unit, comes)
        if outlook.scene.helicopter[unit]:
            return self._fly(manoeuvre, unit, ask)
        return self._march(manoeuvre, unit, ask)

    def _fly(self, manoeuvre: Manoeuvre, unit: int, ask: Step) -> Action | None:
        """Along the way out, fire there, and along the way back into cover [9.31] [14.2]."""
        hex = manoeuvre.view.hexes[unit]
        if self.way[:1] != [hex]:
            self.way, self.back = manoeuvre.flight(unit)
        if len(self.way) == 1 and self.back:
            self.way, self.back = self.back, []
            if FIRE in ask.options:
                return FIRE
        self.way = self.way[1:]
        onwards = Action("enter", self.way[0]) if self.way else None
        return onwards if onwards in ask.options else ask.options[0]

    def _march(self, manoeuvre: Manoeuvre, unit: int, ask: Step) -> Action | None:
        """One hex along the way, or the best there is where it is barred."""
        hex = manoeuvre.view.hexes[unit]
        if hex < 0:
            return ask.options[0]
        if boarding := self._plan(manoeuvre, unit, ask):
            return boarding
        steps = {one.one: one for one in ask.options if one is not None and one.verb == "enter"}
        if not steps:
            return ask.options[0]
        self.way = self.way[1:]
        if self.way and self.way[0] in steps:
            return steps[self.way[0]]
        if None in ask.options and not self.way:
            return None
        self.way = []
        value, best = manoeuvre.otherwise(unit, [*steps.values()])
        return best if None not in ask.options or value > manoeuvre.value(unit)[hex] else None

    def _plan(self, manoeuvre: Manoeuvre, unit: int, ask: Step) -> Action | None:
        """Where the unit is to go; infantry gets on before, and off at the end of the way [12.11]."""
        hex = manoeuvre.view.hexes[unit]
        if self.way[:1] != [hex]:
            if mounting := manoeuvre.riders.mount(ask.options):
                return mounting
            self.way = manoeuvre.destination(unit)
        return manoeuvre.riders.dismount(ask.options) if self.way == [hex] else None

    # ---- fire

    def shot(self, ask: FireAsk, outlook: Outlook) -> Shot | None:
        """The shot that wins most, if its chance is good enough for its kind of fire."""
        least = GOOD_FINAL_FIRE if isinstance(ask, FinalFire) else GOOD_REACTION
        if isinstance(ask, AssaultFire | HastyFire | HelicopterFired | OwnAirDefence):
            least = 0.0
        ranked = [(self._gain(ask, shot, outlook, least), shot) for shot in ask.options if shot is not None]
        best = max(ranked, default=(0.0, None))
        return best[1] if best[0] > 0 else None

    def _gain(self, ask: FireAsk, shot: Shot, outlook: Outlook, least: float) -> float:
        """What a shot may win, in victory points; 0 if it is not to be fired."""
        odds = ask.odds(shot)
        assert odds is not None
        hit, kill = float(odds.chance("hit")), float(odds.chance("destroyed"))
        if hit + kill < (0.0 if shot.weapon in FREE else least):
            return 0.0
        return outlook.worth(shot.target) * (hit + kill * outlook.steps(shot.target))

    # ---- artillery and aircraft

    def mission(self, ask: PickMission, outlook: Outlook) -> Mission | None:
        """The best mission; one that was let go is not picked again in the same Game-Turn."""
        turn = outlook.view.turn
        found = Bombardment(outlook).mission(ask, [one for when, one in self.tried if when == turn])
        if found is not None and found.unit >= 0:
            self.tried.add((turn, found))
        return found
