"""How well a battle has gone for a side, and the Major held against chance in the same seat.

    python tests/tcs/paired.py crossroads 01 0 100 [major]

plays the pairs of seeds 0 to 99 from either side, against chance or the Major on the other. What counts
first is the level of victory, then the lead in points, both by the rule of the scenario; what is even in
both goes to him who has paid less for it in steps.
"""

from __future__ import annotations

import sys
from typing import Any

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.games.tcs import game
from sandtable.games.tcs.bot import Major
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.victory import lead, steps_lost
from sandtable.lab.pairs import Pair, Seats, paired
from sandtable.lab.playing import BotMaker

LIMIT = 400_000


def standing(driver: Driver[Any, Any], side: int) -> tuple[float, float, float]:
    """Won, drawn or lost and how high; the lead in points; the steps that the enemy has lost more."""
    table: Play = driver.table
    scenario, outcome = table.scene.scenario, table.state.outcome
    assert scenario is not None
    assert outcome is not None
    victory = scenario.own.victory
    sign = 1 if table.state.sides[side] == victory.first else -1
    return (
        float(_height(outcome.winner, side) * (2 if "decisive" in outcome.reason else 1)),
        float(sign * lead(table, victory)),
        float(steps_lost(table, 1 - side) - steps_lost(table, side)),
    )


def _height(winner: int | None, side: int) -> int:
    if winner is None:
        return 0
    return 1 if winner == side else -1


def held_against_chance(scenario: str, side: int, seeds: range, others: BotMaker = RandomBot) -> list[Pair]:
    """The Major and a random player in one seat, both against the same opponent."""
    return paired(game, scenario, Seats(side, Major, RandomBot, others), seeds, standing, LIMIT)


def told(scenario: str, side: int, pairs: list[Pair]) -> str:
    """How many of the pairs end better: by level and lead alone, and with the losses where those are even."""
    ruled = sum(pair.player[:2] > pair.against[:2] for pair in pairs)
    even = sum(pair.player[:2] == pair.against[:2] for pair in pairs)
    better = sum(pair.better for pair in pairs)
    count = len(pairs)
    return f"{scenario} {side}: better in {ruled} of {count}, even in {even}; with losses better in {better}"


if __name__ == "__main__":
    scenario, sides, first, last, *rest = sys.argv[1:]
    for side in map(int, sides):
        seeds = range(int(first), int(last))
        pairs = held_against_chance(scenario, side, seeds, Major if "major" in rest else RandomBot)
        print(told(scenario, side, pairs))
        for pair in pairs:
            if not pair.better:
                print(f"   {pair.seed}: {pair.player} against {pair.against}")
