"""How an opponent moves: who goes first, and the way that each unit takes."""

from collections.abc import Sequence

from sandtable.boards import Going
from sandtable.games.rdf.appraisal import SHELTERED, Appraisal
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.flight import Flight, Sortie
from sandtable.games.rdf.moves import Action
from sandtable.games.rdf.objective import Objective
from sandtable.games.rdf.outlook import FAR, Outlook, Worth
from sandtable.games.rdf.station import Station

STORM = 8.0
"""What it is worth to fall upon enemies where the force has to leave the map."""
STORMERS = ("armor", "apc", "recon", "infantry")
UNDER_FIRE = 0.15
"""How much a point that may be lost on the way counts."""
COMPARED = 8
"""So many of the best hexes are compared by the way there."""


class Manoeuvre:
    """The movement of one side as it looks at one moment."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.scene, self.view = outlook.scene, outlook.view
        self.station = Station(outlook)
        self.objective = Objective(outlook)
        self.appraisal = Appraisal(outlook, self.objective, self.station)
        self.riders, self.bounds = self.appraisal.riders, self.appraisal.bounds

    # ---- who moves

    def mover(self, options: Sequence[int | None]) -> int | None:
        """Who rides with the battalion's headquarters first, then those of companies, then the others."""
        units = [unit for unit in options if unit is not None and unit >= 0]
        return min(units, key=self._turn) if units else None

    def _turn(self, unit: int) -> tuple[int, float, int]:
        """Who goes before whom: leaders, and of these the foremost; who watches over the others last."""
        sheltered = COUNTERS[self.view.types[unit]].kind in SHELTERED
        rank = 1 if unit in self.outlook.sheet.headquarters else 3 if sheltered else 2
        if unit == self.station.leader:
            rank = 0
        elif self.bounds.watches(unit):
            rank += 3
        hex = self.view.hexes[unit]
        return rank, float(self.objective.way(unit)[hex]) if hex >= 0 else FAR, unit

    # ---- the way

    def destination(self, unit: int) -> list[int]:
        """The way to the best hex within reach, from where the unit is."""
        start, goals = self.view.hexes[unit], self.objective.goals
        closed = set() if start in self.outlook.outside else {*self.outlook.closed()}
        if storming := self._storms(unit):
            closed -= {*goals}
        going = self._going(unit)
        reached = going.reach(start, self.station.points(unit), closed)
        values = dict(zip(reached, self.appraisal.ends(unit, reached).tolist(), strict=True))
        if (exit := self._way_out(unit, reached)) >= 0:
            values[exit] = FAR
        elif storming and goals[0] in values:
            values[goals[0]] += STORM
        return self._safest(unit, going, reached, values)

    def _going(self, unit: int) -> Going:
        return self.scene.ground.going[self.scene.movers[unit][self.view.altitude[unit]]]

    def _safest(
        self, unit: int, going: Going, reached: dict[int, int], values: dict[int, float]
    ) -> list[int]:
        """Of the ways to the best hexes the one that is worth most after the fire it draws [9.32]."""
        fire = self.outlook.reaction(self.view.types[unit], self.outlook.steps(unit))
        ranked = sorted(values, key=lambda hex: -values[hex])[:COMPARED]
        ways = [going.path_to(hex, reached) for hex in ranked]
        return max(ways, key=lambda way: values[way[-1]] - UNDER_FIRE * float(fire[way[1:]].max(initial=0.0)))

    def flight(self, unit: int) -> Sortie:
        """Where a helicopter flies [14.2]."""
        flight = Flight(self.outlook, self.station, unit, self.objective.way(unit))
        return Sortie(flight.onwards(), []) if self.objective.leaves(unit) else flight.sortie()

    def ahead(self, unit: int) -> list[int]:
        """The hexes that lie next on the unit's way, as far as half its allowance brings it."""
        going, way, found = self._going(unit), self.objective.way(unit), [self.view.hexes[unit]]
        left = 0 if self.bounds.watches(unit) else self.scene.allowance[unit] // 2
        while True:
            hex = found[-1]
            onwards = min(self.scene.near[hex], key=lambda far: way[far])
            cost = going.costs[hex * 6 + going.neighbours[hex * 6 : hex * 6 + 6].index(onwards)]
            if way[onwards] >= way[hex] or not 0 < cost <= left:
                return found[1:]
            left -= cost
            found.append(onwards)

    def _storms(self, unit: int) -> bool:
        """Is this one of the units that clear the way off the map of enemies who stand there [10.0]?"""
        fit = COUNTERS[self.view.types[unit]].kind in STORMERS
        return self.objective.leaving and fit and self.objective.goals[0] in self.outlook.grounded

    def _way_out(self, unit: int, reached: dict[int, int]) -> int:
        """The cheapest hex by which the unit has the points to leave the map at once, or -1."""
        leaving = self.scene.ground.leaving[self.scene.movers[unit][self.view.altitude[unit]]]
        points, held = self.station.points(unit), self.outlook.grounded
        goals = self.objective.goals if self.objective.leaves(unit) else ()
        found = [
            (reached[hex], hex)
            for hex in goals
            if hex in reached and hex not in held and 0 < leaving[hex] <= points - reached[hex]
        ]
        return min(found, default=(0, -1))[1]

    def entry(self, unit: int, options: Sequence[Action]) -> Action:
        """The hex by which to come onto the map."""
        way, crowd = self.objective.way(unit), self.appraisal.crowd(unit)
        return min(options, key=lambda action: (crowd[action.one] * 4 + way[action.one], action.one))

    def value(self, unit: int) -> Worth:
        """What it is worth to the unit to end its move in each hex."""
        return self.appraisal.value(unit)

    def otherwise(self, unit: int, options: Sequence[Action]) -> tuple[float, Action]:
        """The best of the next steps, where the way that was meant is not open."""
        value = self.value(unit)
        return max((float(value[one.one]), one) for one in options)
