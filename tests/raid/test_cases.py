"""The list of cases: what code cites and tests cover is in it."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.cases import coverage

ROOT = Path(__file__).parents[2]


def test_no_case_is_cited_that_the_book_does_not_have() -> None:
    """A misspelt number in a docstring or a test would claim what nobody can look up."""
    report = coverage(ROOT / "src" / "sandtable" / "games" / "raid", ROOT / "tests")
    assert report.misspelt == []
    assert report.faults == ()
