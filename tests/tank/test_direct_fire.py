"""The Direct Fire Segment: who shoots at what, the odds, and when results take effect [8.0]."""

import pytest
from tests.tank.situations import (
    Play,
    ground,
    needed,
    play,
    rolls,
    situation,
    status,
    told,
    when,
    where,
)

from sandtable.engine.cases import covers

HIT_DUEL = "B1 is destroyed in 0510"


def purpose(driver: Play) -> str:
    """What the first die was rolled for."""
    return rolls(driver)[0].rpartition(": ")[0]


# The results tables


@covers("tank", "8.0", "8.9", "8.31")
@pytest.mark.parametrize(("die", "destroyed"), [(1, True), (3, True), (4, False), (6, False)])
def test_x4_a_result_of_three_destroys_on_three_or_less(die: int, destroyed: bool) -> None:
    """AP 10 against a front of 7 is a differential of 3; at 6 to 10 hexes chart 8.91 says 1-3."""
    driver = play("duel", die)
    assert needed(driver) == ["3 or less"]
    assert (where(driver, "B1") == "") == destroyed


@covers("tank", "8.0")
def test_a_differential_below_zero_is_no_attack_and_takes_no_die() -> None:
    """The AP of 6 of a Crusader II against a front of 7."""
    driver = play(situation("duel", A1={"type": "CrII"}))
    assert any(line.startswith("A1: no shot at 0510") for line in told(driver))


@covers("tank", "8.1", "8.22")
def test_x1_x2_he_at_a_stack_is_resolved_for_each_unit_with_its_own_die() -> None:
    """HE 10 against 1 in the open is 9; at 46 to 50 hexes chart 8.93 says 1-3."""
    driver = play("m60-and-a-stack", 3, 4)
    assert needed(driver) == ["3 or less", "3 or less"]
    assert where(driver, "B1") == ""
    assert where(driver, "B2") == "0549"
    other = play("m60-and-a-stack", 4, 3)
    assert (where(other, "B1"), where(other, "B2")) == ("0549", "")


@covers("tank", "14.41", "8.1")
def test_x2_in_an_improved_position_the_same_shot_is_no_attack() -> None:
    """10 against 12 for each of them."""
    driver = play(situation("m60-and-a-stack", state={"positions": ["0549"]}))
    assert sum("no shot" in line for line in told(driver)) == 2


@covers("tank", "8.1")
def test_x1_at_a_vehicle_the_same_weapon_uses_ap() -> None:
    """AP 22, not HE 10: against a PzIVh's rear of 2 in place of the stack it is 20, which counts as 10."""
    tank = {"type": "PzIVh", "facing": "D"}
    driver = play(situation("m60-and-a-stack", B1=None, B2=tank), 4)
    assert "AP 22 against 2" in purpose(driver)
    assert needed(driver) == ["4 or less"]
    assert where(driver, "B2") == ""


@covers("tank", "8.22", "8.3")
def test_he_of_several_is_one_attack_at_the_longest_range() -> None:
    """20 against 12 is 8; at 11 to 15 hexes chart 8.91 gives 7 for it, which any die comes to."""
    driver = play("two-on-a-squad", 6)
    assert "range 12" in purpose(driver)
    assert needed(driver) == ["certain"]
    assert where(driver, "B1") == ""


@covers("tank", "10.32", "14.41")
def test_a_berm_shelters_from_several_only_if_all_fire_comes_through_one() -> None:
    """In the mixed mode a berm is worth 3: 20 against 15 is 5, and 1-4 at 11 to 15 hexes; A1 comes in
    from the south, A2 by the southeast."""
    one = play(situation("two-on-a-squad", board=ground(s0505D="berm")), 6)
    assert needed(one) == ["certain"]
    both = play(situation("two-on-a-squad", board=ground(s0505D="berm", s0505C="berm")), 5)
    assert needed(both) == ["4 or less"]
    assert where(both, "B1") == "0505"


@covers("tank", "8.22", "8.7", "8.23")
def test_ap_of_several_is_resolved_shot_by_shot() -> None:
    """From the front 10 against 7 is 3, 1-4 within 5 hexes; from the rear 10 against 2 is 8, 1-9."""
    driver = play("two-on-a-tank", 5, 6)
    assert needed(driver) == ["4 or less", "certain"]
    assert told(driver).count("B1 is destroyed in 0508") == 1


@covers("tank", "8.7", "7.32")
def test_x5_position_relative_to_facing_decides_not_the_hexside_entered() -> None:
    """Both lines come in by the southeast. J, 6 hexes off, meets the front of 7: 3, so 1-3. T, 5 hexes off,
    meets the side of 3: 7, so 1-8."""
    front = play("aspects", 4)
    assert "against 7, range 6" in purpose(front)
    assert needed(front) == ["3 or less"]
    side = play(situation("aspects", J={"plot": ""}, T={"plot": "DF 0505"}), 6)
    assert "against 3, range 5" in purpose(side)
    assert needed(side) == ["certain"]


@covers("tank", "8.31")
def test_beyond_effective_range_the_strength_is_halved_fractions_up() -> None:
    """AP 21 becomes 11 at 31 hexes: 6 more than the rear of 5, and 1 at 31 to 35 hexes. At 30 hexes 16
    counts as 10, and 1-6."""
    far = play("long-shot", 2)
    assert needed(far) == ["1 or less"]
    assert where(far, "B1") == "0541"
    near = play(situation("long-shot", A1={"hex": "0511"}), 6)
    assert needed(near) == ["certain"]


@covers("tank", "15.11")
def test_after_preservation_the_strength_is_halved_as_well() -> None:
    """At 30 hexes 11 against 5 is 6, and 1-2; at 31 hexes 6 against 5 is 1, which no die comes to. It
    begins in the Game-Turn after the level was reached."""
    worn = {"preservation": [1, 0], "preserved": [3, 0]}
    near = play(situation("long-shot", state=worn, A1={"hex": "0511"}), 3)
    assert needed(near) == ["2 or less"]
    far = play(situation("long-shot", state=worn), 1)
    assert needed(far) == ["cannot happen"]
    same_turn = play(situation("long-shot", state={**worn, "preserved": [4, 0]}), 2)
    assert needed(same_turn) == ["1 or less"]


@covers("tank", "8.71")
def test_x3_a_target_that_moves_seven_points_adds_three_to_the_die() -> None:
    """At the front of a T34/76c that comes on: 10 against 8 is 2, and 1-2 at 7 hexes, which no die and 3
    come to. At the rear of a T34/85 that goes off: 13 against 6 is 7, and 1-7, with 3 more 1-4."""
    path = "0509 0508 0507 0506 0505 0504 0604"
    coming = {"type": "T34_76c", "plot": f"MV {path}"}
    assert needed(play(situation("duel", B1=coming), 1)) == ["cannot happen"]
    going = {"type": "T34_85", "facing": "D", "plot": "MV 0511 0512 0513 0514 0515 0516 0616"}
    rear = play(situation("duel", A1={"type": "M4_76"}, B1=going), 6)
    assert needed(rear) == ["4 or less"]


@covers("tank", "10.4", "10.6", "8.62")
def test_terrain_wreck_and_hexside_add_up_for_a_vehicle() -> None:
    """Woods 2, a wreck 2 and a berm 3 on a front of 7 make 14; the AP of 21 of a PzVIb is 7 more, and 1-7
    within ten hexes, so any die; the 14 of a PzIVh is 0 more, which no die comes to."""
    board = ground({"0510": "woods"}, s0510A="berm")
    place = situation("duel", board=board, state={"wrecks": ["0510"]}, A1={"type": "PzVIb"})
    assert "against 14" in purpose(play(place, 6))
    weaker = situation("duel", board=board, state={"wrecks": ["0510"]}, A1={"type": "PzIVh"})
    assert needed(play(weaker, 1)) == ["cannot happen"]


@covers("tank", "10.5", "10.61")
def test_a_slope_shelters_only_who_stands_on_its_sloped_side() -> None:
    """A slope is worth 6: 10 against 13 is no attack; sloped the other way it is worth nothing."""
    sheltered = play(situation("duel", board=ground(s0510A="slope")))
    assert any("no shot" in line for line in told(sheltered))
    open_side = play(situation("duel", board=ground(s0509D="slope")), 3)
    assert needed(open_side) == ["3 or less"]


@covers("tank", "10.61")
def test_in_the_open_mode_woods_and_berms_are_nothing() -> None:
    board = ground({"0510": "woods"}, s0510A="berm")
    driver = play(situation("duel", board=board, state={"mode": "open"}), 3)
    assert needed(driver) == ["3 or less"]


# Infantry


@covers("tank", "8.81", "8.82", "8.83", "8.8")
def test_infantry_fires_by_its_own_table_whatever_terrain_and_aspect() -> None:
    """At two hexes 1-2 against a tank that stands, 1 against one that moves; at three hexes 1 and nothing."""
    assert needed(play("squad-and-tank", 3)) == ["2 or less"]
    moving = {"plot": "MV 0505", "facing": "A"}
    assert needed(play(situation("squad-and-tank", A1=moving), 2)) == ["1 or less"]
    three = {"hex": "0509"}
    assert needed(play(situation("squad-and-tank", B1=three), 2)) == ["1 or less"]
    assert needed(play(situation("squad-and-tank", B1=three, A1=moving), 1)) == ["cannot happen"]


@covers("tank", "8.81", "15.11")
def test_preservation_does_not_weaken_infantry() -> None:
    worn = {"preservation": [0, 1], "preserved": [0, 1]}
    assert needed(play(situation("squad-and-tank", turn=4, state=worn), 3)) == ["2 or less"]


@covers("tank", "8.85")
def test_a_squad_that_has_fired_does_not_fire_at_who_comes_next_to_it() -> None:
    """A1 comes from two hexes off to one: at a moving tank 1, and 2 misses."""
    driver = play(situation("squad-and-tank", A1={"plot": "MV 0507"}), 2)
    assert needed(driver) == ["1 or less"]
    assert "A1 moves to 0507" in told(driver)


# Who fires, and what is lost


@covers("tank", "12.0", "12.24")
def test_a_panicked_unit_does_not_fire() -> None:
    driver = play(situation("duel", A1={"status": ["spotted", "panicked"]}))
    assert rolls(driver) == []


@covers("tank", "8.41", "8.43")
def test_a_void_task_is_lost() -> None:
    driver = play(situation("duel", A1={"status": ["spotted", "void"]}))
    assert rolls(driver) == []


@covers("tank", "13.0")
def test_fire_at_a_unit_that_nobody_has_spotted_is_lost() -> None:
    """The squad in woods, 15 hexes off, is spotted on a 1; six is rolled for it, and no other die."""
    squad = {"type": "INF", "facing": "", "status": [], "hex": "0516"}
    far = situation("duel", A1={"hex": "0501", "plot": "DF 0516"}, B1=squad, board=ground({"0516": "woods"}))
    driver = play(far, 6)
    assert rolls(driver) == ["Spotting soft target in cover, range 15: 6 unseen"]
    assert "A1: no shot at 0516, the target has not been spotted" in told(driver)


@covers("tank", "13.0")
def test_what_a_friend_has_spotted_can_be_fired_at() -> None:
    """A1 has tried in vain in this Game-Turn; A2, nine hexes off, sees a squad in the open on 5 or less."""
    squad = {"type": "INF", "facing": "", "status": []}
    friend = {
        "name": "A2",
        "side": "Alpha",
        "type": "M4",
        "hex": "1408",
        "facing": "F",
        "status": ["spotted"],
    }
    place = situation("duel", A1={"tried": ["B1"]}, B1=squad)
    place.unit.append(friend)
    driver = play(place, 5, 1)
    assert rolls(driver)[0] == "Spotting soft target in the open, range 9: 5 spotted"
    assert where(driver, "B1") == ""


# When results take effect


@covers("tank", "8.61", "8.23")
def test_two_that_destroy_each_other_both_fire() -> None:
    """14 against the M4's front of 6 is 8, 1-8 at 7 hexes; B2 is left on one side, and A2 on the other."""
    place = situation("duel", B1={"plot": "DF 0503"})
    driver = play(place, 3, 6)
    assert when(driver, "A1 is destroyed in 0503") == when(driver, HIT_DUEL) == "direct-fire"
    assert "B1 is hit; the result takes effect later" in told(driver)


@covers("tank", "8.61", "4.3")
def test_a_unit_plotted_to_move_is_destroyed_at_once() -> None:
    """One point plotted adds nothing to the die."""
    driver = play(situation("duel", B1={"plot": "MV 0509"}), 3)
    assert when(driver, HIT_DUEL) == "direct-fire"
    assert "B1 is hit; the result takes effect later" not in told(driver)
    assert not any(line.startswith("B1 moves") for line in told(driver))


@covers("tank", "8.61")
@pytest.mark.parametrize("plot", ["", "FC", "DF 0503"])
def test_results_on_others_take_effect_at_the_end_of_the_segment(plot: str) -> None:
    driver = play(situation("duel", B1={"plot": plot}), *([3, 6] if plot.startswith("DF") else [3]))
    assert when(driver, HIT_DUEL) == "direct-fire"


@covers("tank", "8.62", "11.3")
def test_a_destroyed_vehicle_leaves_one_wreck() -> None:
    driver = play(situation("duel", state={"wrecks": ["0510"]}, A1={"type": "PzVIb"}), 3)
    assert driver.view(None).wrecks == [driver.table.scene.hex("0510")]


@covers("tank", "8.63")
def test_soft_units_leave_nothing() -> None:
    assert play("m60-and-a-stack", 3, 3).view(None).wrecks == []


@covers("tank", "8.21")
def test_a_unit_that_has_fired_is_marked_and_the_force_has_been_fired_on() -> None:
    driver = play("duel", 6)
    assert driver.state.fired_on == [0, 2]
    assert driver.state.contact == 1
    assert "fired" not in status(driver, "A1"), "the marks of a Game-Turn go with it"
