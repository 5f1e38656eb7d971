"""Before fire and movement: helicopters rise and drop, machine guns turn, stacks are put in order [7.84]
[7.92] [13.21]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.engine import Refusal, Several
from sandtable.games.raid.events import CounterDropped, CounterRose, Dropped, Rose, Turned
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import ALPHA, BRAVO, HIGH, has, mark, on_map, stack, wipe
from sandtable.hexes import LETTERS

CLIMB, TOP = -1, -2
STACKED = ("infantry", "dummy")
"""Whose order in a stack their owner chooses; a dummy has one too, or it would give itself away."""


class Turn(NamedTuple):
    """A helicopter changes altitude, `facing` being CLIMB; a unit goes on TOP of its stack; or a machine gun
    turns to a hexside."""

    unit: int
    facing: int


class Ready(Several[Turn]):
    """Who rises or drops, and which machine guns turn where [7.92] [13.21]."""

    table: Play
    name, case, private = "turn", "13.21", True
    __slots__ = ("guns",)

    def __init__(self, table: Play, side: int, guns: bool) -> None:
        super().__init__(table, side)
        self.guns = guns

    def question(self) -> str:
        """What there is to be settled, by what this side has."""
        offered = {min(turn.facing, 0): True for turn in self.options}
        parts = {
            CLIMB: "which helicopters rise or drop",
            0: "which machine guns turn",
            TOP: "who goes on top of a stack",
        }
        told = [words for kind, words in parts.items() if kind in offered]
        return f"{', and '.join(told)}?".capitalize()

    def offer(self) -> Sequence[Turn]:
        return list(turns(self.table, self.side, self.guns))

    def key(self, option: Turn) -> str:
        name = self.table.scene.unit_name(option.unit)
        if option.facing == CLIMB:
            return f"{name} {'drops' if has(self.table.state, option.unit, HIGH) else 'rises'}"
        if option.facing == TOP:
            return f"{name} on top"
        return f"{name} faces {LETTERS[option.facing]}"

    def faults(self, answer: tuple[Turn, ...]) -> list[Refusal]:
        units = [turn.unit for turn in answer if turn.facing != TOP]
        twice = [unit for place, unit in enumerate(units) if unit in units[:place]]
        return [Refusal("7.92", f"{self.table.scene.unit_name(unit)} turns one way only") for unit in twice]


def turns(table: Play, side: int, guns: bool) -> Iterator[Turn]:
    """All that a side's helicopters and machine guns could do now."""
    state, types = table.state, table.scene.types
    for unit in on_map(state, side):
        if types[unit].flies and not state.held[unit]:
            yield Turn(unit, CLIMB)
        elif guns and types[unit].machine_gun:
            yield from (Turn(unit, facing) for facing in range(6) if facing != state.facing[unit])
    for hex in dict.fromkeys(state.hexes[unit] for unit in on_map(state, side)) if guns else ():
        yield from (Turn(unit, TOP) for unit in orderly(table, hex, side)[1:])


def orderly(table: Play, hex: int, side: int) -> list[int]:
    """Those of a stack whose order their owner chooses, from the top [7.84]."""
    types = table.scene.types
    return [unit for unit in stack(table.state, hex, side) if types[unit].breed in STACKED]


async def make_ready(table: Play, guns: int) -> None:
    """Both players at once: altitude, and before fire facings and stacks [4.1] [7.84] [7.92] [13.21]."""
    asks = [Ready(table, side, guns > 0) for side in (ALPHA, BRAVO)]
    answers = await table.ask_all([ask for ask in asks if ask.options], resumable=True)
    for side in sorted(answers):
        for turn in answers[side]:
            carry_out(table, turn)
        for turn in reversed(answers[side]):
            if turn.facing == TOP:
                put_on_top(table, turn.unit)
    look(table)


def carry_out(table: Play, turn: Turn) -> None:
    """A helicopter changes its altitude, a gun its facing [7.92] [13.21]."""
    state, unit = table.state, turn.unit
    if turn.facing == CLIMB:
        change_altitude(table, unit)
    elif turn.facing != TOP:
        state.facing[unit] = turn.facing
        tell_of(table, unit, Turned(unit, LETTERS[turn.facing]), None)


def put_on_top(table: Play, unit: int) -> None:
    """A unit takes the first place in its stack; of several the one that was named first comes to lie there,
    and losses that are too many for a target go down from there [7.84]."""
    state = table.state
    units = orderly(table, state.hexes[unit], state.side[unit])
    ranks = sorted(state.rank[one] for one in units)
    for one, rank in zip([unit, *(one for one in units if one != unit)], ranks, strict=True):
        state.rank[one] = rank


def change_altitude(table: Play, unit: int) -> None:
    """It rises, or drops again [13.21]."""
    state = table.state
    side, hex, high = state.side[unit], state.hexes[unit], has(state, unit, HIGH)
    (wipe if high else mark)(state, unit, HIGH)
    if high:
        tell_of(table, unit, Dropped(unit), CounterDropped(side, hex))
    else:
        tell_of(table, unit, Rose(unit), CounterRose(side, hex))
