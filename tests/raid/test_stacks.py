"""Stacks: who is hit, whom losses fall on, in which order, and what recombines."""

import pytest
from tests.raid.situations import answer, asked, move, offered, play, situation, status, told, where

from sandtable.engine.cases import covers


def men(driver, *units):
    """How many men each of these has."""
    return [driver.table.state.men[driver.table.scene.unit(unit)] for unit in units]


@covers("raid", "8.41", "8.42")
def test_fire_passes_over_a_stack_and_strikes_the_unit_it_names():
    # Four men, Semi, three hexes, in the open: column 2, and a 4 is two men of T; L and U lose none.
    driver = answer(play("stacked", 4), "T", ["A: Semi rifles"])
    assert men(driver, "L", "T", "U") == [1, 2, 3]
    assert "suppressed" not in status(driver, "L") | status(driver, "U")


@covers("raid", "7.84", "7.83")
def test_losses_too_many_for_a_unit_fall_on_the_next_below_it_and_then_from_the_top():
    # Column 2: a 6 is three men. L has one, so T under it loses two, and both that live are as the rules say.
    driver = answer(play("stacked", 6), "L", ["A: Semi rifles"])
    assert men(driver, "L", "T", "U") == [0, 2, 3]
    assert ("suppressed" in status(driver, "T"), "suppressed" in status(driver, "U")) == (True, False)
    # U, at the bottom with one man, is hit: the rest goes on from the top, where L has one man, then to T.
    driver = answer(play(situation("stacked", U={"men": 1}), 6), "U", ["A: Semi rifles"])
    assert men(driver, "L", "T", "U") == [0, 3, 0]


@covers("raid", "7.84")
def test_their_owner_says_before_fire_in_which_order_they_lie():
    driver = play(situation("stacked", phase="fire-readiness", state={"active": ""}), 1, 6)
    assert asked(driver) == ["Alpha turn", "Bravo turn"]
    answer(driver, [])
    assert [key for key in offered(driver) if key.endswith("on top")] == ["T on top", "U on top"]
    # U on top and T below it: L, hit, is at the bottom, so what is too much goes to U.
    answer(driver, ["U on top", "T on top"], "L", ["A: Semi rifles"])
    assert men(driver, "U", "T", "L") == [1, 4, 0]


@covers("raid", "7.52", "7.53")
def test_all_who_were_named_fire_before_the_enemy_answers():
    alone = {"status": ["face up"], "men": 4}
    twice = situation("stacked", L=None, U=None, T=alone, R={"status": []}, S={"status": []})
    driver = answer(play(twice, 2, 2), "T", ["A: Semi rifles", "R: Semi rifles"])
    shots = [line for line in told(driver) if "fires at" in line]
    assert shots == ["A fires at T: Semi rifles", "R fires at T: Semi rifles"]
    assert asked(driver) == ["Bravo direct-attack"]  # T itself may not overwatch, and nobody else could


@covers("raid", "7.54")
def test_men_are_conserved_and_one_unit_at_the_least_comes_out_full():
    # E8: a full LMG and a full mortar, or a full team.
    assert {"L=2 M=2 T=0", "L=0 M=0 T=4"} <= set(offered(play("remnants")))
    driver = answer(play(situation("remnants", T={"status": ["suppressed"]}), 1, 1), "L=2 M=2 T=0")
    assert men(driver, "L", "M", "T") == [2, 2, 0]
    assert where(driver, "T") == ""
    assert "suppressed" in status(driver, "L") & status(driver, "M")  # it passes to all


@covers("raid", "7.54")
@pytest.mark.parametrize("odd", [{"status": ["out of command"]}, {"hex": "0506"}, {"men": 2}])
def test_who_is_out_of_command_elsewhere_or_at_full_strength_takes_no_part(odd):
    driver = play(situation("remnants", L=odd), 1, 1)
    assert not [key for key in offered(driver) if "L=" in key]
    assert "M=0 T=3" not in offered(driver)  # neither would be full


@covers("raid", "8.44", "14.27")
def test_one_vehicle_stops_in_a_hex_and_a_wreck_counts_as_one():
    driver = move(play("two-trucks"), "W", "to 1009", "to 1008")
    assert "stop" not in offered(driver)  # V stands there: it may pass through
    move(driver, "to 1007", "to 1006")
    assert "stop" not in offered(driver)
    assert "stop" in offered(move(driver, "to 1005"))


@covers("raid", "8.0", "4.1")
def test_players_move_one_unit_or_stack_in_turn():
    driver = move(play("two-trucks"), "W", "to 1009", "stop")
    assert asked(driver) == ["Bravo pick-move"]
    assert asked(answer(driver, "pass")) == ["Alpha pick-move"]
