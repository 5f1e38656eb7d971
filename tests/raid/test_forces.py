"""Units, weapons and scenarios: the numbers of the book, and forces that cannot be are refused."""

from __future__ import annotations

import re

import msgspec
import pytest

from sandtable.engine.cases import covers
from sandtable.games.raid.charts import CHARTS, DATA
from sandtable.games.raid.forces import told_scenarios
from sandtable.games.raid.scenarios import SCENARIOS, Force, ScenariosFile
from sandtable.games.raid.units import BURSTS, KINDS, UNITS, Unit, UnitsFile

PEOPLE = {"fire_team": 4, "lmg": 2, "hmg": 3, "mortar_60mm": 2, "mortar_81mm": 3, "bazooka": 2}
"""Men in a unit: teams of four, crews of two or three [3.3] [9.81] [14.24]."""


def unit(name: str) -> Unit:
    return UNITS[KINDS[name]]


@covers("raid", "8.1", "9.81", "9.82")
def test_men_and_movement_of_units_on_foot() -> None:
    """8.1: Fire Team, LMG 6; HMG, 60mm, Bazooka 5; 81mm 4. 9.82: 60mm from 8 hexes, 81mm from 12."""
    assert {name: unit(name).men for name in PEOPLE} == PEOPLE
    assert {name: unit(name).mp for name in PEOPLE} == {
        "fire_team": 6,
        "lmg": 6,
        "hmg": 5,
        "mortar_60mm": 5,
        "bazooka": 5,
        "mortar_81mm": 4,
    }
    assert (unit("mortar_60mm").least_range, unit("mortar_81mm").least_range) == (8, 12)
    assert (unit("mortar_60mm").men_to_move, unit("mortar_81mm").men_to_move) == (1, 2)


@covers("raid", "14.14", "14.17", "13.51")
def test_what_destroys_vehicles_and_helicopters() -> None:
    dies = {name: unit(name).dies for name in ("tank", "apc", "truck", "helicopter_gunship")}
    assert {name: (one.direct, one.indirect) for name, one in dies.items() if one} == {
        "tank": ((), ("4",)),
        "apc": ((), ("3", "4")),
        "truck": (("3", "4"), ("1", "2", "3", "4")),
        "helicopter_gunship": (("3", "4"), ("3", "4")),
    }


@covers("raid", "13.31", "14.12", "14.16")
def test_what_fits_into_carriers() -> None:
    """An LMG weighs 3 in the air; on wheels gear is free: two teams and an LMG, or three and an LMG, fit."""
    assert unit("lmg").airlift == 3
    assert unit("recoilless_106mm").airlift == 3
    assert unit("helicopter_transport").carries == 10
    assert 2 * PEOPLE["fire_team"] + PEOPLE["lmg"] == unit("apc").carries
    assert 3 * PEOPLE["fire_team"] + PEOPLE["lmg"] == unit("truck").carries


@covers("raid", "14.11", "14.21", "14.22", "14.23", "14.24", "14.25", "14.26", "13.42")
def test_weapons_that_burst() -> None:
    strengths = {name: weapon.strength for name, weapon in BURSTS.items()}
    assert strengths == {
        "tank_gun": 9,
        "m203": 6,
        "rifle_grenade": 6,
        "recoilless_106mm": 9,
        "bazooka": 8,
        "demolition_charge": 9,
        "mine": 8,
        "rockets": 9,
    }
    assert BURSTS["tank_gun"].against(True) == 12
    assert BURSTS["bazooka"].against(True) == 8
    assert [at for at in range(30) if BURSTS["rockets"].reaches(at)] == list(range(5, 21))
    assert BURSTS["tank_gun"].reaches(45)
    assert [BURSTS[name].reaches(10) for name in ("m203", "rifle_grenade")] == [True, False]


@covers("raid", "15.9")
@pytest.mark.parametrize("name", SCENARIOS)
def test_each_scenario_is_that_of_its_case(name: str) -> None:
    """Eight scenarios, 15.1 to 15.8, in the order of the book."""
    assert len(SCENARIOS) == 8
    assert SCENARIOS[name].case == f"15.{list(SCENARIOS).index(name) + 1}"


def test_lengths_and_men_of_the_scenarios() -> None:
    """Turns as printed or ruled; men: 15.8 starts Alpha with 18 x 4 + 6 x 2."""
    turns = {name: scenario.turns for name, scenario in SCENARIOS.items()}
    assert list(turns.values()) == [2, 10, 7, 15, 13, 13, 12, 20]
    assert SCENARIOS["sweep"].alpha.men == 84
    assert SCENARIOS["entebbe"].bravo.men == 3 * 4
    assert SCENARIOS["litani"].bravo.men == 12 * 4 + 3 * 2 + 3 * 3


@covers("raid", "15.92")
def test_dummies_are_one_for_two_combat_units() -> None:
    """24 combat units give 12; neither HQs nor helicopters count, and the ratio rounds down."""
    assert SCENARIOS["sweep"].alpha.dummies_due == 12
    assert SCENARIOS["dawn_raid"].alpha.dummies_due == 6
    assert SCENARIOS["entebbe"].bravo.dummies_due == 1


@covers("raid", "6.11", "5.35", "7.64", "15.91")
def test_observation_points() -> None:
    """10; 5 out of command; 5 more for overwatch; by night 4 fewer, never under 0, the bonus on top."""
    points = CHARTS.observation.points
    assert [points(), points(in_command=False)] == [10, 5]
    assert [points(fresh=True), points(in_command=False, fresh=True)] == [15, 10]
    assert [points(night=True), points(False, night=True), points(True, True, True)] == [6, 1, 11]


def scenarios_with(old: str, new: str) -> str:
    text = (DATA / "scenarios.toml").read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("{ fire_team = 6 }", "{ fire_tem = 6 }", "6 fire_tem cannot be had as a unit"),
        ("{ fire_team = 6 }", "{ fire_team = 7 }", "of 7 fire_team the zones place 6"),
        ('lines = ["auto"]', 'lines = ["hmg"]', "small arms are bolt, semi or auto"),
        ('lines = ["auto"]', 'lines = ["auto", "semi"]', "one line of small arms serves all"),
        ('hexes = ["0903"], units', 'hexes = ["0903"], drop = "0903", units', "exactly one way"),
        ("turns = 2\n", "turns = 0\n", "lasts a turn or more"),
        ("demolition_charge = 4", "demolition_charge = 7", "each Fire Team carries one of a kind"),
        ('goal_hexes = ["4010"]', "goal_hexes = []", "needs its goal_hexes"),
        ("bazooka = 2, mortar_60mm = 2, hq = 2", "hq = 3", "at most 2 platoons"),
        ("within = 3, of", "of", "says of what"),
        ('id = "litani"', 'id = "sweep"', "listed twice"),
    ],
)
def test_scenarios_that_cannot_be_are_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=re.escape(says)):
        msgspec.toml.decode(scenarios_with(old, new), type=ScenariosFile)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('gun = "mortar_60mm"', 'gun = "mortar_70mm"', "table 9.41 has no row"),
        ('weapon = "bazooka"', 'weapon = "piat"', "there is no weapon 'piat'"),
        ("men = 4\n", "", "men and nothing else"),
        ('id = "lmg"', 'id = "hmg"', "hmg: listed twice"),
        ('line = "lmg"\ntruck', "truck", "have a line of their own"),
    ],
)
def test_units_that_cannot_be_are_refused(old: str, new: str, says: str) -> None:
    text = (DATA / "units.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(msgspec.ValidationError, match=re.escape(says)):
        msgspec.toml.decode(text.replace(old, new, 1), type=UnitsFile)


def test_a_force_counts_its_kinds_one_by_one() -> None:
    force = msgspec.convert(
        {"units": {"fire_team": 2, "hq": 1}, "weapons": {"lines": ["semi"]}, "zones": [{"anywhere": True}]},
        Force,
    )
    assert force.kinds == (KINDS["fire_team"], KINDS["fire_team"], KINDS["hq"])
    assert (force.men, force.combat_units) == (8, 2)


def test_the_lobby_shows_of_each_scenario_when_and_where_it_is_and_what_is_to_be_done() -> None:
    for told in told_scenarios():
        assert told.date
        assert told.place
        assert told.minutes > 0
        assert list(told.goals) == ["Alpha", "Bravo"]
        assert all(told.goals.values())
        scenario = SCENARIOS[told.key]
        assert f"Game-Turn {scenario.turns}" in told.goals["Alpha"]
