"""All tables under play in this process: who is there, what they do, and how everybody hears of it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from time import perf_counter

import msgspec

from sandtable.engine.protocol import read_request
from sandtable.engine.refusals import Unknown
from sandtable.engine.requests import BotRequest, Request, UndoRequest
from sandtable.engine.session import Wire, error_wire
from sandtable.server.guests import ACTING, Guest
from sandtable.server.live import Live
from sandtable.server.measures import Measures
from sandtable.server.shown import Closed, table_shown
from sandtable.server.store import Seat, Store
from sandtable.server.store.writing import Writer
from sandtable.server.thinking import Task, Thinkers

LOG = logging.getLogger("sandtable.server")
_IDLE_TABLES = 64
"""So many tables at which nobody sits are kept at hand."""


class GoneOn(Exception):
    """Somebody else has gone on with the table in the meantime; what was wanted did not happen."""


class Hall:
    """The tables of one process."""

    def __init__(
        self, store: Store, writer: Writer, thinkers: Thinkers, measures: Measures, milliseconds: int
    ) -> None:
        self.store = store
        self._writer = writer
        self._thinkers = thinkers
        self._measures = measures
        self._milliseconds = milliseconds
        self._tables: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._guests: dict[str, list[Guest]] = {}
        self._bots: dict[str, dict[str, str]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}

    @property
    def at_hand(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    # -- coming and going ----------------------------------------------------------------------

    async def enter(self, seat: Seat, seated: Callable[[Guest], None]) -> Guest:
        """Sit down; `seated` is told before anything else can happen. Closed if there is no such table."""
        while True:
            live = await self.table(seat.table)
            async with live.lock:
                if self._tables.get(seat.table) is live:
                    guest = Guest(seat, live)
                    self._guests.setdefault(seat.table, []).append(guest)
                    seated(guest)
                    self._let_bots_think(live)
                    return guest

    def leave(self, guest: Guest) -> None:
        """Get up; a table at which nobody is left may be put away."""
        self._guests[guest.seat.table].remove(guest)
        if not self._guests[guest.seat.table]:
            del self._guests[guest.seat.table]
            self._put_away()

    async def table(self, id: str) -> Live:
        """The table, taken from the store if it is not at hand."""
        live = self._tables.get(id)
        if live is None:
            async with self._opening.setdefault(id, asyncio.Lock()):
                live = self._tables.get(id) or await self._open(id)
            self._opening.pop(id, None)
        return live

    async def _open(self, id: str) -> Live:
        kept = await asyncio.to_thread(self.store.table, id)
        if kept is None:
            raise Closed("there is no such table any more")
        raw, _ = await asyncio.to_thread(self.store.record, id)
        seats = await asyncio.to_thread(self.store.seats, id)
        self._bots[id] = {seat.side: seat.bot for seat in seats if seat.bot}
        self._tables[id] = live = Live.kept(kept, raw)
        return live

    def _put_away(self) -> None:
        """Forget the tables that nobody has sat at for longest; the store has them."""
        idle = [id for id in self._tables if id not in self._guests and id not in self._thinking]
        for id in idle[:-_IDLE_TABLES]:
            del self._tables[id]

    async def welcome(self, live: Live) -> None:
        """A table that has just been set up: it is at hand, and its bots may begin."""
        self._tables[live.id] = live
        await self.chairs_changed(live.id)

    async def chairs_changed(self, id: str) -> None:
        """See anew which sides bots play."""
        seats = await asyncio.to_thread(self.store.seats, id)
        self._bots[id] = {seat.side: seat.bot for seat in seats if seat.bot}
        if live := self._tables.get(id):
            self._let_bots_think(live)
        for guest in self._guests.get(id, ()):
            shown = await asyncio.to_thread(table_shown, self.store, guest.seat)
            guest.tell_table(msgspec.to_builtins(shown))

    # -- acting --------------------------------------------------------------------------------

    async def take(self, guest: Guest, line: bytes, reply: Callable[[Wire], None]) -> None:
        """Carry out one line of a guest's; there is always one reply, and the table stays whole.

        What an action leads to is told while nobody else can act, so that everybody's messages stand in
        the order in which things happened.
        """
        request: Request | None = None
        began = perf_counter()
        try:
            request = read_request(line)
            if isinstance(request, ACTING):
                await self._act(guest, request, reply)
            else:
                reply({"id": request.id, "ok": await self._look(guest, request)})
        except Exception as error:
            moved = isinstance(error, (GoneOn, Closed))
            told = _moved(error) if moved else error_wire(error)
            self._measures.refused.labels(told["code"]).inc()
            reply({"id": request.id if request else None, "error": told})
        finally:
            verb = request.__struct_config__.tag if request else "none"
            self._measures.seconds.labels(verb).observe(perf_counter() - began)

    async def _look(self, guest: Guest, request: Request) -> Wire:
        if isinstance(request, BotRequest):
            return await self._hint(guest, request)
        async with self._at(guest):
            return guest.carry_out(request)

    async def _act(self, guest: Guest, request: Request, reply: Callable[[Wire], None]) -> None:
        async with self._at(guest) as live:
            done = guest.carry_out(request)
            changed = await self._keep(live)
            reply({"id": request.id, "ok": done})
            if changed:
                self._spread(live, undone=isinstance(request, UndoRequest), but=guest)

    @asynccontextmanager
    async def _at(self, guest: Guest) -> AsyncIterator[Live]:
        """The guest's table, which nobody else can change meanwhile; GoneOn if it was taken up anew."""
        live = guest.live
        async with live.lock:
            if self._tables.get(live.id) is not live:
                raise GoneOn("the game went on in the meantime; look at it again")
            yield live

    async def _keep(self, live: Live) -> bool:
        """Has anything happened? It has only once it is in the store; else the table is taken up anew."""
        text = live.unwritten()
        if not text:
            return False
        addition = live.addition(text)
        try:
            kept = await self._writer.append(addition)
        except Exception:
            await self._take_up_again(live)
            raise
        if not kept:
            await self._take_up_again(live)
            raise GoneOn("the game went on in the meantime; look at it again")
        live.lines = addition.after
        return True

    async def _take_up_again(self, live: Live) -> None:
        """Throw away what is here, and tell everybody how the table stands in the store."""
        del self._tables[live.id]
        fresh = await self.table(live.id)
        for guest in self._guests.get(live.id, ()):
            guest.tell_again(fresh)
        self._let_bots_think(fresh)

    def _spread(self, live: Live, *, undone: bool = False, but: Guest | None = None) -> None:
        """Let everybody at the table know, and let bots think if it is theirs to answer."""
        for guest in self._others(live, but):
            if undone:
                guest.tell_undone()
            else:
                guest.tell_news()
        self._let_bots_think(live)

    def _others(self, live: Live, but: Guest | None) -> Iterable[Guest]:
        return [guest for guest in self._guests.get(live.id, ()) if guest is not but]

    async def heard_elsewhere(self, id: str) -> None:
        """Another process has gone on with a table: if it is at hand here, take it up anew."""
        live = self._tables.get(id)
        if live is None:
            return
        async with live.lock:
            kept = await asyncio.to_thread(self.store.table, id)
            if self._tables.get(id) is live and (kept is None or kept.lines != live.lines):
                await self._take_up_again(live)

    async def look_at_all(self) -> None:
        """News may have been missed: compare every table at hand with the store."""
        for id in list(self._tables):
            await self.heard_elsewhere(id)

    # -- opponents -----------------------------------------------------------------------------

    async def _hint(self, guest: Guest, request: BotRequest) -> Wire:
        """What a bot would answer at this seat."""
        side = guest.session.side(request.side)
        if request.bot not in guest.session.roster(guest.live.driver.game):
            raise Unknown("bot", request.bot, guest.session.roster(guest.live.driver.game))
        return {"answer": await self._thinkers.answer(self._task(guest.live, side, request.bot))}

    def _task(self, live: Live, side: int, bot: str) -> Task:
        live.driver.asked(side)
        seed = f"{live.id} {side} {len(live.driver.history)}".encode()
        return Task(live.id, side, bot, seed, self._milliseconds, live.driver.adjourn())

    def _let_bots_think(self, live: Live) -> None:
        """Begin to think where a bot is asked and nobody thinks yet."""
        if self._asked_bot(live) and live.id not in self._thinking:
            self._thinking[live.id] = asyncio.create_task(self._think(live.id))

    def _asked_bot(self, live: Live) -> tuple[int, str] | None:
        bots, scene = self._bots.get(live.id, {}), live.driver.table.scene
        asked = [(ask.side, bots.get(scene.side_name(ask.side), "")) for ask in live.driver.asks]
        return next((found for found in asked if found[1]), None)

    async def _think(self, id: str) -> None:
        """Answer for bots until none is asked."""
        try:
            while (live := await self.table(id)) and (found := self._asked_bot(live)):
                await self._answer_for(live, *found)
        except (GoneOn, Closed):
            LOG.info("table %s went on elsewhere while a bot was thinking", id)
        except Exception:
            LOG.exception("the bot at table %s could not answer", id)
            for guest in self._guests.get(id, ()):
                guest.tell_trouble(
                    "the opponent failed here and cannot answer; the table's host can put another in"
                )
        finally:
            self._thinking.pop(id, None)

    async def _answer_for(self, live: Live, side: int, bot: str) -> None:
        inputs = len(live.driver.history)
        wire = await self._thinkers.answer(self._task(live, side, bot))
        async with live.lock:
            if self._tables.get(live.id) is not live or len(live.driver.history) != inputs:
                return
            live.driver.submit(side, wire)
            await self._keep(live)
            for guest in self._others(live, None):
                guest.tell_news()


def _moved(error: Exception) -> Wire:
    code = "gone-on" if isinstance(error, GoneOn) else "closed"
    return {"code": code, "case": "", "message": str(error), "faults": []}
