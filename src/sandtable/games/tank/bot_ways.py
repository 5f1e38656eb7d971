"""The opponent's movement: which hexes are worth being in, how far off they are, and who goes where."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from sandtable.games.tank.bot_estimate import Estimate
from sandtable.games.tank.bot_facing import exposure
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.column import held_to_track
from sandtable.games.tank.country import WHOLE_ALLOWANCE, Country
from sandtable.games.tank.movement import allowance, heading, price, schedule
from sandtable.games.tank.plots import Order, straight_on
from sandtable.games.tank.state import EXIT, MV, MVR, OV
from sandtable.hexes import opposite

NOWHERE = -100.0
WHOLE_TURN = 6
"""What woods that take the whole allowance are reckoned at [10.13]."""


class Outlook(NamedTuple):
    """What it is worth to be in a hex, and for every hex the best that can be had from it."""

    worth: Mapping[int, float]
    best: Sequence[float]


def outlook(country: Country, worth: Mapping[int, float], toll: float, closed: Collection[int]) -> Outlook:
    """For every hex the best worth that can be reached, less a toll for each point on the way."""
    best = [NOWHERE] * country.board.count
    heap = [(-value, hex) for hex, value in worth.items()]
    heapify(heap)
    while heap:
        value, hex = heappop(heap)
        if best[hex] > NOWHERE:
            continue
        best[hex] = -value
        if hex in closed:
            continue
        for d in range(6):
            before = country.neighbours[hex * 6 + d]
            if before >= 0 and best[before] == NOWHERE:
                points = country.prices[before * 6 + opposite(d)] or WHOLE_TURN
                heappush(heap, (value + toll * points, before))
    return Outlook(worth, best)


class Ways:
    """Finds each unit its way in turn, so that nobody drives through a friend's fire or ends where one is."""

    def __init__(self, estimate: Estimate, lanes: Collection[int]) -> None:
        self.estimate = estimate
        state = estimate.state
        self.enemies = {state.hexes[foe] for foe in estimate.foes}
        self.closed = self.enemies | set(lanes)
        self.taken = {state.hexes[unit] for unit in estimate.own}

    def value(self, unit: int, hex: int, view: Outlook, fear: float) -> float:
        """What it is worth to be in a hex: what can be had there, or further on in spite of the danger."""
        return max(view.worth.get(hex, NOWHERE), view.best[hex] - fear * self.estimate.danger(unit)[hex])

    def best(self, unit: int, view: Outlook, fear: float) -> tuple[float, int]:
        """The hex within reach that promises most, and how much."""
        start, reached = self.estimate.state.hexes[unit], self._reach(unit)
        free = [hex for hex in reached if hex == start or hex not in self.taken]
        values = {hex: self.value(unit, hex, view, fear) for hex in free}
        found = max(free, key=lambda hex: (values[hex], -reached[hex], -hex))
        return values[found], found

    def _reach(self, unit: int) -> dict[int, int]:
        """Where a unit can end, clear of enemies and friends' fire, and the points that it takes [10.13]."""
        estimate, country = self.estimate, self.estimate.country
        start, points = estimate.state.hexes[unit], estimate.field.weapons[unit].ma
        found = country.going.reach(start, points, self.closed - {start})
        for at in range(start * 6, start * 6 + 6):
            hex = country.neighbours[at]
            if hex >= 0 and country.prices[at] == WHOLE_ALLOWANCE and hex not in self.closed:
                found[hex] = points
        return found

    def order(self, unit: int, goal: int, *, leaving: bool = False) -> Order | None:
        """The cheapest way there, and off the map if that is the aim and the points suffice."""
        estimate, country = self.estimate, self.estimate.country
        start, reached = estimate.state.hexes[unit], self._reach(unit)
        whole = country.entry[goal] == WHOLE_ALLOWANCE and goal != start
        path = (goal,) if whole else tuple(country.going.path_to(goal, reached)[1:])
        if leaving and reached[goal] < estimate.field.weapons[unit].ma:
            path = (*path, EXIT)
        if not path:
            return None
        if path[-1] != EXIT:
            self.taken.add(path[-1])
        task = MVR if self._backs(unit, path) else MV
        return Order(unit, task, -1, path, schedule(estimate.field, unit, start, task, path))

    def _backs(self, unit: int, path: Sequence[int]) -> bool:
        """Does it rather show its front to the enemy, and is the way short enough for that [9.6] [9.2]?"""
        field, state = self.estimate.field, self.estimate.state
        if len(path) > CHARTS.small.reverse_hexes or path[-1] == EXIT or held_to_track(state, unit):
            return False
        start = state.hexes[unit]
        if schedule(field, unit, start, MVR, path)[-1] > allowance(field, unit, MVR):
            return False
        ahead = heading(field, MV, start, path[0])
        return exposure(self.estimate, unit, opposite(ahead)) < exposure(self.estimate, unit, ahead)

    def overrun(self, unit: int, hexes: Iterable[int]) -> Order | None:
        """The cheapest overrun within reach of one of these hexes, with its exit behind it [9.4]."""
        estimate, country = self.estimate, self.estimate.country
        field, start = estimate.field, estimate.state.hexes[unit]
        points = field.weapons[unit].ma
        reached = country.going.reach(start, points, self.closed - {start})
        found = [
            (reached[before] + spent, before, (target, beyond))
            for target in hexes
            for before, beyond, spent in self.runs_over(unit, target)
            if before in reached and reached[before] + spent <= points
        ]
        if not found:
            return None
        _, before, last = min(found)
        path = (*country.going.path_to(before, reached)[1:], *last)
        self.taken.add(last[1])
        return Order(unit, OV, -1, path, schedule(field, unit, start, OV, path))

    def runs_over(self, unit: int, target: int) -> Iterator[tuple[int, int, int]]:
        """The hexes before a target and behind it from which and to which it can be overrun, and the points
        [9.41]."""
        field = self.estimate.field
        for before in field.country.near(target):
            beyond = straight_on(field, before, target)
            if beyond < 0 or beyond in self.enemies or beyond in self.taken:
                continue
            costs = price(field, unit, before, target), price(field, unit, target, beyond)
            spent = sum(costs) + CHARTS.small.overrun_points
            if WHOLE_ALLOWANCE not in costs and spent <= field.weapons[unit].ma:
                yield before, beyond, spent
