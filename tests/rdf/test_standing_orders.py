"""Standing orders: with sensible ones a player's turn passes without a question to the other [9.35]."""

from fractions import Fraction
from random import Random

from tests.rdf.situations import situation

from sandtable.engine import Driver
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.orders import StandingOrder
from sandtable.games.rdf import game

SENSIBLE = (
    StandingOrder("react", ask="opportunity-fire", least_chance=Fraction(1, 3)),
    StandingOrder("react", ask="return-fire", least_chance=Fraction(1, 3)),
    StandingOrder("react", ask="round-fire"),
    StandingOrder("react", ask="leaving-fire"),
    StandingOrder("react", ask="strike-defence"),
    StandingOrder("pass"),
)
"""Fire from one in three up, in close assault and at air strikes always; else hold."""


def questions(seed: int, orders: tuple[StandingOrder, ...], turns: int) -> dict[tuple[int, int], int]:
    """For each player-turn (from indirect fire to unit status) how often the other side was asked."""
    random = Random(seed)
    driver = Driver(game, *game.from_position(situation("armies")), seeded(bytes([seed])))
    driver.orders = {0: orders, 1: orders}
    driver.start()
    asked: dict[tuple[int, int], int] = {}
    while not driver.over and driver.state.turn <= turns:
        ask, segment = driver.asks[0], driver.segment
        assert segment is not None
        if "-movement" in segment.name or "-fire" in segment.name:
            player = int(segment.arguments[0])
            asked.setdefault((driver.state.turn, player), 0)
            asked[driver.state.turn, player] += ask.side != player
        driver.answer(ask.side, random_answer(ask, random.randrange))
    return asked


def quiet(orders: tuple[StandingOrder, ...]) -> Fraction:
    """In how many of the player-turns of some random play from contact on the other side was not asked."""
    counts = [count for seed in range(1, 9) for count in questions(seed, orders, 7).values()]
    assert len(counts) > 30
    return Fraction(sum(count == 0 for count in counts), len(counts))


def test_nine_turns_in_ten_pass_without_a_question_to_the_other_side() -> None:
    """Two forces in contact from the start: without orders fewer than half of the turns are quiet."""
    assert quiet(SENSIBLE) >= Fraction(9, 10)
    assert quiet(()) < Fraction(1, 2)
