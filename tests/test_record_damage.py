"""Nothing in a record can be changed unnoticed: by accident, by hand, or by one who chains it all again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from tests.record_games import GAMES, Played, agreed, bodies, chained, chained_words, kinds, linked, skirmish

from sandtable.engine import Driver
from sandtable.engine.record import BadRecord, Differs, Record, read_record, replay, verify
from sandtable.games.drill import game


def answers(driver: Driver[Any, Any]) -> list[tuple[int, str, object]]:
    return [(given.side, given.ask, given.wire) for given in driver.history]


# -- verifying -------------------------------------------------------------------------------


def forged(file: bytes, place: int, **changes: Any) -> Record:
    """A record with one line changed and everything chained again."""
    lines = bodies(file)
    lines[place] = {**lines[place], **changes}
    return read_record(chained(lines))


def found(record: Record) -> list[tuple[int, str]]:
    return [(finding.line, finding.reason) for finding in verify(record)]


def test_the_lines_are_chained_as_the_documentation_says() -> None:
    """Chaining the lines by the test's own means gives the same bytes."""
    for name in ("skirmish", "orders", "linked"):
        file = GAMES[name]().file
        assert chained(bodies(file)) == file


def test_a_forged_roll_is_found_by_the_opened_seed() -> None:
    """The game may go on as if it had been rolled, but the seed gives another number."""
    file = agreed(1).file
    place = kinds(file).index("roll")
    dice = bodies(file)[place]["dice"]
    record = forged(file, place, dice=[dice[0] % 6 + 1])
    line, reason = found(record)[0]
    assert line == place + 1
    assert reason == f"the record has {dice[0] % 6 + 1} where its source gives {dice[0]}"
    with pytest.raises(Differs, match=f"line {place + 1}: the record has the roll"):
        replay(record)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": "00" * 32}, "the opened seed is not the one that the header commits to"),
        ({"secret": "00" * 20}, "the opened secret is not the one that the header commits to"),
        ({"secret": None}, "the opened secret is not the one that the header commits to"),
    ],
)
def test_an_opening_that_was_not_committed_to_is_found(changes: dict[str, Any], reason: str) -> None:
    """And such a record is not replayed either."""
    file = agreed(1).file
    place = kinds(file).index("opened")
    record = forged(file, place, **changes)
    assert (place + 1, reason) in found(record)
    with pytest.raises(BadRecord, match=reason):
        replay(record)


def test_a_part_that_was_swapped_afterwards_is_found() -> None:
    """The seed must come from the secret and from the parts that the header shows to the seats."""
    file = agreed(1).file
    dice = bodies(file)[0]["dice"]
    record = forged(file, 0, dice={**dice, "parts": {**dice["parts"], "Red": b"another part".hex()}})
    assert found(record) == [
        (len(bodies(file)), "the seed is not made from the opened secret and the seats' parts")
    ]


def test_a_forged_mark_answer_link_and_snapshot_are_found_at_their_lines() -> None:
    """Each by what it contradicts."""
    file = linked(1).file
    for kind, changes, words in (
        ("mark", {"hash": "0" * 32}, "the state where"),
        ("answer", {"answer": "B9"}, "is refused now"),
        ("answer", {"ask": "step"}, "but the rules now ask stance of Blue and stance of Red"),
        ("link", {"link": "0" * 64}, "this is not link 0 of"),
        ("link", {"exchange": 3}, "this is the link for exchange 0"),
        ("snapshot", {"hash": "0" * 32}, "does not have the hash"),
        ("end", {"winner": "Green"}, "the end of the game"),
    ):
        place = kinds(file).index(kind)
        line, reason = found(forged(file, place, **changes))[0]
        assert (line, words in reason) == (place + 1, True), (kind, line, reason)


def test_a_snapshot_of_another_state_is_found_though_its_hash_fits() -> None:
    """Else somebody could stay in a game that was never played."""
    one, other = bodies(skirmish(1).file), bodies(skirmish(2).file)
    places = [[n for n, line in enumerate(lines) if line["line"] == "snapshot"] for lines in (one, other)]
    one[places[0][-1]]["state"] = other[places[1][1]]["state"]
    one[places[0][-1]]["hash"] = other[places[1][1]]["hash"]
    assert "not the one that the game comes to" in str(verify(read_record(chained(one)))[0])


# -- damage ----------------------------------------------------------------------------------

SHORT = skirmish(8).file


def lines_before(file: bytes, place: int) -> int:
    return file[:place].count(b"\n")


def test_a_record_cut_at_any_byte_loads_up_to_the_last_whole_line_and_says_so() -> None:
    """Whatever was whole still replays; the header alone is the least."""
    ends = {place for place in range(len(SHORT)) if SHORT[place : place + 1] == b"\n"}
    lines = SHORT.splitlines()
    replays = set()
    for end in range(len(SHORT)):
        whole = lines_before(SHORT, end)
        if end < len(lines[0]):
            with pytest.raises(BadRecord, match="^line 1: "):
                read_record(SHORT[:end])
            continue
        record = read_record(SHORT[:end])
        at_end_of_line = end in ends or end - 1 in ends
        assert record.damage == ()
        assert (record.cut is None) == at_end_of_line
        if record.cut:
            assert record.cut.line == whole + 1
            assert f"it is read up to line {whole}" in record.cut.reason
        if len(record.entries) not in replays:
            replays.add(len(record.entries))
            replay(record)
            assert verify(record) == ([record.cut] if record.cut else [])
    assert replays == set(range(len(lines)))


def test_one_altered_byte_anywhere_is_found_at_its_line_and_never_replayed() -> None:
    """Every byte in turn becomes another one, and one more becomes the end of a line."""
    chance = random.Random(1)
    for place in range(len(SHORT)):
        for byte in {SHORT[place] ^ (1 << chance.randrange(8)), 10} - {SHORT[place]}:
            file = SHORT[:place] + bytes([byte]) + SHORT[place + 1 :]
            line = lines_before(SHORT, place) + 1
            if place == len(SHORT) - 1:
                cut = read_record(file).cut
                assert cut is not None
                assert cut.line == line
                continue
            with pytest.raises(BadRecord, match=f"^line {line}: "):
                replay(read_record(file))


def test_lines_swapped_lost_or_doubled_are_found() -> None:
    """At the first line that is not where it was written."""
    lines = SHORT.splitlines(keepends=True)
    for place in range(len(lines) - 1):
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        lost = [*lines[:place], *lines[place + 1 :]]
        doubled = [*lines[: place + 1], *lines[place:]]
        for changed, at in ((swapped, place), (lost, place), (doubled, place + 1)):
            with pytest.raises(BadRecord, match=f"^line {at + 1}: this line does not follow the one before"):
                replay(read_record(b"".join(changed)))


def test_a_byte_put_in_or_taken_out_is_found() -> None:
    """Anywhere, by any byte."""
    chance = random.Random(2)
    for _ in range(1500):
        place = chance.randrange(len(SHORT) - 1)
        more = SHORT[:place] + bytes([chance.randrange(256)]) + SHORT[place:]
        fewer = SHORT[:place] + SHORT[place + 1 :]
        for file in (more, fewer):
            with pytest.raises(BadRecord, match=f"^line {lines_before(SHORT, place) + 1}: "):
                replay(read_record(file))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"", "line 1: the record is empty"),
        (b"\n", "line 1: this line was altered"),
        (b"not a record", "line 1: the record breaks off here"),
        (b"\xff\xfe\x00\n" * 3, "line 1: this line was altered"),
        (chained([{"line": "answer", "number": 1}]), "line 1: this is no line of a record"),
        (
            chained([{"line": "header", "format": 2, "news": []}]),
            "line 1: this record has the format 2; known is 1",
        ),
        (chained([bodies(SHORT)[1]]), "line 1: a record has one header, on its first line"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(file: bytes, words: str) -> None:
    """Empty, rubbish, another format, no header."""
    with pytest.raises(BadRecord, match=words):
        read_record(file)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"line": "undo", "answers": [1]}, "takes back an answer although a die has been rolled since"),
        ({"line": "undo", "answers": [99]}, "takes back answers that do not stand"),
        ({"line": "undo", "answers": []}, "takes back answers that do not stand"),
        ({"line": "answer", "number": 3, "side": "", "ask": "", "kind": "", "answer": ""}, "this is answer"),
        ({"line": "mark", "segment": "end", "turn": 1, "hash": "short"}, "this is no line of a record"),
        ({"line": "poem"}, "this is no line of a record"),
        ({"line": "orders", "side": "", "orders": [{"then": "ask", "least_chance": "1/0"}]}, "not '1/0'"),
    ],
)  # fmt: skip
def test_a_line_that_makes_no_sense_where_it_stands_is_found(more: dict[str, Any], words: str) -> None:
    """Everything before it can still be seen, but the record is not replayed."""
    lines = bodies(SHORT)
    record = read_record(chained([*lines, more]))
    assert [finding.line for finding in record.damage] == [len(lines) + 1]
    assert words in record.damage[0].reason
    assert len(record.entries) == len(lines) - 1


def test_an_answer_nested_without_end_is_a_finding_like_any_other() -> None:
    """Deep nesting must not end the program."""
    place = kinds(SHORT).index("answer")
    lines = [json.dumps(line) for line in bodies(SHORT)]
    lines[place] = lines[place].replace('"advance"', "[" * 5000 + "]" * 5000)
    assert len(lines[place]) > 10_000
    assert verify(read_record(chained_words(lines)))[0].line == place + 1


def changed_leaves(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, in every way there is."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield {name: content for name, content in value.items() if name != key}
            yield from ({**value, key: other} for other in changed_leaves(inside))
    elif isinstance(value, list):
        yield value[:-1]
        yield [*value, *value[:1]]
        for place, inside in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changed_leaves(inside))
    elif isinstance(value, bool | int | float):
        yield from (value + 1, -value - 1, 2**70, str(value), None)
    elif isinstance(value, str):
        yield from (value + "x", value[1:], "", 7, [value])
    else:
        yield from (0, "")


# A beginning with numbers that no state can hold stops the driver before its first rule.
@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited")
@pytest.mark.parametrize("name", ["skirmish", "orders", "agreed", "linked"])
def test_whatever_is_forged_is_found_or_changes_nothing_that_was_played(name: str) -> None:
    """Of everything that can be changed in any line and chained again: a finding that names a line, or the
    very same game. Who gave an answer, the seat or its orders, is a word that no rule can check."""
    played: Played = GAMES[name]()
    lines = bodies(played.file)
    forgeries = [(place, other) for place, line in enumerate(lines) for other in changed_leaves(line)]
    for place, other in random.Random(3).sample(forgeries, 250):
        file = chained([*lines[:place], other, *lines[place + 1 :]])
        try:
            record = read_record(file)
            findings = verify(record)
        except BadRecord as bad:
            findings = list(bad.findings)
        if findings:
            assert all(1 <= finding.line <= len(lines) and finding.reason for finding in findings)
            continue
        again = replay(record)
        assert again.hash() == played.driver.hash(), (place, other)
        assert answers(again) == answers(played.driver)
        assert again.table.rolls == played.driver.table.rolls


# -- changed rules ---------------------------------------------------------------------------


def test_another_version_replays_as_long_as_it_gives_the_same() -> None:
    """The version alone refuses nothing."""
    lines = bodies(SHORT)
    lines[0]["version"] = game.version + 1
    assert verify(read_record(chained(lines))) == []


def test_another_version_that_differs_is_refused_with_both_versions() -> None:
    """Never silently differently."""
    lines = deepcopy(bodies(SHORT))
    lines[0]["version"] = game.version + 1
    lines[0]["start"]["position"]["unit"][0]["type"] = "gun"
    now = game.version
    with pytest.raises(
        Differs, match=rf"recorded under version {now + 1} of Drill, played under version {now}"
    ):
        replay(read_record(chained(lines)))


def test_a_game_or_scenario_that_is_not_there_is_named() -> None:
    """A record of a game that is not installed cannot be played, and says which."""
    with pytest.raises(BadRecord, match="line 1: no game is called 'chess'"):
        replay(forged(SHORT, 0, game="chess"))
    with pytest.raises(Differs, match="line 1: the game cannot begin like this any more"):
        replay(forged(SHORT, 0, start={"type": "position", "position": {"game": "drill", "phase": "lunch"}}))
