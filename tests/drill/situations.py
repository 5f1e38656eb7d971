"""Situations of Drill for its tests: position files, scripted dice, and the numbers of drill.toml."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.engine import Driver, Position
from sandtable.engine.dice import Script
from sandtable.engine.events import SegmentBegan
from sandtable.engine.position import BoardChanges, position_from
from sandtable.engine.wire import event_text
from sandtable.games.drill import game

FOLDER = Path(__file__).parent / "positions"
NUMBERS = tomllib.loads((files("sandtable.games.drill") / "data" / "drill.toml").read_text("utf-8"))
BLUE, RED = 0, 1
Game = Driver[Any, Any]


def situation(name: str, /, **changes: Any) -> Position:
    """The position in a file, with other fields; a field called by a unit's name changes that unit's line."""
    position = position_from((FOLDER / f"{name}.toml").read_text("utf-8"))
    units = [{**line, **changes.pop(line["name"], {})} for line in position.unit]
    return replace(position, **{"unit": units, **changes})


def woods_at(*hexes: str) -> BoardChanges:
    """What makes woods of these hexes, and of no others, on a blank map."""
    return BoardChanges(terrain=dict.fromkeys(hexes, "woods"))


def play(position: Position | str, /, *dice: int) -> Game:
    """The game from a position on, with these dice and no more."""
    position = situation(position) if isinstance(position, str) else position
    driver = Driver(game, *game.from_position(position), Script(dice))
    driver.start()
    return driver


def answer(driver: Game, *answers: str) -> None:
    """Give answers such as "Blue B1" one after the other; several picks are joined by commas."""
    for words in answers:
        side, _, keys = words.partition(" ")
        number = driver.table.scene.side(side)
        several = driver.asked(number).kind == "several"
        driver.submit(number, [key for key in keys.split(",") if key] if several else keys)


def asked(driver: Game) -> list[str]:
    """Who is asked what, and what is on offer, such as "Red react: pass R1"."""
    scene = driver.table.scene
    return [
        f"{scene.side_name(ask.side)} {ask.name}: {' '.join(ask.key(option) for option in ask.options)}"
        for ask in driver.asks
    ]


def told(driver: Game, side: int | None = None) -> list[str]:
    """What a seat has heard, in sentences, without the beginnings of segments."""
    events = [event for event in driver.heard(side) if not isinstance(event, SegmentBegan)]
    return [event_text(event, driver.table.scene) for event in events]


def where(driver: Game, unit: str) -> str:
    """The hex of a unit, or "" if it is off the board."""
    scene = driver.table.scene
    return str(scene.hex_name(driver.state.hexes[scene.unit(unit)]))


def status(driver: Game, unit: str) -> list[str]:
    """The words for the markers on a unit."""
    lines = {line["name"]: line for line in game.to_position(driver.table).unit}
    return list(lines[unit].get("status", []))


def hit_number(kind: str, distance: int) -> int:
    """What the printed chart gives a type of unit at a distance; 0 where it has nothing."""
    column = NUMBERS["types"].index(kind)
    for row in NUMBERS["hits"]["rows"]:
        if row["span"][0] <= distance <= row["span"][1]:
            return int(row["cells"][column])
    return 0
