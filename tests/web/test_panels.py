"""What each game adds to the page: formations and chains of fire, plots, command, op sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.server.house import Server
from tests.web.reader import Reader

from sandtable.engine.game import games

CHAIN = """
game = "rdf"
map = "blank"
size = "12x16"
turn = 3
phase = "first-movement"
[state]
sides = ["US", "USSR"]
formation = ["HA", "HA"]
entry = ["0601", "0616"]
exit = ["0616", "0601"]
rating = [2, 2]
[[unit]]
name = "US 1/1 M-60"
side = "US"
type = "M-60"
hex = "0603"
[[unit]]
name = "US 2/1 M-60"
side = "US"
type = "M-60"
hex = "0703"
[[unit]]
name = "USSR 1/1 T-72"
side = "USSR"
type = "T-72"
hex = "0609"
[[unit]]
name = "USSR 2/1 T-72"
side = "USSR"
type = "T-72"
hex = "0709"
"""
"""An M-60 goes a step in sight of two T-72: one fires, and the M-60 beside it may answer."""
PLOTS = """
game = "tank"
map = "blank"
size = "20x16"
phase = "plotting"
turn = 2
state = { contact = 1 }
unit = [
  { name = "A1", side = "Alpha", type = "M4", hex = "0503", facing = "D", status = ["spotted"] },
  { name = "B1", side = "Bravo", type = "PzIVh", hex = "0510", facing = "A", status = ["spotted"] },
]
"""
MORTAR = """
game = "raid"
map = "blank"
size = "24x20"
phase = "plotting"
unit = [
  { name = "HQ", side = "Alpha", type = "hq", hex = "0505" },
  { name = "A", side = "Alpha", type = "fire_team", hex = "0506" },
  { name = "M", side = "Alpha", type = "mortar_60mm", hex = "0505" },
  { name = "Z", side = "Alpha", type = "fire_team", hex = "2402", status = ["out of command"] },
  { name = "X", side = "Bravo", type = "fire_team", hex = "0512" },
]
"""


def seated(server: Server, position: str, *sides: str) -> tuple[str, dict[str, str]]:
    """A table for two people from a position: its name and the words of its seats."""
    table = server.open(position=position, chairs=[{"side": side, "name": side} for side in sides])
    return table.id, table.links


def give(server: Server, word: str, **words: object) -> None:
    told = server.post("/api/seat/do", word, do="answer", **words).json()
    assert "ok" in told, told


def open_ask(server: Server, word: str, side: str) -> list[Any]:
    """What the side is asked, in a list; empty if nothing."""
    asks = server.post("/api/seat/do", word, do="asks").json()["ok"]["asks"]
    return [ask for ask in asks if ask["side"] == side]


def test_a_chain_of_fire_is_a_ladder_and_outlives_a_broken_line(reader: Reader, server: Server) -> None:
    """USSR fires at what moves; US may answer, the line breaks, and ask and rungs are there again."""
    id, words = seated(server, CHAIN, "US", "USSR")
    give(server, words["US"], answer="US 1/1 M-60")
    give(server, words["US"], answer="0602")
    [window] = open_ask(server, words["USSR"], "USSR")
    shot = next(one for one in window["options"] if one.get("target") == "US 1/1 M-60")
    give(server, words["USSR"], answer=shot["key"])
    if open_ask(server, words["USSR"], "USSR"):
        give(server, words["USSR"], answer="pass")
    reader.sit(id, words["US"])
    assert reader.state("table.asks.ask.name") == "return-fire"
    rungs = reader.page.locator(".rung")
    assert rungs.first.inner_text().startswith("1/1 T-72 at 1/1 M-60")
    assert "may fire" in rungs.last.inner_text()
    assert rungs.count() == 2
    before = reader.state(
        "[table.asks.ask.name, table.log.events.length, document.querySelectorAll('.rung').length]"
    )
    reader.picture("rdf-chain")
    reader.page.evaluate("window.sandtable.table.connection.socket.close()")
    reader.until("table.state.textContent.includes('line is down')")
    reader.until("table.state.textContent === ''")
    assert (
        reader.state(
            "[table.asks.ask.name, table.log.events.length, document.querySelectorAll('.rung').length]"
        )
        == before
    )
    reader.answers().last.click()
    reader.until("table.log.events.filter((one) => one.type === 'fires').length === 2")


def test_a_formation_is_drawn_on_the_map(reader: Reader) -> None:
    """The axis is a line, the deviation a border round its hexes, and the sheet gives the figures."""
    reader.start("rdf")
    reader.play(6, briskly=True)
    sheet = reader.state("table.sight.view.sheets.find(Boolean)")
    assert sheet["axis"]
    assert reader.page.locator(".way.axis").count() == 1
    assert reader.page.locator(".way-edge").count() == 1
    reader.page.evaluate("document.querySelector('.secret').open = true")
    shown = reader.page.locator(".secret").first.inner_text()
    assert sheet["formation"] in shown
    assert f"up to {sheet['deviation']} hexes" in shown


def test_plots_of_one_side_never_reach_the_other(browser: Browser, server: Server, tmp_path: Path) -> None:
    """Alpha plots fire on the map; no frame of Bravo's has it before Bravo has handed in, too."""
    id, words = seated(server, PLOTS, "Alpha", "Bravo")
    with Reader(browser, server, tmp_path) as alpha, Reader(browser, server, tmp_path) as bravo:
        alpha.sit(id, words["Alpha"])
        bravo.sit(id, words["Bravo"])
        alpha.page.locator(".tasks .tab", has_text="DF").click()
        alpha.hex("0510")
        alpha.until("document.querySelectorAll('.way.fire').length === 1")
        alpha.page.locator(".plotting [data-go]").click()
        bravo.until("table.sight.committed.includes('Alpha')")
        assert not [frame for frame in bravo.frames if "DF 0510" in frame or '"plotted"' in frame]
        assert any("DF 0510" in frame or '"0510"' in frame for frame in alpha.frames)
        bravo.page.locator(".plotting [data-go]").click()
        bravo.until("table.log.events.some((one) => one.type === 'plotted' && one.unit === 'A1')")
        assert alpha.complaints == bravo.complaints == []


def test_shells_and_command_are_on_the_map(reader: Reader, server: Server) -> None:
    """A mission is a ring on its hex with a line to its observer; who is out of command is outlined."""
    id, words = seated(server, MORTAR, "Alpha", "Bravo")
    reader.sit(id, words["Alpha"])
    for _ in range(12):
        if reader.state("table.asks.ask?.name") == "plot-fire":
            break
        reader.play(1, briskly=True)
    assert reader.state("table.asks.ask.name") == "plot-fire"
    reader.answers().first.click()
    reader.until("document.querySelectorAll('.way-mission').length === 1")
    assert reader.page.locator(".way-eye").count() == 1
    assert reader.page.locator(".way-stray").count() == 1
    reader.picture("raid-plots")


@pytest.mark.skipif("tcs" not in games(), reason="the Tactical Combat Series is not installed")
def test_an_op_sheet_is_drawn_and_judged(reader: Reader) -> None:
    """A ready-made sheet is opened, an element drawn on the map; the engine says what it thinks of it."""
    reader.start("tcs", "orders")
    for _ in range(60):
        reader.wait()
        if reader.state("table.asks.ask?.name") == "command":
            break
        reader.play(1, briskly=True)
    reader.page.locator(".ask .search").fill("attack")
    reader.answers().first.click()
    reader.page.wait_for_selector(".opsheet")
    reader.page.wait_for_selector(".verdict .good")
    assert reader.page.locator(".graphics .of-axis").count() >= 1
    reader.page.locator(".opdesk .chip", has_text="PL").click()
    reader.hex("1212")
    reader.hex("1213")
    reader.until("document.querySelectorAll('.graphics .of-phase_line').length === 1")
    reader.page.locator(".items .quiet").last.click()
    for name in reader.page.locator(".opsheet .chip.chosen").all_inner_texts():
        reader.page.locator(".opsheet .chip.chosen", has_text=name).first.click()
    reader.page.wait_for_selector(".verdict .bad")
    reader.picture("tcs-desk")
    assert json.loads(json.dumps(reader.state("table.asks.ask.draft")))["draw"]
    assert reader.barriers() == []
