"""HTTP for those who sit at a table: the record, the game as a film, who plays, and what they want done."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import Body, Parameter

from sandtable.engine.events import NOBODY
from sandtable.engine.record.writing import write_record
from sandtable.engine.refusals import BadRequest, GameOver, NoSuchDeal, Refusal, Refused
from sandtable.engine.session import UMPIRE, WATCHER, Session
from sandtable.server.house import House
from sandtable.server.live import Live
from sandtable.server.messages import check_arrangement
from sandtable.server.opening import Chair, check_chair
from sandtable.server.replays import ReplayWanted, film
from sandtable.server.shown import Closed, TableShown, table_shown
from sandtable.server.store import Arrangement, Seat, Store
from sandtable.server.table_routes import Done, house_of, seat_of


@get("/api/seat/record", media_type="text/plain")
async def take_record(request: Request[Any, Any, Any], state: State) -> Response[str]:
    """The record of the game, where it tells nobody what he may not know."""
    house, seat = house_of(state), await seat_of(request, state)
    live = await house.hall.table(seat.table)
    await _check_record(house, live, seat)
    name = f'attachment; filename="{live.header.game}-{live.id}.jsonl"'
    return Response(write_record(live.driver, live.header), headers={"Content-Disposition": name})


async def _check_record(house: House, live: Live, seat: Seat) -> None:
    seats = await asyncio.to_thread(house.store.seats, seat.table)
    if not may_have_record(live, seat, seats):
        raise Refused(
            Refusal("", "the record holds what others may not know; it can be had when the game is over")
        )


def may_have_record(live: Live, seat: Seat, seats: list[Seat]) -> bool:
    """After the end everybody; before it the umpire, and one who has only ever played against bots."""
    if live.driver.over or seat.role == "umpire":
        return True
    others = {one.side for one in seats if one.role == "player"} - {seat.side}
    bots = {player.side for player in live.header.players if player.kind == "bot"}
    sitting = {one.side for one in seats if one.bot}
    return seat.role == "player" and others <= bots & sitting


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


@get("/api/seat/arrangement")
async def show_arrangement(request: Request[Any, Any, Any], state: State) -> Arrangement:
    """What the seat's side wants done when it is asked."""
    house, seat = house_of(state), await _player(request, state)
    found = await asyncio.to_thread(house.store.calls.arrangements, seat.table)
    return found.get(seat.side, Arrangement())


@post("/api/seat/arrangement", status_code=200)
async def change_arrangement(
    request: Request[Any, Any, Any], state: State, data: Annotated[Arrangement, Body()]
) -> Arrangement:
    """Where the side wants to be told that it is its move, and a bot that may answer when its time is up."""
    house, seat = house_of(state), await _player(request, state)
    live = await house.hall.table(seat.table)
    check_arrangement(data, live.driver.game, house.settings)
    await house.hall.arrange(seat.table, seat.side, data)
    return data


async def _player(request: Request[Any, Any, Any], state: State) -> Seat:
    seat = await seat_of(request, state)
    if seat.role != "player":
        raise Refused(Refusal("", "only players are asked anything"))
    return seat


async def _looking(request: Request[Any, Any, Any], state: State) -> Session:
    """The table through the eyes of the seat."""
    house, seat = house_of(state), await seat_of(request, state)
    live = await house.hall.table(seat.table)
    side = live.driver.table.scene.side(seat.side) if seat.side else NOBODY
    return Session(live.driver, live.header, None if seat.role == UMPIRE else side)


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that somebody is still writing; an umpire says for which side."""

    answer: Any
    side: str = ""


@post("/api/seat/judge", status_code=200)
async def judge_draft(
    request: Request[Any, Any, Any], state: State, data: Annotated[Draft, Body()]
) -> dict[str, Any]:
    """What is wrong with an answer that is not given yet, and what else is to be said of it.

    Play may have gone on while it was being written: then there is nothing to be judged any more.
    """
    session = await _looking(request, state)
    try:
        return session.judge(data.side, data.answer)
    except (Refused, GameOver, BadRequest) as error:
        return {"faults": [], "remarks": [str(error)]}


@get("/api/seat/eyes/{hex:str}")
async def show_eyes(request: Request[Any, Any, Any], state: State, hex: str) -> dict[str, Any]:
    """From where on the map a hex is in sight of some counter, as far as the seat can tell; else why not."""
    session = await _looking(request, state)
    try:
        return session.eyes(hex)
    except (Refused, NoSuchDeal) as error:
        return {"eyes": [], "reason": str(error)}


@get("/api/seat/replay")
async def show_replay(
    request: Request[Any, Any, Any],
    state: State,
    first: Annotated[int, Parameter(ge=0)] = 0,
    count: Annotated[int, Parameter(ge=0, le=200)] = 0,
    whole: bool = False,
) -> dict[str, Any]:
    """The steps of the game so far as this seat saw them, some in full; `whole` shows what the record has."""
    house, seat = house_of(state), await seat_of(request, state)
    live = await house.hall.table(seat.table)
    if whole:
        await _check_record(house, live, seat)
    eyes = UMPIRE if whole or seat.role == UMPIRE else seat.side or WATCHER
    kept = await asyncio.to_thread(_kept, house.store, seat.table)
    return await house.thinkers.run(film, ReplayWanted(kept[1], kept[0], eyes, first, count))


def _kept(store: Store, table: str) -> tuple[bytes, bytes]:
    kept = store.table(table)
    if kept is None:
        raise Closed("there is no such table any more")
    return kept.seed, store.record(table)[0]


@post("/api/seat/close", status_code=200)
async def close_table(request: Request[Any, Any, Any], state: State) -> Done:
    """End the table, for its host: nothing is added any more, and it can still be looked at."""
    house, seat = house_of(state), await seat_of(request, state)
    if seat.role != "host":
        raise Refused(Refusal("", "only the host ends a table"))
    await asyncio.to_thread(house.store.close_table, seat.table)
    return Done("the table is closed")


SEATS = [
    take_record,
    judge_draft,
    show_eyes,
    show_replay,
    change_chair,
    show_arrangement,
    change_arrangement,
    close_table,
]
