"""All tables under play in this process: who is there, what they do, and how everybody hears of it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import msgspec

from sandtable.engine.protocol import read_request
from sandtable.engine.refusals import Unknown
from sandtable.engine.requests import AnswerRequest, BotRequest, Request, UndoRequest
from sandtable.engine.session import Wire, error_wire
from sandtable.server.guests import ACTING, Guest
from sandtable.server.live import Live
from sandtable.server.measures import Measures
from sandtable.server.opponents import Opponents
from sandtable.server.shown import Closed, GoneOn, table_shown
from sandtable.server.store import Arrangement, Seat, Store
from sandtable.server.store.writing import Writer
from sandtable.server.thinking import Thinkers

_IDLE_TABLES = 64
"""So many tables at which nobody sits are kept at hand."""


class Hall:
    """The tables of one process."""

    def __init__(
        self, store: Store, writer: Writer, thinkers: Thinkers, measures: Measures, milliseconds: int
    ) -> None:
        self.store = store
        self._writer = writer
        self._measures = measures
        self._tables: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._guests: dict[str, list[Guest]] = {}
        self.opponents = Opponents(thinkers, milliseconds, self.table, self._submit, self._tell_trouble)

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
                    self.opponents.look(live)
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
        live = await asyncio.to_thread(self._read, id)
        await self._see_chairs(live)
        self._tables[id] = live
        return live

    def _read(self, id: str) -> Live:
        """The table as the store has it."""
        kept = self.store.table(id)
        if kept is None:
            raise Closed("there is no such table any more")
        live = Live.kept(kept, self.store.record(id)[0])
        live.deadlines = self.store.calls.deadlines(id)
        return live

    async def _see_chairs(self, live: Live) -> None:
        """Which sides bots play, and what the others want."""
        seats = await asyncio.to_thread(self.store.seats, live.id)
        self.opponents.sit(live.id, {seat.side: seat.bot for seat in seats if seat.bot})
        live.arrangements = await asyncio.to_thread(self.store.calls.arrangements, live.id)

    def _put_away(self) -> None:
        """Forget the tables that nobody has sat at for longest; the store has them."""
        idle = [id for id in self._tables if id not in self._guests and not self.opponents.busy(id)]
        for id in idle[:-_IDLE_TABLES]:
            del self._tables[id]
            self.opponents.forget(id)

    async def welcome(self, live: Live) -> None:
        """A table that has just been set up: it is at hand, and its bots may begin."""
        self._tables[live.id] = live
        self._put_away()
        await self.chairs_changed(live.id)

    async def chairs_changed(self, id: str) -> None:
        """See anew who plays which side, and tell everybody at the table."""
        live = self._tables.get(id)
        if live is None:
            return
        await self._see_chairs(live)
        self.opponents.look(live)
        for guest in list(self._guests.get(id, ())):
            shown = await asyncio.to_thread(table_shown, self.store, guest.seat)
            guest.tell_table(msgspec.to_builtins(shown))

    async def arrange(self, id: str, side: str, wanted: Arrangement) -> None:
        """Keep what a side wants done when it is asked; it counts at once."""
        live = await self.table(id)
        async with live.lock:
            live.arrangements = {**live.arrangements, side: wanted}
            called = tuple(call for call in live.calls() if call.side == side)
            await asyncio.to_thread(self.store.calls.arrange, id, side, wanted, called)

    async def substitute(self, id: str, side: str, bot: str) -> None:
        """Let a bot give the one answer for which a side has had no time."""
        live = await self.table(id)
        number, inputs = live.driver.table.scene.side(side), len(live.driver.history)
        answer = await self.opponents.answer(live, number, bot)
        await self._submit(live, inputs, number, answer)
        self.opponents.look(live)

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
        while True:
            live = guest.live
            try:
                async with self._at(guest):
                    return guest.carry_out(request)
            except GoneOn:
                # Whoever only looks is shown the table as it was taken up anew.
                if guest.live is live:
                    raise

    async def _act(self, guest: Guest, request: Request, reply: Callable[[Wire], None]) -> None:
        """Carry out an action, and a sealed answer again if only another side's came before it elsewhere."""
        sealed = guest.sealed_since()
        try:
            await self._act_once(guest, request, reply)
        except GoneOn:
            whole = isinstance(request, AnswerRequest) and request.answer is not msgspec.UNSET
            if not whole or sealed is None or guest.sealed_since() != sealed:
                raise
            await self._act_once(guest, request, reply)

    async def _act_once(self, guest: Guest, request: Request, reply: Callable[[Wire], None]) -> None:
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
            await self._came_too_late(live)
        live.lines = addition.after
        return True

    async def _came_too_late(self, live: Live) -> None:
        table = await asyncio.to_thread(self.store.table, live.id)
        await self._take_up_again(live)
        if table is None or table.closed:
            raise Closed("the table has ended; it can be looked at, and nothing is added any more")
        raise GoneOn("the game went on in the meantime; look at it again")

    async def _take_up_again(self, live: Live, *, here: bool = True) -> None:
        """Throw away what is here, and tell everybody how the table stands in the store."""
        del self._tables[live.id]
        fresh = await self.table(live.id)
        for guest in self._guests.get(live.id, ()):
            guest.tell_again(fresh)
        if here:
            self.opponents.look(fresh)
        else:
            self.opponents.look_later(fresh)

    def _spread(self, live: Live, *, undone: bool = False, but: Guest | None = None) -> None:
        """Let everybody at the table know, and let bots think if it is theirs to answer."""
        for guest in self._others(live, but):
            if undone:
                guest.tell_undone()
            else:
                guest.tell_news()
        self.opponents.look(live)

    def _others(self, live: Live, but: Guest | None) -> Iterable[Guest]:
        return [guest for guest in self._guests.get(live.id, ()) if guest is not but]

    async def heard_elsewhere(self, id: str, lines: int | None = None) -> None:
        """Something was written about a table: if it is at hand here and that was not us, keep in step."""
        live = self._tables.get(id)
        if live is None:
            return
        async with live.lock:
            known = lines is not None and lines <= live.lines
            if self._tables.get(id) is live and not known:
                await self._keep_in_step(live)

    async def _keep_in_step(self, live: Live) -> None:
        text = await asyncio.to_thread(self.store.lines_after, live.id, live.lines)
        if not text:
            await self._look_for_chairs(live)
        elif live.follow(text):
            for guest in self._others(live, None):
                guest.tell_news()
            self.opponents.look_later(live)
        else:
            await self._take_up_again(live, here=False)

    async def _look_for_chairs(self, live: Live) -> None:
        """No lines are new, so perhaps somebody else sits there now, or the table is gone."""
        if await asyncio.to_thread(self.store.table, live.id) is None:
            del self._tables[live.id]
            for guest in self._guests.get(live.id, ()):
                guest.tell_trouble("the table is gone")
            return
        seats = await asyncio.to_thread(self.store.seats, live.id)
        if {seat.side: seat.bot for seat in seats if seat.bot} != self.opponents.chairs(live.id):
            await self.chairs_changed(live.id)

    async def look_at_all(self) -> None:
        """News may have been missed: compare every table at hand with the store."""
        for id in list(self._tables):
            await self.heard_elsewhere(id)

    # -- opponents -----------------------------------------------------------------------------

    async def _hint(self, guest: Guest, request: BotRequest) -> Wire:
        """What a bot would answer at this seat."""
        side, known = guest.session.side(request.side), guest.session.roster(guest.live.driver.game)
        if request.bot not in known:
            raise Unknown("bot", request.bot, known)
        return {"answer": await self.opponents.answer(guest.live, side, request.bot)}

    async def _submit(self, live: Live, inputs: int, side: int, answer: Any) -> None:
        """Hand in an answer that was thought out after so many inputs, if nothing has happened since."""
        async with live.lock:
            if self._tables.get(live.id) is not live or len(live.driver.history) != inputs:
                return
            live.driver.submit(side, answer)
            await self._keep(live)
            for guest in self._others(live, None):
                guest.tell_news()

    def _tell_trouble(self, id: str) -> None:
        for guest in self._guests.get(id, ()):
            guest.tell_trouble("the opponent failed here and cannot answer; the host can put another in")


def _moved(error: Exception) -> Wire:
    code = "gone-on" if isinstance(error, GoneOn) else "closed"
    return {"code": code, "case": "", "message": str(error), "faults": []}
