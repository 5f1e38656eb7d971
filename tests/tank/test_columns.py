"""Columns: coming on, keeping to the track, being held up, and leaving the map [17.3E]."""

from __future__ import annotations

import random
from typing import Any

from tests.tank.plotted import pad, plot, refused
from tests.tank.situations import ALPHA, BRAVO, Play, asked, play, situation, status, told, where

from sandtable.engine import Driver, Position
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.games.tank import game

COLUMN = ("A1", "A2", "A3", "A4", "A5", "A6", "A7")


def stand(driver: Play, *units: str) -> list[str]:
    return [where(driver, unit) for unit in units]


def come_on(alpha: dict[str, Any], bravo: dict[str, Any]) -> Play:
    driver = play("column")
    driver.submit(ALPHA, alpha)
    driver.submit(BRAVO, bravo)
    return driver


@covers("tank", "17.3E", "17.11", "16.0")
def test_unit_k_comes_on_with_its_kth_point() -> None:
    """Five points on clear ground: the k-th of seven stands 5 - k hexes beyond the entry hex, two wait."""
    driver = come_on({"entry": "0501"}, {"entry": "1516"})
    assert stand(driver, *COLUMN) == ["0505", "0504", "0503", "0502", "0501", "", ""]
    assert [driver.state.hexes[unit] for unit in (5, 6)] == [-1, -2]
    assert asked(driver) == ["Alpha final-facing", "Bravo final-facing"]
    assert "A7 has plotted: MV, still off the map" in told(driver, ALPHA)


@covers("tank", "17.3E")
def test_the_order_of_the_column_is_its_players() -> None:
    driver = come_on({"entry": "0501", "order": ["A7", "A3"]}, {"entry": "1516"})
    assert stand(driver, "A7", "A3", "A1", "A2") == ["0505", "0504", "0503", "0502"]


@covers("tank", "17.3E", "17.11")
def test_the_route_leads_through_the_places_named_and_across() -> None:
    """From 0501 through 0503 and 0803; the edge to be reached is the southern one."""
    driver = come_on({"entry": "0501", "route": ["0503", "0803"]}, {"entry": "1516"})
    track = [driver.table.scene.hex_name(hex) for hex in driver.state.tracks[ALPHA]]
    assert track[:3] == ["0501", "0502", "0503"]
    assert "0803" in track
    assert track[-1].endswith("16")


@covers("tank", "17.3E", "17.11")
def test_what_is_wrong_with_a_column_is_said_at_once() -> None:
    driver = play("column")
    assert refused(driver, ALPHA, {"entry": "0502", "order": ["B1", "A1", "A1"]}) == [
        "17.3E entry",
        "17.3E B1",
        "17.3E A1",
    ]
    assert refused(driver, ALPHA, {"entry": "0501", "route": ["9999"]}) == ["17.3E route"]


@covers("tank", "17.11")
def test_the_advance_route_is_the_plot_of_every_unit_until_contact() -> None:
    """Nobody is asked to plot; the second Game-Turn takes the column five hexes on."""
    driver = come_on({"entry": "0501"}, {"entry": "1516"})
    driver.submit(ALPHA, {})
    driver.submit(BRAVO, {})
    assert stand(driver, *COLUMN) == ["0510", "0509", "0508", "0507", "0506", "0505", "0504"]


@covers("tank", "17.3E")
def test_marching_takes_everybody_along_without_a_line_for_each() -> None:
    """A1 makes five hexes from 0503; A3 and A4 come on behind A2."""
    driver = plot(play("coming-on"), pad(march=True), pad())
    assert stand(driver, "A1", "A2", "A3", "A4") == ["0508", "0507", "0505", "0504"]


@covers("tank", "17.3E")
def test_a_unit_that_stays_holds_up_those_behind_it() -> None:
    """A1 faces instead: A2 stays behind it, and A3 and A4 close up."""
    driver = plot(play("coming-on"), pad("A1 FC", march=True), pad())
    assert stand(driver, "A1", "A2", "A3", "A4") == ["0503", "0502", "0501", ""]


@covers("tank", "17.3E")
def test_the_leader_chooses_the_way_and_the_others_follow_his_track() -> None:
    """A1 turns off to the southeast at 0503; those who march come the way that it took."""
    driver = plot(play("coming-on"), pad("A1 MV 0603 0704 0804", march=True), pad())
    assert stand(driver, "A1", "A2", "A3", "A4") == ["0804", "0704", "0603", "0503"]


@covers("tank", "17.3E")
def test_until_it_is_fired_on_a_column_keeps_track_and_order() -> None:
    driver = play("coming-on")
    assert refused(driver, ALPHA, pad("A2 MV 0602")) == ["17.3E A2"]
    assert refused(driver, ALPHA, pad("A2 MV 0503")) == ["17.3E A2", "11.0 A2"]
    assert refused(driver, ALPHA, pad("A2 MVR 0501")) == ["17.3E A2"]
    assert refused(driver, ALPHA, pad("A3 DF 1516")) == ["17.3E A3"]
    assert refused(driver, ALPHA, pad("A3 MV 0602")) == ["17.3E A3"]


@covers("tank", "17.3E")
def test_once_fired_on_the_units_go_where_they_like() -> None:
    """Who comes on later comes on at the entry hex and is plotted freely from there."""
    driver = play(situation("coming-on", state={"fired_on": [1, 0]}))
    assert refused(driver, ALPHA, pad("A3 MV 0602")) == ["17.3E A3"]
    plot(driver, pad("A2 MV 0602", "A3 MV 0501 0601"), pad())
    assert stand(driver, "A2", "A3", "A4") == ["0602", "0601", ""]


@covers("tank", "17.3E", "9.35")
def test_who_cannot_come_on_waits() -> None:
    """An enemy who stays in the entry hex stops the leader, and the second with it."""
    driver = plot(play("entry-held"), pad(march=True), pad())
    assert [driver.state.hexes[unit] for unit in (0, 1)] == [-1, -2]


@covers("tank", "17.3E", "9.35")
def test_a_leader_who_is_stopped_holds_up_his_column() -> None:
    """B1 stays in 0505: A1 is stopped in 0504, and the others end behind it."""
    driver = plot(play(situation("coming-on", B1={"hex": "0505"})), pad(march=True), pad())
    assert stand(driver, "A1", "A2", "A3", "A4") == ["0504", "0503", "0502", "0501"]


@covers("tank", "17.3E")
def test_another_route_may_be_laid_before_the_leader() -> None:
    driver = plot(play("coming-on"), pad(march=True, route=["0603", "0608"]), pad())
    assert stand(driver, "A1", "A2") == ["0607", "0606"]


@covers("tank", "17.13", "17.3E")
def test_leaving_the_map_takes_a_point_and_cannot_be_undone() -> None:
    """A1 from 0515 over 0516, off edge Y: two points. One of two through is half of Alpha."""
    driver = plot(play("way-out"), pad("A1 MV 0516 exit"), pad())
    assert "exited" in status(driver, "A1")
    assert driver.state.outcome.winner == ALPHA
    assert any(sentence == "A1 leaves the map" for sentence in told(driver))


def at_the_far_edge() -> Position:
    """Two tanks that nobody has fired on, at the end of their track, which leads to edge Y."""
    return situation(
        "way-out",
        A1={"hex": "0516", "place": 6},
        A2={"hex": "0515", "place": 5},
        state={"fired_on": [0, 3], "routes": [[f"05{row}" for row in range(10, 17)], []]},
    )


@covers("tank", "17.3E", "17.13")
def test_a_column_that_nobody_has_fired_on_leaves_the_map_at_the_end_of_its_track() -> None:
    """A1 by its first point, A2 by its second; one of two is enough for Alpha, so A1 ends the game."""
    driver = plot(play(at_the_far_edge()), pad(march=True), pad())
    assert "exited" in status(driver, "A1")
    assert driver.state.outcome.winner == ALPHA


@covers("tank", "17.3E")
def test_the_way_off_the_map_belongs_to_the_track() -> None:
    """Both may write it out; but A2 neither leaves by another hex, nor before A1."""
    driver = plot(play(at_the_far_edge()), pad("A1 MV exit", "A2 MV 0516 exit"), pad())
    assert "exited" in status(driver, "A1")
    assert refused(play(at_the_far_edge()), ALPHA, pad("A1 MV exit", "A2 MV 0415 0416 exit")) == ["17.3E A2"]
    assert refused(play(at_the_far_edge()), ALPHA, pad("A2 MV 0516 exit")) == ["17.3E A2"]


@covers("tank", "17.3E", "17.12", "17.13")
def test_the_map_is_left_over_the_right_edge_only() -> None:
    driver = play("way-out")
    assert refused(driver, ALPHA, pad("A1 MV exit")) == ["17.3E A1"]
    assert refused(driver, BRAVO, pad("B1 MV exit")) == ["17.3E B1"]
    driver = play(situation("way-out", state={"situation": "AT", "quiet": 10}))
    assert refused(driver, ALPHA, pad("A1 MV 0516 exit")) == ["17.3E A1"]


@covers("tank", "17.11", "17.3E")
def test_in_a_meeting_engagement_exits_open_after_preservation() -> None:
    """From the Game-Turn after, and over the edge by which the side came: Alpha's is X, the eastern one."""
    position = situation("way-out", A1={"hex": "2005"}, state={"situation": "ME", "preserved": [0, 9]})
    assert refused(play(position), ALPHA, pad("A1 MV exit")) == ["17.3E A1"]
    position = situation("way-out", A1={"hex": "2005"}, state={"situation": "ME", "preserved": [0, 8]})
    driver = plot(play(position), pad("A1 MV exit"), pad())
    assert "exited" in status(driver, "A1")


@covers("tank", "17.3E")
def test_whoever_repeats_last_turn_in_the_column_is_offered_no_way_of_his_own() -> None:
    """In this game a unit of the column was led off its track by what was offered behind `again`."""
    driver = Driver(game, *game.set_up("1", game.settled({})), seeded(352), keep=False)
    driver.start()
    picks = random.Random(352).randrange
    while not driver.over:
        ask = driver.asks[0]
        driver.answer(ask.side, random_answer(ask, picks))
        assert not [*game.faults(driver.table)]
