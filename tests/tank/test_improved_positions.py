"""Improved Positions: what is hidden in them, how it comes to light, and who learns what [14.0]."""

import pytest
from tests.tank.situations import (
    ALPHA,
    BRAVO,
    asked,
    game,
    hidden,
    needed,
    play,
    rolls,
    seen,
    situation,
    spotted,
    told,
    turn,
    where,
)

from sandtable.engine import BadPosition, Refused
from sandtable.engine.cases import covers


@covers("tank", "14.2", "14.0", "13.4")
def test_fire_out_of_hiding_stays_hidden_on_four_and_more() -> None:
    """14 against a front of 6 is 8, so any die destroys within five hexes. Then 4 does not find the gun."""
    driver = play("ambush", 6, 4)
    assert rolls(driver)[-1] == "Finding the position that fired: 4 still hidden"
    assert where(driver, "A1") == ""
    assert hidden(driver, "B1")


@covers("tank", "14.2")
def test_the_victim_learns_that_it_was_hit_and_the_die_but_not_by_whom_or_from_where() -> None:
    driver = play("ambush", 6, 4)
    heard = " ".join([*told(driver, ALPHA), *rolls(driver, ALPHA)])
    assert "A1 is fired at out of hiding in 1006" in heard
    assert "Fire out of hiding: 6 destroyed" in heard
    assert not any(word in heard for word in ("B1", "0508", "range", "14"))
    assert "B1" in " ".join(told(driver, BRAVO))
    assert seen(driver, ALPHA, "B1") is None


@covers("tank", "14.2", "13.4", "13.5")
def test_on_three_the_whole_position_is_placed_and_looked_for_at_once() -> None:
    """Gun and squad lie in cover, 1-3 within ten hexes: A1, though hit, and A2 look for each of them."""
    driver = play("ambush", 6, 3, 6, 6, 6, 3)
    assert needed(driver)[2:] == ["3 or less"] * 4
    assert (spotted(driver, "B1"), spotted(driver, "B2")) == (False, True)
    assert not hidden(driver, "B1")
    assert hidden(driver, "B3"), "another position has nothing to do with it"


@covers("tank", "14.2", "3.2")
def test_what_is_placed_face_down_is_two_nameless_counters_to_the_enemy() -> None:
    """Alpha does not learn which of them has fired."""
    driver = play("ambush", 6, 3, 6, 6, 6, 6)
    assert seen(driver, BRAVO, "B1").type == "AT75"
    nameless = [one for one in driver.view(ALPHA).counters if one.side == BRAVO and one.unit < 0]
    assert [driver.table.scene.hex_name(one.hex) for one in nameless] == ["0508", "0508"]
    assert all(one.type == "" and one.facing == "" for one in nameless)


@covers("tank", "14.2")
def test_a_shot_that_is_lost_gives_nothing_away() -> None:
    """AP 14 of a 75AT against a front of 17: no attack, no die for the position, and Alpha hears nothing."""
    driver = play(situation("ambush", A1={"type": "M60A2"}))
    assert rolls(driver) == []
    assert told(driver, ALPHA) == []
    assert any(line.startswith("B1: no shot at 1006") for line in told(driver, BRAVO))


@covers("tank", "14.2", "14.5", "7.11", "13.4")
def test_a_gun_that_turns_shows_its_position() -> None:
    """A1 and A2 then look for gun and squad, which lie in cover: 1-3."""
    driver = play("turning-gun", 6, 6, 3)
    assert asked(driver) == ["Alpha final-facing", "Bravo final-facing"]
    turn(driver, ALPHA, "A1 A")
    turn(driver, BRAVO, "B1 C")
    assert "2 hidden in an Improved Position in 0508: revealed" in told(driver)
    assert needed(driver) == ["3 or less"] * 3
    assert (spotted(driver, "B1"), spotted(driver, "B2")) == (False, True)


@covers("tank", "14.2", "7.11")
def test_a_gun_that_keeps_its_facing_stays_hidden() -> None:
    driver = play("turning-gun")
    turn(driver, ALPHA)
    turn(driver, BRAVO, "B1 B")
    assert hidden(driver, "B1")
    assert told(driver, ALPHA) == []


@covers("tank", "7.11", "7.12", "7.1", "9.5")
def test_only_who_has_moved_or_was_to_face_may_turn() -> None:
    driver = play("turning-gun")
    with pytest.raises(Refused) as refused:
        turn(driver, ALPHA, "A2 C", "A1 Z", "B1 A", "X9 A")
    assert [(one.place, one.case) for one in refused.value.refusals] == [
        ("A2", "7.12"),
        ("A1", "7.11"),
        ("B1", "7.12"),
        ("X9", "6.0"),
    ]
    turn(driver, ALPHA, "A1 C")
    turn(driver, BRAVO)
    assert seen(driver, BRAVO, "A1").facing == "C"


@covers("tank", "7.0")
def test_infantry_has_no_facing() -> None:
    driver = play("turning-gun")
    with pytest.raises(Refused, match=r"7\.12: B2: is infantry, which has no facing"):
        turn(driver, BRAVO, "B2 C")
    with pytest.raises(BadPosition, match=r"7\.0: B2"):
        game.from_position(situation("turning-gun", B2={"facing": "C"}))


@covers("tank", "14.3")
def test_a_position_is_gone_with_its_units_or_when_left_empty() -> None:
    empty = situation("last-gun", state={"positions": ["0508", "1010"]})
    driver = play(empty)
    assert told(driver) == ["The Improved Position in 1010 is gone"]
    assert driver.state.positions == [driver.table.scene.hex("0508")]
    shot = play(situation("two-on-a-squad"), 1)
    assert "The Improved Position in 0505 is gone" in told(shot)


@covers("tank", "14.0", "13.4")
def test_vehicles_do_not_hide_in_positions() -> None:
    with pytest.raises(BadPosition, match=r"14\.0"):
        game.from_position(situation("ambush", B2={"type": "PzIVh"}))
