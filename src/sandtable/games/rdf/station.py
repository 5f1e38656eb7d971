"""How an opponent keeps formation: how far each hex lies beyond what binds a unit [5.0]."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from sandtable.boards import Going
from sandtable.games.rdf.charts import FORMATIONS
from sandtable.games.rdf.measure import Measure
from sandtable.games.rdf.outlook import Outlook, Worth, as_array
from sandtable.games.rdf.state import DONE, HASTY, NOBODY, ROUTED, WAITING


class Station:
    """The ties of one side's units at one moment, looked at from the unit that is to move."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.scene, self.view, self.sheet = outlook.scene, outlook.view, outlook.sheet

    def beyond(self, unit: int, formation: int) -> Worth:
        """By how many hexes the unit would break a formation in each hex, all ties added up."""
        found = np.zeros(self.scene.board.count)
        if formation == NOBODY:
            return found
        found += self._off_the_axis(formation)
        for anchor, radius in self._within(unit, formation):
            found += self._farther(anchor, radius)
        for other in self._rivals(unit, formation):
            apart = FORMATIONS[formation].separation
            found += np.maximum(apart - self._distances(self.view.hexes[other]), 0)
        return found

    def _off_the_axis(self, formation: int) -> Worth:
        """Far more than any hex within the deviation, so that nobody trades one for the other [5.12]."""
        corridor = self.scene.measure.corridor(self.sheet.axis, FORMATIONS[formation].deviation)
        return np.where(as_array(corridor, self.scene.board.count), 0.0, 10.0)

    def _distances(self, hex: int) -> Worth:
        return np.frombuffer(self.scene.measure.row(hex), np.uint8).astype(np.float64)

    def _farther(self, anchor: int, radius: int) -> Worth:
        """How far each hex lies outside the reach of a unit, or of the hex from which depth is counted."""
        if anchor == NOBODY:
            return np.maximum(self._distances(self.sheet.depth_from) - radius, 0)
        if self.settled(anchor):
            return np.maximum(self._distances(self.view.hexes[anchor]) - radius, 0)
        return self._out_of(anchor, radius)

    def _out_of(self, anchor: int, radius: int) -> Worth:
        """One for each hex to which a unit that has still to move could not close up."""
        going = self.scene.ground.going[self.scene.movers[anchor][self.view.altitude[anchor]]]
        hexes = reached_by(going, self.view.hexes[anchor], self.points(anchor))
        near = within(self.scene.measure, hexes, radius)
        return np.where(as_array(near, self.scene.board.count), 0.0, 2.0)

    def settled(self, unit: int) -> bool:
        """Does the unit stay where it is in this phase?"""
        return self.view.flags[unit] & (DONE | ROUTED) > 0 or self.points(unit) == 0

    def points(self, unit: int) -> int:
        """The half points that the unit has left."""
        view, whole = self.view, self.scene.allowance[unit]
        if self.scene.foot[unit] and view.suppressed[unit]:
            return 0
        halved = view.flags[unit] & (ROUTED | HASTY) or (self.sheet.half and view.turn == 1)
        found = (whole // 2 if halved else whole) - view.spent[unit]
        hq = self.scene.hq[self.outlook.side]
        if unit == self.sheet.host and view.hexes[hq] < 0:
            found = min(found, self.scene.allowance[hq] - view.spent[hq])
        return max(found, 0)

    def waits(self, unit: int) -> bool:
        """Is its company's headquarters still to come? Without it nobody goes ahead [5.21]."""
        company = self.view.companies[unit]
        chief = self.view.chiefs[company] if company >= 0 else NOBODY
        return chief not in (NOBODY, unit) and self.view.places[chief] == WAITING

    # ---- who binds whom

    def _within(self, unit: int, formation: int) -> Iterator[tuple[int, int]]:
        """The units that this one keeps near to, and how near; -1 is where depth is counted from."""
        yield from self._company(unit, FORMATIONS[formation].frontage)
        yield from self._battalion(unit, FORMATIONS[formation].depth)

    def _company(self, unit: int, frontage: int) -> Iterator[tuple[int, int]]:
        """The company around its headquarters [5.21]."""
        view, company = self.view, self.view.companies[unit]
        chief = view.chiefs[company] if company >= 0 else NOBODY
        if chief == NOBODY:
            return
        for other in self.scene.members[company] if chief == unit else (chief,):
            counts = other != unit and view.companies[other] == company and self._on_its_own(other)
            if counts and view.hexes[other] >= 0:
                yield other, frontage

    def _battalion(self, unit: int, depth: int) -> Iterator[tuple[int, int]]:
        """Everybody but reconnaissance and helicopters near the battalion headquarters [5.31] [5.32]."""
        leader = self.leader
        if unit == leader:
            for other in self.scene.own[self.outlook.side]:
                if other != unit and self._keeps_depth(other) and self.settled(other):
                    yield other, depth
        elif self._keeps_depth(unit, waiting=True) and self.sheet.depth_from >= 0:
            placed = leader != NOBODY and self.view.hexes[leader] >= 0 and not self.settled(leader)
            yield leader if placed else NOBODY, depth

    @property
    def leader(self) -> int:
        """The unit that is the battalion headquarters or carries it [5.63]."""
        hq = self.scene.hq[self.outlook.side]
        if self.view.hexes[hq] >= 0:
            return hq
        host = self.sheet.host
        return self.view.carrier[host] if host >= 0 and self.view.carrier[host] >= 0 else host

    def _keeps_depth(self, unit: int, waiting: bool = False) -> bool:
        free = self.scene.recon[unit] or self.scene.helicopter[unit]
        return not free and self._on_its_own(unit) and (waiting or self.view.hexes[unit] >= 0)

    def _on_its_own(self, unit: int) -> bool:
        return self.view.carrier[unit] < 0

    def _rivals(self, unit: int, formation: int) -> Iterator[int]:
        """The other company headquarters that this one keeps away from, as far as they have moved [5.22]."""
        heads = [one for one in self.sheet.headquarters if one != NOBODY and self.view.hexes[one] >= 0]
        if FORMATIONS[formation].separation and unit in heads:
            yield from (other for other in heads if other != unit and self.settled(other))

    # ---- the whole force

    def breaches(self, formation: int) -> int:
        """How many units would be out of a formation as they stand now."""
        units = [unit for unit in self.scene.own[self.outlook.side] if self._stands(unit)]
        return sum(self._breaks(unit, formation) for unit in units)

    def _stands(self, unit: int) -> bool:
        return self.view.hexes[unit] >= 0 and self._on_its_own(unit)

    def _breaks(self, unit: int, formation: int) -> bool:
        """Is the unit out of a formation where it stands now [5.64]?"""
        shape, hex, view = FORMATIONS[formation], self.view.hexes[unit], self.view
        row, company = self.scene.measure.row(hex), view.companies[unit]
        chief = view.chiefs[company] if company >= 0 else NOBODY
        if not self.scene.measure.corridor(self.sheet.axis, shape.deviation) >> hex & 1:
            return True
        if chief != NOBODY and view.hexes[chief] >= 0 and row[view.hexes[chief]] > shape.frontage:
            return True
        if (
            self._keeps_depth(unit)
            and self.sheet.depth_from >= 0
            and row[self.sheet.depth_from] > shape.depth
        ):
            return True
        heads = [one for one in self.sheet.headquarters if one != NOBODY and view.hexes[one] >= 0]
        crowded = [one for one in heads if one != unit and row[view.hexes[one]] < shape.separation]
        return unit in heads and bool(crowded)


@lru_cache(512)
def reached_by(going: Going, start: int, points: int) -> tuple[int, ...]:
    """The hexes that a unit could come to, whatever stands in its way."""
    return tuple(going.reach(start, points))


@lru_cache(512)
def within(measure: Measure, hexes: tuple[int, ...], radius: int) -> int:
    """The hexes at most so far from any of some others, as bits."""
    found = 0
    for hex in hexes:
        found |= measure.disc(hex, radius)
    return found
