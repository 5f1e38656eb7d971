"""Solitaire: the defender keeps to the sheets that were drawn for him, and does nothing else."""

from __future__ import annotations

import random

from tests.tcs.command import stands
from tests.tcs.situations import Play, play, situation

from sandtable.engine import Driver
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import seeded
from sandtable.engine.views import Seat
from sandtable.games.tcs import game
from sandtable.games.tcs.events import AssaultBegun, Moved, OverrunBegun
from sandtable.games.tcs.sentry import Sentry, going_back, own_sheets
from sandtable.games.tcs.view import View


def against_chance(seed: int) -> Play:
    """The Orders lesson: the sentry for Red against a Blue that answers by lot."""
    dice, sentry = random.Random(seed), Sentry(b"red")
    driver: Play = Driver(game, *game.set_up("orders", game.settled({})), seeded(seed))
    driver.start()
    while not driver.over:
        ask = driver.asks[0]
        if ask.side == 0:
            driver.answer(0, sentry.answer(Seat(driver, 0)))
        else:
            driver.answer(1, random_answer(ask, lambda count: dice.randrange(count)))
    return driver


def test_the_sentry_holds_its_posts_to_the_end_and_attacks_nobody() -> None:
    """RD-1 defends the ridge and stays; only the outpost withdraws at 1000, by its second step."""
    driver = against_chance(4)
    names, own = driver.table.scene.units, driver.table.scene.own[0]
    events = driver.heard(None)
    moved = {names[event.unit] for event in events if isinstance(event, Moved)}
    assert stands(driver, "RD-1") == "in force"
    assert not moved & {"1/1", "1/2", "1/3", "1/HMG", "Pak1", "Pak2"}
    attacks = [event for event in events if isinstance(event, AssaultBegun | OverrunBegun)]
    assert not [event for event in attacks if set(own) & {*event.units}]


def test_the_sentry_fires_and_gives_up_a_group_that_has_lost_a_third() -> None:
    """B has 15 steps; with 5 lost it goes back to where its failure instructions lead."""
    hurt = {"B/1": {"lost": 3}, "B/2": {"lost": 2}}
    driver = play(situation("worked-sheet", turn=6, **hurt))
    sentry = Sentry(b"blue")
    assert driver.asked(1).write(sentry.answer(Seat(driver, 1))) == ["BL-2: assault"]
    driver.answer(1, sentry.answer(Seat(driver, 1)))
    view = driver.view(1)
    assert isinstance(view, View)
    scene = driver.table.scene
    going = going_back(scene, view)
    goals = {scene.units[unit]: scene.hex_name(hex) for unit, hex in going.items()}
    assert [goals[name] for name in ("B/1", "B/2", "B/3")] == ["1209"] * 3
    assert [sheet.plan.id for sheet in own_sheets(view)] == ["BL-2"]
