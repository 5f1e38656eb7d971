"""Situations of Tank! for its tests: position files, scripted dice, and what came of them."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sandtable.engine import Driver, Position
from sandtable.engine.dice import Script
from sandtable.engine.events import Rolled, SegmentBegan
from sandtable.engine.position import BoardChanges, position_from
from sandtable.engine.wire import event_text
from sandtable.games.tank import game

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


def ground(terrain: dict[str, str] | None = None, **sides: str) -> BoardChanges:
    """A board with other terrain in some hexes, and berms or slopes on hexsides such as s0508A."""
    return BoardChanges(
        terrain=terrain or {}, sides={side.removeprefix("s"): [what] for side, what in sides.items()}
    )


def play(position: Position | str, /, *dice: int) -> Play:
    """The game from a position on, with these dice and no more, up to the next question."""
    position = situation(position) if isinstance(position, str) else position
    driver = Driver(game, *game.from_position(position), Script(dice))
    driver.start()
    return driver


def told(driver: Play, side: int | None = None) -> list[str]:
    """What a seat has heard, in sentences, without dice and the beginnings of segments."""
    events = [event for event in driver.heard(side) if not isinstance(event, SegmentBegan | Rolled)]
    return [event_text(event, driver.table.scene) for event in events]


def rolls(driver: Play, side: int | None = None) -> list[str]:
    """The dice that a seat has heard of: what for, and what came of it."""
    events = [event for event in driver.heard(side) if isinstance(event, Rolled)]
    return [f"{event.purpose}: {event.total} {event.result}" for event in events]


def needed(driver: Play) -> list[str]:
    """What each die had to be, such as "3 or less"."""
    return [event.needed for event in driver.heard(None) if isinstance(event, Rolled)]


def when(driver: Play, sentence: str) -> str:
    """The segment in which something was told, or "" if it never was."""
    segment = ""
    for event in driver.heard(None):
        if isinstance(event, SegmentBegan):
            segment = event.name
        elif event_text(event, driver.table.scene) == sentence:
            return segment
    return ""


def where(driver: Play, unit: str) -> str:
    """The hex of a unit, or "" if it is off the map."""
    scene = driver.table.scene
    return str(scene.hex_name(max(-1, driver.state.hexes[scene.unit(unit)])))


def status(driver: Play, unit: str) -> list[str]:
    """The words for the marks on a unit."""
    lines = {line["name"]: line for line in game.to_position(driver.table).unit}
    return list(lines[unit].get("status", []))


def spotted(driver: Play, unit: str) -> bool:
    return "spotted" in status(driver, unit)


def hidden(driver: Play, unit: str) -> bool:
    return "hidden" in status(driver, unit)


def asked(driver: Play) -> list[str]:
    """Who is asked what, such as "Alpha final-facing"."""
    return [f"{driver.table.scene.side_name(ask.side)} {ask.name}" for ask in driver.asks]


def turn(driver: Play, side: int, *turns: str) -> None:
    """Hand in final facings such as "A1 B"."""
    words = [one.split() for one in turns]
    driver.submit(side, {"turns": [{"unit": unit, "facing": facing} for unit, facing in words]})


def seen(driver: Play, side: int | None, unit: str) -> Any:
    """What a side sees of a unit that it knows by name, or None."""
    number = driver.table.scene.unit(unit)
    return next((one for one in driver.view(side).counters if one.unit == number), None)
