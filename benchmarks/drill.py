"""Drill with 60 units as a subject for measurements."""

import random
from collections.abc import Callable

from msgspec.structs import replace

from sandtable.engine import Driver, Position
from sandtable.engine.asks import Choose
from sandtable.engine.dice import seeded
from sandtable.games.drill import game
from sandtable.games.drill.state import Field, State

COLUMNS, ROWS, EACH = 24, 20, 30


def crowd() -> tuple[Field, State]:
    """Thirty units a side on open ground, one of each hidden."""
    lines = [
        {
            "name": f"{side[0]}{number + 1}",
            "side": side,
            "type": "gun" if number % 5 == 0 else "rifles",
            "hex": f"{number % 15 + 3:02}{top + number // 15:02}",
            "status": ["hidden"] if number == EACH - 1 else [],
        }
        for side, top in (("Blue", ROWS - 2), ("Red", 1))
        for number in range(EACH)
    ]
    return game.from_position(Position("drill", map="blank", size=f"{COLUMNS}x{ROWS}", unit=lines))


def playout(scene: Field, start: State, seed: int, *, keep: bool) -> Callable[[], int]:
    """One random game to its end, counting answers. With `keep`, the log and a view for each ask."""
    dice = random.Random(seed)
    pick = dice.random

    def play() -> int:
        driver = Driver(game, scene, start.copy(), seeded(dice.randbytes(16)), keep=keep)
        driver.start()
        answers = 0
        while not driver.over:
            ask = driver.asks[0]
            options = ask.options  # type: ignore[attr-defined]
            answer = options[int(pick() * len(options))] if isinstance(ask, Choose) else tuple(options[:2])
            if keep:
                driver.view(ask.side)
            driver.answer(ask.side, answer)
            answers += 1
        return answers

    return play


def under_way(answers: int) -> Driver[State, Field]:
    """A game that stands so many answers after its last checkpoint: a unit moving through empty ground."""
    lines = [
        {"name": "B1", "side": "Blue", "type": "rifles", "hex": "0120"},
        {"name": "R1", "side": "Red", "type": "rifles", "hex": "2401"},
    ]
    position = Position("drill", map="blank", size=f"{COLUMNS}x{ROWS}", phase="blue-movement", unit=lines)
    scene, state = game.from_position(position)
    scene.rules = replace(scene.rules, move=(answers + 5, answers + 5))
    driver = Driver(game, scene, state, seeded(1))
    driver.start()
    driver.answer(0, 0)
    for _ in range(answers - 1):
        driver.answer(0, driver.asks[0].options[1])  # type: ignore[attr-defined]
    return driver
