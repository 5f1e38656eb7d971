"""Hidden means hidden: what a side cannot know makes no difference to anything that it sees.

Two forks of the same game are compared, one as it is and one in which all that a side cannot know
has been dealt again. The dice to come are the same in both.
"""

from typing import Any, NamedTuple

import msgspec

from sandtable.bots.random import picks
from sandtable.engine.asks import Ask, Choose, random_answer
from sandtable.engine.events import NOBODY
from sandtable.engine.refusals import BadRequest, NoSuchDeal, Refused
from sandtable.engine.views import Seat
from sandtable.lab.conformance.trial import Play, Trial, asks_bytes, heard_bytes, standing, unlike, view_bytes

_AHEAD = 12
"""For how many answers two forks are played on side by side."""


class Pair(NamedTuple):
    """The game as it is, and as it might be for all that one side knows."""

    side: int
    true: Play
    dealt: Play

    def difference(self) -> str:
        """What the side could tell them apart by."""
        return unlike(seen(self.true, self.side), seen(self.dealt, self.side))


def seen(driver: Play, side: int) -> dict[str, object]:
    """All that reaches a seat: its view, what it is asked and has heard, and who answers now.

    A sealed answer that another side has given is dealt again, so it counts with those still awaited.
    """
    return {**met(driver, side), "events": heard_bytes(driver, side)}


def met(driver: Play, side: int) -> dict[str, object]:
    """What a seat meets with now, whatever it has heard."""
    return {
        "view": view_bytes(driver, side),
        "asks": asks_bytes(driver, side),
        "sides that answer": sorted([*driver.committed, *(ask.side for ask in driver.asks)]),
    }


def pair(trial: Trial, driver: Play, side: int) -> Pair:
    """The two forks for a side, with what happened since the last checkpoint."""
    before = standing(driver)
    name = driver.table.scene.side_name(side)
    try:
        forks = Pair(
            side, driver.fork(trial.deal(), keep=True), driver.fork_for(side, trial.deal(), keep=True)
        )
    except NoSuchDeal as error:
        trial.fail(f"{error}: its view betrays something hidden, or dealing again changes what {name} knows")
    if difference := unlike(before, standing(driver)):
        trial.fail(f"dealing again for {name} changed {difference} of the game itself")
    return forks


def hides(trial: Trial) -> None:
    """View, asks and events of every seat stay the same, byte for byte, when what it cannot know changes.

    A watcher knows no more than any side, so what one of them cannot know changes nothing for him either.
    """
    driver = trial.begin()
    for _ in trial.samples(driver):
        for side, name in enumerate(driver.table.scene.sides):
            forks = pair(trial, driver, side)
            if difference := forks.difference():
                trial.fail(f"{name} can tell what is hidden from it by {difference}")
            if difference := unlike(seen(forks.true, NOBODY), seen(forks.dealt, NOBODY)):
                trial.fail(f"a watcher can tell by {difference} what is hidden from {name}")


def windows(trial: Trial) -> None:
    """What follows a side's answer is the same whatever is hidden from it, until something comes to light.

    So a chance to interrupt is offered, or not, on what the acting side may know.
    """
    driver = trial.begin()
    for ask in trial.samples(driver):
        if not driver.committed:
            _play_on(trial, pair(trial, driver, ask.side))


def _play_on(trial: Trial, forks: Pair) -> None:
    name = forks.true.table.scene.side_name(forks.side)
    for _ in range(_AHEAD):
        ask = _followed(forks)
        if ask is None:
            return
        wire = _answer_to(trial, ask, forks.side)
        given = forks.true.table.inputs
        for fork in (forks.true, forks.dealt):
            try:
                fork.submit(ask.side, wire)
            except (Refused, BadRequest) as error:
                trial.fail(f"{name} can tell what is hidden from it by what {ask.name} refuses: {error}")
        if difference := forks.difference():
            if _came_to_light(forks, given):
                return
            trial.fail(
                f"after {wire!r} to {ask.name}, {name} can tell what is hidden from it by {difference},"
                " and no die or revealing event stands between"
            )


def _followed(forks: Pair) -> Ask[Any] | None:
    """The ask that both are answered: the side's own, or a chance to interrupt that others let go by."""
    asks = forks.true.asks
    own = [ask for ask in asks if ask.side == forks.side]
    if own:
        return own[0]
    passed = [ask for ask in asks if ask.window and len(asks) == 1]
    return next(iter(passed), None)


def _answer_to(trial: Trial, ask: Ask[Any], side: int) -> object:
    if ask.side != side and isinstance(ask, Choose):
        return ask.write(ask.decline)
    return ask.write(random_answer(ask, picks(trial.chance())))


def _came_to_light(forks: Pair, given: int) -> bool:
    """Has a die, a revealing event or the opening of sealed answers come after that many answers?"""
    return any(fork.table.barrier.inputs > given for fork in (forks.true, forks.dealt))


def bots(trial: Trial) -> None:
    """The game's own opponents give an allowed answer, and the same whatever is hidden from them."""
    driver = trial.begin()
    for ask in trial.samples(driver):
        forks = pair(trial, driver, ask.side)
        for name, maker in trial.game.bots().items():
            answers = []
            for fork in (forks.true, forks.dealt):
                own = fork.asked(ask.side)
                answer = maker(trial.deal()).answer(Seat(fork, ask.side))
                own.check(answer)
                answers.append(msgspec.json.encode(own.write(answer)))
            if answers[0] != answers[1]:
                trial.fail(f"the bot {name} answers {ask.name} otherwise when what is hidden from it changes")
