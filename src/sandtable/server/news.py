"""What other processes do with the tables of a shared store, as PostgreSQL tells it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg
from psycopg.sql import SQL, Identifier

from sandtable.server.store import CHANNEL

LOG = logging.getLogger("sandtable.server")
_PAUSE = 2.0
"""Seconds before a lost connection is sought again."""


async def listen(
    url: str, heard: Callable[[str], Awaitable[None]], lost: Callable[[], Awaitable[None]]
) -> None:
    """Pass on every table that another process has changed; `lost` when some of it may have been missed."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(SQL("LISTEN {}").format(Identifier(CHANNEL)))
                await lost()
                async for notice in connection.notifies():
                    await heard(notice.payload)
        except psycopg.OperationalError as error:
            LOG.warning("news from the store broke off: %s", error)
            await asyncio.sleep(_PAUSE)
