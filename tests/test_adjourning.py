"""A game that is adjourned and taken up elsewhere stands at the same ask; everybody has heard the same."""

import pickle
from random import Random

from sandtable.bots.random import picks
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.driver import Driver
from sandtable.games.drill import game
from sandtable.lab.conformance.trial import asks_bytes


def test_a_game_is_taken_up_where_it_was_adjourned_at_every_ask() -> None:
    """State, open asks, what each seat has heard, and the dice to come, after the way through plain bytes."""
    chance = Random(4)
    scene, state = game.set_up("crossfire", {})
    driver = Driver(game, scene, state, seeded(4))
    driver.start()
    for _ in range(150):
        twin = Driver.take_up(game, scene, pickle.loads(pickle.dumps(driver.adjourn())))
        assert (twin.hash(), asks_bytes(twin)) == (driver.hash(), asks_bytes(driver))
        assert [twin.heard(seat) for seat in (0, 1, None)] == [driver.heard(seat) for seat in (0, 1, None)]
        ask = driver.asks[0]
        wire = ask.write(random_answer(ask, picks(chance)))
        for game_under_way in (driver, twin):
            game_under_way.submit(ask.side, wire)
        assert twin.hash() == driver.hash()
