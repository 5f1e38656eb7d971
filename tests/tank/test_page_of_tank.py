"""What docs/tank.md shows is what the game takes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from tests.tank.situations import asked, play, where

from sandtable.engine.position import position_from
from sandtable.games.tank.plots import PLOTTED, Plots
from sandtable.games.tank.position import Kept, UnitPlace

PAGE = (Path(__file__).parents[2] / "docs" / "tank.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_position_of_the_page_can_be_played() -> None:
    """The hidden gun covers column 05 down to 0504; whatever the die, A1 is asked to face or is gone."""
    driver = play(position_from(block("toml")), 6, 6, 6)
    assert asked(driver)
    assert where(driver, "A1") in ("", "0504", "0505")


def test_the_pad_of_the_page_has_the_form_of_a_pad() -> None:
    pad = msgspec.json.decode(block("json"), type=Plots)
    assert {line.task for line in pad.lines} <= {*PLOTTED}


def test_the_page_names_every_task_and_every_key() -> None:
    keys = [field.name for shape in (Kept, UnitPlace) for field in msgspec.structs.fields(shape)]
    common = ("name", "side", "type", "hex", "status")
    assert [key for key in (*keys, *PLOTTED) if f"`{key}`" not in PAGE and key not in common] == []
