"""The bots that sit at tables: when they are asked they think, and their answers go in like anybody's."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from sandtable.server.live import Live
from sandtable.server.shown import Closed, GoneOn
from sandtable.server.thinking import Task, Thinkers

LOG = logging.getLogger("sandtable.server")
PATIENCE = 2.0
"""Seconds beyond a bot's time before a process takes over what another process's bot should have answered."""


class Asked(NamedTuple):
    """A side that a bot plays and that is asked now."""

    side: int
    bot: str


class Opponents:
    """Who of the bots thinks, at which table."""

    def __init__(
        self,
        thinkers: Thinkers,
        milliseconds: int,
        table: Callable[[str], Awaitable[Live]],
        submit: Callable[[Live, int, int, Any], Awaitable[None]],
        failed: Callable[[str], None],
    ) -> None:
        self._thinkers = thinkers
        self._milliseconds = milliseconds
        self._table = table
        self._submit = submit
        self._failed = failed
        self._chairs: dict[str, dict[str, str]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def sit(self, table: str, chairs: dict[str, str]) -> None:
        """Which sides of a table bots play from now on."""
        self._chairs[table] = chairs

    def chairs(self, table: str) -> dict[str, str]:
        """Which sides of a table bots play."""
        return self._chairs.get(table, {})

    def busy(self, table: str) -> bool:
        """Does a bot think at this table, or stand by?"""
        return table in self._thinking or table in self._waiting

    def forget(self, table: str) -> None:
        """The table is put away."""
        self._chairs.pop(table, None)

    def look(self, live: Live) -> None:
        """Begin to think where a bot is asked and nobody thinks yet."""
        if waiting := self._waiting.pop(live.id, None):
            waiting.cancel()
        if self._asked(live) and live.id not in self._thinking:
            self._thinking[live.id] = asyncio.create_task(self._think(live.id))

    def look_later(self, live: Live) -> None:
        """Another process has gone on with the table: its bots answer, unless it ends meanwhile."""
        if live.id in self._thinking or not self._asked(live):
            return
        if waiting := self._waiting.pop(live.id, None):
            waiting.cancel()
        loop, after = asyncio.get_running_loop(), self._milliseconds / 1000 + PATIENCE
        self._waiting[live.id] = loop.call_later(after, self.look, live)

    def _asked(self, live: Live) -> Asked | None:
        chairs, scene = self.chairs(live.id), live.driver.table.scene
        asked = [Asked(ask.side, chairs.get(scene.side_name(ask.side), "")) for ask in live.driver.asks]
        return next((found for found in asked if found.bot), None)

    async def answer(self, live: Live, side: int, bot: str) -> Any:
        """What a bot answers here, in the words of the protocol."""
        live.driver.asked(side)
        seed = f"{live.id} {side} {len(live.driver.history)}".encode()
        task = Task(live.id, side, bot, seed, self._milliseconds, live.driver.adjourn())
        return await self._thinkers.answer(task)

    async def _think(self, id: str) -> None:
        """Answer for bots until none is asked."""
        try:
            while (live := await self._table(id)) and (found := self._asked(live)):
                inputs = len(live.driver.history)
                answer = await self.answer(live, *found)
                with suppress(GoneOn):
                    await self._submit(live, inputs, found.side, answer)
        except Closed:
            LOG.info("table %s ended while a bot was thinking", id)
        except Exception:
            LOG.exception("the bot at table %s could not answer", id)
            self._failed(id)
        finally:
            self._thinking.pop(id, None)
