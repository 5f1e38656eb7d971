"""Position files of Tank!: what they say, what is wrong with them, and that they give the game back."""

import pytest
from tests.tank.situations import FOLDER, game, play, situation, status, where

from sandtable.engine import BadPosition, Driver, Position
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.engine.position import position_from, position_text

FILES = sorted(file.stem for file in FOLDER.glob("*.toml"))


def played(scenario: str, answers: int) -> Driver:
    """A game after so many random answers."""
    driver = Driver(game, *game.set_up(scenario, {}), seeded(7))
    driver.start()
    chance = seeded(8)
    while not driver.over and answers > 0:
        ask = driver.asks[0]
        driver.answer(ask.side, random_answer(ask, lambda count: chance.roll(count) - 1))
        answers -= 1
    return driver


@pytest.mark.parametrize("name", FILES)
def test_a_file_written_and_read_again_is_the_same_situation(name: str) -> None:
    field, state = game.from_position(situation(name))
    again = position_text(game.to_position(Driver(game, field, state, seeded(1)).table))
    assert game.from_position(position_from(again))[1] == state


@pytest.mark.parametrize(("scenario", "answers"), [("introductory", 12), ("1", 9), ("3", 14), ("11", 11)])
def test_a_game_under_way_is_the_same_from_its_file(scenario: str, answers: int) -> None:
    driver = played(scenario, answers)
    text = position_text(game.to_position(driver.table))
    state = game.from_position(position_from(text))[1]
    assert state == driver.state


def test_a_scenario_alone_begins_at_its_deployment() -> None:
    _, state = game.from_position(Position("tank", "1"))
    assert state == game.set_up("1", {})[1]


@covers("tank", "6.0")
def test_plots_stand_in_files_as_on_the_pad() -> None:
    """By hex numbers and by the letters of the hexsides crossed."""
    moved = {"hex": "0508", "start": "0510", "done": 2}
    numbers = play(situation("duel", phase="settling", B1={**moved, "plot": "MV 0509 0508"}))
    letters = play(situation("duel", phase="settling", B1={**moved, "plot": "MV AA"}))
    assert numbers.hash() == letters.hash()
    assert where(numbers, "B1") == "0508"


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    wrong = situation(
        "duel",
        state={"situation": "XX", "wrecks": ["9999"]},
        A1={"facing": "Q", "plot": "ZZ 0510"},
        B1={"plot": "DF 9999"},
        B2={"type": "INF", "tried": ["A9"]},
    )
    with pytest.raises(BadPosition) as bad:
        game.from_position(wrong)
    places = [one.place for one in bad.value.refusals]
    assert places == [
        "state.situation",
        "state.wrecks",
        "A1",
        "A1",
        "B1",
        "B2",
        "B2",
    ]


@covers("tank", "8.62")
def test_a_destroyed_unit_cannot_stand_on_the_map() -> None:
    with pytest.raises(BadPosition, match=r"8\.62: B1"):
        game.from_position(situation("duel", B1={"status": ["destroyed"]}))


@covers("tank", "14.0")
def test_where_hidden_units_lie_there_is_a_position() -> None:
    driver = play("ambush", 6, 6)
    names = [driver.table.scene.hex_name(hex) for hex in driver.state.positions]
    assert names == ["0508", "0512"]
    assert "hidden" in status(driver, "B3")
