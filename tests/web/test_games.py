"""Each game's introductory scenario on the page, by mouse, from the lobby to its end against its opponent."""

from __future__ import annotations

import random

import pytest
from tests.web.reader import Reader

from sandtable.engine.game import games


@pytest.mark.parametrize("game", [name for name in games() if name != "drill"])
def test_the_introductory_scenario_is_played_to_its_end(reader: Reader, game: str) -> None:
    """Three clicks to the first ask; then whatever is asked is answered until the game is over."""
    reader.start(game)
    reader.picture(f"{game}-first-ask")
    reader.play(12, random.Random(5))
    assert reader.barriers() == []
    reader.picture(f"{game}-under-way")
    reader.play(400, random.Random(5), briskly=True)
    assert reader.over
    assert reader.state("table.sight.standing.reason") in reader.page.locator(".ask").inner_text()
    reader.picture(f"{game}-over")


def test_plots_are_written_on_the_map(reader: Reader) -> None:
    """A unit is picked by its chip, its task by a button, its path on the map; the engine checks it."""
    reader.start("tank")
    for _ in range(30):
        if reader.state("table.asks.ask?.name") == "plot":
            break
        reader.play(1, random.Random(5), briskly=True)
    chip = reader.page.locator(".chip").first
    unit = reader.state("table.asks.ask.context.units.find((one) => Object.keys(one.reach).length)")
    reader.page.locator(".chip", has_text=unit["unit"]).first.click()
    reader.page.locator(".tasks .tab", has_text="MV").first.click()
    cheapest = min((cost for cost in unit["reach"] if cost != "0"), key=int)
    reader.hex(unit["reach"][cheapest][0])
    assert chip.is_visible()
    assert reader.page.locator(".way.move").count() == 1
    reader.picture("tank-plotting")
    reader.page.locator(".plotting [data-go]").click()
    reader.until(f"table.log.events.some((one) => one.type === 'plotted' && one.unit === '{unit['unit']}')")
