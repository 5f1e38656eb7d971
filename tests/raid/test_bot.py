"""The Lieutenant: it answers every question of every scenario, from what its side may know alone."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.games.raid import game
from sandtable.games.raid.bot import Lieutenant
from sandtable.lab.playing import play_out


def played(scenario: str, seed: int, side: int) -> Driver[Any, Any]:
    """A game of the Lieutenant at one side against chance at the other."""
    driver: Driver[Any, Any] = Driver(game, *game.set_up(scenario, game.settled({})), seeded(seed))
    driver.start()
    play_out(
        driver, {one: (Lieutenant if one == side else RandomBot)(b"%d %d" % (seed, one)) for one in (0, 1)}
    )
    return driver


@pytest.mark.parametrize("scenario", ["convoy_ambush", "litani"])
def test_it_does_what_alpha_came_for(scenario: str) -> None:
    """Against chance it brings its convoy through, and clears bridge and redoubt."""
    assert played(scenario, 0, 0).state.outcome.winner == 0
