"""Position files of Rapid Deployment Force: read and written, with all faults at once; views; queries."""

from pathlib import Path
from typing import Any

import pytest
from tests.rdf.situations import FOLDER, US, USSR, Bench, situation

from sandtable.engine import BadPosition, Driver, Position, Refused
from sandtable.engine.cases import covers
from sandtable.engine.dice import Script
from sandtable.engine.position import position_from
from sandtable.games.rdf import game
from sandtable.games.rdf.stacking import crowd

FILES = sorted(FOLDER.glob("*.toml"))


def opened(position: Position) -> Driver[Any, Any]:
    driver = Driver(game, *game.from_position(position), Script(()))
    driver.start()
    return driver


@covers("rdf", "2.1", "2.4", "2.41")
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_position_is_written_as_it_is_read(file: Path) -> None:
    scene, state = game.from_position(position_from(file.read_text("utf-8")))
    driver = Driver(game, scene, state, Script(()))
    again = game.from_position(game.to_position(driver.table))[1]
    assert again == state


@covers("rdf", "6.3", "6.31", "9.41", "12.1", "12.18", "14.21")
def test_all_faults_come_at_once() -> None:
    """Four tanks in a hex, three hits, a flying tank, infantry on a gun, two on one carrier."""
    units = [
        *[{"name": f"T{n}", "side": "US", "type": "M-60", "hex": "0505"} for n in range(4)],
        {"name": "H", "side": "US", "type": "M-60", "hex": "0101", "hits": 3, "altitude": "high"},
        {"name": "G", "side": "US", "type": "M-109", "hex": "0303"},
        {"name": "I", "side": "US", "type": "US Infantry", "hex": "0303", "aboard": "G"},
        {"name": "V", "side": "US", "type": "M113", "hex": "0304"},
        {"name": "J", "side": "US", "type": "US Infantry", "hex": "0304", "aboard": "V"},
        {"name": "K", "side": "US", "type": "US Infantry", "hex": "0304", "aboard": "V"},
        {"name": "R", "side": "USSR", "type": "T-72", "hex": "0909"},
    ]
    with pytest.raises(BadPosition) as found:
        game.from_position(situation("road", unit=units))
    assert {fault.case for fault in found.value.refusals} >= {"6.3", "9.41", "12.1", "12.18", "14.21"}


@covers("rdf", "6.31")
def test_three_helicopters_are_too_many() -> None:
    names = {name: {"type": "AH-1S", "hex": "0505"} for name in "ABC"}
    with pytest.raises(BadPosition, match="6.31"):
        game.from_position(situation("crowd", **names))


@covers("rdf", "6.3")
def test_headquarters_are_free_and_a_passenger_is_no_vehicle() -> None:
    bench = Bench("carriers")
    units = [bench.unit(name) for name in ("V", "W", "J", "T", "I")]
    assert [*crowd(bench.table.scene, bench.table.state, units)] == []


def test_words_that_there_are_not_are_named() -> None:
    with pytest.raises(BadPosition) as found:
        game.from_position(
            situation("road", T={"type": "T-34"}, G={"status": ["asleep"]}, I={"hex": "9999"}, phase="tea")
        )
    text = str(found.value)
    assert all(word in text for word in ("T-34", "asleep", "9999", "tea"))


@covers("rdf", "3.1", "5.63", "13.11")
def test_a_view_holds_the_own_sheet_and_nothing_of_the_others() -> None:
    driver = opened(situation("hidden-hq", phase="first-movement"))
    own: Any = driver.view(US)
    other: Any = driver.view(USSR)
    assert own.sheets[US].host == driver.table.scene.unit("I")
    assert other.sheets[US] is None
    assert own.places[driver.table.scene.unit("H")] == -6
    assert other.places[driver.table.scene.unit("H")] == -1
    assert other.chiefs[0] == -1


@covers("rdf", "2.42")
def test_markers_stand_on_the_counters() -> None:
    """Inactive, fired, one hit, suppressed, medium altitude, cargo."""
    position = situation(
        "carriers",
        T={"status": ["inactive", "fired"], "hits": 1, "suppressed_by": ["USSR"]},
    )
    driver = opened(position)
    marks = {counter.name: counter.status for counter in game.counters(driver.table, None)}
    assert marks["T"] == ("I", "F", "1", "S")
    assert marks["W"] == ("C",)
    assert "J" not in marks


@covers("rdf", "9.0", "6.33", "13.5")
def test_questions_about_odds_are_answered_by_name() -> None:
    driver = opened(situation("road", R={"hex": "0509", "status": []}, I={"hex": "0601"}))
    odds = game.odds(driver.table, {"firer": "T", "target": "R"})
    assert odds.purpose == "Direct fire"
    with pytest.raises(Refused, match="11.0"):
        game.odds(driver.table, {"firer": "T", "target": "R", "weapon": 4})
    with pytest.raises(Refused, match=r"9\.0"):
        game.odds(driver.table, {"firer": "T", "target": "G"})


@covers("rdf", "7.0", "7.42")
def test_a_line_of_sight_is_explained() -> None:
    driver = opened(situation("lookout"))
    hidden = game.sight(driver.table, {"from": "A", "to": "B"})
    assert (hidden.clear, hidden.case) == (False, "7.11")
    far = game.sight(driver.table, {"from": "A", "to": "M"})
    assert (far.clear, far.case) == (False, "7.42")


def test_the_situation_in_words_says_where_everybody_is() -> None:
    driver = opened(situation("arrival"))
    mine, theirs = game.situation(driver.table, US), game.situation(driver.table, USSR)
    assert "1206  X" in mine
    assert "V is still to come" in mine
    assert "still to come" not in theirs
