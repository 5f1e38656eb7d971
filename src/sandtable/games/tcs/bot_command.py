"""How the opponent commands: set-up, op sheets, plans of fire [6.0] [10.0]."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.engine import Form
from sandtable.games.tcs.artillery import NextMission, Turn
from sandtable.games.tcs.bot_picture import FAR, Picture
from sandtable.games.tcs.calls import CallFire
from sandtable.games.tcs.deployment import PlaceUnit
from sandtable.games.tcs.direct_asks import enemy_hexes
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.fire_plan import FirePlan, Planned, WriteFirePlan, most_points
from sandtable.games.tcs.missions import PlaceMarker
from sandtable.games.tcs.planning import PlanOrders
from sandtable.games.tcs.plots import Call
from sandtable.games.tcs.state import NOBODY, PENDING, hex_of

MOST_FIRES = 4
"""The battery fires of one mission [10.3]."""
DECISIONS = 6
"""So many things are decided in one Command Planning Phase."""
LANES = 60.0
"""So many hexes in sight are worth as much as a hex of the way to what is held."""


class Command:
    """Decides for one side's headquarters."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.table, self.side = picture, picture.table, picture.side
        self.state, self.scene = picture.state, picture.scene

    # -- set-up

    def place(self, ask: PlaceUnit) -> int:
        """Attackers near what they want and out of sight; defenders where they see and have cover."""
        picture, kind = self.picture, self.scene.types[ask.unit]
        goals = (picture.wanted or picture.exits) if picture.attacks else picture.kept
        way = picture.way(goals, kind) if goals else []

        def worth(hex: int) -> tuple[float, int]:
            far = -min(way[hex], FAR / 2) / 6 if way else 0.0
            cover, crowd = -2.0 * picture.cover(hex), 2.0 * picture.friends(hex, ask.unit)
            lanes = 0.0 if picture.attacks else self._lanes(hex) / LANES
            hidden = -0.3 * picture.danger(ask.unit, hex) if picture.attacks else 0.0
            return far + cover + lanes * 4 + hidden - crowd, -hex

        return max(ask.options, key=worth)

    def _lanes(self, hex: int) -> int:
        """How much of the ground about a hex can be seen from it."""
        country = self.scene.country
        return (country.sees[hex] & country.disc(hex, 8)).bit_count()

    # -- op sheets

    def orders(self, ask: PlanOrders) -> Any:
        """What is done is done with; then one new sheet where it helps most."""
        draft = ask.blank()
        for _ in range(DECISIONS):
            chosen = self._decision(ask, draft)
            if chosen is None:
                break
            draft = chosen
        return self._support(ask, draft)

    def _decision(self, ask: PlanOrders, draft: Any) -> Any:
        """The best of the decisions that the program can draw up, or None."""
        best, found = 0.0, None
        for option, longer in ask.grow(draft):
            worth = self._worth(option.key, option.unit, option.hex)
            if worth > best and not ask.faults(longer):
                best, found = worth, longer
        return found

    def _worth(self, key: str, unit: str, hex: str) -> float:
        """What a decision is worth: old business first, then the nearest task for the idle."""
        word = key.partition(" ")[0]
        if word in ("succeed", "begin", "commit", "withdraw"):
            return {"succeed": 90.0, "begin": 80.0, "commit": 70.0 if self.state.turn > 2 else 0.0}.get(
                word, 0.0
            )
        if not hex or not unit or self.state.sheet[self.scene.unit(unit)] != NOBODY:
            return 0.0
        task, goal, start = word, self.scene.hex(hex), hex_of(self.state, self.scene.unit(unit))
        distance = self.scene.country.distance(start, goal)
        if task == "attack" and self.picture.attacks:
            return (60.0 if goal in self.picture.wanted else 5.0) - distance
        if task in ("prepared_defense", "hasty_defense") and not self.picture.attacks:
            near = min((self.scene.country.distance(goal, one) for one in self.picture.kept), default=99)
            return (40.0 if task == "prepared_defense" else 20.0) - near
        return 0.0

    def _support(self, ask: PlanOrders, draft: Any) -> Any:
        """Batteries that support nobody go with a new attack, if they may."""
        if not draft.draw:
            return draft
        listed = {
            name for sheet in self.state.sheets if sheet.side == self.side for name in sheet.plan.batteries
        }
        for name in self.state.batteries:
            plan = draft.draw[-1]
            longer = replace(draft, draw=(*draft.draw[:-1], replace(plan, batteries=(*plan.batteries, name))))
            if name not in listed and not ask.faults(longer):
                draft = longer
        return draft

    # -- artillery

    def call(self, ask: CallFire) -> tuple[Call, ...]:
        """As many battery fires as there are on the best hexes, away from friends."""
        draft: tuple[Call, ...] = ()
        hexes = sorted(enemy_hexes(self.table, self.side), key=lambda hex: (-self.target(hex), hex))
        hexes = [hex for hex in hexes[:MOST_FIRES] if self.target(hex) > 0]
        for battery in ask.batteries():
            name = self.state.batteries[battery]
            for hex in hexes:
                draft = self._longer(ask, draft, name, self.scene.hex_name(hex))
        return draft

    def _longer(self, ask: CallFire, draft: tuple[Call, ...], battery: str, hex: str) -> tuple[Call, ...]:
        """The calls with one more, of as many battery fires as may be."""
        for fires in range(MOST_FIRES, 0, -1):
            longer = (*draft, Call(battery, hex, he=fires))
            if not ask.faults(longer):
                return longer
        return draft

    def target(self, hex: int) -> float:
        """How good a target a hex is: enemies in it and beside it, less friends there."""
        country = self.scene.country
        near = [one for one in members(country.disc(hex, 1)) if one != hex]
        foes = 2.0 * len(self.picture.by_hex.get(hex, ())) + 0.5 * sum(
            len(self.picture.by_hex.get(one, ())) for one in near
        )
        friends = sum(self.picture.friends(one) for one in (hex, *near))
        wanted = 1.0 if hex in self.picture.wanted else 0.0
        return foes + wanted - 2.5 * friends

    def fire_plan(self, ask: WriteFirePlan) -> FirePlan:
        """Reference points about what is fought for; attackers shell them as the battle begins."""
        picture = self.picture
        goals = sorted(picture.wanted or picture.kept)
        country, plan = self.scene.country, FirePlan()
        near = sorted(
            country.observable,
            key=lambda hex: (min((country.distance(hex, goal) for goal in goals), default=0), hex),
        )
        points = tuple(self.scene.hex_name(hex) for hex in near[: most_points(self.table, self.side)])
        plan = FirePlan(points)
        if ask.faults(plan):
            return FirePlan()
        return self._first_fires(ask, plan) if picture.attacks else plan

    def _first_fires(self, ask: WriteFirePlan, plan: FirePlan) -> FirePlan:
        turns = self.scene.turns
        for name in self.state.batteries:
            for point, turn in zip(plan.trps, turns[1:3], strict=False):
                line = Planned(name, point, turn.name, he=MOST_FIRES, trp=point)
                longer = replace(plan, missions=(*plan.missions, line))
                plan = plan if ask.faults(longer) else longer
        return plan

    def mission(self, ask: NextMission) -> Turn | None:
        """Whatever is due, but not on one's own men."""
        for turn in ask.options:
            if turn is None:
                continue
            hex = turn.mission.hex if turn.mission is not None else NOBODY
            if hex < 0 or self.target(hex) > -2.5:
                return turn
        return None if None in ask.options else ask.options[0]

    def marker(self, ask: PlaceMarker) -> int:
        """Where most enemies are by now."""
        return max(ask.options, key=lambda hex: (self.target(hex), -hex))

    def pending(self) -> bool:
        """Does a sheet wait?"""
        return any(sheet.side == self.side and sheet.status == PENDING for sheet in self.state.sheets)


def filled(form: Form[Any], most: int, worth: Any) -> Any:
    """A form built up by the additions that are worth most, as long as any is worth anything."""
    draft = form.blank()
    for _ in range(most):
        found: Sequence[Any] = [
            (worth(option), place, longer) for place, (option, longer) in enumerate(form.grow(draft))
        ]
        best = max(found, default=None, key=lambda one: (one[0], -one[1]))
        if best is None or best[0] <= 0:
            break
        draft = best[2]
    return draft if form.complete(draft) else form.blank()
