"""What docs/raid.md shows is what the game takes."""

import re
from pathlib import Path

import msgspec
import pytest

from sandtable.engine.position import position_from
from sandtable.games.raid import game
from sandtable.games.raid.plots import Plots
from sandtable.games.raid.points import POINTS
from sandtable.games.raid.position import Kept, Line
from sandtable.games.raid.scenarios import Force, Scenario, Zone
from sandtable.games.raid.state import WORDS

PAGE = (Path(__file__).parents[2] / "docs" / "raid.md").read_text("utf-8")


def shown(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", shown("toml"))
def test_the_files_shown_are_taken(text: str) -> None:
    scene, state = game.from_position(position_from(text))
    assert scene.scenario is state.own
    assert len(state.units) == (14 if state.own else 2)


def test_the_plots_shown_are_taken() -> None:
    import msgspec

    (text,) = shown("json")
    assert [plot.smoke for plot in msgspec.json.decode(text, type=Plots).missions] == [False, True]


def test_the_points_shown_are_those_of_the_file() -> None:
    prices = [int(cell) for cell in re.findall(r"\| (10 \|.*) \|\n", PAGE)[0].split(" | ")]
    assert prices == list(POINTS.units.values())


def test_the_page_names_every_key() -> None:
    shapes = (Kept, Line, Scenario, Force, Zone)
    keys = [field.name for shape in shapes for field in msgspec.structs.fields(shape)]
    plain = (
        "name",
        "side",
        "type",
        "hex",
        "id",
        "case",
        "title",
        "date",
        "place",
        "minutes",
        "goals",
        "teaches",
    )
    unnamed = ("alpha", "bravo", "unsure", "teams", "wrecks", "entry", "bank")
    named = [key for key in keys if key not in (*plain, *unnamed)]
    assert [key for key in (*named, *WORDS.status) if f"`{key}`" not in PAGE] == []
