"""A practice ground for single procedures: units on an open map, scripted dice, scripted answers.

A unit is a line such as "A/1 us_rifle Blue 0505 fire A": name, type, side, hex, status (with + between,
or -), company.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.engine import Refused
from sandtable.engine.asks import Ask
from sandtable.engine.dice import Script
from sandtable.engine.position import BoardChanges
from sandtable.engine.table import Table
from sandtable.engine.wire import event_text
from sandtable.games.tcs.scene import Battlefield, Play, armoury
from sandtable.games.tcs.state import ABOARD, DESTROYED, STATUS, TAKEN, Muster, State, new_state

Procedure = Callable[[Play], Coroutine[Any, Any, Any]]
SIDES = ("Blue", "Red")
WITHOUT = ("command", "digging in")


def lay_out(units: str, *, battle: str = "first-blood", **terrain: str) -> State:
    """The state in which these units stand on open ground, but for hexes such as h0505="forest"."""
    lines = [line.split() for line in units.strip().splitlines()]
    types = [type.id for type in armoury(battle).unit]
    named = [(SIDES.index(line[2]), line[5]) if len(line) > 5 else None for line in lines]
    companies = tuple(dict.fromkeys(company for company in named if company))
    state = new_state(
        Muster(
            battle, "", "20x20", BoardChanges(terrain={hex[1:]: name for hex, name in terrain.items()}),
            (1, 20), (1, 20), (), SIDES, tuple(line[0] for line in lines),
            tuple(SIDES.index(line[2]) for line in lines), tuple(types.index(line[1]) for line in lines),
            companies, tuple(companies.index(one) if one else -1 for one in named), (), (-1,) * len(lines),
        )
    )  # fmt: skip
    board = Battlefield(state).board
    for unit, line in enumerate(lines):
        words = [word for word in line[4].split("+") if word != "-"]
        state.flags[unit] = sum(STATUS[word] for word in words)
        if line[3] in state.units:
            state.hexes[unit], state.carrier[unit] = ABOARD, state.units.index(line[3])
        else:
            state.hexes[unit] = board.find(line[3])
    return state


class Practice:
    """Carries a procedure out up to each question; `answer` goes on from there."""

    def __init__(self, state: State, *dice: int) -> None:
        self.table: Play = Table(Battlefield(state), state, Script(dice))
        self.table.log = []
        self.table.rolls = []
        self.asks: list[Ask[Any]] = []
        self.over = False
        self.result: Any = None
        self._rule: Coroutine[Any, Any, Any] | None = None

    def begin(self, procedure: Procedure) -> "Practice":
        self.over = False
        self._rule = procedure(self.table)
        self._go(None)
        return self

    def _go(self, value: Any) -> None:
        assert self._rule is not None
        self.asks = []
        try:
            while True:
                want = self._rule.send(value)
                if isinstance(want, Ask) and want.window and not want.might_answer():
                    value = want.decline
                    continue
                self.asks = [want] if isinstance(want, Ask) else list(want.asks.values())
                return
        except StopIteration as end:
            self.over, self.result = True, end.value

    @property
    def ask(self) -> Ask[Any]:
        (ask,) = self.asks
        return ask

    @property
    def question(self) -> str:
        """Side and name of the question, such as "Blue name-target"; "" at the end."""
        return f"{SIDES[self.ask.side]} {self.ask.name}" if self.asks else ""

    @property
    def offers(self) -> list[str]:
        ask: Any = self.ask
        return [ask.key(option) for option in ask.options]

    def answer(self, *answers: Any) -> "Practice":
        for wire in answers:
            self._go(self.ask.read(wire))
        return self

    def sealed(self, *wires: Any) -> "Practice":
        """Answer what both sides are asked at once, in the order of the questions."""
        self._go({ask.side: ask.read(wire) for ask, wire in zip(self.asks, wires, strict=True)})
        return self

    def refusal(self, wire: Any) -> str:
        """Cases and reasons with which an answer is refused."""
        try:
            self.ask.read(wire)
        except Refused as refused:
            return "; ".join(f"{one.case}: {one.reason}" for one in refused.refusals)
        raise AssertionError(f"{wire} is allowed")

    def unit(self, name: str) -> int:
        return self.table.scene.unit(name)

    def hex(self, name: str) -> int:
        return self.table.scene.hex(name)

    def where(self, name: str) -> str:
        """The hex of a unit, or what has become of it."""
        hex = self.table.state.hexes[self.unit(name)]
        return {DESTROYED: "destroyed", TAKEN: "taken", ABOARD: "aboard"}.get(
            hex
        ) or self.table.scene.hex_name(hex)

    def status(self, name: str) -> set[str]:
        flags = self.table.state.flags[self.unit(name)]
        return {word for word, bit in STATUS.items() if flags & bit}

    def lost(self, name: str) -> int:
        return self.table.state.lost[self.unit(name)]

    def morale(self, company: str) -> int:
        names = [name for _, name in self.table.state.companies]
        return self.table.state.morale[names.index(company)]

    def with_morale(self, **companies: int) -> "Practice":
        names = [name for _, name in self.table.state.companies]
        for company, amount in companies.items():
            self.table.state.morale[names.index(company)] = amount
        return self

    def told(self, side: str = "") -> list[str]:
        """The log in words, as a side hears it; the umpire's without one."""
        seat = SIDES.index(side) if side else None
        events = [heard.to_seat(seat) for heard in self.table.log or ()]
        return [event_text(event, self.table.scene) for event in events if event is not None]
