"""Who sees whom, at what chance, and how often it may be tried [13.0]."""

import pytest
from tests.tank.situations import ground, needed, play, rolls, situation, spotted, told

from sandtable.engine.cases import covers


@covers("tank", "13.1", "13.2", "13.22", "13.5")
def test_every_unit_with_a_line_tries_until_one_succeeds() -> None:
    """In the open a squad is seen on 1-5 within ten hexes, on 1-3 at 11 to 20."""
    driver = play("lookout", 6, 3)
    assert needed(driver) == ["5 or less", "3 or less"]
    assert told(driver) == ["B1 is spotted in 0508 by A2"]
    assert spotted(driver, "B1")


@covers("tank", "13.22", "13.23")
def test_once_spotted_nobody_rolls_any_more() -> None:
    assert len(rolls(play("lookout", 5))) == 1


@covers("tank", "13.21")
def test_nobody_tries_twice_for_the_same_unit_in_a_turn() -> None:
    driver = play(situation("lookout", A1={"tried": ["B1"]}, A2={"tried": ["B1"]}))
    assert rolls(driver) == []
    assert not spotted(driver, "B1")


@covers("tank", "13.5")
@pytest.mark.parametrize(
    ("hex", "numbers"),
    [("0508", ["3 or less", "1 or less"]), ("0512", ["3 or less", "1 or less"])],
)
def test_woods_make_a_squad_harder_to_see(hex: str, numbers: list[str]) -> None:
    """1-3 within ten hexes and 1 at 11 to 20; A1 stands in 0502, A2 fifteen columns away."""
    driver = play(situation("lookout", board=ground({hex: "woods"}), B1={"hex": hex}), 6, 6)
    assert needed(driver) == numbers


@covers("tank", "13.5", "14.7")
@pytest.mark.parametrize("cover", ["wrecks", "positions"])
def test_wrecks_and_positions_hide_soft_units_as_woods_do(cover: str) -> None:
    driver = play(situation("lookout", state={cover: ["0508"]}), 6, 6)
    assert needed(driver) == ["3 or less", "1 or less"]


@covers("tank", "13.5")
def test_a_berm_in_front_hides_from_him_who_looks_across_it() -> None:
    """The berm on the north side counts for A1 in the north, not for A2 in the east."""
    driver = play(situation("lookout", board=ground(s0508A="berm")), 6, 6)
    assert needed(driver) == ["3 or less", "3 or less"]


@covers("tank", "13.0", "10.22")
def test_without_a_line_nobody_looks() -> None:
    """Woods between A1 and the squad; A2 sees it."""
    driver = play(situation("lookout", board=ground({"0505": "woods"})), 6)
    assert needed(driver) == ["3 or less"]


@covers("tank", "7.24", "13.5")
def test_a_gun_sees_only_what_lies_in_its_field() -> None:
    """In woods within ten hexes a vehicle is seen without a die; A2 stands behind the gun."""
    driver = play("gun-looks-north")
    assert rolls(driver) == []
    assert spotted(driver, "A1")
    assert not spotted(driver, "A2")


@covers("tank", "7.24")
def test_a_turned_gun_sees_the_other() -> None:
    driver = play(situation("gun-looks-north", B1={"facing": "D"}))
    assert (spotted(driver, "A1"), spotted(driver, "A2")) == (False, True)


@covers("tank", "13.3", "13.5")
def test_a_vehicle_with_a_movement_plot_is_seen_without_a_die() -> None:
    """Standing in woods 15 hexes off it would take a 5; moving off, panicked or not, it is simply seen."""
    woods = ground({"1003": "woods"})
    far = {"hex": "1016", "facing": "A"}
    standing = play(situation("gun-looks-north", board=woods, A2=None, B1={"hex": "1015", "facing": "A"}), 6)
    assert needed(standing) == ["5 or less"]
    assert not spotted(standing, "A1")
    for plot in ("MV 1002", "panic"):
        moving = play(situation("gun-looks-north", board=woods, A1={"plot": plot}, A2=None, B1={**far}))
        assert spotted(moving, "A1")
        assert rolls(moving) == []


@covers("tank", "12.24", "13.1")
def test_the_panicked_still_see() -> None:
    driver = play(situation("lookout", A1={"status": ["spotted", "panicked"]}), 5)
    assert spotted(driver, "B1")


@covers("tank", "13.0", "17.11")
def test_being_spotted_is_contact_in_a_meeting_engagement_only() -> None:
    meeting = situation("lookout", state={"situation": "ME", "quiet": 30, "contact": 0}, turn=4)
    assert play(meeting, 5).state.contact == 4
    assert (
        play(
            situation("lookout", state={"situation": "AT", "quiet": 30, "contact": 0}, turn=4), 5
        ).state.contact
        == 0
    )
