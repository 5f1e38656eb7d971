"""Several processes on one PostgreSQL: every seat sees one game, and of two answers at once one counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.house import Connection, Server, Table
from tests.server.postgres import postgres_url
from tests.server.test_tables import BLUE_HOME, DUEL, RED_HOME, both

from sandtable.engine.record import read_record, verify
from sandtable.engine.record.lines import Answer


@pytest.fixture(scope="module")
def houses() -> Iterator[tuple[Server, Server]]:
    """Two servers that share a store, as on two machines; the first has two workers."""
    store = postgres_url()
    few = ("--thinkers=1", "--milliseconds=300")
    with Server(store, "--workers=2", *few) as one, Server(store, *few) as two:
        yield one, two


def at(server: Server, table: Table, seat: str) -> Connection:
    """Sit down at a table by way of this server."""
    return Connection(server, table.links[seat])


def test_two_play_at_two_servers(houses: tuple[Server, Server]) -> None:
    """What one does the other hears, event by event, and nothing is taken up anew for it."""
    one, two = houses
    table = both(one)
    with at(one, table, "Blue") as blue, at(two, table, "Red") as red:
        blue.does("answer", answer={"hexes": BLUE_HOME})
        assert red.push("news")["committed"] == ["Blue"]
        red.does("answer", answer={"hexes": RED_HOME})
        news = blue.push("news")
        assert [ask["name"] for ask in news["asks"] if ask["side"] == "Blue"] == ["stance"]
        red.does("answer", answer="advance")
        blue.push("news")
        blue.does("answer", answer="advance")
        red.push("news")
        assert red.does("view")["view"]["turn"] == blue.does("view")["view"]["turn"] == 1
        assert not any('"again"' in frame for frame in (*blue.frames, *red.frames))


def test_sealed_answers_given_at_once_at_two_servers_both_count(houses: tuple[Server, Server]) -> None:
    """Whichever is written first: the other was given in secret, so nothing has changed for it."""
    one, two = houses
    for _ in range(6):
        table = both(one)
        with at(one, table, "Blue") as blue, at(two, table, "Red") as red:
            answers = ((blue, {"hexes": BLUE_HOME}), (red, {"hexes": RED_HOME}))
            threads = [
                threading.Thread(target=seat.does, args=("answer",), kwargs={"answer": given})
                for seat, given in answers
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for seat in (blue, red):
                wait_until_asked(seat, "stance")


def wait_until_asked(seat: Connection, name: str) -> None:
    """News from the other process, or the table taken up anew: either way this is what is asked then."""
    deadline = time.monotonic() + 10
    while name not in [ask.get("name") for ask in seat.does("asks")["asks"]]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_undo_at_one_server_is_seen_at_the_other(houses: tuple[Server, Server]) -> None:
    """What was taken back cannot be repeated line by line: the other takes the table up anew."""
    one, two = houses
    table = one.open(position=DUEL)
    with at(one, table, "Blue") as blue, at(two, table, "Red") as red:
        heard = red.seated["heard"]
        blue.does("answer", answer="B1")
        red.push("news")
        blue.does("undo")
        assert red.push("again")["heard"] == heard


def test_of_two_answers_at_once_one_counts(houses: tuple[Server, Server]) -> None:
    """Blue sits at both servers and gives the same answer twice at the same moment, again and again."""
    one, two = houses
    table = one.open(position=DUEL)
    seats = [at(one, table, "Blue"), at(two, table, "Blue")]
    kept = 0
    for _ in range(12):
        asks = seats[0].does("asks")["asks"]
        mine = [ask for ask in asks if ask["side"] == "Blue" and ask["kind"] == "choose"]
        if not mine:
            break
        got = at_once(seats, mine[0]["options"][-1]["key"])
        kept += sum("ok" in answer for answer in got)
        assert "internal" not in {answer["error"]["code"] for answer in got if "error" in answer}
        wait_until_agreed(seats)
    assert kept
    raw = one.get(f"/api/house/tables/{table.id}/file", one.key).json()["record"]
    record = read_record(raw.encode())
    assert verify(record) == []
    assert sum(answer.by == "seat" for _, answer in record.each(Answer)) == kept


def at_once(seats: list[Connection], answer: Any) -> list[dict[str, Any]]:
    """What each of them is told who answer at the same moment."""
    told: list[dict[str, Any]] = []
    threads = [
        threading.Thread(target=lambda seat=seat: told.append(seat.says("answer", answer=answer)))
        for seat in seats
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def wait_until_agreed(seats: list[Connection]) -> None:
    """The news may take a moment from one process to the other."""
    deadline = time.monotonic() + 10
    while seats[0].does("view") != seats[1].does("view"):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_chairs_that_change_at_one_server_change_at_the_other(houses: tuple[Server, Server]) -> None:
    """And the bot answers, wherever it thinks; both hear of it."""
    one, two = houses
    table = both(one)
    with at(two, table, "Blue") as blue:
        blue.does("answer", answer={"hexes": BLUE_HOME})
        one.post("/api/seat/chair", table.links["host"], side="Red", bot="random")
        seats = blue.push("table")["seats"]
        assert ("Red", "random") in [(seat["side"], seat["bot"]) for seat in seats]
        wait_until_asked(blue, "stance")


def test_a_table_ended_at_one_server_takes_no_answer_at_the_other(houses: tuple[Server, Server]) -> None:
    """With the word for it."""
    one, two = houses
    table = both(one)
    with at(two, table, "Blue") as blue:
        one.post("/api/seat/close", table.links["host"])
        assert blue.says("answer", answer={"hexes": BLUE_HOME})["error"]["code"] == "closed"


def test_when_one_server_dies_the_game_goes_on_at_the_other() -> None:
    """Red was sitting at the one that was killed; he comes back at the other and his bot answers there."""
    store = postgres_url()
    with Server(store, "--thinkers=1", "--milliseconds=200") as two:
        one = Server(store, "--thinkers=1", "--milliseconds=200")
        one.start()
        table = both(one)
        red, blue = at(one, table, "Red"), at(two, table, "Blue")
        red.does("answer", answer={"hexes": RED_HOME})
        one.kill()
        blue.does("answer", answer={"hexes": BLUE_HOME})
        with at(two, table, "Red") as again:
            assert [ask["name"] for ask in again.asks if ask["side"] == "Red"] == ["stance"]


def test_several_workers_on_sqlite_are_refused() -> None:
    """They would not hear of each other."""
    from tests.commands import complaint

    assert "postgresql://" in complaint("serve", "--workers", "2", "--no-open", code=2)
