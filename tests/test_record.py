"""Records: what is written, and that it replays, resumes and is undone to the same game."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.record_games import (
    CORPUS,
    GAMES,
    SKIRMISH,
    answer_next,
    bodies,
    chained,
    corpus,
    crossfire,
    kinds,
    skirmish,
    with_orders,
)

from sandtable.engine import Driver, Refused
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import Script, commitment, seeded
from sandtable.engine.history import Input
from sandtable.engine.record import (
    BadRecord,
    FromPosition,
    FromScenario,
    Recorder,
    new_header,
    read_record,
    replay,
    source_of,
    verify,
    write_record,
)
from sandtable.games.drill import game


def trails(driver: Driver[Any, Any]) -> list[tuple[int, list[object]]]:
    """What was taken back, in the words of records: lists, where the driver may have tuples."""
    return [
        (trail.inputs, json.loads(json.dumps([one.wire for one in trail.answers]))) for trail in driver.undone
    ]


# -- writing and replaying -------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays_to_the_same_game(name: str) -> None:
    """State, answers with who gave them, rolls, marks, orders and what was taken back all come again."""
    played = GAMES[name]()
    for file in (played.file, write_record(played.driver, played.header, b"the program's secret").encode()):
        record = read_record(file)
        assert verify(record) == []
        again = replay(record)
        assert again.hash() == played.driver.hash()
        assert again.history == played.driver.history
        assert again.table.rolls == played.driver.table.rolls
        assert again.marks == played.driver.marks
        assert again.orders == played.driver.orders
        assert trails(again) == trails(played.driver)


@pytest.mark.parametrize("name", GAMES)
def test_a_replayed_game_writes_the_same_record_again(name: str) -> None:
    """Nothing that a record holds is lost by loading and saving."""
    played = GAMES[name]()
    secret = b"the program's secret"
    text = write_record(played.driver, played.header, secret)
    assert write_record(replay(read_record(text)), read_record(text).header, secret) == text


def test_the_same_game_gives_the_same_bytes_under_another_hash_seed() -> None:
    """No order in a record hangs on how Python hashes."""
    code = "import hashlib; from tests.record_games import crossfire; "
    code += "print(hashlib.sha256(crossfire(4, 60).file).hexdigest())"
    root = Path(__file__).parents[1]
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_the_header_stands_in_the_file_before_anything_is_rolled() -> None:
    """The commitment is published first, with the options that hold and the versions."""
    dice = seeded(1)
    driver = Driver(game, *game.set_up("crossfire", {}), dice)
    file = io.BytesIO()
    Recorder(driver, file).begin(new_header(game, FromScenario("crossfire"), source_of(dice)))
    (header,) = bodies(file.getvalue())
    assert header["line"] == "header"
    assert (header["format"], header["game"], header["version"]) == (1, "drill", game.version)
    assert header["dice"] == {"type": "seed", "commitment": commitment(dice.seed)}
    assert header["start"] == {"type": "scenario", "scenario": "crossfire", "options": {}}


def test_the_seed_is_opened_at_the_end_and_not_before() -> None:
    """An unfinished record does not hold the seed; the last line of a finished one does."""
    unfinished = crossfire(2, answers=80)
    seed = seeded(2).seed.hex()
    assert seed not in unfinished.file.decode()
    assert seed not in write_record(unfinished.driver, unfinished.header)
    assert bodies(skirmish(1).file)[-1] == {"line": "opened", "seed": seeded(1).seed.hex()}


def test_the_owner_can_open_the_seed_before_the_end() -> None:
    """Then the dice so far can be verified; it is opened only once."""
    dice, file = seeded(1), io.BytesIO()
    driver = Driver(game, *game.from_position(SKIRMISH), dice)
    recorder = Recorder(driver, file).begin(new_header(game, FromPosition(SKIRMISH), source_of(dice)))
    driver.start()
    recorder.open_seed()
    recorder.open_seed()
    assert kinds(file.getvalue()).count("opened") == 1
    assert read_record(file.getvalue()).opening is not None


@pytest.mark.parametrize("name", ["undo", "orders", "linked"])
def test_a_crash_after_any_answer_loses_nothing(name: str) -> None:
    """Whatever lines are in the file, they replay; with all of them the game stands where it stood."""
    played = GAMES[name]()
    lines = played.file.splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        record = read_record(b"".join(lines[:count]))
        assert verify(record) == []
        replay(record)
    assert replay(record).hash() == played.driver.hash()


def test_answers_are_in_the_file_as_soon_as_they_are_given() -> None:
    """After each update the file replays to the present state, sealed answers that wait included."""
    dice, file = seeded(3), io.BytesIO()
    driver = Driver(game, *game.set_up("crossfire", {}), dice)
    recorder = Recorder(driver, file).begin(new_header(game, FromScenario("crossfire"), source_of(dice)))
    driver.start()
    chance = random.Random(3)
    for number in range(40):
        answer_next(driver, recorder, chance.randrange)
        again = replay(read_record(file.getvalue()), seed=dice.seed)
        assert again.hash() == driver.hash()
        assert again.history == driver.history
        assert again.committed == driver.committed
        assert len(again.history) == number + 1


def test_fsync_is_called_for_each_update_that_is_asked_to_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only with `fsync`, and not when there is nothing new."""
    synced: list[int] = []
    monkeypatch.setattr("sandtable.engine.record.writing.os.fsync", synced.append)
    for fsync, count in ((True, 2), (False, 0)):
        synced.clear()
        driver = Driver(game, *game.from_position(SKIRMISH), seeded(1))
        with (tmp_path / "game.jsonl").open("wb") as file:
            recorder = Recorder(driver, file, fsync=fsync)
            recorder.begin(new_header(game, FromPosition(SKIRMISH), source_of(seeded(1))))
            driver.start()
            recorder.update()
            recorder.update()
        assert len(synced) == count


def test_a_driver_that_keeps_nothing_cannot_be_recorded() -> None:
    """Better at once than an empty record."""
    driver = Driver(game, *game.from_position(SKIRMISH), seeded(1), keep=False)
    with pytest.raises(ValueError, match="nothing to record"):
        Recorder(driver, io.BytesIO())


# -- undo ------------------------------------------------------------------------------------


def deployed(file: io.BytesIO) -> tuple[Driver[Any, Any], Recorder]:
    """A game that stands at Blue's first choice of a mover, after four sealed answers."""
    dice = seeded(1)
    driver = Driver(game, *game.set_up("crossfire", {}), dice)
    recorder = Recorder(driver, file).begin(new_header(game, FromScenario("crossfire"), source_of(dice)))
    driver.start()
    chance = random.Random(1)
    for _ in range(4):
        answer_next(driver, recorder, chance.randrange)
    return driver, recorder


def test_undo_adds_a_line_and_changes_none() -> None:
    """The answers taken back stay in the file and are folded into a trail when it is read."""
    file = io.BytesIO()
    driver, recorder = deployed(file)
    driver.submit(0, "B1")
    recorder.update()
    before = file.getvalue()
    driver.undo()
    recorder.update()
    assert file.getvalue().startswith(before)
    driver.submit(0, "B2")
    recorder.update()
    told = [line for line in bodies(file.getvalue()) if line["line"] in ("answer", "undo")][4:]
    assert [line.get("answer") or line.get("answers") for line in told] == ["B1", [5], "B2"]
    assert [line.get("number") for line in told] == [5, None, 6]
    record = read_record(file.getvalue())
    ((after, (undone,)),) = record.trails
    assert (after, undone.value.answer) == (4, "B1")
    assert [given.wire for given in replay(record).history[4:]] == ["B2"]


def test_what_was_answered_and_taken_back_between_two_updates_is_kept_too() -> None:
    """Answers that never stood in the file are written with the line that takes them back."""
    file = io.BytesIO()
    driver, recorder = deployed(file)
    driver.submit(0, "B1")
    recorder.update()
    driver.submit(0, "pass")
    driver.undo(2)
    driver.submit(0, "B3")
    driver.undo()
    driver.submit(0, "B2")
    recorder.update()
    told = [line for line in bodies(file.getvalue()) if line["line"] in ("answer", "undo")][4:]
    assert [line.get("answer") or line.get("answers") for line in told] == [
        "B1",
        "pass",
        [5, 6],
        "B3",
        [7],
        "B2",
    ]
    again = replay(read_record(file.getvalue()))
    assert trails(again) == trails(driver) == [(4, ["B1", "pass"]), (4, ["B3"])]
    assert again.hash() == driver.hash()


@pytest.mark.parametrize("seed", range(12))
def test_updates_may_come_as_rarely_as_one_likes(seed: int) -> None:
    """Answers, undos and withdrawals between two updates, in any mixture: the file leads to the same game."""
    dice, file, chance = seeded(seed), io.BytesIO(), random.Random(seed)
    driver = Driver(game, *game.set_up("crossfire", {}), dice)
    recorder = Recorder(driver, file).begin(new_header(game, FromScenario("crossfire"), source_of(dice)))
    driver.start()
    for _ in range(120):
        free = len(driver.history) - driver.table.barrier.inputs
        if driver.committed and chance.random() < 0.5:
            driver.withdraw(driver.committed[0])
        elif free > 0 and chance.random() < 0.3:
            driver.undo(1 + chance.randrange(free))
        elif not driver.over:
            ask = driver.asks[chance.randrange(len(driver.asks))]
            driver.answer(ask.side, random_answer(ask, chance.randrange))
        if chance.random() < 0.3:
            recorder.update()
    recorder.update()
    record = read_record(file.getvalue())
    assert verify(record) == []
    again = replay(record, seed=dice.seed)
    assert again.history == driver.history
    assert (again.hash(), again.marks, again.committed) == (driver.hash(), driver.marks, driver.committed)


def test_a_withdrawn_sealed_answer_is_taken_back_from_among_the_others() -> None:
    """Blue's number goes, Red's later one stays."""
    dice, file = seeded(1), io.BytesIO()
    driver = Driver(game, *game.from_position(SKIRMISH), dice)
    recorder = Recorder(driver, file).begin(new_header(game, FromPosition(SKIRMISH), source_of(dice)))
    driver.start()
    driver.submit(0, "hold")
    recorder.update()
    driver.withdraw(0)
    driver.submit(1, "hold")
    recorder.update()
    driver.submit(0, "advance")
    recorder.update()
    record = read_record(file.getvalue())
    assert [given.wire for given in replay(record).history] == ["hold", "advance"]
    assert verify(record) == []
    assert [entry.value.answer for entry in record.trails[0].answers] == ["hold"]


def test_segments_that_an_undone_answer_had_begun_are_folded_away() -> None:
    """The last `pass` of a phase opens the next one; taking it back closes that again."""
    file = io.BytesIO()
    driver, recorder = deployed(file)
    assert driver.segment.name == "blue-movement"
    driver.submit(0, "pass")
    recorder.update()
    assert driver.segment.name == "blue-digging"
    driver.undo()
    driver.submit(0, "B1")
    recorder.update()
    record = read_record(file.getvalue())
    assert verify(record) == []
    assert replay(record).marks == driver.marks


def test_an_end_that_is_taken_back_is_no_end() -> None:
    """A game can be over and then not: the last answer without dice is undone, and another one given."""
    for seed in range(40):
        played = skirmish(seed)
        driver, file = played.driver, io.BytesIO(played.file)
        if len(driver.history) > driver.table.barrier.inputs:
            break
    recorder = Recorder(driver, file).resume(read_record(played.file))
    last: Input = driver.history[-1]
    driver.undo()
    recorder.update()
    assert not replay(read_record(file.getvalue())).over
    driver.submit(last.side, last.wire)
    recorder.update()
    assert kinds(file.getvalue()).count("end") == 2
    assert kinds(file.getvalue()).count("opened") == 1
    record = read_record(file.getvalue())
    assert verify(record) == []
    assert replay(record).hash() == driver.hash()


# -- standing orders, parts of a game, going on -----------------------------------------------


def test_orders_stand_before_the_answers_they_explain() -> None:
    """In a file kept as the game went on, and in one written at the end."""
    played = with_orders(2)
    for file in (played.file, write_record(played.driver, played.header).encode()):
        explained: set[str] = set()
        for line in bodies(file):
            if line["line"] == "orders":
                explained.add(line["side"])
            if line.get("by") == "orders":
                assert line["side"] in explained
        assert explained == {"Blue", "Red"}
    first = next(line for line in bodies(played.file) if line["line"] == "orders")
    assert first["orders"] == [{"then": "react", "least_chance": "1/3"}]


def test_orders_that_are_withdrawn_are_no_orders_after_a_reload() -> None:
    """The last line about a side counts, an empty one too."""
    played = with_orders(2)
    file = io.BytesIO(played.file)
    recorder = Recorder(played.driver, file).resume(read_record(played.file))
    del played.driver.orders[0]
    recorder.update()
    assert bodies(file.getvalue())[-1] == {"line": "orders", "side": "Blue", "orders": []}
    again = replay(read_record(file.getvalue())).orders
    assert {side: orders for side, orders in again.items() if orders} == played.driver.orders


def test_replay_stops_after_the_answer_of_a_number() -> None:
    """The state is the one that the game had then; what came later, orders and all, is not there yet."""
    played = with_orders(2)
    record = read_record(played.file)
    for number in range(len(played.driver.history) + 1):
        again = replay(record, until=number)
        assert again.history == played.driver.history[:number]
    assert replay(record, until=0).orders == {
        0: played.driver.orders[0],
        1: played.driver.orders[1][1:],
    }


def test_without_its_seed_a_game_under_way_pauses_at_the_next_new_die() -> None:
    """It never rolls dice of its own; with the right seed it plays on as it would have."""
    dice, file = seeded(1), io.BytesIO()
    driver = Driver(game, *game.from_position(SKIRMISH), dice)
    recorder = Recorder(driver, file).begin(new_header(game, FromPosition(SKIRMISH), source_of(dice)))
    driver.start()
    blind = replay(read_record(file.getvalue()))
    chance = random.Random(1)
    while not driver.table.rolls:
        answer_next(driver, recorder, chance.randrange)
    for given in driver.history:
        blind.submit(given.side, given.wire)
    assert blind.paused
    assert blind.table.rolls == []
    sighted = replay(read_record(file.getvalue()), seed=dice.seed)
    assert sighted.table.dice.roll(6) == dice.roll(6)


def test_a_foreign_seed_is_refused() -> None:
    """Else the game would go on with dice that nobody committed to."""
    with pytest.raises(BadRecord, match="line 1: the seed given is not the one"):
        replay(read_record(crossfire(2, answers=10).file), seed=seeded(3).seed)


def test_a_replayed_game_can_be_undone_and_played_on() -> None:
    """Its checkpoints and barriers are those of the game that was recorded."""
    for seed in range(10):
        played = crossfire(seed, answers=60)
        one, other = played.driver, replay(read_record(played.file), seed=seeded(seed).seed)
        assert other.table.barrier.inputs == one.table.barrier.inputs
        chance, again = random.Random(seed), random.Random(seed)
        for driver, picks in ((one, chance), (other, again)):
            if len(driver.history) > driver.table.barrier.inputs:
                driver.undo()
            for _ in range(20):
                if not driver.over:
                    answer_next(driver, Recorder(driver, io.BytesIO()), picks.randrange)
        assert one.hash() == other.hash()


def test_a_torn_file_is_taken_up_again_where_it_broke_off() -> None:
    """The torn line goes, the game replays, and what is played then continues the same chain."""
    whole = crossfire(2, answers=60).file
    header = len(whole.splitlines()[0]) + 1
    ends = [place for place, byte in enumerate(whole) if byte == 10]
    for end in sorted({*range(header, len(whole), 211), *ends[1:20], *(place + 1 for place in ends[:20])}):
        file = io.BytesIO(whole[:end])
        record = read_record(file.getvalue())
        driver = replay(record, seed=seeded(2).seed)
        recorder = Recorder(driver, file).resume(record)
        chance = random.Random(end)
        for _ in range(5):
            answer_next(driver, recorder, chance.randrange)
        kept = read_record(file.getvalue())
        assert (kept.damage, kept.cut, verify(kept)) == ((), None, [])
        assert file.getvalue().startswith(whole[: record.size])
        assert replay(kept, seed=seeded(2).seed).hash() == driver.hash()


def test_scripted_dice_stand_in_the_header_and_are_checked() -> None:
    """A script, and a stream after it that is opened at the end."""
    for then in (None, seeded(9)):
        dice = Script([6, 6, 1, 1, 2, 3, 4, 5, 6, 1, 2, 3] if then is None else [6], then)
        played = skirmish(2, dice)
        assert verify(read_record(played.file)) == []
        lines = bodies(played.file)
        assert lines[0]["dice"]["values"] == list(dice.values)
        lines[0]["dice"]["values"][0] = 5
        (finding,) = verify(read_record(chained(lines)))
        assert "the record has 6 where its source gives 5" in str(finding)


# -- the corpus ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", corpus())
def test_the_records_kept_from_earlier_still_verify_and_replay(name: str) -> None:
    """A change of rules, engine or format that touches games under way shows here first."""
    record = read_record((CORPUS / f"{name}.jsonl").read_bytes())
    assert verify(record) == []
    replay(record)


def test_the_corpus_holds_what_it_is_for() -> None:
    """Undo, orders, a position with agreed dice, links: else replaying it would prove little."""
    held = {name: set(kinds((CORPUS / f"{name}.jsonl").read_bytes())) for name in corpus()}
    assert "undo" in held["drill-undo"]
    assert "orders" in held["drill-orders"]
    assert {"opened", "roll", "end"} <= held["drill-position"]
    assert {"link", "roll", "end"} <= held["drill-links"]
    assert len(held) == len(list(CORPUS.glob("*.jsonl")))


def test_an_undone_die_cannot_be_hidden_in_a_record() -> None:
    """The driver refuses to take back a roll, so no honest record holds one that was."""
    played = crossfire(2, answers=80)
    given = len(played.driver.history)
    with pytest.raises(Refused):
        played.driver.undo(given)
    assert len(played.driver.history) == given
