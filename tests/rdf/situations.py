"""Situations of Rapid Deployment Force for its tests: position files, scripted dice, single procedures."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.engine import Ended, Ladder, Position, Refused, Rung
from sandtable.engine.asks import Ask
from sandtable.engine.dice import Script
from sandtable.engine.orders import StandingOrder, decide
from sandtable.engine.position import BoardChanges, position_from
from sandtable.engine.table import Table
from sandtable.engine.wire import event_text
from sandtable.games.rdf.fire import FINAL, Shot, odds
from sandtable.games.rdf.muster import scenarios
from sandtable.games.rdf.position import FLAGS, read_position
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DESTROYED, FIRED, INACTIVE, MOVED, ROUTED

FOLDER = Path(__file__).parent / "positions"
US, USSR = 0, 1
Procedure = Callable[[Play], Coroutine[Any, Any, None]]


async def _nothing(table: Play) -> None:
    """A phase in which nothing happens."""


_LADDER: Ladder[Any] = Ladder(Rung("any", "Any phase", "", _nothing))
_READER: Any = SimpleNamespace(name="rdf", choices=(), scenarios=scenarios, ladder=_LADDER)


def situation(name: str, /, **changes: Any) -> Position:
    """The position in a file, with other fields; a field called by a unit's name changes that unit's line."""
    position = position_from((FOLDER / f"{name}.toml").read_text("utf-8"))
    units = [{**line, **changes.pop(line["name"], {})} for line in position.unit]
    kept = {**position.state, **changes.pop("state", {})}
    if "board" in changes:
        changes["board"] = msgspec.convert(changes["board"], BoardChanges)
    return replace(position, **{"unit": units, "state": kept, **changes})


class Bench:
    """A table on which one procedure of the rules is carried out, with these dice and no more.

    `asked` counts the questions put to each side; a window in which nobody can react is no question.
    """

    def __init__(self, position: Position | str, *dice: int) -> None:
        position = situation(position) if isinstance(position, str) else position
        scene, state = read_position(_READER, position)
        self.table: Play = Table(scene, state, Script(dice))
        self.table.log = []
        self.table.rolls = []
        self.ask: Ask[Any] | None = None
        self.over = self.ended = False
        self.asked = [0] * len(state.sides)
        self.orders: dict[int, list[StandingOrder]] = {}
        self._coroutine: Coroutine[Any, Any, None] | None = None

    def begin(self, procedure: Procedure) -> "Bench":
        """Carry out a procedure up to its first question."""
        self.over = False
        self._coroutine = procedure(self.table)
        self._send(None)
        return self

    def _send(self, value: Any) -> None:
        assert self._coroutine is not None
        self.ask = None
        try:
            while True:
                ask = self._coroutine.send(value)
                decided = decide(self.orders.get(ask.side, []), ask) if ask.window else None
                if ask.window and not ask.might_answer():
                    value = ask.decline
                elif decided is not None:
                    value = decided.answer
                else:
                    self.ask = ask
                    self.asked[ask.side] += 1
                    return
        except (StopIteration, Ended) as end:
            self.over, self.ended = True, isinstance(end, Ended)

    def answer(self, *answers: str) -> "Bench":
        """Give answers such as "US A at B, class 2" one after the other; several picks are joined by "; "."""
        for words in answers:
            side, _, key = words.partition(" ")
            assert self.ask is not None, f"nobody is asked anything when {words!r} is said"
            assert self.table.scene.sides[self.ask.side] == side, (
                f"{self.question} is asked when {words!r} is said"
            )
            wire: object = [one for one in key.split("; ") if one] if self.ask.kind == "several" else key
            value = self.ask.read(wire)
            self.ask.check(value)
            self._send(value)
        return self

    def hold(self) -> "Bench":
        """Everybody lets every chance to react go by, up to the next question that is none."""
        while self.ask is not None and self.ask.window:
            self._send(self.ask.decline)
        return self

    @property
    def question(self) -> str:
        """Who is asked what, such as "USSR opportunity-fire"; "" if nobody is asked."""
        return f"{self.table.scene.sides[self.ask.side]} {self.ask.name}" if self.ask else ""

    @property
    def offers(self) -> list[str]:
        """The keys of the options of the open question."""
        ask: Any = self.ask
        return [ask.key(option) for option in ask.options]

    def chance(self, key: str) -> Any:
        """The chance that the open question states for one of its options."""
        ask: Any = self.ask
        return next(ask.describe(option).chance for option in ask.options if ask.key(option) == key)

    def refusal(self, key: str) -> str:
        """The words with which an answer to the open question is refused."""
        assert self.ask is not None
        with pytest.raises(Refused) as refused:
            self.ask.read([*key.split("; ")] if self.ask.kind == "several" else key)
        return str(refused.value)

    def unit(self, name: str) -> int:
        return self.table.scene.unit(name)

    def where(self, name: str) -> str:
        """The hex of a unit; "" if it is not on the map."""
        return self.table.scene.hex_name(self.table.state.hexes[self.unit(name)])

    def gone(self, name: str) -> bool:
        """Is the unit destroyed?"""
        return self.table.state.hexes[self.unit(name)] == DESTROYED

    def hits(self, name: str) -> int:
        return self.table.state.hits[self.unit(name)]

    def is_(self, name: str, *words: str) -> bool:
        """Is the unit all that these words of status say?"""
        flags = self.table.state.flags[self.unit(name)]
        return all(flags & FLAGS[word] for word in words)

    def suppressed(self, name: str) -> bool:
        return self.table.state.suppressed[self.unit(name)] > 0

    def told(self, side: int | None = None) -> list[str]:
        """What a seat has heard, in sentences; None is the umpire."""
        entries = [entry.to_seat(side) for entry in self.table.log or ()]
        return [event_text(event, self.table.scene) for event in entries if event is not None]

    def odds(self, firer: str, target: str, weapon: int, fire: int = FINAL, **about: Any) -> Any:
        """The odds of a shot as the rules roll it."""
        return odds(self.table, Shot(self.unit(firer), self.unit(target), weapon), fire, **about)

    def modifiers(
        self, firer: str, target: str, weapon: int, fire: int = FINAL, **about: Any
    ) -> dict[str, int]:
        """What changes the die of a shot, by the reasons that are given."""
        return {one.why: one.amount for one in self.odds(firer, target, weapon, fire, **about).modifiers}

    def moving(self, *names: str, spent: int = 2) -> "Bench":
        """Let units be under way in their segment, having spent so many half points."""
        state = self.table.state
        state.moving = [self.unit(name) for name in names]
        for unit in state.moving:
            state.spent[unit] = spent
            state.flags[unit] |= MOVED
        return self


__all__ = ["FIRED", "INACTIVE", "ROUTED", "US", "USSR", "Bench", "situation"]
