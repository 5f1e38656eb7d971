"""What goes over an open connection: nonsense in, and nothing out that its seat may not know."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.crashing import some_answer
from tests.server.house import Connection, Server
from tests.server.test_tables import BLUE_HOME, DUEL, both, deployed
from websockets.exceptions import ConnectionClosed

from sandtable.server.house import House
from sandtable.server.limits import Room
from sandtable.server.running import PortTaken, bound
from sandtable.server.settings import Settings

LENGTH = 12
ODD: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "x" * 5000,
    "\u0000",
    "\U0001f680",
    [],
    {},
    [[[]]],
    {"a": {}},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of this module."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}", "--log=json") as found:
        yield found


SOUND: list[dict[str, Any]] = [
    {"do": "asks"},
    {"do": "answer", "answer": "B1"},
    {"do": "answer", "step": "0101"},
    {"do": "answer", "commit": True},
    {"do": "withdraw"},
    {"do": "orders", "orders": [{"then": "pass", "least_chance": "1/3"}]},
    {"do": "view", "side": "Blue"},
    {"do": "odds", "query": {"firer": "B1", "target": "R1"}},
    {"do": "los", "from": "0306", "to": "0303"},
    {"do": "reach", "unit": "B1"},
    {"do": "undo", "n": 1},
    {"do": "bot", "bot": "random"},
    {"do": "load", "position": DUEL},
    {"do": "play", "bots": {"Blue": "random"}},
    {"do": "save"},
]


def spoilt(dice: random.Random) -> str | bytes:
    """A request with something wrong in it, or no request at all."""
    request = json.loads(json.dumps(dice.choice(SOUND)))
    way = dice.randrange(6)
    if way == 0:
        request[dice.choice([*request, "more"])] = dice.choice(ODD)
    elif way == 1:
        del request[dice.choice([*request])]
    text = json.dumps(request, ensure_ascii=dice.random() < 0.5)
    if way == 2:
        text = text[: dice.randrange(len(text))]
    elif way == 3:
        text = "".join(dice.choice('{}[]":,\\0a\u00e9') if dice.random() < 0.1 else one for one in text)
    elif way == 4:
        return dice.randbytes(dice.randrange(60))
    elif way == 5:
        text = "[" * dice.choice([1, 3000]) + text
    return text


@pytest.mark.parametrize("seed", range(LENGTH))
def test_spoilt_frames_are_answered_and_change_nothing(server: Server, seed: int) -> None:
    """Red, whose turn it is not, sends sixty of them: the game stands as it stood, and goes on."""
    dice, table = random.Random(seed), server.open(position=DUEL, umpire=True)
    with table.sit("umpire") as umpire:
        before = umpire.does("hash")
        with table.sit("Red") as red:
            for _ in range(60):
                red.socket.send(spoilt(dice))
            told = red.does("asks")
        assert [ask["kind"] for ask in told["asks"]] == ["hidden"]
        assert umpire.does("hash") == before
    with table.sit("Blue") as blue:
        assert blue.does("answer", answer="B1")["heard"] >= blue.seated["heard"]


def test_a_frame_that_is_too_large_ends_only_its_own_connection(server: Server) -> None:
    """A frame over a megabyte is not read; bytes that are no text are answered."""
    table = both(server)
    with table.sit("Red") as red:
        with table.sit("Blue") as blue:
            blue.socket.send(b"\xff\xfe")
            assert blue.push("error")["code"] == "bad-request"
            blue.socket.send("x" * (2**20 + 1))
            with pytest.raises(ConnectionClosed) as closed:
                blue.push("error")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        assert red.does("asks")["asks"]


def test_play_tells_neither_side_where_the_others_hidden_unit_is(server: Server) -> None:
    """Every frame of both seats, until an event names the unit: no view and no counter has it on a hex."""
    table, dice = both(server), random.Random(5)
    blue, red = deployed(table)
    seats = {"Blue": blue, "Red": red}
    asks = blue.does("asks")["asks"]
    for _ in range(45):
        side = asks[0]["side"]
        own = [ask for ask in seats[side].does("asks")["asks"] if ask["side"] == side]
        asks = seats[side].does("answer", answer=some_answer(own[0], dice))["asks"]
    assert sum(unseen(blue, "R7", 13)) > 3
    assert sum(unseen(red, "B7", 6)) > 3


def unseen(seat: Connection, unit: str, number: int) -> Iterator[int]:
    """One for every frame in which the unit is hidden, up to the first that tells of it."""
    for frame in seat.frames:
        parts = [part for part in json.loads(frame).values() if isinstance(part, dict)]
        events = [event for part in parts for event in part.get("events", ())]
        if any(unit in event["text"] for event in events):
            return
        for part in parts:
            if "counters" in part:
                assert unit not in [counter["name"] for counter in part["counters"]]
            if "view" in part:
                assert part["view"]["hexes"][number] is None
                yield 1


def test_who_asks_too_often_is_sent_away_and_may_come_back(server: Server) -> None:
    """Two thousand requests at a stroke; other seats are not touched."""
    table = both(server)
    with table.sit("Red") as red:
        with table.sit("Blue") as blue:
            with pytest.raises(ConnectionClosed) as closed:
                ask_again_and_again(blue)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        assert red.does("asks")["asks"]


def ask_again_and_again(seat: Connection) -> None:
    """Without waiting for an answer, so that a slow machine does not make it seldom."""
    for number in range(2000):
        seat.socket.send(json.dumps({"id": number, "do": "asks"}))
    seat.push("never")


def test_a_seat_is_open_in_sixteen_windows_at_most(server: Server) -> None:
    """The seventeenth is sent away, until another is closed; watchers share a link freely."""
    table = both(server)
    with ExitStack() as windows:
        opened = [windows.enter_context(table.sit("Red")) for _ in range(16)]
        with pytest.raises(ConnectionClosed) as closed, table.sit("Red") as late:
            late.does("asks")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert "too many windows" in closed.value.rcvd.reason
        assert opened[-1].does("asks")["asks"]


def test_room_is_given_back() -> None:
    """Two of each may be in; who leaves, by whatever way, makes room."""
    room = Room(2)
    with room.entered("here") as first, room.entered("here") as second:
        with room.entered("here") as third, room.entered("there") as other:
            assert (first, second, third, other) == (True, True, False, True)
        with pytest.raises(OSError, match="torn"), room.entered("there"):
            raise OSError("torn")
    with room.entered("here") as again:
        assert again


def test_words_and_keys_are_in_no_log(server: Server) -> None:
    """Each line is a JSON object with the path; none has a seat's word, by whatever way it came."""
    table = both(server)
    with table.sit("Blue") as blue:
        blue.does("answer", answer={"hexes": BLUE_HOME})
    server.get("/api/seat", table.links["Blue"])
    server.get("/api/house/tables", server.key)
    server.get(f"/api/seat?token={table.links['Red']}")
    lines = [json.loads(line) for line in server.told.splitlines()]
    assert {"method": "GET", "path": "/api/seat", "status": 401}.items() <= lines[-1].items()
    assert not any(word in server.told for word in [server.key, *table.links.values()])


def test_a_server_by_another_name_answers_nobody(server: Server) -> None:
    """A page elsewhere that lets its own name lead to this machine gets nothing."""
    answer = httpx.get(f"{server.url}/api/games", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 421
    assert "elsewhere.example" not in answer.text


def test_answers_are_sent_without_delay() -> None:
    """On a socket that does not say it is TCP, asyncio leaves a pause of 40 ms between head and body."""
    with bound("127.0.0.1", 0) as door:
        with socket.create_connection(door.getsockname()):
            taken, _ = door.accept()
            with taken:
                assert taken.proto == socket.IPPROTO_TCP
        with pytest.raises(PortTaken):
            bound("127.0.0.1", door.getsockname()[1])


def test_who_tries_words_is_made_to_wait(tmp_path: Path) -> None:
    """Five words that were not heard before, by this allowance; other addresses are not touched."""
    settings = Settings(store=f"sqlite:///{tmp_path / 'tables.db'}", requests_per_second=0.01, burst=5)
    house = House(settings)
    waits = [house.wait_for(f"guess{number}", "here") for number in range(8)]
    assert [wait == 0 for wait in waits] == [True] * 5 + [False] * 3
    assert house.wait_for("guess", "there") == 0
    house.close()
