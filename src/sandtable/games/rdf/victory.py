"""Victory: each player's points by his own orders, and the end of the game [15.0]."""

from typing import NoReturn

from sandtable.engine import Ended, Outcome
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.scoring import level, points
from sandtable.games.rdf.state import DESTROYED, EXITED, ROUTED


def half_points(table: Play, side: int) -> int:
    """The victory points of a side in halves, as the game stands [15.1]."""
    scene, state = table.scene, table.state
    destroyed = [state.kind[unit] for unit in scene.foes[side] if state.hexes[unit] == DESTROYED]
    exited = [(state.kind[unit], state.left[unit]) for unit in scene.own[side] if state.hexes[unit] == EXITED]
    staying = [unit for unit in scene.own[side] if state.hexes[unit] >= 0 and not state.flags[unit] & ROUTED]
    return points(state.orders[side], destroyed, exited, [state.kind[unit] for unit in staying])


def conclude(table: Play, reason: str) -> NoReturn:
    """End the game at once: whoever has more points wins, by how much they differ [13.4] [15.4].

    Allies add theirs up; among three enemies the best is held against the second [16.7].
    """
    state = table.state
    halves = [half_points(table, side) for side in range(len(state.sides))]
    teams = [*dict.fromkeys(state.teams)]
    totals = [sum(h for h, one in zip(halves, state.teams, strict=True) if one == team) for team in teams]
    first, second = sorted(totals, reverse=True)[:2]
    degree = level(first - second)
    side = state.teams.index(teams[totals.index(first)])
    winner = None if degree == "draw" else side
    verdict = "a draw" if winner is None else f"a {degree} victory for {state.sides[winner]}"
    state.outcome = Outcome(winner, f"{reason}: {verdict}", tuple([count / 2 for count in halves]))
    raise Ended
