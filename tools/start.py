"""What run.py does with its words: get the environment ready, then step into it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import checks
from tools.environment import CHOICE, LOCK, ROOT, STAMP, Environment, Trouble, chosen_folder
from tools.install import build
from tools.turnstile import alone


def main(words: Sequence[str]) -> int:
    """Carry out the words; the result is the exit code."""
    try:
        return _start(words)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _start(words: Sequence[str]) -> int:
    first = words[0] if words else ""
    python = prepare(("play", first) if first in ("test", "bench") else ("play",))
    _show_sources()
    if first != "test":
        return _enter([str(python), "-P", "-m", "sandtable", *words])
    os.chdir(ROOT)
    if words[1:]:
        return _enter([str(python), "-m", "pytest", *words[1:]])
    return checks.run(python)


def prepare(sets: Sequence[str]) -> Path:
    """The interpreter of an environment that has these sets; it is made or repaired first where need be."""
    env = Environment(chosen_folder())
    if not env.ready(sets):
        try:
            _claim(env)
            with alone(env.folder / LOCK, f"Another run is setting up {env.folder}; waiting for it."):
                if not env.ready(sets):
                    build(env, sets)
        except OSError as error:
            raise Trouble(
                f"Sandtable cannot set up its environment in {env.folder}: {error.strerror or error}.\n"
                f"Choose a folder that can be written to, for example: {CHOICE}=/some/folder python3 run.py"
            ) from error
    return env.python


def _claim(env: Environment) -> None:
    """Make sure that the folder is there and ours to fill: a folder named by mistake must not be emptied."""
    env.folder.mkdir(parents=True, exist_ok=True)
    held = {entry.name for entry in env.folder.iterdir()}
    if held and env.folder != ROOT / ".venv" and not held & {LOCK, STAMP}:
        raise Trouble(f"{CHOICE} names {env.folder}, which holds other things; name a new or empty folder.")


def _enter(command: Sequence[str]) -> int:
    """Run the command in the place of this process, or under it on Windows, which knows no such thing."""
    if os.name != "nt":
        os.execv(command[0], list(command))
    return subprocess.run(command, check=False).returncode


def _show_sources() -> None:
    # Python before 3.13 misreads the installed pointer to the source folder where that folder's name goes
    # beyond the code page of a Windows machine, so the folder is named here as well.
    others = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(ROOT / "src") + (os.pathsep + others if others else "")
