"""Command Planning: weighted turns, implementation, additions, being rid of sheets, reserves, alternates."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.tcs.command import decide, faults, plan_phase, sheet, stands, step_words
from tests.tcs.situations import Play, asked, play, rolls, situation, told

from sandtable.engine.cases import covers
from sandtable.games.tcs import game as series
from sandtable.games.tcs.command_odds import discard, elements, implementation, size_modifier

HOLD = {"hold": ["NA", "NB", "NC"]}
"""No pending sheet is rolled for."""
OUT = {"mode": "withdraw", "route": ["0510", "0410", "0310"], "area": ["0310"]}


def headquarters(*dice: int, **changes: Any) -> Play:
    return play(situation("headquarters", **changes), *dice)


def turns(game: Play) -> list[int]:
    return [sheet(game, name).weighted for name in ("NA", "NB", "NC")]


@covers("tcs", "1.3b", "6.0", "6.6b")
def test_a_turn_of_waiting_counts_by_what_the_units_are_doing() -> None:
    """The book's example: on a defense 2, unassigned 3, attacking 1; each on top of the 3 they had."""
    game = headquarters()
    assert asked(game) == ["Red command", "Blue command"]
    assert turns(game) == [5, 6, 4]


@covers("tcs", "6.6b")
def test_under_direct_fire_every_turn_counts_one() -> None:
    shot = {unit: {"status": ["shot at"]} for unit in ("A/1", "B/2", "C/1")}
    assert turns(headquarters(**shot)) == [4, 4, 4]


@covers("tcs", "6.6b", "16.1a")
def test_a_sheet_drawn_in_this_turn_gathers_nothing_and_is_not_rolled_for() -> None:
    position = situation("headquarters")
    position.state["sheets"][3] |= {"drawn": 3, "weighted": 0}
    game = play(position)
    assert turns(game) == [5, 0, 4]
    plan_phase(game, "Blue", hold=["NA", "NC"])
    assert rolls(game) == []


@covers("tcs", "6.6", "6.6c", "6.6d", "6.6e", "6.7")
def test_the_roll_for_implementation() -> None:
    """Attack, 6 turns: first column. Rating 2, one element: -1, so row 1, which needs 10. 6 and 4 make it."""
    game = headquarters(6, 4)
    plan_phase(game, "Blue", hold=["NA", "NC"])
    assert stands(game, "NB") == "in force"
    assert sheet(game, "NB").implemented == 3
    assert step_words(game, "B/1") == "NB, B, step 1: attack FARM along ASH"
    assert told(game, 1) == ["op sheet NB of Blue is implemented"]
    assert told(game, 0) == []
    assert rolls(game, 0) == []
    purpose = "Implementation of attack, 6 weighted turns, rating 2 and size 1"
    assert rolls(game, 1) == [f"{purpose}: 10 implemented"]


@covers("tcs", "6.6a", "6.6c")
def test_a_sheet_that_fails_its_roll_waits_on() -> None:
    game = headquarters(6, 3)
    plan_phase(game, "Blue", hold=["NA", "NC"])
    assert stands(game, "NB") == "pending"
    assert told(game, 1) == ["op sheet NB of Blue waits on: 6 weighted turns"]
    assert step_words(game, "B/1").startswith("no sheet")


@covers("tcs", "6.4c", "6.4d", "6.7a")
def test_the_new_sheet_takes_its_units_from_the_old_and_an_empty_one_is_thrown_away() -> None:
    """Move, 4 turns: second column, row 1: 8 or more. C leaves its attack, of which nothing is left."""
    game = headquarters(6, 2)
    plan_phase(game, "Blue", hold=["NA", "NB"])
    assert [stands(game, "NC"), stands(game, "AT")] == ["in force", "removed"]
    assert "op sheet AT of Blue is removed: no unit is left on it" in told(game, 1)
    assert step_words(game, "C/1") == "NC, C, step 1: move along BACK, avoiding contact"


@covers("tcs", "6.9")
def test_being_rid_of_sheets() -> None:
    """Pending on a 5, in force on a 6; the sheets are taken in their order: AT, then NB."""
    game = headquarters(6, 5)
    plan_phase(game, "Blue", discard=["NB", "AT"], hold=["NA", "NC"])
    assert [stands(game, "AT"), stands(game, "NB")] == ["removed", "removed"]
    assert step_words(game, "C/1") == "no sheet, by its centre 0515"
    game = headquarters(5, 4)
    plan_phase(game, "Blue", discard=["NB", "AT"], **HOLD)
    assert [stands(game, "AT"), stands(game, "NB")] == ["in force", "pending"]
    chances = [discard(in_force).chance("discarded") for in_force in (True, False)]
    assert chances == [Fraction(1, 6), Fraction(1, 3)]


@covers("tcs", "6.4d", "6.5a")
def test_units_are_scratched_off_with_a_centre_close_by_and_a_way_out() -> None:
    out = {"mode": "withdraw", "route": ["0505", "0405"], "area": ["0405"]}
    game = headquarters()
    plan_phase(game, "Blue", scratch=[{"units": ["A/1"], "centre": "0405", "contingency": out}], **HOLD)
    assert step_words(game, "A/1") == "no sheet, by its centre 0405"
    assert step_words(game, "A/2") == "HD, A, step 1: defend BP"


@covers("tcs", "6.5", "6.5a", "6.5c")
def test_scratching_off_is_no_way_to_advance() -> None:
    """0605 is nearer to the enemy than 0505; 1105 is six hexes away; the way out leads to the enemy."""
    forward = {"mode": "withdraw", "route": ["0505", "0605"], "area": ["0605"]}
    game = headquarters()
    found = faults(game, "Blue", scratch=[{"units": ["A/1"], "centre": "0605", "contingency": forward}])
    assert found == [
        "6.5a: 0605 is an advance: nearer to the enemy than they stand (UN-FWD)",
        "6.5c: it leads toward the enemy or onto his ground (UN-FWD)",
    ]
    found = faults(game, "Blue", scratch=[{"units": ["A/1"], "centre": "1105", "contingency": OUT}])
    assert found[0] == "6.5a: not all of the units are within 5 hexes of 1105"


ADDED: dict[str, Any] = {
    "id": "AT+",
    "type": "attack",
    "adds_to": "AT",
    "elements": [["B/1", "B/2"]],
    "graphic": [{"kind": "direction", "name": "YEW", "hexes": ["0512", "0513", "0514", "0515"]}],
    "groups": [
        {"id": "B", "units": ["B/1", "B/2"], "steps": [{"verb": "attack", "via": ["YEW"], "to": "HILL"}]}
    ],
    "failure": [{"route": ["0513", "0512", "0412"], "rally": ["0412"], "group": "B"}],
}
"""B joins the attack of C on the hill."""


@covers("tcs", "6.4e", "6.4g")
def test_what_is_added_to_a_sheet_in_force_has_a_prep_of_its_own() -> None:
    """Drawn now; next turn it has 3 turns, as B is unassigned: attack, size 1, row 1: 10 or more."""
    game = headquarters()
    plan_phase(game, "Blue", draw=[ADDED], **HOLD)
    assert [stands(game, "AT+"), step_words(game, "B/1")[:8]] == ["pending", "no sheet"]
    again = series.to_position(game.table)
    again.turn, again.phase = 4, "command-planning"
    game = play(again, 5, 5)
    plan_phase(game, "Blue", **HOLD)
    assert stands(game, "AT+") == "removed"
    assert step_words(game, "B/1") == "AT, B, step 1: attack HILL along YEW"
    assert step_words(game, "C/1") == "AT, C, step 1: attack HILL along ELM"
    assert "op sheet AT+ of Blue is removed: it is part of AT now" in told(game, 1)


@covers("tcs", "6.4f")
def test_what_is_added_to_a_waiting_sheet_costs_it_three_weighted_turns() -> None:
    """NA has 5; with one element more it keeps 2, and B is listed on it."""
    game = headquarters()
    part = {**ADDED, "id": "NA+", "adds_to": "NA"}
    part["groups"] = [{"id": "B", "units": ["B/1", "B/2"], "steps": [{"verb": "attack", "via": ["YEW"]}]}]
    plan_phase(game, "Blue", draw=[part], **HOLD)
    assert sheet(game, "NA").weighted == 2
    assert sheet(game, "NA").plan.size == 2


@covers("tcs", "6.8")
def test_success_is_declared_when_it_is_there_and_not_before() -> None:
    """C in 0815 with no enemy in HILL has seized it; in 0515 it has not."""
    assert faults(headquarters(), "Blue", succeed=["AT"]) == [
        "6.8: AT: the mission is not accomplished (SU-NOT): declare failure, scratch units off,"
        " or roll to be rid"
    ]
    game = headquarters(**{"C/1": {"hex": "0815"}})
    plan_phase(game, "Blue", succeed=["AT"], **HOLD)
    assert stands(game, "AT") == "removed"
    assert step_words(game, "C/1") == "no sheet, by its centre 0815"


@covers("tcs", "6.8")
def test_a_mission_that_has_stood_accomplished_for_three_turns_is_over() -> None:
    position = situation("headquarters", **{"C/1": {"hex": "0815"}})
    position.state["sheets"][1]["held"] = 2
    assert stands(play(position), "AT") == "removed"


@covers("tcs", "6.10", "6.10c")
def test_a_part_fails_and_the_rest_goes_on() -> None:
    position = situation("worked-sheet", phase="command-planning", turn=6, **{"B/1": {"lost": 2}})
    game = play(position)
    plan_phase(game, "Blue", fail=[{"sheet": "BL-2", "group": "assault", "reason": "losses"}])
    assert stands(game, "BL-2") == "in force"
    assert step_words(game, "B/1") == "BL-2, assault, failure instructions"
    assert step_words(game, "T1").startswith("BL-2, support, step ")


@covers("tcs", "6.10")
def test_a_sheet_whose_groups_have_all_failed_has_failed() -> None:
    game = play(situation("worked-sheet", phase="command-planning", turn=6, **{"B/1": {"lost": 2}}))
    plan_phase(game, "Blue", fail=[{"sheet": "BL-2"}])
    assert stands(game, "BL-2") == "failed"
    assert faults(
        play(situation("worked-sheet", phase="command-planning", turn=6)), "Blue",
        fail=[{"sheet": "BL-2", "reason": "boredom"}],
    )[0].startswith("6.10: BL-2: a reason is one of losses, ")  # fmt: skip


@covers("tcs", "6.10b")
def test_new_failure_instructions_are_for_those_who_could_not_keep_the_old() -> None:
    way = {"sheet": "BL-2", "group": "assault", "route": ["1410", "1310", "1210", "1110"], "rally": ["1110"]}
    position = situation("worked-sheet", phase="command-planning", turn=6)
    position.state["sheets"][0] |= {"steps": [-1, 1, 0], "failed_from": [0, -1, -1]}
    assert faults(play(position), "Blue", reroute=[way]) == [
        "6.10b: BL-2, assault: its failure instructions have not failed"
    ]
    position.unit[0] = {**position.unit[0], "status": ["contact"]}
    game = play(position)
    plan_phase(game, "Blue", reroute=[way])
    assert sheet(game, "BL-2").plan.failure[0].rally == ("1110",)


USE = {
    "sheet": "BL-2",
    "group": "reserve",
    "steps": [{"verb": "attack", "via": ["FIR"], "to": "RIDGE", "posture": "seek"}],
}


@covers("tcs", "6.11", "6.11b", "6.11d")
def test_a_reserve_is_sent_in_by_a_roll_each_turn_until_it_succeeds() -> None:
    """Rating 2 and one element: 2 - 1 = 1, so it always comes; with a rating of 6 it needs a 5."""
    game = play(situation("worked-sheet", phase="command-planning"), 1)
    plan_phase(game, "Blue", commit=[USE])
    assert step_words(game, "A/1") == "BL-2, reserve, step 2: attack RIDGE along FIR, seeking a fight"
    slow = situation("worked-sheet", phase="command-planning", state={"ratings": {"Blue": 6, "Red": 4}})
    game = play(slow, 4)
    plan_phase(game, "Blue", commit=[USE])
    assert sheet(game, "BL-2").trying == (2,)
    assert step_words(game, "A/1") == "BL-2, reserve, step 1: follow"
    again = series.to_position(game.table)
    again.turn, again.phase = 5, "command-planning"
    game = play(again, 5)
    ordered = "6.11b: BL-2, reserve: its use has been ordered, and stands"
    assert faults(game, "Blue", commit=[USE]) == [ordered]
    plan_phase(game, "Blue")
    assert sheet(game, "BL-2").committed == (2,)
    assert rolls(game, 0) == []


@covers("tcs", "6.11c", "6.11d")
def test_alternates_are_switched_to_once_and_for_all() -> None:
    """All who go by FIR are concerned, B and T: two elements, so 2 + 0 = 2 or more."""
    game = play(situation("worked-sheet", phase="command-planning"), 2)
    plan_phase(game, "Blue", switch=["BL-2"])
    assert sheet(game, "BL-2").switched
    assert rolls(game, 1) == ["Die roll check, rating 2 and size 2: 2 committed"]
    again = series.to_position(game.table)
    again.phase = "command-planning"
    assert faults(play(again), "Blue", switch=["BL-2"])[0].endswith("and there is no way back")


@covers("tcs", "6.11a")
def test_preliminary_instructions_take_units_off_their_sheets_at_once() -> None:
    """A leaves its defense for an assembly area before its new sheet is implemented; the centre is there."""
    plan = {
        "id": "PA", "type": "attack", "elements": [["A/1", "A/2"]],
        "graphic": [{"kind": "direction", "name": "WAY", "hexes": ["0405", "0505", "0605"]}],
        "groups": [{"id": "A", "units": ["A/1", "A/2"], "steps": [{"verb": "attack", "via": ["WAY"]}]}],
        "failure": [{"route": ["0505", "0405", "0305"], "rally": ["0305"]}],
        "preliminary": [{"units": ["A/1", "A/2"], "route": ["0505", "0405"], "area": ["0404", "0405"]}],
    }  # fmt: skip
    game = headquarters()
    plan_phase(game, "Blue", draw=[plan], **HOLD)
    assert stands(game, "HD") == "removed"
    assert step_words(game, "A/1") == "preliminary instructions, to 0404 and 0405"
    again = series.to_position(game.table)
    again.turn, again.phase = 4, "command-planning"
    repeated = {**plan, "id": "PB"}
    found = faults(play(again), "Blue", draw=[repeated])
    assert "A/1 has had preliminary instructions and has served on no sheet since (PR-AGAIN)" in found[0]


@covers("tcs", "10.1", "10.1a")
def test_decisions_about_batteries_that_are_not_there_are_refused() -> None:
    assert faults(headquarters(), "Blue", support={"X": "HD"}) == [
        "10.1: support: X is no battery of this side"
    ]


@covers("tcs", "6.5a", "6.5c")
def test_a_plan_may_be_written_anew_and_a_centre_only_where_the_program_set_it() -> None:
    other = {"mode": "defend", "route": ["0510", "0410"], "area": ["0410"]}
    game = headquarters()
    assert faults(game, "Blue", settle=[{"unit": "B/1", "contingency": other, "centre": "0410"}]) == [
        "6.5a: B/1: its centre is fixed until it has been on a sheet"
    ]
    plan_phase(game, "Blue", settle=[{"unit": "B/1", "contingency": other}], **HOLD)
    place = game.state.places[game.state.group[game.table.scene.unit("B/1")]]
    assert place.plan is not None
    assert place.plan.mode == "defend"


@covers("tcs", "6.5c")
def test_who_defends_in_place_withdraws_after_the_third_turn_of_attack() -> None:
    position = situation("headquarters", **{"B/1": {"status": ["shot at"]}})
    position.state["places"][0] |= {"attacked": 2, "fires": 2}
    position.state["places"][0]["contingency"] = {**OUT, "mode": "defend"}
    game = play(position)
    assert step_words(game, "B/1") == "its contingency plan, to 0310"


@covers("tcs", "6.5c")
def test_after_three_quiet_turns_the_count_of_attacks_begins_again() -> None:
    position = situation("headquarters")
    position.state["places"][0] |= {"attacked": 2, "quiet": 2}
    assert play(position).state.places[0].attacked == 0


@covers("tcs", "6.4g", "6.5a")
def test_who_has_come_onto_the_map_without_orders_is_unassigned() -> None:
    position = situation("headquarters")
    position.state["places"][0]["units"] = ["B/1", "B/2"]
    game = play(position)
    assert step_words(game, "Gun") == "no sheet, by its centre 0410"
    assert game.state.places[game.state.group[game.table.scene.unit("Gun")]].provisional


@covers("tcs", "2.0")
def test_the_enemy_sees_nothing_of_sheets_and_the_umpire_everything() -> None:
    game = headquarters()
    assert [len(game.view(seat).sheets) for seat in (0, 1, None)] == [0, 5, 5]  # type: ignore[attr-defined]
    assert [len(game.view(seat).places) for seat in (0, 1, None)] == [1, 1, 2]  # type: ignore[attr-defined]
    seen = next(one for one in game.view(1).sheets if one.plan.id == "NB")  # type: ignore[attr-defined]
    assert seen.chance == implementation("attack", 6, 2, 1).odds.chance("implemented")  # type: ignore[union-attr]


@covers("tcs", "2.0")
def test_a_fork_for_the_enemy_has_other_orders_each_time() -> None:
    game = headquarters()
    dealt = {step_words(game.fork_for(0, bytes([seed])), "A/1") for seed in range(20)}
    assert len(dealt) > 2
    own = {step_words(game.fork_for(1, bytes([seed])), "A/1") for seed in range(5)}
    assert own == {"HD, A, step 1: defend BP"}


@pytest.mark.parametrize("name", ["headquarters", "worked-sheet", "marching"])
def test_orders_are_written_to_a_file_as_they_were_read(name: str) -> None:
    game = play(name)
    written = series.to_position(game.table)
    _scene, state = series.from_position(written)
    assert state.sheets == game.state.sheets
    assert state.places == game.state.places
    assert [state.sheet, state.group] == [game.state.sheet, game.state.group]


def test_decisions_in_one_form_are_refused_with_all_their_faults() -> None:
    wrong = {"hold": ["XX", "HD"], "discard": ["YY"], "succeed": ["NA"], "withdraw": ["A/1"]}
    found = faults(headquarters(), "Blue", **wrong)
    assert found == [
        "6.6c: hold: there is no sheet XX",
        "6.6c: hold: HD is in force already",
        "6.9: discard: there is no sheet YY",
        "6.8: succeed: there is no sheet NA in force",
        "6.5: A/1 is no unassigned unit of this side",
    ]


def test_red_may_decide_nothing() -> None:
    game = headquarters()
    decide(game, "Red")
    assert asked(game) == ["Blue command"]


@covers("tcs", "6.9")
def test_a_sheet_whose_units_are_lost_is_removed() -> None:
    lost = {unit: {"hex": "", "off": "destroyed", "lost": 5} for unit in ("C/1", "C/2")}
    game = headquarters(**lost)
    assert [stands(game, "AT"), stands(game, "NC")] == ["removed", "removed"]


@covers("tcs", "6.3d", "7.0", "7.1", "6.6d")
def test_the_sample_sheets_of_the_book() -> None:
    """A battalion of three companies has size 3, with three tank platoons 6. The elastic defense is hasty, so
    that nobody on it is dug in, whatever its notes say."""
    assert [elements(3, 0), elements(6, 0), size_modifier(6)] == [3, 6, 4]
    position = situation("headquarters")
    position.state["sheets"][0]["plan"] |= {"notes": "Dig in."}
    game = play(position)
    view: Any = game.view(1)
    assert not [unit for unit in view.units if unit.dug_in]
