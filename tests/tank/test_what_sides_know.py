"""What a side may know, and what is dealt again where it may not [3.2] [4.2] [13.4]."""

import msgspec
import pytest
from tests.tank.situations import ALPHA, BRAVO, Play, game, play, situation, told, turn, where

from sandtable.engine import Odds, Refused, Unknown
from sandtable.engine.cases import covers
from sandtable.engine.events import NOBODY
from sandtable.engine.wire import plain


def wire(driver: Play, side: int | None) -> str:
    """A view as it is sent."""
    return msgspec.json.encode(plain(driver.view(side), driver.table.scene)).decode()


@covers("tank", "13.4", "4.2")
@pytest.mark.parametrize("side", [ALPHA, NOBODY])
def test_nothing_of_a_hidden_position_is_sent(side: int) -> None:
    driver = play("turning-gun")
    assert all(word not in wire(driver, side) for word in ('"B1"', '"B2"', "0508", "FC", "hidden"))
    assert all(word in wire(driver, BRAVO) for word in ('"B1"', '"B2"', "0508", "FC", "hidden"))
    assert all(word in wire(driver, None) for word in ('"B1"', "0508"))


@covers("tank", "13.4")
def test_how_many_are_hidden_is_known() -> None:
    """Two of two."""
    assert play("turning-gun").view(ALPHA).forces[BRAVO].unseen == 2


@covers("tank", "13.4", "17.12")
def test_dealt_again_hidden_units_lie_elsewhere_and_the_side_sees_the_same() -> None:
    """Where they may lie: eleven deep from the east edge, and no hex that Alpha has come next to."""
    driver = play("turning-gun")
    places = set()
    for seed in range(8):
        fork = driver.fork_for(ALPHA, f"deal {seed}".encode())
        assert wire(fork, ALPHA) == wire(driver, ALPHA)
        assert where(fork, "B1") == where(fork, "B2")
        assert int(where(fork, "B1")[:2]) <= 20 - 10
        places.add(where(fork, "B1"))
    assert len(places) > 3


def test_for_its_own_side_nothing_is_dealt_again() -> None:
    driver = play("turning-gun")
    fork = driver.fork_for(BRAVO, b"deal")
    assert where(fork, "B1") == "0508"


@covers("tank", "3.2")
def test_counters_that_lie_face_down_may_be_any_of_those_not_seen_yet() -> None:
    """Gun and squad are revealed, 0508, and a gun is still hidden: any of them may be which."""
    driver = play("ambush", 6, 3, 6, 6, 6, 6)
    turn(driver, BRAVO)
    placed = {
        tuple(where(driver.fork_for(ALPHA, f"{n}".encode()), unit) for unit in ("B1", "B2", "B3"))
        for n in range(20)
    }
    assert any(b1 != "0508" for b1, _, _ in placed)
    assert all([b1, b2, b3].count("0508") == 2 for b1, b2, b3 in placed)


@covers("tank", "14.2", "4.2")
def test_the_facing_that_a_hidden_gun_keeps_is_not_told() -> None:
    driver = play("turning-gun")
    turn(driver, ALPHA)
    turn(driver, BRAVO, "B1 B")
    assert told(driver, ALPHA) == told(driver, NOBODY) == []


def test_the_situation_in_words_and_counters_shows_what_the_side_knows() -> None:
    driver = play("turning-gun")
    assert "2 not on the map or hidden" in game.situation(driver.table, ALPHA)
    assert "B1 AT75 in 0508 facing B (hidden): FC" in game.situation(driver.table, BRAVO)
    assert len(game.counters(driver.table, ALPHA)) == 2
    assert len(game.counters(driver.table, BRAVO)) == 4


# Odds by name


def odds(driver: Play, **query: str) -> Odds:
    return game.odds(driver.table, query)


@covers("tank", "8.0", "8.22")
def test_odds_of_fire_are_asked_for_by_name() -> None:
    driver = play("duel", 6)
    assert odds(driver, firer="A1", target="B1").chance("destroyed") * 6 == 3
    assert odds(driver, about="fire", firer="A1", target="B1", facing="D").chance("destroyed") == 1
    nearer = odds(driver, firer="A1", target="B1", hex="0508")
    assert nearer.chance("destroyed") * 6 == 4


@covers("tank", "8.0")
@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"firer": "B2", "target": "A1"}, r"8\.82"),
        ({"firer": "A1", "target": "A1"}, r"8\.53"),
        ({"firer": "A1,B1", "target": "B2"}, r"8\."),
    ],
)
def test_where_there_is_no_shot_the_reasons_are_told(query: dict[str, str], reason: str) -> None:
    driver = play(situation("duel", B2={"type": "INF", "facing": ""}), 6)
    with pytest.raises(Refused, match=reason):
        odds(driver, **query)


@covers("tank", "13.4")
def test_of_a_hidden_unit_there_are_no_odds_for_the_enemy() -> None:
    driver = play("turning-gun")
    with pytest.raises(Refused, match="B1: is not on the map"):
        odds(driver, firer="A1", target="B1")


@covers("tank", "13.5", "12.1", "12.22", "14.2")
def test_odds_of_spotting_and_panic() -> None:
    driver = play("lookout", 5)
    assert odds(driver, spotter="A2", target="B1").chance("spotted") * 6 == 3
    assert odds(driver, about="panic", unit="A1").chance("panics") == 0
    assert len(odds(driver, about="direction of panic", unit="A1").chances()) == 6
    assert odds(driver, about="points of panic", unit="A1").chance("5") * 6 == 2
    assert odds(driver, about="reveal").chance("revealed") * 2 == 1
    with pytest.raises(Unknown, match="weather"):
        odds(driver, about="weather")


def test_lines_of_sight_in_another_mode_and_reach() -> None:
    driver = play("duel", 6)
    assert game.sight(driver.table, {"from": "0503", "to": "0510", "mode": "closed"}).clear
    with pytest.raises(Unknown, match="foggy"):
        game.sight(driver.table, {"from": "0503", "to": "0510", "mode": "foggy"})
    reached = game.reach(driver.table, driver.table.scene.unit("A1"))
    assert reached[driver.table.scene.hex("0508")] == "5"
    assert driver.table.scene.hex("0509") not in reached
