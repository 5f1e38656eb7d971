"""Maps as files: the printed sheet, with the counters of a situation on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandtable.boards import Board
from sandtable.boards.drawing import SYMBOLS, Counter, Overlay, Reach, Sight, draw, picture
from sandtable.cli.failures import BadFile, WrongWords
from sandtable.engine import Driver, Scene
from sandtable.engine.session import Session

DEALS = 8


def write_map(driver: Driver[Any, Any], side: int | None, file: Path, *more: Overlay) -> None:
    """The map with the counters that a side knows of; None is the umpire, who knows them all."""
    scene = driver.table.scene
    write_drawing(scene.board, file, [*counters(known_units(driver, side), scene), *more])


def write_drawing(board: Board, file: Path, overlays: Sequence[Overlay] = ()) -> None:
    """A map as SVG or PNG, whichever the name of the file ends in."""
    if file.suffix not in (".svg", ".png"):
        raise WrongWords(f"{file}: a map is drawn as .svg or .png")
    svg = draw(board, theme="light", fonts=True, overlays=overlays)
    try:
        file.write_bytes(picture(svg) if file.suffix == ".png" else svg.encode())
    except OSError as error:
        raise BadFile(file, [f"cannot be written: {error.strerror}"]) from None


def overlays(session: Session, los: tuple[str, str] | None, unit: str) -> list[Overlay]:
    """The line of sight and the reach that are asked for."""
    shown: list[Overlay] = []
    if unit:
        costs = session.reach(unit)["hexes"]
        shown.append(Reach(tuple(map(session.scene.hex, costs)), tuple(costs.values())))
    if los:
        start, end = map(session.scene.hex, los)
        sight = session.sight({"from": los[0], "to": los[1]})["sight"]
        block = session.scene.hex(sight["at"]) if sight.get("at") else -1
        shown.append(Sight(start, end, block, sight.get("reason", "")))
    return shown


def known_units(driver: Driver[Any, Any], side: int | None) -> list[dict[str, Any]]:
    """The units as a position file has them; of a side, those that lie alike however the rest is dealt."""
    if side is None:
        return driver.game.to_position(driver.table).unit
    tables = [driver.fork_for(side, f"map {deal}".encode()).table for deal in range(DEALS)]
    first, *others = [driver.game.to_position(table).unit for table in tables]
    return [unit for unit in first if all(unit in other for other in others)]


def counters(units: Sequence[dict[str, Any]], scene: Scene) -> list[Counter]:
    """A counter for every unit on the map."""
    return [
        Counter(
            scene.hex(unit["hex"]),
            scene.side(unit["side"]),
            _symbol(unit.get("type", "")),
            unit["name"],
            status=tuple(word[:1].upper() for word in unit.get("status", ())),
        )
        for unit in units
        if unit.get("hex")
    ]


def _symbol(kind: str) -> str:
    """The drawn symbol of this name, or the first letters of a kind that has none."""
    return kind if kind in SYMBOLS else kind[:3]
