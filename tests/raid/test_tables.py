"""The combat tables: what the book says of the lost ones, and that other numbers can take their place."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from tests.commands import say
from tests.raid.situations import game, situation

from sandtable.engine import BadData, BadRequest, Driver
from sandtable.engine.cases import covers
from sandtable.engine.dice import seeded
from sandtable.engine.position import position_from, position_text
from sandtable.engine.record import FromPosition, FromScenario, new_header, read_record, replay, write_record
from sandtable.engine.record.replay import Differs
from sandtable.engine.record.sources import source_of
from sandtable.games.raid import own_tables
from sandtable.games.raid.charts import CHARTS, DATA
from sandtable.games.raid.tables import INCLUDED, ORDER, doubts, tables_from

TEXT = (DATA / "lost.toml").read_text("utf-8")
FIRE, RANGES, GUNS, SHELLS = (
    INCLUDED.direct_fire,
    INCLUDED.range_attenuation,
    INCLUDED.artillery,
    INCLUDED.indirect_fire,
)


def with_numbers(old: str, new: str) -> str:
    """The included file with one line put differently."""
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


@covers("raid", "7.2")
def test_the_legible_cells_of_the_range_table() -> None:
    """7.2 as scanned: Bolt from 8 on, Semi 6 to 9, the beginning of Auto, LMG from 8 and HMG from 10 on."""
    assert [RANGES.change("bolt", at) for at in (0, 1, 8, 9, 10, 11, 15, 16, 40)] == [
        *(2, 1, 0, -1, -2, -4, -4, -6, -6)
    ]
    assert [RANGES.change("semi", at) for at in (0, 1, 2, 6, 7, 8, 9)] == [3, 2, 1, 0, -1, -2, -3]
    assert [RANGES.change("auto", at) for at in (0, 1, 2, 3, 4, 6, 7, 8)] == [5, 4, 3, 2, 1, -2, -4, -6]
    assert [RANGES.change("lmg", at) for at in (8, 9, 10, 11, 16)] == [-2, -4, -5, -6, -7]
    assert [RANGES.change("hmg", at) for at in (10, 12, 16)] == [-1, -2, -4]


@covers("raid", "7.2")
def test_automatic_weapons_do_not_fire_beyond_eight_hexes_and_semi_reach_helicopters() -> None:
    """P from 9 on for Auto; the players' notes keep Semi for helicopters, whose limit is 15 hexes [13.5]."""
    assert [RANGES.change("auto", at) for at in (9, 10, 15, 16)] == [None] * 4
    assert RANGES.change("semi", CHARTS.fire.helicopter_range) == -6
    assert RANGES.change("semi", 16) is None


@pytest.mark.parametrize("line", ["bolt", "semi", "auto", "lmg", "hmg"])
def test_no_weapon_gains_by_range(line: str) -> None:
    changes = [RANGES.change(line, at) for at in range(20)]  # type: ignore[arg-type]
    known = [change for change in changes if change is not None]
    assert known == sorted(known, reverse=True)
    assert changes == known + [None] * (20 - len(known))


@covers("raid", "7.7")
def test_three_men_and_an_lmg_share_a_column_everywhere() -> None:
    """Stated for Medium in 7.1; the reconstruction holds it on every line."""
    for row in ("clear", "medium", "heavy", "building"):
        assert FIRE.start(row, "3") == FIRE.start(row, "L")  # type: ignore[arg-type]
    assert FIRE.result(FIRE.start("medium", "3"), 4) == "1"


@covers("raid", "7.7")
def test_the_foot_of_the_last_columns_is_what_survived() -> None:
    """The only fragment of the body: 2 2 at the foot of one column, S S S 1 1 of the next."""
    assert [FIRE.result(7, roll) for roll in (7, 8)] == ["2", "2"]
    assert [FIRE.result(8, roll) for roll in (4, 5, 6, 7, 8)] == ["S", "S", "S", "1", "1"]


@covers("raid", "7.7")
def test_rolls_beyond_the_table() -> None:
    """Above 8 counts as 8; below -1 nothing happens."""
    assert FIRE.result(1, 11) == FIRE.result(1, 8) == "4"
    assert FIRE.result(1, -1) == "S"
    assert FIRE.result(1, -2) == "-"


@covers("raid", "7.7")
def test_entebbe_is_almost_always_won() -> None:
    """Players' notes: four Auto men beside a Building, column 4, +4: two shots kill four, 31 in 36."""
    column = FIRE.start("building", "4") - 1
    dead = [ORDER.index(FIRE.result(column, face + 4)) - 1 for face in range(1, 7)]
    enough = sum(max(a, 0) + max(b, 0) >= 4 for a in dead for b in dead)
    assert Fraction(enough, 36) == Fraction(31, 36)


@covers("raid", "9.41")
def test_the_printed_strengths_of_shells() -> None:
    """6, 8, 9 and 15 are printed; the example of 9.2 adds a 2 of the 81mm two hexes away to the 15."""
    centres = [GUNS.strength(gun, 0) for gun in ("mortar_60mm", "mortar_4_2in")]
    assert centres == [6, 8]
    assert [GUNS.strength(gun, 0) for gun in ("artillery_105mm", "artillery_155mm")] == [9, 15]
    assert GUNS.strength("artillery_155mm", 0) + GUNS.strength("mortar_81mm", 2) == 17
    assert GUNS.strength("mortar_60mm", 7) == 0


@covers("raid", "9.41")
def test_zones_differ_in_size_and_some_reach_beyond_the_six_adjacent_hexes() -> None:
    """13.6 speaks of other hexes of the zone, and 11.1 says that smoke covers the same whatever the gun."""
    radii = [GUNS.radius(gun) for gun in ("mortar_60mm", "mortar_81mm", "artillery_155mm")]
    assert radii == [1, 2, 3]


@covers("raid", "9.42")
@pytest.mark.parametrize(
    ("strength", "column"), [(30, 1), (24, 1), (23, 2), (17, 3), (12, 4), (9, 5), (8, 6), (5, 8), (1, 10)]
)
def test_every_strength_has_its_column(strength: int, column: int) -> None:
    assert SHELLS.column(strength) == column


@covers("raid", "9.42")
def test_rolls_and_columns_beyond_the_table_of_shells() -> None:
    """Ends of the die are read at the last row; a column to the right of the last has no effect."""
    assert SHELLS.result(1, -5) == SHELLS.result(1, -2) == "2"
    assert SHELLS.result(10, 9) == "1"
    assert SHELLS.result(11, 6) == SHELLS.result(SHELLS.column(0), 6) == "-"


@covers("raid", "9.42", "14.14", "14.24")
def test_who_can_kill_armour() -> None:
    """A tank falls to a 4: the tank gun (12) on 4 or more, the Bazooka (8) on a 6."""
    kills = {
        strength: [face for face in range(1, 7) if SHELLS.result(SHELLS.column(strength), face) == "4"]
        for strength in (12, 8)
    }
    assert kills == {12: [4, 5, 6], 8: [6]}


def test_the_included_tables_go_against_nothing_in_the_text() -> None:
    assert doubts(INCLUDED) == []


def test_a_number_against_the_text_is_doubted_in_a_sentence() -> None:
    """Whoever types in a table is told what the rules say otherwise, but may keep it."""
    told = doubts(tables_from(with_numbers("mortar_60mm = [6, 3, 0, 0]", "mortar_60mm = [5, 6, 0, 0]")))
    assert len(told) == 2
    assert told[0].startswith("9.41: 6, 8, 9 and 15 are printed")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("ranges = [0, 1, 2,", "ranges = [0, 2, 1,", "the ranges begin at 0"),
        ("auto = [5, 4,", "auto = [5,", "the line auto needs 13 entries"),
        ("clear = { H = 1,", "clear = { H = 9,", "the clear line names a column outside 1 to 8"),
        ("clear = { H = 1, 4 = 2,", "clear = { H = 1,", "the clear line needs a column for each of"),
        ('  ["S", "-", "-", "-", "-", "-", "-", "-"],', '  ["S", "-"],', "not all of one length"),
        ('  ["S", "-", "-", "-", "-", "-", "-", "-"],', '  ["X", "-", "-", "-", "-", "-", "-", "-"],', "'X'"),
        ("strengths = [24, 18,", "strengths = [18, 24,", "the strengths fall"),
        ("strengths = [24, 18,", "strengths = [18,", "every column needs the least strength"),
        ("mortar_60mm = [6, 3, 0, 0]", "mortar_60mm = []", "9.41"),
        ("[artillery]", "[artilery]", "artilery"),
        ("[artillery]", "[artillery", "not a TOML file"),
    ],
)
def test_tables_that_cannot_be_used_are_refused_with_the_place(old: str, new: str, says: str) -> None:
    with pytest.raises(BadData, match=re.escape(says)):
        tables_from(with_numbers(old, new), "mine.toml")


def test_a_fingerprint_is_of_the_numbers_alone() -> None:
    """Comments and provenance do not change what is played; a number does."""
    reworded = tables_from(TEXT.replace("# 7.7.", "# As printed:").replace("restored", "printed"))
    assert reworded.fingerprint == INCLUDED.fingerprint
    other = tables_from(with_numbers("mortar_60mm = [6, 3, 0, 0]", "mortar_60mm = [6, 4, 0, 0]"))
    assert other.fingerprint != INCLUDED.fingerprint


# -- a player's own tables


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The file for a player's own tables, in a folder of its own; not there yet."""
    monkeypatch.setattr(own_tables, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(own_tables, "_at_hand", {INCLUDED.fingerprint: INCLUDED})
    return own_tables.own_file()


def put(file, old, new):
    """Our tables with other numbers in the player's file."""
    file.write_text(own_tables.included_text().replace(old, new), "utf-8")


STRONGER = ("mortar_60mm = [6, 3, 0, 0]", "mortar_60mm = [6, 4, 1, 0]")


def test_new_games_go_by_the_players_own_tables_as_soon_as_he_has_any(own):
    assert game.settled({})["tables"] == INCLUDED.fingerprint
    put(own, *STRONGER)
    settled = game.settled({})
    assert settled["tables"] == own_tables.in_use().fingerprint != INCLUDED.fingerprint
    scene, state = game.set_up("litani", settled)
    assert (state.tables, scene.tables.artillery.mortar_60mm) == (settled["tables"], (6, 4, 1, 0))


def test_a_record_says_by_which_tables_and_is_refused_where_they_are_not_at_hand(own):
    put(own, *STRONGER)
    settled = game.settled({})
    driver = Driver(game, *game.set_up("entebbe", settled), seeded(1))
    driver.start()
    header = new_header(game, FromScenario("entebbe"), source_of(driver.table.dice))
    assert header.start.options["tables"] == settled["tables"]
    record = read_record(write_record(driver, header))
    assert replay(record).hash() == driver.hash()
    own.unlink()
    own_tables._at_hand.pop(settled["tables"])
    with pytest.raises(Differs, match=f"other combat tables, those of fingerprint {settled['tables']}"):
        replay(record)


def test_the_record_of_a_position_says_it_too(own):
    position = situation("fire")
    kept = new_header(game, FromPosition(position), source_of(seeded(1))).start.position
    assert kept.state["tables"] == INCLUDED.fingerprint
    assert position_from(position_text(kept)) == kept


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["S", "-", "-"', '["X", "-", "-"', "Invalid enum value 'X'"),
        ("beyond_right = -1", "", "missing required field `beyond_right`"),
        ("[direct_fire]", "[direct_fire", "not a TOML file"),
    ],
)
def test_tables_that_cannot_be_used_are_refused_with_file_and_place(own, old, new, words):
    put(own, old, new)
    with pytest.raises(BadRequest, match=re.escape(words)) as refused:
        game.settled({})
    assert str(own) in str(refused.value)


def test_the_command_line_opens_a_copy_and_checks_it(own):
    assert "To be edited" in say("tables", "raid", "--edit")
    assert own.read_text("utf-8") == own_tables.included_text()
    own.write_text(own_tables.included_text().replace("mortar_60mm = [6,", "mortar_60mm = [5,"), "utf-8")
    told = say("tables", "raid")
    assert "your own" in told
    assert "9.41: 6, 8, 9 and 15 are printed" in told
    own.write_text("nothing", "utf-8")
    say("tables", "raid", code=3)
    say("tables", "tank", code=2)
    say("tables", "list", "--edit", code=2)
