"""The odd cases of fire and sight, each a situation out of a file: who answers whom, and what bullets do."""

import pytest
from tests.raid.situations import (
    answer,
    asked,
    hold,
    idle,
    move,
    offered,
    play,
    purposes,
    situation,
    status,
    told,
    where,
)

from sandtable.engine import Refused
from sandtable.engine.cases import covers


def men(driver, *units):
    """How many men each of these has."""
    return [driver.table.state.men[driver.table.scene.unit(unit)] for unit in units]


# -- command


@covers("raid", "5.24", "12.2", "12.1")
def test_headquarters_pass_on_at_once_and_radios_work_again_in_the_next_turn():
    # E17. Four men, Semi, three hexes, in the open, column 2: a 6 is three men, and the LMG had one.
    driver = answer(play("headquarters-falls", 6, *[1] * 8), "MG", ["X: Semi rifles"])
    assert "HQ passes on to A" in told(driver)
    assert where(driver, "HQ") == "0508"
    assert "out of command" in status(driver, "C")  # twelve hexes off, and the radio of the HQ is lost
    assert "out of command" not in status(driver, "A")
    idle(driver, turn=2)
    assert driver.table.state.turn == 2
    assert "out of command" not in status(driver, "C")


@covers("raid", "12.3", "9.9")
def test_no_mission_is_plotted_for_a_headquarters_that_has_lost_its_radio():
    driver = play("mute-radio")
    with pytest.raises(Refused, match="no HQ with a radio") as refused:
        answer(driver, {"missions": [{"gun": "M", "hex": "0510", "spotter": "A"}]})
    assert refused.value.case == "9.9"
    heard = play(situation("mute-radio", HQ={"status": []}))
    plot = {"missions": [{"gun": "M", "hex": "0510", "spotter": "A"}]}
    assert heard.asks[0].read(plot).missions[0].gun == "M"


@covers("raid", "5.11", "5.12", "5.32")
def test_a_headquarters_commands_its_own_platoon_and_company_assets_only():
    driver = play("machine-gun-of-the-other-platoon")
    out = [name for name in driver.table.scene.units if "out of command" in status(driver, name)]
    assert out == ["G", "X"]


# -- hiding, overwatch


@covers("raid", "6.31", "7.63", "7.64")
def test_who_fires_unseen_is_turned_up_answered_with_five_points_more_and_hidden_again():
    # T sees nobody in jungle six hexes off: 5 + 6. The LMG eight hexes off does in overwatch: 7 + 6 of 15.
    driver = answer(play("sniper", 1, 1), "T", ["A: Semi rifles"])
    assert "face up" in status(driver, "A")
    assert asked(driver) == ["Bravo overwatch-fire"]
    answer(driver, "A")
    assert offered(driver) == ["O: LMG"]  # F has fired, and T is what was fired at
    answer(driver, ["O: LMG"])
    hold(driver)
    assert "face up" not in status(driver, "A")
    moved = situation("sniper", O={"status": ["moved"]})
    driver = hold(answer(play(moved, 1), "T", ["A: Semi rifles"]))
    assert "O fires at A: LMG" not in told(driver)


@covers("raid", "7.65")
def test_nobody_overwatches_what_is_fired_inside_one_building():
    driver = answer(play("one-house", 1), "B", ["A: Semi rifles"])
    assert asked(driver) != ["Bravo overwatch-fire"]
    # With the street between them they are two Buildings, and D answers: 1 + 10 of its 15 points.
    apart = situation("one-house")
    apart.board.terrain["1011"] = "clear"
    driver = answer(play(apart, 1), "B", ["A: Semi rifles"])
    assert asked(driver) == ["Bravo overwatch-fire"]
    assert "D: Semi rifles" in offered(answer(driver, "A"))


@covers("raid", "7.63", "7.52")
def test_overwatch_is_answered_by_overwatch_and_the_innermost_is_over_first():
    driver = answer(play("answer-to-an-answer", 1, 1, 1), "B", ["A: Semi rifles"])
    answer(driver, "A", ["D: LMG"])
    assert asked(driver) == ["Alpha overwatch-fire"]
    answer(driver, "D", ["C: LMG"])
    assert asked(driver) == ["Bravo overwatch-fire"]
    assert offered(driver) == ["pass", "C"]
    answer(driver, "pass")
    assert asked(driver) == ["Bravo direct-attack"]  # nobody is left to answer; the next player attacks


# -- bullets


@covers("raid", "7.91", "7.5")
def test_cross_fire_helps_those_who_stand_at_120_degrees_or_more():
    # E9: in the open four men start in column 2 and an LMG in column 3.
    driver = answer(play("crossed-lines", 1, 1, 1), "T", ["A: Semi rifles", "G: LMG", "B: Semi rifles"])
    columns = [purpose.rpartition(" ")[2] for purpose in purposes(driver)]
    assert columns == ["1", "2", "2"]
    alone = answer(play("crossed-lines", 1, 1), "T", ["A: Semi rifles", "B: Semi rifles"])
    assert [purpose.rpartition(" ")[2] for purpose in purposes(alone)] == ["2", "2"]


@covers("raid", "7.41", "7.43")
def test_a_kill_zone_sweeps_friend_and_foe_and_ends_in_the_first_jungle():
    # An LMG, no change by range: at T in the open column 3, at U in scrub column 4, at F in jungle column 5.
    driver = answer(play("beyond-the-target", 6, 6, 6), "T", ["G: LMG"])
    assert men(driver, "T", "U", "F", "V") == [2, 2, 3, 4]


@covers("raid", "7.42", "7.4")
def test_off_the_six_directions_the_firer_says_where_the_zone_runs():
    driver = answer(play("off-the-straight", 6, 6), "T", ["G: HMG"])
    assert asked(driver) == ["Alpha swept-hex"]
    assert sorted(offered(driver)) == ["1107", "1207"]
    answer(driver, "1207")
    while asked(driver) == ["Alpha swept-hex"]:
        answer(driver, offered(driver)[0])
    # The HMG in the open is column 1: a 6 is three men each.
    assert men(driver, "T", "U", "V") == [1, 4, 1]


@covers("raid", "7.34", "7.2")
def test_a_shot_that_cannot_be_is_declared_all_the_same_and_wasted():
    driver = answer(play("too-far"), "H")
    assert offered(driver) == ["B: Semi rifles", "A: Auto rifles"]  # Auto does not fire nine hexes far
    answer(driver, ["A: Auto rifles"])
    assert {"fired", "shot"} <= status(driver, "A")
    assert "attacked" in status(driver, "H")


@covers("raid", "9.8")
def test_a_mortar_that_suffers_any_result_does_not_fire_its_mission():
    driver = answer(play("mortar-under-fire", 1), "M", ["T: Semi rifles"])  # column 2: a 1 is an S
    assert driver.table.state.missions == []
    assert len(told(driver, 0)) == len(told(driver, 1)) + 1  # its owner alone hears of it


# -- close assault


@covers("raid", "10.1", "10.3")
def test_house_to_house_both_sides_have_cover_from_the_second_round_on():
    # A and B at a crew in a Building: column 5, +3: a 1 counts 4, an S; a 2 counts 5, one man. The crew at A,
    # in the open: column 3, suppressed: a 1 counts 0. Then it is in column 6 itself: a 6 counts 5, an S.
    dice = [1, 1, 1, 2, 2, 6, 6]
    driver = hold(answer(play("house-to-house", *dice), "A+B", "to 1010"))
    answer(driver, "A at L: Semi rifles", "L at A: LMG", "B at L: Semi rifles")
    assert asked(driver) == ["Alpha leave-or-fight"]
    answer(driver, "fight", "L at A: LMG")
    assert "suppressed" in status(driver, "A")
    answer(driver, "A at L: Semi rifles")  # suppressed: 6 + 3 - 1 counts 8, three men
    assert (where(driver, "L"), where(driver, "A")) == ("", "1010")


@covers("raid", "10.1")
def test_when_nobody_can_kill_anybody_any_more_the_attackers_fall_back():
    # At a crew in a Building an LMG is in column 6: a 5 is an S. The crew at A in the open, column 3,
    # suppressed: a 3 counts 2, an S. From now on both are in column 6 at -1, where a 6 counts 5, an S.
    driver = hold(answer(play("no-end", 1, 5, 3), "A", "to 1010"))
    answer(driver, "A at L: LMG", "L at A: LMG")
    assert asked(driver) == ["Alpha fall-back"]
    assert "1011" in offered(driver)
    answer(driver, "1011")
    assert (where(driver, "A"), where(driver, "L")) == ("1011", "1010")
    assert "A falls back to 1011" in told(driver)


# -- movement


@covers("raid", "8.2", "8.34")
def test_a_team_goes_six_hexes_along_a_trail_through_whatever_lies_there():
    driver = move(play("trail"), "A", *[f"to 10{row:02}" for row in range(9, 3, -1)])  # E13
    assert where(driver, "A") == "1004"
    assert asked(driver) == ["Bravo pick-move"]


@covers("raid", "8.4")
def test_a_fourth_unit_passes_through_a_full_hex_but_does_not_stay():
    driver = move(play("crowded"), "D+H", "to 1009", "to 1008")
    assert "stop" not in offered(driver)
    assert "stop" in offered(move(driver, "to 1007"))


@covers("raid", "8.35", "7.8")
def test_the_map_is_left_from_an_edge_hex_for_a_point_and_not_when_suppressed():
    driver = play("last-hex")
    assert [key for key in offered(driver) if "B" in key] == []
    move(driver, "A", "to 1001", "leave")
    assert "A leaves the map from 1001" in told(driver)
    assert where(driver, "A") == ""


@covers("raid", "15.91")
def test_by_night_one_sees_six_points_far_and_always_into_adjacent_hexes():
    driver = play("by-night")
    assert "face up" in status(driver, "J")  # in a Building beside A, which costs 10
    move(driver, "B", "to 1017")
    assert "face up" not in status(driver, "B")
    move(driver, "to 1016")
    assert "face up" in status(driver, "B")  # six hexes


@covers("raid", "7.5", "9.7", "13.22")
def test_a_house_that_falls_on_the_way_hides_nobody_from_the_rest_of_the_attack():
    # The Bazooka, 8 in a Building, column 6: a 6 counts 3, three men and rubble. As jungle among jungle it
    # hides B from the air, but the attack is declared: the HMG fires at it in jungle, and a 6 kills the last.
    driver = answer(play("falling-house", 6, 6, *[1] * 4), "B", ["Z: Bazooka", "G: HMG"])
    assert purposes(driver)[1].startswith("HMG at a target in Heavy")
    assert where(driver, "B") == ""
