"""A killed server loses nothing that it has acknowledged, and keeps nothing twice."""

from pathlib import Path

from tests.server.crashing import Sent, _fits, crash


def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    """Three kills at random moments under six tables; fifty and more are run by hand (see crashing.py)."""
    told = crash(f"sqlite:///{tmp_path / 'tables.db'}", kills=3, plays=6)
    assert told["wrong"] == []
    assert told["acknowledged"] > 50


def test_the_comparison_finds_what_is_lost_and_what_is_twice() -> None:
    """Else the test above would prove nothing."""
    known, unknown = Sent("Blue", "a", True), Sent("Blue", "b", False)
    assert _fits([known, unknown, known], [("Blue", "a"), ("Blue", "a")])
    assert _fits([known, unknown, known], [("Blue", "a"), ("Blue", "b"), ("Blue", "a")])
    assert not _fits([known, unknown, known], [("Blue", "a")])
    assert not _fits([known], [("Blue", "a"), ("Blue", "a")])
    assert not _fits([known], [("Red", "a")])
