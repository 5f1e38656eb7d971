"""How the opponent sets up, and what its guns fire at [10.0]."""

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
from sandtable.games.tcs.plots import Call, own_batteries
from sandtable.games.tcs.state import NOBODY, hex_of

FIRES = 2
"""The battery fires of a mission: shells have to last the battle [10.3]."""
WORTH_IT = 2.0
"""A target that shells are spent on: an enemy and no friends."""
SUPPORT = 7
"""Enemies so near to own troops are shelled."""
LANES = 60.0
"""So many hexes in sight are worth as much as a hex of the way to what is held."""


class Command:
    """Decides for one side's set-up and guns."""

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

    # -- artillery

    def call(self, ask: CallFire) -> tuple[Call, ...]:
        """One mission of each battery on the best hex that it may fire at, near own troops."""
        draft: tuple[Call, ...] = ()
        hexes = [hex for hex in enemy_hexes(self.table, self.side) if self.target(hex) >= WORTH_IT]
        hexes = sorted(filter(self._close, hexes), key=lambda hex: (-self.target(hex), hex))
        for battery in ask.batteries():
            for hex in hexes:
                line = Call(self.state.batteries[battery], self.scene.hex_name(hex), he=FIRES)
                if not ask.faults((*draft, line)):
                    draft = (*draft, line)
                    break
        return draft

    def _close(self, hex: int) -> bool:
        """Is any own unit so near that the enemy there is a threat to it?"""
        close = self.scene.country.disc(hex, SUPPORT)
        return any(close >> hex_of(self.state, unit) & 1 for unit in self.picture.own)

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
        """Each battery that serves somebody opens with one mission; the rest is kept for later."""
        opening = self.scene.turns[1].name
        for battery, point in zip(own_batteries(self.table, self.side), plan.trps, strict=False):
            line = Planned(self.state.batteries[battery], point, opening, he=FIRES, trp=point)
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
