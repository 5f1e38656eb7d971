"""Where units that move together may go and stop: stacking, formation, enemies [6.1] [6.3] [5.0]."""

from collections.abc import Iterator
from functools import cached_property

from sandtable.games.rdf.allowance import Purse, entry_price, may_step, payers, poorest, purse
from sandtable.games.rdf.formations import Tie, allowed, formation_of, holds, reachable, ties
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DONE, EXCUSED, WAITING
from sandtable.games.rdf.surroundings import Surroundings

NOWHERE = -1


class March:
    """A stack about to take a step, as things stand; everything is worked out when it is first wanted."""

    def __init__(self, table: Play, units: tuple[int, ...], around: Surroundings | None = None) -> None:
        self.table = table
        self.units = units
        self.around = around or Surroundings(table, units)
        self.side = self.around.side
        self.hex = table.state.hexes[units[0]]
        corridor = self.around.corridor
        self.returning = self.hex >= 0 and not corridor >> self.hex & 1
        """Is it outside the deviation since the formation changed, so that it must come back [5.52]?"""
        self.corridor = table.scene.measure.everywhere if self.returning else corridor
        """The hexes that the deviation leaves open, as bits; those who come back go as they can [5.12]."""
        self.shut = self.around.shut(self.corridor)
        """The hexes that it may not enter, as bits."""
        self.closed = self.shut | self.around.held
        """The hexes that a way to a good place may not lead through, as bits."""
        self.purses = poorest([purse(table, unit) for unit in payers(table, units)])
        """Who pays for a step: of those who move alike the one with the fewest points left."""

    def may_stop(self, hex: int) -> bool:
        """May the stack end its move in this hex [5.21] [5.22] [5.31] [5.52] [6.3]?"""
        if self.returning and not self.nearest >> hex & 1:
            return False
        if self.around.good >> hex & 1:
            return True
        return self.around.fitting >> hex & 1 > 0 and next(self.broken(hex), None) is None

    def broken(self, hex: int) -> Iterator[Tie]:
        """What the stack would break in this hex and nobody still to move could mend [5.64]."""
        state = self.table.state
        crew = self.around.crew
        for unit in crew:
            if not state.flags[unit] & EXCUSED:
                for tie in ties(self.table, unit, crew):
                    if not holds(self.table, tie, hex) and not mendable(self.table, tie, hex):
                        yield tie

    @cached_property
    def nearest(self) -> int:
        """As bits the hexes that are least beyond the deviation, if one of them is within reach [5.52]."""
        free = self.around.fitting & (~self.closed | self.table.scene.bit[self.hex])
        for beyond in range(self.table.scene.board.count if self.finds(free) else 0):
            found = free & allowed(self.table, self.side, beyond)
            if self.finds(found):
                return found
        return 0

    def ahead(self, hex: int, among: int, spent: int = 0) -> int:
        """Those of some hexes that the stack could reach from a hex after spending so much, as bits."""
        found = among
        for mover, points, _, strides in self.purses:
            if points > spent and strides:
                found &= reachable(self.table.scene.ground, mover, hex, points - spent, self.closed)
            else:
                found &= 1 << hex
        return found

    def may_enter(self, place: int) -> bool:
        """May the stack step over the hexside of this number [5.12] [6.11] [6.44]?"""
        scene, most = self.table.scene, 0
        hex, going = scene.board.neighbours[place], scene.ground.going
        if hex < 0 or self.shut >> hex & 1:
            return False
        for mover, points, always, strides in self.purses:
            cost = going[mover].costs[place]
            if cost <= 0 or not strides or (cost > points and not always):
                return False
            most = max(most, cost)
        return self.leads_on(hex, most)

    def may_come(self, hex: int) -> bool:
        """May the stack come onto the map in this hex [3.21] [5.12]?"""
        if self.shut >> hex & 1:
            return False
        costs = [entry_price(self.table, unit, hex) for unit in payers(self.table, self.units)]
        return min(costs) >= 0 and self.leads_on(hex, max(costs))

    def leads_on(self, hex: int, cost: int) -> bool:
        """Could the stack still end its move as it must, in this hex or further on [5.64]?"""
        if self.stuck or self.may_stop(hex):
            return True
        return not self.around.held >> hex & 1 and self._finds(hex, cost)

    def _finds(self, hex: int, spent: int = 0) -> bool:
        """Does a way lead on from a hex to where the stack may stop?"""
        goals = self.nearest if self.returning else self.around.good
        if not goals:
            return False
        if len(self.purses) > 1:
            return self.finds(goals, hex, spent)
        mover, points, _, strides = self.purses[0]
        budget = max(points - spent, 0) if strides else 0
        return self.around.leads_to(goals, mover, hex, budget, self.closed)

    def finds(self, goals: int, hex: int = NOWHERE, spent: int = 0) -> bool:
        """Does a way lead from a hex, or from where the stack is, to a goal that all can reach?"""
        start = self.hex if hex == NOWHERE else hex
        goal = self._goal(self.purses[0], goals, start, spent) if goals else NOWHERE
        if goal < 0 or len(self.purses) == 1:
            return goal >= 0
        one = self.table.scene.bit[goal]
        if all(self._goal(purse, one, start, spent) >= 0 for purse in self.purses[1:]):
            return True
        return self.ahead(start, goals, spent) > 0

    def _goal(self, purse: Purse, goals: int, hex: int, spent: int) -> int:
        """The goal that a member of the stack comes to most cheaply, or -1."""
        budget = max(purse.points - spent, 0) if purse.strides else 0
        going = self.table.scene.ground.going[purse.mover]
        return going.nearest(hex, budget, goals, self.closed)[0]

    @cached_property
    def stuck(self) -> bool:
        """Can the stack neither stay where it is nor get to where it may stop?"""
        return self.hex >= 0 and not self.may_stop(self.hex) and not self._finds(self.hex)

    def free_to_stop(self) -> bool:
        """May it end its move where it is, or must it, since there is nothing better [5.64]?"""
        return self.hex < 0 or self.may_stop(self.hex) or self.stuck


def mendable(table: Play, tie: Tie, hex: int) -> bool:
    """Could the unit that a tie binds to still move so that it holds for somebody in this hex [5.64]?"""
    unit, carrier = tie.anchor, table.state.carrier[tie.anchor]
    unit = carrier if tie.anchor >= 0 and carrier >= 0 else unit
    if unit < 0 or table.state.flags[unit] & DONE:
        return False
    return could_end(table, unit, tied(table, tie, hex))


def tied(table: Play, tie: Tie, hex: int) -> int:
    """The hexes in which the unit at the other end keeps the tie with one in this hex, as bits."""
    near = table.scene.measure.disc(hex, tie.radius)
    return table.scene.measure.everywhere & ~near if tie.apart else near


def could_end(table: Play, unit: int, hexes: int) -> bool:
    """Could a unit end its move in one of these hexes, formation but for deviation apart?"""
    state, around = table.state, table.scene.board.neighbours
    if state.hexes[unit] <= WAITING or formation_of(table, state.side[unit]) is None:
        return False
    march = March(table, (unit,))
    if march.finds(hexes & march.around.fitting):
        return True
    first = table.scene.foot[unit] and not state.paces[unit]
    places = range(march.hex * 6, march.hex * 6 + 6) if first else ()
    return any(
        may_step(table, (unit,), place) and hexes & ~march.closed & table.scene.bit[around[place]]
        for place in places
    )
