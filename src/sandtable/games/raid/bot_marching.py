"""How the opponent's men and vehicles go: who is next, hex by hex, headquarters with them [8.0] [5.25]."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from sandtable.games.raid.bot_air import Flight
from sandtable.games.raid.bot_estimate import Worth
from sandtable.games.raid.bot_moves import FULL, Manoeuvre
from sandtable.games.raid.moves import STOP, Act, Group, Step
from sandtable.games.raid.state import CHARGE, WAITING, has

GAIN = 0.25
"""By how much a place must be better before a unit that could fire at movers leaves its own."""
STORM = 1.0
"""What an assault has to promise, in men."""
TOUCH = 1.0
"""How many more units a headquarters must reach from another place before it goes there."""


class March:
    """The movement of men and vehicles at one moment."""

    def __init__(self, manoeuvre: Manoeuvre) -> None:
        self.manoeuvre, self.picture, self.scene = manoeuvre, manoeuvre.picture, manoeuvre.scene
        self.state, self.plan = manoeuvre.state, manoeuvre.plan

    # ---- who goes

    def rank(self, group: Group) -> tuple[bool, bool, int, Group]:
        """Who waits to come on first, then who flies, then larger groups, since they may assault together."""
        flies = self.scene.types[group[0]].flies
        return self.state.hexes[group[0]] >= 0, not flies, -len(group), group

    @cached_property
    def flight(self) -> Flight:
        return Flight(self.manoeuvre)

    def goes(self, group: Group) -> bool:
        """Is there something for a group to do that is worth giving its place up for?"""
        if self.scene.types[group[0]].flies:
            return self.flight.goes(group[0])
        if self.state.hexes[group[0]] == WAITING:
            return True
        men = [unit for unit in group if self.picture.breed(unit) != "hq"]
        if not men:
            return len(group) == 1 and self.new_host(group[0]) >= 0
        if self._strays(group, men):
            return False
        if self.storm(group) >= 0:
            return True
        return len(men) == 1 and (self._acts(men[0]) or self.manoeuvre.destination(men)[0] > GAIN)

    def _strays(self, group: Group, men: Sequence[int]) -> bool:
        """Would a headquarters be left alone, or taken from those who stay [5.24] [5.25]?"""
        hex = self.state.hexes[men[0]]
        hqs = [hq for hq in self.scene.hqs[self.manoeuvre.side] if self.state.hexes[hq] == hex]
        stay = [unit for unit in self.picture.own if self.state.hexes[unit] == hex and unit not in men]
        taken = [unit for unit in group if unit not in men]
        return len(taken) != (0 if stay else len(hqs))

    def _acts(self, unit: int) -> bool:
        """Is it where it leaves the map or lays its charge?"""
        orders, hex = self.plan.orders(unit), self.state.hexes[unit]
        lays = has(self.state, unit, CHARGE) and hex in self.picture.goal_hexes()
        return hex in orders.goals and (orders.leaves or lays)

    def new_host(self, hq: int) -> int:
        """The hex within reach from which a headquarters has most of its units in command, or -1.

        Before it has set out it must be worth the trouble.
        """
        hexes = [hex for hex in self.manoeuvre.reached([hq]) if self.picture.friends(hex)]
        here = self.state.hexes[hq]
        if not hexes:
            return -1
        worth = self._touch(hq, hexes)
        best = int(worth.argmax())
        settled = here in hexes and not self.state.spent[hq]
        return -1 if settled and worth[best] < worth[hexes.index(here)] + TOUCH else hexes[best]

    def _touch(self, hq: int, hexes: Sequence[int]) -> Worth:
        """How many units of its platoon it has within its radius from each hex, and how safe it is."""
        state, led = self.state, self.scene.ground.led()
        own = [
            state.hexes[unit]
            for unit in self.picture.own
            if state.platoon[unit] in (-1, state.platoon[hq]) and self.scene.types[unit].combat
        ]
        found = np.array([sum(led[hex] >> other & 1 for other in own) for hex in hexes], float)
        company = np.array([min(self.picture.friends(hex), 3) for hex in hexes])
        return found + 0.3 * company - 0.3 * self.manoeuvre.danger(FULL)[[*hexes]]

    def storm(self, group: Sequence[int]) -> int:
        """The adjacent hex that a group had better assault, or -1."""
        hex = self.state.hexes[group[0]]
        if hex < 0 or not self.scene.types[group[0]].combat:
            return -1
        near = [one for one in self.scene.ground.near(hex) if one in self.picture.foes]
        worth = [(self.manoeuvre.assault(group, one), one) for one in near]
        best = max(worth, default=(0.0, -1))
        return best[1] if best[0] > STORM else -1

    # ---- where to

    def step(self, ask: Step) -> Act:
        """Onto the map, off it, into the assault, or one hex on to the best place within reach."""
        group, here = self.state.moving, self.state.hexes[self.state.moving[0]]
        if self.scene.types[group[0]].flies:
            return self.flight.step(ask)
        entries = [act.hex for act in ask.options if act.verb == "enter"]
        if entries:
            return Act("enter", hex=self.manoeuvre.entry(group, entries))
        orders = self.plan.orders(group[0])
        for act in ask.options:
            lays = act.verb == "place" and here in self.picture.goal_hexes()
            if (lays or (act.verb == "leave" and orders.leaves)) and here in orders.goals:
                return act
        return self._onward(ask, group, here)

    def _onward(self, ask: Step, group: Sequence[int], here: int) -> Act:
        ways = {act.hex: act for act in ask.options if act.verb == "to"}
        stop = STOP if STOP in ask.options else next(iter(ways.values()), ask.options[0])
        storm = self.storm(group)
        if storm in ways:
            return ways[storm]
        if self.picture.breed(group[0]) == "hq":
            goal = self.new_host(group[0])
        else:
            goal = self.manoeuvre.destination(group)[1] if ways else here
        if goal in (here, -1):
            return stop
        return ways.get(self.manoeuvre.next_step(group, goal), stop)
