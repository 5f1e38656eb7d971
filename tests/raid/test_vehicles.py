"""Vehicles: their weapons, what kills them, who dies with them, and what they leave behind."""

from tests.raid.situations import answer, asked, offered, play, situation, told, where

from sandtable.engine.cases import covers


@covers("raid", "5.36", "14.13", "14.11")
def test_vehicles_fire_without_any_headquarters_each_weapon_once():
    driver = answer(play("lone-tank", 1, 1, 1), "T")
    # T is four hexes south: behind the APC, which faces north, and before the tank, which faces south.
    assert offered(driver) == ["K: 105mm gun", "K: turret LMG", "K: bow LMG", "C: HMG"]
    answer(driver, ["K: 105mm gun", "K: bow LMG"], "pass")  # strength 9, column 5: a 1 is two men; an S
    assert asked(driver) == ["Bravo direct-attack"]
    answer(driver, "pass", "W")
    assert offered(driver) == ["K: turret LMG", "C: HMG"]


@covers("raid", "14.17", "14.18", "14.27")
def test_a_truck_that_is_hit_burns_with_all_aboard_and_leaves_a_wreck():
    # Strength 9 in the open is column 5: a 1 is a number, which destroys a truck.
    driver = answer(play("lone-tank", 1), "W", ["K: 105mm gun"])
    assert told(driver)[-2:] == ["W in 1214 is destroyed", "P dies with W"]
    assert (where(driver, "W"), where(driver, "P")) == ("", "")
    assert driver.table.state.wrecks == [driver.table.scene.board.find("1214")]


@covers("raid", "14.17")
def test_small_arms_stop_a_truck_only_with_a_three_or_four_and_never_suppress_it():
    # The APC's HMG at four hexes in the open, column 1: a 4 is two men, which does nothing; a 5 is three.
    assert where(answer(play("lone-tank", 4), "W", ["C: HMG"]), "W") == "1214"
    assert where(answer(play("lone-tank", 5), "W", ["C: HMG"]), "W") == ""


@covers("raid", "14.14", "14.24")
def test_armour_falls_to_nothing_but_a_four_and_an_apc_to_a_three():
    bazooka = {"type": "bazooka", "hex": "1015"}
    at_tank = situation("lone-tank", T=bazooka, state={"active": "Bravo"}, K={"status": ["face up"]})
    # Strength 8 in the open, column 6: a 5 is a 3 and a 6 a 4.
    assert where(answer(play(at_tank, 5), "K", ["T: Bazooka"]), "K") == "1010"
    assert where(answer(play(at_tank, 6), "K", ["T: Bazooka"]), "K") == ""
    at_apc = situation("lone-tank", T=bazooka, state={"active": "Bravo"}, C={"status": ["face up"]})
    assert where(answer(play(at_apc, 5), "C", ["T: Bazooka"]), "C") == ""


@covers("raid", "14.16", "14.12")
def test_only_teams_and_light_guns_fire_from_a_truck_at_minus_one_and_nobody_from_an_apc():
    seen = {"status": ["face up"]}
    firing = situation("lone-tank", state={"active": "Bravo"}, C={**seen, "type": "truck"}, T=None)
    driver = answer(play(firing, 3), "C")
    assert offered(driver) == ["P: Semi rifles"]
    # C stands five hexes off in the open: four men, column 2, a 3 - 1 = 2 is one man, which harms no truck.
    odds = driver.game.odds(driver.table, {"firer": "P", "target": "C"})
    assert [(change.case, change.amount) for change in odds.modifiers] == [("14.16", -1)]
    apc = situation("lone-tank", state={"active": "Bravo"}, C=seen, T=None, W={"type": "apc", "facing": "A"})
    assert not [key for key in offered(answer(play(apc), "C")) if key.startswith("P")]
