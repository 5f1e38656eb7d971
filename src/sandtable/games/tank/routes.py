"""Routes: the way of a column through the places that its player names [17.11] [17.3E]."""

from collections.abc import Sequence
from functools import lru_cache

from sandtable.engine import Refusal, Unknown
from sandtable.games.tank.country import Country
from sandtable.games.tank.state import Field, State
from sandtable.hexes import opposite


def through(field: Field, start: int, names: Sequence[str]) -> tuple[tuple[int, ...], list[Refusal]]:
    """The cheapest way for vehicles from a hex through others, one after the other, and what is wrong."""
    way, faults = [start], []
    for name in names:
        try:
            goal = field.hex(name)
        except Unknown as error:
            faults.append(Refusal("17.3E", str(error), "route"))
            continue
        leg = shortest(field.country, way[-1], goal)
        if leg is None:
            faults.append(Refusal("17.3E", f"no vehicle gets to {name} from there", "route"))
            continue
        way += leg[1:]
    return tuple(way), faults


@lru_cache(maxsize=1024)
def shortest(country: Country, start: int, goal: int) -> tuple[int, ...] | None:
    """The cheapest way from hex to hex, both included, or None if there is none."""
    budget = 2 * country.distance(start, goal) + 4
    while budget < 2 * farthest(country):
        reached = country.going.reach(start, budget)
        if goal in reached:
            return tuple(country.going.path_to(goal, reached))
        budget *= 2
    return None


def farthest(country: Country) -> int:
    """More points than the longest way across a map takes that goes round everything."""
    return 4 * (country.board.grid.columns + country.board.grid.rows)


@lru_cache(maxsize=256)
def within_reach(country: Country, start: int, edge: str) -> tuple[int, ...]:
    """The hexes of an edge to which vehicles can get from a hex, in however many Game-Turns."""
    found, ahead = {start}, [start]
    for hex in ahead:
        for at in range(hex * 6, hex * 6 + 6):
            beyond = country.neighbours[at]
            if country.prices[at] > 0 and beyond not in found:
                found.add(beyond)
                ahead.append(beyond)
    return tuple(hex for hex in country.edges[edge] if hex in found)


@lru_cache(maxsize=64)
def leading_to(country: Country, edge: str) -> frozenset[int]:
    """All hexes from which vehicles can get to an edge, woods that take a whole Game-Turn left aside."""
    found = list(country.edges[edge])
    seen = set(found)
    for hex in found:
        for d in range(6):
            before = country.neighbours[hex * 6 + d]
            if before >= 0 and before not in seen and country.prices[before * 6 + opposite(d)] > 0:
                seen.add(before)
                found.append(before)
    return frozenset(seen)


def exit_edge(field: Field, state: State, side: int) -> str:
    """The edge over which a side may leave the map now, or "" [17.3E] [17.11] [17.12] [17.13].

    In a meeting engagement it is the one by which it came, from the Game-Turn after a force has reached
    Preservation.
    """
    situation = field.situation
    if situation.exits_after_preservation:
        open_now = any(0 < turn < state.turn for turn in state.preserved)
        return situation.entries[side] if open_now else ""
    return situation.exit
