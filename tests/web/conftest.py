"""One server and one browser for all tests of the page that a worker runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.house import Server
from tests.web.reader import FLAGS, Reader, chromium


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a lobby of its own."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.db'}") as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def reader(browser: Browser, server: Server, tmp_path: Path) -> Iterator[Reader]:
    """Somebody with a browser of his own, whose console must stay silent."""
    with Reader(browser, server, tmp_path) as found:
        yield found
        assert found.complaints == []
