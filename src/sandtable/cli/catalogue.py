"""The commands by name. A module is loaded only when one of its commands is called."""

import sys
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from sandtable.cli.failures import FINE, verdict


class Entry(NamedTuple):
    """A command: the module that has it, the family it belongs to, and what it does in a few words."""

    module: str
    family: str
    summary: str


PLAY, ASK, KEEP, PROVE = "Play", "Ask about a situation", "Maps and records", "Check and measure"

COMMANDS = {
    "games": Entry("shelf", PLAY, "The games, their scenarios, opponents and maps."),
    "serve": Entry("serving", PLAY, "Serve the lobby and the tables to browsers."),
    "play": Entry("playing", PLAY, "Play a game in the terminal."),
    "position": Entry("asking", ASK, "Show the situation in a file, and whose move it is."),
    "legal": Entry("asking", ASK, "Every legal answer, with its chance."),
    "odds": Entry("asking", ASK, "The odds of a shot or another roll, with every modifier."),
    "los": Entry("asking", ASK, "Is the line of sight between two hexes clear, and if not, why?"),
    "reach": Entry("asking", ASK, "Every hex a unit could reach now, and the cheapest cost."),
    "tables": Entry("tables", KEEP, "The tables of a server: list, link, end, remove, export, import."),
    "draw": Entry("drawing", KEEP, "Draw a map or a situation as SVG or PNG."),
    "replay": Entry("records", KEEP, "Tell the story of a recorded game."),
    "verify": Entry("records", KEEP, "Check a record: hashes, rolls, commitment, rules."),
    "check-records": Entry("records", KEEP, "Replay stored games under the present rules."),
    "coverage": Entry("checking", PROVE, "The rule cases without code or without a test."),
    "soak": Entry("checking", PROVE, "Play many random games and check everything on the way."),
    "bench": Entry("checking", PROVE, "Measure speed, as ratios against peers (in a checkout)."),
    "engine": Entry("engine", PROVE, "Speak the protocol on standard input and output."),
}

OPENED_BY = {".toml": "position", ".jsonl": "replay"}
"""What is done with a file that stands in the place of a command, by its ending."""

EXAMPLES = """Examples:\n
sandtable play drill/crossfire --as Blue --against sergeant\n
sandtable legal fight.toml --json\n
sandtable COMMAND --help   (each with an example)"""


class Commands(TyperGroup):
    """The commands, loaded when called; and every failure as a plain sentence with its exit code."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.debug = False
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name, help=entry.summary, rich_help_panel=entry.family))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command itself; a file of a known kind in its place is opened by the command for it."""
        opener = next((name for ending, name in OPENED_BY.items() if args[0].endswith(ending)), None)
        if args[0] not in COMMANDS and opener:
            args = [opener, *args]
        name, found, rest = super().resolve_command(ctx, args)
        return name, found and loaded(str(name)), rest

    def invoke(self, ctx: Any) -> Any:
        """Carry out the words, having learnt first what is to be done about failures."""
        self.debug = ctx.params["_debug"]
        return super().invoke(ctx)

    def main(self, *args: Any, **settings: Any) -> Any:
        settings["standalone_mode"] = False
        try:
            code = super().main(*args, **settings)
        except Exception as error:
            if self.debug:
                raise
            code, sentence = verdict(error)
            typer.echo(sentence, err=True)
        sys.exit(code or FINE)


def loaded(name: str) -> Any:
    """The command of this name, with its module."""
    family = import_module(f"sandtable.cli.{COMMANDS[name].module}")
    return typer.main.get_group(family.app).commands[name]
