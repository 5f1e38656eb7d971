"""The odd cases of shells, helicopters, vehicles and special weapons, each a situation out of a file."""

import pytest
from tests.raid.situations import answer, idle, move, offered, play, purposes, status, told, where

from sandtable.engine import Refused
from sandtable.engine.cases import covers

AFTER = [1] * 8
"""Dice for who is first in what follows."""


def men(driver, *units):
    """How many men each of these has."""
    return [driver.table.state.men[driver.table.scene.unit(unit)] for unit in units]


@covers("raid", "9.2", "9.3", "9.41")
def test_zones_that_overlap_add_up_to_one_roll():
    # E15, both on target. At 2019 the 155mm counts 10 one hex off, the 81mm 4; at 2020 15 and 2.
    driver = play("two-zones", 2, 2, 1, 1)
    assert purposes(driver)[2:] == ["Shells, strength 14", "Shells, strength 17"]
    assert [line for line in told(driver) if "land" in line or "comes down" in line]


@covers("raid", "9.3")
def test_a_mission_scatters_by_an_odd_roll_a_direction_and_a_distance():
    # E16: the 81mm at 2018 by 3, 4, 2: one hex south, to 2019. The 155mm stays, by a 4.
    driver = play("two-zones", 4, 3, 4, 2, 1, 1)
    hexes = [driver.table.scene.hex_name(impact.hex) for impact in driver.table.state.impacts]
    assert hexes == ["2020", "2019"]


@covers("raid", "11.0", "11.1", "11.11")
def test_smoke_hides_who_lies_in_it_until_it_lifts():
    driver = play("smoke-mission", 2, *[1] * 2, 4, *[1] * 4)
    assert "face up" not in status(driver, "G")
    idle(driver, turn=2)
    idle(driver, "plot-fire")
    assert driver.table.state.smoke == []  # a 4 removes it
    assert "face up" in status(driver, "G")


@covers("raid", "9.7", "9.5")
def test_a_three_or_four_in_a_building_kills_and_leaves_rubble():
    # On target; strength 15 is column 3, and a 6 in a Building counts 3: four men.
    driver = play("shelled-house", 2, 6)
    assert where(driver, "T") == ""
    assert driver.table.state.rubble == [driver.table.scene.board.find("1010")]
    field = driver.table.scene.field(driver.table.state)
    assert field.bare[driver.table.scene.board.find("1010")].row == "heavy"


@covers("raid", "13.52", "13.53", "13.51")
def test_a_helicopter_at_altitude_is_a_column_further_and_falls_with_all_aboard():
    # An HMG in the open starts in column 1; at altitude 2: a 5 is two men and does nothing, a 6 is three.
    assert where(answer(play("high-over-the-valley", 5, *AFTER), "H", ["G: HMG"]), "H") == "1010"
    driver = answer(play("high-over-the-valley", 6, *AFTER), "H", ["G: HMG"])
    assert {"H in 1010 is destroyed", "P dies with H"} <= set(told(driver))


@covers("raid", "13.6")
def test_low_helicopters_die_beside_an_impact_and_high_ones_do_not():
    driver = move(play("through-the-shells"), "H", "to 1009", "to 1008", "to 1007")
    assert where(driver, "H") == "1007"  # two hexes off: within the zone, and unharmed
    answer(driver, "to 1006")
    assert (where(driver, "H"), where(driver, "G")) == ("", "0606")
    assert "P dies with H" in told(driver)


@covers("raid", "13.33", "13.34")
def test_over_jungle_units_go_out_into_the_same_hex_only_and_that_takes_two_turns():
    driver = answer(play("clearing"), "H")
    assert [key for key in offered(driver) if "load" in key] == ["unload P 1010"]
    answer(driver, "unload P 1010")
    assert where(driver, "P") == ""
    assert driver.table.state.held[driver.table.scene.unit("H")] == 2


@covers("raid", "14.15")
def test_riders_are_shot_off_a_tank_as_in_the_open():
    # In scrub the LMG would be in column 4; in the open it is 3: a 6 is two men.
    driver = answer(play("on-the-tank", 6), "R", ["G: LMG"])
    assert men(driver, "R") == [2]
    assert purposes(driver)[0].endswith("column 3")


@covers("raid", "14.23", "14.14")
def test_a_106mm_fires_from_a_truck_when_it_is_alone_aboard():
    # Strength 9, column 5: a 4 is a 3, which a tank shrugs off; a 5 is a 4.
    driver = answer(play("gun-on-a-truck", 4), "K")
    assert [key for key in offered(driver) if "106mm" in key] == ["R: 106mm recoilless rifle"]
    assert where(answer(driver, ["R: 106mm recoilless rifle"]), "K") == "1015"
    driver = answer(play("gun-on-a-truck", 5), "K", ["R: 106mm recoilless rifle"])
    assert where(driver, "K") == ""


@covers("raid", "14.26")
def test_a_mine_strikes_each_who_enters_and_is_known_from_then_on():
    # Strength 8 in the open, column 6: a 1 is one man, a 6 four.
    driver = move(play("mined-road", 1, 6), "A+B", "to 1009")
    assert men(driver, "A", "B") == [3, 0]
    assert driver.table.state.mines[0].known


@covers("raid", "14.25", "9.7")
def test_a_charge_goes_off_in_a_later_turn_than_it_was_laid_and_strikes_whoever_is_there():
    driver = move(play("charge-laid", 6, 1, 1), "A", "place A", "stop")
    assert "charge" not in status(driver, "A")
    idle(driver, "detonate")
    assert offered(driver) == ["1010 1"]  # not the one just laid
    # Strength 9 in a Building, column 5: a 6 counts 3, three men, and brings it down.
    answer(driver, ["1010 1"])
    assert men(driver, "A") == [1]
    assert driver.table.state.rubble == [driver.table.scene.board.find("1010")]


@covers("raid", "14.21", "14.22", "7.31")
def test_a_grenade_strikes_every_unit_in_its_hex_and_a_team_fires_one_weapon():
    driver = answer(play("launchers", 3, 6), "T")
    with pytest.raises(Refused, match="one weapon") as refused:
        answer(driver, ["A: M203", "A: Semi rifles"])
    assert refused.value.case == "7.31"
    # Strength 6 in the open, column 8: a 3 is one man, a 6 three, and the crew has two.
    answer(driver, ["A: M203"])
    assert men(driver, "T", "U") == [3, 0]
