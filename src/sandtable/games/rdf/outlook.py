"""What an opponent makes of its view: what each hex threatens, promises, and how far it is from a goal.

All figures are arrays by hex, in victory points that the next shots may win or cost.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from sandtable.boards import Going
from sandtable.games.rdf.air_odds import adjacent_defence, at_helicopter
from sandtable.games.rdf.charts import CHARTS, FORMATIONS
from sandtable.games.rdf.counters import COUNTERS, HELICOPTER
from sandtable.games.rdf.direct_odds import direct_fire
from sandtable.games.rdf.ground import Ground
from sandtable.games.rdf.measure import hexes_in
from sandtable.games.rdf.reckoning import Reckoning
from sandtable.games.rdf.scene import Battlefield
from sandtable.games.rdf.sight import Lookout
from sandtable.games.rdf.state import DESTROYED, FIRED, INACTIVE, NOBODY, ROUTED
from sandtable.games.rdf.view import Sheet, View
from sandtable.hexes import opposite

Worth = npt.NDArray[np.float64]
Hexes = npt.NDArray[np.bool_]

FARTHEST = 256
"""More hexes than any map is wide."""
CLOSE = 8
"""How near a target is that most weapons reach."""
COVERED = 0.25
"""What each point of cover takes off the chance of a shot."""
FAR = 4000
"""A way in half points longer than any."""


class Outlook:
    """One side's view of one moment, and what follows from it; each figure is worked out when wanted."""

    def __init__(self, scene: Battlefield, view: View, side: int) -> None:
        self.scene = scene
        self.view = view
        self.side = side
        sheet = view.sheets[side]
        assert sheet is not None
        self.sheet: Sheet = sheet

    @cached_property
    def formation(self) -> int:
        """The place of the own formation in the list, or -1."""
        names = [row.name for row in FORMATIONS]
        return names.index(self.sheet.formation) if self.sheet.formation else NOBODY

    @cached_property
    def enemies(self) -> list[int]:
        """The enemy units that stand on the map."""
        hexes, carrier = self.view.hexes, self.view.carrier
        return [unit for unit in self.scene.foes[self.side] if hexes[unit] >= 0 and carrier[unit] < 0]

    @cached_property
    def grounded(self) -> dict[int, list[int]]:
        """The enemy ground units by hex."""
        found: dict[int, list[int]] = {}
        for unit in self.enemies:
            if not self.scene.helicopter[unit]:
                found.setdefault(self.view.hexes[unit], []).append(unit)
        return found

    @cached_property
    def friends(self) -> dict[int, list[int]]:
        """The own units by hex, passengers left out."""
        found: dict[int, list[int]] = {}
        for unit in self.scene.own[self.side]:
            if self.view.hexes[unit] >= 0 and self.view.carrier[unit] < 0:
                found.setdefault(self.view.hexes[unit], []).append(unit)
        return found

    @cached_property
    def beaten(self) -> list[int]:
        """The enemy units that are destroyed."""
        return [unit for unit in self.scene.foes[self.side] if self.view.places[unit] == DESTROYED]

    def steps(self, unit: int) -> int:
        """The steps that a unit has left."""
        return max(self.scene.steps[unit] - self.view.hits[unit], 1)

    def worth(self, unit: int) -> float:
        """What one step of a unit is worth."""
        regard = self.regard.get(self.view.owner[unit], 1.0)
        return regard * COUNTERS[self.view.types[unit]].vp / self.steps(unit)

    @cached_property
    def regard(self) -> dict[int, float]:
        """How much the losses of each enemy count."""
        return Reckoning(self.scene, self.view, self.side).regard()

    def seen(self, unit: int, other: int = 0) -> Hexes:
        """The hexes that a unit sees into, smoke apart."""
        return _seen(self.scene.lookout, self.view.hexes[unit], self.view.altitude[unit], other)

    def distances(self, hex: int) -> npt.NDArray[np.uint8]:
        """How far every hex is from this one."""
        return np.frombuffer(self.scene.measure.row(hex), np.uint8)

    @cached_property
    def enemy_distance(self) -> Worth:
        """How far each hex is from the nearest enemies on the ground that are armed."""
        found = np.full(self.scene.board.count, float(FARTHEST))
        for hex, units in self.grounded.items():
            if any(self.scene.weapons[unit] for unit in units):
                np.minimum(found, self.distances(hex), out=found)
        return found

    @cached_property
    def watchers(self) -> Worth:
        """How many enemies on the ground see into each hex."""
        found = np.zeros(self.scene.board.count)
        for units in self.grounded.values():
            found += self.seen(units[0]) * float(len(units))
        return found

    def flak(self, kind: int) -> Worth:
        """What the enemies, passengers too, may cost a helicopter in each hex [14.3] [14.35] [14.38]."""
        found, view = np.zeros(self.scene.board.count), self.view
        for unit in self.scene.foes[self.side]:
            if (hex := view.hexes[unit]) >= 0 and not self.scene.helicopter[unit]:
                found += defence_by_range(view.types[unit], kind)[self.distances(hex)] * self.seen(unit)
        return found * COUNTERS[kind].vp

    def danger(self, kind: int, steps: int) -> Worth:
        """What the enemies may cost a unit of a type in each hex."""
        counter, found = COUNTERS[kind], np.zeros(self.scene.board.count)
        if counter.row == HELICOPTER:
            return self.flak(kind)
        for unit in self.enemies:
            if not self.view.flags[unit] & ROUTED:
                found += self._threat(unit, counter.row) * (0.6 if self.view.flags[unit] & INACTIVE else 1.0)
        return found * self._shelter * (counter.vp / steps)

    def reaction(self, kind: int, steps: int) -> Worth:
        """What those enemies may cost a unit in each hex that can fire as it moves [9.32]."""
        counter, found = COUNTERS[kind], np.zeros(self.scene.board.count)
        for unit in self.enemies:
            if not self.view.flags[unit] & (ROUTED | INACTIVE | FIRED):
                found += self._threat(unit, counter.row)
        return found * self._shelter * (counter.vp / steps)

    def _threat(self, unit: int, row: int) -> Worth:
        """The chance of an enemy unit against a target class in each hex that it sees."""
        chances = best_by_range(self.scene.weapons[unit], row, self.steps(unit))
        return chances[self.distances(self.view.hexes[unit])] * self.seen(unit)

    @property
    def _shelter(self) -> Worth:
        """How much of its chance the cover of each hex leaves to a shot [9.8]."""
        return _shelter(self.scene.ground)

    def promise(self, weapons: tuple[int, ...], steps: int, height: int = 0) -> Worth:
        """What the best shot from each hex may win, and a little for each other target."""
        best, whole = np.zeros(self.scene.board.count), np.zeros(self.scene.board.count)
        for unit in self.enemies:
            if not self.scene.helicopter[unit]:
                chances = best_by_range(weapons, self.scene.row[unit], steps)
                won = chances[self.distances(self.view.hexes[unit])] * self.seen(unit, height)
                won *= self.worth(unit)
                np.maximum(best, won, out=best)
                whole += won
        return best + 0.1 * whole

    def way_to(self, mover: int, goal: int) -> Worth:
        """What each hex lies from a goal in half points, along the cheapest way."""
        return _way_to(self.scene.ground, mover, goal)

    def closed(self) -> list[int]:
        """The hexes that nobody marches through: beyond the deviation, or with enemies."""
        return [*self.outside, *self.grounded, *self._helicopters()]

    def _helicopters(self) -> Iterator[int]:
        return (self.view.hexes[unit] for unit in self.enemies if self.scene.helicopter[unit])

    @cached_property
    def corridor(self) -> int:
        """The hexes that the deviation leaves open, as bits."""
        if self.formation == NOBODY:
            return self.scene.measure.everywhere
        return self.scene.measure.corridor(self.sheet.axis, FORMATIONS[self.formation].deviation)

    @cached_property
    def near_corridor(self) -> Hexes:
        """The hexes at which units that keep the deviation can fire well."""
        if self.formation == NOBODY:
            return self.array(self.scene.measure.everywhere)
        width = FORMATIONS[self.formation].deviation + CLOSE
        return self.array(self.scene.measure.corridor(self.sheet.axis, width))

    @cached_property
    def outside(self) -> Sequence[int]:
        """The hexes beyond the deviation."""
        return _members(self.scene.measure.everywhere & ~self.corridor)

    def array(self, bits: int) -> Hexes:
        """A set of hexes as an array."""
        return as_array(bits, self.scene.board.count)


def as_array(bits: int, count: int) -> Hexes:
    """A set of hexes, given as the bits of a number, as an array."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").astype(bool)


@lru_cache(64)
def _members(bits: int) -> tuple[int, ...]:
    return tuple(hexes_in(bits))


@lru_cache(4096)
def _seen(lookout: Lookout, hex: int, height: int, other: int) -> Hexes:
    return as_array(lookout.sees(height, other)[hex], lookout.board.count)


@cache
def best_by_range(weapons: tuple[int, ...], row: int, steps: int) -> Worth:
    """The best chance of some weapons against a target class at every distance; a kill counts for all."""
    found = np.zeros(FARTHEST)
    for weapon in weapons:
        for distance in range(CHARTS.direct.most + 1):
            odds = direct_fire(weapon, distance, row, steps)
            chance = float(odds.chance("hit") + 3 * odds.chance("destroyed"))
            found[distance] = max(found[distance], chance)
    return found


@cache
def defence_by_range(kind: int, helicopter: int) -> Worth:
    """The chance against a helicopter low over the ground at every distance [14.3] [14.38]."""
    found, counter = np.zeros(FARTHEST), COUNTERS[kind]
    found[:2] = float(adjacent_defence().chance("destroyed"))
    if counter.ad_rating:
        found[: counter.ad_range + 1] = float(at_helicopter(kind, helicopter, 0).chance("destroyed"))
    return found


@cache
def backwards(ground: Ground, mover: int) -> Going:
    """The costs of a mover as they are paid on the way to a hex."""
    going = ground.going[mover]
    around, costs = going.neighbours, going.costs
    turned = [costs[far * 6 + opposite(at % 6)] if far >= 0 else 0 for at, far in enumerate(around)]
    return Going(around, turned)


@cache
def _shelter(ground: Ground) -> Worth:
    return np.array([max(1.0 - COVERED * cover, 0.0) for cover in ground.cover])


@lru_cache(256)
def _way_to(ground: Ground, mover: int, goal: int) -> Worth:
    found = np.full(ground.board.count, float(FAR))
    reached = backwards(ground, mover).reach(goal, FAR - 1)
    found[[*reached]] = [*reached.values()]
    return found


def nearest(scene: Battlefield, hexes: Iterable[int], goals: Iterable[int]) -> int:
    """The goal that is least far from all of some hexes, or -1."""
    starts = [*hexes]
    ways = [(sum(scene.measure.row(goal)[hex] for hex in starts), goal) for goal in goals]
    return min(ways, default=(0, -1))[1]
