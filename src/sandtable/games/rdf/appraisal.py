"""What it is worth to an opponent's unit to end its move in each hex."""

import numpy as np
import numpy.typing as npt

from sandtable.games.rdf.bounds import Bounds
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.objective import Objective
from sandtable.games.rdf.outlook import Outlook, Worth
from sandtable.games.rdf.preparation import following
from sandtable.games.rdf.riders import Riders
from sandtable.games.rdf.state import FIRED, INACTIVE
from sandtable.games.rdf.station import Station

SHELTERED = ("artillery", "anti_air", "hq")
REAR, SHY = 8, 1.5
"""How far headquarters and guns keep from the enemy, and what each hex nearer to him costs."""
HASTE, ADVANCE = 12.0, 5.0
"""What a whole move is worth towards the exit, and towards the enemy who is to be beaten."""
CREEP, HOLD = 0.2, 0.5
"""How much of the pull is left to those who watch while the others bound, and what it is worth to stand."""
CROWD = 1.5
"""What it costs to stand where another unit stands."""
BREACH, READY = 300.0, 1.5
"""What each hex beyond what the formation allows costs, and the next formation."""
CARE, CARE_LEAVING = 0.15, 0.12
"""How much a point that may be lost counts against one that may be won."""
LOOK = 4.0
"""What it is worth to see the enemy while none has been sighted, and so no formation is changed [5.42]."""
SPENT = 0.35
"""How much a shot counts that the unit cannot fire before the enemy's turn."""


class Appraisal:
    """The hexes as the units of one side look at them at one moment."""

    def __init__(self, outlook: Outlook, objective: Objective, station: Station) -> None:
        self.outlook, self.objective, self.station = outlook, objective, station
        self.scene, self.view = outlook.scene, outlook.view
        self.bounds = Bounds(outlook, objective.leaving)
        self.riders = Riders(outlook, objective.leaving)

    def ends(self, unit: int, reached: dict[int, int]) -> Worth:
        """What each hex that the unit has the points to come to is worth as the end of its move."""
        hexes, costs = np.fromiter(reached, np.int64), np.array([*reached.values()])
        values = self.value(unit)[hexes] + self._shots(unit, hexes, costs)
        spare = self.station.points(unit) - costs
        values += np.where(spare >= self.scene.boarding[unit], self.riders.promise(unit)[hexes], 0.0)
        values -= READY * self.station.beyond(unit, following(self.outlook.formation))[hexes]
        if self.bounds.watches(unit):
            values[hexes == self.view.hexes[unit]] += HOLD
        return values

    def value(self, unit: int) -> Worth:
        """What each hex is worth to the unit, whether it can come there or not."""
        kind, steps = self.view.types[unit], self.outlook.steps(unit)
        care = CARE_LEAVING if self.objective.leaves(unit) else CARE
        harm = care * self.outlook.danger(kind, steps)
        found: Worth = self.riders.fetching(unit) - harm - (CROWD + harm) * self.crowd(unit)
        found -= self.objective.way(unit) * (self._pull(unit) / max(self.scene.allowance[unit], 1))
        found -= BREACH * self.station.beyond(unit, self.outlook.formation)
        if not self.outlook.sheet.sighted:
            found += LOOK * np.minimum(self.outlook.watchers, 1)
        return found - SHY * self._too_near(unit)

    def _pull(self, unit: int) -> float:
        """What a whole move towards the goal is worth."""
        held = self.scene.foot[unit] or self.bounds.watches(unit)
        return (HASTE if self.objective.leaves(unit) else ADVANCE) * (CREEP if held else 1.0)

    def _too_near(self, unit: int) -> Worth:
        """For headquarters and guns, how much nearer to the enemy each hex is than they should be."""
        shy = unit == self.station.leader or COUNTERS[self.view.types[unit]].kind in SHELTERED
        if self.objective.leaves(unit) or not shy:
            return np.zeros(self.scene.board.count)
        return np.maximum(REAR - self.outlook.enemy_distance, 0)

    def crowd(self, unit: int) -> Worth:
        """How many own units stand in each hex."""
        found = np.zeros(self.scene.board.count)
        for hex, units in self.outlook.friends.items():
            found[hex] = sum(other != unit and not self.scene.headquarters[other] for other in units)
        return found

    def _shots(self, unit: int, hexes: npt.NDArray[np.int64], costs: npt.NDArray[np.int64]) -> Worth:
        """What the unit may win by fire from each hex, much less if it has spent itself to get there."""
        view, weapons = self.view, self.scene.weapons[unit]
        if not weapons or self.objective.leaves(unit):
            return np.zeros(len(hexes))
        found = self.outlook.promise(weapons, self.outlook.steps(unit), view.altitude[unit])[hexes]
        within_half = (costs + view.spent[unit]) * 2 <= self.scene.allowance[unit]
        ready = not view.flags[unit] & (INACTIVE | FIRED)
        return found * np.where(within_half & ready, 1.0, SPENT)
