"""How an opponent moves: who goes first, where each unit makes for, and the way there."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sandtable.boards import Going
from sandtable.games.rdf.bounds import Bounds
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.flight import Flight, Sortie
from sandtable.games.rdf.ground import VEHICLE
from sandtable.games.rdf.measure import hexes_in
from sandtable.games.rdf.moves import Action
from sandtable.games.rdf.outlook import FAR, Outlook, Worth, nearest
from sandtable.games.rdf.pregame_odds import ORDERS
from sandtable.games.rdf.preparation import following
from sandtable.games.rdf.riders import Riders
from sandtable.games.rdf.scoring import Tally, enemy_beaten
from sandtable.games.rdf.state import FIRED, INACTIVE, WAITING
from sandtable.games.rdf.station import Station

REAR, SHY = 8, 1.5
"""How far headquarters and guns keep from the enemy, and what each hex nearer to him costs."""
HASTE = 12.0
"""What a whole move towards the exit is worth to who has to leave the map."""
ADVANCE = 5.0
"""What a whole move towards the enemy is worth to who has to beat him."""
UNDER_FIRE = 0.15
"""How much a point that may be lost on the way counts."""
COMPARED = 8
"""So many of the best hexes are compared by the way there."""
CREEP, HOLD = 0.2, 0.5
"""How much of the pull is left to those who watch while the others bound, and what it is worth to stand."""
CROWD = 1.5
"""What it costs to stand where another unit stands."""
STORM = 8.0
"""What it is worth to fall upon enemies where the force has to leave the map."""
SHELTERED = ("artillery", "anti_air", "hq")
STORMERS = ("armor", "apc", "recon", "infantry")
FIRE_LEAVING = 0.5
"""How much fire counts for who has to leave the map."""
BREACH = 300.0
"""What each hex beyond what the formation allows costs."""
READY = 1.5
"""The same for the formation that the force is to take next."""
CARE, CARE_LEAVING = 0.15, 0.12
"""How much a point that may be lost counts against one that may be won."""


class Manoeuvre:
    """The movement of one side as it looks at one moment."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.scene, self.view, self.side = outlook.scene, outlook.view, outlook.side
        self.station = Station(outlook)
        self.leaving = goes_home(outlook)
        self.bounds = Bounds(outlook, self.leaving)
        self.riders = Riders(outlook, self.leaving)

    # ---- who moves

    def mover(self, options: Sequence[int | None]) -> int | None:
        """Who rides with the battalion's headquarters first, then those of companies, then the others."""
        units = [unit for unit in options if unit is not None and unit >= 0]
        return min(units, key=self._turn) if units else None

    def _turn(self, unit: int) -> tuple[int, float, int]:
        """Who goes before whom: leaders, and of these the foremost."""
        sheet, counter = self.outlook.sheet, COUNTERS[self.view.types[unit]]
        rank = 0 if unit == self.station.leader else 1 if unit in sheet.headquarters else 2
        if rank == 2 and counter.kind in SHELTERED:
            rank = 3
        if rank and self.bounds.watches(unit):
            rank += 3
        hex = self.view.hexes[unit]
        return rank, float(self.way(unit)[hex]) if hex >= 0 else FAR, unit

    # ---- where to

    def leaves(self, unit: int) -> bool:
        """Does the unit make for the edge? Helicopters cover the others, and go last if at all [15.15]."""
        return self.leaving and (not self.scene.helicopter[unit] or self._alone)

    @cached_property
    def _alone(self) -> bool:
        """Are the helicopters all that has still to leave the map [15.12]?"""
        if ORDERS[self.outlook.sheet.orders - 1].kind == "exit":
            return False
        own, places, flies = self.scene.own[self.side], self.view.places, self.scene.helicopter
        return all(places[unit] < WAITING or flies[unit] for unit in own if unit != self.scene.hq[self.side])

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The hexes that the force makes for: where it leaves the map, or the nearest enemies."""
        if not self.leaving:
            return (self.prey,)
        sheet = self.outlook.sheet
        return (sheet.exit,) if ORDERS[sheet.orders - 1].kind == "exit" else self._ways_home()

    def _ways_home(self) -> tuple[int, ...]:
        """Where the force came in, and the nearest places at the edge within the deviation [15.12]."""
        edge, around = self.scene.ground.leaving[VEHICLE], self.outlook.friends
        open_hexes = [
            hex
            for hex in hexes_in(self.outlook.corridor)
            if edge[hex] > 0 and hex not in self.outlook.grounded
        ]
        near = {nearest(self.scene, [hex], open_hexes) for hex in around}
        return (self.outlook.sheet.entry, *sorted(near - {self.outlook.sheet.entry, -1}))

    @cached_property
    def prey(self) -> int:
        """The hex of the enemies nearest to the force; while none are seen, the middle of its axis."""
        sheet, outlook = self.outlook.sheet, self.outlook
        at = [*outlook.friends] or [sheet.entry]
        prey = [hex for hex, units in outlook.grounded.items() if any(map(self._counts, units))]
        first = [hex for hex in prey if self._is_main(outlook.grounded[hex][0])]
        found = nearest(self.scene, at, first or prey)
        middle = sheet.axis[len(sheet.axis) // 2] if sheet.axis else at[0]
        return found if found >= 0 else middle

    def _is_main(self, unit: int) -> bool:
        """Does the unit belong to the enemy whose losses count most?"""
        return self.outlook.regard[self.view.owner[unit]] == 1.0

    def _counts(self, unit: int) -> bool:
        return COUNTERS[self.view.types[unit]].kind != "hq"

    def way(self, unit: int) -> Worth:
        """How far each hex is from the goal for a unit."""
        goals = self.goals if self.leaves(unit) else (self.prey,)
        mover = self.scene.movers[unit][self.view.altitude[unit]]
        ways = [self.outlook.way_to(mover, goal) for goal in goals]
        return ways[0] if len(ways) == 1 else np.minimum.reduce(ways)

    def value(self, unit: int) -> Worth:
        """What it is worth to the unit to end its move in each hex, whether it can or not."""
        outlook, view = self.outlook, self.view
        kind, steps = view.types[unit], outlook.steps(unit)
        allowance = max(self.scene.allowance[unit], 1)
        leaves = self.leaves(unit)
        pull, care = (HASTE, CARE_LEAVING) if leaves else (ADVANCE, CARE)
        if self.scene.foot[unit] or self.bounds.watches(unit):
            pull *= CREEP
        found: Worth = self.way(unit) * (-pull / allowance) - care * outlook.danger(kind, steps)
        found += self.riders.fetching(unit)
        found -= (CROWD + self.outlook.danger(kind, steps) * care) * self._crowd(unit)
        if not leaves and (unit == self.station.leader or COUNTERS[kind].kind in SHELTERED):
            found -= SHY * np.maximum(REAR - self.outlook.enemy_distance, 0)
        return found

    def _crowd(self, unit: int) -> Worth:
        """How many own units stand in each hex."""
        found = np.zeros(self.scene.board.count)
        for hex, units in self.outlook.friends.items():
            found[hex] = sum(other != unit and not self.scene.headquarters[other] for other in units)
        return found

    # ---- the way

    def destination(self, unit: int) -> list[int]:
        """The way to the best hex within reach, from where the unit is."""
        view, start = self.view, self.view.hexes[unit]
        going = self.scene.ground.going[self.scene.movers[unit][view.altitude[unit]]]
        closed = set() if start in self.outlook.outside else {*self.outlook.closed()}
        if storming := self.storms(unit):
            closed -= {*self.goals}
        reached = going.reach(start, self.station.points(unit), closed)
        hexes = np.fromiter(reached, np.int64)
        values = self.value(unit)[hexes] + self._shot(unit, hexes, [*reached.values()])
        spare = self.station.points(unit) - np.array([*reached.values()])
        values += np.where(spare >= self.scene.boarding[unit], self.riders.promise(unit)[hexes], 0.0)
        values -= BREACH * self.station.beyond(unit, self.outlook.formation)[hexes]
        values -= READY * self.station.beyond(unit, following(self.outlook.formation))[hexes]
        if self.bounds.watches(unit):
            values[hexes == start] += HOLD
        if (exit := self.way_out(unit, reached)) >= 0:
            values[hexes == exit] = FAR
        elif storming:
            values[hexes == self.goals[0]] += STORM
        return self._safest(unit, going, reached, hexes, values)

    def _safest(
        self, unit: int, going: Going, reached: dict[int, int], hexes: npt.NDArray[np.int64], values: Worth
    ) -> list[int]:
        """Of the ways to the best hexes the one that is worth most after the fire it draws [9.32]."""
        fire = self.outlook.reaction(self.view.types[unit], self.outlook.steps(unit))
        best, found = -np.inf, [self.view.hexes[unit]]
        for place in np.argsort(-values, kind="stable")[:COMPARED]:
            if values[place] <= best:
                break
            way = going.path_to(int(hexes[place]), reached)
            worth = float(values[place]) - UNDER_FIRE * float(fire[way[1:]].max(initial=0.0))
            if worth > best:
                best, found = worth, way
        return found

    def flight(self, unit: int) -> Sortie:
        """Where a helicopter flies [14.2]."""
        return Flight(self.outlook, self.station, unit, self.way(unit)).sortie()

    def ahead(self, unit: int) -> list[int]:
        """The hexes that lie next on the unit's way, as far as half its allowance brings it."""
        going = self.scene.ground.going[self.scene.movers[unit][self.view.altitude[unit]]]
        way, hex, found = self.way(unit), self.view.hexes[unit], []
        left = 0 if self.bounds.watches(unit) else self.scene.allowance[unit] // 2
        while (onwards := min(self.scene.near[hex], key=lambda far: way[far])) and way[onwards] < way[hex]:
            cost = going.costs[hex * 6 + going.neighbours[hex * 6 : hex * 6 + 6].index(onwards)]
            if not 0 < cost <= left:
                break
            hex, left = onwards, left - cost
            found.append(hex)
        return found

    def storms(self, unit: int) -> bool:
        """Is this one of the units that clear the way off the map of enemies who stand there [10.0]?"""
        fit = COUNTERS[self.view.types[unit]].kind in STORMERS
        return self.leaving and fit and self.goals[0] in self.outlook.grounded

    def way_out(self, unit: int, reached: dict[int, int]) -> int:
        """The cheapest hex by which the unit has the points to leave the map at once, or -1."""
        leaving = self.scene.ground.leaving[self.scene.movers[unit][self.view.altitude[unit]]]
        points, held = self.station.points(unit), self.outlook.grounded
        found = [
            (reached[hex], hex)
            for hex in (self.goals if self.leaves(unit) else ())
            if hex in reached and hex not in held and 0 < leaving[hex] <= points - reached[hex]
        ]
        return min(found, default=(0, -1))[1]

    def _shot(self, unit: int, hexes: npt.NDArray[np.int64], costs: list[int]) -> Worth:
        """What the unit may win by fire from each hex, much less if it has spent itself to get there."""
        view, weapons = self.view, self.scene.weapons[unit]
        if not weapons or (self.leaving and not self.scene.helicopter[unit]):
            return np.zeros(len(hexes))
        found = self.outlook.promise(weapons, self.outlook.steps(unit), view.altitude[unit])[hexes]
        spent = np.array(costs) + view.spent[unit]
        ready = not view.flags[unit] & (INACTIVE | FIRED)
        ready_share = FIRE_LEAVING if self.leaves(unit) else 1.0
        return ready_share * found * np.where((spent * 2 <= self.scene.allowance[unit]) & ready, 1.0, 0.35)

    def entry(self, unit: int, options: Sequence[Action]) -> Action:
        """The hex by which to come onto the map."""
        way, crowd = self.way(unit), self._crowd(unit)
        return min(options, key=lambda action: (crowd[action.one] * 4 + way[action.one], action.one))

    def otherwise(self, unit: int, options: Sequence[Action]) -> tuple[float, Action]:
        """The best of the next steps, where the way that was meant is not open."""
        value = self.value(unit) - BREACH * self.station.beyond(unit, self.outlook.formation)
        return max((float(value[one.one]), one) for one in options)


def goes_home(outlook: Outlook) -> bool:
    """Is it time to leave the map [3.22] [15.12]?"""
    orders = ORDERS[outlook.sheet.orders - 1]
    if orders.kind == "exit":
        return True
    return orders.kind == "reduce" and is_beaten(outlook)


def is_beaten(outlook: Outlook) -> bool:
    """Has the enemy lost what the orders name [3.22]?"""
    formed = {unit for members in outlook.scene.members for unit in members}
    platoons = sum(unit in formed for unit in outlook.beaten)
    assets = sum(unit not in formed and not outlook.scene.headquarters[unit] for unit in outlook.beaten)
    return enemy_beaten(outlook.sheet.orders, Tally(0, 0, platoons, assets))
