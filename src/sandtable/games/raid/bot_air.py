"""How the opponent flies: landings, gunships over the fight, and lifting out whoever has to leave [13.0]."""

from collections.abc import Iterable, Sequence

import numpy as np

from sandtable.games.raid.bot_estimate import FAR, Distances, Mark, distances
from sandtable.games.raid.bot_moves import Manoeuvre
from sandtable.games.raid.country import hexes_in
from sandtable.games.raid.going import room
from sandtable.games.raid.moves import STOP, Act, Step
from sandtable.games.raid.state import ALPHA, LOADED, NOBODY, UNLOADED, WAITING, aboard, has
from sandtable.games.raid.transport import may_load
from sandtable.games.raid.units import KINDS

TRANSPORT = KINDS["helicopter_transport"]
LAST_HEX = 120
"""After so many hexes a helicopter stays where it is, come what may."""
RISK, LANDING_RISK = 4.0, 2.0
"""What danger counts against a hex of the way, on the way and where one lands."""
NEAR, CIRCLE = 6, (4, 7)
"""So near to its goal a transport lands, and so far from it gunships hang."""
WATCH = 0.4
"""By how much a gunship's place must be better before it leaves its own."""


class Flight:
    """The helicopters of one side at one moment."""

    def __init__(self, manoeuvre: Manoeuvre) -> None:
        self.manoeuvre, self.picture, self.scene = manoeuvre, manoeuvre.picture, manoeuvre.scene
        self.state, self.plan = manoeuvre.state, manoeuvre.plan
        self.danger = manoeuvre.danger(Mark(TRANSPORT, 1))

    # ---- what is to be done

    def goes(self, unit: int) -> bool:
        """Has a helicopter anything to do?"""
        if self.state.hexes[unit] == WAITING or self._takes(unit) >= 0 or self._flies_out(unit):
            return True
        if self.scene.types[unit].mounts:
            return self._watch(unit)[1] > WATCH
        if aboard(self.state, unit):
            return True
        goal = self._pick_up(unit)
        return goal not in (NOBODY, self.state.hexes[unit])

    def step(self, ask: Step) -> Act:
        """Take on and set down, on to the goal, or off the map."""
        unit = self.state.moving[0]
        acts = {(act.verb, act.unit): act for act in ask.options}
        if (taken := self._takes(unit)) >= 0 and ("load", taken) in acts:
            return acts["load", taken]
        if self._flies_out(unit) and ("leave", NOBODY) in acts:
            return acts["leave", NOBODY]
        goal = self._goal(unit)
        if entries := [act for act in ask.options if act.verb == "enter"]:
            return min(entries, key=lambda act: self._cost(act.hex, goal))
        downs = [act for act in ask.options if act.verb == "unload"]
        if downs and self.state.hexes[unit] == goal and not self._flies_out(unit):
            return self._set_down(downs)
        return self._onward(ask, unit, goal)

    def _onward(self, ask: Step, unit: int, goal: int) -> Act:
        """The next hex: always nearer, by the safest way."""
        here, board = self.state.hexes[unit], self.scene.board
        ways = [act for act in ask.options if act.verb == "to"]
        nearer = [act for act in ways if board.distance(act.hex, goal) < board.distance(here, goal)]
        if nearer and self.state.spent[unit] < LAST_HEX:
            return min(nearer, key=lambda act: (self.danger[act.hex], act.hex))
        return STOP if STOP in ask.options else next(iter(ways), ask.options[0])

    def _cost(self, hex: int, goal: int) -> tuple[float, int]:
        return self.scene.board.distance(hex, goal) + RISK * float(self.danger[hex]), hex

    def _goal(self, unit: int) -> int:
        """Where a helicopter makes for."""
        if self._flies_out(unit):
            here = self.state.hexes[unit]
            return min(hexes_in(self.scene.ground.edges()), key=lambda hex: self._way_out(here, hex))
        if self.scene.types[unit].mounts:
            return self._watch(unit)[0]
        if aboard(self.state, unit):
            return self._landing(unit)
        found = self._pick_up(unit)
        return found if found >= 0 else self.state.hexes[unit]

    def _way_out(self, here: int, hex: int) -> tuple[float, int]:
        return self.scene.board.distance(here, hex) + RISK * float(self.danger[hex]), hex

    # ---- transports

    def leaving(self) -> bool:
        """Is it time for those on the ground to be lifted out?"""
        scenario, state = self.scene.scenario, self.state
        if scenario is None:
            return False
        if scenario.goal == "documents":
            return state.carrying >= 0 and state.side[state.carrying] == ALPHA == self.manoeuvre.side
        return scenario.goal == "compound" and self.plan.withdraws

    def wanted(self) -> list[int]:
        """Who on the ground is to be lifted out."""
        if not self.leaving():
            return []
        scenario, state = self.scene.scenario, self.state
        if scenario is not None and scenario.goal == "documents":
            return [state.carrying] if state.hexes[state.carrying] >= 0 else []
        return [unit for unit in self.picture.own if self.scene.types[unit].combat] + [
            hq for hq in self.scene.hqs[self.manoeuvre.side] if state.hexes[hq] >= 0
        ]

    def _takes(self, unit: int) -> int:
        """Whom a transport takes on where it stands, or -1."""
        if self.state.hexes[unit] < 0 or not self.scene.types[unit].carries:
            return NOBODY
        wanted = self.wanted()
        found = [one for one in may_load(self.picture.table, unit) if one in wanted] if wanted else []
        return found[0] if found else NOBODY

    def _flies_out(self, unit: int) -> bool:
        """Is it full, or is nobody left to wait for, with those aboard who have to leave?"""
        riders = [one for one in aboard(self.state, unit) if self.scene.types[one].combat]
        if not riders or not self.leaving() or has(self.state, unit, UNLOADED):
            return False
        scenario = self.scene.scenario
        if scenario is not None and scenario.goal == "documents":
            return self.state.carrying in riders
        return len(riders) > 1 or not self.wanted() or self.plan.turns_left <= 1

    def _landing(self, unit: int) -> int:
        """Where a transport sets its men down: near the goal, in the open, out of the enemy's sight."""
        scenario, board, here = self.scene.scenario, self.scene.board, self.state.hexes[unit]
        if here >= 0 and (has(self.state, unit, UNLOADED) or self._lands_at_once()):
            return here
        goals = self.picture.goal_hexes() or [board.count // 2]
        if scenario is not None and scenario.goal == "documents" and self.state.documents >= 0:
            goals = [self.state.documents]
        far = np.minimum.reduce([distances(board, goal) for goal in goals])
        return self._best(unit, far, range(1, NEAR + 1))

    def _lands_at_once(self) -> bool:
        """Does the raid come down where it comes in, upon the prison [15.3]?"""
        scenario = self.scene.scenario
        return scenario is not None and scenario.goal == "compound" and not self.leaving()

    def _best(self, unit: int, far: Distances, reach: Iterable[int]) -> int:
        """The open hex so far from a goal that is near, safe, and free of other helicopters."""
        field, table = self.picture.field, self.picture.table
        near = np.flatnonzero(np.isin(far, [*reach]))
        free = [
            int(hex)
            for hex in near
            if field.bare[hex].mp is not None
            and not field.sheltered(int(hex))
            and hex not in self.picture.foes
            and room(table, [unit], int(hex))
        ]
        return min(
            free,
            key=lambda hex: (far[hex] + LANDING_RISK * float(self.danger[hex]), hex),
            default=max(self.state.hexes[unit], 0),
        )

    def _set_down(self, downs: Sequence[Act]) -> Act:
        """One after the other, where each is nearest to what it came for and least in danger."""
        unit = downs[0].unit
        choices = [act for act in downs if act.unit == unit]
        values = self.manoeuvre.ground(unit, self.plan.orders(unit))
        crowd = {act.hex: self.picture.friends(act.hex) for act in choices}
        return max(choices, key=lambda act: (float(values[act.hex]) - 0.2 * crowd[act.hex], -act.hex))

    def _pick_up(self, unit: int) -> int:
        """The nearest transport goes to whoever will have to be lifted out, and waits beside him."""
        scenario, state, board = self.scene.scenario, self.state, self.scene.board
        if scenario is None or scenario.goal != "documents" or has(state, unit, LOADED | UNLOADED):
            return NOBODY
        hex = state.hexes[state.carrying] if state.carrying >= 0 else state.documents
        if hex < 0 or not self.picture.friends(hex):
            return NOBODY
        empty = [
            one
            for one in self.picture.own
            if self.scene.types[one].carries and not aboard(state, one) and state.hexes[one] >= 0
        ]
        nearest = min(empty, key=lambda one: (board.distance(state.hexes[one], hex), one), default=NOBODY)
        if nearest != unit or board.distance(state.hexes[unit], hex) <= 1:
            return NOBODY
        return self._best(unit, distances(board, hex), (1, 2))

    # ---- gunships

    def _watch(self, unit: int) -> tuple[int, float]:
        """The best place over the fight, and by how much it is better than where the gunship is."""
        scenario, board, state = self.scene.scenario, self.scene.board, self.state
        goals = self.picture.goal_hexes() if scenario else [board.count // 2]
        far = np.minimum.reduce([distances(board, goal) for goal in goals or [board.count // 2]])
        around = [
            int(hex)
            for hex in np.flatnonzero((far >= CIRCLE[0]) & (far <= CIRCLE[1]))
            if room(self.picture.table, [unit], int(hex))
        ]
        here = state.hexes[unit]
        hexes = [*around, here] if here >= 0 and here not in around else around
        worth = self.manoeuvre.shot(unit, hexes) - self.danger[hexes] - 0.05 * far[hexes]
        best = int(worth.argmax())
        before = float(worth[hexes.index(here)]) if here >= 0 else -FAR
        return hexes[best], float(worth[best]) - before
