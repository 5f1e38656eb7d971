"""What is in the box, who is in command, and who sees whom: the plain cases, in play."""

import pytest
from tests.raid.situations import answer, asked, game, move, play, situation, status, told, where

from sandtable.engine import Refused
from sandtable.engine.cases import covers
from sandtable.games.raid.charts import DIE
from sandtable.games.raid.units import UNITS


@covers("raid", "3.3", "3.5")
def test_the_units_that_fight_on_foot_and_the_die():
    fighting = [unit.name for unit in UNITS if unit.combat]
    assert fighting == ["Fire Team", "LMG", "HMG", "60mm Mortar", "81mm Mortar", "Bazooka", "106mm"]
    assert DIE == (6,)


@covers("raid", "5.0", "5.31")
def test_its_owner_alone_hears_that_a_unit_is_out_of_command():
    driver = play(situation("command", A={"hex": "0520"}, B={"hex": "0519"}), 1, 1)
    assert "A is out of command" in told(driver, 0)
    assert not [line for line in told(driver, 1) if line.startswith("A ")]


@covers("raid", "6.0", "6.13")
def test_a_unit_sees_as_far_as_its_points_and_its_target_is_paid():
    driver = play("lurking")
    look = driver.game.sight
    # Nine Clear hexes between and the tenth looked into are ten points; an eleventh is too much.
    for end, clear in (("1020", True), ("2110", False)):
        assert look(driver.table, {"unit": "A", "from": "1010", "to": end}).clear == clear


@covers("raid", "6.33", "6.32")
def test_who_keeps_still_in_jungle_stays_down_until_somebody_is_near():
    driver = move(play("lurking"), "B", "to 1016")
    assert "face up" not in status(driver, "A")  # five hexes between and the jungle: 5 + 6 is more than ten
    assert "face up" in status(driver, "B")
    assert "face up" in status(answer(driver, "to 1015"), "A")  # 4 + 6
    assert asked(driver) == ["Alpha opportunity-fire"]


@covers("raid", "7.81", "7.8")
def test_a_marker_from_shells_lasts_through_the_next_fire_and_movement():
    # Strength 6 in the open, column 8: a 1 is S. Then who fires and who moves first, twice over.
    driver = play("barrage", 1, 1, 2, 1, 1)
    assert (driver.table.state.turn, asked(driver)) == (2, ["Alpha pick-move"])
    assert "suppressed" in status(driver, "T")
    answer(driver, "pass")
    assert driver.table.state.turn == 3
    assert "suppressed" not in status(driver, "T")


@covers("raid", "5.33", "9.84", "9.9")
def test_guns_off_the_map_always_answer_and_reach_every_hex_that_is_seen():
    driver = play("off-map-guns", 1, 1)
    for hex in ("1006", "1014"):  # beside the observer, and nine hexes off
        plot = {"gun": "155mm Artillery 1", "hex": hex, "spotter": "A"}
        assert driver.asks[0].read({"missions": [plot]}).missions[0].hex == hex
    with pytest.raises(Refused, match="out of command") as refused:
        answer(driver, {"missions": [{"gun": "155mm Artillery 1", "hex": "2012", "spotter": "F"}]})
    assert refused.value.refusals[0].case == "9.9"
    answer(driver, {"missions": [{"gun": "4.2 in Mortar 1", "hex": "1010", "spotter": "A", "smoke": True}]})
    assert [mission.smoke for mission in driver.table.state.missions] == [True]


@covers("raid", "15.3")
def test_the_gunship_of_son_tay_comes_over_any_edge_and_is_gone_after_two_turns():
    scene, state = game.set_up("son_tay", {})
    gunship = next(unit for unit, kind in enumerate(scene.types) if kind.id == "helicopter_gunship")
    zone = scene.entry_zone(0, state.zone[gunship])
    assert zone > 0 == zone & ~scene.ground.edges()
    driver = play("lent-gunship", 1, 1, 1, 1)
    assert "G may be used no longer and flies off" in told(driver)
    assert where(driver, "G") == ""
    early = play(situation("lent-gunship", turn=1), 1, 1, 1, 1)
    assert where(early, "G") == "1728"
