"""Scenarios of one's own: a text form, points, and everything that cannot work told at once."""

import random
from typing import Any

import pytest
from tests.raid.situations import ALPHA, BRAVO, game, situation

from sandtable.bots.random import picks
from sandtable.engine import BadPosition, Driver
from sandtable.engine.asks import random_answer
from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.engine.position import position_from, position_text
from sandtable.engine.record import FromPosition, new_header, read_record, replay, write_record
from sandtable.engine.record.sources import source_of
from sandtable.games.raid.points import POINTS, cost
from sandtable.games.raid.scenarios import SCENARIOS


def changed(**parts: Any) -> Any:
    """The file with other fields, those of `alpha` and `bravo` laid over its forces; None takes one away."""
    position = situation("own-scenario")
    scenario = position.state["scenario"]
    for side in ("alpha", "bravo"):
        scenario[side] = {**scenario[side], **parts.pop(side, {})}
    position.state["scenario"] = {
        key: value for key, value in {**scenario, **parts}.items() if value is not None
    }
    return position


def faults(**parts: Any) -> list[str]:
    """What is wrong with the file so changed: place and reason."""
    with pytest.raises(BadPosition) as refused:
        game.from_position(changed(**parts))
    assert {fault.case for fault in refused.value.refusals} == {"15.9"}
    return [
        f"{fault.place.removeprefix('state.scenario.')}: {fault.reason}" for fault in refused.value.refusals
    ]


def played(seed: int) -> Driver[Any, Any]:
    """A whole game of it by random players."""
    driver: Driver[Any, Any] = Driver(game, *game.from_position(situation("own-scenario")), seeded(seed))
    driver.start()
    chance = random.Random(seed)
    while not driver.over:
        assert list(game.faults(driver.table)) == []
        driver.answer(driver.asks[0].side, random_answer(driver.asks[0], picks(chance)))
    return driver


@covers("raid", "15.9", "15.91", "15.92")
def test_a_scenario_of_ones_own_is_played_to_its_end_from_its_file() -> None:
    driver = played(3)
    assert driver.view(ALPHA).scenario == "Papers in the village"
    assert driver.state.night
    assert driver.state.outcome is not None
    assert [driver.table.scene.types[unit].id for unit in driver.table.scene.own[BRAVO]].count("dummy") == 2
    header = new_header(game, FromPosition(situation("own-scenario")), source_of(seeded(3)))
    assert replay(read_record(write_record(driver, header))).hash() == driver.hash()


def test_a_game_of_it_under_way_is_the_same_from_its_file() -> None:
    driver = played(4)
    again = game.from_position(position_from(position_text(game.to_position(driver.table))))[1]
    assert again.own == driver.state.own


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"turns": 0}, "turns: a scenario lasts a turn or more"),
        ({"goal": None}, "goal: it is missing"),
        ({"goal_hexes": ["9999"]}, "goal_hexes: there is no hex 9999 on this map"),
        ({"goal": "buildings", "goal_hexes": ["2020"]}, "goal_hexes: not all of them are Buildings"),
        ({"goal": "aqueduct", "alpha": {"carried": {}}}, "alpha: Alpha has nothing that could destroy what"),
        ({"goal": "exit", "exit": {"vehicles": 1}}, "exit.vehicles: Alpha has 0 vehicles"),
        ({"goal": "exit"}, "goal_hexes: the way off the map is not on its edge"),
        ({"goal": "compound"}, "alpha.units: Alpha is to leave by air and has no transport helicopter"),
        ({"colour": 1}, "colour: there is no such field"),
        ({"points": {"alpha": 10}}, "points.alpha: alpha costs 87 points, and may cost 10"),
        ({"alpha": {"units": {"fire_tem": 2}}}, "alpha.units: 2 fire_tem cannot be had as a unit"),
        ({"alpha": {"units": {"fire_team": 4}}}, "alpha.units: command is in force, and nobody commands"),
        ({"alpha": {"units": {"hq": 1}, "carried": {}}}, "alpha.units: there is nobody who fights on foot"),
        (
            {"alpha": {"units": {"fire_team": 7, "hq": 1}}},
            "alpha.units: 1 platoons have 6 Fire Teams at most",
        ),
        ({"alpha": {"units": {"fire_team": 6, "hq": 4}}}, "alpha.units: alpha has at most 3 platoons"),
        ({"alpha": {"weapons": {"lines": ["lmg"]}}}, "alpha.weapons: small arms are bolt, semi or auto"),
        ({"alpha": {"carried": {"rifle_grenade": 5}}}, "alpha.carried: each Fire Team carries one of a kind"),
        ({"alpha": {"zones": [{"turn": 9, "edges": ["west"]}]}}, "alpha.zones[0]: there is no Game-Turn 9"),
        ({"alpha": {"zones": [{"turn": 1}]}}, "alpha.zones[0]: a zone says in exactly one way where it is"),
        ({"bravo": {"zones": [{"hexes": ["4010"]}]}}, "bravo.zones[0]: there is room for 3 units, and 6"),
        ({"bravo": {"zones": [{"place": "Nowhere"}]}}, "bravo.zones[0]: the map has no place called"),
        ({"bravo": {"zones": None}}, "bravo.zones: it is missing where the force sets up or comes in"),
        ({"bravo": {"dummies": 3}}, "bravo.dummies: 4 combat units entitle to 2 dummies"),
        ({"bravo": {"out_of_command": [9]}}, "bravo.out_of_command: there is no Game-Turn 9"),
    ],
)
def test_what_cannot_work_is_told_with_its_place(parts: dict[str, Any], told: str) -> None:
    assert [fault for fault in faults(**parts) if fault.startswith(told)]


@covers("raid", "13.31", "13.1")
def test_carriers_must_hold_all_who_come_aboard_and_helicopters_come_in_from_a_turn_on() -> None:
    flown = {"fire_team": 4, "hq": 1, "helicopter_transport": 1}
    zone = {"turn": 1, "edges": ["west"], "aboard": True}
    told = faults(alpha={"units": flown, "zones": [zone]}, points=None)
    assert told == ["alpha.zones[0]: all are to come aboard: they weigh 16, and there is room for 10"]


def test_all_faults_are_told_at_once() -> None:
    wrong = faults(turns=0, colour=1, goal_hexes=["4010", "9999"], bravo={"dummies": 9, "mines": -1})
    places = [fault.partition(":")[0] for fault in wrong]
    assert places[0] == "colour"
    assert {"turns", "goal_hexes", "bravo.dummies", "bravo.mines"} <= set(places)


def test_points_add_up_unit_by_unit() -> None:
    """Litani's Bravo: 12 bolt teams, 3 LMGs, 3 HMGs, 2 HQs, 4 60mm off the map and a mine."""
    price, guns = POINTS.units, POINTS.guns
    wanted = 12 * price["fire_team"] + 3 * price["lmg"] + 3 * price["hmg"] + 2 * price["hq"]
    assert cost(SCENARIOS["litani"].bravo) == wanted + 4 * guns["mortar_60mm"] + POINTS.each["mine"]
    # Half of Litani's 18 teams have Auto, half bolt rifles.
    rifles = 9 * POINTS.rifles["auto"] + 9 * POINTS.rifles["bolt"]
    people = 18 * price["fire_team"] + 6 * price["lmg"] + 3 * price["hq"]
    assert cost(SCENARIOS["litani"].alpha) == people + rifles
