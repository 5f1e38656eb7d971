"""How well a game of Raid! has gone for a side, and the Lieutenant held against chance in the same seat.

    python tests/raid/paired.py litani 0 100

plays a hundred pairs as Alpha. What counts first is who has won, and how soon it was settled; then how much
Alpha has done of what the scenario asks of him; then the men that either side has lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.games.raid import game
from sandtable.games.raid.bot import Lieutenant
from sandtable.games.raid.goals import claims, gone, living, lost_men
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ALPHA, BRAVO, LEFT, hex_of
from sandtable.lab.pairs import Pair, Seats, paired

LIMIT = 60_000


def standing(driver: Driver[Any, Any], side: int) -> tuple[float, float, float, float]:
    """Won or not, and how soon; Alpha's task done or left undone; who lost the greater share of men."""
    table: Play = driver.table
    done, sign = progress(table), 1 if side == ALPHA else -1
    assert table.state.outcome is not None
    won = table.state.outcome.winner == side
    soon = -table.state.turn if won else 0.0
    return float(won), soon, sign * round(done, 3), round(_lost(table, 1 - side) - _lost(table, side), 3)


def _lost(table: Play, side: int) -> float:
    """The share of a side's men that are dead."""
    return lost_men(table, side) / sum(table.scene.types[unit].men for unit in table.scene.combat[side])


def progress(table: Play) -> float:
    """How much of his task Alpha has done, from 0 to 1 [15.0]."""
    scenario = table.scene.scenario
    assert scenario is not None
    return _DONE[scenario.goal](table)


def _killed(table: Play) -> float:
    return _lost(table, BRAVO)


def _documents(table: Play) -> float:
    """A half if Alpha has them at the end, the whole if they are off the map."""
    holder = table.state.carrying
    if holder < 0 or table.state.side[holder] != ALPHA:
        return 0.0
    return 1.0 if table.state.hexes[holder] == LEFT else 0.5


def _swept(table: Play) -> float:
    """The guerrillas killed, as long as not too many men are lost."""
    return _killed(table) * dict(claims(table))["at most half the men are lost"]


def _compound(table: Play) -> float:
    """The guards killed and the survivors flown out, as long as not too many men are lost."""
    few = [*dict(claims(table)).values()][2]
    flown = [unit for unit in gone(table, ALPHA) if table.state.carrier[unit] >= 0]
    return few * (_killed(table) + len(flown) / len(table.scene.combat[ALPHA])) / 2


def _exit(table: Play) -> float:
    """The share of the vehicles and Fire Teams wanted that are through."""
    scenario, types = table.scene.scenario, table.scene.types
    assert scenario is not None
    way = table.scene.board.find(scenario.goal_hexes[0])
    out = [unit for unit in table.scene.own[ALPHA] if table.state.exit[unit] == way]
    vehicles = sum(types[unit].breed == "vehicle" for unit in out)
    teams = sum(types[unit].id == "fire_team" for unit in out)
    return (min(vehicles / scenario.exit.vehicles, 1) + min(teams / scenario.exit.fire_teams, 1)) / 2


def _aqueduct(table: Play) -> float:
    """Half the task is the aqueduct, and who is off across the coast counts only once it is destroyed."""
    coast = table.scene.ground.coast()
    out = [unit for unit in gone(table, ALPHA) if coast >> table.state.exit[unit] & 1]
    return table.state.aqueduct * (1 + len(out) / len(table.scene.combat[ALPHA])) / 2


def _clear(table: Play) -> float:
    """The share of bridge and redoubt that Bravo does not hold."""
    held = {hex_of(table.state, unit) for unit in living(table, BRAVO)}
    goal = _goal(table)
    return sum(hex not in held for hex in goal) / len(goal)


def _buildings(table: Play) -> float:
    """The share of the Buildings in rubble."""
    goal, fallen = _goal(table), table.state.rubble
    return sum(hex in fallen for hex in goal) / len(goal)


def _goal(table: Play) -> list[int]:
    assert table.scene.scenario is not None
    return [table.scene.board.find(name) for name in table.scene.scenario.goal_hexes]


_DONE: dict[str, Callable[[Play], float]] = {
    "kill": _killed,
    "documents": _documents,
    "compound": _compound,
    "exit": _exit,
    "aqueduct": _aqueduct,
    "clear": _clear,
    "buildings": _buildings,
    "sweep": _swept,
}


def held_against_chance(scenario: str, side: int, seeds: range) -> list[Pair]:
    """The Lieutenant and a random player in one seat, both against a random one."""
    seats = Seats(side, Lieutenant, RandomBot, RandomBot)
    return paired(game, scenario, seats, seeds, standing, LIMIT)


if __name__ == "__main__":
    for side in map(int, sys.argv[2]):
        pairs = held_against_chance(sys.argv[1], side, range(int(sys.argv[3])))
        better, won = sum(pair.better for pair in pairs), sum(pair.player[0] for pair in pairs)
        print(f"{sys.argv[1]} {'AB'[side]}: better in {better} of {len(pairs)}, won {won:.0f}")
        for pair in pairs:
            if not pair.better:
                print(f"   {pair.seed}: {pair.player} against {pair.against}")
