"""Stored games under changed rules: which differ, where and why, and how they go on."""

from __future__ import annotations

import io
import random
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.record_games import CORPUS, answer_next, bodies, chained, crossfire, skirmish

from sandtable.engine import Ladder
from sandtable.engine.dice import seeded
from sandtable.engine.record import (
    BadRecord,
    Differs,
    Recorder,
    check_records,
    read_record,
    replay,
    rewind,
    stay,
    verify,
)
from sandtable.games.drill import Drill, game

NOW = game.version


async def digs_nothing(table: Any, side: int) -> None:
    """The changed rule: nobody asks Red to dig in any more."""


class Changed(Drill):
    """Drill after a correction of its rules."""

    version = NOW + 1
    ladder = Ladder(
        *[
            msgspec.structs.replace(rung, procedure=digs_nothing) if rung.name == "red-digging" else rung
            for rung in Drill.ladder.rungs
        ]
    )


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the installed Drill is the corrected one."""
    module = import_module("sandtable.engine.record.replay")
    monkeypatch.setattr(module, "game_named", lambda name: Changed())


def red_ends_its_movement(file: bytes) -> int:
    """The number of the answer that led to Red's digging for the first time."""
    numbers = [line["number"] for line in bodies(file) if line["line"] == "answer" and line["ask"] == "dig-in"
               and line["side"] == "Red"]  # fmt: skip
    return int(numbers[0]) - 1


def test_every_record_of_the_corpus_replays_the_same() -> None:
    """The report names each file, in alphabetical order, and finds nothing."""
    reports = check_records(CORPUS)
    assert [report.file for report in reports] == sorted(file.name for file in CORPUS.glob("*.jsonl"))
    assert {report.verdict for report in reports} == {"same"}
    assert str(reports[0]) == f"{reports[0].file}: replays the same"


@pytest.mark.usefixtures("changed")
def test_changed_rules_name_the_files_that_differ_with_the_answer_and_the_reason(tmp_path: Path) -> None:
    """One game had come to the changed rule, another had not yet; a torn and a broken one are told apart."""
    whole, early = skirmish(4).file, crossfire(2, answers=20).file
    broken = whole.replace(b"hold", b"HOLD", 1)
    assert broken != whole
    for name, file in {"whole": whole, "early": early, "torn": early[:-5], "broken": broken}.items():
        (tmp_path / f"{name}.jsonl").write_bytes(file)
    (tmp_path / "notes.txt").write_text("not a record")
    reports = {report.file: report for report in check_records(tmp_path)}
    assert {name: report.verdict for name, report in reports.items()} == {
        "whole.jsonl": "differs",
        "early.jsonl": "same",
        "torn.jsonl": "cut",
        "broken.jsonl": "damaged",
    }
    told = str(reports["whole.jsonl"])
    fits = red_ends_its_movement(whole) - 1
    line = next(
        n
        for n, line in enumerate(bodies(whole), 1)
        if (line.get("ask"), line.get("side")) == ("dig-in", "Red")
    )
    assert told.startswith(
        f"whole.jsonl: differs after answer {fits}; line {line}: the record has nothing here"
    )
    assert "the game now end of turn 7" in told
    assert f"(recorded under version {NOW} of Drill, played under version {NOW + 1})" in told


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    """A folder with the name of a record is reported like any other fault."""
    (tmp_path / "a.jsonl").mkdir()
    shutil.copy(CORPUS / "drill-orders.jsonl", tmp_path / "b.jsonl")
    assert [report.verdict for report in check_records(tmp_path)] == ["damaged", "same"]


@pytest.mark.usefixtures("changed")
def test_an_owner_can_stay_where_the_last_snapshot_stands() -> None:
    """The state is the one of the old rules; from there the new ones hold, and a record of its own begins."""
    played = crossfire(2, answers=200)
    record = read_record(played.file)
    with pytest.raises(Differs):
        replay(record)
    file = io.BytesIO()
    driver, header = stay(record, seeded("new dice"))
    snapshot = [line for line in bodies(played.file) if line["line"] == "snapshot"][-1]
    assert driver.marks[0].hash == snapshot["hash"]
    recorder = Recorder(driver, file).begin(header)
    chance = random.Random(1)
    while not driver.over:
        answer_next(driver, recorder, chance.randrange)
    kept = read_record(file.getvalue())
    assert verify(kept) == []
    assert replay(kept).hash() == driver.hash()
    assert kept.header.version == NOW + 1
    assert kept.header.origin == msgspec.convert(
        {"way": "stayed", "record": record.last}, type(kept.header.origin)
    )
    assert b'"ask":"dig-in","kind":"several","side":"Red"' not in file.getvalue()


@pytest.mark.usefixtures("changed")
def test_an_owner_can_rewind_to_the_last_answer_that_still_fits() -> None:
    """The story up to there stays, rolls and all; then other dice fall, which the record can tell apart."""
    found = 0
    for seed in range(12):
        played = skirmish(seed)
        record = read_record(played.file)
        driver, header = rewind(record, seeded("new dice"))
        fits = red_ends_its_movement(played.file) - 1
        assert driver.history == played.driver.history[:fits]
        rolls = list(driver.table.rolls or ())
        assert rolls == (played.driver.table.rolls or [])[: len(rolls)]
        assert header.origin is not None
        assert header.origin.rolls == len(rolls)
        file = io.BytesIO()
        recorder = Recorder(driver, file).begin(header)
        chance = random.Random(seed)
        while not driver.over:
            answer_next(driver, recorder, chance.randrange)
        kept = read_record(file.getvalue())
        assert verify(kept) == []
        again = replay(kept)
        assert (again.hash(), again.history) == (driver.hash(), driver.history)
        found += bool(rolls) and len(driver.table.rolls or ()) > len(rolls)
    assert found


def test_the_dice_of_a_rewound_game_are_checked_from_where_they_begin() -> None:
    """A forged roll after the rewinding is found; the ones before belong to the older record."""
    record = read_record(crossfire(2, answers=80, step=answer_next).file)
    driver, header = rewind(record, seeded("new dice"))
    file = io.BytesIO()
    recorder = Recorder(driver, file).begin(header)
    chance = random.Random(1)
    while len(driver.table.rolls or ()) < 3 or not driver.over:
        answer_next(driver, recorder, chance.randrange)
    assert header.origin is not None
    lines = bodies(file.getvalue())
    last = max(n for n, line in enumerate(lines) if line["line"] == "roll")
    assert sum(line["line"] == "roll" for line in lines) > header.origin.rolls
    lines[last]["dice"] = [lines[last]["dice"][0] % 6 + 1]
    assert any(finding.line == last + 1 for finding in verify(read_record(chained(lines))))


def test_a_damaged_record_can_be_rewound_to_before_the_damage() -> None:
    """What was whole is not lost."""
    whole = crossfire(2, answers=60).file
    place = whole.index(b'"answer":"', len(whole) * 2 // 3)
    record = read_record(whole[:place] + b"?" + whole[place + 1 :])
    assert record.damage
    driver, _ = rewind(record, seeded("new dice"))
    line = record.damage[0].line
    assert len(driver.history) > 5
    assert driver.hash() == replay(read_record(b"\n".join(whole.split(b"\n")[: line - 1]) + b"\n")).hash()


def test_a_record_whose_beginning_does_not_fit_cannot_be_rewound() -> None:
    """There is nothing left to go back to."""
    lines = bodies(skirmish(1).file)
    lines[1]["hash"] = "0" * 32
    with pytest.raises(Differs, match="line 2: the state where stances of turn 7 begins is not the same"):
        rewind(read_record(chained(lines)), seeded(1))


def test_where_no_snapshot_can_be_used_staying_is_refused_with_the_reason() -> None:
    """There is none, or the game cannot read it any more."""
    lines = bodies(skirmish(1).file)
    with pytest.raises(BadRecord, match="no snapshot that still stands"):
        stay(read_record(chained([line for line in lines if line["line"] != "snapshot"])), seeded(1))
    last = max(n for n, line in enumerate(lines) if line["line"] == "snapshot")
    del lines[last]["state"]["units"]
    with pytest.raises(
        BadRecord, match=f"line {last + 1}: the game cannot go on from here: the state does not fit"
    ):
        stay(read_record(chained(lines)), seeded(1))


def test_games_that_start_alike_share_what_never_changes() -> None:
    """Two games of one scenario have one scene between them, and a state each."""
    from sandtable.engine.record import FromScenario
    from sandtable.engine.record.replay import begin

    first, _ = begin(game, FromScenario("crossfire", {}))
    second, state = begin(game, FromScenario("crossfire", {}))
    assert first is second
    assert state is not begin(game, FromScenario("crossfire", {}))[1]
