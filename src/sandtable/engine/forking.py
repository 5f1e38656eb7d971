"""Forks: the same game from here on, with other dice, and with what one side cannot know dealt again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.dice import seeded
from sandtable.engine.history import Checkpoint, Input
from sandtable.engine.refusals import Mismatch, NoSuchDeal, Refused
from sandtable.engine.table import Deal

if TYPE_CHECKING:
    from sandtable.engine.driver import Driver

DEALS = 200
"""How many deals are tried before giving up on one that fits what a side has seen."""


class Terms(NamedTuple):
    """Where a fork sets out, the seed of its dice, whether it keeps its history, and what is dealt again."""

    place: Checkpoint
    seed: bytes
    keep: bool
    deal: Deal | None = None


def fork(driver: "Driver[Any, Any]", seed: bytes, keep: bool) -> "Driver[Any, Any]":
    """The game as it is, with other dice to come."""
    place = driver.nearest_checkpoint()
    return _twin(driver, driver.history[place.inputs :], Terms(place, seed, keep))


def fork_for(driver: "Driver[Any, Any]", side: int, seed: bytes, keep: bool) -> "Driver[Any, Any]":
    """The game as it might be for all that a side knows; sealed answers of others are still to be given.

    A deal fits if the answers given so far are allowed in it, lead to the same asks, and leave the side
    with the same view.
    """
    place, opened = driver.nearest_checkpoint(), driver.opened
    own = [given for given in driver.history[max(place.inputs, opened) :] if given.side == side]
    inputs, mine = [*driver.history[place.inputs : opened], *own], driver.view(side)
    for attempt in range(DEALS):
        deal = Deal(side, seeded(seed + attempt.to_bytes(2, "big")))
        try:
            twin = _twin(driver, inputs, Terms(place, seed, keep, deal))
        except (Mismatch, Refused):
            continue
        if twin.view(side) == mine:
            return twin
    raise NoSuchDeal(f"no deal in {DEALS} is consistent with what side {side} has seen")


def _twin(driver: "Driver[Any, Any]", inputs: Sequence[Input], terms: Terms) -> "Driver[Any, Any]":
    """Another driver from a checkpoint, with these answers since."""
    place, game = terms.place, driver.game
    twin = type(driver)(game, driver.table.scene, place.state.copy(), place.dice.copy(), keep=terms.keep)
    if terms.deal is not None:
        game.deal_again(twin.table, terms.deal.side, driver.table.state, terms.deal.dice)
        twin.table.deal = terms.deal
    twin.set_out(inputs)
    twin.table.deal = None
    twin.table.dice = seeded(terms.seed)
    twin.resume()
    return twin
