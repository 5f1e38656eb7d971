"""A game from its beginning, as one seat saw it: what it heard, and what lay before it at each step.

A step is a place at which the seat has heard something new. Steps are counted by that alone, so that
the count tells nothing of answers that others gave in secret.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sandtable.engine.driver import Driver
from sandtable.engine.events import NOBODY
from sandtable.engine.record import read_record, replay
from sandtable.engine.session import UMPIRE, WATCHER, Session, Wire
from sandtable.engine.wire import event_wire
from sandtable.server.live import standing_of


class ReplayWanted(NamedTuple):
    """Which record, with the seed of its dice; through whose eyes; and which steps in full."""

    record: bytes
    seed: bytes
    eyes: str
    start: int
    most: int


def film(wanted: ReplayWanted) -> Wire:
    """Every step in short, and those that are wanted in full; runs in a process of its own."""
    record = read_record(wanted.record)
    whole = replay(record, seed=wanted.seed)
    again = replay(record, 0, seed=wanted.seed)
    again.orders = {}
    session = Session(again, record.header, _eyes(whole, wanted.eyes))
    steps: list[Wire] = []
    frames: list[Wire] = []
    for events in _story(whole, session):
        at = {
            "step": len(steps),
            "heard": len(events) + (steps[-1]["heard"] if steps else 0),
            **_where(again),
        }
        if wanted.start <= at["step"] < wanted.start + wanted.most:
            frames.append({**at, "events": events, **session.view(""), **session.counters()})
        steps.append(at)
    return {"steps": steps, "frames": frames}


def _eyes(driver: Driver[Any, Any], name: str) -> int | None:
    nobodys = {UMPIRE: None, WATCHER: NOBODY}
    return nobodys[name] if name in nobodys else int(driver.table.scene.side(name))


def _story(whole: Driver[Any, Any], session: Session) -> Iterator[list[Wire]]:
    """The events of each step, with the game standing behind them."""
    again, known = session.driver, 0
    for given in (None, *whole.history):
        if given is not None:
            again.repeat(given)
        log = again.table.log or []
        heard = [event for entry in log[known:] if (event := entry.to_seat(session.seat)) is not None]
        known = len(log)
        if heard or given is None:
            yield [event_wire(event, session.scene) for event in heard]


def _where(driver: Driver[Any, Any]) -> Wire:
    standing = standing_of(driver)
    return {"turn": standing.turn, "rung": standing.rung, "phase": standing.phase}
