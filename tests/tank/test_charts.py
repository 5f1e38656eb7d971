"""The charts of Tank! in its data are the printed ones, cell by cell, and spoilt data is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tank.printed import BANDS, COLUMNS, FIRST, ROWS, SCENARIOS, WEAPONS, entry

from sandtable.engine import BadData, Chart, read_toml
from sandtable.engine.cases import covers
from sandtable.games.tank import battles, charts, weapons
from sandtable.games.tank.battles import SITUATIONS, Battle, ScenariosFile
from sandtable.games.tank.charts import CHARTS, DATA, DIE, Charts, results_for
from sandtable.games.tank.weapons import KINDS, WeaponsFile

TABLES = {
    "8.91": results_for("N", 2),
    "8.92": results_for("N", 3),
    "8.93": results_for("SC", 0),
}


# ---- results tables


@covers("tank", "8.91", "8.92", "8.93")
@pytest.mark.parametrize("case", TABLES)
def test_every_legible_row_of_the_results_tables_stands_in_the_data(case: str) -> None:
    for start, readings in ROWS[case].items():
        for first, numbers in ((reading.first, reading.numbers()) for reading in readings):
            for differential, number in enumerate(numbers, first):
                assert number in (None, TABLES[case].cell(start, differential)), (start, differential)


@covers("tank", "8.91", "8.92", "8.93")
@pytest.mark.parametrize("case", TABLES)
def test_every_legible_column_of_the_second_copy_stands_in_the_data(case: str) -> None:
    for differential, reading in COLUMNS[case].items():
        for step, number in enumerate(reading.numbers()):
            assert TABLES[case].cell(reading.first + 5 * step, differential) == number


@pytest.mark.parametrize("case", TABLES)
def test_each_row_counts_on_from_its_lone_1(case: str) -> None:
    """So every cell is settled by where the 1 stands, illegible ones too; beyond 10 nothing is printed."""
    assert [row.span for row in TABLES[case].rows] == list(BANDS[: len(FIRST[case])])
    for distance in range(1, 60):
        for differential in range(13):
            assert TABLES[case].cell(distance, differential) == entry(case, distance, differential)


@covers("tank", "8.9", "8.91", "8.92", "8.93")
def test_system_and_panic_level_choose_the_table() -> None:
    """N and SR up to Panic Level 2 read 8.91, from 3 on 8.92; SC always reads 8.93."""
    for panic in range(11):
        plain = "8.91" if panic <= 2 else "8.92"
        assert [results_for(system, panic).case for system in ("N", "SR", "SC")] == [plain, plain, "8.93"]


@covers("tank", "8.31")
def test_the_tables_end_at_the_absolute_ranges() -> None:
    assert [TABLES[case].most for case in TABLES] == [50, 35, 50]


def test_no_table_serves_an_unknown_system() -> None:
    with pytest.raises(BadData, match="no results table for X at Panic Level 1"):
        results_for("X", 1)


@covers("tank", "8.81")
def test_the_infantry_fire_table_is_as_both_copies_have_it() -> None:
    """Moving / stationary: 1 / 1,2,3 at one hex; 1 / 1,2 at two; no effect / 1 at three."""
    assert [row.cells for row in CHARTS.infantry_fire.rows] == [(1, 3), (1, 2), (0, 1)]
    assert [row.span for row in CHARTS.infantry_fire.rows] == [(1, 1), (2, 2), (3, 3)]


# ---- spotting, terrain, small numbers


@covers("tank", "13.5")
def test_the_spotting_table_is_as_far_as_it_can_be_read() -> None:
    """By rows of ranges; 99 stands for automatic, None for what neither copy shows."""
    automatic: list[int | None] = [99] * 5
    printed = [automatic, [99, 5, 3, 2, 1], [5, 3, 1, None, None], [3, None, 0, 0, 0]]
    spans = [(1, 10), (11, 20), (21, 30), (31, 40)]
    assert [row.span for row in CHARTS.spotting.rows[:4]] == spans
    assert CHARTS.spotting.rows[4].span[0] == 41
    for column, numbers in enumerate(printed):
        cells = [row.cells[column] for row in CHARTS.spotting.rows]
        assert all(number in (None, cell) for number, cell in zip(numbers, cells, strict=True))


@covers("tank", "10.6", "10.61", "10.21")
def test_the_terrain_effects_chart_is_as_printed() -> None:
    """Movement Points, vehicle and soft Defence Strength, and whether it obstructs; 0 points are them all."""
    printed = {
        ("closed", "rough"): (2, 0, 3, False),
        ("closed", "woods"): (0, 3, 3, True),
        ("closed", "berm"): (2, 6, 6, True),
        ("mixed", "rough"): (2, 0, 3, False),
        ("mixed", "woods"): (3, 2, 3, True),
        ("mixed", "berm"): (1, 3, 3, True),
    }
    everywhere = {"clear": (1, 0, 1, False), "slope": (2, 6, 6, True), "wreck": (0, 2, 1, False)}
    modes: tuple[charts.Mode, ...] = ("closed", "mixed", "open")
    printed.update({(mode, name): row for mode in modes for name, row in everywhere.items()})
    for mode in modes:
        for name in ("clear", "rough", "woods", "berm", "slope", "wreck"):
            row = CHARTS.terrain.of(name, mode)
            found = row and (row.points, row.vehicle, row.soft, row.obstructs)
            assert found == printed.get((mode, name)), (mode, name)


@covers("tank", "14.41", "14.2", "9.41", "17.3E", "9.6", "12.22", "17.12", "17.13")
def test_the_numbers_that_stand_alone_in_the_text() -> None:
    small = CHARTS.small
    assert small.improved_position == 12
    assert small.reveal_at_most == 3
    assert (small.overrun_points, small.exit_points, small.reverse_hexes) == (1, 1, 2)
    assert CHARTS.map.set_up_distance == 11
    assert CHARTS.map.scatter == tuple("ABCDEF")
    assert DIE == (6,)


# ---- weapons and scenarios


@covers("tank", "17.3W")
def test_the_weapons_chart_is_as_printed() -> None:
    lines = [line.split() for line in WEAPONS.strip().splitlines()]
    assert [weapon.id for weapon in weapons.WEAPONS[:21]] == [line[0] for line in lines]
    for id, front, side, rear, *rest, control in lines:
        weapon = weapons.WEAPONS[KINDS[id]]
        assert weapon.defence == (None if front == "-" else (int(front), int(side), int(rear)))
        assert [weapon.ap, weapon.he, weapon.ma, weapon.range] == list(map(int, rest))
        assert weapon.control == control
        assert weapon.gun == id.startswith("AT") == (not weapon.hard)


@covers("tank", "8.1", "10.11", "8.82")
def test_what_stands_in_the_text_and_not_on_the_chart() -> None:
    """The M-60 of the example has AP 22 and HE 10; infantry goes one hex and fires three far."""
    plain, squad = weapons.WEAPONS[KINDS["M60"]], weapons.WEAPONS[KINDS["INF"]]
    assert (plain.ap, plain.he, plain.hard) == (22, 10, True)
    assert (squad.ma, squad.range, squad.infantry, squad.hard, squad.gun) == (1, 3, True, False, False)


@covers("tank", "7.23")
def test_only_the_jpz_v_among_the_vehicles_has_no_turret() -> None:
    assert [weapon.id for weapon in weapons.WEAPONS if weapon.hard and not weapon.turret] == ["JPzV"]


def forces(battle: Battle) -> list[list[object]]:
    return [
        [*(word for id, count in force.units for word in (str(count), id)), force.panic, force.preservation]
        for force in battle.forces
    ]


@covers("tank", "17.2")
def test_the_scenario_chart_is_as_printed_or_filled_in() -> None:
    keys = []
    for line in SCENARIOS.strip().splitlines():
        key, situation, mode, *rest = line.split()
        battle = battles.SCENARIOS[key]
        assert (battle.situation, battle.mode) == (situation, mode)
        assert [str(word) for force in forces(battle) for word in force] == rest
        keys.append(key)
    assert list(battles.SCENARIOS) == ["introductory", *keys]


@covers("tank", "16.0")
def test_the_introductory_scenario() -> None:
    """X20: five PzIVh at Panic Level 4 against five M4/76 at 1, from W and Y, 25 Game-Turns; so the PzIVh
    read table 8.92 and the M4/76 table 8.91. No Preservation."""
    battle = battles.SCENARIOS["introductory"]
    situation = SITUATIONS[battle.situation]
    assert forces(battle) == [["5", "PzIVh", 4, 0], ["5", "M4_76", 1, 0]]
    assert (situation.entries, situation.length, situation.exit) == (("W", "Y"), 25, "")
    assert [results_for("N", force.panic).case for force in battle.forces] == ["8.92", "8.91"]


@covers("tank", "17.11", "17.12", "17.13")
def test_the_three_situations() -> None:
    meeting, anti_tank, rearguard = (SITUATIONS[id] for id in ("ME", "AT", "RG"))
    assert (meeting.entries, meeting.length, meeting.exits_after_preservation) == (("X", "Z"), None, True)
    assert (anti_tank.entries, anti_tank.length, anti_tank.improved) == (("X", ""), None, True)
    assert (rearguard.entries, rearguard.length, rearguard.exit) == (("W", ""), 25, "Y")
    assert (meeting.meeting, anti_tank.meeting, rearguard.meeting) == (True, False, False)


def test_every_weapon_of_the_chart_fights_somewhere() -> None:
    """Which is how the lost forces were filled in."""
    fighting = {
        kind for battle in battles.SCENARIOS.values() for force in battle.forces for kind in force.kinds
    }
    assert fighting == {KINDS[id] for id in KINDS if id != "M60"}


def test_kinds_are_listed_unit_by_unit() -> None:
    guns, squads = KINDS["AT76"], KINDS["INF"]
    assert battles.SCENARIOS["1"].bravo.kinds == (guns,) * 8 + (squads,) * 12


# ---- spoilt data


FILES: dict[str, Any] = {"tables": Charts, "units": WeaponsFile, "scenarios": ScenariosFile}


def spoilt(folder: Path, name: str, old: str, new: str) -> str:
    """What is said of a data file in which something is written differently."""
    text = (DATA / f"{name}.toml").read_text("utf-8")
    assert old in text
    (folder / "spoilt.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData) as fault:
        read_toml(folder / "spoilt.toml", FILES[name])
    return str(fault.value)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("tables", "panic = [3, 10]", "panic = [4, 10]", "not one results table for N at Panic Level 3"),
        ("tables", "panic = [3, 10]", "panic = [2, 10]", "not one results table for N at Panic Level 2"),
        ("tables", "span = [6, 10], cells = [0, 1", "span = [7, 10], cells = [0, 1", "do not join at 7-10"),
        ("tables", '"A", "B", "C"', '"A", "B", "B"', "each direction from A to F once"),
        ("tables", 'W = "D", X = "F"', 'W = "D", X = "G"', "leads inward"),
        ("tables", "reveal_at_most", "reveal_at_least", "reveal_at_least"),
        ("tables", 'boundary = "front"', 'boundary = "flank"', "aspects.boundary"),
        ("units", 'id = "PzIIIj"', 'id = "PzIVh"', "PzIVh: listed twice"),
        ("units", "defence = [7, 3, 2]\n", "", "PzIVh: vehicles have a defence by aspect"),
        ("units", "defence = [7, 3, 2]", "defence = [7, 3]", "defence"),
        ("units", 'control = "SR"', 'control = "RS"', "no results table serves the system 'RS'"),
        ("units", 'control = "infantry"', 'control = "N"', "INF: infantry, and nothing else"),
        ("units", 'class = "AFV"', 'class = "TANK"', "class"),
        ("scenarios", '[["PzIVh", 15]]', '[["PzIVx", 15]]', "15 PzIVx cannot be had"),
        ("scenarios", "panic = 4, preservation = 9", "panic = 14, preservation = 9", "between 0 and 10"),
        (
            "scenarios",
            "panic = 4, preservation = 9",
            "panic = 4, preservation = 19",
            "more than all 15 units",
        ),
        ("scenarios", 'situation = "AT"', 'situation = "AA"', "scenario 1: there is no situation 'AA'"),
        ("scenarios", 'key = "2"', 'key = "1"', "a scenario is listed twice"),
        ("scenarios", 'entries = ["X", ""]', 'entries = ["V", ""]', "AT: the map has no edge 'V'"),
        ("scenarios", 'mode = "closed"', 'mode = "dense"', "mode"),
    ],
)
def test_spoilt_data_is_refused_with_the_fault(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    told = spoilt(tmp_path, name, old, new)
    assert told.startswith("spoilt.toml: ")
    assert said in told


def test_the_data_says_how_far_each_part_is_known() -> None:
    sources = [CHARTS.die, CHARTS.aspects, CHARTS.terrain, CHARTS.small, CHARTS.map]
    assert [part.source for part in sources] == [
        "reconstructed",
        "reconstructed",
        "restored",
        "printed",
        "reconstructed",
    ]
    tables: list[Chart] = [
        *(results.chart for results in CHARTS.results),
        CHARTS.infantry_fire,
        CHARTS.spotting,
    ]
    assert {chart.source for chart in tables} == {"restored"}
