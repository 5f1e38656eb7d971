"""What is seen before anything is done: ways, who sees a hex, symbols, drafts, text of any size."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser
from tests.server.house import Server
from tests.web.reader import Reader
from tests.web.test_table import DUEL

ALONE = """
game = "rdf"
map = "blank"
size = "60x60"
turn = 3
phase = "first-movement"
state = { sides = ["US", "USSR"] }
unit = [
  { name = "US 1/1 M-60", side = "US", type = "M-60", hex = "0303" },
  { name = "USSR 1/1 T-72", side = "USSR", type = "T-72", hex = "6060", status = ["inactive"] },
]
"""
"""Two tanks at far corners of open ground."""
WHERE = "table.sight.counters.find((one) => one.name === 'US 1/1 M-60').hex"
WEB = Path(__file__).parents[2] / "src" / "sandtable" / "web"


def duel(reader: Reader, server: Server) -> dict[str, str]:
    """Blue at the table of the duel: where each counter stands."""
    table = server.open(
        position=DUEL, chairs=[{"side": "Blue", "name": "Ann"}, {"side": "Red", "name": "Bob"}]
    )
    reader.sit(table.id, table.links["Blue"])
    return {one["name"]: one["hex"] for one in reader.state("table.sight.counters")}


def rest_on(reader: Reader, name: str) -> None:
    """Let the pointer rest on a hex."""
    reader.page.mouse.move(3, 3)
    x, y = reader.place(name)
    reader.page.mouse.move(x, y)


def test_a_way_is_drawn_with_its_cost_before_it_is_gone(reader: Reader, server: Server) -> None:
    """The unit that is asked has a hex in reach under the pointer: cost, ground and way are there."""
    duel(reader, server)
    for _ in range(4):
        if reader.state("Boolean(table.asks.ask?.unit)"):
            break
        reader.answers().last.click()
        reader.wait()
    unit = reader.state("table.asks.ask.unit")
    costs = reader.page.evaluate("(unit) => window.sandtable.table.say({do: 'reach', unit})", unit)["hexes"]
    far = max(costs, key=lambda name: float(costs[name]))
    rest_on(reader, far)
    reader.page.wait_for_selector(".path .way", state="attached")
    card = reader.page.locator(".hover").inner_text()
    assert f"{costs[far]} points" in card
    way = reader.state(
        f"(await import(performance.getEntriesByType('resource').find((one) => "
        f"one.name.endsWith('/paths.js')).name)).likelyWay(table.map.hexes, table.looking.costs, '{far}')"
    )
    assert way[-1] == far
    assert float(costs[way[0]]) == 0
    assert sorted(way, key=lambda name: float(costs[name])) == way


def test_a_click_further_off_goes_all_the_way(reader: Reader, server: Server) -> None:
    """A click moves the unit on step by step; it pauses where an enemy is sighted, then goes on."""
    table = server.open(
        position=ALONE, chairs=[{"side": "US", "name": "Ann"}, {"side": "USSR", "name": "Bob"}]
    )
    reader.sit(table.id, table.links["US"])
    reader.page.locator(".answer[data-key='US 1/1 M-60']").click()
    reader.until("table.asks.ask?.name === 'step'")
    rest_on(reader, "0306")
    reader.until("table.looking.costs['0306'] !== undefined")
    assert float(reader.state("table.looking.costs['0306']")) >= 2
    reader.hex("0306")
    reader.until("table.log.events.some((one) => one.type === 'sighted')")
    assert reader.state(f"{WHERE} === '0304'")
    rest_on(reader, "0306")
    reader.until("table.looking.costs['0306'] !== undefined")
    reader.hex("0306")
    reader.until(f"{WHERE} === '0306'")
    assert reader.state("table.asks.ask.name") == "step"


def test_a_hex_tells_who_sees_it(reader: Reader, server: Server) -> None:
    """The words on the card are the engine's lines of sight from every counter, counted by side."""
    counters = duel(reader, server)
    enemy = next(hex for name, hex in counters.items() if name.startswith("R"))
    rest_on(reader, enemy)
    clear = [
        name
        for name, hex in counters.items()
        if hex != enemy
        and name.startswith("B")
        and reader.page.evaluate(
            "([from, to]) => window.sandtable.table.say({do: 'los', from, to})", [hex, enemy]
        )["sight"]["clear"]
    ]
    reader.until("table.looking.card.textContent.includes('sees it')")
    words = reader.page.locator(".hover").inner_text()
    assert (f"in sight of {len(clear)} of yours" in words) == bool(clear)


def test_a_reader_without_a_pointer_hears_the_same(reader: Reader, server: Server) -> None:
    """The cursor of the keyboard says what lies in a hex, and who sees it."""
    counters = duel(reader, server)
    name, hex = next(iter(counters.items()))
    reader.page.evaluate("(hex) => { window.sandtable.table.map.element.focus(); }", hex)
    reader.page.evaluate("(hex) => window.sandtable.table.map.point(hex)", hex)
    reader.until(
        "table.map.spoken.textContent.includes('sees it') || table.map.spoken.textContent.includes('seen by')"
    )
    spoken = reader.state("table.map.spoken.textContent")
    assert spoken.startswith(hex)
    assert name in spoken


def test_marks_are_spoken_in_words(reader: Reader, server: Server) -> None:
    """A tank that is hit and inactive says so, and does not spell its letters."""
    marked = ALONE.replace('hex = "0303" }', 'hex = "0303", hits = 1, status = ["inactive"] }')
    table = server.open(
        position=marked, chairs=[{"side": "US", "name": "Ann"}, {"side": "USSR", "name": "Bob"}]
    )
    reader.sit(table.id, table.links["US"])
    assert reader.state("table.map.words('0303')").endswith("US 1/1 M-60, 2 C 11, inactive, 1 hit")


def test_symbols_change_and_stay_changed(reader: Reader, server: Server) -> None:
    """Every symbol of a counter is drawn in both sets, and the set that is picked is there after a reload."""
    duel(reader, server)
    drawn = {
        name: set(re.findall(r'id="([\w-]+)"', (WEB / "symbols" / f"{name}.svg").read_text("utf-8")))
        for name in ("own", "nato")
    }
    used = "[...document.querySelectorAll('.counter use')].map((one) => one.getAttribute('href'))"
    for wanted in ("nato", "own", "nato"):
        found = reader.page.evaluate(used)
        assert found
        assert all(wanted in one and one.partition("#")[2] in drawn[wanted] for one in found)
        reader.page.keyboard.press("y")
    reader.page.reload()
    reader.wait()
    assert all("own" in one for one in reader.page.evaluate(used))


def test_a_stack_spreads_under_the_pointer(reader: Reader) -> None:
    """Counters that lie on one another stand side by side, each of them where it can be clicked."""
    reader.start("raid")
    reader.play(10)
    stack = reader.page.locator(".stack.several").first
    reader.hex(stack.get_attribute("data-hex") or "", click=False)
    stack.locator(".counter").last.hover()
    reader.page.wait_for_selector(".stack.fanned")
    reader.page.wait_for_timeout(250)
    boxes = [one.bounding_box() for one in reader.page.locator(".stack.fanned .counter-box").all()]
    lefts = sorted(box["x"] for box in boxes if box)
    assert all(b - a > 30 for a, b in pairwise(lefts))
    reader.picture("fanned")


def test_text_of_twice_the_size_hides_nothing(browser: Browser, server: Server, tmp_path: Path) -> None:
    """At 200 % and without motion the ask can be read and answered, and axe finds nothing serious."""
    with Reader(browser, server, tmp_path, reduced_motion="reduce") as reader:
        duel(reader, server)
        for _ in range(3):
            reader.page.locator(".more summary").click()
            reader.page.locator(".more button", has_text="Larger text").click()
        assert reader.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert reader.answers().first.is_visible()
        reader.picture("twice-the-size")
        assert reader.barriers() == []
        reader.lobby()
        reader.page.locator(".box-drill").click()
        assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert reader.barriers() == []
        assert reader.complaints == []


def test_a_draft_is_judged_before_it_is_handed_in(server: Server) -> None:
    """A deployment on a hex that the map has not is refused with its reason, and nothing is given."""
    table = server.open(game="drill", chairs=[{"side": "Blue"}, {"side": "Red"}])
    word = table.links["Blue"]
    bad = server.post("/api/seat/judge", word, answer={"hexes": ["0101"]}).json()
    assert bad["faults"]
    assert server.post("/api/seat/judge", word, answer={"hexes": 5}).json()["faults"]
    asks = server.post("/api/seat/do", word, do="asks").json()["ok"]["asks"]
    assert [ask["name"] for ask in asks if ask["side"] == "Blue"] == ["deploy"], json.dumps(asks)[:200]
