"""A counter that lies face down is a counter in a hex: nothing names it, and nothing answers for it."""

from typing import Any

import pytest
from tests.tank.situations import ALPHA, BRAVO, Play, play, told

from sandtable.engine import Refused
from sandtable.engine.cases import covers
from sandtable.engine.session import Session
from sandtable.games.tank import game


def seat(driver: Play, side: int) -> Session:
    header: Any = None
    return Session(driver, header, side)


def lies(driver: Play, unit: str) -> str:
    scene = driver.table.scene
    return str(scene.hex_name(driver.state.hexes[scene.unit(unit)]))


@covers("tank", "3.2", "8.52")
def test_fire_that_is_called_off_does_not_name_a_counter_that_lies_face_down() -> None:
    """Squad B1 waits in 0505 for vehicles in 0504; its own tank B2 is the first to come there."""
    driver = play("face-down")
    assert "B1 holds its fire: B2 is first in its line" in told(driver, BRAVO)
    assert "A counter in 0505 holds its fire: a friend is first in its line" in told(driver, ALPHA)
    assert not any("B1" in line for line in told(driver, ALPHA))


def ringed() -> Play:
    """B1, which has shown itself, is to fire around it and stands among its own squads; both have plotted."""
    driver = play("ringed", *[6] * 20)
    driver.submit(BRAVO, {"lines": [{"unit": "B1", "task": "OF", "target": "around"}]})
    driver.submit(ALPHA, {"lines": []})
    return driver


@covers("tank", "8.43", "8.84")
def test_fire_around_is_lost_to_a_friend_who_stands_there() -> None:
    """B0 is the first of the roster and nine hexes off; B2 stands beside B1."""
    assert "B1 may not fire: B2 is or comes into its line" in told(ringed())


@covers("tank", "3.2", "8.43")
def test_the_enemy_does_not_hear_which_friend_it_is() -> None:
    heard = told(ringed(), ALPHA)
    assert "B1 may not fire: a friend is or comes into its line" in heard
    assert not any("B2" in line for line in heard)


@covers("tank", "3.2")
@pytest.mark.parametrize("unit", ["B1", "B3"])
def test_a_seat_learns_nothing_by_asking_about_a_counter_that_lies_face_down(unit: str) -> None:
    """B1 has plotted fire and B3 nothing: about both Alpha is refused everything, in the same words."""
    alpha = seat(play("face-down-at-the-end"), ALPHA)
    for ask in (
        lambda: alpha.reach(unit),
        lambda: alpha.odds({"spotter": "A1", "target": unit}),
        lambda: alpha.odds({"firer": f"A1, {unit}", "target": "B2"}),
    ):
        with pytest.raises(Refused, match=f"{unit}: Alpha cannot know anything about it"):
            ask()
    assert alpha.reach("B2")["hexes"]


@covers("tank", "3.2", "8.84")
def test_in_a_fork_any_counter_that_could_fire_so_lies_where_one_is_to_fire() -> None:
    """The counter in 0505 fires into 0503. Squads B1, B4 and tank B3 could be that; where the tank would be
    in 0505 it faces 0503, and the squad lies where the tank was."""
    driver = play("face-down-at-the-end")
    seeds = [bytes([number]) for number in range(40)]
    forks = [driver.fork_for(ALPHA, seed) for seed in seeds]
    assert {tuple(lies(fork, unit) for unit in ("B1", "B3", "B4")) for fork in forks} == {
        (one, two, three)
        for one in ("0505", "0515", "0705")
        for two in ("0505", "0515", "0705")
        for three in ("0505", "0515", "0705")
        if len({one, two, three}) == 3
    }
    assert all(fork.view(ALPHA) == driver.view(ALPHA) for fork in forks)


@covers("tank", "3.2", "17.11")
def test_what_is_secret_is_named() -> None:
    """Three counters that could be exchanged; the tank that is spotted is none of them."""
    secrets = game.secrets(play("face-down-at-the-end").table, ALPHA)
    assert [*secrets] == ["where B1 is", "where B3 is", "where B4 is"]
