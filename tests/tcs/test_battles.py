"""The battles as data: turns, forces, sheets and scores are those of the module, and faults are told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.engine import read_toml
from sandtable.engine.cases import covers
from sandtable.engine.tables import BadData
from sandtable.games.tcs.battles import Battle, BattleFile, battle_map, load, scenarios
from sandtable.games.tcs.charts import CHARTS, DATA, Charts
from sandtable.games.tcs.clock import Turn, moment, turns
from sandtable.games.tcs.scoring import Level
from sandtable.games.tcs.sheets import SheetPlan
from sandtable.games.tcs.units import Armoury, UnitType, read_armoury

ALL = scenarios()
LENGTHS = {
    "crossroads": 6,
    "kestrel": 9,
    "orders": 18,
    "marnach": 27,
    "hosingen": 27,
    "clervaux": 27,
    "skyline": 71,
}
SIZES = {
    "BL-1": 3,
    "RD-1": 2,
    "RD-2": 1,
    "US-1": 4,
    "US-2": 1,
    "US-3": 4,
    "US-4": 1,
    "US-5": 2,
    "US-10": 2,
    "US-11": 4,
    "US-12": 2,
    "US-13": 3,
    "GE-1": 4,
    "GE-5": 4,
    "GE-6": 4,
    "GE-8": 3,
    "GE-10": 3,
    "GE-11": 4,
}


def test_every_scenario_of_both_battles_loads_and_fits_its_map() -> None:
    assert {key: len(scenario.turns) for key, scenario in ALL.items()} == LENGTHS
    assert [list(scenario.faults(battle_map(scenario.battle.key))) for scenario in ALL.values()] == [[]] * 7


@covers("tcs", "1.3", "16.4", "16.0")
def test_turns_are_twenty_minutes_by_day_and_an_hour_by_night() -> None:
    names = [turn.name for turn in ALL["skyline"].turns]
    assert names[:4] == ["16 0600", "16 0700", "16 0800", "16 0820"]
    assert names[names.index("16 1640") : names.index("16 1640") + 3] == ["16 1640", "16 1700", "16 1800"]
    assert names[names.index("16 2300") + 1] == "17 0000"
    assert sum(turn.night for turn in ALL["skyline"].turns) == 2 + 15
    assert all(turn.hourly for turn in ALL["skyline"].turns if turn.night)
    assert [turn.name for turn in ALL["crossroads"].turns if turn.hourly] == ["0900", "1000"]


def test_a_time_that_is_none_is_refused() -> None:
    assert moment("17 0940") == (17, 580)
    with pytest.raises(ValueError, match="no time"):
        moment("2460")
    assert turns("0900", "0900", ()) == (Turn(0, 540),)


@covers("tcs", "6.6d", "10.1a")
def test_sheets_have_the_sizes_that_are_stated() -> None:
    found = {s.id: s.size for scenario in ALL.values() for side in scenario.own.sides for s in side.sheets}
    assert found == SIZES


@covers("tcs", "6.4c")
def test_no_unit_is_on_two_sheets_and_every_one_of_a_sheet_is_in_a_group() -> None:
    for scenario in ALL.values():
        for side in scenario.own.sides:
            listed = [unit for sheet in side.sheets if sheet.implemented for unit in sheet.units]
            assert len(listed) == len(set(listed))
            for sheet in side.sheets:
                grouped = [unit for group in sheet.groups for unit in group.units]
                assert sorted(grouped) == sorted(sheet.units), sheet.id


@covers("tcs", "10.1c")
def test_no_more_than_a_third_of_the_batteries_is_in_general_support() -> None:
    for key in ("orders", "hosingen", "clervaux", "skyline"):
        for side in ALL[key].own.sides:
            general = sum(battery.support == "GS" for battery in side.batteries)
            assert general <= len(side.batteries) // 3


@covers("tcs", "8.3b", "16.2")
def test_weather_is_read_by_the_hour() -> None:
    battle = ALL["marnach"].battle
    seen = {hour: battle.band(Turn(16, hour * 60)).rows[0].visibility for hour in (6, 8, 11, 16, 23, 4)}
    assert seen == {6: 1, 8: 2, 11: 4, 16: 6, 23: 1, 4: 1}
    assert battle.band(Turn(16, 0)).rows[0].lights == 3
    assert battle.band(Turn(16, 0)).rows[1].lights == 5


@covers("tcs", "3.0", "3.1", "3.2", "3.3", "3.4", "3.6", "8.2a", "12.0c")
def test_types_are_as_their_category_demands() -> None:
    for folder in ("first-blood", "skyline-drive"):
        types = read_armoury(folder).unit
        assert all(type.steps == {"platoon": 5, "section": 2, "item": 1}[type.size] for type in types)
        assert all(type.morale == 3 for type in types if type.gun)
        assert all(type.target == "B" and type.firer == "P" for type in types if type.category == "at_gun")
        assert all(type.points for type in types if type.category in ("infantry", "vehicle", "carrier"))


@covers("tcs", "3.7e", "8.8a")
def test_reach_and_direct_fire_of_guns() -> None:
    """A point weapon fires twice its nominal range, a gun on the map 15; 3 and 4 times 5 are 15 and 20."""
    types = read_armoury("skyline-drive")
    reach = [types.find(id).reach for id in ("us_rifle", "us_m4", "ge_88", "us_105how")]
    assert reach == [5, 12, 20, 15]
    gun = types.find("us_105how")
    assert gun.attack == CHARTS.firepower.point_direct * gun.shells == 15
    assert CHARTS.firepower.area_direct * gun.shells == 20


def test_reinforcements_are_numbered_by_platoon_or_company() -> None:
    ids = [piece.id for piece in ALL["skyline"].own.sides[0].reinforcements]
    assert ids[:3] == ["1A-1", "1A-2", "1A-3"]
    assert [id for id in ids if id.startswith("E-")] == ["E-1", "E-2", "E-3", "E-4"]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("key", "lead", "steps", "tanks", "earlier", "reached"),
    [
        ("crossroads", 2, 0, 0, 0, "Red wins"),
        ("crossroads", 7, 12, 0, 0, "Red wins"),
        ("crossroads", 6, 6, 0, 0, "Blue wins decisively"),
        ("crossroads", 6, 7, 0, 0, "Blue wins"),
        ("crossroads", 3, 0, 0, 0, "draw"),
        ("kestrel", 7, 0, 0, 6, "Blue wins"),
        ("kestrel", 7, 0, 0, 7, "Blue wins decisively"),
        ("kestrel", 5, 15, 4, 5, "Red wins"),
        ("kestrel", 5, 15, 3, 5, "Blue wins"),
        ("orders", 0, 0, 0, 0, "Red wins"),
        ("marnach", 6, 0, 0, 0, "German decisive victory"),
        ("marnach", -1, 0, 0, 0, "draw"),
        ("marnach", -5, 0, 0, 0, "US victory"),
        ("hosingen", -5, 0, 0, 0, "US decisive victory"),
    ],
)
def test_levels_of_victory(key: str, lead: int, steps: int, tanks: int, earlier: int, reached: str) -> None:
    levels = ALL[key].own.victory.levels
    assert next(level.name for level in levels if level.reached(lead, steps, tanks, earlier)) == reached


@pytest.mark.parametrize("key", LENGTHS)
def test_every_lead_reaches_a_level(key: str) -> None:
    levels = ALL[key].own.victory.levels
    low, high = (0, 7) if key in ("crossroads", "kestrel") else (-40, 40)
    for lead in range(low, high + 1):
        assert any(level.reached(lead, 0, 0, lead) for level in levels)


# ---- faults are told


def changed(tmp_path: Path, file: str, old: str, new: str) -> Path:
    text = (DATA / file).read_text("utf-8")
    assert old in text
    copy = tmp_path / file.rpartition("/")[2]
    copy.write_text(text.replace(old, new, 1), "utf-8")
    return copy


@pytest.mark.parametrize(
    ("file", "shape", "old", "new", "words"),
    [
        ("tables.toml", Charts, "attack = [1, 7, 13", "attack = [1, 17, 13", "do not rise"),
        ("tables.toml", Charts, "span = [8, 13], word", "span = [9, 13], word", "do not join at 7"),
        ("tables.toml", Charts, 'directions = "ABCDEF"', 'directions = "ABCDEE"', "each direction"),
        ("tables.toml", Charts, "discard_pending = 5", 'discard_pending = "5"', "Expected `int`"),
        ("first-blood/units.toml", Armoury, 'id = "us_hmg"', 'id = "us_rifle"', "us_rifle: listed twice"),
        ("first-blood/units.toml", Armoury, "morale = 4\n", "", "need a morale"),
        ("first-blood/battle.toml", BattleFile, "faces = [1]", "faces = [2]", "each face of a die once"),
        (
            "skyline-drive/battle.toml",
            BattleFile,
            "hours = [8, 10]",
            "hours = [9, 10]",
            "0800 is given not once",
        ),
        ("first-blood/orders.toml", Battle, 'to = "BP1"', 'to = "BP9"', "BP9, which is not drawn"),
        ("first-blood/orders.toml", Battle, "directions = [0, 3], ", "", "battery and two directions"),
    ],
)
def test_a_fault_in_a_file_is_named(
    tmp_path: Path, file: str, shape: type, old: str, new: str, words: str
) -> None:
    with pytest.raises(BadData, match=words):
        read_toml(changed(tmp_path, file, old, new), shape)


@covers("tcs", "6.2c")
def test_a_sheet_without_failure_instructions_is_none() -> None:
    blue = ALL["orders"].own.sides[1]
    sheet = msgspec.structs.replace(blue.sheets[0], failure=())
    with pytest.raises(ValueError, match="failure instructions"):
        msgspec.structs.replace(blue, sheets=(sheet,)).__post_init__()


def test_all_that_does_not_fit_a_map_is_told_at_once() -> None:
    scenario = ALL["orders"]
    red, blue = scenario.own.sides
    piece = msgspec.structs.replace(blue.pieces[0], hex="2121", type="us_rifles")
    other = msgspec.structs.replace(blue.pieces[1], tow="TR9")
    sides = (red, msgspec.structs.replace(blue, pieces=(piece, other, *blue.pieces[2:])))
    broken = msgspec.structs.replace(scenario, own=msgspec.structs.replace(scenario.own, sides=sides))
    told = list(broken.faults(battle_map("first-blood")))
    assert told == [
        "Blue: A/1 is of no type in units.toml: 'us_rifles'",
        "Blue, A/1: the map has no hex 2121",
        "Blue: A/2 rides on TR9, which is not there",
    ]


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(BadData, match=r"nowhere\.toml: cannot be read"):
        load("first-blood", "nowhere")
    with pytest.raises(BadData, match="no unit 'pike'"):
        read_armoury("first-blood").find("pike")


def test_small_shapes_refuse_nonsense() -> None:
    with pytest.raises(ValueError, match="have no morale"):
        UnitType(
            id="tank", name="Tank", category="vehicle", source="invented", target="P", firer="-", morale=3
        )
    assert Level(name="any").reached(0, 0, 0, 0)
    assert SheetPlan.__struct_fields__[0] == "id"
