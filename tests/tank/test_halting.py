"""Breaking off movement when an enemy is found [9.36]."""

from __future__ import annotations

from tests.tank.situations import ALPHA, BRAVO, asked, play, situation, told, where

from sandtable.engine.cases import covers

# A1 comes onto the berm at 0504 with its first point and looks at the squad in the woods of 0508, four hexes
# off: a soft target in cover is spotted on 1 to 3.


@covers("tank", "9.36", "13.23")
def test_a_side_whose_moving_unit_finds_an_enemy_may_stop_all_its_units() -> None:
    """A1 and A2 have spent a point each; Bravo goes on."""
    driver = play("sighting", 3)
    assert asked(driver) == ["Alpha halt"]
    driver.submit(ALPHA, "halt")
    assert [where(driver, unit) for unit in ("A1", "A2", "B2")] == ["0504", "0904", "1612"]
    assert "Alpha breaks off all its movement" in told(driver, BRAVO)


@covers("tank", "9.36")
def test_or_let_all_of_them_carry_on() -> None:
    driver = play("sighting", 3)
    driver.submit(ALPHA, "carry on")
    assert [where(driver, unit) for unit in ("A1", "A2")] == ["0506", "0906"]


@covers("tank", "9.36")
def test_who_finds_nobody_may_not_stop() -> None:
    """A 4 does not spot the squad; it is tried once in a Game-Turn, and the other hexes bring no new look."""
    driver = play("sighting", 4)
    assert where(driver, "A1") == "0506"


@covers("tank", "9.36")
def test_what_an_idle_unit_finds_gives_no_right_to_stop() -> None:
    """B1 comes out into 0507, in the open, where A3, who has no plot, spots it on 1 to 5."""
    one = {"tried": ["B1", "B3"]}
    position = situation("sighting", A1=one, A3={"tried": ["B3"]}, B1={"plot": "MV 0507"})
    driver = play(position, 1)
    assert where(driver, "A1") == "0506"
    assert any("B1 is spotted" in sentence for sentence in told(driver, ALPHA))


@covers("tank", "9.36", "8.55")
def test_it_may_stop_even_if_the_unit_that_found_him_falls_at_once() -> None:
    """The squad covers nothing; a gun behind A1 does: B2 as a 75AT in 0501 fires along column 05, certain to
    hit the rear of an M4 at three hexes."""
    gun = {"type": "AT75", "hex": "0501", "facing": "D", "plot": "OF 0504"}
    driver = play(
        situation("sighting", B2=gun, A1={"hex": "0403", "facing": "C", "plot": "MV 0504 0505"}), 3, 1
    )
    assert asked(driver) == ["Alpha halt"]
    driver.submit(ALPHA, "halt")
    assert where(driver, "A2") == "0904"
