"""Short games of Drill for the tests of records, and the corpus in tests/records made of them.

`python -m tests.record_games` writes the corpus anew. That is right only after a change of Drill's
rules that is meant: until then the old files must go on replaying.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.engine import Driver, Position
from sandtable.engine.asks import Ask, random_answer
from sandtable.engine.dice import Dice, seeded
from sandtable.engine.links import Chain, LinkedDice, agree, open_link
from sandtable.engine.orders import StandingOrder
from sandtable.engine.record import (
    FromPosition,
    FromScenario,
    Header,
    Player,
    Recorder,
    agreed_source,
    new_header,
    source_of,
)
from sandtable.games.drill import game

CORPUS = Path(__file__).parent / "records"
PLAYERS = (Player("Blue", "Ann", "person"), Player("Red", "sergeant", "bot"))
SKIRMISH = Position(
    "drill",
    map="blank",
    size="6x6",
    turn=7,
    unit=[
        {"name": "B1", "side": "Blue", "type": "rifles", "hex": "0204"},
        {"name": "B2", "side": "Blue", "type": "gun", "hex": "0405"},
        {"name": "R1", "side": "Red", "type": "rifles", "hex": "0203"},
        {"name": "R2", "side": "Red", "type": "gun", "hex": "0502"},
    ],
)
"""Two against two at close range, with two turns to go."""


class Played(NamedTuple):
    """A game, its header, and the file that was kept while it was played."""

    driver: Driver[Any, Any]
    header: Header
    file: bytes


Picks = Callable[[int], int]
Step = Callable[[Driver[Any, Any], Recorder, Picks], None]


def answer_next(driver: Driver[Any, Any], recorder: Recorder, picks: Picks) -> None:
    """Any answer to the first open ask."""
    ask: Ask[Any] = driver.asks[0]
    driver.answer(ask.side, random_answer(ask, picks))
    recorder.update()


def answer_or_undo(driver: Driver[Any, Any], recorder: Recorder, picks: Picks) -> None:
    """Now and then take back what can be taken back, else answer."""
    free = len(driver.history) - driver.table.barrier.inputs
    if free > 0 and picks(4) == 0:
        driver.undo(1 + picks(free))
        recorder.update()
    else:
        answer_next(driver, recorder, picks)


def play(
    driver: Driver[Any, Any],
    header: Header,
    seed: int,
    answers: int = 10_000,
    step: Step = answer_next,
    secret: bytes = b"",
) -> Played:
    """Start a game and play it by chance to the end, or so many steps, recording as it goes."""
    file = io.BytesIO()
    recorder = Recorder(driver, file, secret=secret).begin(header)
    driver.start()
    recorder.update()
    chance = random.Random(seed)
    for _ in range(answers):
        if driver.over:
            break
        step(driver, recorder, chance.randrange)
    return Played(driver, header, file.getvalue())


def crossfire(seed: int = 1, answers: int = 10_000, step: Step = answer_or_undo) -> Played:
    """The scenario, with undo."""
    dice = seeded(seed)
    driver = Driver(game, *game.set_up("crossfire", {}), dice)
    return play(
        driver, new_header(game, FromScenario("crossfire"), source_of(dice), PLAYERS), seed, answers, step
    )


def skirmish(seed: int = 1, dice: Dice | None = None, step: Step = answer_next) -> Played:
    """The position above, to the end."""
    dice = dice or seeded(seed)
    driver = Driver(game, *game.from_position(SKIRMISH), dice)
    return play(driver, new_header(game, FromPosition(SKIRMISH), source_of(dice), PLAYERS), seed, step=step)


def with_orders(seed: int = 1) -> Played:
    """The position, with both sides' windows left to standing orders, of which Red changes its own later."""

    def step(driver: Driver[Any, Any], recorder: Recorder, picks: Picks) -> None:
        if driver.state.turn == 8 and len(driver.orders[1]) == 1:
            driver.orders[1] = (StandingOrder("pass", target_class="gun"), StandingOrder("react"))
            recorder.update()
        answer_next(driver, recorder, picks)

    dice = seeded(seed)
    driver = Driver(game, *game.from_position(SKIRMISH), dice)
    driver.orders = {0: (StandingOrder("react", least_chance=Fraction(1, 3)),), 1: (StandingOrder("react"),)}
    return play(driver, new_header(game, FromPosition(SKIRMISH), source_of(dice)), seed, step=step)


def agreed(seed: int = 1) -> Played:
    """The position, with dice to which both seats added a part."""
    secret, parts = b"the program's secret", {"Blue": b"a part by Ann", "Red": b"a part by Bob"}
    driver = Driver(game, *game.from_position(SKIRMISH), agree(parts, secret))
    header = new_header(game, FromPosition(SKIRMISH), agreed_source(parts, secret))
    return play(driver, header, seed, secret=secret)


@cache
def chains() -> dict[str, Chain]:
    """A chain for each side."""
    return {
        side: Chain("a game by mail", side, f"the secret of {side:>8}".encode()) for side in ("Blue", "Red")
    }


def answer_and_open(driver: Driver[Any, Any], recorder: Recorder, picks: Picks) -> None:
    """Any answer, and then the links that its dice call for."""
    answer_next(driver, recorder, picks)
    held = chains()
    while driver.paused:
        dice = driver.table.dice
        assert isinstance(dice, LinkedDice)
        seat = dice.missing[0]
        open_link(driver, seat, held[seat].link(dice.exchange + 1))
        recorder.update()


def linked(seed: int = 1) -> Played:
    """The position, with dice from the links of both seats."""
    ends = {side: chain.end for side, chain in chains().items()}
    return skirmish(seed, LinkedDice("a game by mail", ends), answer_and_open)


def bodies(file: bytes) -> list[dict[str, Any]]:
    """The lines of a record without their chaining fields."""
    lines = [json.loads(line) for line in file.splitlines()]
    return [{key: value for key, value in line.items() if key not in ("before", "check")} for line in lines]


def chained(lines: list[dict[str, Any]]) -> bytes:
    """Lines chained as docs/records.md says, by this file's own means: what a forger would do."""
    return chained_words([json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines])


def chained_words(lines: list[str]) -> bytes:
    """The same for lines that are written out already."""
    file, before = b"", "0" * 32
    for line in lines:
        body = f'{line[:-1]},"before":"{before}"'.encode()
        whole = body + b',"check":"' + hashlib.sha256(body).hexdigest()[:8].encode() + b'"}'
        before = hashlib.sha256(whole).hexdigest()[:32]
        file += whole + b"\n"
    return file


def kinds(file: bytes) -> list[str]:
    """What each line is."""
    return [line["line"] for line in bodies(file)]


GAMES = {
    "undo": lambda: crossfire(2, answers=80),
    "whole": lambda: crossfire(5, step=answer_next),
    "skirmish": skirmish,
    "orders": lambda: with_orders(2),
    "agreed": agreed,
    "linked": linked,
}
"""One game of each kind that a record can hold."""


def corpus() -> dict[str, bytes]:
    """The files of the corpus by name."""
    return {
        "drill-undo": crossfire(2, answers=60).file,
        "drill-orders": with_orders(2).file,
        "drill-position": agreed().file,
        "drill-links": linked().file,
    }


if __name__ == "__main__":
    CORPUS.mkdir(exist_ok=True)
    for name, file in corpus().items():
        (CORPUS / f"{name}.jsonl").write_bytes(file)
