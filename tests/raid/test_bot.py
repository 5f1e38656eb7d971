"""The Lieutenant: better than chance at either side, by what it may know alone, and quickly."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.raid.paired import held_against_chance

from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.raid import game
from sandtable.games.raid.bot import Lieutenant
from sandtable.games.raid.detonations import Detonate
from sandtable.games.raid.goals import claims
from sandtable.games.raid.scenarios import SCENARIOS
from sandtable.games.raid.state import ALPHA, BRAVO
from sandtable.lab.playing import play_out

Play = Driver[Any, Any]


def begun(scenario: str, seed: int) -> Play:
    driver: Play = Driver(game, *game.set_up(scenario, game.settled({})), seeded(seed))
    driver.start()
    return driver


def pair(seed: int) -> dict[int, Lieutenant]:
    return {side: Lieutenant(b"%d %d" % (seed, side)) for side in (ALPHA, BRAVO)}


@pytest.mark.parametrize("scenario", ["convoy_ambush", "litani"])
def test_it_does_what_alpha_came_for_where_chance_does_not(scenario: str) -> None:
    """Two pairs of games with the same dice, better in both."""
    assert sum(pair.better for pair in held_against_chance(scenario, ALPHA, range(2))) == 2


def test_it_holds_the_redoubt_better_than_chance() -> None:
    """At the Litani chance gives bridge and redoubt up; two pairs of games, better in both."""
    assert sum(pair.better for pair in held_against_chance("litani", BRAVO, range(2))) == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_of_them_play_every_scenario_to_its_end_in_good_time(scenario: str) -> None:
    """Every question has an answer that is allowed; no side thinks as long as three seconds in any phase."""
    driver, players = begun(scenario, 3), pair(3)
    spent: dict[object, float] = {}
    while not driver.over:
        side, phase = driver.asks[0].side, driver.segment
        assert phase is not None
        begin = time.process_time()
        answer = players[side].answer(Seat(driver, side))
        key = driver.state.turn, phase.name, side
        spent[key] = spent.get(key, 0.0) + time.process_time() - begin
        driver.answer(side, answer)
    assert max(spent.values()) < 3


def test_it_is_the_same_for_the_same_seed() -> None:
    """The same dice and seeds give the same game to the byte."""
    hashes = []
    for _ in range(2):
        driver = begun("son_tay", 5)
        play_out(driver, pair(5))
        hashes.append(driver.hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("scenario", ["litani", "convoy_ambush"])
def test_it_answers_the_same_whatever_is_hidden_from_it(scenario: str) -> None:
    """With all that its side cannot know dealt again, its answers are the same, question by question."""
    driver, players, asked = begun(scenario, 2), pair(2), 0
    while driver.state.turn < 4:
        side = driver.asks[0].side
        answer = players[side].answer(Seat(driver, side))
        if driver.state.ready and len(driver.history) % 9 == 0:
            dealt, asked = driver.fork_for(side, b"dealt %d" % asked), asked + 1
            told = [
                one.asked(side).write(Lieutenant(b"fresh").answer(Seat(one, side))) for one in (driver, dealt)
            ]
            assert told[0] == told[1]
        driver.answer(side, answer)
    assert asked > 10


def test_it_sets_charges_off_together_and_not_under_its_own_men() -> None:
    """At the Tragino three charges of strength 9 destroy the aqueduct on 2 to 6, one alone on 5 or 6."""
    driver, players, blasts = begun("tragino", 1), pair(1), 0
    while not driver.over and not claims(driver.table)[0][1] and driver.state.turn < 8:
        ask = driver.asks[0]
        answer = players[ask.side].answer(Seat(driver, ask.side))
        if isinstance(ask, Detonate) and answer:
            own = [driver.state.hexes[unit] for unit in driver.table.scene.combat[ALPHA]]
            assert not {driver.state.charges[place].hex for place in answer} & {*own}
            blasts += 1
        driver.answer(ask.side, answer)
    assert claims(driver.table)[0][1]
    assert blasts == 1
