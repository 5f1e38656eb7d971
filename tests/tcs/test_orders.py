"""Op sheets in play: moves, fire and assaults judged, refused and noted, in the three readings."""

from __future__ import annotations

import pytest
from tests.tcs.command import begin, let_pass, march, sheet, step_words
from tests.tcs.situations import Play, answer, asked, offered, play, situation, status, told, where, why_not

from sandtable.engine import Refused
from sandtable.engine.cases import covers

SEEN = {"1/1": {"status": ["fire", "paralyzed"]}, "1/2": {"status": ["fire", "paralyzed"]}}


def worked(reading: str = "marked", *dice: int, **changes: object) -> Play:
    """The worked sheet, Blue to move, with another reading or other places of units."""
    options = {"orders": reading} if reading != "marked" else {}
    return begin(play(situation("worked-sheet", options=options, **changes), *dice), "Blue")


@covers("tcs", "6.7", "6.7b", "12.0b")
def test_options_are_those_that_the_sheet_allows_and_refusals_point_the_way() -> None:
    """Like action 2 and 3 of the worked sheet: onto the phase line, not past it."""
    game = worked()
    march(game, "Blue", "B/1", "1511")
    answer(game, "Blue: B/1")
    assert "1611" not in offered(game, "Blue")
    reason = why_not(game, "Blue", "1611")
    assert reason.startswith("6.7b B/1 is on BL-2, assault, step 1: move along FIR to ASH: ")
    assert "it would pass a line that it has to stop at (OS-LINE)" in reason
    with pytest.raises(Refused):
        answer(game, "Blue: 1611")
    assert where(game, "B/1") == "1511"


@covers("tcs", "6.7b")
def test_a_unit_beside_its_way_is_noted_once_a_turn_and_the_enemy_hears_nothing() -> None:
    """1513 is three hexes from FIR: two are its width, two more its margin. The enemy sees a count."""
    game = worked()
    march(game, "Blue", "B/2", "1512", "1513")
    assert "OS-EDGE is noted for Blue: B/2: beside what is drawn" in told(game, 1)
    assert not [words for words in told(game, 0) if "noted" in words]
    assert [dict(sheet(game, "BL-2").flags), game.view(0).notes] == [{"OS-EDGE": 1}, (0, 1)]  # type: ignore[attr-defined]


@covers("tcs", "6.7b")
def test_nobody_lives_in_the_margin() -> None:
    """Who begins his Action Phase in 1513 may only come nearer again; 1512 is two from FIR."""
    game = worked(**{"B/2": {"hex": "1513", "began": "1513"}})
    answer(game, "Blue: B/2")
    assert "1514" not in offered(game, "Blue")
    assert "1512" in offered(game, "Blue")
    assert "(OS-OUT); the nearest hex that it allows is 1412" in why_not(game, "Blue", "1514")


@covers("tcs", "6.7b")
def test_the_strict_reading_refuses_what_the_marked_one_notes() -> None:
    game = worked("strict", **{"B/2": {"hex": "1512"}})
    answer(game, "Blue: B/2")
    assert "1513" not in offered(game, "Blue")
    assert "(OS-EDGE)" in why_not(game, "Blue", "1513")


@covers("tcs", "6.7b")
def test_the_free_reading_refuses_nothing_and_notes_everything() -> None:
    game = worked("free", **{"B/2": {"hex": "1513", "began": "1513"}})
    march(game, "Blue", "B/2", "1514")
    assert where(game, "B/2") == "1514"
    assert game.state.notes == [0, 1]
    assert dict(sheet(game, "BL-2").flags) == {"OS-OUT": 1}


@covers("tcs", "6.7b")
def test_the_fourth_doubt_of_a_kind_is_refused() -> None:
    noted = situation("worked-sheet", **{"B/2": {"hex": "1512"}})
    noted.state["sheets"][0]["noted"] = {"OS-EDGE": 3}
    game = begin(play(noted), "Blue")
    answer(game, "Blue: B/2")
    assert "1513" not in offered(game, "Blue")
    assert "that has been noted 3 times (OS-EDGE)" in why_not(game, "Blue", "1513")


@covers("tcs", "6.2b", "6.7b")
def test_a_step_ends_when_all_have_come_to_its_line_and_the_next_one_may_begin() -> None:
    """T1 is in its support position; the second step of the assault begins with the last of it on ASH."""
    game = worked(**{"B/1": {"hex": "1510"}, "B/2": {"hex": "1511"}, "B/3": {"hex": "1409"}})
    assert step_words(game, "T1") == "BL-2, support, step 2: support to EAST ARDEN"
    assert step_words(game, "B/1").startswith("BL-2, assault, step 1: ")
    march(game, "Blue", "B/3", "1509")
    assert step_words(game, "B/1") == "BL-2, assault, step 2: attack RIDGE along FIR, seeking a fight"
    words = [one for one in told(game, 1) if "begins its next step" in one]
    assert (
        words[-1] == "assault of op sheet BL-2 begins its next step: attack RIDGE along FIR, seeking a fight"
    )
    assert not [one for one in told(game, 0) if "step" in one]
    answer(game, "Blue: B/1")
    assert "1610" in offered(game, "Blue")


@covers("tcs", "6.2b")
def test_suppressed_stragglers_do_not_hold_up_a_step() -> None:
    changes = {"B/1": {"hex": "1510"}, "B/2": {"hex": "1511"}, "B/3": {"status": ["suppressed"]}}
    game = worked(**changes)
    assert step_words(game, "B/1").startswith("BL-2, assault, step 2: ")


@covers("tcs", "6.11b")
def test_an_uncommitted_reserve_keeps_three_behind_and_may_not_attack() -> None:
    """B's foremost is at 3 along FIR, so 1210, at 0, is three behind and 1310, at 1, is two."""
    game = worked(**{"B/1": {"hex": "1510"}, "A/1": {"hex": "1110"}})
    march(game, "Blue", "A/1", "1210 by road")
    assert game.state.notes == [0, 0]
    answer(game, "Blue: A/1", "Blue: 1310 by road")
    assert dict(sheet(game, "BL-2").flags) == {"OS-RES": 1}


@covers("tcs", "6.11b", "13.0")
def test_a_reserve_that_waits_does_not_assault_and_others_do() -> None:
    game = worked(
        **{"A/1": {"hex": "1609"}, "B/1": {"hex": "1609"}, "1/1": {"hex": "1709", "status": ["paralyzed"]}}
    )
    answer(game, "Blue: A/1")
    assert "(OS-RES)" in why_not(game, "Blue", "assault 1709")
    answer(game, "Blue: stop", "Blue: B/1")
    assert "assault 1709" in offered(game, "Blue")


@covers("tcs", "9.4d", "6.7b")
def test_a_voluntary_retreat_is_a_right_that_is_always_noted() -> None:
    game = worked("strict", 1, **{"B/1": {"hex": "1409"}})
    answer(game, "Blue: B/1", "Blue: retreat")
    assert dict(sheet(game, "BL-2").flags) == {"OS-SYR": 1}


@covers("tcs", "6.5a", "6.5b")
def test_unassigned_units_do_as_they_like_within_five_hexes_of_their_centre() -> None:
    """0510 to 1010 is five hexes; C/1 has gone so far, and the next is six away."""
    game = worked(**{"C/1": {"hex": "1010"}})
    answer(game, "Blue: C/1")
    assert "1110" not in [key.split()[0] for key in offered(game, "Blue")]
    reason = why_not(game, "Blue", "1110")
    assert reason.startswith("6.5a C/1 is on no sheet, by its centre 0510: ")
    assert "within 5 hexes" in reason
    answer(game, "Blue: 0910")
    assert where(game, "C/1") == "0910"


@covers("tcs", "6.7b", "8.6b")
def test_fire_of_a_shy_group_at_a_far_enemy_is_noted() -> None:
    """A waiting reserve is to avoid contact; 1609 to 1808 is two hexes, 1508 to 1808 three."""
    for start, notes in (("1609", {}), ("1508", {"OS-FIRE": 1})):
        marks = {"A/1": {"hex": start, "status": ["fire"]}, "1/1": {"status": ["paralyzed"]}}
        game = play(situation("worked-sheet", phase="direct-fire", **marks), 3, 3)
        answer(game, "Blue: 1808", "Blue: A/1 fires at 1808")
        assert dict(sheet(game, "BL-2").flags) == notes


@covers("tcs", "6.3f")
def test_a_march_that_is_fired_on_goes_back_by_its_failure_route() -> None:
    """The column was shot at: the next hex of its road is closed, the hex behind it open."""
    game = begin(play(situation("marching", TR1={"status": ["shot at"]})), "Blue")
    answer(game, "Blue: TR1")
    keys = [key.split()[0] for key in offered(game, "Blue")]
    assert "0910" not in keys
    assert "0710" in keys
    assert "(OS-CONTACT)" in why_not(game, "Blue", "0910")


@covers("tcs", "6.3f", "6.10")
def test_in_the_next_planning_phase_such_a_column_has_failed() -> None:
    game = play(situation("marching", phase="command-planning", TR1={"status": ["shot at"]}))
    assert step_words(game, "TR1") == "MV-1, column, failure instructions"
    assert "Blue declares failure of column on op sheet MV-1: contact" in told(game, 1)


@covers("tcs", "6.10", "6.10b")
def test_failure_is_declared_in_the_action_phase_and_leads_back() -> None:
    """D8's tenth action: at 1711 the enemy is next door; back along the route is allowed, 1712 is not."""
    changes = {
        "B/1": {"hex": "1711", "lost": 2}, "B/2": {"hex": "1711"}, "B/3": {"hex": "1711"},
        "1/1": None, "1/2": None, "1/3": {"hex": "1812"},
    }  # fmt: skip
    position = situation("worked-sheet", turn=6, **changes)
    position.state["sheets"][0]["steps"] = [1, 1, 0]
    game = play(position)
    assert asked(game) == ["Blue declare-failure"]
    answer(game, "Blue: BL-2: assault")
    assert step_words(game, "B/1") == "BL-2, assault, failure instructions"
    answer(game, "Blue: B/1")
    keys = [key.split()[0] for key in offered(game, "Blue")]
    assert "1610" in keys
    assert "1712" not in keys
    assert "(FA-FWD)" in why_not(game, "Blue", "1712")


@covers("tcs", "6.10")
def test_nobody_fails_who_has_only_just_set_out() -> None:
    game = play(situation("worked-sheet"))
    assert offered(game, "Blue") == []
    assert "nothing has happened to it yet (FA-EARLY)" in why_not(game, "Blue", "BL-2: assault")


@covers("tcs", "6.10", "6.8")
def test_at_the_rally_area_a_failed_group_is_unassigned() -> None:
    """All three platoons of B in 1310 and 1210; the route ends at 1210, which is their centre."""
    changes = {unit: {"hex": hex} for unit, hex in (("B/1", "1310"), ("B/2", "1209"), ("B/3", "1110"))}
    position = situation("worked-sheet", turn=6, **changes)
    position.state["sheets"][0] |= {"steps": [-1, 1, 0], "failed_from": [0, -1, -1]}
    game = begin(play(position), "Blue")
    assert "failure" in step_words(game, "B/3")
    march(game, "Blue", "B/3", "1210 by road")
    assert step_words(game, "B/3") == "no sheet, by its centre 1210"
    assert "B/1 is unassigned; its centre is 1210" in told(game, 1)
    assert not [words for words in told(game, 0) if "unassigned" in words]


@covers("tcs", "6.10b")
def test_standing_still_on_failure_instructions_is_noted_the_second_time() -> None:
    position = situation("worked-sheet", turn=6, **{"B/1": {"hex": "1510", "slow": 1}})
    position.state["sheets"][0] |= {"steps": [-1, 1, 0], "failed_from": [0, -1, -1]}
    game = begin(play(position), "Blue")
    for unit in ("B/1", "B/2", "B/3"):
        game.state.began[game.table.scene.unit(unit)] = game.state.hexes[game.table.scene.unit(unit)]
    answer(game, "Blue: pass")
    assert dict(sheet(game, "BL-2").flags) == {"FA-SLOW": 1}


@covers("tcs", "6.5c")
def test_an_attacked_group_withdraws_by_its_plan_in_its_own_action_phase() -> None:
    """Two separate fires in the turn are an attack; then only the way out is open, and it must be used."""
    position = situation("worked-sheet", **{"C/1": {"status": ["shot at"]}})
    position.state["places"][0]["fires"] = 2
    game = begin(play(position), "Blue")
    assert "unassigned units of Blue withdraw by their contingency plan: C/1 and C/2" in told(game, 1)
    answer(game, "Blue: C/1")
    keys = [key.split()[0] for key in offered(game, "Blue")]
    assert "0410" in keys
    assert "0610" not in keys
    assert "(UN-OUT)" in why_not(game, "Blue", "0610")


@covers("tcs", "6.5c")
def test_a_chance_shot_is_no_attack() -> None:
    position = situation("worked-sheet", **{"C/1": {"status": ["shot at"]}})
    position.state["places"][0]["fires"] = 1
    game = begin(play(position), "Blue")
    assert step_words(game, "C/1") == "no sheet, by its centre 0510"


@covers("tcs", "6.5c")
def test_at_the_end_of_the_way_out_the_centre_is_there() -> None:
    position = situation("worked-sheet", **{"C/1": {"hex": "0310"}, "C/2": {"hex": "0410"}})
    position.state["places"][0]["leaving"] = True
    game = begin(play(position), "Blue")
    march(game, "Blue", "C/2", "0310 by road")
    assert step_words(game, "C/1") == "no sheet, by its centre 0310"


def test_overwatch_during_a_march_is_declined_by_the_test_itself() -> None:
    """The helper that lets windows pass leaves no question open but the mover's."""
    game = worked()
    answer(game, "Blue: B/1", "Blue: 1511")
    let_pass(game)
    assert asked(game) == ["Blue step"]
    assert status(game, "1/1") == ["fire"]


@covers("tcs", "6.10")
def test_giving_up_without_a_loss_is_noted() -> None:
    """In the third turn after implementation it may be done; nothing has happened to B."""
    game = play(situation("worked-sheet", turn=6))
    answer(game, "Blue: BL-2: assault")
    assert dict(sheet(game, "BL-2").flags) == {"FA-EARLY": 1}


@covers("tcs", "6.2b")
def test_who_does_not_set_out_at_the_hour_is_noted_late() -> None:
    """Turn 4 is 1000. The assault group has move-mode platoons with free hexes ahead and stays."""
    position = situation("worked-sheet")
    steps = position.state["sheets"][0]["plan"]["groups"][0]["steps"]
    steps[0]["start"] = [{"time": "1000"}]
    game = begin(play(position), "Blue")
    for unit in game.table.scene.own[1]:
        game.state.began[unit] = game.state.hexes[unit]
    answer(game, "Blue: pass")
    assert dict(sheet(game, "BL-2").flags) == {"OS-LATE": 1}
    game = begin(play(position), "Blue")
    march(game, "Blue", "B/1", "1510")
    answer(game, "Blue: pass")
    assert dict(sheet(game, "BL-2").flags) == {}


@covers("tcs", "6.7b", "7.1b")
def test_the_mover_is_told_where_his_orders_let_him_go_and_what_he_would_lose() -> None:
    """B/1's first step: the way with its width up to ASH; C/1 has all within five of 0510, 91 hexes but for
    those off the map: column 00 and beyond is not there."""
    game = worked(**{"B/1": {"dug": "1410"}})
    answer(game, "Blue: B/1")
    told_to_it = game.asked(1).context()
    assert told_to_it["orders"] == "BL-2, assault, step 1: move along FIR to ASH"
    assert "1511" in told_to_it["inside"]  # type: ignore[operator]
    assert "1513" in told_to_it["beside"]  # type: ignore[operator]
    texts = [game.asked(1).describe(option).text for option in game.asked(1).options]  # type: ignore[attr-defined]
    assert "B/1 moves to 1511 for 1, out of its hole" in texts
    answer(game, "Blue: stop", "Blue: C/1")
    inside = game.asked(1).context()["inside"]
    distance, hex = game.table.scene.country.distance, game.table.scene.hex
    assert {distance(hex("0510"), hex(name)) for name in inside} == set(range(6))  # type: ignore[attr-defined]
