"""Overruns: the extra point, who must wait, what stops one and what does not [9.4]."""

from __future__ import annotations

from tests.tank.situations import asked, play, situation, status, told, where

from sandtable.engine.cases import covers


def lost(driver: object, unit: str) -> bool:
    return "destroyed" in status(driver, unit)  # type: ignore[arg-type]


@covers("tank", "9.4", "9.44", "9.41")
def test_all_in_the_hex_are_eliminated_and_the_vehicle_goes_on() -> None:
    """J enters 0504 with its second point, one of them for the overrun, and 0503 with its third."""
    driver = play("overrun")
    assert lost(driver, "B1")
    assert lost(driver, "B2")
    assert where(driver, "J") == "0503"
    assert driver.state.due[0] == (2, 3)


@covers("tank", "9.46", "9.44")
def test_a_squad_that_is_to_be_overrun_must_wait() -> None:
    """Its step would have fallen due at once; J is there with its third point."""
    driver = play("held")
    assert lost(driver, "B1")
    assert where(driver, "J") == "0504"


@covers("tank", "9.46", "9.43")
def test_when_the_overrun_fails_the_squad_goes_at_the_next_impulse() -> None:
    """A tank in 0506 stops J with its first point."""
    driver = play(situation("held", B2={"hex": "0506"}))
    assert (where(driver, "J"), where(driver, "B1")) == ("0507", "0405")


@covers("tank", "9.42", "9.46")
def test_a_panicked_vehicle_overruns_nobody_and_holds_nobody() -> None:
    panic = {"plot": "panic 0506", "status": ["spotted", "panicked"]}
    driver = play(situation("held", J=panic))
    assert where(driver, "B1") == "0405"


@covers("tank", "9.43")
def test_a_squad_that_enters_with_the_overrunner_is_the_one_that_stops() -> None:
    """K is stopped at the first impulse and B2 released; at the second both B2 and J want 0504."""
    driver = play("rival")
    assert lost(driver, "B1")
    assert not lost(driver, "B2")
    assert (where(driver, "J"), where(driver, "B2"), where(driver, "K")) == ("0503", "0604", "0607")


@covers("tank", "9.44", "9.47")
def test_with_the_exit_barred_the_vehicle_stays_in_the_emptied_hex() -> None:
    driver = play("no-exit")
    assert lost(driver, "B1")
    assert where(driver, "J") == "0504"


@covers("tank", "9.45", "9.35")
def test_a_vehicle_is_not_overrun_but_stops_the_attempt() -> None:
    driver = play("wrong-target")
    assert where(driver, "J") == "0505"
    assert where(driver, "B1") == "0504"


@covers("tank", "9.47")
def test_an_empty_hex_may_be_overrun_at_the_price_of_the_extra_point() -> None:
    """From 0505 over 0504, two points, to 0503."""
    driver = play(situation("no-exit", B1={"hex": "1016"}, B2={"hex": "1616"}))
    assert where(driver, "J") == "0503"
    assert driver.state.points[0] == 3
    assert not any("overruns" in sentence for sentence in told(driver))


@covers("tank", "14.9", "9.47")
def test_a_hidden_position_comes_to_light_before_it_is_overrun() -> None:
    """J starts next to nobody: 0507, 0506 beside the position in 0505, then over it; the reveal comes first.
    Infantry in the open at range 1 is spotted by J on 1 to 5, in a position on 1 to 3: the die is a 6."""
    hiding = {"status": ["hidden"], "plot": ""}
    driver = play(situation("held", B1=hiding, B2=None, state={"situation": "AT", "quiet": 10}), 6)
    assert lost(driver, "B1")
    assert any("revealed" in sentence for sentence in told(driver))


@covers("tank", "9.43")
def test_destroyed_in_the_target_hex_is_too_late_to_save_anybody() -> None:
    """B2's line runs down column 06 to 0610: here it covers the squad's own hex and fires as A1 enters it.
    AP 14 against the M4's front of 6 is 8, within five hexes a kill on 9 or less: certain on any die
    but for the two points that the overrun's four add, which makes it 7 or less, as sure."""
    driver = play(situation("overrun-under-fire", B2=None), 1)
    assert lost(driver, "A1")
    assert lost(driver, "B1")


@covers("tank", "9.43", "8.55")
def test_destroyed_on_the_way_it_overruns_nobody() -> None:
    """The gun covers 0607, the hex before."""
    position = situation("overrun-under-fire", B2=None, B3={"plot": "OF 0607"})
    driver = play(position, 1)
    assert lost(driver, "A1")
    assert not lost(driver, "B1")
    assert driver.state.wrecks == [driver.table.scene.hex("0607")]


@covers("tank", "9.46", "9.36")
def test_when_the_overrunner_breaks_off_the_squad_is_released() -> None:
    """With its first point J spots a second squad in the open, on 1 to 5, and Alpha stops; B1 was waiting."""
    driver = play(situation("held", B2={"type": "INF", "facing": "", "status": []}), 1)
    assert asked(driver) == ["Alpha halt"]
    assert "held" in status(driver, "B1")
    driver.submit(0, "halt")
    assert (where(driver, "J"), where(driver, "B1")) == ("0506", "0405")
