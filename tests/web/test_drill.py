"""Drill on the page, from the lobby to its end."""

from __future__ import annotations

import random

from tests.web.reader import Reader


def test_drill_is_played_to_its_end_by_mouse(reader: Reader) -> None:
    """In three clicks from the lobby to the first ask, then against the bot until somebody has won."""
    reader.start("drill")
    reader.play(600, random.Random(7))
    assert reader.over
    assert "won" in reader.page.locator(".ask").inner_text() or reader.state("!table.sight.standing.winner")
    reader.picture("drill-over")


def test_nothing_bars_the_way(reader: Reader) -> None:
    """The lobby and a table under way have no serious fault that axe knows of, by day and by lamplight."""
    reader.lobby()
    reader.page.locator(".box-drill").click()
    assert reader.barriers() == []
    reader.start("drill")
    reader.play(12, random.Random(1))
    assert reader.barriers() == []
    reader.page.keyboard.press("d")
    assert reader.barriers() == []
