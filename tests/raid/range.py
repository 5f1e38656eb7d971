"""A firing range for Raid!: a blank map with a few units on it, one procedure, its answers and its dice."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sandtable.engine.asks import Ask, Sealed
from sandtable.engine.dice import Script
from sandtable.engine.position import BoardChanges
from sandtable.engine.refusals import Refused
from sandtable.engine.table import Table
from sandtable.engine.wire import event_text
from sandtable.games.raid.scene import Battlefield, Play
from sandtable.games.raid.state import ABOARD, ALPHA, BRAVO, WORDS, Muster, new_state
from sandtable.games.raid.tables import INCLUDED
from sandtable.games.raid.units import KINDS

PASS = "pass"


class Range:
    """Units as lines such as "A1 alpha fire_team 1010 face up, suppressed": name, side, type, hex, flags.

    In place of a hex "on NAME" puts a unit aboard another one. Windows in which nobody could react are no
    questions, and every question that comes has to be answered, in order.
    """

    def __init__(self, *lines: str, map: str = "24x20", night: bool = False, **terrain: str) -> None:
        parts = [line.split(None, 4) for line in lines]
        names = tuple(part[0] for part in parts)
        sides = tuple(ALPHA if part[1] == "alpha" else BRAVO for part in parts)
        changes = BoardChanges(terrain={key[1:]: letter for key, letter in terrain.items()})
        kinds, none = tuple(KINDS[part[2]] for part in parts), (-1,) * len(parts)
        muster = Muster(
            map, "", changes, "", INCLUDED.fingerprint, night, names, sides, kinds, none, none, ()
        )
        state = new_state(muster)
        self.table: Play = Table(Battlefield(state), state, Script(()))
        self.table.log = []
        for unit, part in enumerate(parts):
            self._place(unit, part[3], part[4] if len(part) > 4 else "")
        self.asked: list[tuple[str, str]] = []
        self.offers: list[list[str]] = []

    def _place(self, unit: int, place: str, words: str) -> None:
        state = self.table.state
        if place in self.table.scene.units:
            state.hexes[unit], state.carrier[unit] = ABOARD, self.table.scene.unit(place)
        else:
            state.hexes[unit] = self.table.scene.board.find(place)
        for word in filter(None, words.split(", ")):
            state.flags[unit] |= WORDS.status[word]

    def unit(self, name: str) -> int:
        return self.table.scene.unit(name)

    def hex(self, name: str) -> int:
        return self.table.scene.board.find(name)

    def run(
        self,
        procedure: Callable[[Play], Awaitable[Any]],
        answers: Sequence[object] = (),
        dice: Sequence[int] = (),
    ) -> Any:
        """Carry a procedure out to its end; answers and dice have to come out even. Gives its result."""
        self.table.dice = script = Script(dice)
        left, coroutine, value = list(answers), procedure(self.table).__await__(), None
        while True:
            try:
                value = self._answer(coroutine.send(value), left)
            except StopIteration as done:
                assert not left, f"answers left over: {left}"
                assert script.position == len(dice), f"dice left over: {dice[script.position :]}"
                return done.value

    def _answer(self, want: object, left: list[object]) -> Any:
        if isinstance(want, Sealed):
            return {side: self._answer(ask, left) for side, ask in want.asks.items()}
        assert isinstance(want, Ask)
        if want.window and not want.might_answer():
            return want.decline
        self.asked.append((self.table.scene.sides[want.side], want.name))
        if hasattr(want, "options"):
            self.offers.append([want.key(option) for option in want.options])
        assert left, f"nobody answers {want.name} of {self.table.scene.sides[want.side]}: {self.offers[-1:]}"
        return want.read(left.pop(0))

    def refused(self, ask: Any, key: object) -> str:
        """The case by which an answer is refused."""
        try:
            ask.read(key)
        except Refused as refused:
            return refused.refusals[0].case
        raise AssertionError(f"{key} was not refused")

    def men(self, name: str) -> int:
        return self.table.state.men[self.unit(name)]

    def is_(self, name: str, word: str) -> bool:
        return self.table.state.flags[self.unit(name)] & WORDS.status[word] > 0

    def at(self, name: str) -> int:
        return self.table.state.hexes[self.unit(name)]

    def told(self) -> list[str]:
        """The log in words, as the umpire reads it."""
        return [event_text(heard.event, self.table.scene) for heard in self.table.log or ()]
