"""Sight tables kept on disk: read back as they were, worked out anew where anything is amiss."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.sight_kernels import BLOCKING, Ground, budget, observing, random_ground

from sandtable.boards import sight
from sandtable.boards.sight import Kernel, cache_folder, sight_table

GROUND = random_ground(7, 6, "even", seed=1)


@pytest.fixture(params=[BLOCKING, observing(6)], ids=["mutual", "one-way"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Kernel, sight.SightTable, Path]:
    """A kernel, its table and the folder in which the table lies."""
    return request.param, sight_table(GROUND, request.param, tmp_path), tmp_path


Kept = tuple[Kernel, sight.SightTable, Path]


def test_a_kept_table_is_read_and_not_worked_out(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of table come back as they were, with nobody there to work them out."""
    kernel, table, folder = kept
    monkeypatch.setattr(sight, "_worked_out", None)
    assert sight_table(GROUND, kernel, folder) == table
    assert [path.suffix for path in folder.iterdir()] == [".sight"]


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file appears anywhere near."""
    monkeypatch.chdir(tmp_path)
    sight_table(GROUND, BLOCKING)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[:-1], id="cut off"),
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(lambda data: data[:-1] + bytes([data[-1] ^ 1]), id="last bit"),
        pytest.param(lambda data: bytes([data[0] ^ 1]) + data[1:], id="checksum"),
        pytest.param(lambda data: data[:50] + bytes([data[50] ^ 4]) + data[51:], id="inside"),
        pytest.param(lambda data: data + b"x", id="longer"),
    ],
)
def test_a_damaged_file_is_replaced(kept: Kept, damage) -> None:
    """The table is right all the same, and sound on disk afterwards."""
    kernel, table, folder = kept
    [path] = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert sight_table(GROUND, kernel, folder) == table
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "ground",
    [GROUND, replace(GROUND, hash="another")],
    ids=["other kernel", "other board"],
)
def test_a_file_about_something_else_is_not_believed(kept: Kept, ground: Ground) -> None:
    """A sound file that was renamed still says what it is about."""
    kernel, _, folder = kept
    if ground is GROUND:
        kernel = msgspec.structs.replace(kernel, version=2)
    [foreign] = folder.iterdir()
    table = sight_table(ground, kernel, folder)
    [own] = set(folder.iterdir()) - {foreign}
    own.write_bytes(foreign.read_bytes())
    before = own.read_bytes()
    assert sight_table(ground, kernel, folder) == table
    assert own.read_bytes() != before


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda kernel: (replace(GROUND, hash="changed"), kernel), id="board"),
        pytest.param(lambda kernel: (GROUND, msgspec.structs.replace(kernel, version=2)), id="version"),
        pytest.param(lambda kernel: (GROUND, msgspec.structs.replace(kernel, name="other")), id="name"),
        pytest.param(lambda kernel: (GROUND, budget(3)), id="parameters"),
    ],
)
def test_what_a_table_is_about_tells_it_from_others(tmp_path: Path, change) -> None:
    """The table of a changed board, kernel, version or parameter has a file of its own."""
    sight_table(GROUND, budget(6), tmp_path)
    sight_table(*change(budget(6)), tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert sight_table(GROUND, BLOCKING, blocked / "cache") == sight_table(GROUND, BLOCKING)


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a table nor a part of one."""

    def fail(self: Path, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    sight_table(GROUND, BLOCKING, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_reading_a_kept_table_needs_no_numpy(tmp_path: Path) -> None:
    """A fresh program reads the table with the arrays' package never imported."""
    table = sight_table(GROUND, BLOCKING, tmp_path)
    program = f"""
import sys
from pathlib import Path
from tests import test_sight_cache as kept
from sandtable.boards.sight import sight_table, trace
table = sight_table(kept.GROUND, kept.BLOCKING, Path({str(tmp_path)!r}))
trace(kept.GROUND, kept.BLOCKING, 0, 9)
print(sum(table.sees), "numpy" in sys.modules)
"""
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [str(sum(table.sees)), "False"]


def test_the_cache_folder_follows_the_custom_of_the_system() -> None:
    """A relative XDG_CACHE_HOME counts as unset, as its specification demands."""
    home = Path.home()
    assert cache_folder("linux", {}) == home / ".cache" / "sandtable"
    assert cache_folder("linux", {"XDG_CACHE_HOME": "/var/tmp/c"}) == Path("/var/tmp/c/sandtable")
    assert cache_folder("linux", {"XDG_CACHE_HOME": "c"}) == home / ".cache" / "sandtable"
    assert cache_folder("darwin", {}) == home / "Library" / "Caches" / "sandtable"
    assert cache_folder("win32", {"LOCALAPPDATA": "/local"}) == Path("/local/sandtable")
    assert cache_folder("win32", {}) == home / "AppData" / "Local" / "sandtable"
