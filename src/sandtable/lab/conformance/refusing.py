"""A refused answer teaches, and leaves everything as it was."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec

from sandtable.bots.random import picks
from sandtable.engine.asks import Ask, random_answer
from sandtable.engine.refusals import BadRequest, GameOver, Refused, Unknown
from sandtable.lab.conformance.trial import Play, Trial, standing, unlike

REFUSALS = (Refused, BadRequest, Unknown, GameOver)

GARBAGE: tuple[object, ...] = (
    None, True, 0, -1, 1e300, "", "pass", "no such thing", "\x00\ud7ff{}", "9" * 500,
    [], ["no such thing"], [[]], [None], ["pass", "pass"], {}, {"": None}, {"no such field": [{}]},
)  # fmt: skip
_NAMES = 4
"""How many unit and hex names are tried at each ask, and how many answers given earlier."""


def refuses(trial: Trial) -> None:
    """Garbage, answers out of turn and answers not on offer are refused and change nothing."""
    driver = trial.begin()
    for _ in trial.samples(driver):
        for ask in driver.asks:
            for wire in bad_answers(trial, driver, ask):
                _refused(trial, driver, ask.side, wire)
        for side in range(len(driver.table.scene.sides)):
            if all(ask.side != side for ask in driver.asks):
                _out_of_turn(trial, driver, side)
    if driver.over:
        _out_of_turn(trial, driver, 0)


def bad_answers(trial: Trial, driver: Play, ask: Ask[Any]) -> Iterator[object]:
    """What might be sent in place of an answer: garbage, names, old answers, spoilt good ones."""
    chance, scene = trial.chance(), driver.table.scene
    yield from GARBAGE
    names = [*scene.units, *map(scene.hex_name, range(scene.board.count))]
    old = [given.answer for given in trial.answers if given.ask == ask.name]
    yield from chance.sample(names, min(_NAMES, len(names)))
    yield from chance.sample(old, min(_NAMES, len(old)))
    good = msgspec.json.decode(msgspec.json.encode(ask.write(random_answer(ask, picks(chance)))))
    yield from islice(spoilt(good, chance), 4 * _NAMES)


def spoilt(good: Any, chance: Random) -> Iterator[object]:
    """An answer with one place in it put wrong, each place in turn."""
    yield chance.choice(GARBAGE)
    if isinstance(good, list):
        yield [*good, *good]
        for place, content in enumerate(good):
            yield from ([*good[:place], wrong, *good[place + 1 :]] for wrong in spoilt(content, chance))
    if isinstance(good, dict):
        yield {**good, "no such field": 1}
        for key, content in good.items():
            yield {other: kept for other, kept in good.items() if other != key}
            yield from ({**good, key: wrong} for wrong in spoilt(content, chance))


def _refused(trial: Trial, driver: Play, side: int, wire: object) -> None:
    """Read, and unless it happens to be an allowed answer, hand in; both times refused in words."""
    before = _all(driver)
    try:
        driver.asked(side).read(wire)
    except REFUSALS as error:
        _unchanged(trial, driver, before, f"reading {wire!r}")
        _handed_in(trial, driver, side, wire)
        _unchanged(trial, driver, before, f"refusing {wire!r}")
        if not str(error).strip():
            trial.fail(f"{wire!r} is refused without a reason")
    else:
        _unchanged(trial, driver, before, f"reading {wire!r}")


def _handed_in(trial: Trial, driver: Play, side: int, wire: object) -> None:
    try:
        driver.submit(side, wire)
    except REFUSALS:
        return
    trial.fail(f"{wire!r} was refused when read, but taken when handed in")


def _out_of_turn(trial: Trial, driver: Play, side: int) -> None:
    """A side that is not asked cannot answer, not even with what another side may say."""
    before = _all(driver)
    words = [ask.write(random_answer(ask, picks(trial.chance()))) for ask in driver.asks]
    for wire in (*words, "pass", None):
        try:
            driver.submit(side, wire)
        except REFUSALS:
            _unchanged(trial, driver, before, f"refusing {wire!r} out of turn")
        else:
            trial.fail(f"{driver.table.scene.side_name(side)} was not asked, but its answer was taken")


def _all(driver: Play) -> dict[str, object]:
    table = driver.table
    log, rolls = table.log or [], table.rolls or []
    return {**standing(driver), "history": len(driver.history), "events": len(log), "dice": len(rolls)}


def _unchanged(trial: Trial, driver: Play, before: dict[str, object], doing: str) -> None:
    if difference := unlike(before, _all(driver)):
        trial.fail(f"{doing} changed {difference}")
