"""Movement in Drill: who moves, how far, where to, and digging in [3.0]."""

import pytest
from tests.drill.situations import BLUE, NUMBERS, RED, answer, asked, play, situation, status, told, where

from sandtable.engine import Refused, Unknown
from sandtable.engine.cases import covers
from sandtable.games.drill import game

AWAY = ("Blue 0509", "Blue 0510", "Blue 0410", "Blue 0310")
"""Steps of the duel that lead Blue's rifles away from Red's, whose range is 3, along the southern edge."""
FAR = {"hex": "0901", "type": "rifles"}
"""A place for an enemy who is to have nothing in range."""


@covers("drill", "3.1")
def test_each_unit_moves_once_in_any_order() -> None:
    """Blue names its gun first; it is on offer no more then, and the phase ends when Blue names nobody."""
    driver = play("copse")
    assert asked(driver) == ["Blue pick-mover: pass B1 B2"]
    answer(driver, "Blue B2", "Blue 0110", "Blue pass")
    assert asked(driver) == ["Blue pick-mover: pass B1"]
    answer(driver, "Blue pass")
    assert driver.segment is not None
    assert driver.segment.name == "blue-digging"
    assert told(driver) == ["B2 moves to 0110"]


@covers("drill", "3.1")
@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        ("B2", "3.1: B2 has moved already"),
        ("R1", "R1 has moved already, or is no unit of this side"),
        ("B9", "3.1: B9 "),
    ],
)
def test_a_unit_that_has_moved_or_is_not_ours_cannot_be_moved(unit: str, reason: str) -> None:
    """The refusal names the case, and the question stands as it stood."""
    driver = play("copse")
    answer(driver, "Blue B2", "Blue pass")
    before = driver.hash()
    with pytest.raises(Refused, match=reason):
        answer(driver, f"Blue {unit}")
    assert (driver.hash(), asked(driver)) == (before, ["Blue pick-mover: pass B1"])


@covers("drill", "1.2", "2.2", "3.1")
@pytest.mark.parametrize(("kind", "printed"), [("rifles", 3), ("gun", 2)])
@pytest.mark.parametrize(("stance", "more"), [("advances", 1), ("holds", 0)])
def test_a_unit_has_the_points_of_its_type_and_one_more_if_its_side_advances(
    kind: str, printed: int, stance: str, more: int
) -> None:
    """Rifles have 3 points and guns 2; over clear ground that is as many steps, and no more."""
    assert NUMBERS["move"][NUMBERS["types"].index(kind)] == printed
    stances = {"stance": [int(stance == "holds"), 0]}
    driver = play(situation("duel", state=stances, B1={"type": kind}))
    answer(driver, "Blue B1", *AWAY[: printed + more])
    assert asked(driver) == ["Blue pick-mover: pass"]
    assert where(driver, "B1") == AWAY[printed + more - 1].split()[1]


@covers("drill", "3.1")
def test_a_unit_may_stop_before_its_points_are_spent() -> None:
    driver = play("duel")
    answer(driver, "Blue B1", "Blue 0509", "Blue pass")
    assert where(driver, "B1") == "0509"
    assert asked(driver) == ["Blue pick-mover: pass"]


@covers("drill", "3.2")
def test_a_step_costs_one_point_and_into_woods_two() -> None:
    """With its 3 points B1 walks out to 0606 and back to 0506; for the one left, 0505 is too dear."""
    driver = play(situation("copse", R1=FAR))
    answer(driver, "Blue B1")
    assert "0505" in asked(driver)[0]
    answer(driver, "Blue 0606", "Blue 0506")
    # Next to 0506, whose column lies higher than the even ones: 0505 0605 0606 0507 0406 0405.
    assert set(asked(driver)[0].split()) == {"Blue", "step:", "pass", "0605", "0606", "0507", "0406", "0405"}
    with pytest.raises(Refused, match=r"3\.2: 0505 is not next to the unit, or costs more than its 1 left"):
        answer(driver, "Blue 0505")
    with pytest.raises(Refused, match=r"3\.2: 0508 is not next to the unit"):
        answer(driver, "Blue 0508")
    answer(driver, "Blue 0507")
    assert asked(driver) == ["Blue pick-mover: pass B2"]


@covers("drill", "3.2")
def test_into_woods_and_one_step_further() -> None:
    """2 points for 0505 leave B1 one of its 3: one more step, and it is over."""
    driver = play(situation("copse", R1=FAR))
    answer(driver, "Blue B1", "Blue 0505", "Blue 0405")
    assert (where(driver, "B1"), asked(driver)) == ("0405", ["Blue pick-mover: pass B2"])


@covers("drill", "3.3")
def test_no_hex_takes_two_units() -> None:
    """Neither one's own nor the enemy's can be entered, and the reason is not its cost."""
    driver = play(situation("copse", B2={"hex": "0406"}, R1={"hex": "0507"}))
    answer(driver, "Blue B1")
    assert not {"0406", "0507"} & set(asked(driver)[0].split())
    for taken in ("0406", "0507"):
        with pytest.raises(Refused, match=rf"3\.3: {taken} is taken: one unit in a hex"):
            answer(driver, f"Blue {taken}")


@covers("drill", "3.3")
def test_a_unit_with_nowhere_to_go_has_moved_when_it_is_named() -> None:
    """B1 stands in the corner 0101, whose neighbours 0102 and 0201 are taken: no step is asked for."""
    driver = play(situation("copse", B1={"hex": "0101"}, B2={"hex": "0102"}, R1={"hex": "0201"}))
    answer(driver, "Blue B1")
    assert asked(driver) == ["Blue pick-mover: pass B2"]
    assert status(driver, "B1") == ["moved"]


def test_a_hex_that_the_map_does_not_have_is_an_unknown_name() -> None:
    driver = play("copse")
    answer(driver, "Blue B1")
    with pytest.raises(Unknown, match=r"no hex of this map \(0101 to 0910\) is called '0911'"):
        answer(driver, "Blue 0911")


@covers("drill", "3.1", "3.2", "3.3")
def test_reach_is_what_steps_could_come_to() -> None:
    """B2, a gun with 2 points in the corner 0109: neighbours for 1, theirs for 2, none that is taken."""
    driver = play(situation("copse", B1={"hex": "0209"}, R1={"hex": "0107"}))
    unit = driver.table.scene.unit("B2")
    reach = {driver.table.scene.hex_name(hex): cost for hex, cost in game.reach(driver.table, unit).items()}
    # Next to 0109: 0108, 0110, 0208 and 0209, where B1 stands. Next to 0108: 0107, where R1 stands, 0207 and
    # 0208; to 0208: 0207, 0308 and 0309; to 0110: 0209 and 0210.
    ones, twos = ("0108", "0110", "0208"), ("0207", "0308", "0309", "0210")
    assert reach == {"0109": "0", **dict.fromkeys(ones, "1"), **dict.fromkeys(twos, "2")}


def test_nothing_is_in_reach_of_a_unit_off_the_board() -> None:
    driver = play(situation("last-turn", phase="blue-movement"))
    assert game.reach(driver.table, driver.table.scene.unit("B4")) == {}


@covers("drill", "3.4")
def test_units_that_stood_still_may_dig_in() -> None:
    """B1 has moved and B2 has dug in; having fired does not matter. Nobody need dig in."""
    driver = play("trenches")
    assert asked(driver) == ["Blue dig-in: B3 B4 B5 B6"]
    answer(driver, "Blue B3,B5")
    assert told(driver) == ["B3 digs in", "B5 digs in"]
    assert status(driver, "B3") == ["dug in"]
    assert status(driver, "B5") == ["fired", "dug in"]
    assert status(driver, "B4") == []
    driver = play("trenches")
    answer(driver, "Blue ")
    assert told(driver) == []


@covers("drill", "3.4")
@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ("B3,B4,B5", "3.4: at most 2 may be picked, not 3"),
        ("B3,B3", "3.4: B3 is named twice"),
        ("B1", "3.4: B1 has moved"),
        ("B3,B2", "3.4: B2 has moved, has dug in"),
        ("R1", "3.4: R1 has moved, has dug in, or is no unit of this side"),
    ],
)
def test_what_may_not_dig_in_is_refused_and_nobody_digs(units: str, reason: str) -> None:
    """The limit is 2 a turn; a selection is taken as a whole or not at all."""
    assert NUMBERS["dig_in_limit"] == 2
    driver = play("trenches")
    with pytest.raises(Refused, match=reason):
        answer(driver, f"Blue {units}")
    assert asked(driver) == ["Blue dig-in: B3 B4 B5 B6"]
    assert status(driver, "B3") == []


@covers("drill", "3.4")
def test_whoever_moves_leaves_its_trench_behind() -> None:
    driver = play(situation("trenches", phase="blue-movement"))
    answer(driver, "Blue B2", "Blue 0206", "Blue pass")
    assert status(driver, "B2") == ["moved"]


@covers("drill", "1.3", "3.4")
def test_a_hidden_unit_digs_in_unheard() -> None:
    """Its own side is told; the enemy hears and sees nothing of it."""
    driver = play("trenches")
    answer(driver, "Blue B6,B4")
    assert told(driver, BLUE) == ["B6 digs in", "B4 digs in"]
    assert told(driver, RED) == ["B4 digs in"]
    undisturbed = play("trenches")
    answer(undisturbed, "Blue B4")
    assert driver.view(RED) == undisturbed.view(RED)
