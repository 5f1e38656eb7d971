"""Maps as files: the printed sheet, with the counters of a situation on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandtable.boards import Board
from sandtable.boards.drawing import Overlay, Reach, Sight, draw, picture
from sandtable.cli.failures import BadFile, WrongWords
from sandtable.engine import Driver
from sandtable.engine.session import Session


def write_map(driver: Driver[Any, Any], side: int | None, file: Path, *more: Overlay) -> None:
    """The map with the counters that a side knows of; None is the umpire, who knows them all."""
    table = driver.table
    write_drawing(table.scene.board, file, [*driver.game.counters(table, side), *more])


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
