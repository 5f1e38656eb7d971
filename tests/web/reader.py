"""Somebody who reads the page and plays on it, by mouse or by keyboard."""

from __future__ import annotations

import os
import random
import shutil
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, TimeoutError
from tests.server.house import Server

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
LAPTOP = {"width": 1280, "height": 800}
PICTURES = os.environ.get("SANDTABLE_PICTURES", "")
"""A folder for pictures of every screen, where somebody wants to look at them."""


def chromium() -> str:
    """Where Debian's Chromium lies, or what else plays its part on this machine."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if found := shutil.which(name):
            return found
    raise FileNotFoundError("the tests of the page need Chromium: apt-get install chromium")


class Reader:
    """A browser window at the lobby or a table."""

    def __init__(self, browser: Browser, server: Server, folder: Path, **more: Any) -> None:
        self.server = server
        self.folder = folder
        self.context = browser.new_context(viewport=LAPTOP, **more)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._listen)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.page.screenshot(path=self.folder / "failed.png")
        self.context.close()

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    # -- going places --------------------------------------------------------------------------

    def lobby(self) -> None:
        """Come in by the front door."""
        self.page.goto(f"{self.server.url}/")
        self.page.wait_for_selector(".box")

    def start(self, game: str, scenario: str = "") -> None:
        """From the lobby to the first ask: open the box, pick the scenario, start."""
        self.lobby()
        self.page.locator(f".box-{game}").click()
        entry = f".entry[data-scenario='{scenario}']" if scenario else ".entry"
        self.page.locator(entry).first.click()
        self.page.locator(".scenario .start").click()
        self.page.wait_for_url("**/table/**")
        self.wait()

    def sit(self, table: str, token: str) -> None:
        """Take the seat that a link opens."""
        self.page.goto(f"{self.server.url}/table/{table}#{token}")
        self.wait()

    def wait(self) -> None:
        """Until this seat is asked something, or the game is over."""
        self.until("table?.settled")

    def hex(self, name: str, *, click: bool = True) -> None:
        """Click on a hex of the map, wherever it lies on the screen now; or only bring it there."""
        x, y = self.place(name)
        if click:
            self.page.mouse.click(x, y)

    def place(self, name: str) -> tuple[float, float]:
        """Where the middle of a hex is on the screen, once the map has been brought there."""
        self.page.evaluate("(name) => window.sandtable.table.map.centre(name)", name)
        x, y = self.page.evaluate(
            """(name) => {
                const map = window.sandtable.table.map, hex = map.hexes.get(name);
                const [left, top] = map.board.box, room = map.element.getBoundingClientRect();
                const at = (start, moved, place) => start + moved + place * map.scale;
                return [at(room.left, map.x, hex.x - left), at(room.top, map.y, hex.y - top)];
            }""",
            name,
        )
        return x, y

    # -- what the page knows -------------------------------------------------------------------

    def state(self, words: str) -> Any:
        """A value of the table's, as the page has it."""
        return self.page.evaluate(f"async () => {{ const table = window.sandtable?.table; return {words}; }}")

    def until(self, words: str, seconds: float = 60) -> None:
        """Wait until something is so; Playwright's own way is against the page's security policy."""
        deadline = time.monotonic() + seconds
        while not self.state(words):
            assert time.monotonic() < deadline, f"{words} did not come about in {seconds:g} seconds"
            self.page.wait_for_timeout(15)

    @property
    def over(self) -> bool:
        return bool(self.state("table.sight.standing.over"))

    # -- playing -------------------------------------------------------------------------------

    def answers(self) -> Locator:
        """The buttons that answer the ask."""
        return self.page.locator(".ask .answers .answer")

    def play(self, asks: int, chance: random.Random | None = None, *, briskly: bool = False) -> int:
        """Answer by mouse whatever is asked, as chance has it, so many times or until the game is over.

        Briskly: hand in what may be handed in, and pass three times out of four where one may pass.
        """
        chance = chance or random.Random(3)
        for given in range(asks):
            self.wait()
            if self.over:
                return given
            done = "table.acted + ':' + table.asks.chosen.size"
            before = self.state(done)
            if self._answer(chance, briskly):
                self.until(f"{done} !== '{before}'")
        return asks

    def _answer(self, chance: random.Random, briskly: bool) -> bool:
        """Click on an answer; not where the opponent has gone on in this very moment."""
        ready = self.page.locator(".ask [data-go]:not([disabled])")
        buttons = self.answers()
        count = buttons.count()
        kind = self.state("table.asks.ask?.kind")
        done = ready.count() and (count == 0 or briskly or chance.random() < 0.4)
        passing = self.page.locator(".ask .answer[data-key='pass']") if briskly else None
        wanting = kind == "several" and self.state("table.asks.chosen.size < (table.asks.ask.least ?? 0)")
        if not wanting and (kind == "several" or (kind == "form" and done)):
            wanted = ready.first
        elif kind and passing and passing.count() and chance.random() < 0.75:
            wanted = passing
        elif kind and count:
            wanted = buttons.nth(chance.randrange(count))
        else:
            return False
        try:
            wanted.click(timeout=2000)
        except TimeoutError:
            return False
        return True

    # -- looking hard --------------------------------------------------------------------------

    def picture(self, name: str) -> None:
        """Keep what is on the screen, if somebody wants to see it."""
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(PICTURES) / f"{name}.png")

    def barriers(self) -> list[str]:
        """What stands in the way of readers who do not see or point as others do: axe's serious findings."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{one['id']}: {node['target']} {node['failureSummary']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
