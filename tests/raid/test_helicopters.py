"""Helicopters in play: what they see, for whom they spot, what they set down, and their guns and rockets."""

from tests.raid.situations import answer, asked, move, offered, play, situation, status, told, where

from sandtable.engine.cases import covers


@covers("raid", "13.22")
def test_from_the_air_a_building_shows_who_fires_and_jungle_who_moves_beside_the_open():
    driver = move(play("patrol"), "G", "to 1011", "to 1010")
    # It sees what lies in jungle two hexes off, had that moved.
    assert "face up" not in status(driver, "J")
    moved = play(situation("patrol", J={"status": ["moved"]}, G={"hex": "0810"}))
    assert "face up" in status(moved, "J")
    deep = situation("patrol", J={"status": ["moved"], "hex": "0807"}, G={"hex": "0806"})
    assert "face up" in status(play(deep), "J")  # 0807 borders 0806, which is open
    roof = play(situation("patrol", G={"hex": "1009"}))
    assert "face up" not in status(roof, "B")
    assert "face up" in status(play(situation("patrol", G={"hex": "1009"}, B={"status": ["shot"]})), "B")
    assert "face up" in status(answer(roof, "G", "to 1008"), "B")  # it comes into the hex itself


@covers("raid", "13.23", "9.61", "5.36")
def test_a_helicopter_spots_for_guns_without_being_in_command():
    eye = {"type": "helicopter_gunship", "hex": "2010", "status": []}
    driver = play(situation("off-map-guns", F=eye), 1, 1)
    wire = {"missions": [{"gun": "155mm Artillery 1", "hex": "2012", "spotter": "F"}]}
    assert driver.asks[0].read(wire).missions[0].spotter == "F"


@covers("raid", "13.35", "13.36", "13.37", "13.32")
def test_who_has_been_set_down_does_not_fire_and_is_fired_on_as_in_the_open():
    driver = move(
        play("touchdown"), "H", *[f"to 10{row:02}" for row in range(6, 11)], "unload T 1010", "stop"
    )
    assert (where(driver, "T"), "unloaded" in status(driver, "T")) == ("1010", True)
    odds = driver.game.odds(driver.table, {"firer": "B", "target": "T"})
    assert odds.purpose.split(", ")[0] == "4 semi at a target in Clear"  # though 1010 is scrub
    assert asked(driver) == ["Bravo pick-move"]
    seen = answer(driver, "B+Q", "to 1014")
    assert asked(seen) == ["Bravo step"]  # T, which has been set down, may not fire at it, as all can see


@covers("raid", "13.43", "13.44")
def test_a_gunship_fires_gun_or_rockets_in_every_kind_of_direct_fire():
    driver = answer(play("gunship"), "B", "to 1015", "B")
    assert offered(driver)[:2] == ["G: HMG", "G: rockets"]  # Opportunity Fire
    driver = answer(play(in_sight("Alpha")), "B")
    assert offered(driver)[:2] == ["G: HMG", "G: rockets"]  # Direct Fire
    driver = answer(play(in_sight("Bravo"), 1), "A", ["B: Semi rifles"], "B")
    assert offered(driver) == ["G: HMG", "G: rockets"]  # Overwatch: A itself has been fired at


def in_sight(active):
    """The gunship and the team under it have a stack of Bravo before them in the Direct Fire Phase."""
    before = {"hex": "1012", "status": ["face up"]}
    return situation("gunship", phase="fire", state={"active": active}, B=before, C=before)


@covers("raid", "13.42", "13.52")
def test_for_rockets_it_rises_at_once_and_may_be_fired_at_before_the_salvo():
    driver = answer(play(in_sight("Alpha"), 6, 6), "B", ["G: rockets"])
    assert told(driver)[-1] == "G rises to altitude"
    assert asked(driver) == ["Bravo opportunity-fire"]
    # Left alone it fires: strength 9 at every unit in the hex, in the open column 5: a 6 is four men each.
    answer(driver, "pass")
    assert (where(driver, "B"), where(driver, "C")) == ("", "")
    assert "high" in status(driver, "G")
