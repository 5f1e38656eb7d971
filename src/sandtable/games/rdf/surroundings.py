"""What units that move together find about them, the same wherever they go while nobody else moves [5.0]."""

from functools import cached_property

from sandtable.games.rdf.allowance import riders
from sandtable.games.rdf.formations import allowed, bounds
from sandtable.games.rdf.rollcall import enemy_hexes, mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.stacking import fits
from sandtable.games.rdf.state import BOARDED, EXCUSED, NAPE, ROUTED


class Surroundings:
    """Friends, enemies and formation as a stack finds them; everything is worked out when it is first wanted.

    Sets of hexes are the bits of a number.
    """

    def __init__(self, table: Play, units: tuple[int, ...]) -> None:
        self.table = table
        self.units = units
        self.side = side = table.state.side[units[0]]
        self.crew = (*units, *riders(table, units))
        self.enemies = ground, low = enemy_hexes(table, side)
        """The hexes held by enemies on the ground, and by helicopters low over it."""
        state, flies = table.state, table.scene.helicopter
        flying = [unit for unit in units if flies[unit]]
        self.flying = len(flying) > 0
        high = [unit for unit in flying if state.altitude[unit] != NAPE]
        self.aloft = len(high) == len(units)
        """Does the whole stack fly above nape-of-earth, and so over enemies [14.23] [14.24]?"""
        timid = self.flying or any(state.flags[unit] & ROUTED for unit in units)
        self.barred = 0 if self.aloft else ground | low if timid else low & ~ground
        """The hexes that may not be entered at all [6.44] [10.11] [14.22] [14.23]."""
        self.held = 0 if self.aloft else ground
        """The hexes in which the move would end among enemies [6.44]."""
        self.corridor = allowed(table, side)
        """The hexes that the deviation leaves open [5.12]."""
        self._ways: dict[tuple[int, int, int], dict[int, tuple[int, int]]] = {}

    @cached_property
    def fitting(self) -> int:
        """The hexes in which the stack may stand with the own units already there [6.3] [6.31]."""
        enemies = self.enemies[0] | self.enemies[1] if self.flying else self.enemies[1]
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

    def shut(self, corridor: int) -> int:
        """The hexes that may not be entered from the corridor [5.12]."""
        return self.barred | (self.table.scene.measure.everywhere & ~corridor)

    def leads_to(self, goals: int, mover: int, hex: int, budget: int, closed: int) -> bool:
        """Does some way from a hex lead a mover to one of the goals within its points [5.64]?"""
        known = self._ways.setdefault((goals, mover, closed), {})
        searched, cost = known.get(hex, (-1, -1))
        if cost < 0 and searched < budget:
            _, cost = self.table.scene.ground.going[mover].nearest(hex, budget, goals, closed)
            known[hex] = budget, cost
        return 0 <= cost <= budget
