"""The whole of a game without a mouse."""

from __future__ import annotations

import random

from tests.web.reader import Reader


def test_drill_is_played_by_keyboard_alone(reader: Reader) -> None:
    """From the lobby by Tab and Enter to the table; there by digits, Enter, n and the arrows, to the end."""
    page, chance = reader.page, random.Random(4)
    reader.lobby()
    tab_to(reader, ".box-drill")
    page.keyboard.press("Enter")
    tab_to(reader, ".start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/**")
    for _ in range(400):
        reader.wait()
        if reader.over:
            break
        before = reader.state("table.told")
        answer(reader, chance)
        try:
            reader.until(f"table.told > {before}", 1)
        except AssertionError:
            continue  # the opponent went on in this very moment, and the key went nowhere
    assert reader.over


def tab_to(reader: Reader, place: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if reader.page.evaluate("(place) => Boolean(document.activeElement?.matches(place))", place):
            return
        reader.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {place}")


def answer(reader: Reader, chance: random.Random) -> None:
    """By digit; a form by picking hexes on the map, and Enter when it is complete."""
    page = reader.page
    ask = reader.state(
        "table.asks.ask && ({...table.asks.ask, options: table.asks.ask.options?.length ?? 0})"
    )
    if not ask:
        return
    if ask["kind"] == "several" or ask.get("complete"):
        page.keyboard.press("Enter")
    elif ask["kind"] == "form":
        page.keyboard.press("n")
        assert reader.state("table.map.spoken.textContent").startswith(reader.state("table.map.cursor"))
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(str(chance.randrange(min(9, ask["options"])) + 1))
