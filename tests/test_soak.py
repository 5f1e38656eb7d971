"""The soak test: finds failures on all cores, writes what reproduces them, and can be stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.test_conformance import BreaksDown, Hunt
from tests.toy import Play

from sandtable.engine import Unknown
from sandtable.engine.record import read_record
from sandtable.lab.conformance import Failure, write_failure
from sandtable.lab.soak import SoakReport, reproduce, soak


class Hangs(Hunt):
    """A rule that goes on for ever without asking anybody."""

    def before_search(self, table: Play) -> None:
        while True:
            time.sleep(0.1)


def test_a_sound_game_has_nothing_written_about_it(tmp_path: Path) -> None:
    """Four games, each put through the checks; the progress is told after each."""
    told: list[int] = []
    report = soak(Hunt(), games=4, folder=tmp_path, progress=lambda so_far: told.append(so_far.games))
    assert report.ok
    assert told == [1, 2, 3, 4]
    # Each game is played once by at least ten checks, and has at least twelve asks.
    assert report.answers > 4 * 10 * 12
    assert "toy: 4 games" in report.text()
    assert "no failures" in report.text()
    assert list(tmp_path.iterdir()) == []


def test_failures_are_written_with_the_record_of_the_game(tmp_path: Path) -> None:
    """Every failure told of has its file and its record, and no more than five files say the same."""
    report = soak(BreaksDown(), games=8, folder=tmp_path)
    assert not report.ok
    ends = [found for found in report.found if found.failure.check == "ends"]
    assert 1 <= len(ends) <= 5
    assert report.failures >= len(report.found)
    for found in report.found:
        assert str(found.file) in report.text()
        assert found.record is not None
        assert read_record(found.record.read_text("utf-8")).damage == ()


def test_what_would_only_repeat_is_counted_but_not_written(tmp_path: Path) -> None:
    """Twelve failures of which two were written leave ten."""
    found = soak(BreaksDown(), games=3, workers=1, folder=tmp_path).found[:2]
    assert "and 10 more of the same checks" in SoakReport("toy", found=found, failures=12).text()


def test_time_ends_it(tmp_path: Path) -> None:
    """With no number of games it stops when the time is over, give or take what is under way."""
    games, seconds = 0, 2
    while not games and seconds < 60:  # how many fit into a few seconds is up to the machine
        seconds *= 2
        started = time.monotonic()
        games = soak(Hunt(), seconds=seconds, folder=tmp_path).games
        assert time.monotonic() - started < seconds + 25
    assert games > 0


def test_a_game_that_hangs_is_told_with_its_seed(tmp_path: Path) -> None:
    """Nothing can be asked of a process that never answers; the seed is what reproduces it."""
    report = soak(Hangs(), games=2, seed=7, folder=tmp_path, patience=3)
    (found,) = report.found
    assert (found.failure.seed, found.record) == (7, None)
    assert "it hangs" in found.failure.message


def test_a_scenario_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="'other'"):
        soak(Hunt(), games=1, scenario="other", folder=tmp_path)


def test_a_written_failure_is_tried_on_the_game_as_it_is_now(tmp_path: Path) -> None:
    """Drill as it is holds this check; a game that is not installed cannot be tried."""
    assert reproduce(write_failure(Failure("forks", "drill", 1, "crossfire", 5, "once"), tmp_path)) is None
    with pytest.raises(Unknown, match="chess"):
        reproduce(write_failure(Failure("forks", "chess", 1, "only", 5, "once"), tmp_path))


SCRIPT = """
import sys
from pathlib import Path
from sandtable.engine.game import game_named
from sandtable.lab.soak import soak
if __name__ == "__main__":
    tell = lambda report: print(report.games, flush=True)
    print(soak(game_named("drill"), folder=Path(sys.argv[1]), progress=tell).text())
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C to send to one group of processes")
def test_ctrl_c_ends_it_cleanly_with_what_was_found(tmp_path: Path) -> None:
    """The terminal sends the interrupt to every process; only the report is printed, and no traceback."""
    script = tmp_path / "run.py"
    script.write_text(SCRIPT)
    words = [sys.executable, str(script), str(tmp_path / "found")]
    run = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert run.stdout is not None
    assert run.stdout.readline() == "1\n"
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert err == ""
    assert "then stopped by hand: no failures" in out.splitlines()[-1]
    assert run.returncode == 0
