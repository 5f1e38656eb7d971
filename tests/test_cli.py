"""The command line, as people and scripts use it; what Drill's numbers are is told where they are used."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.commands import BLUE_HOMES, FIGHT, RED_HOMES, SANDTABLE, complaint, lines, run, say

from sandtable.cli import catalogue, checking
from sandtable.cli.catalogue import COMMANDS
from sandtable.engine.cases import Cases, CoverageReport


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything happens in a folder of its own, where a fight is about to begin."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fight.toml").write_text(FIGHT)
    return tmp_path


# The overview, and help


def test_the_games_are_shown_with_how_to_play_one() -> None:
    """A person who knows nothing yet can copy a line that works."""
    told = say("games")
    assert "drill/crossfire" in told
    assert "maps: drill/field" in told
    begin = re.search(r"sandtable (play drill/crossfire --watch)", told)
    assert begin
    assert "The game is over" in say(*begin[1].split(), "--seed", "1")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_shows_an_example_of_it(name: str) -> None:
    """Help that only lists options teaches nobody."""
    told = say(name, "--help")
    assert re.search(rf"Examples?:\s[^╭]*sandtable {name}\b", told), told


def test_the_overview_is_quick_and_loads_no_game() -> None:
    """Under 0.3 s on a quiet machine; three times that is allowed here, where other tests run beside it.

    The best of a few tries counts: a busy machine makes any one of them slow.
    """
    took = []
    while not took or (min(took) >= 0.9 and len(took) < 10):
        began = time.monotonic()
        told = subprocess.run([*SANDTABLE, "--help"], capture_output=True, text=True, check=True)
        took.append(time.monotonic() - began)
    assert min(took) < 0.9
    assert all(f" {name} " in told.stdout for name in COMMANDS)
    code = "import sys, sandtable.cli as c\ntry: c.main()\nfinally: print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    loaded = told.stdout.splitlines()[-1].split()
    assert "rich" in loaded
    parts = ("sandtable.games", "sandtable.engine", "sandtable.boards", "numpy", "shapely")
    assert [name for name in loaded if name.startswith(parts)] == []


# Questions about a position


def test_a_position_is_told_with_whose_move_it_is() -> None:
    """Also where the file stands in the place of a command, and from a pipe."""
    told = say("position", "fight.toml")
    assert told.startswith("Turn 2, Blue movement")
    assert told.splitlines()[-1].startswith("Blue: ")
    assert re.search(r"\nBlue: B1 \d{4}[^\n]*\nRed: R1 \d{4}", told)
    assert say("fight.toml") == told
    assert say("position", "-", typed=FIGHT) == told


def test_the_legal_answers_are_those_of_the_rules() -> None:
    """Blue may pick either of its units, neither of which has moved, or pass."""
    assert [line.split() for line in say("legal", "fight.toml").splitlines()[1:]] == [
        ["pass"],
        ["B1"],
        ["B2"],
    ]
    (ask,) = json.loads(say("legal", "fight.toml", "--side", "Blue", "--json"))
    assert (ask["side"], [option["key"] for option in ask["options"]]) == ("Blue", ["pass", "B1", "B2"])


def test_a_side_that_is_not_asked_has_no_legal_answers() -> None:
    """That is an answer of no."""
    assert "Red is not asked anything now" in complaint("legal", "fight.toml", "--side", "Red", code=1)


def test_odds_are_told_with_every_modifier_and_its_case() -> None:
    """0407 to 0303 is range 5, where a gun hits on 3; being dug in adds 1 to the die, so 2 of 6 faces hit."""
    told = say("odds", "fight.toml", "firer=B2", "target=R1").splitlines()
    assert told[0] == "Fire [4.1]: 2 or less on d6"
    assert told[1].startswith("  +1  target dug in [4.")
    assert told[2:] == ["  hit: 33% (1/3)", "  miss: 67% (2/3)"]
    wire = json.loads(say("odds", "fight.toml", "firer=R1", "target=B1", "--json"))
    # Range 3: a gun hits on 4, and its side holds, which takes 1 off the die: 5 of 6 faces.
    assert wire["chances"] == {"hit": "5/6", "miss": "1/6"}


def test_sight_is_told_with_what_blocks_it() -> None:
    """Up a column, the line crosses every hex between; the wood in 0404 stops it. The exit code says so."""
    assert say("los", "fight.toml", "0306", "0303") == "0306 to 0303: clear\n  the line crosses 0305 0304\n"
    told = say("los", "fight.toml", "0407", "0403", code=1)
    assert told.startswith("0407 to 0403: blocked at 0404: woods stop sight [1.1]\n")
    sight = json.loads(say("los", "fight.toml", "0407", "0403", "--json", code=1))
    assert (sight["clear"], sight["at"], sight["ray"]) == (False, "0404", ["0406", "0405", "0404"])


def test_reach_is_every_hex_with_its_cheapest_cost(folder: Path) -> None:
    """On nine hexes, from the middle: a gun has 2 points, and 1 more as its side advances.

    Next to 0202 lie 0201, a wood of 2 points, and 0102, 0103, 0203, 0302 and 0303, where the enemy stands.
    The corners 0101 and 0301 lie beyond 0102 and 0302. The gun's own hex costs nothing.
    """
    unit = '[[unit]]\nname = "{}"\nside = "{}"\ntype = "gun"\nhex = "{}"\n'
    small = FIGHT[: FIGHT.index("[[unit]]")].replace("8x8", "3x3").replace("0404", "0201")
    (folder / "small.toml").write_text(
        small + unit.format("B1", "Blue", "0202") + unit.format("R1", "Red", "0303")
    )
    told = dict(line.split() for line in say("reach", "small.toml", "B1").splitlines())
    near = dict.fromkeys(("0102", "0103", "0203", "0302"), "1")
    assert told == {"0202": "0", **near, "0201": "2", "0101": "2", "0301": "2"}
    assert json.loads(say("reach", "small.toml", "B1", "--json")) == told


# Exit codes


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["lgeal"], 2, "Did you mean 'legal'"),
        (["legal"], 2, "Missing argument 'FILE'; `sandtable legal --help`"),
        (["legal", "fight.toml", "--sied", "Blue"], 2, "No such option: --sied"),
        (["legal", "fight.toml", "--side", "Grey"], 2, "no side is called 'Grey'; there are: Blue, Red"),
        (["odds", "fight.toml", "B1", "R1"], 2, "'B1' is not of the form name=value"),
        (["odds", "fight.toml", "firer=B1", "target=R9"], 2, "no unit is called 'R9'"),
        (["odds", "fight.toml", "firer=B1"], 2, "one unit more has to be named here"),
        (["reach", "fight.toml", "b1 "], 2, "no unit is called 'b1 '"),
        (["reach", "fight.toml", "BB1"], 2, "no unit is called 'BB1'; is B1 meant?"),
        (["los", "fight.toml", "0306", "0399"], 2, "no hex of this map (0101 to 0808) is called '0399'"),
        (["play", "chess"], 2, "no game is called 'chess'; there are: "),
        (["play", "drill/ambush"], 2, "no scenario is called 'ambush'; there are: crossfire"),
        (["play"], 2, "say what to play"),
        (["play", "drill", "--against", "napoleon"], 2, "no bot is called 'napoleon'; there are: "),
        (["play", "drill", "--as", "Blue", "--two"], 2, "--as, --two and --watch say different things"),
        (["play", "drill", "--record", "fight.toml"], 2, "fight.toml is there already"),
        (["draw", "drill/sea"], 2, "no map of drill is called 'sea'; there are: field"),
        (["draw", "drill/field", "--out", "map.doc"], 2, "map.doc: a map is drawn as .svg or .png"),
        (["draw", "drill/field", "--reach", "B1"], 2, "name a position file"),
        (["coverage", "chess"], 2, "no game is called 'chess'"),
        (["legal", "none.toml"], 3, "none.toml: cannot be read: No such file"),
        (["replay", "fight.toml"], 3, "fight.toml: this is no record of a game"),
        (["verify", "fight.toml"], 3, "fight.toml: this is no record of a game"),
        (["play", "--resume", "fight.toml"], 3, "fight.toml: this is no record of a game"),
        (["draw", "drill/field", "--out", "no/map.svg"], 3, "no/map.svg: cannot be written: No such file"),
        (["check-records", "."], 3, "there are no records"),
        (["soak", "--again", "fight.toml"], 3, "fight.toml: "),
    ],
)  # fmt: skip
def test_errors_are_sentences_with_exit_codes(words: list[str], code: int, sentence: str) -> None:
    """2 for words that ask for nothing there is, 3 for files that cannot be used."""
    told = complaint(*words, code=code)
    assert sentence in told
    assert told.count("\n") == 1


def test_all_the_faults_of_a_file_are_told_at_once(folder: Path) -> None:
    """Each with the file and its place in it."""
    bad = FIGHT.replace('"Red"', '"Grey"').replace('"0407"', '"0999"')
    (folder / "bad.toml").write_text(bad)
    told = complaint("legal", "bad.toml", code=3).splitlines()
    assert [line.partition(": ")[0] for line in told] == ["bad.toml", "bad.toml"]
    assert any("B2" in line and "'0999'" in line for line in told)
    assert any("R1" in line and "'Grey'" in line for line in told)


def test_a_failure_of_the_program_is_one_line_and_a_traceback_in_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A person sees one sentence; with --debug the error itself comes through."""

    def broken(game: Any) -> Any:
        raise KeyError("gone")

    monkeypatch.setattr(checking, "coverage_of", broken)
    told = complaint("coverage", "drill", code=5)
    assert told.startswith("Sandtable itself failed (KeyError: 'gone'); the traceback is in ")
    report = Path(told.rpartition(" in ")[2].strip())
    assert "Traceback" in report.read_text()
    report.unlink()
    assert isinstance(run("--debug", "coverage", "drill").exception, KeyError)
    monkeypatch.setattr(catalogue, "import_module", broken)
    assert isinstance(run("--debug", "coverage", "drill").exception, KeyError)


# Maps


def test_maps_and_situations_are_drawn() -> None:
    """By name, from a file, with counters, as SVG and as PNG."""
    assert say("draw", "drill/field") == "field.svg\n"
    assert Path("field.svg").read_text().startswith("<svg")
    say("draw", "fight.toml", "--los", "0407", "0403", "--reach", "B1", "--out", "fight.svg")
    drawn = Path("fight.svg").read_text()
    assert ">B1<" in drawn
    assert "woods stop sight" in drawn
    say("draw", "fight.toml", "--out", "fight.png")
    assert Path("fight.png").read_bytes().startswith(b"\x89PNG")


def test_a_map_file_is_drawn_by_its_game_or_refused_with_all_its_faults() -> None:
    """The head of the file names the game whose terrain it shows."""
    head = ("format: 1", "game: drill", "name: two", "title: Two", "size: 2 x 1", "low: even")
    good = lines(*head, "source: invented", "reason: a test", "", "[terrain]", ". w")
    Path("two.map").write_text(good)
    assert say("draw", "two.map") == "two.svg\n"
    Path("two.map").write_text(good.replace(". w", "x y"))
    told = complaint("draw", "two.map", code=3).splitlines()
    assert [line.split(": ")[:2] for line in told] == [["two.map", "line 11"]] * 2
    Path("two.map").write_text("[terrain]\n. w\n")
    assert '"game: ..." is missing' in complaint("draw", "two.map", code=3)


# Records


@pytest.fixture
def record() -> Path:
    """A game of three answers and a roll, with a hidden deployment before it."""
    typed = lines(BLUE_HOMES, RED_HOMES, "advance", "hold", "B1", "0508", "quit")
    say("play", "drill", "--two", "--seed", "1", "--record", "game.jsonl", typed=typed, code=4)
    return Path("game.jsonl")


def test_the_story_of_a_record_is_told_to_a_side_or_up_to_an_answer(record: Path) -> None:
    """Red never saw where B7 lies; after two answers, the deployments, nobody has moved."""
    whole = say("replay", str(record))
    assert "B7 stands in 0510" in whole
    assert "B1 moves to 0508" in whole
    assert say("game.jsonl") == whole
    assert "B7" not in say("replay", str(record), "--as", "Red")
    early = say("replay", str(record), "--until", "2")
    assert "B7 stands" in early
    assert early.splitlines()[-1].startswith("Turn 1, Stances")


def test_an_altered_record_is_found_out(record: Path) -> None:
    """The line is named; the exit code is 1 where it was asked whether the record is sound, else 3."""
    text = record.read_text()
    line = next(n for n, one in enumerate(text.splitlines(), 1) if '"0508"' in one)
    record.write_text(text.replace('"0508"', '"0608"'))
    assert f"game.jsonl: line {line}: this line was altered" in say("verify", "game.jsonl", code=1)
    assert f"game.jsonl: line {line}: " in complaint("replay", "game.jsonl", code=3)
    assert "game.jsonl: cannot be used" in say("check-records", ".", code=1)


def test_a_record_that_breaks_off_is_told_as_far_as_it_goes(record: Path) -> None:
    """The last line, of which the end is missing, is the answer by which B1 moved."""
    record.write_bytes(record.read_bytes()[:-20])
    told = run("replay", "game.jsonl")
    assert told.exit_code == 0
    assert "Turn 1: Blue movement" in told.stdout
    assert "B1 moves" not in told.stdout
    assert "the record breaks off here" in told.stderr
    assert "breaks off" in say("verify", "game.jsonl", code=1)


def test_stored_games_are_checked_against_the_present_rules(record: Path) -> None:
    """All the records of a folder, and 0 while they hold."""
    assert say("check-records", ".") == "game.jsonl: replays the same\n"


# Checks and measurements


@pytest.mark.parametrize(("code_cites", "expected"), [(("1.1",), 0), ((), 1)])
def test_coverage_fails_when_a_case_is_missing(
    monkeypatch: pytest.MonkeyPatch, code_cites: tuple[str, ...], expected: int
) -> None:
    """One case, covered by a test; it is accounted for only if the code cites it as well."""
    from sandtable.engine.cases import Mention

    code = tuple(Mention(case, "here") for case in code_cites)
    report = CoverageReport("toy", Cases({"1.1": "The case"}), code, (Mention("1.1", "there"),))
    monkeypatch.setattr(checking, "coverage_of", lambda game: report)
    assert ("1.1 has no code" in say("coverage", "drill", code=expected)) == bool(expected)


@pytest.mark.parametrize("named", [["drill"], ["--game", "drill"]])
def test_soak_plays_so_many_games(named: list[str]) -> None:
    """Both checks and games are counted, in processes of their own; a game may be named with its option."""
    told = subprocess.run(
        [*SANDTABLE, "soak", *named, "--games", "2"], capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("drill: 2 games, ")
    assert told.stderr == ""


def test_bench_runs_the_measurements_of_the_checkout(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the words it was given; outside a checkout it says that there are none."""
    monkeypatch.setattr(checking.sandtable, "__file__", str(folder / "src" / "sandtable" / "__init__.py"))
    assert "come with a checkout" in complaint("bench", code=2)
    (folder / "benchmarks").mkdir()
    (folder / "benchmarks" / "run.py").write_text("import sys; print(sys.argv[1:]); sys.exit(1)")
    assert say("bench", "playing", "--out", "x.json", code=1) == "['playing', '--out', 'x.json']\n"


def test_the_engine_speaks_the_protocol() -> None:
    """One line in, one line out; the schema is JSON."""
    told = subprocess.run(
        [*SANDTABLE, "engine"], input='{"id":1,"do":"games"}\n', capture_output=True, text=True, check=True
    )
    answer = json.loads(told.stdout)
    assert answer["id"] == 1
    assert "drill" in [game["name"] for game in answer["ok"]["games"]]
    assert "$schema" in json.loads(say("engine", "--schema"))
