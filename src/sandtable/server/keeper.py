"""What is done when nobody asks for it: messages that are due go out, and clocks that run out are seen to."""

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.hall import Hall
from sandtable.server.messages import NotSent, send
from sandtable.server.settings import Settings
from sandtable.server.store.calls import Lapsed, Message

LOG = logging.getLogger("sandtable.server")


async def keep(hall: Hall, settings: Settings) -> None:
    """Look again and again; several processes may, each message and each clock falls to one of them."""
    while True:
        await asyncio.sleep(settings.look_every)
        try:
            await look(hall, settings)
        except SQLAlchemyError as error:
            LOG.warning("the store could not be asked for messages and clocks: %s", type(error).__name__)


async def look(hall: Hall, settings: Settings) -> None:
    """Send what is due, and let bots answer where time is up and the seat allows it."""
    calls, now = hall.store.calls, time.time()
    messages = await asyncio.to_thread(calls.take_messages, now)
    await asyncio.gather(*(_send(hall, settings, message) for message in messages))
    for lapsed in await asyncio.to_thread(calls.take_lapsed, now):
        await _answer(hall, lapsed)


async def _send(hall: Hall, settings: Settings, message: Message) -> None:
    try:
        await asyncio.to_thread(send, message, settings)
        await asyncio.to_thread(hall.store.calls.told, message)
    except NotSent as reason:
        LOG.warning("table %s: %s was not told of its move: %s", message.table, message.side, reason)


async def _answer(hall: Hall, lapsed: Lapsed) -> None:
    try:
        await hall.substitute(lapsed.table, lapsed.side, lapsed.substitute)
    except Exception:
        LOG.exception("table %s: nobody could answer for %s", lapsed.table, lapsed.side)
