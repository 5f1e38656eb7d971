"""The sequence of play of Drill: deployment, stances, the turn, taking back, and who wins [2.0] [5.0]."""

from typing import Any

import pytest
from tests.drill.situations import (
    BLUE,
    NUMBERS,
    RED,
    Game,
    answer,
    asked,
    play,
    situation,
    status,
    told,
    where,
)

from sandtable.engine import BadRequest, Position, Refused
from sandtable.engine.asks import Choose, Form, Several
from sandtable.engine.cases import covers
from sandtable.engine.events import SegmentBegan
from sandtable.engine.refusals import GameOver
from sandtable.games.drill import game
from sandtable.games.drill.sequence import Deploy, Plan

CROSSFIRE = Position("drill", "crossfire")
BLUE_PLAN = ("0509", "0609", "0709", "0409", "0309", "0809", "0510")
RED_PLAN = ("0502", "0602", "0702", "0402", "0302", "0802", "0501")


def deploy(driver: Game, side: int, *hexes: str) -> None:
    driver.submit(side, {"hexes": list(hexes)})


def deployed() -> Game:
    """Crossfire with both sides on the board; each side's seventh unit is hidden in its last row."""
    driver = play(CROSSFIRE)
    deploy(driver, BLUE, *BLUE_PLAN)
    deploy(driver, RED, *RED_PLAN)
    return driver


def names(driver: Game) -> list[str]:
    """The turn and the name of every segment so far."""
    began = [event for event in driver.heard(None) if isinstance(event, SegmentBegan)]
    return [f"{event.turn} {event.name}" for event in began]


# Deployment


@covers("drill", "2.1", "1.3")
def test_both_sides_deploy_in_secret_and_the_last_unit_of_each_is_hidden() -> None:
    """Blue has rows 09 and 10 of the field and Red 01 and 02. Nobody sees anything before both are done."""
    driver = play(CROSSFIRE)
    assert [(ask.side, ask.name) for ask in driver.asks] == [(BLUE, "deploy"), (RED, "deploy")]
    deploy(driver, RED, *RED_PLAN)
    assert told(driver, BLUE) == []
    assert (driver.committed, [ask.side for ask in driver.asks]) == ((RED,), [BLUE])
    deploy(driver, BLUE, *BLUE_PLAN)
    blue = [f"B{number} stands in {hex}" for number, hex in enumerate(BLUE_PLAN, 1)]
    red = [f"R{number} stands in {hex}" for number, hex in enumerate(RED_PLAN, 1)]
    assert told(driver, BLUE) == [*blue, *red[:6]]
    assert told(driver, RED) == [*blue[:6], *red]
    assert [unit for unit in driver.table.scene.units if status(driver, unit) == ["hidden"]] == ["B7", "R7"]


@covers("drill", "2.1", "3.3")
def test_all_the_faults_of_a_deployment_are_told_at_once() -> None:
    """One hex beyond the home rows, one that is no hex at all, one named twice, and one too few."""
    driver = play(CROSSFIRE)
    with pytest.raises(Refused) as refused:
        deploy(driver, BLUE, "0508", "nowhere", "0709", "0709", "0309", "0809")
    assert [str(fault) for fault in refused.value.refusals] == [
        "2.1: 0508: is not in the home rows",
        "2.1: nowhere: is not in the home rows",
        "3.3: 0709: is named twice",
        "2.1: 7 units need a hex each, not 6",
    ]
    with pytest.raises(BadRequest, match="unknown field"):
        driver.submit(BLUE, {"hexes": list(BLUE_PLAN), "facing": "north"})
    assert (driver.history, driver.committed) == ([], ())


@covers("drill", "2.1", "3.3")
def test_a_deployment_can_be_built_step_by_step() -> None:
    """The next unit takes any home hex that is still free, until all seven stand; then it is complete."""
    form = play(CROSSFIRE).asked(BLUE)
    assert isinstance(form, Deploy)
    draft, left = form.blank(), 20
    for number, hex in enumerate(BLUE_PLAN, 1):
        assert not form.complete(draft)
        further = {option.key: (option.text, grown) for option, grown in form.grow(draft)}
        assert len(further) == left
        words, draft = further[hex]
        assert words == f"B{number} in {hex}"
        left -= 1
    assert form.complete(draft)
    assert not form.grow(draft)
    assert draft == Plan(BLUE_PLAN)


@covers("drill", "2.1")
def test_a_sealed_answer_can_be_taken_back_until_the_other_is_given() -> None:
    driver = play(CROSSFIRE)
    deploy(driver, BLUE, *BLUE_PLAN)
    driver.undo(side=BLUE)
    assert [ask.side for ask in driver.asks] == [BLUE, RED]
    deploy(driver, BLUE, *BLUE_PLAN)
    deploy(driver, RED, *RED_PLAN)
    for side in (BLUE, RED):
        with pytest.raises(Refused, match="the sealed answers have been opened since"):
            driver.undo(side=side)


# Stances, and the turn


@covers("drill", "2.2")
def test_stances_are_sealed_and_opened_together() -> None:
    """Neither Red's answer nor whether it changed its mind is to be seen before Blue has answered too."""
    driver = deployed()
    assert asked(driver) == ["Blue stance: advance hold", "Red stance: advance hold"]
    before = driver.view(BLUE)
    answer(driver, "Red advance")
    assert driver.view(BLUE) == before
    driver.withdraw(RED)
    answer(driver, "Red hold")
    assert driver.view(BLUE) == before
    answer(driver, "Blue advance")
    assert told(driver)[-1] == "Blue and Red will advance and hold"
    assert game.to_position(driver.table).state == {"stance": [0, 1]}
    with pytest.raises(Refused, match="the sealed answers have been opened since"):
        driver.undo()


@covers("drill", "2.2")
@pytest.mark.parametrize("wrong", ["retreat", "", "Hold"])
def test_there_are_two_stances(wrong: str) -> None:
    with pytest.raises(Refused, match=r"2\.2: .* is not among the answers"):
        answer(deployed(), f"Blue {wrong}")


PASSING = ("Blue advance", "Red hold", "Blue pass", "Blue ", "Red pass", "Red ")
"""A turn in which nobody moves or digs in."""


@covers("drill", "2.3", "3.1", "3.4")
def test_a_turn_goes_through_its_segments_in_order() -> None:
    """Deployment belongs to the first turn alone."""
    driver = deployed()
    answer(driver, *PASSING)
    turn = ["stances", "blue-movement", "blue-digging", "red-movement", "red-digging", "end"]
    assert names(driver) == ["1 deployment", *[f"1 {name}" for name in turn], "2 stances"]
    answer(driver, *PASSING)
    assert names(driver)[-7:] == [*[f"2 {name}" for name in turn], "3 stances"]


@covers("drill", "2.3", "4.3")
def test_at_the_end_of_the_turn_everybody_may_move_and_fire_again() -> None:
    """What has been dug stays; R1, which fired in turn 3, fires again in turn 4."""
    driver = play(situation("exchange", B2={"status": ["dug in"]}), 6, 6)
    answer(driver, "Blue B1", "Blue 0506", "Red R1", "Blue pass", "Blue pass", "Blue pass", "Blue ")
    assert (status(driver, "B1"), status(driver, "R1")) == (["moved"], ["fired"])
    answer(driver, "Red pass", "Red ", "Blue hold", "Red hold")
    assert [status(driver, unit) for unit in ("B1", "B2", "R1")] == [[], ["dug in"], []]
    answer(driver, "Blue B1", "Blue 0606", "Red R1")
    assert status(driver, "R1") == ["fired"]


@covers("drill", "5.1", "2.3")
def test_the_game_is_played_for_eight_turns() -> None:
    """If nobody ever moves, neither side is ahead, and nobody wins."""
    assert NUMBERS["turns"] == 8
    driver = deployed()
    for _ in range(8):
        assert not driver.over
        answer(driver, *PASSING)
    assert driver.over
    assert names(driver)[-1] == "8 end"
    assert told(driver)[-1] == "The game ends: neither side is ahead"
    with pytest.raises(GameOver):
        answer(driver, "Blue advance")


# Winning


def ending(name: str, **changes: Any) -> tuple[int | None, tuple[float, ...], str]:
    """Who has won at the end of the turn, by how much, and why."""
    outcome = play(situation(name, **changes)).state.outcome
    assert outcome is not None
    return outcome.winner, outcome.points, outcome.reason


OFF: dict[str, str] = {"hex": ""}


@covers("drill", "5.1")
def test_more_units_on_the_hill_win() -> None:
    """Blue holds two hexes of it against one, although Red has four units left to Blue's three."""
    assert ending("last-turn") == (BLUE, (2, 1), "Blue has more units on the hill")
    driver = play("last-turn")
    assert told(driver) == ["The game ends: Blue has more units on the hill"]


@covers("drill", "5.1")
def test_with_as_many_on_the_hill_more_units_win() -> None:
    """B2 steps down from the hill: one each. On the board are three of Blue's and four of Red's."""
    off_the_hill = {"hex": "0705"}
    assert ending("last-turn", B2=off_the_hill, R4={"hex": "0901"}) == (
        RED,
        (3, 4),
        "Red has more units left",
    )
    assert ending("last-turn", B2=off_the_hill, R4=OFF) == (None, (3, 3), "neither side is ahead")


@covers("drill", "5.1")
def test_the_last_side_standing_wins_before_the_last_turn() -> None:
    """In turn 1 Red's last unit is gone: Blue wins with fewer on the hill, having none there."""
    last = {"turn": 1, "R1": OFF, "R2": OFF, "R3": OFF, "R4": OFF, "B1": OFF, "B2": OFF}
    assert ending("last-turn", **last) == (BLUE, (1, 0), "Blue has more units left")
    driver = play(situation("last-turn", turn=7))
    assert not driver.over


@covers("drill", "4.4", "5.1")
def test_the_last_unit_is_destroyed_and_the_turn_played_out() -> None:
    """R1 hits Blue's only unit in the duel; at the end of that turn the game is over."""
    driver = play(situation("duel", B1={"hex": "0507"}), 3)
    answer(driver, "Blue B1", "Blue 0506", "Red R1")
    assert where(driver, "B1") == ""
    answer(driver, "Blue pass", "Blue ", "Red pass", "Red ")
    assert driver.over
    assert driver.state.outcome is not None
    assert driver.state.outcome.winner == RED


# Taking back


@covers("drill", "3.1")
def test_moves_can_be_taken_back_one_by_one_until_a_die_falls() -> None:
    """Both steps and the pick of the unit come back; the game stands as it stood, to the byte."""
    driver = play("duel", 6)
    before = driver.hash()
    answer(driver, "Blue B1", "Blue 0509", "Blue 0510")
    for place in ("0509", "0508", "0508"):
        driver.undo(side=BLUE)
        assert where(driver, "B1") == place
    assert driver.hash() == before
    with pytest.raises(Refused, match="that is where the game began"):
        driver.undo(side=BLUE)
    answer(driver, "Blue B1", "Blue 0507", "Blue 0506", "Red R1", "Blue pass")
    with pytest.raises(Refused, match="a die has been rolled since"):
        driver.undo(3)


@covers("drill", "4.2")
def test_a_step_cannot_be_taken_back_once_the_enemy_has_answered() -> None:
    """Red held its fire; only if Red takes that back can Blue take back the step."""
    driver = play("duel")
    answer(driver, "Blue B1", "Blue 0507", "Blue 0506", "Red pass")
    with pytest.raises(Refused, match="another side has answered since"):
        driver.undo(side=BLUE)
    driver.undo(side=RED)
    driver.undo(side=BLUE)
    assert where(driver, "B1") == "0507"


# Every kind of ask, and out of turn


def test_drill_asks_in_every_way_there_is() -> None:
    """One, several, a form, and all sides at once in secret: a newcomer's program meets each of them."""
    driver, kinds = play(CROSSFIRE), []
    kinds += [type(ask) for ask in driver.asks]
    deploy(driver, BLUE, *BLUE_PLAN)
    deploy(driver, RED, *RED_PLAN)
    assert len(driver.asks) == 2
    for words in PASSING:
        kinds += [type(ask) for ask in driver.asks]
        answer(driver, words)
    found = {base for kind in kinds for base in (Choose, Several, Form) if issubclass(kind, base)}
    assert found == {Choose, Several, Form}


def test_answers_out_of_turn_are_refused_and_change_nothing() -> None:
    driver = play("duel")
    before = driver.hash()
    with pytest.raises(Refused, match="Red is not asked anything now; Blue is to answer"):
        answer(driver, "Red R1")
    for nonsense in (7, ["B1"], None, {"unit": "B1"}):
        with pytest.raises(BadRequest):
            driver.submit(BLUE, nonsense)
    assert (driver.hash(), driver.history) == (before, [])
