"""Sight tables kept on disk, so that a map is worked out once and from then on only read.

A file is about one board, by its hash, and one kernel, by its name, version and parameters, and begins with
a checksum. A file that is damaged, cut off or about something else counts as none; a folder that cannot be
written to only costs the time of working the table out again.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from sandtable.boards.board import Board
from sandtable.boards.sight.kernel import Kernel, Parameter

_FORMAT = 1
_CHECKSUM_LENGTH = hashlib.sha256().digest_size


class Subject(msgspec.Struct, frozen=True, array_like=True):
    """What a table is about."""

    format: int
    board: str
    kernel: str
    version: int
    parameters: tuple[Parameter, ...]


class _Content(msgspec.Struct, frozen=True, array_like=True):
    """What a file holds: the sets of a table; `seen_by` only if it differs from `sees`."""

    subject: Subject
    sees: list[bytes]
    seen_by: list[bytes] | None


def cache_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Where a program keeps what it can make again, by the custom of each system."""
    home = Path.home()
    if platform == "win32":
        base = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        named = Path(environ.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else home / ".cache"
    return base / "sandtable"


def subject(board: Board, kernel: Kernel) -> Subject:
    """What the table of this kernel on this board is about."""
    return Subject(_FORMAT, board.hash, kernel.name, kernel.version, kernel.parameters)


def load(folder: Path, subject: Subject) -> tuple[list[int], list[int]] | None:
    """The sets of hexes seen, and of those that see, if the folder holds them sound and whole."""
    try:
        data = _path(folder, subject).read_bytes()
        packed = data[_CHECKSUM_LENGTH:]
        if hashlib.sha256(packed).digest() != data[:_CHECKSUM_LENGTH]:
            return None
        content = msgspec.msgpack.decode(packed, type=_Content)
    except (OSError, msgspec.DecodeError):
        return None
    if content.subject != subject:
        return None
    sees = _as_sets(content.sees)
    return sees, sees if content.seen_by is None else _as_sets(content.seen_by)


def save(folder: Path, subject: Subject, sees: list[int], seen_by: list[int]) -> None:
    """Keep a table if the folder can be written to; a reader never meets half of it."""
    content = _Content(subject, _as_bytes(sees), None if seen_by is sees else _as_bytes(seen_by))
    packed = msgspec.msgpack.encode(content)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        _put_in_place(_path(folder, subject), hashlib.sha256(packed).digest() + packed)


def _put_in_place(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _path(folder: Path, subject: Subject) -> Path:
    return folder / f"{hashlib.sha256(msgspec.msgpack.encode(subject)).hexdigest()}.sight"


def _as_bytes(sets: list[int]) -> list[bytes]:
    width = (len(sets) + 7) // 8
    return [hexes.to_bytes(width, "little") for hexes in sets]


def _as_sets(packed: list[bytes]) -> list[int]:
    return [int.from_bytes(hexes, "little") for hexes in packed]
