"""Situations of the series for its tests: position files, scripted dice, and what came of them."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.engine import Driver, Position
from sandtable.engine.dice import Script
from sandtable.engine.events import Rolled, SegmentBegan
from sandtable.engine.position import position_from
from sandtable.engine.wire import event_text
from sandtable.games.tcs import game

FOLDER = Path(__file__).parent / "positions"
Play = Driver[Any, Any]


def situation(name: str, /, **changes: Any) -> Position:
    """The position in a file, with other fields; a field called by a unit's name changes that unit's line,
    and None takes the unit away; `state` is laid over what the file has there."""
    position = position_from((FOLDER / f"{name}.toml").read_text("utf-8"))
    changed = {line["name"]: changes.pop(line["name"], {}) for line in position.unit}
    units = [{**line, **changed[line["name"]]} for line in position.unit if changed[line["name"]] is not None]
    changes["state"] = {**position.state, **changes.get("state", {})}
    return replace(position, **{"unit": units, **changes})


def play(position: Position | str, /, *dice: int) -> Play:
    """The game from a position on, with these dice and no more, up to the next question."""
    position = situation(position) if isinstance(position, str) else position
    driver = Driver(game, *game.from_position(position), Script(dice))
    driver.start()
    return driver


def answer(driver: Play, *answers: str) -> None:
    """Give answers such as "Blue: A/1", one after the other; several picks are joined by commas."""
    for words in answers:
        side, _, keys = words.partition(": ")
        number = driver.table.scene.side(side)
        several = driver.asked(number).kind == "several"
        driver.submit(number, [key for key in keys.split(", ") if key] if several else keys)


def asked(driver: Play) -> list[str]:
    """Who is asked what, such as "Blue step"."""
    return [f"{driver.table.scene.side_name(ask.side)} {ask.name}" for ask in driver.asks]


def offered(driver: Play, side: str) -> list[str]:
    """The keys of all options of a side's question."""
    ask = driver.asked(driver.table.scene.side(side))
    return [ask.key(option) for option in ask.options]


def why_not(driver: Play, side: str, key: str) -> str:
    """The case and the reason why a key is not on offer."""
    refusal = driver.asked(driver.table.scene.side(side)).why_not(key)
    return f"{refusal.case} {refusal.reason}"


def told(driver: Play, side: int | None = None) -> list[str]:
    """What a seat has heard, in sentences, without dice and the beginnings of segments."""
    events = [event for event in driver.heard(side) if not isinstance(event, SegmentBegan | Rolled)]
    return [event_text(event, driver.table.scene) for event in events]


def rolls(driver: Play, side: int | None = None) -> list[str]:
    """The dice that a seat has heard of: what for, and what came of it."""
    events = [event for event in driver.heard(side) if isinstance(event, Rolled)]
    return [f"{event.purpose}: {event.total} {event.result}" for event in events]


def line(driver: Play, unit: str) -> dict[str, Any]:
    """A unit's line as a position file would have it."""
    return next(each for each in game.to_position(driver.table).unit if each["name"] == unit)


def where(driver: Play, unit: str) -> str:
    """The hex of a unit, that of its carrier if it is aboard, or "" if it is off the map."""
    told = line(driver, unit)
    return where(driver, told["carrier"]) if "carrier" in told else str(told.get("hex", ""))


def status(driver: Play, unit: str) -> list[str]:
    """The words for the marks on a unit, its fire mode among them."""
    return list(line(driver, unit).get("status", []))
