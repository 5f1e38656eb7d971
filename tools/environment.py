"""The private environment in a folder: where its parts lie and whether it can be used as it stands.

Nothing but the standard library is imported here, because this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHOICE = "SANDTABLE_ENV"
PINS = {"play": "constraints.txt", "test": "constraints-test.txt", "bench": "constraints-bench.txt"}
STAMP = "sandtable-stamp.json"
LOCK = "sandtable.lock"


class Trouble(Exception):
    """What went wrong and what to do about it, in words for the person at the keyboard."""


@dataclass(frozen=True)
class Stamp:
    """What was put into an environment; written last, so that an environment without one is half made."""

    folder: str
    python: str
    base: str
    project: str
    pins: dict[str, str]
    packages: list[str]


@dataclass(frozen=True)
class Environment:
    """A folder with a Python of its own, the pinned packages, and the checkout installed in place."""

    folder: Path
    checkout: Path = ROOT

    @property
    def python(self) -> Path:
        """The interpreter in it."""
        return Path(self._part("scripts"), "python.exe" if os.name == "nt" else "python")

    @property
    def pins(self) -> dict[str, Path]:
        """The files of pinned packages, by the set each one describes."""
        return {name: self.checkout / file for name, file in PINS.items()}

    def ready(self, sets: Iterable[str]) -> bool:
        """Whether these sets and the project as it now is can be used without doing anything."""
        stamp = self.stamp()
        return (
            stamp is not None
            and self.intact(stamp)
            and stamp.project == self._project()
            and all(stamp.pins.get(name) == _digest(self.pins[name]) for name in sets)
        )

    def intact(self, stamp: Stamp) -> bool:
        """Whether everything the stamp speaks of is still there, and made for the Python now running."""
        return (
            stamp.folder == str(self.folder)
            and stamp.python == EXTENSION_SUFFIXES[0]
            and _is_there(Path(stamp.base))
            and _is_there(self.python)
            and set(stamp.packages) <= set(self._packages())
        )

    def stamp(self) -> Stamp | None:
        """The stamp in the folder; none where there is no whole one."""
        try:
            return Stamp(**json.loads((self.folder / STAMP).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, stamp: Stamp | None) -> None:
        """Put the stamp in its place in one step; none means that the environment is being worked on."""
        fresh = self.folder / (STAMP + ".new")
        fresh.write_text(json.dumps(asdict(stamp)) if stamp else "unfinished", "utf-8")
        fresh.replace(self.folder / STAMP)

    def describe(self, sets: Iterable[str]) -> Stamp:
        """The stamp of the environment as it now is, with these sets in it."""
        return Stamp(
            folder=str(self.folder),
            python=EXTENSION_SUFFIXES[0],
            base=base_python(),
            project=self._project(),
            pins={name: _digest(self.pins[name]) for name in sets},
            packages=self._packages(),
        )

    def _project(self) -> str:
        # The path belongs to it: the installed project points at its checkout.
        return f"{self.checkout} {_digest(self.checkout / 'pyproject.toml')}"

    def _packages(self) -> list[str]:
        try:
            held = {entry.name for entry in Path(self._part("purelib")).iterdir()}
        except OSError:
            return []
        return sorted(held - {"__pycache__"})

    def _part(self, name: str) -> str:
        return sysconfig.get_path(name, "venv", {"base": str(self.folder)})


def chosen_folder() -> Path:
    """Where the environment belongs: .venv in the checkout, unless the person says otherwise."""
    return Path(os.environ.get(CHOICE) or ROOT / ".venv").expanduser().absolute()


def base_python() -> str:
    """The interpreter that environments are made from, also when run.py was started inside one."""
    return getattr(sys, "_base_executable", None) or sys.executable


def _is_there(file: Path) -> bool:
    """Whether a file can be found by this user; another's may lie where nobody else may look."""
    try:
        return file.exists()
    except OSError:
        return False


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
