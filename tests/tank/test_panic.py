"""Panic: who, whither, how far, and what becomes of tasks [12.0]."""

from __future__ import annotations

from typing import Any

from tests.tank.situations import BRAVO, Play, asked, play, rolls, situation, status, told, where

from sandtable.engine.cases import covers
from sandtable.engine.events import Rolled
from sandtable.engine.wire import event_text


def panicking(name: str, *dice: Any, **changes: Any) -> Play:
    """The situation with these chits and dice."""
    return play(situation(name, **changes), *dice)


@covers("tank", "12.1", "12.0", "12.24", "12.21")
def test_units_panic_whose_hex_number_ends_in_a_digit_drawn() -> None:
    """5, 0, 1 and 2 are drawn: A1 in 0505, A2 in 0515 and A3 in 0915 panic, A4 in 0503 and A5 do not."""
    driver = panicking("panic", "5", "0", "1", "2", 2, 1, 4)
    assert [unit for unit in driver.state.units if "panicked" in status(driver, unit)] == ["A1", "A2", "A3"]
    assert "armed" not in status(driver, "A3")
    assert where(driver, "A5") == "0416"


@covers("tank", "12.22", "12.21")
def test_the_die_gives_the_direction_and_no_more_points_than_there_are() -> None:
    """A 2 is northeast; a 6 gives the five points of an M4, whatever was written. The squad goes one hex, by
    one die."""
    driver = panicking("panic", "5", "0", "1", "2", 2, 6, 4)
    assert where(driver, "A1") == "1002"
    assert where(driver, "A2") == "0516"
    assert len(rolls(driver)) == 3


@covers("tank", "12.22")
def test_panic_ends_at_the_edge_of_the_map() -> None:
    """Four hexes lie north of 0505, one of them with a friend, whom it passes."""
    driver = panicking("panic", "5", "0", "1", "2", 1, 6, 4)
    assert where(driver, "A1") == "0501"


@covers("tank", "12.22")
def test_panic_ends_before_a_hex_that_cannot_be_paid_in_full() -> None:
    """Two points: clear ground for one, then rough, which takes two. With one point the first hex is rough
    already, so the tank stays; it may turn all the same."""
    rough = {"board": {"terrain": {"0503": "rough"}}}
    driver = panicking("panic", "5", "0", "1", "2", 1, 2, 4, **changed(rough))
    assert where(driver, "A1") == "0504"
    rough = {"board": {"terrain": {"0504": "rough"}}}
    driver = panicking("panic", "5", "0", "1", "2", 1, 1, 4, **changed(rough))
    assert where(driver, "A1") == "0505"
    assert driver.state.points[0] == 0
    assert asked(driver) == ["Alpha final-facing"]


@covers("tank", "10.13", "12.22")
def test_panic_enters_closed_woods_only_as_its_first_hex_and_for_all_points() -> None:
    """An M4 has five points: the die must be a 5 or a 6. After another hex it ends before woods."""
    closed = {"mode": "closed", "contact": 2, "panic": [4, 0]}
    woods = changed({"board": {"terrain": {"0504": "woods"}}})
    assert where(panicking("panic", "5", "0", "1", "2", 1, 4, 4, state=closed, **woods), "A1") == "0505"
    assert where(panicking("panic", "5", "0", "1", "2", 1, 5, 4, state=closed, **woods), "A1") == "0504"
    woods = changed({"board": {"terrain": {"0503": "woods"}}})
    assert where(panicking("panic", "5", "0", "1", "2", 1, 6, 4, state=closed, **woods), "A1") == "0504"


def changed(fields: dict[str, Any]) -> dict[str, Any]:
    """Changes to the board in the form that positions have them."""
    from sandtable.engine.position import BoardChanges

    return {"board": BoardChanges(**fields["board"])}


@covers("tank", "17.11", "17.12", "12.0")
def test_nobody_panics_before_the_turn_after_contact() -> None:
    """In the Game-Turn of contact itself no chits are drawn; A1 and A2 do as they were told."""
    driver = play(situation("panic", phase="initial-facing", state={"contact": 3}))
    assert where(driver, "A1") == "0502"
    assert not any("panic" in sentence.lower() for sentence in told(driver))


@covers("tank", "8.43")
def test_a_friend_who_will_panic_into_the_line_cancels_direct_fire() -> None:
    """A2 in 0605 panics northwest into 0505, in the line from 0507 to 0503."""
    driver = panicking("panic-in-the-way", "5", 6, 1)
    assert "A1 may not fire: A2 is or comes into its line" in told(driver)
    assert len(rolls(driver)) == 2


@covers("tank", "8.43")
def test_without_panic_the_shot_is_fired() -> None:
    """The one die is that of the shot."""
    driver = panicking("panic-in-the-way", "0", 6)
    assert len(rolls(driver)) == 1


@covers("tank", "8.43", "8.52")
def test_opportunity_fire_waits_until_the_friend_is_there() -> None:
    driver = panicking("panic-in-the-way", "5", 6, 1, A1={"plot": "OF 0503"})
    assert "A1 holds its fire: A2 is first in its line" in told(driver)


@covers("tank", "12.1", "13.4")
def test_the_panic_of_hidden_units_is_told_to_their_side_alone() -> None:
    """The draw is public; who panics in hiding, and where it wants to run, is not."""
    hiding = {"hex": "0512", "status": ["hidden"], "side": "Alpha"}
    driver = panicking("panic", "2", "0", "1", "9", 6, 6, A2={**hiding, "plot": "MV 0511"})
    assert any("A2 panics" in sentence for sentence in told(driver, 0))
    assert not any("A2 panics" in sentence for sentence in told(driver, BRAVO))
    assert any("drew 2 and 0 and 1 and 9" in sentence for sentence in told(driver, BRAVO))


@covers("tank", "12.22")
def test_the_direction_is_told_without_a_number_that_would_be_needed() -> None:
    """A 2 is northeast."""
    driver = panicking("panic", "5", "0", "1", "2", 2, 6, 4)
    scene = driver.table.scene
    rolled = [event_text(event, scene) for event in driver.heard(None) if isinstance(event, Rolled)]
    assert rolled[0] == "Direction of panic: 2: B"
