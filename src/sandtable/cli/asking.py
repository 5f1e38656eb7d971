"""Questions about a situation in a file: the situation itself, legal answers, odds, sights, reach."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.failures import FINE, NO
from sandtable.cli.opening import open_position, query
from sandtable.cli.screen import say, say_json
from sandtable.cli.showing import ask_line, odds_lines, option_rows, options_of, sight_lines, where_lines
from sandtable.engine import Driver
from sandtable.engine.asks import Ask
from sandtable.engine.wire import ask_wire

app = typer.Typer()

File = Annotated[Path, typer.Argument(help="A position file, or - for standard input.", metavar="FILE")]
Json = Annotated[bool, typer.Option("--json", help="As JSON, in the form of the protocol.")]
Side = Annotated[str, typer.Option("--side", help="Only what this side is asked.", metavar="SIDE")]
Seat = Annotated[str, typer.Option("--as", help="What this side may know, not all.", metavar="SIDE")]
Query = Annotated[list[str] | None, typer.Argument(help="What the game needs to know.", metavar="NAME=VALUE")]


@app.command(epilog="Example: sandtable position fight.toml --as Blue")
def position(file: File, seat: Seat = "") -> int:
    """Show the situation in a file, and whose move it is.

    `sandtable fight.toml` does the same.
    """
    driver = open_position(file).driver
    side = driver.table.scene.side(seat) if seat else None
    say(*where_lines(driver), driver.game.situation(driver.table, side))
    say(*(ask_line(ask, driver.table.scene) for ask in driver.asks))
    return FINE


@app.command(epilog="Example: sandtable legal fight.toml --side Blue --json")
def legal(file: File, side: Side = "", as_json: Json = False) -> int:
    """Every legal answer, with its chance; of a form, what its first step may be.

    The exit code is 1 if nobody, or not this side, is asked anything.
    """
    driver = open_position(file).driver
    asks = [driver.asked(driver.table.scene.side(side))] if side else driver.asks
    if as_json:
        say_json([ask_wire(ask, driver.table.scene) for ask in asks])
    elif asks:
        for ask in asks:
            _say_legal(driver, ask)
    else:
        say(*where_lines(driver))
    return FINE if asks else NO


def _say_legal(driver: Driver[Any, Any], ask: Ask[Any]) -> None:
    say(ask_line(ask, driver.table.scene))
    say(*(f"  {row}" for row in option_rows(options_of(ask))))


@app.command(epilog="Example: sandtable odds fight.toml firer=B1 target=R2")
def odds(file: File, words: Query = None, as_json: Json = False) -> int:
    """The odds of a shot or another roll: what is needed, every modifier with its case, every chance."""
    found = open_position(file).odds(query(words or []))["odds"]
    if as_json:
        say_json(found)
    else:
        say(*odds_lines(found))
    return FINE


@app.command(epilog="Example: sandtable los fight.toml 0923 1827")
def los(
    file: File,
    start: Annotated[str, typer.Argument(help="The hex one looks from.", metavar="FROM")],
    end: Annotated[str, typer.Argument(help="The hex one looks to.", metavar="TO")],
    words: Query = None,
    as_json: Json = False,
) -> int:
    """Is the line of sight between two hexes clear, and if not, where and by which case?

    The exit code is 1 if it is blocked.
    """
    wanted = {"from": start, "to": end, **query(words or [])}
    sight = open_position(file).sight(wanted)["sight"]
    if as_json:
        say_json(sight)
    else:
        say(*sight_lines(start, end, sight))
    return FINE if sight["clear"] else NO


@app.command(epilog="Example: sandtable reach fight.toml B1")
def reach(
    file: File,
    unit: Annotated[str, typer.Argument(help="The name on the counter.", metavar="UNIT")],
    as_json: Json = False,
) -> int:
    """Every hex a unit could reach now, and the cheapest cost.

    The exit code is 1 if it can go nowhere.
    """
    hexes = open_position(file).reach(unit)["hexes"]
    if as_json:
        say_json(hexes)
    else:
        say(*[f"{hex}  {cost}" for hex, cost in hexes.items()] or [f"{unit} can go nowhere"])
    return FINE if hexes else NO
