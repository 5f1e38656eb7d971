"""The protocol for programs in any language: JSON lines on standard input and output."""

from typing import Annotated

import typer

from sandtable.bots.roster import bots_for
from sandtable.cli.failures import FINE
from sandtable.cli.screen import say_json
from sandtable.engine.protocol import main as serve

app = typer.Typer()


@app.command(epilog='Example: echo \'{"id":1,"do":"games"}\' | sandtable engine')
def engine(
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the protocol.")] = False,
) -> int:
    """Speak the protocol: one JSON request on each line, one answer on each line; see docs/protocol.md."""
    if schema:
        from sandtable.engine.schema import protocol_schema

        say_json(protocol_schema())
    else:
        serve(bots_for)
    return FINE
