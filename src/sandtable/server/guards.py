"""What stands before every request: whose name the server answers to, and the log of who asked for what."""

import logging
import time
from collections.abc import Collection
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("sandtable.requests")
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"content-security-policy": b"; ".join(
        (
            b"default-src 'self'",
            b"img-src 'self' data: blob:",
            b"style-src 'self'",
            b"script-src 'self'",
            b"connect-src 'self'",
            b"object-src 'none'",
            b"base-uri 'none'",
            b"frame-ancestors 'none'",
            b"form-action 'none'",
        )
    ),
}
"""What every answer says to browsers: no script but the server's own, no frames, no guessing of types."""


_FOR_DATA = [
    (name, HEADERS[name])
    for name in (b"x-content-type-options", b"cross-origin-resource-policy", b"content-security-policy")
]
"""What matters for answers that are no pages; the rest is about windows and their links."""


class Guard:
    """Turns away what is not addressed to this server, puts the headers on answers, and writes the log.

    A page elsewhere can let its own name lead to 127.0.0.1 and so speak to a server that only this machine
    should reach; but the browser still sends that name as the host.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer in its place."""
        if self.hosts and host_of(scope) not in self.hosts:
            await _refuse(scope, send)
        elif scope["type"] == ScopeType.HTTP:
            await self._watched(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _watched(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def passed_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = with_headers(message["headers"])
            await send(message)

        try:
            await self.app(scope, receive, passed_on)
        finally:
            seconds = time.perf_counter() - began
            _log(scope, status, seconds)


def with_headers(given: object) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with those that keep pages safe."""
    headers = [(bytes(name), bytes(value)) for name, value in given]  # type: ignore[attr-defined]
    return [*headers, *(_FOR_DATA if (b"content-type", b"application/json") in headers else HEADERS.items())]


def host_of(scope: Scope) -> str:
    """The name by which the server was called, without the port."""
    raw = next((value for name, value in scope["headers"] if name == b"host"), b"")
    try:
        return urlsplit(f"//{raw.decode('latin-1')}").hostname or ""
    except ValueError:
        return ""


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4400, "reason": "no such server"})
        return
    body = b'{"error":{"code":"bad-request","case":"","message":"this server has another name","faults":[]}}'
    await send(
        {
            "type": "http.response.start",
            "status": 421,
            "headers": with_headers([(b"content-type", b"application/json")]),
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _log(scope: Scope, status: int, seconds: float) -> None:
    """The address and the path, and never what stands in headers, queries or bodies."""
    client = scope.get("client")
    fields = {
        "method": scope.get("method", ""),
        "path": scope["path"],
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
        "address": client[0] if client else "",
    }
    LOG.info("%(method)s %(path)s %(status)s in %(milliseconds)s ms", fields, extra=fields)
