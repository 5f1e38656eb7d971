"""One process at a time: two runs that start together must not set up the same environment both at once."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone(file: Path, meanwhile: str) -> Iterator[None]:
    """Hold the file's lock, saying `meanwhile` once if somebody else has it first.

    The operating system lets go of the lock when its holder ends, however it ends, so none is ever left over.
    """
    with file.open("ab") as held:
        said = False
        while not _taken(held.fileno()):
            if not said:
                print(meanwhile, file=sys.stderr, flush=True)
            said = True
            time.sleep(0.1)
        yield


def _taken(handle: int) -> bool:
    try:
        _take(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True
