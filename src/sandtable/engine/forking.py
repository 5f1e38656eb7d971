"""Forks: the same game from here on, with other dice, and with what one side cannot know dealt again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.dice import seeded
from sandtable.engine.events import Event, Rolled
from sandtable.engine.history import Checkpoint, Input
from sandtable.engine.refusals import Mismatch, NoSuchDeal, Refused
from sandtable.engine.table import Deal

if TYPE_CHECKING:
    from sandtable.engine.driver import Driver

DEALS = 60
"""How many deals are tried at the last checkpoint before one is made in mid-procedure."""
LATE_DEALS = 20
"""How many deals are tried there before giving up on one that fits what a side has seen."""


class Terms(NamedTuple):
    """Where a fork sets out, the seed of its dice, whether it keeps its history, and what is dealt again."""

    place: Checkpoint
    seed: bytes
    keep: bool
    deal: Deal | None = None


def fork(driver: "Driver[Any, Any]", seed: bytes, keep: bool) -> "Driver[Any, Any]":
    """The game as it is, with other dice to come."""
    place = driver.fork_place()
    return _twin(driver, driver.history[place.inputs :], Terms(place, seed, keep))


def fork_for(driver: "Driver[Any, Any]", side: int, seed: bytes, keep: bool) -> "Driver[Any, Any]":
    """The game as it might be for all that a side knows; sealed answers of others are still to be given.

    A deal fits if the answers so far lead to the same asks in it, the dice that the side has seen come to the
    same, and the side is left with the same view.
    """
    place, opened = driver.fork_place(), driver.opened
    results = _results(driver, side, place.heard)
    own = [given for given in driver.history[max(place.inputs, opened) :] if given.side == side]
    inputs, mine = [*driver.history[place.inputs : opened], *own], driver.view(side)
    for attempt in range(DEALS):
        chance = seed + attempt.to_bytes(2, "big")
        twin = _dealt(driver, inputs, Terms(place, seed, keep, Deal(side, seeded(chance))), chance)
        if twin is None or twin.view(side) != mine or _results(twin, side)[: len(results)] != results:
            continue
        if not keep:
            twin.table.log = None
        return twin
    return _dealt_late(driver, side, inputs, Terms(place, seed, keep))


def _dealt_late(
    driver: "Driver[Any, Any]", side: int, inputs: Sequence[Input], terms: Terms
) -> "Driver[Any, Any]":
    """Where much has come to light since the checkpoint, hardly a deal fits there; so it is made here.

    The procedure that is under way goes on as it began, with what it has already taken from the state.
    """
    mine = driver.view(side)
    for attempt in range(LATE_DEALS):
        twin = _twin(driver, inputs, terms)
        dice = seeded(terms.seed + b"late" + attempt.to_bytes(2, "big"))
        driver.game.deal_again(twin.table, side, driver.table.state, dice)
        if twin.view(side) == mine:
            return twin
    raise NoSuchDeal(f"no deal in {DEALS + LATE_DEALS} is consistent with what side {side} has seen")


def _results(driver: "Driver[Any, Any]", side: int, since: int = 0) -> list[Event]:
    """What rolls that a side has seen came to, from an entry of the log on."""
    entries = (driver.table.log or ())[since:]
    return [event for entry in entries if isinstance(event := entry.to_seat(side), Rolled)]


def _dealt(
    driver: "Driver[Any, Any]", inputs: Sequence[Input], terms: Terms, chance: bytes
) -> "Driver[Any, Any] | None":
    """A fork with everything dealt again, or None where what was played could not have been played."""
    assert terms.deal is not None
    try:
        return _twin(driver, inputs, terms)
    except (Mismatch, Refused):
        return None
    except Exception:
        # Rules may break down over an answer that they do not allow in this deal, and over nothing else.
        try:
            _twin(driver, inputs, terms._replace(deal=Deal(terms.deal.side, seeded(chance), strict=True)))
        except (Mismatch, Refused):
            return None
        raise


def _twin(driver: "Driver[Any, Any]", inputs: Sequence[Input], terms: Terms) -> "Driver[Any, Any]":
    """Another driver from a checkpoint, with these answers since."""
    place, game = terms.place, driver.game
    twin = type(driver)(game, driver.table.scene, place.state.copy(), place.dice.copy(), keep=terms.keep)
    if terms.deal is not None:
        game.deal_again(twin.table, terms.deal.side, driver.table.state, terms.deal.dice)
        twin.table.deal = terms.deal
        twin.table.log = []
    twin.set_out(inputs)
    twin.table.deal = None
    twin.table.dice = seeded(terms.seed)
    twin.resume()
    return twin
