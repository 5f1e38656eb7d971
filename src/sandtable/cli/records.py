"""Records: their story, whether they are sound, and whether they still hold under the present rules."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.failures import FINE, NO, BadFile
from sandtable.cli.opening import open_record, record_bytes
from sandtable.cli.screen import say
from sandtable.cli.showing import event_lines, where_lines
from sandtable.engine import Driver
from sandtable.engine.record import BadRecord, Differs, Finding, check_records, read_record, verify
from sandtable.engine.record import replay as played_again

app = typer.Typer()

File = Annotated[Path, typer.Argument(help="The record of a game.", metavar="RECORD")]


@app.command(epilog="Example: sandtable replay game.jsonl --until 40 --as Blue")
def replay(
    file: File,
    until: Annotated[int | None, typer.Option(help="Only up to the answer of this number.", min=0)] = None,
    seat: Annotated[str, typer.Option("--as", help="Only what this side learnt.", metavar="SIDE")] = "",
) -> int:
    """Tell the story of a recorded game. `sandtable game.jsonl` does the same.

    The exit code is 1 if the present rules make another game of it; the story then ends there.
    """
    record = open_record(file)
    differs = None
    try:
        driver = played_again(record, until)
    except Differs as error:
        differs = error
        driver = played_again(record, error.fits)
    except BadRecord as error:
        raise BadFile(file, error.findings) from None
    tell(driver, seat)
    for finding in filter(None, (record.cut, differs and differs.finding)):
        typer.echo(f"{file}: {finding}", err=True)
    return NO if differs else FINE


def tell(driver: Driver[Any, Any], seat: str) -> None:
    """The story as a side heard it, or all of it, and where the game stands then."""
    scene = driver.table.scene
    side = scene.side(seat) if seat else None
    say(*event_lines(driver.heard(side), scene), *where_lines(driver))


@app.command("verify", epilog="Example: sandtable verify game.jsonl")
def verify_record(file: File) -> int:
    """Check a record: its chain of hashes, its dice and their commitment, and the game by the rules.

    Every finding names its line; the exit code is 1 if there is any.
    """
    findings = findings_in(file)
    say(*(f"{file}: {finding}" for finding in findings))
    if not findings:
        say(f"{file}: sound")
    return NO if findings else FINE


def findings_in(file: Path) -> list[Finding]:
    """All that is wrong with the record in a file."""
    raw = record_bytes(file)
    try:
        return verify(read_record(raw))
    except BadRecord as error:
        return list(error.findings)


@app.command("check-records", epilog="Example: sandtable check-records tests/records")
def check(
    folder: Annotated[Path, typer.Argument(help="A folder with records (*.jsonl).", metavar="FOLDER")],
) -> int:
    """Replay stored games under the present rules, and say which differ, at which input and why.

    The exit code is 1 if one differs or is damaged.
    """
    reports = check_records(folder)
    if not reports:
        raise BadFile(folder, ["there are no records (*.jsonl) here"])
    for report in reports:
        say(str(report))
    return NO if any(report.verdict in ("differs", "damaged") for report in reports) else FINE
