"""A server that is killed again and again in the middle of play, and what was acknowledged before.

python3 -m tests.server.crashing --kills 50 [--store postgresql]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import httpx
from tests.server.house import Connection, Server, Table, bearer
from websockets.exceptions import WebSocketException

from sandtable.engine.record import read_record, verify
from sandtable.engine.record.lines import Answer

BLUE_HOME = [f"0{column}{row:02}" for row in (10, 9) for column in range(1, 10)][:7]
RED_HOME = [f"0{column}01" for column in range(1, 8)]


class Sent(NamedTuple):
    """An answer that was sent: for which side, and whether its acknowledgement came."""

    side: str
    answer: Any
    acknowledged: bool


class Play:
    """One table that is played, through all the server's deaths, in a thread of its own."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.tables: list[tuple[Table, list[Sent]]] = []
        self.trouble: list[str] = []
        self._dice = random.Random(seed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the play, and wait until it has ended."""
        self._stop.set()
        self._thread.join(60)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._play()
            except (OSError, httpx.TransportError, WebSocketException, EOFError):
                time.sleep(0.02)
            except Exception as error:
                self.trouble.append(f"{type(error).__name__}: {error}")
                return

    def _play(self) -> None:
        """Play at the table under way, or at a new one."""
        if not self.tables or self.tables[-1][0].over:
            self.tables.append((self.server.open(game="drill", umpire=True), []))
        table, sent = self.tables[-1]
        with table.sit("umpire") as umpire:
            asks = umpire.asks
            while asks and not self._stop.is_set():
                asks = self._answer(umpire, asks[0], sent)
            table.over = not asks

    def _answer(self, umpire: Connection, ask: dict[str, Any], sent: list[Sent]) -> list[dict[str, Any]]:
        answer = some_answer(ask, self._dice)
        sent.append(Sent(ask["side"], answer, False))
        got = umpire.says("answer", side=ask["side"], answer=answer)
        if "ok" not in got:
            raise AssertionError(json.dumps(got))
        sent[-1] = sent[-1]._replace(acknowledged=True)
        asks: list[dict[str, Any]] = got["ok"]["asks"]
        return asks


def some_answer(ask: dict[str, Any], dice: random.Random) -> Any:
    """An answer that Drill allows."""
    if ask["kind"] == "form":
        return {"hexes": BLUE_HOME if ask["side"] == "Blue" else RED_HOME}
    return [] if ask["kind"] == "several" else dice.choice(ask["options"])["key"]


def faults(sent: list[Sent], record: bytes) -> list[str]:
    """What was acknowledged and is not there, or is there and was not sent, or is there twice."""
    read = read_record(record)
    found = [str(finding) for finding in verify(read)]
    kept = [(answer.side, answer.answer) for _, answer in read.each(Answer)]
    return found if _fits(sent, kept) else [*found, f"sent {sent[-5:]}, kept {kept[-5:]}"]


def _fits(sent: list[Sent], kept: list[Any]) -> bool:
    """Are the kept answers those that were acknowledged, in order, with some whose fate was not known?"""
    places = {0}
    for side, answer, acknowledged in sent:
        taken = {place + 1 for place in places if kept[place : place + 1] == [(side, answer)]}
        places = taken if acknowledged else taken | places
    return len(kept) in places


def crash(store: str, kills: int, plays: int, seed: int = 1) -> dict[str, Any]:
    """Kill the server so often under so many tables; the counts, and all that was found wrong."""
    dice, server = random.Random(seed), Server(store, "--thinkers=1")
    server.start()
    players = [Play(server, seed * 1000 + number) for number in range(plays)]
    for _ in range(kills):
        time.sleep(dice.uniform(0.2, 1.2))
        server.kill()
        server.start()
    time.sleep(0.5)
    for player in players:
        player.stop()
    tables = [one for player in players for one in player.tables]
    wrong = [fault for player in players for fault in player.trouble]
    with httpx.Client(base_url=server.url, headers=bearer(server.key), timeout=30) as client:
        for table, sent in tables:
            record = client.get(f"/api/house/tables/{table.id}/file").json()["record"]
            wrong += faults(sent, record.encode())
    with suppress(ProcessLookupError):
        server.stop()
    acknowledged = sum(one.acknowledged for _, sent in tables for one in sent)
    unknown = sum(not one.acknowledged for _, sent in tables for one in sent)
    return {
        "kills": kills,
        "tables": len(tables),
        "acknowledged": acknowledged,
        "fate unknown": unknown,
        "wrong": wrong,
    }


def main() -> None:
    """The long form."""
    words = argparse.ArgumentParser()
    words.add_argument("--kills", type=int, default=50)
    words.add_argument("--plays", type=int, default=8)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    given = words.parse_args()
    if given.store == "sqlite":
        store = f"sqlite:///{Path(mkdtemp()) / 'tables.db'}"
    else:
        from tests.server.postgres import postgres_url

        store = postgres_url()
    told = crash(store, given.kills, given.plays, given.seed)
    print(json.dumps(told, indent=2))
    sys.exit(bool(told["wrong"]))


if __name__ == "__main__":
    main()
