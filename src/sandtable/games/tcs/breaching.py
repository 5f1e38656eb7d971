"""Breaching at the end of an Action Phase, when all else has moved [15.3]."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine import Choose, Option, Refusal
from sandtable.games.tcs.mines import breach, why_not_breach
from sandtable.games.tcs.morale_odds import RETREAT
from sandtable.games.tcs.orders import barred, note
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.retreats import retreat
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import Mine


class Breach(NamedTuple):
    """Who goes to work on which field."""

    unit: int
    hex: int


class PickBreach(Choose[Breach | None]):
    """Which minefield is breached next, and by whom [15.3]."""

    __slots__ = ()
    table: Play
    name, case = "pick-breach", "15.3"

    def offer(self) -> Sequence[Breach | None]:
        table = self.table
        fields = [mine.hex for mine in table.state.mines if _workable(mine, self.side)]
        return [
            None,
            *[
                Breach(unit, hex)
                for hex in dict.fromkeys(fields)
                for unit in table.scene.own[self.side]
                if (why_not_breach(table, unit, hex) or barred(table, unit, "breach", hex)) is None
            ],
        ]

    def key(self, option: Breach | None) -> str:
        if option is None:
            return "pass"
        return f"{self.table.scene.units[option.unit]} at {self.table.scene.hex_name(option.hex)}"

    def describe(self, option: Breach | None) -> Option:
        key = self.key(option)
        if option is None:
            return Option(key, "No more breaches")
        scene = self.table.scene
        return Option(key, key, unit=scene.units[option.unit], hex=scene.hex_name(option.hex))

    def why_not(self, key: str) -> Refusal:
        name, _, place = key.rpartition(" at ")
        unit, hex = self.table.scene.unit(name), self.table.scene.hex(place)
        found = why_not_breach(self.table, unit, hex) or barred(self.table, unit, "breach", hex)
        return found or super().why_not(key)


def _workable(mine: Mine, side: int) -> bool:
    """Is it an enemy's field that is known to be there and has no lane?"""
    return mine.side != side and mine.shown and mine.lane < 0


async def breaches(table: Play, side: int) -> None:
    """One after the other, as long as the player likes [15.3] [15.3b]."""
    while len((ask := PickBreach(table, side)).options) > 1 and (chosen := await table.ask(ask)):
        note(table, chosen.unit, "breach", chosen.hex)
        if await breach(table, chosen.unit, chosen.hex) == RETREAT:
            await retreat(table, chosen.unit, overwatch)
