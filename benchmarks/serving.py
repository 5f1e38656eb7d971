"""The server: durable answers against the disk's floor, views against bare ASGI, tables in memory, delays."""

import asyncio
import contextlib
import gc
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import Measure, rates
from sandtable.server.app import application
from sandtable.server.opening import NewTableWanted, set_up
from sandtable.server.running import bound, run
from sandtable.server.settings import Settings
from sandtable.server.store import Addition, Store
from sandtable.server.store.writing import Writer

TABLES = 200
SECONDS = 8.0
PAUSE = 2.0
"""Seconds between two answers at one table, on the average."""
BLUE_HOME = [f"0{column}{row:02}" for row in (10, 9) for column in range(1, 10)][:7]
RED_HOME = [f"0{column}01" for column in range(1, 8)]
LINES = b"".join(
    b'{"line":"answer","number":%d,"side":"Blue","ask":"move","kind":"choose"}\n' % n for n in range(4)
)


def measures() -> list[Measure]:
    """All of it."""
    return [*durable_answers(), tables_in_memory(), *asyncio.run(views()), *asyncio.run(delays())]


# -- on the disk -----------------------------------------------------------------------------------


def durable_answers() -> list[Measure]:
    """Answers on the disk per second, one after the other and with many tables at once, against the floor."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/tables.db")
        tables = [set_up(NewTableWanted(game="drill"))[0] for _ in range(64)]
        for table in tables:
            store.add(table)
        lines = {table.id: table.text.count(b"\n") for table in tables}
        first = tables[0].id
        floor = _floor(Path(folder) / "floor", LINES)
        one, bottom = rates(lambda: _append(store, [first], lines), floor, seconds=0.5, rounds=4)
        with contextlib.closing(Writer(store)) as writer, asyncio.Runner() as runner:
            many, bottom_too = rates(
                lambda: runner.run(_gathered(writer, list(lines), lines)), floor, seconds=0.5, rounds=4
            )
        store.close()
    peer = "write and fdatasync"
    return [
        Measure("durable answers, one after the other", "1/s", one, peer, bottom, 0.5, "at least"),
        Measure("durable answers, 64 tables at once", "1/s", many, peer, bottom_too, 0.5, "at least"),
    ]


def _addition(table: str, lines: dict[str, int]) -> Addition:
    before = lines[table]
    lines[table] += LINES.count(b"\n")
    return Addition(table, before, LINES, b'{"turn":1}', 1.0)


def _append(store: Store, tables: Sequence[str], lines: dict[str, int]) -> int:
    return sum(store.append_all([_addition(table, lines) for table in tables]))


async def _gathered(writer: Writer, tables: Sequence[str], lines: dict[str, int]) -> int:
    return sum(await asyncio.gather(*(writer.append(_addition(table, lines)) for table in tables)))


def _floor(path: Path, content: bytes) -> Callable[[], int]:
    """The same bytes, appended to a file and flushed to the disk."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write() -> int:
        os.write(file, content)
        os.fdatasync(file)
        return 1

    return write


# -- in memory -------------------------------------------------------------------------------------


def tables_in_memory(count: int = 200) -> Measure:
    """What one more table in the middle of its game takes, by the growth of this process."""
    held = [_played(7)]
    gc.collect()
    before = _resident()
    held += [_played(seed) for seed in range(count)]
    gc.collect()
    each = (_resident() - before) / count / 1000
    note = f"{len(held[0].driver.history)} answers given at the first"
    return Measure("memory of an idle table", "kB", each, "the goal", 300, 1, "at most", note)


def _played(seed: int) -> Any:
    """A table at which a hundred random answers have been given."""
    from sandtable.engine.asks import random_answer

    dice = random.Random(seed)
    _, _, live = set_up(NewTableWanted(game="drill"))
    for _ in range(100):
        if live.driver.over:
            break
        ask = live.driver.asks[0]
        live.driver.answer(ask.side, random_answer(ask, dice.randrange))
        live.unwritten()
    return live


def _resident() -> int:
    fields = Path("/proc/self/statm").read_text("ascii").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


# -- views -----------------------------------------------------------------------------------------


async def views() -> list[Measure]:
    """Requests for a view of about 20 kB each second, against the same bytes through bare ASGI."""
    with TemporaryDirectory() as folder:
        async with _served(application(Settings(store=f"sqlite:///{folder}/tables.db", **_FREE))) as port:
            opened = await _post(port, "/api/tables", {"position": _crowd()})
            word = opened["links"][0]["token"]
            request = _request("/api/seat/do", b'{"id":1,"do":"view"}', word)
            ours, content = await _rate(port, request)
        async with _served(_bare(content)) as port:
            theirs, _ = await _rate(port, _request("/", b"", ""))
    note = f"{len(content) / 1000:.1f} kB"
    return [Measure("views served", "1/s", ours, "bare ASGI", theirs, 0.35, "at least", note)]


_FREE: dict[str, Any] = {"requests_per_second": 1e9, "burst": 10**9, "tables_per_hour": 10**9, "thinkers": 1}


def _crowd(units: int = 850) -> str:
    """A position of Drill whose view is about as large as those of the great games."""
    hexes = [f"{column:02}{row:02}" for row in range(1, 31) for column in range(1, 31)]
    lines = ['game = "drill"', 'map = "blank"', 'size = "30x30"', 'phase = "blue-movement"']
    for number in range(units):
        side = "Blue" if number < units // 2 else "Red"
        lines += ["[[unit]]", f'name = "{side} rifles {number}"', 'type = "rifles"', f'side = "{side}"']
        lines.append(f'hex = "{hexes[number]}"')
    return "\n".join(lines)


def _bare(content: bytes) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return app


@contextlib.asynccontextmanager
async def _served(app: Any) -> AsyncIterator[int]:
    """The application behind uvicorn, on a port of its own, in this process."""
    door = bound("127.0.0.1", 0)
    config = uvicorn.Config(app, log_config=None, access_log=False, ws="websockets-sansio")
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[door]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield door.getsockname()[1]
    finally:
        server.should_exit = True
        await running


def _request(path: str, body: bytes, word: str) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
    return (head + (f"Authorization: Bearer {word}\r\n" if word else "") + "\r\n").encode() + body


async def _rate(port: int, request: bytes, seconds: float = 3.0) -> tuple[float, bytes]:
    """Requests answered per second over four connections, and the last content."""
    until = time.perf_counter() + seconds
    told = await asyncio.gather(*(_ask(port, request, until) for _ in range(4)))
    return sum(count for count, _ in told) / seconds, told[0][1]


async def _ask(port: int, request: bytes, until: float) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count, content = 0, b""
    while time.perf_counter() < until:
        writer.write(request)
        content = await _answer(reader)
        count += 1
    writer.close()
    return count, content


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    return await reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))


async def _post(port: int, path: str, wanted: object) -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_request(path, json.dumps(wanted).encode(), ""))
    content = await _answer(reader)
    writer.close()
    return json.loads(content)


# -- delays ----------------------------------------------------------------------------------------


async def delays() -> list[Measure]:
    """From an answer to its acknowledgement, and to the other seat's news, with many tables under play.

    The server runs in a process of its own; two people sit at each table and answer at their leisure.
    """
    with TemporaryDirectory() as folder:
        port = _free_port()
        command = [sys.executable, "-m", "benchmarks.serving", f"sqlite:///{folder}/tables.db", str(port)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                own, others = await _play_all(port)
            finally:
                process.terminate()
    note = f"{TABLES} tables, {len(own) / SECONDS:.0f} answers/s"
    rows = [
        ("answer to acknowledgement, p50", own, 0.5, 50.0),
        ("answer to acknowledgement, p99", own, 0.99, 50.0),
        ("answer to the other seat's news, p50", others, 0.5, 50.0),
        ("answer to the other seat's news, p99", others, 0.99, 50.0),
    ]
    return [
        Measure(name, "ms", _quantile(found, at) * 1000, "the goal", goal, 1, "at most", note)
        for name, found, at, goal in rows
    ]


def _quantile(found: list[float], at: float) -> float:
    return sorted(found)[min(len(found) - 1, int(len(found) * at))]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


async def _play_all(port: int) -> tuple[list[float], list[float]]:
    for _ in range(300):
        try:
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            break
        except OSError:
            await asyncio.sleep(0.1)
    own: list[float] = []
    others: list[float] = []
    opened = [await _open_table(port) for _ in range(TABLES)]
    begin = time.perf_counter() + 2.0
    await asyncio.gather(
        *(_play(port, table, number, begin, own, others) for number, table in enumerate(opened))
    )
    return own, others


async def _open_table(port: int) -> Any:
    return await _post(port, "/api/tables", {"game": "drill"})


async def _play(
    port: int, table: Any, number: int, begin: float, own: list[float], others: list[float]
) -> None:
    """Two seats that answer what they are asked, with a pause before each answer."""
    dice = random.Random(number)
    words = {link["side"]: link["token"] for link in table["links"] if link["role"] == "player"}
    address = f"ws://127.0.0.1:{port}/api/live"
    async with connect(address) as blue, connect(address) as red:
        seats = {"Blue": blue, "Red": red}
        asks: dict[str, list[Any]] = {}
        for side, seat in seats.items():
            await seat.send(json.dumps({"sit": words[side]}))
            asks[side] = json.loads(await seat.recv())["seated"]["asks"]
        while time.perf_counter() < begin + SECONDS:
            await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
            side = next((side for side in seats if _mine(asks[side], side)), "")
            if not side:
                return
            ask = _mine(asks[side], side)
            other = "Red" if side == "Blue" else "Blue"
            sent = time.perf_counter()
            await seats[side].send(json.dumps({"id": 1, "do": "answer", "answer": _some(ask, dice)}))
            got = await asyncio.gather(_timed(seats[side], sent), _timed(seats[other], sent))
            asks[side], asks[other] = got[0][1]["ok"]["asks"], got[1][1]["news"]["asks"]
            if sent >= begin:
                own.append(got[0][0])
                others.append(got[1][0])


async def _timed(seat: ClientConnection, sent: float) -> tuple[float, Any]:
    raw = await seat.recv()
    return time.perf_counter() - sent, json.loads(raw)


def _mine(asks: list[Any], side: str) -> Any:
    return next((ask for ask in asks if ask["side"] == side and ask["kind"] != "hidden"), None)


def _some(ask: Any, dice: random.Random) -> Any:
    if ask["kind"] == "form":
        return {"hexes": BLUE_HOME if ask["side"] == "Blue" else RED_HOME}
    return [] if ask["kind"] == "several" else dice.choice(ask["options"])["key"]


if __name__ == "__main__":
    # The server of `delays`, in its own process and without the limits that strangers have.
    run(Settings(store=sys.argv[1], **_FREE), bound("127.0.0.1", int(sys.argv[2])))
