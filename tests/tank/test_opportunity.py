"""Opportunity Fire: the first unit in the line, where it is met, and what friends do to it [8.5]."""

from __future__ import annotations

from tests.tank.situations import Play, asked, play, rolls, situation, status, told, where

from sandtable.engine.cases import covers


def lost(driver: Play) -> list[str]:
    """Who has been destroyed."""
    return [unit for unit in driver.state.units if "destroyed" in status(driver, unit)]


def pick(driver: Play, name: str) -> None:
    driver.submit(driver.asks[0].side, name)


# A 75AT has AP 14, an M4 front 6, side 3, rear 2: at 1 to 5 hexes it cannot miss one that spends a point or
# two; differential 8 kills on 9 or less.


@covers("tank", "8.52", "8.23")
def test_the_first_is_who_spends_fewest_points() -> None:
    """A2 enters the line with its first point, A1, though nearer to the gun, with its second."""
    driver = play("lane", 1)
    assert lost(driver) == ["A2"]
    assert where(driver, "A1") == "0505"


@covers("tank", "8.52")
def test_of_two_at_the_same_impulse_the_nearer_is_the_first() -> None:
    driver = play(situation("lane", A1={"hex": "0404", "plot": "MV 0505"}), 1)
    assert lost(driver) == ["A1"]
    assert where(driver, "A2") == "0507"


@covers("tank", "8.51", "8.53")
def test_who_only_comes_near_the_line_does_not_trigger() -> None:
    driver = play(situation("lane", A1={"plot": "MV 0404"}, A2={"plot": "MV 0606"}))
    assert lost(driver) == []
    assert rolls(driver) == []
    assert "armed" in status(driver, "B1")


@covers("tank", "8.53")
def test_the_line_ends_at_its_target_hex() -> None:
    """A1 and A2 cross column 05 beyond 0504, where the line now ends."""
    driver = play(situation("lane", B1={"plot": "OF 0504"}))
    assert lost(driver) == []


@covers("tank", "8.52")
def test_a_friend_who_is_first_calls_the_fire_off() -> None:
    """B2 panics into 0504 with its first point, as A1 enters 0505 with its own; B2 is nearer."""
    driver = play("lane-friend")
    assert lost(driver) == []
    assert "B1 holds its fire: B2 is first in its line" in told(driver)


@covers("tank", "8.52")
def test_an_enemy_who_is_nearer_than_the_friend_is_first() -> None:
    """A2 enters 0503, one hex off."""
    driver = play(situation("lane-friend", A2={"hex": "0602", "plot": "MV 0503"}), 1)
    assert lost(driver) == ["A2"]


@covers("tank", "8.41", "8.52")
def test_infantry_in_the_way_of_a_gun_calls_nothing_off() -> None:
    """A gun fires AP through its own infantry: the squad in 0504 is no candidate, A1 is fired at."""
    squad = {"type": "INF", "facing": ""}
    driver = play(situation("lane-friend", B2=squad, A2=None), 1)
    assert lost(driver) == ["A1"]


@covers("tank", "9.2", "8.53", "8.62")
def test_crossing_a_hexside_on_the_line_counts_in_the_hex_that_is_left() -> None:
    """A1 goes from 0604 to 0605; the wreck lies in 0604, one hex from the gun."""
    driver = play("lane-hexside", 1)
    assert lost(driver) == ["A1"]
    assert driver.state.wrecks == [driver.table.scene.hex("0604")]


@covers("tank", "9.43", "9.2")
def test_an_overrunner_that_falls_on_the_hexside_before_its_target_overruns_nobody() -> None:
    """The hexside between 0604 and the squad's 0605 lies on the gun's line, so the wreck lies in 0604."""
    squad = {"type": "INF", "hex": "0605", "facing": ""}
    driver = play(situation("lane-hexside", A1={"plot": "OV 0605 0606"}, B2=squad), 1)
    assert lost(driver) == ["A1"]
    assert driver.state.wrecks == [driver.table.scene.hex("0604")]


@covers("tank", "8.53")
def test_entering_a_hex_beside_the_line_is_no_trigger() -> None:
    """0604 only has a side on the line; the line passes through 0705."""
    driver = play(situation("lane-hexside", A1={"hex": "0603", "plot": "MV 0604"}))
    assert lost(driver) == []
    driver = play(situation("lane-hexside", A1={"hex": "0704", "plot": "MV 0705"}), 1)
    assert lost(driver) == ["A1"]


@covers("tank", "8.52", "8.53")
def test_two_as_early_and_as_near_are_the_owners_choice() -> None:
    """A2 comes the other way over the same hexside; both are one hex off."""
    driver = play(situation("lane-hexside", A2={"hex": "0605", "facing": "A", "plot": "MV 0604"}), 1)
    assert asked(driver) == ["Bravo first-in-line"]
    assert [option.target for option in map(driver.asks[0].describe, driver.asks[0].options)] == [
        "",
        "A1",
        "A2",
    ]
    pick(driver, "A2")
    assert lost(driver) == ["A2"]


@covers("tank", "8.52")
def test_an_owner_who_does_not_care_fires_at_the_likelier_kill() -> None:
    """AP 14 against the front of a T55 is a differential of 2, up to 3 on the die; of an M4 8, which is sure.
    The question is a window, so standing orders can leave it at that."""
    tougher = {"type": "T55", "hex": "0604", "plot": "MV 0605"}
    both = situation("lane-hexside", A1=tougher, A2={"hex": "0605", "facing": "A", "plot": "MV 0604"})
    driver = play(both, 1)
    assert driver.asks[0].window
    pick(driver, "pass")
    assert lost(driver) == ["A2"]


@covers("tank", "8.52", "8.84")
def test_a_friend_as_early_and_as_near_calls_it_off() -> None:
    """B2 panics into 0604, next to the squad, as A1 and A2 come next to it."""
    friend = {"hex": "0603", "facing": "D", "plot": "panic 0604", "status": ["spotted", "panicked"]}
    driver = play(situation("around", B2=friend))
    assert lost(driver) == []
    assert "armed" not in status(driver, "B1")


@covers("tank", "8.57")
def test_who_stands_in_the_line_and_is_to_move_takes_the_fire_where_it_stands() -> None:
    """A1 in 0507 is to drive out of the line; A2, nearer, has no plot. AP 14 against the front is certain."""
    driver = play("lane-start", 1)
    assert lost(driver) == ["A1"]
    assert driver.state.wrecks == [driver.table.scene.hex("0507")]


@covers("tank", "8.57", "8.51")
def test_who_stands_in_the_line_and_stays_does_not_trigger() -> None:
    driver = play(situation("lane-start", A1={"plot": ""}))
    assert lost(driver) == []
    assert "armed" in status(driver, "B1")


@covers("tank", "8.57")
def test_panic_without_a_step_does_not_trigger() -> None:
    driver = play(situation("lane-start", A1={"plot": "panic", "status": ["spotted", "panicked"]}))
    assert lost(driver) == []


@covers("tank", "8.57", "8.52")
def test_of_two_in_the_line_who_are_to_move_the_nearer_is_first() -> None:
    driver = play(situation("lane-start", A2={"plot": "MV 0605"}), 1)
    assert lost(driver) == ["A2"]


@covers("tank", "8.84", "8.52")
def test_a_squad_covers_all_six_hexes_and_picks_among_equals() -> None:
    """Moving vehicles at range 1: the squad asks for a number from its own table, whatever the aspect."""
    driver = play("around", 1)
    assert asked(driver) == ["Bravo first-in-line"]
    pick(driver, "A1")
    assert lost(driver) == ["A1"]
    assert where(driver, "A2") == "0506"


@covers("tank", "8.84", "8.81")
def test_a_squad_waits_for_vehicles() -> None:
    """Of a squad and a tank that come next to it at once it can only fire at the tank."""
    driver = play(situation("around", A1={"type": "INF", "facing": "", "plot": "MV 0504"}), 1)
    assert lost(driver) == ["A2"]


@covers("tank", "8.56", "13.21")
def test_who_is_not_spotted_goes_through_unharmed() -> None:
    """Soft target in woods, three hexes off: spotted on 1 to 3. The gun rolls a 4, once, and stays armed."""
    driver = play("unseen", 4)
    assert lost(driver) == []
    assert "armed" in status(driver, "B1")
    assert where(driver, "A1") == "0505"


@covers("tank", "8.56", "8.54")
def test_who_is_spotted_in_the_line_triggers() -> None:
    """Spotted on a 3. HE 0 of the 75AT cannot harm it; an M4/76 has 10 against 3 for woods: 7 kills on
    8 or less within five hexes, so on any die."""
    tank = {"type": "M4_76"}
    driver = play(situation("unseen", B1=tank), 3, 6)
    assert lost(driver) == ["A1"]


@covers("tank", "8.58", "8.61")
def test_a_doomed_unit_fires_before_it_falls() -> None:
    driver = play("doomed", 1)
    assert lost(driver) == ["A1", "B1"]


@covers("tank", "8.58", "9.44")
def test_a_doomed_unit_that_is_overrun_first_fires_no_more() -> None:
    """A1 comes from behind, over the gun in 0502 to 0501, outside its line."""
    driver = play(
        situation("doomed", A1={"hex": "0503", "facing": "A", "plot": "OV 0502 0501"}, B1={"plot": "OF 0402"})
    )
    assert lost(driver) == ["B1"]


@covers("tank", "8.23", "8.55")
def test_units_next_in_order_keep_their_shot() -> None:
    """B3, B2 and B1 all cover 0505. B3 is nearest; it kills, and the guns stay armed."""
    driver = play("three-lanes", 1)
    assert asked(driver) == ["Bravo fires-first"]
    pick(driver, "pass")
    assert lost(driver) == ["A1"]
    assert "armed" in status(driver, "B1")
    assert "armed" in status(driver, "B2")
    assert "armed" not in status(driver, "B3")


@covers("tank", "8.23")
def test_the_owner_may_say_who_fires_first() -> None:
    driver = play("three-lanes", 1)
    pick(driver, "B1")
    assert "armed" not in status(driver, "B1")
    assert "armed" in status(driver, "B3")


@covers("tank", "8.23")
def test_a_shot_that_misses_is_followed_by_the_next() -> None:
    """Within its effective range a 76AT has AP 7: 7 against the M4's side of 3 is 4, which
    kills on 5 or less within five hexes. B2, a 76AT, rolls a 6 and misses; then B1 fires."""
    weak = {"type": "AT76"}
    driver = play(situation("three-lanes", B1=weak, B2=weak, B3=None), 6, 1)
    pick(driver, "pass")
    assert lost(driver) == ["A1"]
    assert len(rolls(driver)) == 2


@covers("tank", "8.54")
def test_a_hex_beyond_the_range_of_the_table_does_not_trigger() -> None:
    """A squad fires three hexes far; a line to four hexes cannot even be plotted."""
    squad = {"type": "INF", "facing": ""}
    position = situation("lane", B1=squad, A2={"hex": "0507", "plot": "MV 0506"}, A1=None)
    driver = play(position)
    assert lost(driver) == []
