"""Calling the command line from tests, and a fight to call it about."""

from __future__ import annotations

import sys

from typer.testing import CliRunner, Result

from sandtable.cli import app

SANDTABLE = [sys.executable, "-m", "sandtable"]

# Even columns lie lower. Blue advances, Red holds. R1 is dug in.
FIGHT = """
game = "drill"
map = "blank"
size = "8x8"
turn = 2
phase = "blue-movement"
[state]
stance = [0, 1]
[board]
terrain = { "0404" = "woods" }
[[unit]]
name = "B1"
side = "Blue"
type = "rifles"
hex = "0306"
[[unit]]
name = "B2"
side = "Blue"
type = "gun"
hex = "0407"
[[unit]]
name = "R1"
side = "Red"
type = "gun"
hex = "0303"
status = ["dug in"]
"""
BLUE_HOMES = '{"hexes": ["0509", "0609", "0709", "0409", "0309", "0809", "0510"]}'
RED_HOMES = '{"hexes": ["0502", "0602", "0702", "0402", "0302", "0802", "0501"]}'


def run(*words: str, typed: str = "") -> Result:
    """The command with these words, these lines being typed."""
    return CliRunner().invoke(app, list(words), input=typed)


def say(*words: str, typed: str = "", code: int = 0) -> str:
    """What a command says on standard output, having ended with this exit code."""
    told = run(*words, typed=typed)
    assert told.exit_code == code, told.output
    return told.stdout


def complaint(*words: str, code: int, typed: str = "") -> str:
    """What a command that ends with this exit code says on standard error."""
    told = run(*words, typed=typed)
    assert told.exit_code == code, told.output
    assert "Traceback" not in told.output
    return told.stderr


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)
