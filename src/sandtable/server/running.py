"""Running the server: one process, or several that share a port."""

import ipaddress
import socket
from functools import partial

from litestar import Litestar
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from sandtable.server.app import application
from sandtable.server.logs import write_logs
from sandtable.server.settings import Settings

_BACKLOG = 2048


class PortTaken(Exception):
    """Somebody else listens at the address."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at the address; PortTaken, or OSError if there is no such address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said in full, because asyncio sends without delay only on sockets that are known to be TCP.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        if error.errno in _TAKEN:
            raise PortTaken(f"somebody else listens at port {port} of {host}") from None
        raise
    found.set_inheritable(True)
    return found


_TAKEN = (98, 48, 10048)
"""How Linux, macOS and Windows number an address in use."""


def is_loopback(host: str) -> bool:
    """Can only this machine reach it?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def run(settings: Settings, door: socket.socket, workers: int = 1) -> None:
    """Serve until told to stop."""
    config = Config(
        partial(_application, settings),
        factory=True,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        ws="websockets-sansio",
        ws_max_size=settings.largest_frame,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.behind_proxy else None,
    )
    if workers == 1:
        Server(config).run(sockets=[door])
    else:
        Multiprocess(config, [door]).run()


def _application(settings: Settings) -> Litestar:
    """The application of one process, which begins with its log."""
    write_logs(settings.log_form)
    return application(settings)
