"""Rolls whose modifiers would betray something hidden: who hears what of them."""

from collections.abc import Coroutine
from typing import Any

from sandtable.engine import D6, Modifier, at_least
from sandtable.engine.dice import Script
from sandtable.engine.events import Rolled
from sandtable.engine.table import Table

ODDS = at_least("Nerve", "9.1", D6, 5, "steady", "broken", (Modifier("company morale", 2, "9.1"),))


def finished(rule: Coroutine[Any, Any, str]) -> str:
    try:
        rule.send(None)
    except StopIteration as end:
        return str(end.value)
    raise AssertionError("the roll waited for something")


def test_only_the_owner_hears_the_workings_of_a_roll() -> None:
    table: Table[Any, Any] = Table(None, None, Script((3,)))
    table.log = []
    assert finished(table.roll(ODDS, workings_to=1)) == "steady"  # 3 + 2 = 5
    (heard,) = table.log
    own, others = heard.to_seat(1), heard.to_seat(0)
    assert isinstance(own, Rolled)
    assert isinstance(others, Rolled)
    assert (own.modifiers, own.needed) == (ODDS.modifiers, "3 or more")
    assert (others.modifiers, others.needed) == ((), "")
    assert (others.dice, others.result) == ((3,), "steady")


def test_a_secret_roll_shows_the_others_nothing_at_all() -> None:
    table: Table[Any, Any] = Table(None, None, Script((3,)))
    table.log = []
    finished(table.roll(ODDS, secret_to=1, workings_to=1))
    assert table.log[0].to_seat(0) is None
