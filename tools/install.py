"""Putting packages into an environment with venv and pip, and saying plainly why it did not work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

from tools.environment import LOCK, STAMP, Environment, Stamp, Trouble, base_python

# What pip says, and what it means; the first that is found is told.
REASONS = (
    (
        "DO NOT MATCH THE HASHES",
        "A downloaded package is not the one that Sandtable was tested with, so it was not installed.",
    ),
    (
        "Retrying |connection|timed out|Could not fetch",
        "Sandtable could not download the packages it needs (the first run needs the network once).",
    ),
    (
        "No matching distribution",
        "A package Sandtable needs is not to be had ready-made for this Python on this machine"
        " (CPython 3.11 to 3.14 on Linux, macOS and Windows is sure to work;"
        " PIP_ONLY_BINARY=:none: lets pip build it from source).",
    ),
)
UNWANTED = ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__")
STEPS = ("Collecting", "Downloading", "Processing", "Using", "Building", "Installing", "Obtaining")


def build(env: Environment, sets: Sequence[str]) -> None:
    """Put these sets and the project into the environment; what it already holds stays if it is sound."""
    before = env.stamp()
    sound = env.intact(before) if before else _unstamped_but_working(env)
    if sound:
        _say(f"Bringing the environment in {env.folder} up to date.")
        env.write(None)
    else:
        _make_afresh(env)
    try:
        _fill(env, sets)
    except Trouble:
        if sound:
            _put_back(env, before)
        raise
    others = before.pins if before and sound else {}
    fresh = env.describe(sets)
    env.write(replace(fresh, pins=others | fresh.pins))


def _unstamped_but_working(env: Environment) -> bool:
    """Whether somebody made it by hand for the Python now running; it is then added to, not emptied."""
    if (env.folder / STAMP).exists() or not env.python.exists():
        return False
    ask = "import importlib.machinery as m, pip; print(m.EXTENSION_SUFFIXES[0])"
    try:
        told = subprocess.run([env.python, "-I", "-c", ask], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return told.stdout.strip() == EXTENSION_SUFFIXES[0]


def _put_back(env: Environment, before: Stamp | None) -> None:
    """After pip failed before changing anything: let the next run start from what there was."""
    if before is None:
        (env.folder / STAMP).unlink()
    elif env.intact(before):
        env.write(before)


def _make_afresh(env: Environment) -> None:
    missing = [name for name in ("venv", "ensurepip") if find_spec(name) is None]
    if missing:
        raise Trouble(
            f"This Python lacks its module {missing[0]}, so Sandtable cannot set up its environment.\n"
            "On Debian and Ubuntu: apt install python3-venv. Elsewhere: install Python with all its parts."
        )
    if (env.folder / STAMP).exists():
        _say(f"Making the environment in {env.folder} anew: it is unfinished, damaged or another Python's.")
    else:
        _say(f"Setting up a private environment in {env.folder}; this takes a minute.")
    env.write(None)
    for entry in env.folder.iterdir():
        if entry.name in (LOCK, STAMP):
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    _run([base_python(), "-I", "-m", "venv", str(env.folder)])


def _fill(env: Environment, sets: Sequence[str]) -> None:
    pip = [str(env.python), "-I", "-m", "pip", "install"]
    pinned = [word for name in sets for word in ("-r", str(env.pins[name]))]
    _run([*pip, "--require-hashes", *pinned])
    # Its build backend is one of the pinned packages, so that nothing unpinned is fetched to build it.
    _run([*pip, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(env.checkout)])


def _run(command: Sequence[str]) -> None:
    settings = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    settings |= {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    settings = {"PIP_ONLY_BINARY": ":all:", "PIP_RETRIES": "3"} | settings
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=settings
    ) as child:
        for line in child.stdout or ():
            lines.append(line.strip())
            if lines[-1].startswith(STEPS):
                _show(lines[-1])
    _show("")
    if child.returncode:
        raise Trouble(_reason(lines))


def _reason(lines: Iterable[str]) -> str:
    told = [line for line in lines if line]
    whole = "\n".join(told)
    meaning = next((words for sign, words in REASONS if re.search(sign, whole)), "The set-up did not work.")
    errors = [line for line in told if line.startswith("ERROR:")] or told or ["none"]
    return f"{meaning}\nThe last words of the installer: {errors[-1]}"


def _show(line: str) -> None:
    """Keep one line of a terminal at the step that is going on; a log gets none of it."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print("\r" + line[:width].ljust(width), end="\r", file=sys.stderr, flush=True)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
