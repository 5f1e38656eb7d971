"""Movement ranges on a board of 60 by 40."""

import random
from collections.abc import Iterator

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from benchmarks.measure import Measure, microseconds
from sandtable.boards import Going
from sandtable.hexes import Grid

BUDGET = 8


def measures() -> Iterator[Measure]:
    """All that concerns ranges."""
    grid = Grid(60, 40, "even")
    dice = random.Random(4)
    costs = [dice.choice((1, 1, 1, 2, 2, 3)) if far >= 0 else 0 for far in grid.neighbours]
    start = grid.find("3020")
    going = Going(grid.neighbours, costs)
    graph = _graph(grid, costs)
    _same_answer(going.reach(start, BUDGET), dijkstra(graph, indices=start, limit=BUDGET))
    ours, theirs = microseconds(
        lambda: going.reach(start, BUDGET), lambda: dijkstra(graph, indices=start, limit=BUDGET)
    )
    yield Measure("Movement range, 8 points", "us", ours, "scipy csgraph", theirs, 3, "at most")


def _graph(grid: Grid, costs: list[int]) -> csr_matrix:
    ways = [(at // 6, far, costs[at]) for at, far in enumerate(grid.neighbours) if far >= 0]
    starts, ends, prices = zip(*ways, strict=True)
    return csr_matrix((np.array(prices, float), (starts, ends)), shape=(grid.count, grid.count))


def _same_answer(ours: dict[int, int], theirs: np.ndarray) -> None:
    found = {hex: int(cost) for hex, cost in enumerate(theirs) if np.isfinite(cost)}
    if ours != found:
        raise AssertionError("the two ranges differ, so their times mean nothing")
