"""HTTP for tables: setting one up, what a seat's link opens, and one request at a time for programs."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, TooManyRequestsException
from litestar.params import Body

from sandtable.engine.record.writing import write_record
from sandtable.engine.refusals import Refusal, Refused
from sandtable.server.house import House
from sandtable.server.live import Live
from sandtable.server.opening import Chair, NewTableWanted, Opened, check_chair, set_up
from sandtable.server.shown import TableShown, table_shown
from sandtable.server.store import Seat, token_hash


class Done(msgspec.Struct, frozen=True):
    """That something was done."""

    done: str


def house_of(state: State) -> House:
    """The house of this process."""
    house: House = state.house
    return house


def address_of(request: Request[Any, Any, Any]) -> str:
    """Where a request came from."""
    return request.client.host if request.client else "?"


def token_of(request: Request[Any, Any, Any]) -> str:
    """The secret word of a seat's link, from the header Authorization; it never stands in an address."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise NotAuthorizedException("the seat's link is wanted: Authorization: Bearer ...")
    return token


async def seat_of(request: Request[Any, Any, Any], state: State) -> Seat:
    """The seat that a request speaks for."""
    house, token = house_of(state), token_of(request)
    spend(house.requests.take(token_hash(token).hex()))
    seat = await asyncio.to_thread(house.store.seat, token)
    if seat is None:
        raise NotAuthorizedException("this link opens no seat")
    return seat


def spend(wait: float) -> None:
    """Refuse who asks too often, and say when there is more."""
    if wait:
        raise TooManyRequestsException(
            f"too many requests; there is room again in {wait:.1f} s",
            headers={"Retry-After": str(int(wait) + 1)},
        )


@post("/api/tables")
async def open_table(
    request: Request[Any, Any, Any], state: State, data: Annotated[NewTableWanted, Body()]
) -> Opened:
    """Set up a table; the answer has a link for every seat that a person may take."""
    house = house_of(state)
    spend(house.new_tables.take(address_of(request)))
    kept, opened, live = await asyncio.to_thread(set_up, data)
    await asyncio.to_thread(house.store.add, kept)
    house.measures.opened.inc()
    await house.hall.welcome(live)
    return opened


@get("/api/seat")
async def show_table(request: Request[Any, Any, Any], state: State) -> TableShown:
    """The table that a link belongs to."""
    return await asyncio.to_thread(table_shown, house_of(state).store, await seat_of(request, state))


@post("/api/seat/do", status_code=200)
async def do_one_thing(request: Request[Any, Any, Any], state: State) -> dict[str, Any]:
    """One request of the protocol at the seat, for programs that keep no connection open."""
    house, seat = house_of(state), await seat_of(request, state)
    guest = await house.hall.enter(seat, lambda _: None)
    replies: list[dict[str, Any]] = []
    try:
        await house.hall.take(guest, await request.body(), replies.append)
    finally:
        house.hall.leave(guest)
    return replies[0]


@get("/api/seat/record", media_type="text/plain")
async def take_record(request: Request[Any, Any, Any], state: State) -> Response[str]:
    """The record of the game, where it tells nobody what he may not know."""
    house, seat = house_of(state), await seat_of(request, state)
    live = await house.hall.table(seat.table)
    seats = await asyncio.to_thread(house.store.seats, seat.table)
    if not may_have_record(live, seat, seats):
        raise Refused(
            Refusal("", "the record holds what others may not know; it can be had when the game is over")
        )
    name = f'attachment; filename="{live.header.game}-{live.id}.jsonl"'
    return Response(write_record(live.driver, live.header), headers={"Content-Disposition": name})


def may_have_record(live: Live, seat: Seat, seats: list[Seat]) -> bool:
    """When the game is over everybody may; before, the umpire, and one who plays alone against bots."""
    people = [one for one in seats if one.role == "player" and not one.bot]
    return live.driver.over or seat.role == "umpire" or (seat.role == "player" and len(people) == 1)


@post("/api/seat/chair", status_code=200)
async def change_chair(
    request: Request[Any, Any, Any], state: State, data: Annotated[Chair, Body()]
) -> TableShown:
    """Let a bot or a person play a side from now on; for the host, and for the person who sits there."""
    house, seat = house_of(state), await seat_of(request, state)
    if seat.role != "host" and (seat.role != "player" or seat.side != data.side):
        raise Refused(Refusal("", "who plays a side is changed by the host, or by the person who sits there"))
    live = await house.hall.table(seat.table)
    check_chair(live.driver, data)
    await asyncio.to_thread(house.store.change_chair, seat.table, data.side, data.name, data.bot)
    await house.hall.chairs_changed(seat.table)
    return await asyncio.to_thread(table_shown, house.store, seat)


@post("/api/seat/close", status_code=200)
async def close_table(request: Request[Any, Any, Any], state: State) -> Done:
    """End the table, for its host: nothing is added any more, and it can still be looked at."""
    house, seat = house_of(state), await seat_of(request, state)
    if seat.role != "host":
        raise Refused(Refusal("", "only the host ends a table"))
    await asyncio.to_thread(house.store.close_table, seat.table)
    return Done("the table is closed")


ROUTES = [open_table, show_table, do_one_thing, take_record, change_chair, close_table]
