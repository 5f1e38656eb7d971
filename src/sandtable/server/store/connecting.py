"""Opens a database by its URL and brings its tables up to date."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, OperationalError

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x5A9D7AB1E
"""The PostgreSQL advisory lock under which the tables are brought up to date."""
_PATIENCE = 10
"""Seconds for which a busy SQLite file is waited for."""


class BadStore(Exception):
    """A store that cannot be opened, with the reason."""


def connect(url: str) -> Engine:
    """The database behind a URL, its tables up to date; BadStore if it cannot be had."""
    try:
        wanted = make_url(url)
    except ArgumentError:
        raise BadStore(f"{url!r} is no address of a store; say sqlite:///FILE or postgresql://...") from None
    if wanted.drivername == "postgresql":
        wanted = wanted.set(drivername="postgresql+psycopg")
    if wanted.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadStore(f"stores are SQLite or PostgreSQL, not {wanted.drivername}")
    engine = _sqlite(wanted) if wanted.drivername == "sqlite" else create_engine(wanted, pool_pre_ping=True)
    try:
        with engine.begin() as connection:
            _bring_up_to_date(connection)
    except OperationalError as error:
        engine.dispose()
        shown = wanted.render_as_string(hide_password=True)
        raise BadStore(f"the store {shown} cannot be opened: {error.orig}") from None
    return engine


def _sqlite(url: Any) -> Engine:
    """A file written ahead and flushed to the disk with every transaction, which takes its lock at once."""
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for setting in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={_PATIENCE * 1000}",
        ):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _bring_up_to_date(connection: Connection) -> None:
    """Walk the migrations; of several processes that start together, one after the other."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
