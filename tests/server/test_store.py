"""The store keeps what it is given, in SQLite and in PostgreSQL; of two that write at once one wins."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server.postgres import postgres_url

from sandtable.server.store import (
    Addition,
    BadStore,
    NewTable,
    Seat,
    Store,
    new_id,
    new_token,
    token_hash,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    url = f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else postgres_url()
    found = Store(url)
    yield found
    found.close()


def table(*seats: tuple[str, Seat], id: str = "") -> NewTable:
    """A table of two lines with these seats, given by their links."""
    hashed = tuple((token_hash(token), seat) for token, seat in seats)
    return NewTable(
        id or new_id(), "drill", "Drill", b"seed", b"{}", b'{"turn":1}', b"one\ntwo\n", 5.0, hashed
    )


def addition(new: NewTable, before: int, text: bytes) -> Addition:
    return Addition(new.id, before, text, b'{"turn":2}', 9.0)


def test_a_table_comes_back_as_it_was_kept(store: Store) -> None:
    """Its row, its record with the number of lines, and its seat behind the link and nowhere else."""
    token, id = new_token(), new_id()
    new = table((token, Seat(id, "player", "Blue", "Ann")), id=id)
    store.add(new)
    kept = store.table(id)
    assert kept is not None
    assert (kept.game, kept.seed, kept.lines, kept.changed, kept.closed) == ("drill", b"seed", 2, 5.0, False)
    assert store.record(id) == (b"one\ntwo\n", 2)
    assert store.seat(token) == Seat(id, "player", "Blue", "Ann")
    assert store.seat(new_token()) is None
    assert store.table(new_id()) is None


def test_lines_are_added_in_order_and_the_last_tables_come_first(store: Store) -> None:
    """What is added stands behind what was there, and the table moves to the top of the list."""
    first, second = table(), table()
    store.add(first)
    store.add(second)
    assert store.append_all([addition(first, 2, b"three\n")]) == [True]
    assert store.record(first.id) == (b"one\ntwo\nthree\n", 3)
    assert [kept.id for kept in store.tables()] == [first.id, second.id]
    kept = store.table(first.id)
    assert kept is not None
    assert (kept.standing, kept.changed) == (b'{"turn":2}', 9.0)


def test_what_comes_too_late_changes_nothing_and_harms_no_other(store: Store) -> None:
    """Of three additions in one transaction the one that expects other lines fails alone."""
    first, second = table(), table()
    store.add(first)
    store.add(second)
    batch = [addition(first, 2, b"mine\n"), addition(first, 2, b"late\n"), addition(second, 2, b"other\n")]
    assert store.append_all(batch) == [True, False, True]
    assert store.record(first.id)[0] == b"one\ntwo\nmine\n"
    assert store.record(second.id)[0] == b"one\ntwo\nother\n"


def test_of_two_threads_that_write_at_once_exactly_one_wins(store: Store) -> None:
    """Twenty races for the same place: each has one winner, and no line is lost or doubled."""
    new = table()
    store.add(new)
    for place in range(2, 22):
        batches = [[addition(new, place, name)] for name in (b"a\n", b"b\n")]
        with ThreadPoolExecutor(2) as racers:
            won = [*racers.map(store.append_all, batches)]
        assert sorted(won) == [[False], [True]]
    assert store.record(new.id)[1] == 22


def test_a_closed_table_takes_nothing_more_and_a_removed_one_is_gone(store: Store) -> None:
    """Closing leaves the record to be read; removing takes the seats too."""
    token, id = new_token(), new_id()
    new = table((token, Seat(id, "umpire")), id=id)
    store.add(new)
    store.close_table(id)
    assert store.append_all([addition(new, 2, b"more\n")]) == [False]
    assert store.record(id)[1] == 2
    store.remove(id)
    assert store.table(id) is None
    assert store.record(id) == (b"", 0)
    assert store.seat(token) is None


def test_a_seat_can_change_hands(store: Store) -> None:
    """The link stays, another sits there; a new link can be added."""
    token, more, new = new_token(), new_token(), table()
    store.add(new)
    store.set_seat(token_hash(token), Seat(new.id, "player", "Red"))
    store.set_seat(token_hash(token), Seat(new.id, "player", "Red", bot="sergeant"))
    store.set_seat(token_hash(more), Seat(new.id, "watcher"))
    assert store.seat(token) == Seat(new.id, "player", "Red", bot="sergeant")
    assert [seat.role for seat in store.seats(new.id)] == ["watcher", "player"]


def test_the_links_themselves_are_not_in_the_store(tmp_path: Path) -> None:
    """Whoever reads the file holds no seat: only hashes stand there."""
    token, id = new_token(), new_id()
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.add(table((token, Seat(id, "player", "Blue")), id=id))
    store.close()
    assert not any(token.encode() in file.read_bytes() for file in tmp_path.iterdir())


def test_a_store_opens_again_and_again(tmp_path: Path) -> None:
    """The tables are made once; a second opening finds what the first kept."""
    url, new = f"sqlite:///{tmp_path / 'tables.db'}", table()
    first = Store(url)
    first.add(new)
    first.close()
    again = Store(url)
    assert again.table(new.id) is not None
    again.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "is no address of a store"),
        ("mysql://somewhere/x", "SQLite or PostgreSQL"),
        ("sqlite:////no/such/folder/x.db", "cannot be opened"),
        ("postgresql://me:hush@127.0.0.1:1/x", "cannot be opened"),
    ],
)
def test_a_store_that_cannot_be_had_says_why(url: str, words: str) -> None:
    """In a sentence, and without the password."""
    with pytest.raises(BadStore, match=words) as bad:
        Store(url)
    assert "hush" not in str(bad.value)


def test_every_transaction_goes_to_the_disk(tmp_path: Path) -> None:
    """SQLite is told to flush each of them (synchronous=FULL is 2) and to write ahead."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    store.close()
    assert sqlite3.connect(tmp_path / "tables.db").execute("SELECT count(*) FROM tables").fetchone() == (0,)
