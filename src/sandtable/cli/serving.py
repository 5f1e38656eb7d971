"""The server for the page: on this machine for oneself, or for others over the network."""

import json
import os
import socket
import webbrowser
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

import typer

from sandtable.cli.failures import FINE, WrongWords
from sandtable.cli.screen import say
from sandtable.server.guards import LOOPBACK
from sandtable.server.running import PortTaken, bound, is_loopback, run
from sandtable.server.settings import THINKERS, Settings, house_key, own_store
from sandtable.server.store import BadStore, Store, token_hash

app = typer.Typer()

LOCAL, LOBBY_PORT = "127.0.0.1", 8765
_PORTS = 20
"""So many ports are tried where none was named."""


Address = Annotated[
    str, typer.Option(help="Where people reach this server, for links in messages.", metavar="URL")
]
Mail = Annotated[
    str, typer.Option(help="smtp://USER@HOST:PORT or smtps; the password stands in SANDTABLE_MAIL_PASSWORD.")
]
Sender = Annotated[str, typer.Option(help="The sender of mail.")]


@app.command(epilog="Example: sandtable serve --port 8000 --no-open")
def serve(
    port: Annotated[
        int | None, typer.Option(help=f"The port; a free one from {LOBBY_PORT} on if nothing is said.")
    ] = None,
    host: Annotated[
        str, typer.Option(help="The address to listen at; 127.0.0.1 is for this machine alone.")
    ] = LOCAL,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name by which others reach this server; may be given again.", metavar="NAME"),
    ] = None,
    store: Annotated[
        str,
        typer.Option(help="sqlite:///FILE or postgresql://...; the user's data folder if nothing is said."),
    ] = "",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that serve; more than one needs PostgreSQL.")
    ] = 1,
    thinkers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes in which opponents think.")
    ] = None,
    milliseconds: Annotated[
        int, typer.Option(min=1, max=600_000, help="How long an opponent may think about an answer.")
    ] = 4000,
    address: Address = "",
    mail: Mail = "",
    mail_from: Sender = "",
    proxy: Annotated[
        bool, typer.Option("--proxy", help="A proxy in front tells who asks (X-Forwarded-For).")
    ] = False,
    log: Annotated[str, typer.Option(help="The log on standard error: text or json.")] = "text",
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
) -> int:
    """Serve the lobby and the tables, and open the lobby in the browser."""
    if port is None and not store and host == LOCAL and running_already(LOBBY_PORT):
        there = f"http://{LOCAL}:{LOBBY_PORT}/"
        return _show(there, house_key(), "Sandtable is running already, at", no_open)
    if mail and not mail_from:
        raise WrongWords("mail needs a sender: --mail-from")
    if log not in ("text", "json"):
        raise WrongWords(f"--log is text or json, not {log}")
    settings = Settings(
        store=store or own_store(),
        hosts=hosts_for(host, name or ()),
        thinkers=thinkers or THINKERS,
        milliseconds=milliseconds,
        behind_proxy=proxy,
        key=token_hash(key := house_key()).hex(),
        address=address.rstrip("/"),
        mail=with_password(mail, os.environ.get("SANDTABLE_MAIL_PASSWORD", "")),
        mail_from=mail_from,
        local_hooks=is_loopback(host),
        log_form="json" if log == "json" else "text",
    )
    check_store(settings.store, workers)
    door = door_at(host, port)
    here = f"http://{_shown(host)}:{door.getsockname()[1]}/"
    _show(here, key, "Press Ctrl-C to stop Sandtable, which is at", no_open)
    run(settings, door, workers)
    return FINE


def _show(address: str, key: str, words: str, no_open: bool) -> int:
    """Say where the lobby is, and open it for whoever runs it, by whose key it knows him."""
    say(f"{words} {address}")
    if not no_open:
        webbrowser.open(f"{address}#house={key}")
    return FINE


def with_password(mail: str, password: str) -> str:
    """The mail server's address with the password in its place."""
    if not mail:
        return ""
    parts = urlsplit(mail)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise WrongWords(f"--mail is smtp://USER@HOST:PORT or smtps://..., not {mail}")
    user, _, host = parts.netloc.rpartition("@")
    who = f"{user}:{quote(password, safe='')}@" if password and ":" not in user else user and f"{user}@"
    return f"{parts.scheme}://{who}{host}"


def _shown(host: str) -> str:
    """A host as it stands in an address."""
    everywhere = {"0.0.0.0": LOCAL, "::": "[::1]"}
    return everywhere.get(host, f"[{host}]" if ":" in host else host)


def running_already(port: int) -> bool:
    """Does a Sandtable answer at this port of this machine?"""
    try:
        with urlopen(f"http://{LOCAL}:{port}/healthz", timeout=2) as answer:
            return "sandtable" in json.loads(answer.read(1000))
    except (OSError, ValueError):
        return False


def hosts_for(host: str, names: Sequence[str]) -> frozenset[str]:
    """The names the server answers to: those given; on loopback, its own; else any."""
    own = frozenset((*names, host))
    if is_loopback(host):
        return own | LOOPBACK
    return own | LOOPBACK if names else frozenset()


def check_store(url: str, workers: int) -> None:
    """WrongWords for a store that cannot be had, or that several processes cannot share."""
    if workers > 1 and not url.startswith("postgresql"):
        raise WrongWords("several workers share their tables through PostgreSQL: --store postgresql://...")
    try:
        Store(url).close()
    except BadStore as error:
        raise WrongWords(str(error)) from None


def door_at(host: str, port: int | None) -> socket.socket:
    """A socket at the port that was named, else at the first that is free."""
    for wanted in range(LOBBY_PORT, LOBBY_PORT + _PORTS) if port is None else (port,):
        try:
            return bound(host, wanted)
        except PortTaken as taken:
            reason = str(taken)
        except OSError as error:
            raise WrongWords(f"nothing can be served at {host}: {error.strerror or error}") from None
    raise WrongWords(reason)
