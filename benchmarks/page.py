"""The page in Chromium: how soon the first ask is there, what one game weighs, how smoothly the map moves.

It is served as it ships, in a process of its own, and drawn without a graphics card.
"""

from collections.abc import Iterator
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.house import Server
from tests.web.reader import FLAGS, LAPTOP, chromium

from benchmarks.measure import Measure
from sandtable.engine.game import games

FIRST_ASK = 1.5
"""Seconds from the click on Start to the first ask."""
WEIGHT = 400.0
"""Kilobytes, compressed, with everything that one game needs."""
SMOOTH, STEADY = 20.0, 0.95
"""Milliseconds that a frame may take, and how many of all frames have to."""
COUNTERS = 200
LAY = """(count) => {
    const map = window.sandtable.table.map, names = [...map.hexes.keys()];
    const step = Math.floor(names.length / count);
    const one = (_, n) => ({hex: names[n * step], side: n % 2 ? "a" : "b", symbol: "armour", name: `A/${n}`,
        numbers: "4D14", facing: n % 6, status: n % 5 ? [] : ["F"]});
    map.place_counters(Array.from({length: count}, one), ["a", "b"]);
}"""
MOVE = """(seconds) => new Promise((done) => {
    const map = window.sandtable.table.map, times = [], begun = performance.now();
    let last = begun;
    map.fit();
    function frame(now) {
        times.push(now - last);
        last = now;
        const at = (now - begun) / 1000;
        if (at > seconds) return done(times.slice(2));
        if (at % 2 < 1) map.zoom(at % 4 < 2 ? 1.012 : 1 / 1.012, 400, 400);
        else { map.x += 4 * Math.cos(at * 3); map.y += 4 * Math.sin(at * 3); map.place(); }
        requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);
})"""


def measures() -> Iterator[Measure]:
    """All that concerns the page."""
    with (
        TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/tables.db") as server,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for name in games():
            seconds = min(_seconds_to_first_ask(browser, server, name) for _ in range(3))
            yield Measure(f"{name}: Start to first ask", "s", seconds, "the goal", FIRST_ASK, 1.0, "at most")
            yield Measure(
                f"{name}: weight", "kB", _weight(browser, server, name), "the goal", WEIGHT, 1.0, "at most"
            )
        share, note = _steady_frames(browser, server, _biggest())
        yield Measure(
            f"{COUNTERS} counters moved", "of frames", share, "the goal", STEADY, 1.0, "at least", note
        )
        browser.close()


def _biggest() -> str:
    """The game whose introductory map has the most hexes."""
    boards = {
        name: game.set_up(game.scenarios()[0].key, game.settled({}))[0].board
        for name, game in games().items()
    }
    return max(boards, key=lambda name: boards[name].count)


def _seconds_to_first_ask(browser: Browser, server: Server, game: str) -> float:
    """In a browser that has never been here."""
    with browser.new_context(viewport=LAPTOP) as context:
        page = context.new_page()
        return _start(page, server, game)


def _start(page: Page, server: Server, game: str) -> float:
    page.goto(f"{server.url}/")
    page.locator(f".box-{game}").click()
    start = page.locator(".scenario .start")
    start.wait_for()
    page.wait_for_load_state("networkidle")
    begun = perf_counter()
    start.click()
    page.wait_for_url("**/table/**", wait_until="commit")
    page.wait_for_selector(".ask .question:not(.muted)", timeout=60_000)
    return perf_counter() - begun


def _weight(browser: Browser, server: Server, game: str) -> float:
    """All that comes over the line at a table to one who was never here, in kilobytes."""
    with browser.new_context(viewport=LAPTOP) as context:
        page = context.new_page()
        _start(page, server, game)
        table = page.url
    with browser.new_context(viewport=LAPTOP) as context:
        page, bytes_of = context.new_page(), list[float]()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.loadingFinished", lambda told: bytes_of.append(told["encodedDataLength"]))
        line.on("Network.webSocketFrameReceived", lambda told: bytes_of.append(_length(told)))
        page.goto(table)
        page.wait_for_selector(".sheet[data-ready]", timeout=60_000)
        page.wait_for_load_state("networkidle")
        return sum(bytes_of) / 1000


def _length(told: dict[str, Any]) -> float:
    return len(told["response"]["payloadData"])


def _steady_frames(browser: Browser, server: Server, game: str) -> tuple[float, str]:
    """The share of frames that are there in time while the map is zoomed and dragged about."""
    with browser.new_context(viewport=LAPTOP) as context:
        page = context.new_page()
        _start(page, server, game)
        page.wait_for_selector(".sheet[data-ready]", timeout=60_000)
        page.evaluate(LAY, COUNTERS)
        times = sorted(page.evaluate(MOVE, 6))
        share = sum(time < SMOOTH for time in times) / len(times)
        return share, f"{game}; the 95th of 100 takes {times[int(len(times) * 0.95)]:.0f} ms"
