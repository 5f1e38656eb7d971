"""Where units that move together may go and stop: stacking, formation, enemies [6.1] [6.3] [5.0]."""

from collections.abc import Iterator
from functools import cached_property

from sandtable.games.rdf.allowance import entry_price, has_paces, left, may_step, payers, step_cost
from sandtable.games.rdf.formations import Tie, allowed, bounds, formation_of, holds, reachable, ties
from sandtable.games.rdf.rollcall import enemy_hexes, mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.stacking import fits
from sandtable.games.rdf.state import BOARDED, DONE, EXCUSED, NAPE, ROUTED, WAITING


class March:
    """A stack about to take a step, as things stand; everything is worked out when it is first wanted."""

    def __init__(self, table: Play, units: tuple[int, ...]) -> None:
        self.table = table
        self.units = units
        self.side = table.state.side[units[0]]
        self.hex = table.state.hexes[units[0]]

    @cached_property
    def enemies(self) -> tuple[int, int]:
        """The hexes held by enemies on the ground, and by helicopters low over it, as bits."""
        return enemy_hexes(self.table, self.side)

    @cached_property
    def barred(self) -> int:
        """The hexes that may not be entered at all, as bits [6.44] [10.11] [14.22] [14.23]."""
        ground, low = self.enemies
        state, flies = self.table.state, self.table.scene.helicopter
        if self.aloft:
            return 0
        timid = any(flies[unit] or state.flags[unit] & ROUTED for unit in self.units)
        return ground | low if timid else low & ~ground

    @cached_property
    def aloft(self) -> bool:
        """Does the whole stack fly above nape-of-earth, and so over enemies [14.23] [14.24]?"""
        state, flies = self.table.state, self.table.scene.helicopter
        return all(flies[unit] and state.altitude[unit] != NAPE for unit in self.units)

    @cached_property
    def held(self) -> int:
        """The hexes in which the move would end among enemies, as bits [6.44]."""
        return 0 if self.aloft else self.enemies[0]

    @cached_property
    def returning(self) -> bool:
        """Is it outside the deviation since the formation changed, so that it must come back [5.52]?"""
        return self.hex >= 0 and not allowed(self.table, self.side) >> self.hex & 1

    @cached_property
    def corridor(self) -> int:
        """The hexes that the deviation leaves open, as bits; those who come back go as they can [5.12]."""
        return self.table.scene.measure.everywhere if self.returning else allowed(self.table, self.side)

    @cached_property
    def fitting(self) -> int:
        """The hexes in which the stack may stand with the own units already there, as bits [6.3] [6.31]."""
        flying = any(self.table.scene.helicopter[unit] for unit in self.units)
        enemies = self.enemies[0] | self.enemies[1] if flying else self.enemies[1]
        return self.table.scene.measure.everywhere & ~self._full() & ~enemies & ~self._apart()

    def _full(self) -> int:
        """The hexes with too little room left [6.3] [6.31] [6.32] [6.34]."""
        state, space = self.table.state, self.table.scene.space
        load = sum([space[unit] for unit in self.units if not mounted(state, unit)])
        crowd: dict[int, int] = {}
        for unit in self.table.scene.own[self.side]:
            hex = state.hexes[unit]
            if hex >= 0 and unit not in self.units and not mounted(state, unit):
                crowd[hex] = crowd.get(hex, load) + space[unit]
        full = 0
        for hex, wanted in crowd.items():
            if not fits(wanted):
                full |= 1 << hex
        return full if fits(load) else self.table.scene.measure.everywhere

    def _apart(self) -> int:
        """Where those have stopped that began in the same hex and went alone, as bits [6.13] [12.12]."""
        state = self.table.state
        if any(state.flags[unit] & BOARDED for unit in self.units):
            return 0
        began, found = state.began[self.units[0]], 0
        for unit in self.table.scene.own[self.side] if began >= 0 else ():
            gone = state.hexes[unit] >= 0 and state.hexes[unit] != began and unit not in state.moving
            aside = unit in self.units or mounted(state, unit) or state.flags[unit] & BOARDED
            if gone and state.began[unit] == began and not aside:
                found |= 1 << state.hexes[unit]
        return found

    @cached_property
    def closed(self) -> int:
        """The hexes that a way to a good place may not lead through, as bits."""
        return self.held | self.barred | (self.table.scene.measure.everywhere & ~self.corridor)

    @cached_property
    def good(self) -> int:
        """The hexes in which the stack keeps to everything as the others stand now, as bits."""
        return bounds(self.table, self.units, EXCUSED) & self.fitting

    def may_stop(self, hex: int) -> bool:
        """May the stack end its move in this hex [5.21] [5.22] [5.31] [5.52] [6.3]?"""
        if self.returning and not self.nearest >> hex & 1:
            return False
        return self.good >> hex & 1 > 0 or (self.fitting >> hex & 1 > 0 and not [*self.broken(hex)])

    def broken(self, hex: int) -> Iterator[Tie]:
        """What the stack would break in this hex and nobody still to move could mend [5.64]."""
        state = self.table.state
        for unit in self.units:
            if not state.flags[unit] & EXCUSED:
                for tie in ties(self.table, unit, self.units):
                    if not holds(self.table, tie, hex) and not mendable(self.table, tie, hex):
                        yield tie

    @cached_property
    def nearest(self) -> int:
        """The hexes within reach that are least beyond the deviation, as bits [5.52]."""
        ahead = self.ahead(self.hex, self.fitting)
        for beyond in range(self.table.scene.board.count):
            found = ahead & allowed(self.table, self.side, beyond)
            if found or not ahead:
                return found
        return 0

    def ahead(self, hex: int, among: int, spent: int = 0) -> int:
        """Those of some hexes that the stack could reach from a hex after spending so much, as bits."""
        table, found = self.table, among
        for unit in payers(table, self.units):
            budget = left(table, unit) - spent
            if budget > 0 and has_paces(table, unit):
                mover = table.scene.movers[unit][table.state.altitude[unit]]
                found &= reachable(table.scene.ground, mover, hex, budget, self.closed)
            else:
                found &= 1 << hex
        return found

    def may_enter(self, place: int) -> bool:
        """May the stack step over the hexside of this number [5.12] [6.11] [6.44]?"""
        hex = self.table.scene.board.neighbours[place]
        if hex < 0 or self.barred >> hex & 1 or not self.corridor >> hex & 1:
            return False
        if not may_step(self.table, self.units, place):
            return False
        return self.leads_on(
            hex, max(step_cost(self.table, unit, place) for unit in payers(self.table, self.units))
        )

    def may_come(self, hex: int) -> bool:
        """May the stack come onto the map in this hex [3.21] [5.12]?"""
        if self.barred >> hex & 1 or not self.corridor >> hex & 1:
            return False
        costs = [entry_price(self.table, unit, hex) for unit in payers(self.table, self.units)]
        return min(costs) >= 0 and self.leads_on(hex, max(costs))

    def leads_on(self, hex: int, cost: int) -> bool:
        """Could the stack still end its move as it must, in this hex or further on [5.64]?"""
        if self.stuck or self.may_stop(hex):
            return True
        if self.held >> hex & 1:
            return False
        return self.ahead(hex, self.nearest if self.returning else self.good, cost) > 0

    @cached_property
    def stuck(self) -> bool:
        """Can the stack neither stay where it is nor get to where it may stop?"""
        if self.hex < 0 or self.may_stop(self.hex):
            return False
        return not self.ahead(self.hex, self.nearest if self.returning else self.good)

    def free_to_stop(self) -> bool:
        """May it end its move where it is, or must it, since there is nothing better [5.64]?"""
        return self.hex < 0 or self.may_stop(self.hex) or self.stuck


def mendable(table: Play, tie: Tie, hex: int) -> bool:
    """Could the unit that a tie binds to still move so that it holds for somebody in this hex [5.64]?"""
    unit, carrier = tie.anchor, table.state.carrier[tie.anchor]
    unit = carrier if tie.anchor >= 0 and carrier >= 0 else unit
    if unit < 0 or table.state.flags[unit] & DONE:
        return False
    near = table.scene.measure.disc(hex, tie.radius)
    there = reach_of(table, unit)
    return there & (~near if tie.apart else near) > 0


def reach_of(table: Play, unit: int) -> int:
    """The hexes in which a unit could end its move, formation but for deviation apart, as bits."""
    if table.state.hexes[unit] <= WAITING or formation_of(table, table.state.side[unit]) is None:
        return 0
    march = March(table, (unit,))
    found = march.ahead(march.hex, march.fitting)
    if table.scene.foot[unit] and not table.state.paces[unit]:
        near = range(march.hex * 6, march.hex * 6 + 6)
        for place in near:
            if (
                may_step(table, (unit,), place)
                and not march.closed >> table.scene.board.neighbours[place] & 1
            ):
                found |= 1 << table.scene.board.neighbours[place]
    return found
