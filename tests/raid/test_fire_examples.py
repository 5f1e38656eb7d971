"""The book's examples of fire, played through from position files with scripted dice."""

import pytest
from tests.raid.situations import answer, asked, offered, play, situation, status, told

from sandtable.engine import Refused
from sandtable.engine.cases import covers


def men(driver, unit):
    return driver.table.state.men[driver.table.scene.unit(unit)]


@covers("raid", "7.1", "7.2", "7.7")
def test_three_riflemen_and_a_4_are_one_casualty():
    driver = play("fire", 4)  # E6
    answer(driver, "T", ["A: Semi rifles"])
    assert (men(driver, "T"), "suppressed" in status(driver, "T")) == (3, True)
    assert "A fires at T: Semi rifles" in told(driver, 1)


@covers("raid", "7.1")
def test_an_lmg_and_a_4_are_one_casualty():
    driver = answer(play("fire", 4), "T", ["MG: LMG"])  # E7
    assert men(driver, "T") == 3


@covers("raid", "7.5", "7.51", "7.33")
def test_several_fire_as_one_attack_and_nobody_at_that_target_again():
    driver = play("fire", 4, 4)
    assert offered(driver) == ["pass", "T"]
    with pytest.raises(Refused):
        answer(driver, "T", [])  # 7.51: once announced somebody fires
    answer(driver, ["MG: LMG", "A: Semi rifles"])  # in the order in which they are named
    assert men(driver, "T") == 2


@covers("raid", "7.32", "7.8")
def test_a_suppressed_unit_may_fire_at_minus_one():
    driver = play(situation("fire", A={"status": ["suppressed"]}), 4)
    answer(driver, "T", ["A: Semi rifles"])
    assert men(driver, "T") == 4  # Medium, three men: column 4, row 3 is an S
    assert "suppressed" in status(driver, "T")


@covers("raid", "7.92", "7.31")
def test_a_gun_that_has_fired_fires_by_its_cone_when_a_unit_enters_it():
    driver = play("cone", 1)  # E23
    answer(driver, "I", "to 1212")
    assert asked(driver) == ["Alpha cone-fire"]
    answer(driver, "MG at I")  # column 3, range 4: a 1 is an S, which stops it
    assert "suppressed" in status(driver, "I")


@covers("raid", "7.92")
def test_outside_the_cone_nothing_is_asked():
    driver = answer(play("cone"), "O", "to 1313")  # E10
    assert asked(driver) == ["Bravo step"]
