"""Where an opponent's force makes for by its orders: the enemy, the exit, or home [3.22] [15.1]."""

from functools import cached_property

import numpy as np

from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.ground import VEHICLE
from sandtable.games.rdf.measure import hexes_in
from sandtable.games.rdf.outlook import Outlook, Worth, nearest
from sandtable.games.rdf.pregame_odds import ORDERS
from sandtable.games.rdf.scoring import Tally, enemy_beaten
from sandtable.games.rdf.state import WAITING


class Objective:
    """What one side makes for at one moment."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.sheet = outlook, outlook.sheet
        self.scene, self.view = outlook.scene, outlook.view
        self.leaving = goes_home(outlook)

    def leaves(self, unit: int) -> bool:
        """Does the unit make for the edge? Helicopters cover the others, and go last if at all [15.15]."""
        return self.leaving and (not self.scene.helicopter[unit] or self._alone)

    @cached_property
    def _alone(self) -> bool:
        """Are the helicopters all that has still to leave the map [15.12]?"""
        if ORDERS[self.sheet.orders - 1].kind == "exit":
            return False
        side, places, flies = self.outlook.side, self.view.places, self.scene.helicopter
        own = [unit for unit in self.scene.own[side] if unit != self.scene.hq[side]]
        return all(places[unit] < WAITING or flies[unit] for unit in own)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The hexes that the force makes for: where it leaves the map, or the nearest enemies."""
        if not self.leaving:
            return (self.prey,)
        by_exit = ORDERS[self.sheet.orders - 1].kind == "exit"
        return (self.sheet.exit,) if by_exit else self._ways_home()

    def _ways_home(self) -> tuple[int, ...]:
        """Where the force came in, and the nearest places at the edge within the deviation [15.12]."""
        edge, entry = self.scene.ground.leaving[VEHICLE], self.sheet.entry
        inside = [hex for hex in hexes_in(self.outlook.corridor) if edge[hex] > 0]
        free = [hex for hex in inside if hex not in self.outlook.grounded]
        near = {nearest(self.scene, [hex], free) for hex in self.outlook.friends}
        return (entry, *sorted(near - {entry, -1}))

    @cached_property
    def prey(self) -> int:
        """The hex of the enemies nearest to the force; while none are seen, the middle of its axis."""
        grounded, axis = self.outlook.grounded, self.sheet.axis
        at = [*self.outlook.friends] or [self.sheet.entry]
        prey = [hex for hex, units in grounded.items() if not all(map(self._is_headquarters, units))]
        fair = [hex for hex in prey if self.outlook.near_corridor[hex]] or prey
        first = [hex for hex in fair if self._is_main(grounded[hex][0])]
        found = nearest(self.scene, at, first or fair)
        middle = axis[len(axis) // 2] if axis else at[0]
        return found if found >= 0 else middle

    def _is_main(self, unit: int) -> bool:
        """Does the unit belong to the enemy whose losses count most?"""
        return self.outlook.regard[self.view.owner[unit]] == 1.0

    def _is_headquarters(self, unit: int) -> bool:
        return COUNTERS[self.view.types[unit]].kind == "hq"

    def way(self, unit: int) -> Worth:
        """How far each hex is from the goal for a unit."""
        goals = self.goals if self.leaves(unit) else (self.prey,)
        mover = self.scene.movers[unit][self.view.altitude[unit]]
        ways = [self.outlook.way_to(mover, goal) for goal in goals]
        return ways[0] if len(ways) == 1 else np.minimum.reduce(ways)


def goes_home(outlook: Outlook) -> bool:
    """Is it time to leave the map [3.22] [15.12]?"""
    kind = ORDERS[outlook.sheet.orders - 1].kind
    return kind == "exit" or (kind == "reduce" and is_beaten(outlook))


def is_beaten(outlook: Outlook) -> bool:
    """Has the enemy lost what the orders name [3.22]?"""
    formed = {unit for members in outlook.scene.members for unit in members}
    platoons = sum(unit in formed for unit in outlook.beaten)
    assets = sum(unit not in formed and not outlook.scene.headquarters[unit] for unit in outlook.beaten)
    return enemy_beaten(outlook.sheet.orders, Tally(0, 0, platoons, assets))
