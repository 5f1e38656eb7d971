"""The charts of Rapid Deployment Force against the printed ones, cell by cell.

The rows below are typed from the printed charts as they stand there; "-" is no result.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.engine import read_toml
from sandtable.engine.cases import covers
from sandtable.engine.tables import BadData
from sandtable.games.rdf.charts import AM, CHARTS, DA, DD, FORMATIONS, HA, HD, MC, TRANSITIONS, Charts
from sandtable.games.rdf.counters import (
    COUNTERS,
    DATA,
    KIND,
    TARGETS,
    Sheet,
    has_thermal,
    improved,
    weapons,
)
from sandtable.games.rdf.pregame_odds import ORDERS, PREGAME

DIRECT = """
0	6	6	6	5	-	-	4	4	5
1	6	6	5	5	3	2	3	4	2
2-4	6	5	5	4	5	4	-	2	-
5-8	5	5	4	2	5	4	-	1	-
9-11	4	4	3	1	5	3	-	-	-
12-14	3	2	1	1	5	-	-	-	-
15-17	2	1	1	-	5	-	-	-	-
18-20	1	1	-	-	-	-	-	-	-
"""
TARGET = """
A	+1	+2	+3	NE	+4	NE	+3	NE	D
B	0	+1	+2	+3	+2	+3	+2	+3	D
C	-1	0	+1	+1	0	+1	0	+3	D
D	-1	-1	0	0	-1	0	-2	0	D
E	-3	-2	-1	0	-2	-1	-3	-1	D
F	-3	-2	-1	0	-1	-1	-3	-3	D
G	+3	+3	+3	+3	NE	NE	NE	-4	-3
"""
CHANGE = """
2	C	C	C	-
3	C	C	C	C
4	C	C	C	C
5	C	C	C	-
6	C	C	-	-
7	-	-	-	-
8	C	-	-	-
9	C	C	-	-
10	C	-	C	C
11	C	C	C	C
12	C	C	C	C
"""
RALLY = """
1	R	R	R	R
2	R	R	R	-
3	R	R	-	-
4	R	R	-	-
5	R	-	-	-
6	-	-	-	-
"""
INDIRECT = """
A,B,C	0/4	1/4	2/5
D,helo	0/4	1/4	3/5
E	1/4	2/4	4/5
F,G	2/5	3/5	4/6
"""
TERRAIN = """
clear	2	3	1	1
broken	5	6	1	1
cultivated	4	4	1	2
village	1	1	1	2
height_up	1	3	1	1
cliff_up	Na	Na	2	1
paved_road	½	½	1	1
unpaved_road	1	1	1	1
track	2	3	1	1
mount	4	4	2	Na
"""
RATING = """
2	1	2
3	2	4
4	1	2
5	2	4
6	4	1
7	3	3
8	1	4
9	3	3
10	2	2
11	3	3
12	1	4
"""
FIRST_AXIS = ["A F E C", "B J G F", "C H J F", "D G A H", "E G J H", "C A I G"]
SECOND_AXIS = ["J E B C", "I B E D", "H E D C", "G E B D", "F B A E", "G C A E"]
FORMATION = """
AM	0	2	15	No
MC	3	3	25	No
HA	10	3	20	Yes
DA	20	5	35	Yes
HD	7	7	15	Yes
DD	15	8	25	Yes
"""


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.strip().splitlines()]


def span(text: str) -> range:
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


@covers("rdf", "9.7", "8.16")
def test_the_direct_fire_table_is_the_printed_one() -> None:
    """Every range from 0 to 20 and every weapon class; beyond 20 there is no row."""
    printed = {distance: cells for label, *cells in rows(DIRECT) for distance in span(label)}
    assert sorted(printed) == list(range(21))
    for distance, cells in printed.items():
        for weapon, cell in enumerate(cells, 1):
            assert CHARTS.direct.cell(distance, weapon) == (0 if cell == "-" else int(cell))
    assert CHARTS.direct.row(21) is None


@covers("rdf", "9.7")
def test_the_initial_modifiers_are_the_printed_ones() -> None:
    for target, *cells in rows(TARGET):
        printed = [cell if cell in ("NE", "D") else int(cell) for cell in cells]
        assert list(getattr(CHARTS.initial, target)) == printed


@covers("rdf", "9.8")
def test_the_fire_modifiers_are_the_printed_ones() -> None:
    """And the MPWS of 1986 has -2 [16.4]."""
    chart = CHARTS.modifiers
    assert [chart.hasty.amount, chart.suppressed.amount, chart.mounted.amount] == [1, 1, 2]
    assert [chart.final_bonus.amount, chart.improved.amount] == [-1, -2]
    assert [chart.moving.amount, chart.cultivated.amount, chart.village.amount] == [1, 1, 2]
    assert [chart.hull_down.amount, chart.dug_in.amount, chart.new_height.amount] == [1, 1, -2]
    assert [chart.stacked_2.amount, chart.stacked_3.amount] == [-2, -3]


@covers("rdf", "9.9", "9.8")
def test_to_hit_and_critical_numbers() -> None:
    assert [getattr(CHARTS.to_hit, row) for row in "ABCDEF"] == [-2, 0, 1, 2, 3, 4]
    assert (CHARTS.critical.trigger, CHARTS.critical.destroyed) == (1, 1)


@covers("rdf", "8.5")
def test_the_indirect_fire_table_is_the_printed_one() -> None:
    for targets, *pairs in rows(INDIRECT):
        for target in targets.split(","):
            for column, pair in zip("LMH", pairs, strict=True):
                hit, suppressed = map(int, pair.split("/"))
                assert getattr(getattr(CHARTS.indirect, column), target) == (hit, suppressed)
    assert CHARTS.indirect.effective == 4


@covers("rdf", "6.16")
def test_the_terrain_effects_are_the_printed_ones() -> None:
    """Half points: twice the printed price; Na is not allowed."""
    half = {"½": 1, "Na": None}
    for name, *cells in rows(TERRAIN):
        price = getattr(CHARTS.terrain, name)
        printed = [half[cell] if cell in half else 2 * int(cell) for cell in cells]
        assert [price.vehicle, price.truck, price.foot, price.helicopter] == printed
    assert CHARTS.terrain.aloft == 2


@covers("rdf", "5.49")
def test_the_formation_change_table_is_the_printed_one() -> None:
    for dice, *cells in rows(CHANGE):
        for rating, cell in enumerate(cells, 1):
            assert CHARTS.formation_change.cell(int(dice), rating) == (cell == "C")


@covers("rdf", "13.5")
def test_the_rally_table_is_the_printed_one() -> None:
    for die, *cells in rows(RALLY):
        for rating, cell in enumerate(cells, 1):
            assert CHARTS.rally.cell(int(die), rating) == (cell == "R")
    chart = CHARTS.rally_modifiers
    assert [chart.battalion_hq.amount, chart.company_hq.amount, chart.destroyed.amount] == [-2, -1, 1]


@covers("rdf", "5.48", "5.22")
def test_the_formations_are_the_printed_ones() -> None:
    """Deviation, frontage, depth; overlap is forbidden in two, at 5 and 7 hexes (5.22)."""
    for formation, (id, deviation, frontage, depth, overlap) in zip(FORMATIONS, rows(FORMATION), strict=True):
        assert formation.id == id
        assert [formation.deviation, formation.frontage] == [int(deviation), int(frontage)]
        assert formation.depth == int(depth)
        assert (formation.separation == 0) == (overlap == "Yes")
    assert (FORMATIONS[AM].separation, FORMATIONS[MC].separation) == (5, 7)


@covers("rdf", "5.41")
def test_the_changes_between_formations() -> None:
    """The text: some both ways, some one way, some not at all; Deliberate Assault never to Defense.

    And every formation can be reached and left.
    """
    changes = {(start, end) for start in range(6) for end in TRANSITIONS[start]}
    assert (DA, DD) not in changes
    assert any((end, start) in changes for start, end in changes)
    assert any((end, start) not in changes for start, end in changes)
    assert {start for start, _ in changes} == {end for _, end in changes} == set(range(6))
    assert TRANSITIONS[AM] == (MC, HD)
    assert TRANSITIONS[MC] == (AM, HA, HD)
    assert TRANSITIONS[HA] == (MC, DA, HD)
    assert TRANSITIONS[DA] == (HA, HD)
    assert TRANSITIONS[HD] == (MC, HA, DD)
    assert TRANSITIONS[DD] == (HD,)


@covers("rdf", "3.2")
def test_the_pregame_tables_are_the_printed_ones() -> None:
    for table, printed in ((PREGAME.axis.first, FIRST_AXIS), (PREGAME.axis.second, SECOND_AXIS)):
        assert [" ".join((row.entry, *row.exits)) for row in table] == printed
    for dice, *ratings in rows(RATING):
        assert list(PREGAME.hq_rating.row(int(dice)) or ()) == [int(rating) for rating in ratings]
    assert PREGAME.air_strikes.strikes == (0, 0, 1, 2, 3, 4)
    assert PREGAME.air_strikes.game_turns == (4, 4, 5, 6, 7, 8)
    assert PREGAME.first_move.rows == ("full",) * 3 + ("half",) * 3
    assert PREGAME.entry_formation.spread == 10


@covers("rdf", "3.2", "15.1")
def test_the_orders_are_the_printed_ones() -> None:
    """3.22: exit 1+3, exit 2+2, reduce 1+2, reduce 1+2 or two routed, destroy 2+3, destroy 3+5."""
    assert [(row.kind, row.companies, row.assets, row.or_rout) for row in ORDERS] == [
        ("exit", 1, 3, 0),
        ("exit", 2, 2, 0),
        ("reduce", 1, 2, 0),
        ("reduce", 1, 2, 2),
        ("destroy", 2, 3, 0),
        ("destroy", 3, 5, 0),
    ]


@covers("rdf", "6.3", "6.31", "7.21", "7.22", "14.34")
def test_the_small_numbers_are_the_printed_ones() -> None:
    assert (CHARTS.stacking.vehicles, CHARTS.stacking.infantry, CHARTS.stacking.helicopters) == (3, 3, 2)
    limits = [(limit.cultivated, limit.village, limit.broken) for limit in CHARTS.sight.limits]
    assert limits == [(1, 0, 5), (4, 1, 15), (4, 1, 15)]
    assert (CHARTS.sight.infantry_range, CHARTS.sight.thermal_range) == (4, 6)
    assert CHARTS.deliberate_defense.hq_hexes == 4
    assert CHARTS.air_defence.agility_lost == (0, 1, 2)


@covers("rdf", "15.3")
def test_the_unit_values_are_the_printed_ones() -> None:
    """Some types by name, then helicopters, carriers, TOW and infantry; everything else 2."""
    named = {
        "bn_hq": 15,
        "m1": 10,
        "t72": 9,
        "chieftain": 8,
        "m60": 7,
        "t55": 6,
        "mpws": 5,
        "m109": 5,
        "bmp": 4,
    }
    by_kind = {"helicopter": 12, "apc": 3, "anti_tank": 3, "infantry": 3, "engineer": 3}
    for counter in COUNTERS:
        assert counter.vp == named.get(counter.id, by_kind.get(counter.kind, 2)), counter.id


@covers("rdf", "2.41")
def test_the_sample_counters() -> None:
    """Weapon, target class, movement of the seven counters that are printed; three of them are assets."""
    samples = {
        "t55": (3, "C", 12),
        "scorpion": (4, "D", 18),
        "m113": (9, "D", 14),
        "bn_hq": (9, "D", 14),
        "us_inf": (6, "G", 3),
        "engineer": (7, "G", 3),
        "d30": (3, "F", 20),
    }
    for id, values in samples.items():
        counter = COUNTERS[KIND[id]]
        assert (counter.weapon, counter.target, counter.ma) == values
    assert [COUNTERS[KIND[id]].asset for id in ("scorpion", "engineer", "d30", "t55")] == [
        True,
        True,
        True,
        False,
    ]
    assert (COUNTERS[KIND["d30"]].indirect, COUNTERS[KIND["d30"]].indirect_range) == ("M", 76)


@covers("rdf", "11.0", "12.21", "14.27")
def test_the_weapons_of_chart_11() -> None:
    """What each type has besides the printed weapon; three shots with each for helicopters; 9 aboard."""
    armor = [counter for counter in COUNTERS if counter.kind == "armor"]
    assert len(armor) == 6
    assert all(counter.additional == (9,) for counter in armor)
    more = {
        "pt76": (9,),
        "scorpion": (9,),
        "bmp": (5, 9),
        "us_inf": (7, 9),
        "soviet_inf": (9,),
        "engineer": (9,),
    }
    more |= {"m109": (9,), "ah1s": (8,), "hind": (8,)}
    for counter in COUNTERS:
        if counter.kind != "armor":
            assert counter.additional == more.get(counter.id, ()), counter.id
    assert [COUNTERS[KIND[id]].shots for id in ("ah1s", "hind")] == [3, 3]
    assert weapons(KIND["us_inf"]) == (6, 7, 9)
    assert weapons(KIND["us_inf"], mounted=True) == (9,)
    assert weapons(KIND["bm21"]) == ()


@covers("rdf", "9.41", "9.42", "9.43")
def test_the_steps_of_every_counter() -> None:
    """Three, artillery and anti-air two, helicopters one."""
    steps = {"artillery": 2, "anti_air": 2, "helicopter": 1}
    assert all(counter.steps == steps.get(counter.kind, 3) for counter in COUNTERS)


@covers("rdf", "8.42", "16.4", "16.5", "16.6")
def test_thermal_imaging_and_the_guns_of_1986() -> None:
    """Some always, some from 1986 on; the MPWS's main weapon then has -2, its machine gun has not."""
    always = [counter.id for kind, counter in enumerate(COUNTERS) if has_thermal(kind, False)]
    later = [counter.id for kind, counter in enumerate(COUNTERS) if has_thermal(kind, True)]
    assert sorted(always) == ["ah1s", "hind", "m1", "m60"]
    assert sorted(set(later) - set(always)) == ["mpws", "tow", "us_inf"]
    mpws = KIND["mpws"]
    assert improved(mpws, 3, True)
    assert not improved(mpws, 3, False)
    assert not improved(mpws, 9, True)
    assert not improved(KIND["t55"], 3, True)


@covers("rdf", "9.61")
def test_who_fights_hull_down() -> None:
    """US armor, TOW and the Iranian Chieftain."""
    hull_down = [counter.id for counter in COUNTERS if counter.hull_down]
    assert sorted(hull_down) == ["chieftain", "m1", "m60", "mpws", "tow"]


@covers("rdf", "8.12", "8.13", "8.14", "8.15")
def test_the_numbers_of_the_artillery() -> None:
    """Light: not within one hex; BM-21: not within 5 hexes, its own counted, and two missions; Hind: one."""
    guns = {counter.id: counter for counter in COUNTERS if counter.indirect}
    assert {id: gun.indirect for id, gun in guns.items()} == {
        "m125": "L",
        "btr50": "L",
        "m109": "M",
        "d30": "M",
        "bm21": "H",
        "hind": "M",
    }
    least = {id: gun.indirect_min for id, gun in guns.items() if gun.indirect_min}
    assert least == {"m125": 2, "btr50": 2, "bm21": 5}
    missions = {id: gun.indirect_missions for id, gun in guns.items() if gun.indirect_missions}
    assert missions == {"bm21": 2, "hind": 1}
    assert guns["bm21"].weapon == 0
    assert all(gun.weapon for id, gun in guns.items() if id != "bm21")


@covers("rdf", "14.37", "14.3")
def test_the_ratings_of_air_defence_keep_to_the_text() -> None:
    """A US helicopter's agility cancels the Soviet infantry's; who else has one is in chart 11.0."""
    rated = {counter.id for counter in COUNTERS if counter.ad_rating}
    kinds = {counter.id for counter in COUNTERS if counter.kind in ("anti_air", "helicopter")}
    assert rated == kinds | {"us_inf", "soviet_inf"}
    assert COUNTERS[KIND["soviet_inf"]].ad_rating <= COUNTERS[KIND["ah1s"]].agility
    assert COUNTERS[KIND["us_inf"]].ad_rating > COUNTERS[KIND["hind"]].agility


def test_every_counter_says_how_each_number_is_known() -> None:
    """Printed and reconstructed together name the fields that matter to the unit, and none twice."""
    for counter in COUNTERS:
        named = {*counter.printed, *counter.reconstructed}
        wanted = {"steps", "vp", "target", "ma"} | ({"weapon"} if counter.weapon else set())
        wanted |= {"indirect", "indirect_range"} if counter.indirect else set()
        wanted |= {"ad_rating", "ad_range"} if counter.ad_rating else set()
        assert wanted <= named, counter.id
        assert counter.target in TARGETS


# Faults in the files are named


FAULTS = {
    "rows = [\n  { span = [0, 0], cells = [6, 6, 6, 5, 0, 0, 4, 4, 5] },": (
        "rows = [\n  { span = [0, 0], cells = [6, 6, 6, 5, 0, 0, 4, 4] },",
        "row 1-1 has 9 cells, not 8",
    ),
    'A = [1, 2, 3, "NE", 4, "NE", 3, "NE", "D"]': ('A = [1, 2, 3, "NE", 4, "NE", 3, "NE"]', "initial.A"),
    "thermal_range = 6": ("thermal_reach = 6", "thermal_reach"),
    'never = [["DA", "DD"]]': ('never = [["DA", "HD"]]', "DA may not lead to HD"),
    'no_smoke = ["bm21"]': ('no_smoke = ["bm22"]', "there is no counter 'bm22'"),
}


@pytest.mark.parametrize("line", FAULTS)
def test_a_fault_in_the_charts_is_named(line: str, tmp_path: Path) -> None:
    """A lost cell, an unknown key, a change that the text forbids, a type that does not exist."""
    text = (DATA / "tables.toml").read_text("utf-8")
    wrong, words = FAULTS[line]
    assert line in text
    file = tmp_path / "tables.toml"
    file.write_text(text.replace(line, wrong), "utf-8")
    with pytest.raises(BadData, match="tables.toml") as caught:
        read_toml(file, Charts)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("line", "wrong", "words"),
    [
        ('id = "t72"', 'id = "m1"', "stand there twice: m1"),
        ("additional = [5, 9]", "additional = [4, 9]", "an additional weapon stands there twice"),
        ('indirect = "H"', 'indirect = ""', "indirect fire needs a type and a range"),
        ('target = "helo"', 'target = "D"', "helicopter"),
        ("ma = 45", "ma = 0", "above 0"),
        ("agility = 2", "agilty = 2", "agilty"),
    ],
)
def test_a_fault_in_a_counter_is_named(line: str, wrong: str, words: str, tmp_path: Path) -> None:
    text = (DATA / "units.toml").read_text("utf-8")
    assert line in text
    file = tmp_path / "units.toml"
    file.write_text(text.replace(line, wrong, 1), "utf-8")
    with pytest.raises(BadData, match="units.toml") as caught:
        read_toml(file, Sheet)
    assert words in str(caught.value)


def test_the_charts_are_frozen() -> None:
    """Nobody can change a chart while a game is played."""
    with pytest.raises(AttributeError):
        CHARTS.critical.trigger = 2  # type: ignore[misc]
    assert isinstance(CHARTS, msgspec.Struct)
