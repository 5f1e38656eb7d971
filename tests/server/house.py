"""A server of the tests' own: in a process of its own, so that it can be killed, on a free port."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`sandtable serve` on a store."""

    def __init__(self, store: str, *words: str, port: int = 0) -> None:
        self.store = store
        self.words = words
        self.port = port or free_port()
        self.home = Path(mkdtemp(prefix="sandtable-server-"))
        atexit.register(shutil.rmtree, self.home, ignore_errors=True)
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "sandtable", "serve", "--no-open", f"--port={self.port}"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(self.home)}
        self.log = (self.home / "log").open("ab")
        self._process = subprocess.Popen(
            [*command, f"--store={self.store}", *self.words], env=environment, stderr=self.log
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise TimeoutError("the server did not start")

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(20)
            self._process = None

    @property
    def key(self) -> str:
        """The word of whoever runs it."""
        return (self.home / "sandtable" / "house.key").read_text("ascii")

    @property
    def told(self) -> str:
        """What it has written into its log."""
        return (self.home / "log").read_text("utf-8")

    # -- what people do ------------------------------------------------------------------------

    def open(self, **wanted: Any) -> Table:
        """Set up a table."""
        answer = httpx.post(f"{self.url}/api/tables", json=wanted, timeout=30)
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())

    def get(self, path: str, token: str = "") -> httpx.Response:
        """An answer to a question over HTTP."""
        return httpx.get(self.url + path, headers=bearer(token), timeout=30)

    def post(self, path: str, token: str = "", **words: Any) -> httpx.Response:
        """An answer to something that is to be done."""
        return httpx.post(self.url + path, headers=bearer(token), json=words, timeout=30)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class Table:
    """A table that has been set up, with its links."""

    def __init__(self, server: Server, opened: dict[str, Any]) -> None:
        self.server = server
        self.id = opened["table"]
        self.title = opened["title"]
        self.over = False
        self.links = {link.get("side") or link["role"]: link["token"] for link in opened["links"]}

    def sit(self, seat: str, since: int = 0) -> Connection:
        """Sit down at a side, or as host, watcher or umpire."""
        return Connection(self.server, self.links[seat], since)


class Connection:
    """An open connection at a seat; every frame that came in is kept in `frames`."""

    def __init__(self, server: Server, token: str, since: int = 0) -> None:
        self.frames: list[str] = []
        self._ids = 0
        self._pushed: list[dict[str, Any]] = []
        self.socket: ClientConnection = connect(
            server.url.replace("http", "ws") + "/api/live", max_size=2**24, legacy=True
        )
        self.socket.send(json.dumps({"sit": token, "since": since}))
        self.seated = self.push("seated")
        self.asks = self.seated["asks"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def _frame(self, timeout: float = 20) -> dict[str, Any]:
        raw = self.socket.recv(timeout)
        assert isinstance(raw, str)
        self.frames.append(raw)
        frame: dict[str, Any] = json.loads(raw)
        return frame

    def push(self, kind: str) -> dict[str, Any]:
        """The next message of this kind that comes without being asked for."""
        while True:
            for place, frame in enumerate(self._pushed):
                if kind in frame:
                    found: dict[str, Any] = self._pushed.pop(place)[kind]
                    return found
            self._pushed.append(self._frame())

    def says(self, do: str, **fields: Any) -> dict[str, Any]:
        """The whole answer to a request."""
        self._ids += 1
        self.socket.send(json.dumps({"id": self._ids, "do": do, **fields}))
        while True:
            frame = self._frame()
            if frame.get("id") == self._ids:
                # Whatever came before tells of what was before.
                self._pushed = [earlier for earlier in self._pushed if "news" not in earlier]
                return frame
            self._pushed.append(frame)

    def does(self, do: str, **fields: Any) -> Any:
        """What a request gives that is carried out."""
        answer = self.says(do, **fields)
        assert "ok" in answer, answer
        return answer["ok"]
