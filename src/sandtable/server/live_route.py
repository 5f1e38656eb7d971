"""The open connection at a table: requests in, answers out, and news as they come.

The first message says whose seat it is and how much of the story is known already:

    {"sit": "TOKEN", "since": 12}

Every later one is a request of the protocol, as `sandtable engine` takes it.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from sandtable.engine.record import BadRecord, Differs
from sandtable.server.guests import Guest, to_bytes
from sandtable.server.house import House
from sandtable.server.shown import Closed, TableShown, table_shown
from sandtable.server.store import token_hash
from sandtable.server.table_routes import house_of

LOG = logging.getLogger("sandtable.server")
_TO_SIT_DOWN = 10.0
"""Seconds in which a new connection has to say whose seat it is."""
NO_SEAT, TOO_MUCH, GONE = 4401, 4429, 4410
"""How a connection is closed: no such seat, too many requests, no table to sit at."""


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a connection."""

    sit: str
    since: int = 0


@websocket("/api/live")
async def live(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """Sit down, then take requests and send news until the connection ends."""
    house = house_of(state)
    if not welcome_from(socket.headers.get("origin"), socket.headers.get("host", ""), house.settings.origins):
        await socket.close(NO_SEAT, "pages of other places may not speak to this server")
        return
    await socket.accept()
    with suppress(WebSocketDisconnect), house.at_address.entered(_address(socket)) as room:
        if not room:
            await socket.close(TOO_MUCH, "too many connections from this address; close some of them")
            return
        guest = await _seated(socket, house)
        if guest is not None:
            await _stay(socket, house, guest)


def _address(socket: WebSocket[Any, Any, Any]) -> str:
    return socket.client.host if socket.client else "?"


def welcome_from(origin: str | None, host: str, others: tuple[str, ...]) -> bool:
    """Programs send no origin; a page must come from this server itself or from a place that is named."""
    return origin is None or urlsplit(origin).netloc == host or origin in others


async def _seated(socket: WebSocket[Any, Any, Any], house: House) -> Guest | None:
    """The guest that the first message makes; else the connection is closed with the reason."""
    try:
        raw = await asyncio.wait_for(socket.receive_data("text"), _TO_SIT_DOWN)
        words = msgspec.json.decode(raw, type=Sit)
    except (TimeoutError, msgspec.DecodeError, msgspec.ValidationError):
        await socket.close(NO_SEAT, "the first message says whose seat this is")
        return None
    if wait := house.wait_for(words.sit, _address(socket)):
        await socket.close(TOO_MUCH, f"too many words that were never heard here; come back in {wait:.0f} s")
        return None
    seat = await house.seat(words.sit)
    if seat is None:
        await socket.close(NO_SEAT, "this link opens no seat")
        return None
    try:
        table = await asyncio.to_thread(table_shown, house.store, seat)
        guest = await house.hall.enter(
            seat, lambda guest: guest.send(lambda: seated(guest, table, words.since))
        )
    except (Closed, BadRecord, Differs) as error:
        await socket.close(GONE, str(error)[:120])
        return None
    guest.key = token_hash(words.sit).hex()
    return guest


def seated(guest: Guest, table: TableShown, since: int) -> dict[str, Any]:
    """The first message to somebody who has sat down."""
    return {"seated": {"table": msgspec.to_builtins(table), **guest.arrival(since)}}


async def _stay(socket: WebSocket[Any, Any, Any], house: House, guest: Guest) -> None:
    """Exchange messages as long as the connection holds, if the seat is not open too often already."""
    if guest.seat.role == "watcher":
        await _exchange(socket, house, guest)
        return
    with house.at_seat.entered(guest.key) as room:
        if room:
            await _exchange(socket, house, guest)
        else:
            house.hall.leave(guest)
            await socket.close(TOO_MUCH, "this seat is open in too many windows; close some of them")


async def _exchange(socket: WebSocket[Any, Any, Any], house: House, guest: Guest) -> None:
    house.measures.connections.inc()
    sending = asyncio.create_task(_send(socket, guest))
    try:
        await _take(socket, house, guest)
    finally:
        house.measures.connections.dec()
        house.hall.leave(guest)
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await sending


async def _send(socket: WebSocket[Any, Any, Any], guest: Guest) -> None:
    """Send what waits in the outbox, one after the other."""
    while True:
        message = await guest.outbox.get()
        await socket.send_data(to_bytes(message), "text")
        if "lagging" in message:
            await socket.close(TOO_MUCH, message["lagging"])
            return


async def _take(socket: WebSocket[Any, Any, Any], house: House, guest: Guest) -> None:
    """Carry out one request after the other; the answers stand in line with the news."""
    while True:
        line = await socket.receive_data("text")
        if wait := house.requests.take(guest.key):
            await socket.close(TOO_MUCH, f"too many requests; come back in {wait:.0f} s")
            return
        raw = line.encode() if isinstance(line, str) else line
        await house.hall.take(guest, raw, lambda answer: guest.send(lambda: answer))
