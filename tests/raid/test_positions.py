"""Position files of Raid!: they give the game back, and all that is wrong with one is told at once."""

import pytest
from tests.raid.situations import FOLDER, game, situation

from sandtable.engine import BadPosition, Driver, Position
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.position import position_from, position_text

FILES = sorted(file.stem for file in FOLDER.glob("*.toml"))


@pytest.mark.parametrize("name", FILES)
def test_a_file_written_and_read_again_is_the_same_situation(name: str) -> None:
    scene, state = game.from_position(situation(name))
    again = position_text(game.to_position(Driver(game, scene, state, seeded(1)).table))
    assert game.from_position(position_from(again))[1] == state


@pytest.mark.parametrize(
    ("scenario", "answers"), [("entebbe", 14), ("dawn_raid", 160), ("tragino", 90), ("litani", 120)]
)
def test_a_game_under_way_is_the_same_from_its_file(scenario: str, answers: int) -> None:
    driver = Driver(game, *game.set_up(scenario, {}), seeded(7))
    driver.start()
    chance = seeded(8)
    for _ in range(answers):
        ask = driver.asks[0]
        driver.answer(ask.side, random_answer(ask, lambda count: chance.roll(count) - 1))
    text = position_text(game.to_position(driver.table))
    assert game.from_position(position_from(text))[1] == driver.state


def test_a_scenario_alone_begins_at_its_set_up() -> None:
    _, state = game.from_position(Position("raid", "sweep"))
    assert state == game.set_up("sweep", {})[1]


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    wrong = situation(
        "fire",
        state={"wrecks": ["9999"], "tables": "0000", "carrying": "Z"},
        A={"men": 9, "line": "laser"},
        MG={"hex": "2599"},
        T={"type": "elephant"},
    )
    with pytest.raises(BadPosition) as refused:
        game.from_position(wrong)
    told = str(refused.value)
    for words in ("9999", "0000", "'Z'", "4 men at most, not 9", "'laser'", "'2599'", "'elephant'"):
        assert words in told, words
