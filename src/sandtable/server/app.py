"""The application: its routes, how errors read, and the headers every answer has."""

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from sqlalchemy.exc import SQLAlchemyError

from sandtable import __version__
from sandtable.engine.record import BadRecord, Differs
from sandtable.engine.refusals import BadPosition, BadRequest, GameOver, Refused, Unknown
from sandtable.engine.session import error_wire
from sandtable.server.boards import BOARDS
from sandtable.server.description import DESCRIBED, with_errors
from sandtable.server.guards import Guard
from sandtable.server.house import House, living
from sandtable.server.house_routes import HOUSE
from sandtable.server.live_route import live
from sandtable.server.pages import PAGES
from sandtable.server.rules import RULES
from sandtable.server.seat_routes import SEATS
from sandtable.server.settings import Settings
from sandtable.server.shelf_routes import SHELF
from sandtable.server.shown import Closed
from sandtable.server.table_routes import ROUTES, house_of

STATUS: dict[type[Exception], int] = {
    Refused: 409,
    GameOver: 409,
    BadRequest: 400,
    Unknown: 404,
    BadPosition: 422,
    BadRecord: 422,
    Differs: 422,
}


class Health(msgspec.Struct, frozen=True):
    """Which Sandtable this is, and whether it can do its work."""

    sandtable: str
    store: str


@get("/healthz")
async def show_health(state: State) -> Response[Health]:
    """That the process is alive and its store can be reached; 503 if it cannot."""
    try:
        await asyncio.to_thread(house_of(state).store.check)
    except SQLAlchemyError:
        return Response(Health(__version__, "cannot be reached"), status_code=503)
    return Response(Health(__version__, "fine"))


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def show_measures(state: State) -> bytes:
    """What the process counts about itself."""
    return house_of(state).measures.text()


def tell_error(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """An error of the games in the protocol's words, with the status that fits."""
    if isinstance(error, Closed):
        return Response(
            {"error": {"code": "closed", "case": "", "message": str(error), "faults": []}}, status_code=410
        )
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 500)
    return Response({"error": error_wire(error)}, status_code=status)


def tell_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    """An error of the request itself: what is wrong, and where."""
    faults = [
        {"case": "", "reason": str(one.get("message", "")), "place": str(one.get("key", ""))}
        for one in _extra(error)
    ]
    code = {401: "no-seat", 404: "unknown", 429: "too-many"}.get(error.status_code, "bad-request")
    told = {"code": code, "case": "", "message": error.detail, "faults": faults}
    return Response({"error": told}, status_code=error.status_code, headers=error.headers)


def _extra(error: HTTPException) -> list[dict[str, Any]]:
    return [one for one in error.extra if isinstance(one, dict)] if isinstance(error.extra, list) else []


def application(settings: Settings) -> Litestar:
    """The whole server, ready to run."""
    return Litestar(
        [
            *with_errors((*SHELF, *ROUTES, *SEATS, *HOUSE, *BOARDS, *RULES)),
            *PAGES,
            live,
            show_health,
            show_measures,
        ],
        state=State({"house": House(settings)}),
        lifespan=[living],
        exception_handlers={HTTPException: tell_http_error, Exception: tell_error},
        logging_config=None,
        middleware=[partial(Guard, hosts=settings.hosts)],
        request_max_body_size=settings.largest_body,
        openapi_config=DESCRIBED,
    )
