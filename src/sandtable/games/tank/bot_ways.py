"""The opponent's movement: which hexes are worth being in, how far off they are, and who goes where."""

from collections.abc import Collection, Iterable, Mapping
from heapq import heapify, heappop, heappush

from sandtable.games.tank.bot_estimate import Estimate
from sandtable.games.tank.country import Country
from sandtable.games.tank.movement import price, schedule
from sandtable.games.tank.plots import Order, straight_on
from sandtable.games.tank.state import EXIT, MV, OV
from sandtable.hexes import opposite

NOWHERE = -100.0
WHOLE_TURN = 8
"""What woods that take the whole allowance are reckoned at [10.13]."""


def outlook(
    country: Country, worth: Mapping[int, float], toll: float, closed: Collection[int]
) -> list[float]:
    """For every hex the best that can be had from it: a worth, less a toll for each point on the way."""
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
    return best


class Ways:
    """Finds each unit its way in turn, so that nobody drives through a friend's fire or ends where one is."""

    def __init__(self, estimate: Estimate, lanes: Collection[int]) -> None:
        self.estimate = estimate
        state = estimate.state
        self.enemies = {state.hexes[foe] for foe in estimate.foes}
        self.closed = self.enemies | set(lanes)
        self.taken = {state.hexes[unit] for unit in estimate.own}

    def best(self, unit: int, view: list[float], fear: float) -> tuple[float, int]:
        """The hex within reach that promises most, its own included, and how much."""
        estimate = self.estimate
        start, points = estimate.state.hexes[unit], estimate.field.weapons[unit].ma
        danger = estimate.danger(unit)
        reached = estimate.country.going.reach(start, points, self.closed - {start})
        here = [hex for hex in reached if hex == start or hex not in self.taken]
        found = max(here, key=lambda hex: (view[hex] - fear * danger[hex], -reached[hex], -hex))
        return view[found] - fear * danger[found], found

    def order(self, unit: int, goal: int, *, leaving: bool = False) -> Order | None:
        """The cheapest way there, and off the map if that is the aim and the points suffice."""
        estimate = self.estimate
        start, points = estimate.state.hexes[unit], estimate.field.weapons[unit].ma
        going = estimate.country.going
        reached = going.reach(start, points, self.closed - {start})
        path = tuple(going.path_to(goal, reached)[1:])
        if leaving and reached[goal] < points:
            path = (*path, EXIT)
        if not path:
            return None
        if path[-1] != EXIT:
            self.taken.add(path[-1])
        return Order(unit, MV, -1, path, schedule(estimate.field, unit, start, MV, path))

    def overrun(self, unit: int, hexes: Iterable[int]) -> Order | None:
        """The cheapest overrun within reach of one of these hexes, with its exit behind it [9.4]."""
        estimate, country = self.estimate, self.estimate.country
        field, start = estimate.field, estimate.state.hexes[unit]
        points = field.weapons[unit].ma
        reached = country.going.reach(start, points, self.closed - {start})
        found: list[tuple[int, int, tuple[int, ...]]] = []
        for target in hexes:
            for before in country.near(target):
                beyond = straight_on(field, before, target)
                if before not in reached or beyond < 0 or beyond in self.taken | self.enemies:
                    continue
                costs = price(field, unit, before, target), price(field, unit, target, beyond)
                spent = reached[before] + sum(costs) + 1
                if min(costs) > 0 and spent <= points:
                    found.append((spent, before, (target, beyond)))
        if not found:
            return None
        _, before, last = min(found)
        path = (*country.going.path_to(before, reached)[1:], *last)
        self.taken.add(last[1])
        return Order(unit, OV, -1, path, schedule(field, unit, start, OV, path))
