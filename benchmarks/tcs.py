"""The Tactical Combat Series: judging what a unit does by its op sheet."""

from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import Measure, microseconds
from sandtable.engine.dice import Script
from sandtable.engine.position import position_from
from sandtable.engine.table import Table
from sandtable.games.tcs import game
from sandtable.games.tcs.orders import judged
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.verdicts import Verb

GAME = "TCS"
SITUATION = Path(__file__).parent.parent / "tests" / "tcs" / "positions" / "worked-sheet.toml"
ACTIONS: tuple[tuple[str, str, Verb, str], ...] = (
    ("a move inside its sheet", "B/1", "move", "1511"),
    ("a move beside it", "B/2", "move", "1513"),
    ("a move that it forbids", "B/2", "move", "1515"),
    ("a move of a waiting reserve", "A/1", "move", "1210"),
    ("a move of an unassigned unit", "C/1", "move", "0610"),
    ("fire", "B/1", "fire", "1808"),
)


def measures() -> Iterator[Measure]:
    """All that concerns the series."""
    yield from _judgements()


def _judgements() -> Iterator[Measure]:
    """Judging actions against the worked sheet of First Blood, what has to be known for it included."""
    scene, state = game.from_position(position_from(SITUATION.read_text("utf-8")))
    table: Play = Table(scene, state, Script(()))
    works = [_judging(table, unit, verb, hex) for _, unit, verb, hex in ACTIONS]
    for (name, *_), cost in zip(ACTIONS, microseconds(*works), strict=True):
        yield Measure(f"{GAME}, judging {name}", "us", cost, "our limit", 50, 1, "at most")


def _judging(table: Play, unit: str, verb: Verb, hex: str) -> Callable[[], object]:
    who, where = table.scene.unit(unit), table.scene.hex(hex)
    return lambda: judged(table, who, verb, where)
