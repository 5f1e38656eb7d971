"""Whoever sits at a table or looks on: one open connection, what it may ask for, and what it is sent."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.bots.roster import bots_for
from sandtable.engine.events import NOBODY
from sandtable.engine.refusals import BadRequest, Refusal, Refused
from sandtable.engine.requests import (
    AnswerRequest,
    AsksRequest,
    Engine,
    HashRequest,
    LosRequest,
    OddsRequest,
    OrdersRequest,
    PositionRequest,
    ReachRequest,
    Request,
    SaveRequest,
    UndoRequest,
    ViewRequest,
    WithdrawRequest,
)
from sandtable.engine.session import Session, Wire
from sandtable.server.live import Live
from sandtable.server.sight import pictured, seen
from sandtable.server.store import Seat

LOOKING = (AsksRequest, ViewRequest, OddsRequest, LosRequest, ReachRequest)
ACTING = (AnswerRequest, WithdrawRequest, OrdersRequest, UndoRequest)
UMPIRING = (SaveRequest, PositionRequest, HashRequest)
_WAITING = 64
"""So many messages may wait for a slow connection; then it has to come back and catch up."""


class Guest:
    """One connection at one seat."""

    def __init__(self, seat: Seat, live: Live) -> None:
        self.seat = seat
        self.outbox: asyncio.Queue[Wire] = asyncio.Queue(_WAITING)
        self.lagging = False
        self.key = ""
        self._heard = 0
        self.sit_at(live)

    def sit_at(self, live: Live) -> None:
        """See the table through this seat from now on."""
        self.live = live
        self.session = Session(live.driver, live.header, self.side, bots_for)

    @property
    def side(self) -> int | None:
        """The side it sees for: that of its seat, none, or all of them as the umpire."""
        if self.seat.role == "umpire":
            return None
        return self.live.driver.table.scene.side(self.seat.side) if self.seat.side else NOBODY

    def sealed_since(self) -> int | None:
        """Where the sealed ask began that this seat is still to answer, if it is to answer one."""
        if self.side is None or self.side == NOBODY:
            return None
        return self.live.driver.sealed_since(self.side)

    def carry_out(self, request: Request) -> Wire:
        """What the protocol does for this seat; Refused or BadRequest for what is not a guest's business."""
        if isinstance(request, ACTING) and self.seat.role == "watcher":
            raise Refused(Refusal("", "whoever looks on takes no part in the game"))
        if not isinstance(request, (*LOOKING, *ACTING, *UMPIRING)):
            raise BadRequest(f"{request.__struct_config__.tag} is nothing that can be said at a table")
        if isinstance(request, ViewRequest) and not request.side:
            return {"view": pictured(self.session, self.live)["view"]}
        engine = Engine(bots_for)
        engine.game = self.session
        done = request.carry_out(engine)
        return self._told(done) if isinstance(request, ACTING) else done

    def arrival(self, since: int) -> Wire:
        """All that somebody needs who sits down, or comes back having heard so many events."""
        return self._told(self.session.catch_up(since))

    def tell_news(self) -> None:
        """Send what has happened since the last time."""
        self.send(lambda: {"news": self._told(self.session.news())})

    def tell_undone(self) -> None:
        """Send how much of what was told still stands."""
        self.send(lambda: {"undone": self._told(self.session.after_undo())})

    def tell_table(self, table: Wire) -> None:
        """Send who sits where now."""
        self.send(lambda: {"table": table})

    def tell_again(self, live: Live) -> None:
        """The table was taken up anew: everything from the beginning."""
        self.sit_at(live)
        self.send(lambda: {"again": self.arrival(0)})

    def tell_trouble(self, words: str) -> None:
        """Send what has gone wrong at the table."""
        self.send(lambda: {"trouble": words})

    def send(self, message: Callable[[], Wire]) -> None:
        """Put a message in the outbox; one who does not take them any more is told to come back."""
        if self.lagging:
            return
        if self.outbox.qsize() >= _WAITING - 1:
            self.lagging = True
            self.outbox.put_nowait({"lagging": "too much is waiting to be sent; come back and catch up"})
        else:
            self.outbox.put_nowait(message())

    def _told(self, wire: Wire) -> Wire:
        """What has happened, with all that can be seen now; `heard` counts the events told so far."""
        self._heard = wire.get("heard", self._heard + len(wire.get("events", ())))
        deadlines = {"deadlines": self.live.deadlines} if self.live.clock else {}
        return {**wire, "heard": self._heard, **seen(self.session, self.live), **deadlines}


def to_bytes(message: Any) -> bytes:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message)
