"""The scenarios as they are set up, on one sheet or several, in each of the three terrain modes [17.0]."""

import pytest
from tests.tank.situations import ground, needed, play, situation, told

from sandtable.engine import Driver, Unknown
from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.games.tank import game
from sandtable.games.tank.battles import SCENARIOS
from sandtable.games.tank.state import GONE

KEYS = [scenario.key for scenario in game.scenarios()]


@covers("tank", "16.0", "17.1", "17.2")
@pytest.mark.parametrize("key", KEYS)
def test_a_scenario_begins_with_its_forces_off_the_map(key: str) -> None:
    battle = SCENARIOS[key]
    field, state = game.set_up(key, {})
    for side, force in enumerate(battle.forces):
        kinds = [field.weapons[unit].id for unit in field.own[side]]
        assert {id: kinds.count(id) for id in kinds} == dict(force.units)
        assert (state.panic[side], state.preservation[side]) == (force.panic, force.preservation)
    assert set(state.hexes) == {GONE}
    assert state.mode == battle.mode


@covers("tank", "17.1", "17.11", "17.12", "17.13")
def test_the_lobby_is_told_forces_length_and_what_is_unsure() -> None:
    first, *others = game.scenarios()
    assert (first.key, first.length) == ("introductory", "25 Game-Turns")
    assert len(others) == 13
    rearguard = game.scenario("11")
    assert "15 T34_85 against 5 JPzV" in rearguard.teaches
    assert "Reconstructed" in rearguard.teaches


@covers("tank", "15.0", "17.11", "17.12", "17.13")
def test_the_lobby_says_of_every_battle_when_and_where_and_what_each_side_must_do() -> None:
    """With the numbers of the chart: 15 against 8 guns and 12 squads, levels 9 and 16; half of 15 is 7."""
    assert all(
        one.date and one.place and one.minutes and set(one.goals) == set(one.sides)
        for one in game.scenarios()
    )
    anti_tank, rearguard = game.scenario("1").goals, game.scenario("11").goals
    assert "all 8 anti-tank guns, or 16 of Bravo's 20" in anti_tank["Alpha"]
    assert "9 of Alpha's 15" in anti_tank["Bravo"]
    assert "7 of your 15" in rearguard["Alpha"]


@covers("tank", "3.1")
@pytest.mark.parametrize(
    ("maps", "size", "corner"),
    [("1x1", 2040, "0101"), ("2x1", 4080, "A0101"), ("1x2", 4080, "A0101"), ("2x2", 8160, "A0101")],
)
def test_copies_of_the_map_are_laid_side_by_side(maps: str, size: int, corner: str) -> None:
    field, _ = game.set_up("introductory", {"maps": maps})
    assert field.board.count == size
    assert field.board.names[0] == corner


@covers("tank", "3.1")
def test_the_seam_joins_the_last_column_of_one_copy_to_the_first_of_the_next() -> None:
    """Column 60 is even, so its southeast neighbour A6001 has is B0102; panic goes by the printed number."""
    field, _ = game.set_up("introductory", {"maps": "2x1"})
    country, last, first = field.country, field.hex("A6001"), field.hex("B0102")
    assert country.direction(last, first) == "ABCDEF".index("C")
    assert country.digits[first] == 2


def test_an_option_or_scenario_there_is_not_is_refused() -> None:
    with pytest.raises(Unknown, match="3x3"):
        game.set_up("introductory", {"maps": "3x3"})
    with pytest.raises(Unknown, match="14"):
        game.set_up("14", {})


@covers("tank", "17.12")
def test_the_number_of_quiet_turns_is_agreed_on_beforehand() -> None:
    """Fifteen if nothing else is said; twice as many end a meeting engagement, which the book leaves open."""
    assert game.set_up("1", {})[1].idle == 15
    assert game.set_up("1", {"quiet": "20"})[1].idle == 20
    assert game.set_up("3", {})[1].idle == 30
    assert game.set_up("11", {})[1].idle == 0


@covers("tank", "10.0", "10.6")
@pytest.mark.parametrize(
    ("mode", "number"),
    [("closed", None), ("mixed", "3 or less"), ("open", "certain")],
)
def test_the_mode_decides_what_the_same_ground_is_worth(mode: str, number: str | None) -> None:
    """AP 15 of a JS II against a front of 7 in woods behind a berm: 7 + 3 + 6, 7 + 2 + 3, and 7 alone."""
    board = ground({"0510": "woods"}, s0510A="berm")
    place = situation("duel", board=board, state={"mode": mode}, A1={"type": "JSII"})
    if number is None:
        assert any("no shot" in line for line in told(play(place)))
    else:
        assert needed(play(place, 1)) == [number]


def blocked(position: str, **board: object) -> tuple[bool, str]:
    """Whether a line that runs along the side between 0605 and 0606 is clear, and the case that stops it."""
    field, state = game.from_position(situation(position, **board))
    sight = game.sight(Driver(game, field, state, seeded(1)).table, {"from": "0506", "to": "0706"})
    return sight.clear, sight.case


@covers("tank", "10.23", "10.24")
def test_a_line_along_a_berm_or_the_edge_of_woods_is_blocked() -> None:
    assert blocked("duel") == (True, "")
    assert blocked("duel", board=ground(s0605D="berm")) == (False, "10.23")
    assert blocked("duel", board=ground({"0606": "woods"})) == (False, "10.24")
    assert blocked("duel", board=ground({"0606": "woods"}), state={"mode": "open"}) == (True, "")
