"""Runs every measurement, prints the table and keeps it as JSON: `sandtable bench [NAME...] [--out FILE]`."""

import argparse
import importlib
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.measure import Measure

SUBJECTS = ("playing", "ground", "sight", "starting", "serving", "page", "tank", "rdf", "raid", "tcs")


class Report(msgspec.Struct):
    """One run on one machine."""

    python: str
    machine: str
    measures: list[Measure]


def main(words: Sequence[str]) -> int:
    """Measure the named subjects, or all; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="sandtable bench", description="Measure speed against peers.")
    parser.add_argument(
        "subjects", nargs="*", metavar="NAME", help=f"one of {', '.join(SUBJECTS)}; all if none"
    )
    parser.add_argument("--out", type=Path, default=Path("artefacts/bench.json"), help="where the JSON goes")
    chosen = parser.parse_args(words)
    if strange := [name for name in chosen.subjects if name not in SUBJECTS]:
        parser.error(f"nothing is measured under {', '.join(strange)}; there are {', '.join(SUBJECTS)}")
    report = Report(platform.python_version(), f"{platform.system()} {platform.machine()}", [])
    for name in chosen.subjects or SUBJECTS:
        print(f"Measuring {name} ...", file=sys.stderr)
        report.measures += importlib.import_module(f"benchmarks.{name}").measures()
    Console(width=150).print(_table(report.measures))
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    return 0 if all(measure.reached for measure in report.measures) else 1


def _table(measures: Sequence[Measure]) -> Table:
    table = Table(title="Sandtable against its peers, in one run")
    for heading in ("what", "unit", "ours", "peer", "theirs", "ratio", "goal", "", "note"):
        table.add_column(heading, justify="right" if heading in ("ours", "theirs", "ratio") else "left")
    for measure in measures:
        verdict = "[green]reached" if measure.reached else "[red]missed"
        figures = (f"{measure.ours:,.4g}", measure.peer, f"{measure.theirs:,.4g}", f"{measure.ratio:.2f}")
        goal = f"{measure.better} {measure.goal:g}"
        table.add_row(measure.name, measure.unit, *figures, goal, verdict, measure.note)
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
