"""The Action Phase: steps and their prices, roads, slow go, carriers."""

from __future__ import annotations

from msgspec.structs import replace
from tests.tcs.practice import Practice, lay_out
from tests.tcs.situations import (
    answer,
    asked,
    line,
    offered,
    play,
    rolls,
    situation,
    status,
    told,
    where,
    why_not,
)

from sandtable.engine.cases import covers
from sandtable.engine.position import BoardChanges
from sandtable.games.tcs.close_combat import step_cost
from sandtable.games.tcs.ways import Way, way_bars, ways


@covers("tcs", "12.0a", "1.3f", "12.1")
def test_a_platoon_of_six_points_walks_six_hexes_of_open_ground() -> None:
    """Open ground costs troops on foot one point."""
    game = play("column")
    answer(game, "Blue: A/2")
    for row in range(13, 19):
        assert asked(game) == ["Blue step"]
        answer(game, f"Blue: 05{row}")
    assert asked(game) == ["Blue pick-unit"]
    assert where(game, "A/2") == "0518"
    assert "A/2" not in offered(game, "Blue")
    assert why_not(game, "Blue", "A/2").startswith("12.0a")


@covers("tcs", "12.0a")
def test_one_hex_may_always_be_entered_but_only_as_the_first() -> None:
    """Forest costs two points on foot; whoever has one left of six stops before it, who has six goes in."""
    woods = BoardChanges(terrain={"0517": "forest", "0511": "forest"})
    short = situation("column", board=woods, **{"A/2": {"spent": 30}})
    game = play(short)
    answer(game, "Blue: A/2")
    assert "0511" not in offered(game, "Blue")
    assert why_not(game, "Blue", "0511") == "12.0a 0511 costs more points than A/2 has left"
    gun = {"type": "us_57at", "company": ""}
    game = play(situation("column", board=woods, **{"A/2": gun}))
    answer(game, "Blue: A/2", "Blue: 0511")
    assert where(game, "A/2") == "0511"
    assert asked(game) == ["Blue pick-unit"]


@covers("tcs", "12.0a", "12.0g", "12.0c")
def test_who_may_not_move_is_told_why() -> None:
    marks = {"T1": {"status": ["fire"]}, "A/2": {"status": ["suppressed"]}, "Truck": {"status": ["done"]}}
    game = play(situation("column", **marks))
    assert why_not(game, "Blue", "T1") == "12.0a T1 is in fire mode"
    assert why_not(game, "Blue", "A/2") == "12.0g A/2 is suppressed or paralyzed"
    assert why_not(game, "Blue", "Truck") == "13.2d Truck has finished its movement of this Action Phase"
    assert why_not(game, "Blue", "R1") == "12.0a R1 is not of this side"


@covers("tcs", "5.1d", "12.1c")
def test_no_step_leads_onto_the_enemy_or_where_wheels_cannot_go() -> None:
    swamp = BoardChanges(terrain={"0509": "swamp"})
    game = play(situation("column", board=swamp, R1={"hex": "0511"}))
    answer(game, "Blue: Truck")
    assert why_not(game, "Blue", "0511") == "5.1d the enemy is in 0511"
    assert why_not(game, "Blue", "0509") == "12.1c Truck may not enter 0509 this way"
    assert {"0511", "0509"}.isdisjoint(offered(game, "Blue"))


@covers("tcs", "12.1b", "12.2f")
def test_the_road_over_the_bridge_and_a_block_on_it() -> None:
    """A primary road costs vehicles a third of a point; the stream without a bridge is dear."""
    column = situation("column", map="first-blood", size="", T1={"hex": "1010"})
    game = play(column)
    answer(game, "Blue: T1")
    assert {"1110 by road", "1110"} <= {*offered(game, "Blue")}
    ask = game.asked(1)
    texts = {option.key: option.text for option in map(ask.describe, ask.options)}
    assert texts["1110 by road"] == "T1 moves to 1110 by road for 1/3"
    answer(game, "Blue: 1110 by road")
    assert told(game)[-1] == "T1 moves by road to 1110"
    assert status(game, "T1") == ["by road"]
    game = play(replace(column, state={**column.state, "blocks": ["1110"]}))
    answer(game, "Blue: T1")
    assert why_not(game, "Blue", "1110 by road") == "12.2f the road in 1110 is blocked"
    into = game.table.scene.hex("1110")
    assert step_cost(play(column).table, game.table.scene.unit("T1"), into) == 2  # a third of a point
    assert step_cost(game.table, game.table.scene.unit("T1"), into) > 2  # whoever attacks pays the ground


@covers("tcs", "12.2f")
def test_a_tank_that_stands_beside_a_block_all_phase_clears_it() -> None:
    beside = situation("column", state={"blocks": ["0515", "0518"]})
    game = play(beside)
    answer(game, "Blue: pass")
    assert "The road in 0515 is clear again" in told(game)
    assert "The road in 0518 is clear again" not in told(game)


@covers("tcs", "12.2a", "12.2e")
def test_a_tank_in_slow_go_bogs_down_on_a_five() -> None:
    swamp = situation("column", board=BoardChanges(terrain={"0513": "swamp"}), **{"A/2": None})
    lost = play(swamp, 5)
    answer(lost, "Blue: T1", "Blue: 0513")
    assert rolls(lost) == ["Slow go: 5 bogged down"]
    assert line(lost, "T1")["off"] == "destroyed"
    through = play(swamp, 4)
    answer(through, "Blue: T1", "Blue: 0513")
    assert where(through, "T1") == "0513"
    assert status(through, "T1") == ["by slow go"]


@covers("tcs", "12.2b")
def test_troops_on_foot_wade_through_a_swamp_without_a_die() -> None:
    game = play(situation("column", board=BoardChanges(terrain={"0513": "swamp"})))
    answer(game, "Blue: A/2", "Blue: 0513")
    assert where(game, "A/2") == "0513"
    assert rolls(game) == []


@covers("tcs", "12.2a")
def test_passengers_of_a_bogged_halftrack_stand_in_the_hex_and_go_no_further() -> None:
    swamp = BoardChanges(terrain={"0509": "swamp"})
    track = {"type": "us_m3ht"}
    game = play(situation("column", board=swamp, Truck=track, **{"A/1": {"hex": "", "carrier": "Truck"}}), 6)
    answer(game, "Blue: Truck", "Blue: 0509")
    assert where(game, "A/1") == "0509"
    assert "done" in status(game, "A/1")
    assert told(game)[-2:] == ["A/1 is thrown out in 0509", "Truck bogs down in 0509 and is lost"]


@covers("tcs", "12.3", "12.3a", "12.3b", "12.3d")
def test_a_platoon_and_a_mortar_ride_and_pay_their_part() -> None:
    """The truck pays 5 of 20 points to take up each. A/1 pays 1 of 6, and a quarter of 6 twice."""
    game = play("column")
    answer(
        game, "Blue: A/1", "Blue: mount Truck", "Blue: stop", "Blue: Mort", "Blue: mount Truck", "Blue: stop"
    )
    assert line(game, "Truck")["spent"] == 2 * 5 * 6
    assert line(game, "A/1")["spent"] + line(game, "A/1")["ridden"] == 4 * 6
    answer(game, "Blue: Truck", "Blue: 0509", "Blue: stop")
    assert where(game, "A/1") == where(game, "Mort") == "0509"
    answer(game, "Blue: Mort", "Blue: dismount")
    assert told(game)[-1] == "Mort dismounts in 0509"
    assert line(game, "Truck")["spent"] == 15 * 6 + 6


@covers("tcs", "12.3a", "12.4b")
def test_a_second_platoon_finds_no_room_and_no_platoon_rides_on_a_tank() -> None:
    beside = {"A/2": {"hex": "0510"}, "T1": {"hex": "0510"}, "A/1": {"hex": "", "carrier": "Truck"}}
    game = play(situation("column", **beside))
    answer(game, "Blue: A/2")
    assert not [key for key in offered(game, "Blue") if key.startswith("mount")]
    game = play(situation("column", **beside))
    answer(game, "Blue: Mort")
    assert [key for key in offered(game, "Blue") if key.startswith("mount")] == ["mount Truck"]


@covers("tcs", "12.0c", "12.3b")
def test_guns_are_hitched_and_go_where_they_are_pulled() -> None:
    gun = {"type": "us_57at", "company": "", "hex": "0510"}
    game = play(situation("column", **{"A/2": gun}))
    answer(game, "Blue: A/2", "Blue: hitch to Truck", "Blue: stop", "Blue: Truck", "Blue: 0509", "Blue: stop")
    assert where(game, "A/2") == "0509"
    assert status(game, "A/2") == ["towed"]
    answer(game, "Blue: A/2", "Blue: unhitch")
    assert status(game, "A/2") == []


@covers("tcs", "12.3b")
def test_a_truck_in_fire_mode_takes_on_troops_for_nothing() -> None:
    game = play(situation("column", Truck={"status": ["fire"]}))
    answer(game, "Blue: A/1", "Blue: mount Truck")
    assert line(game, "Truck").get("spent", 0) == 0
    assert line(game, "A/1")["spent"] == 6


@covers("tcs", "12.0a", "12.1c", "5.1d")
def test_the_ways_on_offer_are_those_without_a_bar() -> None:
    """A tank with more and less left, an enemy beside it, and forest, woods and a swamp around it."""
    units = "T us_m4 Blue 0505 -\nE ge_green Red 0504 fire"
    practice = Practice(lay_out(units, h0506="forest", h0605="swamp", h0406="woods"))
    table = practice.table
    for spent in (0, 30, 60, 72, 84):
        table.state.spent[0] = spent
        hex = table.state.hexes[0]
        every = [
            Way(hex * 6 + direction, beyond, road)
            for direction, beyond in enumerate(table.scene.country.neighbours[hex * 6 : hex * 6 + 6])
            for road in (True, False)
        ]
        assert [*ways(table, 0)] == [way for way in every if not way_bars(table, 0, way)]
