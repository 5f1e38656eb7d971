"""What the store keeps, as SQLAlchemy describes it; the migrations make it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("standing", LargeBinary, nullable=False),
    Column("lines", BigInteger, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
)
"""One row a table. `lines` counts the lines of its record, and so decides who was first."""

CHUNKS = Table(
    "chunks",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("text", LargeBinary, nullable=False),
)
"""The record of a table, in pieces as they were written; `number` is that of the first line."""

SEATS = Table(
    "seats",
    METADATA,
    Column("token", LargeBinary, primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("role", String(16), nullable=False),
    Column("side", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Index("seats_of_a_table", "table_id"),
)
"""Who may sit where. Of a seat's link only the hash is kept: whoever reads the store holds no seat."""

ARRANGEMENTS = Table(
    "arrangements",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("mail", Text, nullable=False),
    Column("webhook", Text, nullable=False),
    Column("substitute", Text, nullable=False),
)
"""Where a side wants to be told that it is its move, and which bot may answer for it when time is up."""

ASKED = Table(
    "asked",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("deadline", Float, nullable=True),
    Column("due", Float, nullable=True),
    Column("tries", Integer, nullable=False),
)
"""The sides that are asked, at tables with a clock or with somebody to be told.

A row goes when the side has answered; so a message that is still `due` and a `deadline` outlive any process,
and nobody is told of a move that he has made.
"""

PARTS = (CHUNKS, SEATS, ARRANGEMENTS, ASKED)
"""What belongs to a table and goes with it."""
