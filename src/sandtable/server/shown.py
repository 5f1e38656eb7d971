"""Tables as their seats see them: what is played, who is there, and how it stands."""

import msgspec

from sandtable.server.clock import Clock
from sandtable.server.live import Standing, TableSettings
from sandtable.server.store import Kept, Seat, Store


class Closed(Exception):
    """The table is closed, or gone."""


class GoneOn(Exception):
    """Somebody else has gone on with the table in the meantime; what was wanted did not happen."""


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits where, as everybody at the table sees it."""

    role: str
    side: str
    name: str
    bot: str


class TableShown(msgspec.Struct, frozen=True):
    """A table from one of its seats: what is played, who is there, and how it stands."""

    table: str
    game: str
    title: str
    role: str
    side: str
    seats: tuple[SeatShown, ...]
    standing: Standing
    changed: float
    closed: bool
    clock: Clock | None


def table_shown(store: Store, seat: Seat) -> TableShown:
    """The table as it stands in the store; Closed if it is gone."""
    kept = store.table(seat.table)
    if kept is None:
        raise Closed("there is no such table any more")
    return table_of(store, kept, seat)


def table_of(store: Store, kept: Kept, seat: Seat) -> TableShown:
    """A table for a seat at it."""
    return TableShown(
        kept.id,
        kept.game,
        kept.title,
        seat.role,
        seat.side,
        tuple({SeatShown(one.role, one.side, one.name, one.bot): None for one in store.seats(seat.table)}),
        msgspec.json.decode(kept.standing, type=Standing),
        kept.changed,
        kept.closed,
        msgspec.json.decode(kept.settings, type=TableSettings).clock,
    )
