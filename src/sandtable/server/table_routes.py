"""HTTP for tables: setting one up, what a seat's link opens, and one request at a time for programs."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, TooManyRequestsException
from litestar.params import Body

from sandtable.server.house import House
from sandtable.server.opening import NewTableWanted, Opened, set_up
from sandtable.server.shown import TableShown, table_shown
from sandtable.server.store import Seat, Store, token_hash


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
    spend(house.wait_for(token, address_of(request)))
    seat = await house.seat(token)
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


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of all the seats that a browser knows of."""

    tokens: Annotated[list[str], msgspec.Meta(max_length=200)]


@post("/api/seats", status_code=200)
async def show_seats(
    request: Request[Any, Any, Any], state: State, data: Annotated[Words, Body()]
) -> list[TableShown | None]:
    """The tables of many seats at once, in the same order; null for a word that opens none."""
    house = house_of(state)
    spend(house.requests.take(address_of(request)))
    return await asyncio.to_thread(_of_all, house.store, data.tokens)


def _of_all(store: Store, tokens: list[str]) -> list[TableShown | None]:
    seats = [store.seat(token) for token in tokens]
    return [table_shown(store, seat) if seat else None for seat in seats]


ROUTES = [open_table, show_table, show_seats, do_one_thing]
