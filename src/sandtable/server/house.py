"""What one server process holds, made when it starts and let go when it stops."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from sandtable.server.hall import Hall
from sandtable.server.keeper import keep
from sandtable.server.limits import Allowance, Room
from sandtable.server.measures import Measures
from sandtable.server.news import listen
from sandtable.server.settings import Settings
from sandtable.server.store import Seat, Store
from sandtable.server.store.writing import Writer
from sandtable.server.thinking import Thinkers

_SEATS = 10_000
"""So many seats are kept at hand."""


class House:
    """Store, hall, opponents, allowances and counts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.store)
        self.writer = Writer(self.store)
        self.thinkers = Thinkers(settings.thinkers)
        self.measures = Measures()
        self.hall = Hall(self.store, self.writer, self.thinkers, self.measures, settings.milliseconds)
        self.measures.tables.set_function(lambda: self.hall.at_hand)
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self.requests = Allowance(settings.requests_per_second, settings.burst)
        self.strangers = Allowance(settings.requests_per_second, settings.burst)
        self.keys = Allowance(settings.requests_per_second, settings.burst)
        self.at_seat = Room(settings.connections_per_seat)
        self.at_address = Room(settings.connections_per_address)
        self.new_tables = Allowance(settings.tables_per_hour / 3600, settings.tables_per_hour)

    def wait_for(self, token: str, address: str) -> float:
        """How long whoever comes with a word has to wait: words not seen here yet count for the address."""
        return 0.0 if token in self._seats else self.strangers.take(address)

    async def seat(self, token: str) -> Seat | None:
        """The seat that a word opens. It never opens another one, so those seen lately are kept at hand."""
        found = self._seats.get(token)
        if found is None:
            found = await asyncio.to_thread(self.store.seat, token)
            if found is not None:
                self._seats[token] = found
                if len(self._seats) > _SEATS:
                    self._seats.popitem(last=False)
        return found

    def forget(self, table: str) -> None:
        """The table is gone, and its seats with it."""
        for token in [token for token, seat in self._seats.items() if seat.table == table]:
            del self._seats[token]

    async def heard(self, news: str) -> None:
        """Something was written about a table, here or by another process: how many lines it has, or else."""
        table, _, lines = news.partition(" ")
        if not lines and await asyncio.to_thread(self.store.table, table) is None:
            self.forget(table)
        await self.hall.heard_elsewhere(table, int(lines) if lines else None)

    def close(self) -> None:
        """Write what is still to be written, and let everything go."""
        self.writer.close()
        self.thinkers.close()
        self.store.close()


@asynccontextmanager
async def living(app: Litestar) -> AsyncIterator[None]:
    """The house stands while the application runs; news of other processes come in meanwhile."""
    house: House = app.state.house
    hall = house.hall
    tasks = [asyncio.create_task(keep(hall, house.settings))]
    if house.store.shared:
        url = house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        tasks.append(asyncio.create_task(listen(url, house.heard, hall.look_at_all)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(house.close)
