"""One thread writes what all tables of a process have to add; whoever waits is told when it is on the disk.

While one transaction is on its way to the disk the next additions gather, and go in one transaction too. So
a hundred tables cost not much more than one.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import NamedTuple

from sandtable.server.store import Addition, Store


class _Waiting(NamedTuple):
    addition: Addition
    loop: asyncio.AbstractEventLoop
    told: "asyncio.Future[bool]"

    def tell(self, settle: "Callable[[asyncio.Future[bool]], None]") -> None:
        """Settle the future in its own loop, if somebody still waits there."""

        def settled() -> None:
            if not self.told.done():
                settle(self.told)

        self.loop.call_soon_threadsafe(settled)


class Writer:
    """Adds lines to tables' records, for coroutines."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="sandtable-writer", daemon=True)
        self._thread.start()

    async def append(self, addition: Addition) -> bool:
        """Add the lines; True once they are on the disk, False if somebody else was first."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[bool] = loop.create_future()
        self._waiting.put(_Waiting(addition, loop, told))
        return await told

    def close(self) -> None:
        """Write what is still waiting, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _write(self) -> None:
        while batch := self._gathered():
            try:
                kept = self._store.append_all([waiting.addition for waiting in batch])
            except Exception as error:
                for waiting in batch:
                    waiting.tell(lambda told, error=error: told.set_exception(error))  # type: ignore[misc]
                continue
            for waiting, is_kept in zip(batch, kept, strict=True):
                waiting.tell(lambda told, is_kept=is_kept: told.set_result(is_kept))  # type: ignore[misc]

    def _gathered(self) -> list[_Waiting]:
        """Everything that waits, once there is anything; nothing when it is time to stop."""
        first = self._waiting.get()
        batch = [] if first is None else [first]
        while batch and not self._waiting.empty():
            more = self._waiting.get()
            if more is None:
                self._waiting.put(None)
                break
            batch.append(more)
        return batch
