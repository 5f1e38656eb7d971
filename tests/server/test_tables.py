"""Tables over the network: setting up, sitting down, playing, watching, coming back, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import Connection, Server, Table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.engine.record import read_record, verify

BLUE_HOME = [f"0{column}{row:02}" for row in (10, 9) for column in range(1, 10)][:7]
RED_HOME = [f"0{column}01" for column in range(1, 8)]
DUEL = (Path(__file__).parents[1] / "drill" / "positions" / "duel.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of this module, each of which sets up tables of its own."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}") as found:
        yield found


def both(server: Server, **more: Any) -> Table:
    """A table of Drill for two people."""
    chairs = [{"side": "Blue", "name": "Ann"}, {"side": "Red", "name": "Bob"}]
    return server.open(game="drill", chairs=chairs, **more)


def deployed(table: Table) -> tuple[Connection, Connection]:
    """Both have sat down and deployed; the stances are asked for."""
    blue, red = table.sit("Blue"), table.sit("Red")
    blue.does("answer", answer={"hexes": BLUE_HOME})
    red.does("answer", answer={"hexes": RED_HOME})
    return blue, red


def test_the_shelf_shows_every_game(server: Server) -> None:
    """The same list that the protocol gives."""
    shown = server.get("/api/games").json()
    assert "drill" in [game["name"] for game in shown["games"]]


def test_two_play_and_each_hears_what_the_other_did(server: Server) -> None:
    """A sealed answer is only announced; when both are in, both are told, and the next asks are open."""
    table = both(server)
    with table.sit("Blue") as blue, table.sit("Red") as red:
        answered = blue.does("answer", answer={"hexes": BLUE_HOME})
        assert answered["committed"] == ["Blue"]
        assert red.push("news")["committed"] == ["Blue"]
        opened = red.does("answer", answer={"hexes": RED_HOME})
        assert [ask["name"] for ask in opened["asks"] if ask["side"] == "Red"] == ["stance"]
        news = blue.push("news")
        assert [event["text"] for event in news["events"] if event["type"] == "placed"][-1].startswith(
            "R6 stands"
        )
        assert news["view"]["hexes"][13] is None


def test_no_frame_holds_what_its_seat_may_not_know(server: Server) -> None:
    """All frames of both seats and of a watcher: the other's hidden unit is in none of them."""
    table = both(server)
    with table.sit("Blue") as blue, table.sit("Red") as red, table.sit("watcher") as watcher:
        blue.does("answer", answer={"hexes": BLUE_HOME})
        red.does("answer", answer={"hexes": RED_HOME})
        for seat in (blue, red, watcher):
            seat.does("view")
        hidden = {"Blue": BLUE_HOME[-1], "Red": RED_HOME[-1]}
        assert any(hidden["Blue"] in frame for frame in blue.frames)
        assert not any(hidden["Blue"] in frame for frame in [*_told(red), *_told(watcher)])
        assert not any(hidden["Red"] in frame for frame in [*_told(blue), *_told(watcher)])


def _told(seat: Connection) -> list[str]:
    """The frames without the seat's own options, among which every hex of its home stands."""
    frames = [json.loads(frame) for frame in seat.frames]
    for frame in frames:
        for part in frame.values():
            if isinstance(part, dict):
                part.pop("asks", None)
    return [json.dumps(frame) for frame in frames]


def test_a_game_against_a_bot_is_played_to_its_end_over_the_network(server: Server) -> None:
    """The bot answers by itself; whoever plays alone may have the record, and it verifies."""
    table = server.open(
        game="drill", chairs=[{"side": "Blue", "name": "Ann"}, {"side": "Red", "bot": "sergeant"}]
    )
    assert "Red" not in table.links
    with table.sit("Blue") as blue:
        asks: list[Any] = blue.asks
        over = False
        while not over:
            mine = [ask for ask in asks if ask["side"] == "Blue" and ask["kind"] != "hidden"]
            if mine:
                asks = blue.does("answer", answer=first_answer(mine[0]))["asks"]
            else:
                asks = blue.push("news")["asks"]
            over = not asks
    shown = server.get("/api/seat", table.links["Blue"]).json()
    assert shown["standing"]["over"]
    raw = server.get("/api/seat/record", table.links["Blue"]).text
    assert verify(read_record(raw.encode())) == []


def first_answer(ask: dict[str, Any]) -> Any:
    """An answer that Drill allows."""
    if ask["kind"] == "form":
        return {"hexes": BLUE_HOME}
    return [] if ask["kind"] == "several" else ask["options"][0]["key"]


def test_who_comes_back_hears_what_he_missed_and_no_more(server: Server) -> None:
    """`since` is the number of events heard before; the open asks come too."""
    table = both(server)
    blue, red = deployed(table)
    heard = len(table.sit("Blue").seated["events"])
    blue.socket.close()
    red.does("answer", answer="hold")
    with table.sit("Blue") as again:
        again.does("answer", answer="advance")
    with table.sit("Blue", since=heard) as back:
        assert back.seated["events"][0]["type"] == "stances-taken"
        assert back.seated["heard"] == heard + len(back.seated["events"])
    red.socket.close()


def test_undo_tells_the_other_seat_how_much_still_stands(server: Server) -> None:
    """Blue picks a unit and takes it back: Red is told how many events are left."""
    table = server.open(position=DUEL)
    with table.sit("Blue") as blue, table.sit("Red") as red:
        before = red.seated["heard"]
        blue.does("answer", answer="B1")
        red.push("news")
        blue.does("undo")
        assert red.push("undone")["heard"] == before


def test_a_table_goes_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    """The same store, another process: the seats, the answers and the dice to come are the same."""
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    with Server(store) as first:
        table = both(first)
        blue, red = deployed(table)
        blue.does("answer", answer="hold")
        view = red.does("view")
    with Server(store) as second:
        table.server = second
        with table.sit("Red") as again:
            assert again.does("view") == view
            assert again.seated["committed"] == ["Blue"]
            assert [ask["name"] for ask in again.asks] == ["stance"]


def test_a_record_goes_on_as_a_table(server: Server) -> None:
    """What was downloaded can be dropped on the lobby again: the game stands where it stood."""
    table = server.open(game="drill", chairs=[{"side": "Red", "bot": "random"}])
    with table.sit("Blue") as blue:
        blue.does("answer", answer={"hexes": BLUE_HOME})
        view = blue.does("view")["view"]
        raw = server.get("/api/seat/record", table.links["Blue"]).text
    again = server.open(record=raw)
    with again.sit("Blue") as blue:
        assert blue.does("view")["view"]["turn"] == view["turn"]


def test_the_host_lets_a_bot_sit_for_somebody_who_is_away(server: Server) -> None:
    """From then on the bot answers; the person may take the seat back."""
    table = both(server)
    with table.sit("Blue") as blue:
        blue.does("answer", answer={"hexes": BLUE_HOME})
        changed = server.post("/api/seat/chair", table.links["host"], side="Red", bot="sergeant").json()
        assert ("Red", "sergeant") in [(seat["side"], seat["bot"]) for seat in changed["seats"]]
        assert blue.push("news")["asks"]
        assert ("Red", "sergeant") in [(seat["side"], seat["bot"]) for seat in blue.push("table")["seats"]]
        server.post("/api/seat/chair", table.links["Red"], side="Red", name="Bob")
        assert (
            server.post("/api/seat/chair", table.links["Blue"], side="Red", bot="random").status_code == 409
        )


def test_a_closed_table_can_be_looked_at_and_nothing_more(server: Server) -> None:
    """The host ends it; whoever plays on is told."""
    table = both(server)
    assert server.post("/api/seat/close", table.links["Blue"]).status_code == 409
    assert server.post("/api/seat/close", table.links["host"]).json() == {"done": "the table is closed"}
    with table.sit("Blue") as blue:
        answer = blue.says("answer", answer={"hexes": BLUE_HOME})
        assert answer["error"]["code"] in ("gone-on", "closed")
    assert server.get("/api/seat", table.links["Blue"]).json()["closed"]


def test_one_request_over_http_is_enough_for_a_program(server: Server) -> None:
    """A program that keeps no connection open asks and answers with the same words."""
    table = both(server)
    asked = server.post("/api/seat/do", table.links["Blue"], id=1, do="asks").json()
    assert [ask["name"] for ask in asked["ok"]["asks"] if ask["side"] == "Blue"] == ["deploy"]
    done = server.post("/api/seat/do", table.links["Blue"], id=2, do="answer", answer={"hexes": []}).json()
    assert done["error"]["case"] == "2.1"


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({}, 400, "say one of"),
        ({"game": "chess"}, 404, "no game is called"),
        ({"game": "drill", "scenario": "x"}, 404, "no scenario"),
        ({"game": "drill", "chairs": [{"side": "Green"}]}, 404, "Green"),
        ({"game": "drill", "chairs": [{"side": "Red", "bot": "x"}]}, 404, "no bot"),
        ({"game": "drill", "chairs": [{"side": "Red"}, {"side": "Red"}]}, 400, "two chairs"),
        ({"position": "game = 7"}, 422, "game"),
        ({"record": "nonsense"}, 422, "line 1"),
        ({"game": 7}, 400, ""),
        ({"game": "drill", "more": 1}, 400, ""),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused_with_the_reason(
    server: Server, wanted: dict[str, Any], status: int, words: str
) -> None:
    """Never a failure of the server's own."""
    answer = server.post("/api/tables", **wanted)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]["message"]


def test_without_a_seat_nothing_is_told(server: Server) -> None:
    """No word, a wrong word, and a right word in the wrong place: in the address."""
    table = both(server)
    assert server.get("/api/seat").status_code == 401
    assert server.get("/api/seat", "wrong").status_code == 401
    assert server.get(f"/api/seat?token={table.links['Blue']}").status_code == 401
    assert server.get("/api/seat/record", table.links["Blue"]).status_code == 409


@pytest.mark.parametrize("first", ['{"sit": "wrong"}', "nonsense", '{"do": "asks"}', "[]"])
def test_a_connection_that_opens_no_seat_is_closed(server: Server, first: str) -> None:
    """With a code of its own, and the reason."""
    with connect(server.url.replace("http", "ws") + "/api/live") as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


def test_a_page_of_another_place_may_not_connect(server: Server) -> None:
    """The browser says where the page comes from; only this server's own pages are let in."""
    address = server.url.replace("http", "ws") + "/api/live"
    with (
        pytest.raises(Exception, match=r"403|4401"),
        connect(address, origin="https://elsewhere.example") as socket,
    ):  # type: ignore[arg-type]
        socket.recv(10)
    with connect(address, origin=server.url) as socket:  # type: ignore[arg-type]
        socket.send('{"sit": "wrong"}')


def test_every_answer_has_the_headers_that_keep_pages_safe(server: Server) -> None:
    """No script but the server's own, no frames, no guessing of types."""
    headers = server.get("/healthz").headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_counts_name_nobody(server: Server) -> None:
    """What Prometheus reads has the requests by verb, and no table's or seat's name."""
    table = both(server)
    with table.sit("Blue") as blue:
        blue.does("asks")
    text = server.get("/metrics").text
    assert 'sandtable_request_seconds_count{verb="asks"}' in text
    assert not any(word in text for word in [table.id, *table.links.values()])


def test_nonsense_at_a_table_is_answered_and_harms_nothing(server: Server) -> None:
    """Bytes of every kind, and requests that are nobody's business at a table."""
    table = both(server)
    with table.sit("Blue") as blue:
        for raw in (
            "",
            "{",
            "[]",
            "7",
            '{"do":7}',
            '{"do":"new","game":"drill"}',
            '{"do":"quit"}',
            "\x00",
            "{" * 5000,
        ):
            blue.socket.send(raw)
            assert blue.push("error")["code"] in ("bad-request", "unknown")
        assert blue.does("asks")["asks"]


def test_a_box_shows_what_each_side_has(server: Server) -> None:
    """Five rifles and two guns a side in the first scenario of Drill; nobody stands anywhere yet."""
    shown = server.get("/api/games/drill/crossfire").json()
    assert [force["side"] for force in shown["forces"]] == ["Blue", "Red"]
    assert {len(force["units"]) for force in shown["forces"]} == {7}
    assert shown["counters"] == []
    assert set(shown["scenario"]["goals"]) == {"Blue", "Red"}
    assert server.get("/api/games/drill/none").status_code == 404
