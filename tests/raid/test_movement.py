"""Moving: allowances, prices, stacks, entering and leaving, and who is asked when."""

import pytest
from tests.raid.situations import answer, asked, offered, play, situation, status, told, where

from sandtable.engine import Refused
from sandtable.engine.cases import covers
from sandtable.engine.position import BoardChanges


def hexes(driver):
    """The hexes that may be entered next."""
    return [key.removeprefix("to ") for key in offered(driver) if key.startswith("to ")]


@covers("raid", "8.1", "8.33", "8.34")
def test_a_fire_team_moves_six_clear_hexes_and_no_further():
    # E14: 6 MP, Clear costs 1.
    driver = play("walk")
    answer(driver, "A1", "to 0610", "to 0609", "to 0608", "to 0607", "to 0606", "to 0605")
    assert where(driver, "A1") == "0605"
    assert asked(driver) == ["Bravo pick-move"]  # nothing more can be paid for, so the move is over


@covers("raid", "8.6", "8.1")
def test_a_stack_moves_at_the_pace_of_its_slowest_and_pays_each_terrain():
    driver = play("walk")
    answer(driver, "A1+AM", "to 0711")  # 1 of the HMG's 5
    answer(driver, "to 0710")  # Medium: 2
    assert driver.table.state.spent[0] == 3
    answer(driver, "to 0709", "to 0708")
    assert where(driver, "A1") == where(driver, "AM") == "0708"
    assert asked(driver) == ["Bravo pick-move"]


@covers("raid", "8.36")
def test_everybody_may_move_one_hex_whatever_it_costs():
    # Out of command it has 3 MP [5.34], and a Building costs 3.
    out = {"status": ["out of command"], "hex": "0713"}
    driver = play(situation("walk", A1=out, state={"night": True}))
    answer(driver, "A1")  # by night 3 - 3 = 0 MP [15.91]
    assert "0712" in hexes(driver)
    answer(driver, "to 0712")
    assert where(driver, "A1") == "0712"
    assert asked(driver) == ["Bravo pick-move"]


@covers("raid", "5.34")
def test_out_of_command_a_unit_has_three_points():
    driver = play(situation("walk", A1={"status": ["out of command"]}))
    answer(driver, "A1", "to 0610", "to 0609", "to 0608")
    assert asked(driver) == ["Bravo pick-move"]


@covers("raid", "8.2")
def test_on_a_road_every_hex_costs_one_point():
    # E13: six road hexes through any terrain.
    medium = {f"06{row:02}": "medium" for row in range(4, 11)}
    board = BoardChanges(terrain=medium, paths=["road: 0611 0610 0609 0608 0607 0606 0605"])
    driver = play(situation("walk", board=board))
    answer(driver, "A1", "to 0610", "to 0609", "to 0608", "to 0607", "to 0606", "to 0605")
    assert where(driver, "A1") == "0605"


@covers("raid", "8.31", "8.32")
def test_who_has_moved_fired_or_is_suppressed_does_not_move():
    marks = {
        "A1": {"status": ["moved"]},
        "A2": {"status": ["fired", "shot"]},
        "AM": {"status": ["suppressed"]},
    }
    driver = play(situation("walk", B1={"side": "Alpha"}, **marks))
    assert [key for key in offered(driver) if "A1" in key or "A2" in key or "AM" in key] == []
    for name, case in (("A1", "8.31"), ("A2", "8.32"), ("AM", "7.8")):
        with pytest.raises(Refused) as refused:
            answer(driver, name)
        assert refused.value.refusals[0].case == case


@covers("raid", "8.37", "8.4")
def test_only_units_that_began_together_move_together_and_three_is_the_limit():
    driver = play(situation("walk", B1={"side": "Alpha", "hex": "0610"}))
    keys = offered(driver)
    assert "A1+A2" in keys
    assert "A1+A2+AM+AH" in keys
    assert not [key for key in keys if "B1+" in key or "+B1" in key]
    answer(driver, "A1+A2+AM+AH")
    # 0610 holds one already: three more may pass through it, but not stay [8.4].
    answer(driver, "to 0610")
    assert "stop" not in offered(driver)


@covers("raid", "5.25", "5.24")
def test_a_headquarters_changes_stacks_alone_with_ten_points_and_ends_with_company():
    driver = play(situation("walk", A2={"hex": "0603"}))
    answer(driver, "AH")
    assert "stop" not in offered(driver)
    answer(driver, "to 0610")
    assert "stop" not in offered(driver)  # nobody is there
    answer(driver, "to 0609", "to 0608", "to 0607", "to 0606", "to 0605", "to 0604", "to 0603", "stop")
    assert where(driver, "AH") == "0603"


@covers("raid", "8.35")
def test_leaving_the_map_costs_a_point_from_an_edge_hex_and_is_for_good():
    driver = play(situation("walk", A1={"hex": "0601"}))
    answer(driver, "A1")
    assert "leave" in offered(driver)
    answer(driver, "leave")
    assert where(driver, "A1") == ""
    assert told(driver, 1)[-1] == "A counter of Alpha leaves the map from 0601"


@covers("raid", "6.3", "6.32")
def test_the_enemy_hears_of_counters_until_he_sees_who_they_are():
    driver = play("walk")
    answer(driver, "A1", "to 0610")
    assert told(driver, 1)[-1] == "A counter of Alpha moves from 0611 to 0610"
    assert told(driver, 0)[-1] == "A1 moves to 0610"
    assert "face up" not in status(driver, "A1")


@covers("raid", "6.32", "6.3")
def test_a_mover_who_comes_into_view_is_turned_up_and_may_be_fired_at():
    # In the open a Fire Team sees ten Clear hexes [6.11]: from 1615 to 0615, but not to 0515.
    rest = {name: {"hex": "0311"} for name in ("A2", "AM", "AH")}
    driver = play(situation("walk", A1={"hex": "0515"}, B1={"hex": "1615"}, **rest))
    answer(driver, "A1", "to 0615")
    assert "A1 is seen in 0615 and turned face up" in told(driver, 1)
    assert asked(driver) == ["Bravo opportunity-fire"]


@covers("raid", "4.1")
def test_two_passes_in_a_row_end_the_phase_and_one_does_not():
    driver = play("walk")
    answer(driver, "pass")
    assert asked(driver) == ["Bravo pick-move"]
    answer(driver, "B1", "to 2404", "stop")
    assert asked(driver) == ["Alpha pick-move"]
    answer(driver, "pass")
    assert not any("pick-move" in question for question in asked(driver))


@covers("raid", "4.2")
def test_odd_is_alpha_and_even_is_bravo():
    # E1: rolled afresh for fire and movement.
    rolled = situation("walk", phase="movement-first", state={"active": ""})
    assert asked(play(rolled, 3)) == ["Alpha pick-move"]
    assert asked(play(rolled, 6)) == ["Bravo pick-move"]


@covers("raid", "5.24")
def test_the_last_companion_of_a_headquarters_does_not_go_without_it():
    driver = play("walk")
    keys = offered(driver)
    assert "A1+A2" in keys  # the machine gun stays with it
    assert "A1+A2+AM" not in keys
    assert "A1+A2+AM+AH" in keys
    with pytest.raises(Refused, match="left by itself") as refused:
        answer(driver, "A1+A2+AM")
    assert refused.value.case == "5.24"
    away = {"A2": {"hex": "0311"}, "AM": {"hex": "0311"}}
    dummy = {"B1": {"side": "Alpha", "type": "dummy", "hex": "0611"}}
    keys = offered(play(situation("walk", **away, **dummy)))
    assert "A1+AH" in keys
    assert not {"A1", "A1+B1", "B1+AH"} & set(keys)  # a dummy is no company
