"""For whoever runs the server: every table, new links for lost ones, files of whole tables."""

import asyncio
import hmac
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException

from sandtable.engine.refusals import Unknown
from sandtable.server.archive import bring_in, export
from sandtable.server.house import House
from sandtable.server.opening import SeatLink
from sandtable.server.shown import Closed, TableShown, table_of
from sandtable.server.store import Kept, Role, Seat, Store, new_token, token_hash
from sandtable.server.table_routes import Done, address_of, house_of, spend, token_of


class LinkWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that is to have a further link: a role, and of a player the side."""

    role: Role
    side: str = ""


class BroughtIn(msgspec.Struct, frozen=True):
    """The table that was in a file."""

    table: str


def keeper(request: Request[Any, Any, Any], state: State) -> House:
    """The house, for one who has its key."""
    house = house_of(state)
    spend(house.keys.take(address_of(request)))
    told = token_hash(token_of(request)).hex()
    if not house.settings.key or not hmac.compare_digest(told, house.settings.key):
        raise NotAuthorizedException("this is not the key of the house")
    return house


@get("/api/house/tables")
async def show_tables(request: Request[Any, Any, Any], state: State) -> list[TableShown]:
    """Every table, the one that went on last first."""
    return await asyncio.to_thread(_tables, keeper(request, state).store)


def _tables(store: Store) -> list[TableShown]:
    return [table_of(store, kept, Seat(kept.id, "host")) for kept in store.tables()]


@post("/api/house/tables/{table:str}/link")
async def make_link(request: Request[Any, Any, Any], state: State, table: str, data: LinkWanted) -> SeatLink:
    """A further link to a seat; those that are out stay good."""
    return await asyncio.to_thread(link_to, keeper(request, state).store, table, data)


def link_to(store: Store, table: str, wanted: LinkWanted) -> SeatLink:
    """A new link, kept; Closed or Unknown if there is nothing to link to."""
    kept_table(store, table)
    seats = store.seats(table)
    sides = sorted({seat.side for seat in seats if seat.side})
    if (wanted.role == "player" or wanted.side) and wanted.side not in sides:
        raise Unknown("side", wanted.side, sides)
    found = [seat for seat in seats if (seat.role, seat.side) == (wanted.role, wanted.side)]
    seat = found[0] if found else Seat(table, wanted.role, wanted.side)
    token = new_token()
    store.set_seat(token_hash(token), seat)
    return SeatLink(seat.role, token, seat.side, seat.name)


def kept_table(store: Store, table: str) -> Kept:
    """The table; Closed if there is none."""
    kept = store.table(table)
    if kept is None:
        raise Closed("there is no such table")
    return kept


@get("/api/house/tables/{table:str}/file")
async def take_file(request: Request[Any, Any, Any], state: State, table: str) -> Response[bytes]:
    """The whole table as a file; it holds every secret of the game."""
    raw = await asyncio.to_thread(export, keeper(request, state).store, table)
    name = f'attachment; filename="{table}.sandtable.json"'
    return Response(raw, media_type="application/json", headers={"Content-Disposition": name})


@post("/api/house/tables")
async def bring_table(request: Request[Any, Any, Any], state: State) -> BroughtIn:
    """Take in a table from a file; its links are good here too."""
    house, raw = keeper(request, state), await request.body()
    return BroughtIn(await asyncio.to_thread(bring_in, house.store, raw))


@post("/api/house/tables/{table:str}/close", status_code=200)
async def end_table(request: Request[Any, Any, Any], state: State, table: str) -> Done:
    """End a table: it can be looked at, and nothing is added any more."""
    house = keeper(request, state)
    await asyncio.to_thread(kept_table, house.store, table)
    await asyncio.to_thread(house.store.close_table, table)
    return Done("the table is closed")


@delete("/api/house/tables/{table:str}", status_code=200)
async def remove_table(request: Request[Any, Any, Any], state: State, table: str) -> Done:
    """Forget a table with its record and its links."""
    house = keeper(request, state)
    await asyncio.to_thread(kept_table, house.store, table)
    await asyncio.to_thread(house.store.remove, table)
    await house.heard(table)
    return Done("the table is gone")


HOUSE = [show_tables, make_link, take_file, bring_table, end_table, remove_table]
