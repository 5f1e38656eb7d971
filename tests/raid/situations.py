"""Situations of Raid! for its tests: position files, scripted dice, and what came of them."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.engine import Driver, Position
from sandtable.engine.dice import Script
from sandtable.engine.events import Rolled, SegmentBegan
from sandtable.engine.position import position_from
from sandtable.engine.wire import event_text
from sandtable.games.raid import game
from sandtable.games.raid.state import WORDS

FOLDER = Path(__file__).parent / "positions"
ALPHA, BRAVO = 0, 1
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


def answer(driver: Play, *answers: object) -> Play:
    """Give answers one after the other, each by whoever is asked first; windows come as they are."""
    for wire in answers:
        driver.submit(driver.asks[0].side, wire)
    return driver


def hold(driver: Play) -> Play:
    """Let every chance to interrupt go by that comes next."""
    while driver.asks and driver.asks[0].window:
        driver.submit(driver.asks[0].side, "pass")
    return driver


def move(driver: Play, *answers: object) -> Play:
    """Give answers, and hold fire at every chance to interrupt between them."""
    for wire in answers:
        hold(answer(driver, wire))
    return driver


def idle(driver: Play, until: str = "", turn: int = 99) -> Play:
    """Do nothing at all until an ask of this name comes, or a Game-Turn begins."""
    nothing: dict[str, object] = {"choose": "pass", "several": []}
    while driver.asks and driver.asks[0].name != until and driver.table.state.turn < turn:
        driver.submit(driver.asks[0].side, nothing.get(driver.asks[0].kind, {}))
    return driver


def purposes(driver: Play) -> list[str]:
    """What was rolled for, in order."""
    return [event.purpose for event in driver.heard(None) if isinstance(event, Rolled)]


def asked(driver: Play) -> list[str]:
    """Who is asked what now: "Alpha step"."""
    return [f"{driver.table.scene.side_name(ask.side)} {ask.name}" for ask in driver.asks]


def offered(driver: Play) -> list[str]:
    """What may be answered to the first question."""
    ask: Any = driver.asks[0]
    return [ask.key(option) for option in ask.options]


def told(driver: Play, side: int | None = None) -> list[str]:
    """What a seat has heard, in sentences, without dice and the beginnings of segments."""
    events = [event for event in driver.heard(side) if not isinstance(event, SegmentBegan | Rolled)]
    return [event_text(event, driver.table.scene) for event in events]


def where(driver: Play, unit: str) -> str:
    """The hex of a unit, or "" off the map."""
    return str(driver.table.scene.hex_name(driver.table.state.hexes[driver.table.scene.unit(unit)]))


def status(driver: Play, unit: str) -> set[str]:
    """The marks on a unit, in words."""
    flags = driver.table.state.flags[driver.table.scene.unit(unit)]
    return {word for word, bit in WORDS.status.items() if flags & bit}
