"""The Sergeant: what it does at each ask, and that it knows what it is doing."""

from fractions import Fraction
from typing import Any

import pytest
from tests.drill.situations import BLUE, RED, Game, answer, asked, play, situation, woods_at

from sandtable.bots.random import RandomBot
from sandtable.engine import Position
from sandtable.engine.views import Seat
from sandtable.games.drill import game
from sandtable.games.drill.bot import GOOD_SHOT, Sergeant
from sandtable.lab.playing import match


def advice(driver: Game, side: int, seed: bytes = b"any") -> Any:
    """What the Sergeant at that side would answer, in the words of the protocol."""
    bot = Sergeant(seed)
    return driver.asked(side).write(bot.answer(Seat(driver, side)))


@pytest.mark.parametrize("side", [BLUE, RED])
def test_it_beats_whoever_answers_at_random_from_both_sides(side: int) -> None:
    """Of forty games at each side it wins at least nine in ten; a player no better would win half."""
    result = match(game, "crossfire", {"sergeant": Sergeant, "random": RandomBot}, range(40))
    assert len(result.bouts) == 80
    assert result.wins("sergeant", side) >= 36
    assert result.wins("random", 1 - side) <= 4


def test_it_takes_the_best_shot() -> None:
    """When B1 comes to 0506, R1 has 5 of 6 at three hexes and R2 4 of 6 at four."""
    driver = play("exchange")
    answer(driver, "Blue B1", "Blue 0506")
    assert advice(driver, RED) == "R1"


def test_it_takes_a_shot_of_one_in_three() -> None:
    """Three of Blue hit the trench on 3 less 1, which is two of six; any of them may fire."""
    driver = play(situation("exchange", R1={"status": ["dug in"]}), 6)
    answer(driver, "Blue B1", "Blue 0506", "Red R1")
    assert Fraction(1, 6) < GOOD_SHOT <= driver.asks[0].stakes() == Fraction(2, 6)
    assert advice(driver, BLUE) in ("B1", "B2", "B3")


def test_it_holds_a_poor_shot() -> None:
    """Of a trench in the woods all three of Blue hit on 1: the chart's 3 at three to five hexes, less 2."""
    driver = play(situation("exchange", board=woods_at("0503"), R1={"status": ["dug in"]}), 6)
    answer(driver, "Blue B1", "Blue 0506", "Red R1")
    assert asked(driver) == ["Blue react: pass B1 B2 B3"]
    assert advice(driver, BLUE) == "pass"


def test_it_makes_for_the_hill_and_stays_there() -> None:
    """B3 goes, in 0510: B1 and B2 stand on the hill, and B4 is off the board. The way is straight up."""
    driver = play(situation("last-turn", phase="blue-movement"))
    assert advice(driver, BLUE) == "B3"
    answer(driver, "Blue B3")
    assert advice(driver, BLUE) == "0509"
    there = play(situation("last-turn", phase="blue-movement", B3={"hex": "0506"}))
    assert advice(there, BLUE) == "pass"


def test_it_leaves_its_hidden_unit_where_it_is() -> None:
    """Red could move R1 or R2; on a board without a hill it makes for the middle, with R1."""
    driver = play(situation("ambush", phase="red-movement"))
    assert asked(driver) == ["Red pick-mover: pass R1 R2"]
    assert advice(driver, RED) == "R1"


def test_it_digs_in_as_many_as_may() -> None:
    assert advice(play("trenches"), BLUE) == ["B3", "B4"]


def test_the_same_seed_deploys_the_same() -> None:
    """And another one otherwise."""
    driver = play(Position("drill", "crossfire"))
    plans = {seed: advice(driver, BLUE, seed) for seed in (b"one", b"two")}
    assert plans[b"one"] == advice(driver, BLUE, b"one")
    assert plans[b"one"] != plans[b"two"]
