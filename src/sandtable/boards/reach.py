"""How far a unit can move: the cheapest way to every hex within its movement points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.hexes import opposite


class Going:
    """What each step costs one kind of unit on one board.

    `neighbours` is a board's list; `costs` says, at the same places, what the step over that hexside costs in
    whole numbers, with 0 or less where it is forbidden. Games that count in halves or thirds of a point scale
    them up. The steps out of a hex are sorted out when a unit first comes there, so a Going is worth keeping.
    """

    __slots__ = ("_steps", "costs", "neighbours")

    def __init__(self, neighbours: Sequence[int], costs: Sequence[int]) -> None:
        if len(costs) != len(neighbours):
            raise ValueError(f"the board has {len(neighbours)} steps, and {len(costs)} have a cost")
        self.neighbours = neighbours
        self.costs = costs
        self._steps: list[tuple[tuple[int, int], ...] | None] = [None] * (len(costs) // 6)

    def reach(self, start: int, budget: int, closed: Iterable[int] = ()) -> dict[int, int]:
        """The hexes that can be reached within a budget and what each costs, the cheapest first.

        A closed hex is not entered. The start is among the hexes, at no cost.
        """
        # Dial's buckets: as costs are small whole numbers, hexes wait in one list for each sum spent.
        cheapest = [budget + 1] * len(self._steps)
        for hex in closed:
            cheapest[hex] = 0
        cheapest[start] = 0
        buckets: list[list[int]] = [[] for _ in range(budget + 1)]
        buckets[0].append(start)
        reached: dict[int, int] = {}
        for spent, bucket in enumerate(buckets):
            for hex in bucket:
                if cheapest[hex] == spent:
                    reached[hex] = spent
                    for cost, there in self._steps[hex] or self._steps_from(hex):
                        if (total := spent + cost) < cheapest[there]:
                            cheapest[there] = total
                            buckets[total].append(there)
        return reached

    def nearest(self, start: int, budget: int, goals: int, closed: int = 0) -> tuple[int, int]:
        """The goal that is reached most cheaply within a budget, and at what cost; -1 for both if none is.

        Goals and closed hexes are the bits of numbers. The start may be either.
        """
        cheapest = {start: 0}
        buckets: list[list[int]] = [[] for _ in range(budget + 1)]
        if budget >= 0:
            buckets[0].append(start)
        for spent, bucket in enumerate(buckets):
            for hex in bucket:
                if cheapest[hex] != spent:
                    continue
                if goals >> hex & 1:
                    return hex, spent
                for cost, there in self._steps[hex] or self._steps_from(hex):
                    total = spent + cost
                    if total < cheapest.get(there, budget + 1) and not closed >> there & 1:
                        cheapest[there] = total
                        buckets[total].append(there)
        return -1, -1

    def path_to(self, goal: int, reached: dict[int, int]) -> list[int]:
        """The cheapest way to a hex that `reach` found, from the start on.

        Of equally cheap ways it takes, back from the goal, the first hexside in the order A to F each time.
        """
        way = [goal]
        while reached[way[-1]]:
            way.append(self._before(way[-1], reached))
        return way[::-1]

    def _before(self, hex: int, reached: dict[int, int]) -> int:
        """The hex from which the cheapest way enters this one."""
        for d in range(6):
            there = self.neighbours[hex * 6 + d]
            if there in reached:
                cost = self.costs[there * 6 + opposite(d)]
                if cost > 0 and reached[there] + cost == reached[hex]:
                    return there
        raise ValueError(f"no cheapest way leads to hex {hex}: these costs were not reached with this going")

    def _steps_from(self, hex: int) -> tuple[tuple[int, int], ...]:
        """Cost and neighbour of each step that is allowed out of a hex."""
        ways = slice(hex * 6, hex * 6 + 6)
        pairs = zip(self.costs[ways], self.neighbours[ways], strict=True)
        steps = tuple([pair for pair in pairs if pair[0] > 0 and pair[1] >= 0])
        self._steps[hex] = steps
        return steps
