"""The end of a Game-Turn: Preservation, and who has won in each situation [15.0] [17.1]."""

import pytest
from tests.tank.situations import ALPHA, BRAVO, Play, play, situation, told

from sandtable.engine.cases import covers

LOST = {"hex": "", "status": ["destroyed"]}
GONE = {"hex": "", "status": ["exited"]}


def winner(driver: Play) -> int | str | None:
    """Who has won, None if nobody, or "goes on"."""
    outcome = driver.state.outcome
    return "goes on" if outcome is None else outcome.winner


@covers("tank", "17.11")
def test_x13_the_side_in_whose_favour_the_ratio_has_changed_wins() -> None:
    """20 to 10 is 2:1, 8 to 2 is 4:1: twice as good for Alpha."""
    driver = play("meeting")
    assert winner(driver) == ALPHA
    assert driver.state.outcome.reason == "the forces stood 2:1 and stand 4:1: 2.0 times in favour of Alpha"
    assert driver.state.outcome.points == (8, 2)


@covers("tank", "17.11")
def test_an_unchanged_ratio_is_a_draw_and_the_other_way_bravo_wins() -> None:
    assert winner(play(situation("meeting", **{f"A{n}": LOST for n in range(5, 9)}))) is None
    assert winner(play(situation("meeting", **{f"A{n}": LOST for n in range(4, 9)}))) == BRAVO


@covers("tank", "17.11")
def test_a_meeting_engagement_goes_on_while_both_are_on_the_map() -> None:
    assert winner(play(situation("meeting", B1={"hex": "0110", "status": []}))) == "goes on"


@covers("tank", "17.11")
def test_a_force_that_is_wiped_out_loses_by_the_survivors_of_the_other() -> None:
    driver = play(situation("meeting", B1=LOST, B2=LOST))
    assert winner(driver) == ALPHA
    assert "8 of Alpha survive" in driver.state.outcome.reason
    nobody = {f"A{n}": LOST for n in range(1, 9)}
    assert winner(play(situation("meeting", B1=LOST, B2=LOST, **nobody))) is None


@covers("tank", "17.12", "15.0")
def test_anti_tank_action_all_guns_destroyed() -> None:
    assert winner(play("last-gun")) == "goes on"
    assert winner(play(situation("last-gun", B1=LOST))) == ALPHA


@covers("tank", "17.12", "15.0", "15.2")
def test_anti_tank_action_whoever_reaches_preservation_first_loses() -> None:
    """Alpha's level is 2 and one is lost; Bravo's is 3 and one is lost."""
    assert winner(play(situation("last-gun", A2=LOST))) == BRAVO
    assert winner(play(situation("last-gun", B3=LOST, B4=LOST))) == ALPHA
    assert winner(play(situation("last-gun", A2=LOST, B3=LOST, B4=LOST))) is None


@covers("tank", "17.12")
def test_anti_tank_action_the_last_gun_as_alpha_reaches_its_level_is_a_draw() -> None:
    assert winner(play(situation("last-gun", A2=LOST, B1=LOST))) is None


@covers("tank", "17.12")
@pytest.mark.parametrize(("turn", "result"), [(17, "goes on"), (18, BRAVO)])
def test_anti_tank_action_ten_turns_without_a_loss_are_bravos(turn: int, result: object) -> None:
    """The last loss was in Game-Turn 8."""
    assert winner(play(situation("last-gun", turn=turn))) == result


@covers("tank", "17.13")
def test_x21_rearguard_half_of_alpha_rounded_down_must_come_through() -> None:
    """Of five two, whenever it is."""
    assert winner(play("breakthrough")) == "goes on"
    assert winner(play(situation("breakthrough", A4=GONE))) == ALPHA
    assert winner(play(situation("breakthrough", A4=GONE, B2=LOST))) == ALPHA


@covers("tank", "17.13")
def test_rearguard_time_is_bravos_unless_it_has_reached_preservation() -> None:
    assert winner(play(situation("breakthrough", turn=24))) == "goes on"
    assert winner(play(situation("breakthrough", turn=25))) == BRAVO
    assert winner(play(situation("breakthrough", turn=25, B2=LOST))) is None


@covers("tank", "16.0")
def test_introductory_more_tanks_after_25_turns() -> None:
    assert winner(play("last-turn")) == ALPHA
    assert winner(play(situation("last-turn", turn=24))) == "goes on"
    assert winner(play(situation("last-turn", A2=LOST))) is None
    assert winner(play(situation("last-turn", A1=LOST, A2=LOST))) == BRAVO


@covers("tank", "15.0", "15.1", "15.12")
def test_x12_preservation_is_reached_with_the_loss_that_makes_up_the_level() -> None:
    """Both may reach it; Bravo's second loss of a level of two."""
    driver = play(situation("breakthrough", state={"preservation": [1, 2]}, A1=LOST, B1=LOST, turn=12))
    assert told(driver) == ["Alpha has reached its Preservation Level with 1 units lost"]
    assert driver.state.preserved == [12, 0]
    assert told(play(situation("breakthrough", state={"preservation": [5, 1]}, B1=LOST)))[0].startswith(
        "Bravo"
    )
