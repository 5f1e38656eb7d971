"""How a server is set up."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from sandtable.engine.folders import data_folder
from sandtable.server.logs import Form

THINKERS = max(2, (os.cpu_count() or 2) - 1)
"""Processes for opponents, which let the pages go first."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where tables are kept, how much opponents may think, and what strangers may do."""

    store: str
    thinkers: int = THINKERS
    milliseconds: int = 4000
    hosts: frozenset[str] = frozenset()
    """The names by which the server may be called; with none given, any."""
    behind_proxy: bool = False
    """Does a proxy in front tell the addresses of those who ask?"""
    log_form: Form = "text"
    key: str = ""
    """The word of whoever runs the server: its hash in hexadecimals."""
    address: str = ""
    """Where people reach the server from outside, for the links in messages."""
    mail: str = ""
    """smtp://USER:PASSWORD@HOST:PORT, or smtps; without it nothing is mailed."""
    mail_from: str = ""
    local_hooks: bool = False
    """May webhooks lead to addresses that only this machine or its network reaches?"""
    origins: tuple[str, ...] = ()
    """Other places than the server's own whose pages may speak to it."""
    largest_body: int = 16 * 2**20
    largest_frame: int = 2**20
    look_every: float = 5.0
    """Seconds between two looks for messages that are due and clocks that have run out."""
    requests_per_second: float = 40.0
    burst: int = 120
    tables_per_hour: int = 60
    connections_per_seat: int = 16
    """A player's, host's or umpire's seat may be open in so many windows; watchers share one link freely."""
    connections_per_address: int = 1000


def house_key(folder: Path | None = None) -> str:
    """The word of whoever runs servers as this user of this machine; made at the first time."""
    file = (folder or data_folder()) / "house.key"
    try:
        return file.read_text("ascii").strip()
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError), os.fdopen(os.open(file, _NEW, 0o600), "w") as made:
        made.write(secrets.token_urlsafe(24))
    return file.read_text("ascii").strip()


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


def own_store() -> str:
    """The address of the store in the user's data folder, which is made if need be."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"
