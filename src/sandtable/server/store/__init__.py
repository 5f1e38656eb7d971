"""The store: every table, its record and its seats, in SQLite or PostgreSQL."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, update

from sandtable.server.store.calls import Arrangement, Called, Calls, note_calls
from sandtable.server.store.connecting import BadStore, connect
from sandtable.server.store.rows import Addition, Kept, NewTable, Role, Seat, new_id, new_token, token_hash
from sandtable.server.store.schema import CHUNKS, PARTS, SEATS, TABLES

__all__ = [
    "Addition",
    "Arrangement",
    "BadStore",
    "Called",
    "Kept",
    "NewTable",
    "Role",
    "Seat",
    "Store",
    "new_id",
    "new_token",
    "token_hash",
]

CHANNEL = "sandtable"
"""Where PostgreSQL tells every process that a table has gone on."""

# Made once: putting a statement together takes longer than carrying it out.
_GO_ON = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.lines == bindparam("before"), ~TABLES.c.closed)
    .values(lines=bindparam("after"), standing=bindparam("standing"), changed=bindparam("changed"))
)
_ADD_LINES = insert(CHUNKS)
_TELL = select(func.pg_notify(CHANNEL, bindparam("news")))


class Store:
    """All that outlives a process. Its calls wait for the disk, so they belong in a thread of their own."""

    def __init__(self, url: str) -> None:
        """Opens or makes the store; BadStore if that cannot be."""
        self.engine = connect(url)
        self.calls = Calls(self.engine)
        self.shared = self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    def check(self) -> None:
        """Raises what SQLAlchemy raises if the store cannot be reached."""
        with self.engine.connect() as connection:
            connection.execute(select(1))

    # -- writing -------------------------------------------------------------------------------

    def add(self, new: NewTable) -> None:
        """Keep a new table."""
        row = msgspec.structs.asdict(new)
        text, seats, _ = row.pop("text"), row.pop("seats"), row.pop("called")
        more = {"lines": text.count(b"\n"), "changed": new.created, "closed": False}
        with self.engine.begin() as connection:
            connection.execute(insert(TABLES).values(**row, **more))
            connection.execute(insert(CHUNKS).values(table_id=new.id, number=0, text=text))
            for hashed, seat in seats:
                connection.execute(insert(SEATS).values(**_seat_row(hashed, seat)))
            note_calls(connection, new.id, new.called, ())

    def append_all(self, additions: Sequence[Addition]) -> list[bool]:
        """Write all additions in one transaction; False for one that came too late, which changes nothing."""
        with self.engine.begin() as connection:
            return [self._append(connection, addition) for addition in additions]

    def _append(self, connection: Connection, addition: Addition) -> bool:
        news = {"after": addition.after, "standing": addition.standing, "changed": addition.changed}
        where = {"table": addition.table, "before": addition.before}
        if connection.execute(_GO_ON, {**where, **news}).rowcount != 1:
            return False
        row = {"table_id": addition.table, "number": addition.before, "text": addition.text}
        connection.execute(_ADD_LINES, row)
        note_calls(connection, addition.table, addition.called, addition.answered)
        self._tell(connection, f"{addition.table} {addition.after}")
        return True

    def _tell(self, connection: Connection, news: str) -> None:
        """Let all processes know of a table, and how many lines its record has if that is what is new.

        They hear of it when the transaction is through.
        """
        if self.shared:
            connection.execute(_TELL, {"news": news})

    def close_table(self, table: str) -> None:
        """End a table: it can be looked at, and nothing is added to it any more."""
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == table).values(closed=True))
            self._tell(connection, table)

    def remove(self, table: str) -> None:
        """Forget a table with its record and its seats."""
        with self.engine.begin() as connection:
            for rows in (*(part.c.table_id for part in PARTS), TABLES.c.id):
                connection.execute(delete(rows.table).where(rows == table))
            self._tell(connection, table)

    def set_seat(self, hashed: bytes, seat: Seat) -> None:
        """Put a seat under a link: a new one, or one that changes hands."""
        with self.engine.begin() as connection:
            connection.execute(delete(SEATS).where(SEATS.c.token == hashed))
            connection.execute(insert(SEATS).values(**_seat_row(hashed, seat)))

    def change_chair(self, table: str, side: str, name: str, bot: str) -> None:
        """Let somebody else play a side; its links stay good."""
        where = (SEATS.c.table_id == table, SEATS.c.role == "player", SEATS.c.side == side)
        with self.engine.begin() as connection:
            connection.execute(update(SEATS).where(*where).values(name=name, bot=bot))
            self._tell(connection, table)

    # -- reading -------------------------------------------------------------------------------

    def table(self, table: str) -> Kept | None:
        """A table, or None if there is none of that name."""
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
        return Kept(**row) if row else None

    def tables(self) -> list[Kept]:
        """Every table, the one that went on last first."""
        chosen = select(TABLES).order_by(TABLES.c.changed.desc(), TABLES.c.id)
        with self.engine.connect() as connection:
            return [Kept(**row) for row in connection.execute(chosen).mappings()]

    def record(self, table: str) -> tuple[bytes, int]:
        """The record of a table as it stands, and how many lines it has."""
        chunks = select(CHUNKS.c.text).where(CHUNKS.c.table_id == table).order_by(CHUNKS.c.number)
        with self.engine.connect() as connection:
            whole = b"".join(connection.execute(chunks).scalars())
        return whole, whole.count(b"\n")

    def lines_after(self, table: str, known: int) -> bytes:
        """What was added to a record of which so many lines are known."""
        where = (CHUNKS.c.table_id == table, CHUNKS.c.number >= known)
        with self.engine.connect() as connection:
            return b"".join(
                connection.execute(select(CHUNKS.c.text).where(*where).order_by(CHUNKS.c.number)).scalars()
            )

    def seat(self, token: str) -> Seat | None:
        """The seat that a link opens, or None."""
        chosen = select(SEATS).where(SEATS.c.token == token_hash(token))
        with self.engine.connect() as connection:
            row = connection.execute(chosen).mappings().first()
        return _seat(row) if row else None

    def seats_with_hashes(self, table: str) -> list[tuple[bytes, Seat]]:
        """Everybody at a table, with what is kept of their links."""
        chosen = select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.token)
        with self.engine.connect() as connection:
            return [(row["token"], _seat(row)) for row in connection.execute(chosen).mappings()]

    def seats(self, table: str) -> list[Seat]:
        """Everybody at a table."""
        order = (SEATS.c.side, SEATS.c.role, SEATS.c.name)
        chosen = select(SEATS).where(SEATS.c.table_id == table).order_by(*order)
        with self.engine.connect() as connection:
            return [_seat(row) for row in connection.execute(chosen).mappings()]


def _seat_row(hashed: bytes, seat: Seat) -> dict[str, object]:
    row = msgspec.structs.asdict(seat)
    return {"token": hashed, "table_id": row.pop("table"), **row}


def _seat(row: RowMapping) -> Seat:
    return Seat(row["table_id"], row["role"], row["side"], row["name"], row["bot"])
