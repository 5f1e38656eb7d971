"""The command line `sandtable`; docs/command-line.md tells what every command does."""

from typing import Annotated

import typer

from sandtable import __version__
from sandtable.cli.catalogue import EXAMPLES, Commands
from sandtable.cli.failures import FINE

app = typer.Typer(cls=Commands, name="sandtable", epilog=EXAMPLES, add_completion=True)


@app.callback(invoke_without_command=True)
def sandtable(
    context: typer.Context,
    _debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of a failure of Sandtable itself.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> int:
    """Tactical hex wargames by their full rules. With no words: the lobby, in the browser."""
    if version:
        typer.echo(f"sandtable {__version__}")
    elif context.invoked_subcommand is None:
        # Loaded only here, so that the overview of the commands need not wait for the server.
        from sandtable.cli.serving import serve

        serve()
    return FINE


def main() -> None:
    """Carry out the words of the command line and leave with the exit code."""
    typer.main.get_command(app)(prog_name="sandtable")
