"""What goes into the store and comes out of it, as plain values."""

import hashlib
import secrets
from typing import Literal

import msgspec

from sandtable.server.store.calls import Called

Role = Literal["player", "watcher", "umpire", "host"]


class Seat(msgspec.Struct, frozen=True):
    """Who sits where at a table: a player or watcher of a side, a watcher of none, the umpire, or the host.

    The host has set the table up and may end it or let others sit, but sees no more than a watcher. With a
    bot's name the bot plays there.
    """

    table: str
    role: Role
    side: str = ""
    name: str = ""
    bot: str = ""


class NewTable(msgspec.Struct, frozen=True):
    """A table as it begins, with the first lines of its record, and each seat under the hash of its link."""

    id: str
    game: str
    title: str
    seed: bytes
    settings: bytes
    standing: bytes
    text: bytes
    created: float
    seats: tuple[tuple[bytes, Seat], ...]
    called: tuple[Called, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A table as the store has it; `lines` counts the lines of its record."""

    id: str
    game: str
    title: str
    seed: bytes
    settings: bytes
    standing: bytes
    lines: int
    created: float
    changed: float
    closed: bool


class Addition(msgspec.Struct, frozen=True):
    """Lines that go on from the `before` that a record had; `standing` is how the game stands then.

    `called` are the sides that are asked from then on, `answered` those that are asked no more.
    """

    table: str
    before: int
    text: bytes
    standing: bytes
    changed: float
    called: tuple[Called, ...] = ()
    answered: tuple[str, ...] = ()

    @property
    def after(self) -> int:
        return self.before + self.text.count(b"\n")


def new_token() -> str:
    """What makes a seat's link unguessable."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> bytes:
    """What the store keeps of a link."""
    return hashlib.sha256(token.encode()).digest()


def new_id() -> str:
    """The name of a table, which by itself opens nothing."""
    return secrets.token_hex(8)
