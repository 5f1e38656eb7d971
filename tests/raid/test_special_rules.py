"""The special rules of the scenarios, each a situation out of a file: walls, papers, jumps, losses."""

import pytest
from tests.raid.situations import (
    ALPHA,
    BRAVO,
    answer,
    asked,
    idle,
    move,
    offered,
    play,
    situation,
    status,
    told,
    where,
)

from sandtable.engine import Refused
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.engine.table import Table
from sandtable.games.raid import game
from sandtable.games.raid.deployment import SetUp, Task


def winner(driver):
    """Who has won, if anybody has."""
    outcome = driver.table.state.outcome
    return outcome.winner if outcome else None


@covers("raid", "15.3")
def test_inside_the_wall_a_team_is_trapped_and_a_charge_is_laid_against_it_from_outside():
    driver = play("prison")
    assert [key for key in offered(driver) if key.startswith("T")] == []
    answer(driver, "C")
    assert {"place C", "breach C D"} <= set(offered(driver))
    assert "to 1830" not in offered(driver)  # the wall stands


@covers("raid", "15.3")
def test_a_charge_opens_the_wall_with_a_two():
    # Strength 9 at a Building's -3, column 5: a 3 counts 0, one man; a 4 counts 1, a 2.
    held = idle(answer(play("blown-wall", 3, *[1] * 6), ["1829 1"]), "pick-move")
    assert held.table.state.breached == []
    driver = idle(answer(play("blown-wall", 4, *[1] * 6), ["1829 1"]), "pick-move")
    assert len(driver.table.state.breached) == 2  # from both sides
    assert "to 1829" in offered(answer(driver, "T"))
    assert "to 1831" not in offered(driver)  # a trapped team goes out by the breach
    assert "trapped" not in status(move(driver, "to 1829"), "T")


@covers("raid", "15.2")
def test_the_documents_are_taken_by_who_is_with_them_for_a_whole_turn():
    driver = idle(play("papers", *[1] * 8), turn=5)
    state = driver.table.state
    assert (state.carrying, state.documents) == (driver.table.scene.unit("A"), -1)
    moved = play("papers", *[1] * 8)
    idle(move(moved, "A+H", "to 4011", "stop"), turn=5)
    assert moved.table.state.carrying == -1


@covers("raid", "15.2")
def test_documents_stay_in_the_hex_where_their_bearer_falls():
    # Adjacent, four men with Semi in the open: column 2, +2: a 1 counts 3, one man, the last.
    driver = answer(play("papers-taken", *[1] * 9), "A", ["B: Semi rifles"])
    assert driver.table.state.documents == driver.table.scene.board.find("4110")
    assert driver.table.state.carrying == -1


@covers("raid", "15.5", "9.3")
def test_each_jumper_scatters_by_himself_and_the_headquarters_lands_with_one():
    # The first on target by an even roll; the second by 1, 4, 2: one hex south.
    driver = play("drop", 2, 1, 4, 2, *[1] * 3)
    assert [where(driver, unit) for unit in "ACH"] == ["1926", "1927", "1926"]


@covers("raid", "15.4", "14.12")
def test_who_rides_out_with_a_vehicle_is_through_as_well():
    driver = play("convoy", *[1] * 6)
    move(driver, "C", "leave")
    idle(driver, turn=7)
    assert winner(driver) == ALPHA  # two vehicles and two Fire Teams
    short = idle(move(play(situation("convoy", U=None), *[1] * 6), "C", "leave"), turn=7)
    assert winner(short) == BRAVO  # one team through, and nobody left to follow


@covers("raid", "15.6")
def test_one_unit_in_the_redoubt_holds_it():
    assert winner(play("redoubt")) == BRAVO
    assert winner(play(situation("redoubt", B={"hex": "1528"}))) == ALPHA


@covers("raid", "15.7", "8.35")
def test_the_raiders_are_off_by_the_wharves_once_four_teams_are():
    driver = move(play("withdrawal", *[1] * 6), "A", "leave")
    idle(driver, turn=13)
    assert winner(driver) == ALPHA
    standing = situation("withdrawal")
    standing.state["rubble"].remove("4908")
    late = idle(move(play(standing, *[1] * 6), "A", "leave"), turn=13)
    assert winner(late) == BRAVO


@covers("raid", "15.7", "8.4")
def test_at_a_full_wharf_one_lands_only_to_go_on():
    driver = move(play("occupied-wharf", *[1] * 6), "E", "enter 4511")
    assert "stop" not in offered(driver)
    driver = move(play("occupied-wharf", *[1] * 6), "E", "enter 4512")
    assert "stop" in offered(driver)


@covers("raid", "15.8")
def test_more_than_half_of_the_men_lost_ends_the_sweep_and_half_does_not():
    assert winner(play("half-the-men", *[1] * 6)) is None  # 42 of 84
    assert winner(play(situation("half-the-men", A={"men": 3}))) == BRAVO


@covers("raid", "15.8", "8.35")
def test_one_guerrilla_unit_that_leaves_the_map_is_enough():
    driver = move(play("guerrilla", *[1] * 6), "B", "leave")
    idle(driver, turn=10)
    assert winner(driver) == BRAVO
    assert "A counter of Bravo leaves the map from 2501" in told(driver, ALPHA)
    assert asked(driver) == []


@covers("raid", "14.26", "15.4")
def test_the_only_hexes_by_which_a_convoy_comes_and_goes_are_not_mined():
    scene, state = game.set_up("convoy_ambush", {})
    ask = SetUp(Table(scene, state, Script(())), BRAVO, Task("mine", 0))
    hexes = [ask.key(option) for option in ask.options]
    assert "0226" in hexes
    for gate in ("0126", "5701"):
        assert gate not in hexes
        with pytest.raises(Refused, match="come in or leave") as refused:
            ask.read(gate)
        assert refused.value.case == "14.26"
