"""run.py from nothing to playing, and what it says when something stands in the way.

All of it happens offline in a toy checkout: the real run.py and tools, a package of two lines, and a pinned
package that comes from a folder of wheels.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import tools.start
from tools import checks, install, lock
from tools.environment import LOCK, STAMP, Environment, Trouble
from tools.turnstile import alone

ROOT = Path(__file__).resolve().parents[1]
CLOSED = "http://127.0.0.1:9/simple"


def write_wheel(folder: Path, name: str, files: dict[str, str]) -> str:
    """Write a wheel of version 1 that holds the files."""
    about = name + "-1.dist-info/"
    files = files | {
        about + "METADATA": "Metadata-Version: 2.1\nName: " + name + "\nVersion: 1\n",
        about + "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[about + "RECORD"] = "".join(path + ",,\n" for path in [*files, about + "RECORD"])
    wheel = name + "-1-py3-none-any.whl"
    with zipfile.ZipFile(folder / wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel


BACKEND = f"""
import zipfile
from pathlib import Path
{inspect.getsource(write_wheel)}
def build_editable(folder, config_settings=None, metadata_directory=None):
    return write_wheel(Path(folder), "sandtable", {{"_sandtable.pth": str(Path("src").absolute())}})
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "sandtable"
version = "1"
"""
PLAYING = """
import sys, pebble
print("playing", *sys.argv[1:])
sys.exit(7 if "seven" in sys.argv else 0)
"""


@dataclass(frozen=True)
class Toy:
    """A checkout that needs no network."""

    folder: Path

    def start(self, *words: str, **settings: str) -> subprocess.Popen[str]:
        """Start run.py with these words, in an environment that knows only the folder of wheels."""
        ours = ("PIP_", "PYTHON", "SANDTABLE_")
        settings = {name: value for name, value in os.environ.items() if not name.startswith(ours)} | settings
        settings.setdefault("PIP_NO_INDEX", "1")
        settings |= {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": str(self.folder / "wheels")}
        return subprocess.Popen(
            [sys.executable, str(self.folder / "run.py"), *words],
            env=settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *words: str, **settings: str) -> Told:
        """Run it to its end."""
        return told(self.start(*words, **settings))

    def pin(self, name: str, package: str, files: dict[str, str]) -> None:
        """Publish a package in the folder of wheels and pin it in the named constraints file."""
        wheels = self.folder / "wheels"
        wheel = wheels / write_wheel(wheels, package, files)
        sha = hashlib.sha256(wheel.read_bytes()).hexdigest()
        (self.folder / name).write_text(f"{package}==1 --hash=sha256:{sha}\n", "utf-8")


@dataclass(frozen=True)
class Told:
    """What a run said and how it ended."""

    code: int
    out: str
    err: str


def told(run: subprocess.Popen[str]) -> Told:
    """Wait for a run; whatever went wrong, nobody may ever see a traceback."""
    out, err = run.communicate(timeout=60)
    assert "Traceback" not in out + err
    return Told(run.returncode, out, err)


def make_toy(folder: Path) -> Toy:
    """The toy with its three constraints files, not yet set up."""
    (folder / "wheels").mkdir(parents=True)
    (folder / "src" / "sandtable").mkdir(parents=True)
    (folder / "src" / "sandtable" / "__init__.py").write_text("", "utf-8")
    (folder / "src" / "sandtable" / "__main__.py").write_text(PLAYING, "utf-8")
    (folder / "backend.py").write_text(BACKEND, "utf-8")
    (folder / "pyproject.toml").write_text(PROJECT, "utf-8")
    shutil.copy(ROOT / "run.py", folder)
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    toy = Toy(folder)
    toy.pin("constraints.txt", "pebble", {"pebble.py": ""})
    toy.pin("constraints-test.txt", "pytest", {"pytest.py": "import sys; print('testing', *sys.argv[1:])"})
    toy.pin("constraints-bench.txt", "weights", {"weights.py": ""})
    return toy


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[Toy, list[Told]]:
    """A toy set up by two first runs at once, and what each of them told."""
    toy = make_toy(tmp_path_factory.mktemp("toy"))
    runs = [toy.start("one"), toy.start("two")]
    return toy, [told(run) for run in runs]


@pytest.fixture
def toy(twins: tuple[Toy, list[Told]]) -> Iterator[Toy]:
    """The toy, set up; what a test does to its files outside the environment is taken back."""
    toy = twins[0]
    files = {file: file.read_bytes() for file in toy.folder.iterdir() if file.is_file()}
    yield toy
    for file, content in files.items():
        file.write_bytes(content)


# Setting up


def test_two_first_runs_at_once_share_one_set_up(twins: tuple[Toy, list[Told]]) -> None:
    """One of them sets up, the other waits and says so, and both then play."""
    runs = twins[1]
    assert [(run.code, run.out) for run in runs] == [(0, "playing one\n"), (0, "playing two\n")]
    told_of = sorted(run.err.split()[0] for run in runs)
    assert told_of == ["Another", "Setting"]


def test_a_later_run_starts_at_once_and_says_nothing_of_its_own(toy: Toy) -> None:
    """The quickest of three is under a second, and gives the words and the exit code through."""
    times = []
    for _ in range(3):
        began = time.monotonic()
        run = toy.run("fire", "seven")
        times.append(time.monotonic() - began)
        assert run == Told(7, "playing fire seven\n", "")
    assert min(times) < 1


def test_the_words_test_and_bench_add_their_packages(toy: Toy) -> None:
    """`test` with words is pytest with them; `bench` plays on; each set stays when another is asked for."""
    assert toy.run("test", "-k", "fire").out == "testing -k fire\n"
    assert toy.run("bench", "speed").out == "playing bench speed\n"
    assert toy.run("test", "again") == Told(0, "testing again\n", "")
    environment = Environment(toy.folder / ".venv", toy.folder)
    stamp = environment.stamp()
    assert stamp is not None
    assert set(stamp.pins) == {"play", "test", "bench"}


def test_a_changed_project_is_brought_up_to_date_in_place(toy: Toy) -> None:
    """Its entry points may have changed, so it is installed anew, and only once."""
    with (toy.folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("# changed\n")
    first, second = toy.run(), toy.run()
    assert first.out == second.out == "playing\n"
    assert first.err.startswith("Bringing the environment")
    assert second.err == ""


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process on Windows")
def test_an_interrupted_set_up_ends_plainly_and_is_repaired(tmp_path: Path) -> None:
    """Ctrl-C in the middle leaves half an environment; the next run makes a whole one of it."""
    toy = make_toy(tmp_path / "toy")
    run = toy.start()
    python = Environment(toy.folder / ".venv", toy.folder).python
    until(python.exists)
    os.killpg(run.pid, signal.SIGINT)
    stopped = told(run)
    assert stopped.code == 130
    assert stopped.err.endswith("\nStopped.\n")
    repaired = toy.run("on")
    assert (repaired.code, repaired.out) == (0, "playing on\n")
    assert repaired.err.startswith("Making the environment")


def until(happened: Callable[[], bool]) -> None:
    """Wait for something that a process beside this one does."""
    for _ in range(1000):
        if happened():
            return
        time.sleep(0.01)
    raise AssertionError("it did not happen within ten seconds")


@pytest.mark.parametrize("damage", ["package", "interpreter", "stamp", "base", "unseen", "moved", "pins"])
def test_damage_is_noticed(toy: Toy, tmp_path: Path, damage: str) -> None:
    """Whatever is missing or has moved on, the environment no longer passes for ready."""
    folder = tmp_path / "env"
    light = shutil.ignore_patterns("pip*", "setuptools*")
    shutil.copytree(toy.folder / ".venv", folder, symlinks=True, ignore=light)
    env = Environment(folder, toy.folder)
    env.write(env.describe(["play"]))
    assert env.ready(["play"])
    if damage == "package":
        next(folder.rglob("pebble.py")).unlink()
    elif damage == "interpreter":
        env.python.unlink()
    elif damage == "stamp":
        (folder / STAMP).write_text('{"folder": ', "utf-8")
    elif damage == "base":
        env.write(replace(env.describe(["play"]), base=str(tmp_path / "gone")))
    elif damage == "unseen":  # as it is where another user's Python lies in a folder closed to this one
        env.write(replace(env.describe(["play"]), base="/" + "x" * 5000))
    elif damage == "moved":
        env = Environment(folder.rename(tmp_path / "elsewhere"), toy.folder)
    else:
        (toy.folder / "constraints.txt").write_text("pebble==2\n", "utf-8")
    assert not env.ready(["play"])


def test_an_environment_made_by_hand_is_added_to(toy: Toy, tmp_path: Path) -> None:
    """What somebody put into .venv stays, as long as the Python in it works; a broken one is made anew."""
    by_hand = Toy(tmp_path / "toy")
    shutil.copytree(toy.folder, by_hand.folder, symlinks=True)
    env = Environment(by_hand.folder / ".venv", by_hand.folder)
    (env.folder / STAMP).unlink()
    (env.folder / "letter.txt").write_text("dear", "utf-8")
    kept = by_hand.run("on")
    assert kept.err.startswith("Bringing the environment")
    assert kept.out == "playing on\n"
    assert (env.folder / "letter.txt").exists()
    (env.folder / STAMP).unlink()
    env.python.unlink()
    assert not env.ready(["play"])
    assert not install._unstamped_but_working(env)


# What stands in the way


def test_an_old_python_is_answered_with_a_sentence() -> None:
    """The version check speaks before anything newer is read."""
    code = (
        "import runpy, sys; sys.version_info = (3, 6, 15, 'final', 0); sys.version = '3.6.15 (of old)';"
        f"runpy.run_path({str(ROOT / 'run.py')!r}, run_name='__main__')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "Sandtable needs Python 3.11 or newer; this is Python 3.6.15.\n"


OLD = ("python2.7", "python3.6", "python3.7", "python3.8", "python3.9", "python3.10")


@pytest.mark.parametrize("name", OLD)
def test_a_real_old_python_says_it_too(name: str) -> None:
    """Where such an interpreter is installed, it can read run.py as far as the check."""
    found = shutil.which(name)
    if not found or subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"there is no {name} here")
    run = subprocess.run([found, str(ROOT / "run.py")], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith("Sandtable needs Python 3.11 or newer; this is Python " + name[6:])
    assert run.stderr.count("\n") == 1


def test_run_py_uses_no_newer_words_than_the_oldest_python_reads() -> None:
    """Annotations, f-strings and the like would be a syntax error before the check is reached."""
    source = (ROOT / "run.py").read_bytes()
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.FunctionDef, ast.Match, ast.Starred)
    assert source.isascii()
    assert [ast.dump(node) for node in ast.walk(ast.parse(source)) if isinstance(node, newer)] == []


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_its_venv_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    """Debian takes these modules out of Python; the message says how to get them."""
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Trouble, match=f"lacks its module {module}.*\n.*apt install python3-venv"):
        install.build(Environment(tmp_path), ["play"])


def test_no_network_is_told_and_spoils_nothing(toy: Toy) -> None:
    """What was not downloaded is said with pip's own last words; what was there can still be played."""
    toy.run("test", "x")
    (toy.folder / "constraints-test.txt").write_text("boulder==1 --hash=sha256:" + "0" * 64 + "\n", "utf-8")
    run = toy.run("test", PIP_NO_INDEX="0", PIP_INDEX_URL=CLOSED, PIP_RETRIES="1")
    assert run.code == 1
    assert "could not download the packages it needs (the first run needs the network once)" in run.err
    assert "boulder==1" in run.err.splitlines()[-1]
    assert toy.run("still") == Told(0, "playing still\n", "")


def test_a_package_with_another_hash_is_refused(toy: Toy) -> None:
    """A wheel that is not the pinned one, byte for byte, is not installed."""
    toy.run("bench")
    (toy.folder / "constraints-bench.txt").write_text("pytest==1 --hash=sha256:" + "0" * 64 + "\n", "utf-8")
    run = toy.run("bench", PIP_FORCE_REINSTALL="1")
    assert run.code == 1
    assert "not the one that Sandtable was tested with" in run.err


def test_a_package_not_to_be_had_for_this_python_is_told(toy: Toy) -> None:
    """An index that answers but has nothing that fits is not taken for a missing network."""
    (toy.folder / "constraints-bench.txt").write_text("boulder==1 --hash=sha256:" + "0" * 64 + "\n", "utf-8")
    run = toy.run("bench")
    assert run.code == 1
    assert "not to be had ready-made for this Python on this machine" in run.err


@pytest.mark.parametrize("below", ["", "env"])
def test_a_folder_that_cannot_be_made_is_named_with_the_way_out(toy: Toy, tmp_path: Path, below: str) -> None:
    """A file in the folder's place stops even root, as a read-only folder stops anybody else."""
    (tmp_path / "file").write_text("", "utf-8")
    place = tmp_path / "file" / below
    run = toy.run(SANDTABLE_ENV=str(place))
    assert run.code == 1
    assert f"cannot set up its environment in {place}" in run.err
    assert "SANDTABLE_ENV=/some/folder" in run.err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_folder_is_named(toy: Toy, tmp_path: Path) -> None:
    """The same for a folder in which this person may not write."""
    tmp_path.chmod(0o555)
    assert f"{tmp_path / 'env'}: Permission denied" in toy.run(SANDTABLE_ENV=str(tmp_path / "env")).err


def test_a_folder_with_other_things_in_it_is_left_alone(toy: Toy, tmp_path: Path) -> None:
    """Setting up empties the folder first, so one that was named by mistake must be refused."""
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    run = toy.run(SANDTABLE_ENV=str(tmp_path))
    assert run.code == 1
    assert "name a new or empty folder" in run.err
    assert [entry.name for entry in tmp_path.iterdir()] == ["letter.txt"]


def test_an_interrupted_wait_ends_plainly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C at any point is an end and no fault."""

    def interrupted(sets: object) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(tools.start, "prepare", interrupted)
    assert tools.start.main([]) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


HOLD = """
import sys, pathlib, tools.turnstile
with tools.turnstile.alone(pathlib.Path(sys.argv[1]), ""):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_is_waited_for_and_dies_with_its_holder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """While another process holds it, nobody gets past; when that one is killed, the next goes on."""
    lock = tmp_path / LOCK
    hold = [sys.executable, "-c", HOLD, str(lock)]
    holder = subprocess.Popen(hold, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        waiting = subprocess.Popen(hold, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.5)
        holder.kill()
        assert waiting.wait(10) == 0
    with alone(lock, "somebody has it"):
        assert capsys.readouterr().err == ""


# The pins


def test_the_pins_are_resolved_for_playing_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test and benchmark files keep to what playing has, and do not list it again."""
    commands: list[list[str]] = []
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setattr(lock, "_run", commands.append)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    (tmp_path / "constraints.txt").write_text(
        "# of now\npebble==1 \\\n    --hash=sha256:00\n    # via toy\n", "utf-8"
    )
    lock.main(["--upgrade"])
    assert [command[command.index("--output-file") + 1] for command in commands] == [
        "constraints.txt",
        "constraints-test.txt",
        "constraints-bench.txt",
    ]
    again = [
        [word for word in command if word.startswith(("--constraint", "--no-emit"))] for command in commands
    ]
    assert again == [[], *2 * [["--constraint", "--no-emit-package=pebble"]]]
    assert all("--upgrade" in command and "--generate-hashes" in command for command in commands)


def test_the_pins_come_from_the_index_pip_is_set_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """No index is named in the project; one that the person named to pip is used."""
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", CLOSED)
    assert lock._pips_index() == CLOSED
    monkeypatch.delenv("PIP_INDEX_URL")
    assert lock._pips_index() == ""


# The suite


def test_the_suite_runs_every_check_and_closes_with_the_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A failed check does not keep the next from running, and the end says which it was."""
    report = '<testsuites><testsuite tests="9" failures="2" errors="1" skipped="1"/></testsuites>'

    def suite(file: Path) -> tuple[checks.Check, ...]:
        return (
            checks.Check("lint", ("-c", "raise SystemExit(1)")),
            checks.Check("tests", ("-c", f"open({str(file)!r}, 'w').write({report!r})")),
        )

    monkeypatch.setattr(checks, "suite", suite)
    assert checks.run(Path(sys.executable)) == 1
    lines = capfd.readouterr().out.splitlines()
    headings = [line.split("(")[0].strip() for line in lines if line.endswith("s)")]
    assert headings == ["== lint: failed", "== tests: passed", "== the whole suite: failed: lint"]
    # Of nine, two failed, one could not run and one was skipped: five passed.
    assert lines[-1] == "tests: 5 passed, 3 failed, 1 skipped"


def test_a_suite_without_a_report_counts_nothing(tmp_path: Path) -> None:
    """If pytest itself breaks down, no number is made up."""
    assert checks.counts(tmp_path / "missing.xml") == "tests: none was run"


def test_the_suite_is_lint_format_types_tests_and_coverage() -> None:
    """What `run.py test` promises, in the order promised."""
    tools_run = [check.words[1] for check in checks.suite(Path("report.xml"))]
    assert tools_run == ["ruff", "ruff", "mypy", "pytest", "sandtable"]
