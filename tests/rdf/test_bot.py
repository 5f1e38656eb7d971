"""The Colonel: it beats chance at either side, and keeps to what its kinds of question call for."""

from typing import Any

import pytest

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.games.rdf import game
from sandtable.games.rdf.bot import Colonel
from sandtable.games.rdf.forces import MARKETS, Purchase, purchase_faults
from sandtable.games.rdf.preparation import wishes
from sandtable.lab.playing import play_out


def played(scenario: str, seed: int, side: int) -> Driver[Any, Any]:
    """A game of the Colonel at one side against chance at the others."""
    driver: Driver[Any, Any] = Driver(game, *game.set_up(scenario, game.settled({})), seeded(seed))
    driver.start()
    others = range(len(driver.state.sides))
    play_out(driver, {one: (Colonel if one == side else RandomBot)(b"%d %d" % (seed, one)) for one in others})
    return driver


@pytest.mark.parametrize("scenario", ["1", "5", "own"])
def test_it_is_ahead_of_chance_at_either_side(scenario: str) -> None:
    """Of six games it is ahead in five at least; a player no better than chance would be in half."""
    ahead = 0
    for seed in range(3):
        for side in (0, 1):
            points = played(scenario, seed, side).state.outcome.points
            ahead += points[side] > points[1 - side]
    assert ahead >= 5


@pytest.mark.parametrize("nation", MARKETS)
def test_it_buys_what_there_is_within_the_price(nation: str) -> None:
    """Every wish is a company or an asset of its market, companies first, as a force needs one."""
    named = [*wishes(nation)]
    assert isinstance(named[0], int)
    for wish in named:
        bought = Purchase((wish,)) if isinstance(wish, int) else Purchase((1,), {wish: 1})
        assert purchase_faults(nation, 1000, bought) == []
