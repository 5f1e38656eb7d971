"""What the one who runs a server can do with its tables, and what a side can have done for it."""

from __future__ import annotations

import asyncio
import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from tests.commands import complaint, say
from tests.server.house import Server, bearer
from tests.server.test_tables import BLUE_HOME, DUEL, RED_HOME, both, deployed

from sandtable.engine.refusals import BadPosition, BadRequest, Refused
from sandtable.server.archive import bring_in, export
from sandtable.server.clock import Clock, checked
from sandtable.server.house import House
from sandtable.server.keeper import look
from sandtable.server.messages import NotSent, check_arrangement, post
from sandtable.server.opening import Chair, NewTableWanted, Opened, set_up
from sandtable.server.settings import Settings, house_key
from sandtable.server.store import Arrangement, Store
from sandtable.server.store.schema import ASKED


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of this module."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}") as found:
        yield found


# The one who runs it


def test_the_key_of_the_house_shows_every_table(server: Server) -> None:
    """And nothing but the key does, a seat's word not either."""
    table = both(server)
    shown = server.get("/api/house/tables", server.key).json()
    assert table.id in [one["table"] for one in shown]
    for word in ("", "wrong", table.links["host"]):
        assert server.get("/api/house/tables", word).status_code == 401


def test_a_lost_link_is_made_anew_and_the_old_one_stays_good(server: Server) -> None:
    """For a player, and for an umpire whom the table did not have."""
    table = both(server)
    way = f"/api/house/tables/{table.id}/link"
    made = server.post(way, server.key, role="player", side="Red").json()
    for word in (made["token"], table.links["Red"]):
        assert server.get("/api/seat", word).json()["side"] == "Red"
    umpire = server.post(way, server.key, role="umpire").json()
    assert server.get("/api/seat", umpire["token"]).json()["role"] == "umpire"
    assert server.post(way, server.key, role="player", side="Green").status_code == 404
    assert server.post("/api/house/tables/none/link", server.key, role="host").status_code == 410


def test_a_table_goes_to_another_server_with_its_links_and_its_dice(server: Server, tmp_path: Path) -> None:
    """Same view, same next roll: the stored seed went along."""
    table = server.open(position=DUEL)
    with table.sit("Blue") as blue:
        blue.does("answer", answer="B1")
        there = blue.does("view")
    raw = server.get(f"/api/house/tables/{table.id}/file", server.key).content
    with Server(f"sqlite:///{tmp_path / 'other.db'}") as other:
        brought = httpx.post(f"{other.url}/api/house/tables", content=raw, headers=bearer(other.key))
        assert brought.json() == {"table": table.id}
        again = httpx.post(f"{other.url}/api/house/tables", content=raw, headers=bearer(other.key))
        assert again.status_code == 422
        assert "here already" in again.json()["error"]["message"]
        table.server = other
        with table.sit("Blue") as blue:
            assert blue.does("view") == there


def test_an_exported_table_that_was_altered_is_refused(server: Server, tmp_path: Path) -> None:
    """A letter of the title, the seed, and no JSON at all."""
    table = both(server)
    store = Store(server.store)
    raw = export(store, table.id)
    store.close()
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    seed = json.loads(raw)["seed"]
    for bad in (
        raw.replace(b"Crossfire", b"Ceasefire", 1),
        raw.replace(seed.encode(), b"00" * 32),
        b"[]",
        raw[:-9],
    ):
        with pytest.raises(BadPosition):
            bring_in(other, bad)
    assert other.tables() == []
    other.close()


def test_a_table_is_ended_or_forgotten_by_the_key(server: Server) -> None:
    """Ended it can be looked at; forgotten it is gone for its seats too."""
    table = both(server)
    way = f"/api/house/tables/{table.id}"
    server.post(f"{way}/close", server.key)
    with table.sit("Blue") as blue:
        assert blue.says("answer", answer={"hexes": BLUE_HOME})["error"]["code"] == "closed"
    assert httpx.delete(server.url + way, headers=bearer(server.key)).status_code == 200
    assert server.get("/api/seat", table.links["Blue"]).status_code == 401


def test_a_browser_sees_all_its_tables_at_once(server: Server) -> None:
    """In the order of its words; a word that opens nothing gives nothing."""
    first, second = both(server), both(server)
    words = [second.links["Red"], "wrong", first.links["Blue"]]
    shown = server.post("/api/seats", tokens=words).json()
    assert [one and (one["table"], one["side"]) for one in shown] == [
        (second.id, "Red"),
        None,
        (first.id, "Blue"),
    ]


def test_the_command_line_sees_to_tables(server: Server, tmp_path: Path) -> None:
    """Listed, linked, exported, removed, imported: the same table, and the new link opens it."""
    table, store = both(server), ("--store", server.store)
    assert f"{table.id}  Drill: Crossfire on the hill: turn 1, Deployment; Blue and Red to answer" in say(
        "tables", *store
    )
    path, word = say("tables", "link", table.id, "Blue", *store).strip().split("#")
    assert path == f"/table/{table.id}"
    assert server.get("/api/seat", word).json()["side"] == "Blue"
    file = str(tmp_path / "kept.json")
    say("tables", "export", table.id, file, *store)
    say("tables", "remove", table.id, *store)
    assert table.id not in say("tables", *store)
    assert say("tables", "import", file, *store).strip() == table.id
    say("tables", "end", table.id, *store)
    assert "ended" in say("tables", *store)
    assert "there is no such table" in complaint("tables", "end", "none", *store, code=2)


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    """A file that nobody else may open."""
    key = house_key(tmp_path / "folder")
    assert len(key) == 32
    assert house_key(tmp_path / "folder") == key
    assert (tmp_path / "folder" / "house.key").stat().st_mode & 0o077 == 0


# A game as a film


def test_a_replay_shows_what_the_seat_saw_and_no_more(server: Server) -> None:
    """All frames of Blue together: Red's hidden unit stands in none; the last view is the present one."""
    table = both(server)
    blue, red = deployed(table)
    for seat in (blue, red):
        seat.does("answer", answer="advance")
    now = blue.does("view")["view"]
    shown = server.get("/api/seat/replay?first=0&count=200", table.links["Blue"]).json()
    assert [frame["step"] for frame in shown["frames"]] == list(range(len(shown["steps"])))
    assert shown["frames"][-1]["view"] == now
    assert RED_HOME[-1] not in json.dumps(shown["frames"])
    assert BLUE_HOME[-1] in json.dumps(shown["frames"])
    assert shown["steps"][-1]["heard"] == len(table.sit("Blue").seated["events"])
    assert server.get("/api/seat/replay?whole=true", table.links["Blue"]).status_code == 409
    assert server.get("/api/seat/replay?first=-1", table.links["Blue"]).status_code == 400


def test_secret_answers_make_no_step(server: Server) -> None:
    """Red has deployed in secret: for Blue nothing has happened yet."""
    table = both(server)
    before = server.get("/api/seat/replay", table.links["Blue"]).json()
    with table.sit("Red") as red:
        red.does("answer", answer={"hexes": RED_HOME})
    assert server.get("/api/seat/replay", table.links["Blue"]).json() == before


def test_a_host_who_puts_a_bot_in_does_not_get_the_record(server: Server) -> None:
    """Red was a person's: what he did stays his, whoever sits there now."""
    table = both(server)
    server.post("/api/seat/chair", table.links["host"], side="Red", bot="random")
    assert server.get("/api/seat/record", table.links["Blue"]).status_code == 409


# It is your move


class Hook:
    """A place for messages: what was posted there, and what it answers."""

    def __init__(self) -> None:
        self.posted: list[dict[str, Any]] = []
        self.status = 204
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                hook.posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(hook.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture
def hook() -> Iterator[Hook]:
    """A place for messages."""
    found = Hook()
    yield found
    found.server.shutdown()
    found.server.server_close()


def in_house(tmp_path: Path, play: Callable[[House, Opened], Any], **more: Any) -> None:
    """Do something with a table in a server of this process that nobody else reaches."""

    async def played() -> None:
        house = House(Settings(store=f"sqlite:///{tmp_path / 'tables.db'}", thinkers=1, local_hooks=True))
        try:
            chairs = (Chair("Blue", "Ann"), Chair("Red", "Bob"))
            kept, opened, live = await asyncio.to_thread(
                set_up, NewTableWanted(position=DUEL, chairs=chairs, **more)
            )
            house.store.add(kept)
            await house.hall.welcome(live)
            await play(house, opened)
        finally:
            house.close()

    asyncio.run(played())


def let_time_pass(house: House, column: str) -> None:
    """Whatever was to happen later is to happen now."""
    with house.store.engine.begin() as connection:
        connection.execute(update(ASKED).where(ASKED.c[column].is_not(None)).values({column: 1.0}))


def test_who_does_not_answer_is_told_once(tmp_path: Path, hook: Hook) -> None:
    """By webhook, in words that hold nothing secret; not again, and not before some time has passed."""

    async def play(house: House, opened: Opened) -> None:
        await house.hall.arrange(opened.table, "Blue", Arrangement(webhook=hook.url))
        await look(house.hall, house.settings)
        assert hook.posted == []
        let_time_pass(house, "due")
        await look(house.hall, house.settings)
        await look(house.hall, house.settings)
        assert len(hook.posted) == 1
        assert hook.posted[0]["side"] == "Blue"
        assert hook.posted[0]["text"].startswith("It is your move (Blue) in Drill: a position")

    in_house(tmp_path, play)


def test_a_message_that_could_not_be_sent_waits_in_the_store(tmp_path: Path, hook: Hook) -> None:
    """The place was out of order; another process, later, sends it."""

    async def fail(house: House, opened: Opened) -> None:
        hook.status = 500
        await house.hall.arrange(opened.table, "Blue", Arrangement(webhook=hook.url))
        let_time_pass(house, "due")
        await look(house.hall, house.settings)
        assert len(hook.posted) == 1

    in_house(tmp_path, fail)
    hook.status = 204
    house = House(Settings(store=f"sqlite:///{tmp_path / 'tables.db'}", thinkers=1, local_hooks=True))
    let_time_pass(house, "due")
    for _ in range(2):
        asyncio.run(look(house.hall, house.settings))
    house.close()
    assert len(hook.posted) == 2


def test_who_has_answered_is_told_nothing(tmp_path: Path, hook: Hook) -> None:
    """Blue moves before the message goes out."""

    async def play(house: House, opened: Opened) -> None:
        await house.hall.arrange(opened.table, "Blue", Arrangement(webhook=hook.url))
        live = await house.hall.table(opened.table)
        side = live.driver.table.scene.side("Blue")
        while any(ask.side == side for ask in live.driver.asks):
            await house.hall.substitute(opened.table, "Blue", "random")
        let_time_pass(house, "due")
        await look(house.hall, house.settings)
        assert hook.posted == []

    in_house(tmp_path, play)


def test_mail_goes_out_over_smtp() -> None:
    """To the address that was given, with the game in the subject and the table's address in the text."""
    letters: list[str] = []

    class Mailbox(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline().decode().strip():
                letters.append(line)
                if line.upper() == "DATA":
                    self.wfile.write(b"354 go on\r\n")
                    while (line := self.rfile.readline().decode().strip()) != ".":
                        letters.append(line)
                self.wfile.write(b"221 bye\r\n" if line.upper() == "QUIT" else b"250 fine\r\n")

    from sandtable.server.messages import send
    from sandtable.server.store.calls import Message

    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as sink:
        threading.Thread(target=sink.serve_forever, daemon=True).start()
        settings = Settings(
            store="",
            mail=f"smtp://127.0.0.1:{sink.server_address[1]}",
            mail_from="table@play.example",
            address="https://play.example",
        )
        standing = b'{"turn": 3, "phase": "Blue movement"}'
        send(Message("abc", "Drill: Crossfire", "Blue", standing, "ann@there.example", "", 0), settings)
        sink.shutdown()
    told = "\n".join(letters)
    assert "rcpt TO:<ann@there.example>" in told
    assert "Subject: Your move: Drill: Crossfire" in told
    assert "https://play.example/table/abc" in told


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/", "http://localhost:9/", "http://10.0.0.1/", "http://[::1]/"]
)
def test_an_open_server_calls_nobody_in_its_own_network(address: str) -> None:
    """A seat's webhook must not be a way to what only the server can reach."""
    with pytest.raises(NotSent, match="own network"):
        post(address, b"{}", local=False)


def test_arrangements_that_cannot_be_are_refused_all_at_once() -> None:
    """A webhook that is none, an address that is none, and no mail at all."""
    from sandtable.games.drill import game

    with pytest.raises(Refused) as refused:
        check_arrangement(Arrangement(webhook="ftp://x", mail="a b@c\nd"), game, Settings(store=""))
    assert [fault.place for fault in refused.value.refusals] == ["webhook", "mail", "mail"]


def test_only_a_player_arranges_and_only_for_his_side(server: Server) -> None:
    """Red's wishes are nobody else's to read."""
    table = both(server)
    wish = {"webhook": "http://127.0.0.1:9/hook", "substitute": "sergeant"}
    assert server.post("/api/seat/arrangement", table.links["Red"], **wish).json() == wish
    assert server.get("/api/seat/arrangement", table.links["Red"]).json() == wish
    assert server.get("/api/seat/arrangement", table.links["Blue"]).json() == {}
    assert server.post("/api/seat/arrangement", table.links["host"], **wish).status_code == 409
    assert server.post("/api/seat/arrangement", table.links["Red"], substitute="x").status_code == 404


# Time control


def test_rest_days_and_holidays_do_not_count() -> None:
    """Asked on Friday 1 January 2027 at noon, one day to answer, weekends and Monday the 4th free:
    half a day is left of Friday, so the other half ends on Tuesday at noon."""
    asked = datetime(2027, 1, 1, 12, tzinfo=UTC)
    clock = Clock(1, rest=(5, 6), holidays=(date(2027, 1, 4),))
    assert datetime.fromtimestamp(clock.deadline(asked.timestamp()), UTC) == datetime(
        2027, 1, 5, 12, tzinfo=UTC
    )
    assert Clock(2).deadline(asked.timestamp()) == asked.timestamp() + 2 * 86400
    with pytest.raises(BadRequest):
        checked(Clock(1, rest=(0, 1, 2, 3, 4, 5, 6)))


def test_a_bot_answers_for_a_side_whose_time_is_up_if_it_allows_that(tmp_path: Path) -> None:
    """Once, with a new deadline for what is asked then; without leave nothing happens."""

    async def play(house: House, opened: Opened) -> None:
        live = await house.hall.table(opened.table)
        assert live.deadlines["Blue"] > time.time() + 86000
        let_time_pass(house, "deadline")
        await look(house.hall, house.settings)
        assert live.driver.history == []
        await house.hall.arrange(opened.table, "Blue", Arrangement(substitute="random"))
        let_time_pass(house, "deadline")
        await look(house.hall, house.settings)
        assert len(live.driver.history) >= 1
        assert {given.side for given in live.driver.history} == {0}
        assert all(deadline > time.time() for deadline in house.store.calls.deadlines(opened.table).values())

    in_house(tmp_path, play, clock=Clock(1))


def test_a_table_with_a_clock_says_until_when(server: Server) -> None:
    """In what is seen on sitting down, and after every answer."""
    table = server.open(position=DUEL, clock={"days": 3})
    with table.sit("Blue") as blue:
        assert blue.seated["table"]["clock"] == {"days": 3.0}
        until = blue.seated["deadlines"]["Blue"]
        assert abs(until - time.time() - 3 * 86400) < 60
    table = server.open(position=DUEL)
    with table.sit("Blue") as blue:
        assert "deadlines" not in blue.seated
