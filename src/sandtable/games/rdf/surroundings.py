"""What units that move together find about them, the same wherever they go while nobody else moves [5.0]."""

from functools import cached_property

import numpy as np

from sandtable.boards.reach import CLOSED, GOAL
from sandtable.games.rdf.allowance import riders
from sandtable.games.rdf.formations import allowed, bounds
from sandtable.games.rdf.rollcall import enemy_hexes, mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.stacking import fits
from sandtable.games.rdf.state import BOARDED, EXCUSED, NAPE, ROUTED

BARRED = 4
"""On a chart: a hex that may not be entered at all. One that is only closed may be, and ends the move."""


class Surroundings:
    """Friends, enemies and formation as a stack finds them; everything is worked out when it is first wanted.

    Sets of hexes are the bits of a number.
    """

    def __init__(self, table: Play, units: tuple[int, ...]) -> None:
        self.table = table
        self.units = units
        self.side = table.state.side[units[0]]
        self.crew = (*units, *riders(table, units))
        self._charts: dict[int, bytes] = {}
        self._ways: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}

    @cached_property
    def enemies(self) -> tuple[int, int]:
        """The hexes held by enemies on the ground, and by helicopters low over it."""
        return enemy_hexes(self.table, self.side)

    @cached_property
    def barred(self) -> int:
        """The hexes that may not be entered at all [6.44] [10.11] [14.22] [14.23]."""
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
        """The hexes in which the move would end among enemies [6.44]."""
        return 0 if self.aloft else self.enemies[0]

    @cached_property
    def corridor(self) -> int:
        """The hexes that the deviation leaves open [5.12]."""
        return allowed(self.table, self.side)

    @cached_property
    def fitting(self) -> int:
        """The hexes in which the stack may stand with the own units already there [6.3] [6.31]."""
        flying = any(self.table.scene.helicopter[unit] for unit in self.units)
        enemies = self.enemies[0] | self.enemies[1] if flying else self.enemies[1]
        return self.table.scene.measure.everywhere & ~(self._full() | enemies | self._apart())

    def _full(self) -> int:
        """The hexes with too little room left [6.3] [6.31] [6.32] [6.34]."""
        state, space = self.table.state, self.table.scene.space
        load = sum([space[unit] for unit in self.units if not mounted(state, unit)])
        if not fits(load):
            return self.table.scene.measure.everywhere
        hexes, carrier, crowd = state.hexes, state.carrier, dict[int, int]()
        for unit in self.table.scene.own[self.side]:
            hex = hexes[unit]
            if hex >= 0 and carrier[unit] < 0 and unit not in self.units:
                crowd[hex] = crowd.get(hex, load) + space[unit]
        return sum([1 << hex for hex, wanted in crowd.items() if not fits(wanted)])

    def _apart(self) -> int:
        """Where those have stopped that began in the same hex and went alone [6.13] [12.12]."""
        state, found = self.table.state, 0
        began = state.began[self.units[0]]
        if began < 0 or any(state.flags[unit] & BOARDED for unit in self.units):
            return 0
        for unit in self.table.scene.own[self.side]:
            hex = state.hexes[unit]
            if state.began[unit] == began and hex >= 0 and hex != began and unit not in self.units:
                aside = unit in state.moving or mounted(state, unit) or state.flags[unit] & BOARDED
                found |= 0 if aside else 1 << hex
        return found

    @cached_property
    def good(self) -> int:
        """The hexes in which the stack keeps to everything as the others stand now."""
        return bounds(self.table, self.crew, EXCUSED) & self.fitting

    def closed(self, corridor: int) -> int:
        """The hexes that a way to a good place in the corridor may not lead through."""
        return self.held | self.barred | (self.table.scene.measure.everywhere & ~corridor)

    def chart(self, corridor: int) -> bytes:
        """By hex whether it is good, closed or barred."""
        found = self._charts.get(corridor)
        if found is None:
            outside = self.table.scene.measure.everywhere & ~corridor
            marks = [(GOAL, self.good), (CLOSED, self.held), (CLOSED | BARRED, self.barred | outside)]
            found = self._charts[corridor] = self._drawn(marks)
        return found

    def _drawn(self, marks: list[tuple[int, int]]) -> bytes:
        """One byte for each hex with the marks of the sets that it is in."""
        count = self.table.scene.board.count
        found = np.zeros(count, np.uint8)
        for mark, hexes in marks:
            if hexes:
                packed = np.frombuffer(hexes.to_bytes((count + 7) // 8, "little"), np.uint8)
                found |= np.unpackbits(packed, count=count, bitorder="little") * np.uint8(mark)
        return found.tobytes()

    def leads_to_good(self, mover: int, hex: int, budget: int, corridor: int) -> bool:
        """Does some way from a hex lead a mover to a good hex within its points [5.64]?"""
        known = self._ways.setdefault((mover, corridor), {})
        searched, cost = known.get(hex, (-1, -1))
        if cost < 0 and searched < budget:
            going = self.table.scene.ground.going[mover]
            cost = going.nearest(hex, budget, self.chart(corridor))
            known[hex] = budget, cost
        return 0 <= cost <= budget
