"""Who is asked since when at tables with a clock, or where somebody wants to be told."""

from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, select, update

from sandtable.server.store.schema import ARRANGEMENTS, ASKED, TABLES

_FIRST_PAUSE, _MOST_TRIES = 60.0, 8
"""Seconds before a message is tried again, twice as many each time; then it is given up."""


class Arrangement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a side wants: to be told by mail or webhook, and a bot that may answer when its time is up."""

    mail: str = ""
    webhook: str = ""
    substitute: str = ""


class Called(msgspec.Struct, frozen=True):
    """A side that is asked from now on: until when it has time, and when it is to be told, if at all."""

    side: str
    deadline: float | None = None
    due: float | None = None


class Message(NamedTuple):
    """A message that is due."""

    table: str
    title: str
    side: str
    standing: bytes
    mail: str
    webhook: str
    tries: int


class Lapsed(NamedTuple):
    """A side whose time is up, and the bot that may answer for it, or ""."""

    table: str
    side: str
    deadline: float
    substitute: str


def note_calls(
    connection: Connection, table: str, called: tuple[Called, ...], answered: tuple[str, ...]
) -> None:
    """Sides that are asked from now on, and such as are asked no more; part of the table's transaction."""
    gone = (*answered, *(call.side for call in called))
    if gone:
        connection.execute(delete(ASKED).where(ASKED.c.table_id == table, ASKED.c.side.in_(gone)))
    for call in called:
        connection.execute(insert(ASKED).values(table_id=table, tries=0, **msgspec.structs.asdict(call)))


class Calls:
    """The calls of all tables of a store. Its methods wait for the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def arrange(self, table: str, side: str, wanted: Arrangement, called: tuple[Called, ...]) -> None:
        """Keep what a side wants; `called` are the sides that are asked just now."""
        where = (ARRANGEMENTS.c.table_id == table, ARRANGEMENTS.c.side == side)
        with self._engine.begin() as connection:
            connection.execute(delete(ARRANGEMENTS).where(*where))
            if wanted != Arrangement():
                row = msgspec.structs.asdict(wanted)
                connection.execute(insert(ARRANGEMENTS).values(table_id=table, side=side, **row))
            note_calls(connection, table, called, ())

    def arrangements(self, table: str) -> dict[str, Arrangement]:
        """What each side of a table wants, where it wants anything."""
        chosen = select(ARRANGEMENTS).where(ARRANGEMENTS.c.table_id == table)
        with self._engine.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
        return {row["side"]: Arrangement(row["mail"], row["webhook"], row["substitute"]) for row in rows}

    def deadlines(self, table: str) -> dict[str, float]:
        """Until when each side that is asked has time."""
        chosen = select(ASKED.c.side, ASKED.c.deadline).where(ASKED.c.table_id == table)
        with self._engine.connect() as connection:
            found = connection.execute(chosen).all()
        return {side: deadline for side, deadline in found if deadline is not None}

    # -- messages ------------------------------------------------------------------------------

    def take_messages(self, now: float) -> list[Message]:
        """Every message that is due. Whoever takes one has a while to send it, then it is due again."""
        chosen = (
            select(ASKED.c.table_id, TABLES.c.title, ASKED.c.side, TABLES.c.standing)
            .add_columns(ARRANGEMENTS.c.mail, ARRANGEMENTS.c.webhook, ASKED.c.tries)
            .join(TABLES, TABLES.c.id == ASKED.c.table_id)
            .join(
                ARRANGEMENTS,
                (ARRANGEMENTS.c.table_id == ASKED.c.table_id) & (ARRANGEMENTS.c.side == ASKED.c.side),
            )
            .where(ASKED.c.due <= now, ~TABLES.c.closed)
        )
        with self._engine.connect() as connection:
            found = [Message(*row) for row in connection.execute(chosen).all()]
        return [message for message in found if self._claimed(message, now)]

    def _claimed(self, message: Message, now: float) -> bool:
        later = now + _FIRST_PAUSE * 2**message.tries if message.tries + 1 < _MOST_TRIES else None
        where = (*_row(message.table, message.side), ASKED.c.tries == message.tries, ASKED.c.due <= now)
        with self._engine.begin() as connection:
            taken = connection.execute(
                update(ASKED).where(*where).values(tries=message.tries + 1, due=later)
            ).rowcount
        return taken == 1

    def told(self, message: Message) -> None:
        """The message was sent."""
        where = (*_row(message.table, message.side), ASKED.c.tries == message.tries + 1)
        with self._engine.begin() as connection:
            connection.execute(update(ASKED).where(*where).values(due=None))

    # -- clocks --------------------------------------------------------------------------------

    def take_lapsed(self, now: float) -> list[Lapsed]:
        """Sides whose time is up and for whom a bot may answer; each is given to one process only."""
        chosen = (
            select(ASKED.c.table_id, ASKED.c.side, ASKED.c.deadline, ARRANGEMENTS.c.substitute)
            .join(TABLES, TABLES.c.id == ASKED.c.table_id)
            .join(
                ARRANGEMENTS,
                (ARRANGEMENTS.c.table_id == ASKED.c.table_id) & (ARRANGEMENTS.c.side == ASKED.c.side),
            )
            .where(ASKED.c.deadline <= now, ARRANGEMENTS.c.substitute != "", ~TABLES.c.closed)
        )
        with self._engine.connect() as connection:
            found = [Lapsed(*row) for row in connection.execute(chosen).all()]
        return [lapsed for lapsed in found if self._moved(lapsed, now + _FIRST_PAUSE)]

    def _moved(self, lapsed: Lapsed, until: float) -> bool:
        where = (*_row(lapsed.table, lapsed.side), ASKED.c.deadline == lapsed.deadline)
        with self._engine.begin() as connection:
            return connection.execute(update(ASKED).where(*where).values(deadline=until)).rowcount == 1


def _row(table: str, side: str) -> tuple[ColumnElement[bool], ...]:
    return ASKED.c.table_id == table, ASKED.c.side == side
