"""Withdrawing from close assault: who may leave, and where to [10.25]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.engine import Option, Refusal, Several
from sandtable.games.rdf.allowance import payers, step_cost
from sandtable.games.rdf.events import Withdraws
from sandtable.games.rdf.rollcall import here
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.stacking import crowd
from sandtable.games.rdf.state import NAPE, NO_ACT, NOBODY
from sandtable.games.rdf.watch import look_around


class Leaving(NamedTuple):
    """A unit that withdraws, and the hex it withdraws to."""

    unit: int
    hex: int


class Withdraw(Several[Leaving]):
    """Which units leave a close assault, and where to [10.0] [10.25]."""

    __slots__ = ("_free", "hex")
    table: Play
    name, case, window = "withdraw", "10.25", True

    def __init__(self, table: Play, side: int, hex: int) -> None:
        super().__init__(table, side)
        self.hex = hex

    def question(self) -> str:
        scene = self.table.scene
        return f"Who of {scene.sides[self.side]} withdraws from {scene.hex_name(self.hex)}?"

    def might_answer(self) -> bool:
        """Could anybody leave, for all that the enemy can see?"""
        units = [unit for unit in here(self.table, self.side, self.hex) if may_leave(self.table, unit)]
        return any(retreats(self.table, unit, public=True) for unit in units)

    def offer(self) -> Sequence[Leaving]:
        units = [unit for unit in here(self.table, self.side, self.hex) if may_leave(self.table, unit)]
        return [Leaving(unit, hex) for unit in units for hex in retreats(self.table, unit)]

    def key(self, option: Leaving) -> str:
        scene = self.table.scene
        return f"{scene.units[option.unit]} to {scene.hex_name(option.hex)}"

    def describe(self, option: Leaving) -> Option:
        scene, key = self.table.scene, self.key(option)
        return Option(key, key, unit=scene.units[option.unit], hex=scene.hex_name(option.hex))

    def faults(self, answer: tuple[Leaving, ...]) -> list[Refusal]:
        return [*_twice(self.table, answer), *_crowded(self.table, self.side, answer)]

    def why_not(self, key: str) -> Refusal:
        table, scene = self.table, self.table.scene
        name, _, place = key.rpartition(" to ")
        unit, hex = scene.unit(name), scene.hex(place)
        for reason, holds in _bars(table, unit, self.hex, hex):
            if holds:
                return Refusal("10.25", f"{name} {reason}", place)
        return Refusal("10.25", f"{name} is not one of the units that may withdraw", place)


def _bars(table: Play, unit: int, start: int, hex: int) -> Iterator[tuple[str, bool]]:
    """Why a unit may not withdraw to a hex, and whether it is so [8.31] [10.25]."""
    yield "is not in the assault", table.state.hexes[unit] != start
    yield "is suppressed and cannot leave", pinned(table, unit)
    yield "can withdraw only to a hex beside it", hex not in table.scene.near[start]
    yield "cannot withdraw to a hex with enemies", hostile(table, table.state.side[unit], hex)
    yield "cannot cross that hexside", hex not in passable(table, unit)
    yield "would overstack that hex", hex not in retreats(table, unit)


def pinned(table: Play, unit: int) -> bool:
    """Is it infantry on foot that is suppressed (ruling at 8.31) [8.31]?"""
    state = table.state
    return table.scene.foot[unit] and state.suppressed[unit] > 0


def may_leave(table: Play, unit: int) -> bool:
    """Ground units that no carrier takes along and that are not pinned [8.31] [10.25]."""
    flies, state = table.scene.helicopter, table.state
    return not flies[unit] and state.carrier[unit] == NOBODY and not pinned(table, unit)


def passable(table: Play, unit: int, public: bool = False) -> list[int]:
    """The hexes beside it into which the unit could move at all, with the headquarters that rides with it;
    of that the public does not know [6.15] [10.25] [5.63]."""
    around, hex = table.scene.board.neighbours, table.state.hexes[unit]
    going = [unit] if public else payers(table, [unit])
    return [
        around[at]
        for at in range(hex * 6, hex * 6 + 6)
        if around[at] >= 0 and all(step_cost(table, one, at) > 0 for one in going)
    ]


def hostile(table: Play, side: int, hex: int) -> bool:
    """Are there enemies in the hex, other than helicopters that fly high over it?"""
    state = table.state
    return any(state.hexes[unit] == hex and state.altitude[unit] == NAPE for unit in table.scene.foes[side])


def retreats(table: Play, unit: int, public: bool = False) -> list[int]:
    """The hexes to which a unit may withdraw by itself [10.25]."""
    side = table.state.side[unit]
    free = [hex for hex in passable(table, unit, public) if not hostile(table, side, hex)]
    return [hex for hex in free if not _overstacked(table, side, hex, (unit,))]


def _overstacked(table: Play, side: int, hex: int, coming: Sequence[int]) -> bool:
    return any(crowd(table.scene, table.state, [*here(table, side, hex), *coming]))


def _twice(table: Play, answer: tuple[Leaving, ...]) -> Iterator[Refusal]:
    units = [one.unit for one in answer]
    for unit in dict.fromkeys(units):
        if units.count(unit) > 1:
            yield Refusal("10.25", "withdraws to one hex only", table.scene.units[unit])


def _crowded(table: Play, side: int, answer: tuple[Leaving, ...]) -> Iterator[Refusal]:
    """Hexes that do not hold all who withdraw there [6.3] [10.25]."""
    for hex in dict.fromkeys([one.hex for one in answer]):
        coming = dict.fromkeys([one.unit for one in answer if one.hex == hex])
        if _overstacked(table, side, hex, [*coming]):
            yield Refusal("10.25", "does not hold all who would withdraw there", table.scene.hex_name(hex))


def move_out(table: Play, leaving: Sequence[Leaving]) -> None:
    """Those who are left go, with their passengers and without No Act markers, and all look around
    [10.0] [5.47]."""
    state = table.state
    for unit, hex in leaving:
        if state.hexes[unit] >= 0:
            cargo = state.cargo[unit]
            for one in (unit,) if cargo == NOBODY else (unit, cargo):
                state.hexes[one] = hex
                state.flags[one] &= ~NO_ACT
            table.report(Withdraws(unit, hex))
    look_around(table, [one.unit for one in leaving])
