"""How far units can move: against a slow reckoning that shares nothing with the quick one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mill import SKIRMISH

from sandtable.boards import Going, blank_board

A, B, C, D, E, F = range(6)


def slow_reach(
    neighbours: list[int], costs: list[int], start: int, budget: int, closed: set[int]
) -> dict[int, int]:
    """Bellman and Ford: go over all steps again and again until nothing gets cheaper."""
    cheapest = {start: 0}
    changed = True
    while changed:
        changed = False
        for at, there in enumerate(neighbours):
            spent = cheapest.get(at // 6)
            if spent is None or there < 0 or there in closed or costs[at] <= 0:
                continue
            total = spent + costs[at]
            if total <= budget and total < cheapest.get(there, total + 1):
                cheapest[there] = total
                changed = True
    return cheapest


@st.composite
def marches(draw: st.DrawFn) -> tuple[list[int], list[int], int, int, set[int]]:
    """A board of any size and parity, a cost for every step, a start, a budget and closed hexes."""
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    neighbours = blank_board(SKIRMISH, columns, rows, low=draw(st.sampled_from(["even", "odd"]))).neighbours
    count = columns * rows
    one_cost = st.sampled_from([-1, 0, 1, 1, 2, 3, 7])
    costs = draw(st.lists(one_cost, min_size=6 * count, max_size=6 * count))
    hexes = st.integers(0, count - 1)
    start, budget = draw(hexes), draw(st.integers(0, 20))
    return list(neighbours), costs, start, budget, draw(st.sets(hexes, max_size=4)) - {start}


@settings(max_examples=200, deadline=None)
@given(marches())
def test_the_cheapest_costs_are_those_of_the_slow_reckoning(
    march: tuple[list[int], list[int], int, int, set[int]],
) -> None:
    """Same hexes, same costs, the cheapest first; and asked again, with the steps sorted out, the same."""
    neighbours, costs, start, budget, closed = march
    going = Going(neighbours, costs)
    reached = going.reach(start, budget, sorted(closed))
    assert reached == slow_reach(neighbours, costs, start, budget, closed)
    assert list(reached.values()) == sorted(reached.values())
    assert list(going.reach(start, budget, closed).items()) == list(reached.items())


@settings(max_examples=200, deadline=None)
@given(marches())
def test_a_path_costs_what_its_goal_costs(march: tuple[list[int], list[int], int, int, set[int]]) -> None:
    """Each path goes from hex to neighbour over steps that are allowed, and its costs add up."""
    neighbours, costs, start, budget, closed = march
    going = Going(neighbours, costs)
    reached = going.reach(start, budget, closed)
    for goal, cost in reached.items():
        path = going.path_to(goal, reached)
        steps = [neighbours[i * 6 : i * 6 + 6].index(j) + i * 6 for i, j in pairwise(path)]
        assert (path[0], path[-1]) == (start, goal)
        assert min((costs[at] for at in steps), default=1) > 0
        assert sum(costs[at] for at in steps) == cost


def test_open_ground_is_reached_in_rings() -> None:
    """At 2 half points a hex, 8 points reach 8 hexes: 1 + 6 * (1 + ... + 8) = 217, of which 48 cost all."""
    board = blank_board(SKIRMISH, 60, 40)
    reached = Going(board.neighbours, [2] * (board.count * 6)).reach(board.find("3020"), 16)
    assert len(reached) == 217
    assert list(reached.values()).count(16) == 48


def test_costs_can_differ_by_direction() -> None:
    """Uphill 3, downhill 1, between two hexes: up and down again costs 4 points, down alone 1."""
    board = blank_board(SKIRMISH, 1, 2)
    costs = [0] * 12
    costs[0 * 6 + D], costs[1 * 6 + A] = 3, 1
    going = Going(board.neighbours, costs)
    assert going.reach(0, 3) == {0: 0, 1: 3}
    assert going.reach(0, 2) == {0: 0}
    assert going.reach(1, 2) == {1: 0, 0: 1}


def test_equal_ways_are_told_apart_by_the_order_of_the_hexsides() -> None:
    """0402 is two steps from 0202, by 0303 on its side E or by 0302 on its side F; E comes first.

    Column 02 is even, so 0202 has 0302 on its side B and 0303 on C; so has 0402 on F and E.
    """
    board = blank_board(SKIRMISH, 5, 5)
    going = Going(board.neighbours, [1] * (board.count * 6))
    goal = board.find("0402")
    reached = going.reach(board.find("0202"), 5)
    assert reached[goal] == 2
    assert [board.names[i] for i in going.path_to(goal, reached)] == ["0202", "0303", "0402"]


def test_a_going_is_for_one_board() -> None:
    """Costs for another number of steps, or costs reached by another unit, are refused."""
    board = blank_board(SKIRMISH, 2, 2)
    with pytest.raises(ValueError, match="24 steps, and 5 have a cost"):
        Going(board.neighbours, [1] * 5)
    reached = Going(board.neighbours, [1] * 24).reach(0, 5)
    with pytest.raises(ValueError, match="not reached with this going"):
        Going(board.neighbours, [2] * 24).path_to(3, reached)


@given(marches(), st.sets(st.integers(0, 80), max_size=6))
def test_the_nearest_goal_is_the_cheapest_of_those_in_reach(
    march: tuple[list[int], list[int], int, int, set[int]], goals: set[int]
) -> None:
    neighbours, costs, start, budget, closed = march
    ways = slow_reach(neighbours, costs, start, budget, closed)
    wanted = min((cost for hex, cost in ways.items() if hex in goals), default=-1)
    bits, barred = (sum(1 << hex for hex in hexes) for hexes in (goals, closed))
    goal, cost = Going(neighbours, costs).nearest(start, budget, bits, barred)
    assert cost == wanted
    assert cost < 0 or (goal in goals and ways[goal] == cost)
