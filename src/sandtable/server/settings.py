"""How a server is set up."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable.server.logs import Form

THINKERS = max(1, (os.cpu_count() or 2) - 1)
"""Processes for opponents: one core is left for the pages."""


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
    origins: tuple[str, ...] = ()
    """Other places than the server's own whose pages may speak to it."""
    largest_body: int = 16 * 2**20
    largest_frame: int = 2**20
    requests_per_second: float = 40.0
    burst: int = 120
    tables_per_hour: int = 60


def data_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Where a program keeps what people made, by the custom of each system."""
    home = Path.home()
    if platform == "win32":
        base = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        named = Path(environ.get("XDG_DATA_HOME", ""))
        base = named if named.is_absolute() else home / ".local" / "share"
    return base / "sandtable"


def own_store() -> str:
    """The address of the store in the user's data folder, which is made if need be."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"
