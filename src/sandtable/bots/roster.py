"""Who can play a game: its own opponents, and those that know no game."""

from collections.abc import Callable
from typing import Any

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.random import RandomBot
from sandtable.engine.game import Bot, Game


def bots_for(game: Game[Any, Any]) -> dict[str, Callable[[bytes], Bot]]:
    """Every opponent for this game by name, its own first; each is made from a seed."""
    return {**game.bots(), "random": RandomBot, "greedy": GreedyBot}
