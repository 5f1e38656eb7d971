"""A table as one file: to keep it, or to take it to another server with its links and its dice."""

import hashlib
import time

import msgspec

from sandtable.engine.record import read_record, replay
from sandtable.engine.refusals import BadPosition, Refusal
from sandtable.server.live import TableSettings, standing_of
from sandtable.server.shown import Closed
from sandtable.server.store import Arrangement, NewTable, Seat, Store

FORMAT = 1


class SeatKept(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat with the hash of its link."""

    link: str
    role: str
    side: str = ""
    name: str = ""
    bot: str = ""


class Archive(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of a table. Whoever has it knows all secrets of the game, the dice to come too."""

    sandtable_table: int
    id: str
    game: str
    title: str
    seed: str
    settings: TableSettings
    created: float
    closed: bool
    seats: tuple[SeatKept, ...]
    arrangements: dict[str, Arrangement]
    record: str
    check: str = ""
    """A hash of the rest, against damage on the way."""


def export(store: Store, table: str) -> bytes:
    """The table as a file; Closed if there is none."""
    kept = store.table(table)
    if kept is None:
        raise Closed("there is no such table")
    seats = tuple(
        SeatKept(hashed.hex(), seat.role, seat.side, seat.name, seat.bot)
        for hashed, seat in store.seats_with_hashes(table)
    )
    archive = Archive(
        sandtable_table=FORMAT,
        id=kept.id,
        game=kept.game,
        title=kept.title,
        seed=kept.seed.hex(),
        settings=msgspec.json.decode(kept.settings, type=TableSettings),
        created=kept.created,
        closed=kept.closed,
        seats=seats,
        arrangements=store.calls.arrangements(table),
        record=store.record(table)[0].decode(),
    )
    return msgspec.json.encode(msgspec.structs.replace(archive, check=_check(archive)))


def _check(archive: Archive) -> str:
    bare = msgspec.structs.replace(archive, check="")
    return hashlib.sha256(msgspec.json.encode(bare, order="deterministic")).hexdigest()


def bring_in(store: Store, raw: bytes) -> str:
    """Put an exported table into a store, its links still good. BadPosition, BadRecord or Differs."""
    archive = _read(raw)
    if store.table(archive.id) is not None:
        raise _bad(f"the table {archive.id} is here already")
    seed = bytes.fromhex(archive.seed)
    driver = replay(read_record(archive.record.encode()), seed=seed)
    seats = tuple((bytes.fromhex(seat.link), _seat(archive.id, seat)) for seat in archive.seats)
    standing = msgspec.json.encode(standing_of(driver))
    settings, text = msgspec.json.encode(archive.settings), archive.record.encode()
    store.add(
        NewTable(archive.id, archive.game, archive.title, seed, settings, standing, text, time.time(), seats)
    )
    for side, wanted in archive.arrangements.items():
        store.calls.arrange(archive.id, side, wanted, ())
    if archive.closed:
        store.close_table(archive.id)
    return archive.id


def _read(raw: bytes) -> Archive:
    try:
        archive = msgspec.json.decode(raw, type=Archive)
        bytes.fromhex("".join((archive.seed, *(seat.link for seat in archive.seats))))
    except (msgspec.DecodeError, ValueError) as error:
        raise _bad(f"this is no exported table: {error}") from None
    if archive.sandtable_table != FORMAT:
        raise _bad(f"this table is of format {archive.sandtable_table}; this Sandtable reads {FORMAT}")
    if archive.check != _check(archive):
        raise _bad("the file has been altered or damaged since it was exported")
    return archive


def _bad(reason: str) -> BadPosition:
    return BadPosition(Refusal("", reason))


def _seat(table: str, kept: SeatKept) -> Seat:
    return msgspec.convert(
        {"table": table, "role": kept.role, "side": kept.side, "name": kept.name, "bot": kept.bot}, Seat
    )
