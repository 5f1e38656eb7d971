"""Command in tests: the decisions of a Command Planning Phase, and marching a unit hex by hex."""

from __future__ import annotations

from typing import Any

from tests.tcs.situations import Play, answer, asked

from sandtable.engine import Refused
from sandtable.games.tcs import orders
from sandtable.games.tcs.state import FAILED, IMPLEMENTED, PENDING, REMOVED, Sheet

STANDS = {PENDING: "pending", IMPLEMENTED: "in force", FAILED: "failed", REMOVED: "removed"}


def decide(driver: Play, side: str, /, **orders: Any) -> None:
    """Hand in a side's decisions; the other side decides nothing where it is asked too."""
    driver.submit(driver.table.scene.side(side), orders)


def plan_phase(driver: Play, side: str, /, **orders: Any) -> None:
    """A whole Command Planning Phase in which one side decides something."""
    decide(driver, side, **orders)
    other = next(name for name in driver.table.scene.sides if name != side)
    decide(driver, other)


def faults(driver: Play, side: str, /, **orders: Any) -> list[str]:
    """The cases and reasons with which decisions are refused, each with its place."""
    try:
        decide(driver, side, **orders)
    except Refused as refused:
        return [str(one) for one in refused.refusals]
    raise AssertionError("these decisions are allowed")


def sheet(driver: Play, name: str) -> Sheet:
    """The sheet of that name as it stands."""
    found: Sheet = next(one for one in driver.state.sheets if one.plan.id == name)
    return found


def stands(driver: Play, name: str) -> str:
    """Whether a sheet waits, is in force, has failed or is gone."""
    return STANDS[sheet(driver, name).status]


def step_words(driver: Play, unit: str) -> str:
    """What a unit is about by its orders."""

    return orders.step_words(driver.table, driver.table.scene.unit(unit))


def march(driver: Play, side: str, unit: str, *hexes: str) -> None:
    """Move a unit hex by hex and stop it; nobody else declares or fires anything."""
    answer(driver, f"{side}: {unit}")
    for hex in hexes:
        answer(driver, f"{side}: {hex}")
        let_pass(driver)
    if asked(driver) == [f"{side} step"]:
        answer(driver, f"{side}: stop")


def let_pass(driver: Play) -> None:
    """Decline every chance to fire overwatch."""
    while driver.asks and driver.asks[0].window:
        driver.answer(driver.asks[0].side, driver.asks[0].decline)


def begin(driver: Play, side: str) -> Play:
    """Pass the question who fails at the beginning of an Action Phase."""
    if asked(driver) == [f"{side} declare-failure"]:
        answer(driver, f"{side}: ")
    return driver
