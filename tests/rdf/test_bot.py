"""The Colonel: it beats chance at either side, and plays as a battalion commander would."""

import time
from typing import Any

import pytest

from sandtable.bots.random import RandomBot
from sandtable.engine import Driver
from sandtable.engine.dice import seeded
from sandtable.engine.events import UnitEvent
from sandtable.engine.game import state_hash
from sandtable.engine.position import position_from
from sandtable.engine.views import Seat
from sandtable.games.rdf import game
from sandtable.games.rdf.bot import Colonel
from sandtable.games.rdf.events import Straggled
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


def test_it_leads_each_of_two_random_players_in_a_melee() -> None:
    """All against all it must have more points than either, which of three equals one in three would."""
    points = [
        played("three-melee", seed, side).state.outcome.points for seed, side in ((1, 0), (2, 1), (3, 2))
    ]
    ahead = [one[side] == max(one) for side, one in enumerate(points)]
    assert sum(ahead) >= 2


def test_its_units_keep_formation_and_a_turn_takes_no_five_seconds() -> None:
    """Thirty units a side: nobody of either force routs for straggling [5.64]."""
    driver: Driver[Any, Any] = Driver(game, *game.set_up("5", game.settled({})), seeded(3))
    driver.start()
    bots, spent, strays = [Colonel(b"one"), Colonel(b"two")], [0.0] * 40, 0
    while not driver.over:
        side, turn = driver.asks[0].side, driver.state.turn
        begun = time.process_time()
        answer = bots[side].answer(Seat(driver, side))
        spent[2 * turn + side] += time.process_time() - begun
        driver.answer(side, answer)
    for side in (0, 1):
        own = driver.table.scene.own[side]
        strays += sum(isinstance(one, Straggled) and one.unit in own for one in driver.heard(side))
    assert strays == 0
    assert max(spent) < 5


def test_the_same_seed_gives_the_same_game() -> None:
    first, again = (played("1", 5, 0) for _ in range(2))
    assert state_hash(first.state) == state_hash(again.state)


# -- situations

RIDGE = ", ".join(f'"{column:02}06" = 2' for column in range(1, 13))
"""High ground from 0106 to 1206: whoever stands close behind it is hidden from the south."""


def situation(units: str, level: str = RIDGE, phase: str = "first-movement") -> Driver[Any, Any]:
    """Two forces in loose formations on an open map, orders to destroy."""
    text = f"""
        game = "rdf"
        map = "blank"
        size = "24x24"
        turn = 5
        phase = "{phase}"
        state = {{ sides = ["US", "USSR"], formation = ["DA", "DA"], rating = [1, 3], orders = [5, 5] }}
        board.level = {{ {level} }}
        unit = [{units}]
    """
    driver: Driver[Any, Any] = Driver(game, *game.from_position(position_from(text)), seeded(3))
    driver.start()
    return driver


def phase_played(driver: Driver[Any, Any]) -> list[str]:
    """What the first player's units do in his phase, and what befalls them."""
    bots, last = [Colonel(b"one"), Colonel(b"two")], driver.state.step
    while not driver.over and driver.state.step < last + 3:
        side = driver.asks[0].side
        driver.answer(side, bots[side].answer(Seat(driver, side)))
    names, own = driver.table.scene.units, driver.table.scene.own[0]
    done = [one for one in driver.heard(0) if isinstance(one, UnitEvent) and one.unit in own]
    return [f"{names[one.unit]} {type(one).__name__}" for one in done]


def test_a_helicopter_fires_from_the_edge_of_cover_and_goes_back() -> None:
    """The ridge ends at 1206. It comes out far enough to see the tank, and ends where nobody sees it."""
    driver = situation("""
        { name = "C", side = "US", type = "AH-1S", hex = "0604" },
        { name = "T", side = "USSR", type = "T-72", hex = "0615", company = 1 },
    """)
    done = [one for one in phase_played(driver) if one.startswith("C")]
    shot = done.index("C Fires")
    assert "C Moved" in done[:shot]
    assert "C Moved" in done[shot:]
    scene, hexes = driver.table.scene, driver.state.hexes
    assert not scene.lookout.sees(0, 0)[hexes[1]] >> hexes[0] & 1


def test_a_helicopter_keeps_out_of_the_reach_of_air_defence() -> None:
    """The gun with radar (rating 4, agility 2) would hit on 2: a third of 12 points for half a step of 3."""
    driver = situation("""
        { name = "C", side = "US", type = "AH-1S", hex = "0604" },
        { name = "Z", side = "USSR", type = "ZSU23/4", hex = "0615" },
        { name = "T", side = "USSR", type = "T-72", hex = "0615", company = 1 },
    """)
    phase_played(driver)
    seen = driver.table.scene.lookout.sees(0, 0)[driver.state.hexes[1]] >> driver.state.hexes[0] & 1
    near = driver.table.scene.measure.distance(driver.state.hexes[0], driver.state.hexes[1]) <= 12
    assert (seen, near) != (1, True)


def test_missile_infantry_gets_off_to_fire_and_on_again_to_go() -> None:
    """A BMP (class D) within eight hexes is hit on 4 of 6; with nobody in sight men ride."""
    units = """
        {{ name = "V", side = "US", type = "M113", hex = "{0}", company = 1 }},
        {{ name = "I", side = "US", type = "US Infantry", hex = "{0}", company = 1 {1} }},
        {{ name = "B", side = "USSR", type = "BMP", hex = "{2}", company = 1 }},
    """
    aboard = situation(units.format("0604", ', aboard = "V"', "0611"), level="")
    assert "I Dismounted" in phase_played(aboard)
    afoot = situation(units.format("0604", "", "2424"))
    assert "I Mounted" in phase_played(afoot)


def test_headquarters_go_behind() -> None:
    """The counter of the battalion headquarters drives away from the tank, the company does not."""
    driver = situation(
        """
        { name = "H", side = "US", type = "Bn HQ", hex = "0608" },
        { name = "A", side = "US", type = "M-60", hex = "0607", company = 1 },
        { name = "T", side = "USSR", type = "BMP", hex = "0614", company = 1 },
    """,
        level="",
    )
    phase_played(driver)
    scene, hexes = driver.table.scene, driver.state.hexes
    hq, tank, enemy = (scene.unit(name) for name in "HAT")
    assert scene.measure.distance(hexes[hq], hexes[enemy]) > 6
    assert scene.measure.distance(hexes[hq], hexes[enemy]) > scene.measure.distance(hexes[tank], hexes[enemy])


@pytest.mark.parametrize("nation", MARKETS)
def test_it_buys_what_there_is_within_the_price(nation: str) -> None:
    """Every wish is a company or an asset of its market, companies first, as a force needs one."""
    named = [*wishes(nation)]
    assert isinstance(named[0], int)
    for wish in named:
        bought = Purchase((wish,)) if isinstance(wish, int) else Purchase((1,), {wish: 1})
        assert purchase_faults(nation, 1000, bought) == []
