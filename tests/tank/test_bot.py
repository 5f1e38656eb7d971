"""The Captain: that it beats whoever plots at random, that its pads are sound, and how long it thinks."""

from __future__ import annotations

import time

import pytest

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.tank import game
from sandtable.games.tank.bot import Captain
from sandtable.games.tank.bot_plan import Plan
from sandtable.games.tank.plotting import PlotUnits
from sandtable.lab.playing import match


@pytest.mark.parametrize("scenario", ["introductory", "4", "2", "11"])
def test_it_beats_whoever_plots_at_random_from_both_sides(scenario: str) -> None:
    """One of each situation, three games at each side: a player no better would win three of six, and five
    or more in one of nine matches."""
    result = match(game, scenario, {"captain": Captain, "random": RandomBot}, range(3))
    assert result.wins("captain") >= 5
    assert result.wins("random") <= 1


@pytest.mark.parametrize("scenario", ["5", "9"])
def test_its_pads_are_sound_and_quickly_written(scenario: str) -> None:
    """The rules refuse none of the lines that it plans, and a whole turn takes less than a second."""
    scene, state = game.set_up(scenario, game.settled({}))
    driver = Driver(game, scene, state, seeded(7))
    driver.start()
    captains = {side: Captain(b"captain %d" % side) for side in (0, 1)}
    slowest, plotted = 0.0, 0
    while not driver.over and plotted < 24:
        ask = driver.asks[0]
        seat = Seat(driver, ask.side)
        if isinstance(ask, PlotUnits):
            begun = time.process_time()
            plots = Plan(scene, seat.fork(b"any").table.state, ask.side).plots()
            slowest, plotted = max(slowest, time.process_time() - begun), plotted + 1
            assert ask.faults(plots) == []
        driver.answer(ask.side, captains[ask.side].answer(seat))
    assert slowest < 1
