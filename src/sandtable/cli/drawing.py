"""Drawing maps and situations into files."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.failures import FINE, WrongWords
from sandtable.cli.opening import named_map, open_position
from sandtable.cli.screen import say

app = typer.Typer()

EXAMPLES = """Examples:\n
sandtable draw drill/field --out map.svg\n
sandtable draw fight.toml --los 0306 0303 --out fight.png"""


@app.command(epilog=EXAMPLES)
def draw(
    what: Annotated[
        str, typer.Argument(help="A map of a game, a map file or a position file.", metavar="MAP")
    ],
    out: Annotated[
        Path | None, typer.Option(help="Where to: .svg or .png; MAP.svg if nothing is said.", metavar="FILE")
    ] = None,
    los: Annotated[
        tuple[str, str] | None, typer.Option(help="Show a line of sight.", metavar="FROM TO")
    ] = None,
    reach: Annotated[str, typer.Option(help="Show where a unit could go.", metavar="UNIT")] = "",
) -> int:
    """Draw a map, or a situation with its counters, as SVG or PNG."""
    # Loaded only where a map is drawn: shapely takes a while.
    from sandtable.cli.mapping import overlays, write_drawing, write_map

    file = out or Path(Path(what).stem + ".svg")
    if what.endswith(".toml"):
        session = open_position(Path(what))
        write_map(session.driver, None, file, *overlays(session, los, reach))
    elif los or reach:
        raise WrongWords("lines of sight and reach belong to a situation: name a position file")
    else:
        write_drawing(named_map(what), file)
    say(str(file))
    return FINE
