"""Checks and measurements: rule coverage, the soak test, the benchmarks."""

import math
import os
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import sandtable
from sandtable.cli.failures import FINE, NO, BadFile, WrongWords
from sandtable.cli.screen import say
from sandtable.engine import Game
from sandtable.engine.cases import coverage_of
from sandtable.engine.game import game_named, games
from sandtable.lab.soak import SoakReport, reproduce
from sandtable.lab.soak import soak as soak_game

app = typer.Typer()

Games = Annotated[
    list[str] | None, typer.Argument(help="Only these games; all if none is named.", metavar="[GAME]...")
]


def chosen(names: list[str] | None) -> list[Game[Any, Any]]:
    """The games of these names, or all."""
    return [game_named(name) for name in names] if names else list(games().values())


@app.command(epilog="Example: sandtable coverage drill")
def coverage(names: Games = None) -> int:
    """List the rule cases without code or without a test.

    The exit code is 1 if one is missing.
    """
    reports = [coverage_of(game) for game in chosen(names)]
    say(*(report.text() for report in reports))
    return FINE if all(report.ok for report in reports) else NO


@app.command(epilog="Examples:\n\nsandtable soak drill --games 1000\n\nsandtable soak --again soak/FILE")
def soak(
    names: Games = None,
    count: Annotated[
        int | None, typer.Option("--games", help="How many games of each.", min=1, metavar="N")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="The same as GAME.", metavar="GAME")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long for each game.", metavar="S")] = math.inf,
    seed: Annotated[int, typer.Option(help="The first seed; the others count up from it.")] = 1,
    scenario: Annotated[str, typer.Option(help="Only this scenario.")] = "",
    workers: Annotated[int | None, typer.Option(help="Processes; one for each core if not said.")] = None,
    folder: Annotated[Path, typer.Option(help="Where failures are written.")] = Path("soak"),
    again: Annotated[
        Path | None, typer.Option(help="Run the failed check of this file again.", metavar="FILE")
    ] = None,
) -> int:
    """Play random games and check everything that must hold on the way, until Ctrl-C if no end is set.

    The exit code is 1 if a check failed.
    """
    if again:
        return once_more(again)
    sound = True
    for played in chosen([*(names or ()), *(game or ())]):
        with bar(played.title, count) as show:
            report = soak_game(
                played,
                count or math.inf,
                seconds,
                seed,
                workers or os.cpu_count() or 1,
                scenario=scenario,
                folder=folder,
                progress=show,
            )
        say(report.text())
        sound = sound and report.ok
        if report.interrupted:
            break
    return FINE if sound else NO


def once_more(file: Path) -> int:
    """Run the failed check that a soak test wrote down again."""
    try:
        failure = reproduce(file)
    except (OSError, ValueError) as error:
        raise BadFile(file, [error]) from None
    say(f"{file}: {failure}" if failure else f"{file}: this check passes now")
    return NO if failure else FINE


@contextmanager
def bar(title: str, total: int | None) -> Iterator[Callable[[SoakReport], None]]:
    """A line at the foot of a terminal that shows how far a soak test is; a log gets none of it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total)

        def show(report: SoakReport) -> None:
            found = f", {report.failures} failed" * (report.failures > 0)
            told = f"{title}: {report.answers:,} answers{found}"
            progress.update(task, completed=report.games, description=told)

        yield show


@app.command(
    epilog="Example: sandtable bench playing --out bench.json",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def bench(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(help="Only these measurements, and --out FILE.", metavar="[NAME]...")
    ] = None,
) -> int:
    """Measure speed, as ratios against peers in the same run. The measurements come with a checkout.

    The exit code is 1 if a goal is missed.
    """
    checkout = Path(sandtable.__file__).parents[2]
    script = checkout / "benchmarks" / "run.py"
    if not script.is_file():
        raise WrongWords("the measurements come with a checkout of Sandtable, and this is none")
    sys.path.insert(0, str(checkout))
    sys.argv = [str(script), *(names or ()), *context.args]
    runpy.run_path(str(script), run_name="__main__")
    return FINE
