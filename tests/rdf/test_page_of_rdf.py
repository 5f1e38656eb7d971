"""What docs/rdf.md shows is what the game takes."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from sandtable.engine import Driver
from sandtable.engine.asks import Ask
from sandtable.engine.dice import seeded
from sandtable.engine.orders import StandingOrder
from sandtable.engine.position import position_from
from sandtable.games.rdf import game
from sandtable.games.rdf.position import Kept, Line
from sandtable.games.rdf.pregame import MakePlan

PAGE = (Path(__file__).parents[2] / "docs" / "rdf.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_position_of_the_page_can_be_played() -> None:
    (text,) = blocks("toml")
    driver = Driver(game, *game.from_position(position_from(text)), seeded(1))
    driver.start()
    assert driver.asks[0].name == "pick-mover"


def test_the_sheet_of_the_page_can_be_handed_in() -> None:
    """In some game of scenario 2 the formation is rolled, and the sheet fits as it stands."""
    sheet = msgspec.json.decode(blocks("json")[0])
    driver = Driver(game, *game.set_up("2", game.settled({})), seeded(1))
    driver.start()
    ask = driver.asked(0)
    assert isinstance(ask, MakePlan)
    assert not ask.free_formation()
    assert ask.read(sheet).option == "tank_heavy"


def test_the_standing_orders_of_the_page_are_such() -> None:
    told: list[dict[str, Any]] = msgspec.json.decode(blocks("json")[1])
    assert [reads_order(one).then for one in told] == ["react", "pass"]


def reads_order(told: dict[str, Any]) -> StandingOrder:
    return msgspec.convert(told, StandingOrder, dec_hook=lambda _, value: Fraction(value))


def test_the_page_names_every_question_and_every_key() -> None:
    keys = [field.name for shape in (Kept, Line) for field in msgspec.structs.fields(shape)]
    common = ("name", "side", "type", "hex", "status")
    asks = [one.name for one in questions(Ask) if one.__module__.startswith("sandtable.games.rdf")]
    assert [key for key in (*keys, *asks) if f"`{key}`" not in PAGE and key not in common] == []


def questions(kind: type[Any]) -> list[type[Any]]:
    """The kinds of question that have a name."""
    found = [one for below in kind.__subclasses__() for one in (below, *questions(below))]
    return [one for one in found if hasattr(one, "name")]
