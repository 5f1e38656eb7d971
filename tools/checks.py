"""The whole suite, one check after the other: lint, format, types, tests, rule coverage."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from tools.environment import ROOT


@dataclass(frozen=True)
class Check:
    """One part of the suite: its name and the words after the interpreter's name."""

    name: str
    words: tuple[str, ...]


def suite(report: Path) -> tuple[Check, ...]:
    """The checks in the order in which they are run; the tests leave their counts in the report."""
    return (
        Check("lint", ("-m", "ruff", "check", ".")),
        Check("format", ("-m", "ruff", "format", "--check", ".")),
        Check("types", ("-m", "mypy")),
        Check("tests", ("-m", "pytest", "-n", "2", f"--junitxml={report}")),
        Check("rule cases", ("-m", "sandtable", "coverage")),
    )


def run(python: Path) -> int:
    """Run every check, also after one has failed; the exit code is 0 only if all passed."""
    with TemporaryDirectory() as scratch:
        report = Path(scratch) / "tests.xml"
        started = time.monotonic()
        failed = [check.name for check in suite(report) if not _passes(python, check)]
        verdict = f"failed: {', '.join(failed)}" if failed else "all passed"
        print(f"\n== the whole suite: {verdict} ({time.monotonic() - started:.1f} s)")
        # The counts close the output in a form that programs reading it know.
        print(counts(report), flush=True)
    return 1 if failed else 0


def counts(report: Path) -> str:
    """How many tests passed, failed and were skipped, out of the report that pytest wrote."""
    if not report.exists():
        return "tests: none was run"
    suites = ElementTree.parse(report).getroot().findall("testsuite")
    total, failures, errors, skipped = (
        sum(int(one.get(name, "0")) for one in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    return f"tests: {total - failed - skipped} passed, {failed} failed, {skipped} skipped"


def _passes(python: Path, check: Check) -> bool:
    print(f"\n== {check.name}: {' '.join(check.words[1:])}", flush=True)
    started = time.monotonic()
    code = subprocess.run([python, *check.words], cwd=ROOT, check=False).returncode
    verdict = "failed" if code else "passed"
    print(f"== {check.name}: {verdict} ({time.monotonic() - started:.1f} s)", flush=True)
    return code == 0
