"""Helicopters and vehicles: who fits, when one may board and leave, and altitude."""

from tests.raid.situations import answer, asked, offered, play, situation, status, where

from sandtable.engine.cases import covers


def carrier(driver, unit):
    """What a unit is aboard of."""
    state, scene = driver.table.state, driver.table.scene
    other = state.carrier[scene.unit(unit)]
    return scene.units[other] if other >= 0 else ""


@covers("raid", "13.31")
def test_a_helicopter_carries_ten_points_with_gear_counted():
    # E19: a team is 4, an LMG 2 + 1, a mortar 2 + 1.
    driver = answer(play("lift"), "AT", "load A1", "load AL", "load AM")
    assert [carrier(driver, unit) for unit in ("A1", "AL", "AM")] == ["AT"] * 3  # 4 + 3 + 3
    assert "load A2" not in offered(driver)


@covers("raid", "13.32", "13.38")
def test_it_loads_and_flies_in_one_turn_but_does_not_unload_in_it():
    # E20.
    driver = answer(play("lift"), "AT", "load A1", "to 0605", "to 0604")
    assert carrier(driver, "A1") == "AT"
    assert not [key for key in offered(driver) if key.startswith("unload")]
    answer(driver, "stop")
    assert where(driver, "AT") == "0604"


@covers("raid", "13.34", "13.38")
def test_it_flies_and_sets_down_beside_itself_and_then_loads_nobody():
    aboard = {"A1": {"hex": "", "aboard": "AT"}}
    driver = answer(play(situation("lift", **aboard)), "AT", "to 0605")
    assert {"unload A1 0605", "unload A1 0604", "unload A1 0606"} <= set(offered(driver))
    answer(driver, "unload A1 0604")
    assert where(driver, "A1") == "0604"
    assert "unloaded" in status(driver, "A1")
    assert not [key for key in offered(driver) if key.startswith("load")]


@covers("raid", "13.33", "13.53")
def test_in_jungle_loading_takes_two_movement_phases():
    driver = play(situation("lift", AT={"hex": "0808"}, A1={"hex": "0808"}), *[1] * 9)
    answer(driver, "AT", "load A1")
    assert carrier(driver, "A1") == "AT"  # it counts as aboard from the turn it begins [13.53]
    state, unit = driver.table.state, driver.table.scene.unit("AT")
    assert state.held[unit] == 2
    turn = state.turn
    while driver.table.state.turn == turn:
        answer(driver, _nothing(driver))
    assert driver.table.state.held[unit] == 1  # one Movement Phase has gone by, and it stays for another


def _nothing(driver):
    """An answer that does nothing: passing, turning nobody, an empty plot."""
    ask = driver.asks[0]
    return {"choose": "pass", "several": []}.get(ask.kind, {})


@covers("raid", "14.16", "14.19")
def test_a_vehicle_loads_from_one_movement_phase_to_the_next():
    driver = answer(play("lift"), "TR", "load A3")
    assert carrier(driver, "A3") == "TR"
    state, scene = driver.table.state, driver.table.scene
    assert (state.held[scene.unit("TR")], state.held[scene.unit("A3")]) == (1, 1)


@covers("raid", "14.12", "14.16")
def test_men_fill_a_truck_and_a_carrier_to_the_last_seat():
    # E21, E22: two teams and an LMG are ten men, three teams and an LMG fourteen.
    def four(name, type="fire_team"):
        return {"name": name, "side": "Alpha", "type": type, "hex": "1010"}

    position = situation("lift")
    men = [four("A4"), four("A5"), four("L", "lmg"), four("L2", "lmg")]
    position.unit.extend(men)
    driver = answer(play(position), "TR", "load A3", "load A4", "load A5", "load L")
    assert "load L2" not in offered(driver)
    position.unit[5]["type"] = "apc"
    driver = answer(play(position), "TR", "load A3", "load A4", "load L")
    assert not [key for key in offered(driver) if key.startswith("load")]


@covers("raid", "14.1", "8.2")
def test_a_vehicle_does_not_enter_jungle_or_buildings():
    driver = answer(play(situation("lift", TR={"hex": "0809"}, A3={"hex": "0810"})), "TR")
    assert "to 0808" not in offered(driver)
    assert "to 0708" in offered(driver)


@covers("raid", "13.21")
def test_a_helicopter_at_altitude_drops_before_it_moves():
    driver = play(situation("lift", AT={"status": ["high"]}))
    assert not [key for key in offered(driver) if "AT" in key]
    high = situation("lift", phase="movement-readiness", state={"active": ""}, AT={"status": ["high"]})
    driver = play(high, 1)
    answer(driver, ["AT drops"])
    assert asked(driver) == ["Alpha pick-move"]
    assert "AT" in offered(driver)


@covers("raid", "13.1")
def test_flying_is_free_and_only_one_helicopter_rests_in_a_hex():
    driver = play(situation("lift", A3={"type": "helicopter_gunship", "hex": "0604"}))
    answer(driver, "AT", *[f"to 06{row:02}" for row in (5, 4)])
    assert "stop" not in offered(driver)
    answer(driver, "to 0603", "stop")
    assert where(driver, "AT") == "0603"


@covers("raid", "5.24", "13.34")
def test_a_helicopter_takes_nobody_away_from_a_headquarters_but_with_it():
    beside = {"A2": {"type": "hq"}, "AL": {"hex": "1112"}}
    driver = answer(play(situation("lift", **beside)), "AT")
    assert "load AM" not in offered(driver)  # it is alone with the headquarters in 0607
    answer(driver, "load A2")
    assert "load AM" in offered(driver)
    under = {"A1": {"type": "hq"}, "A2": {"hex": "0606"}, "AL": {"hex": "1112"}, "AM": {"hex": "1112"}}
    driver = answer(play(situation("lift", **under)), "AT", "load A2")
    assert "to 0605" not in offered(driver)
    assert "to 0605" in offered(answer(driver, "load A1"))
    aboard = {"A1": {"type": "hq", "hex": "", "aboard": "AT"}, "A2": {"hex": "", "aboard": "AT"}}
    driver = answer(play(situation("lift", **aboard, AL=None)), "AT")
    assert [key for key in offered(driver) if "unload A1" in key] == ["unload A1 0606", "unload A1 0607"]


@covers("raid", "8.4", "14.19")
def test_who_is_getting_out_of_a_vehicle_has_a_place_in_the_stack_already():
    ground = {"hex": "1010"}
    aboard = {"hex": "", "aboard": "TR"}
    driver = answer(play(situation("lift", AL=ground, AM=ground, A1=aboard, A3=aboard)), "TR")
    assert {"unload A1 1010", "unload A3 1010"} <= set(offered(driver))
    assert "unload A1 1010" not in offered(answer(driver, "unload A3 1010"))  # three of three


@covers("raid", "13.34", "14.26", "9.0")
def test_who_gets_out_beside_the_helicopter_meets_the_mines_and_shells_of_that_hex():
    aboard = {"A1": {"hex": "", "aboard": "AT"}}
    mined = situation("lift", state={"mines": [{"hex": "0605", "side": "Bravo"}]}, **aboard)
    driver = answer(play(mined, 6), "AT", "unload A1 0605")
    assert where(driver, "A1") == ""  # strength 8 in the open, column 6: a 6 is four men
    assert driver.table.state.mines[0].known
    # A 60mm two hexes off does not reach 0606, where the helicopter stands, but counts 3 in 0605.
    shells = {"impacts": [{"hex": "0604", "gun": "mortar_60mm", "side": "Bravo"}]}
    driver = answer(play(situation("lift", state=shells, **aboard), 6), "AT", "unload A1 0605")
    assert driver.table.state.men[driver.table.scene.unit("A1")] == 2  # column 9: a 6 is two men
