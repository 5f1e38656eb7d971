"""What assaults and overruns share: fire inside a hex, who is there, and falling back [13.0] [14.0]."""

from collections.abc import Sequence

from sandtable.engine import Refusal
from sandtable.games.tcs.ambushes import meet_ambush
from sandtable.games.tcs.area_odds import Fire
from sandtable.games.tcs.arriving import fill_hole, pass_through
from sandtable.games.tcs.bodies import in_hex
from sandtable.games.tcs.country import NO_WAY
from sandtable.games.tcs.direct import area_fire, resolve, tell_dug_in
from sandtable.games.tcs.direct_asks import Declare
from sandtable.games.tcs.events import FellBack
from sandtable.games.tcs.pairs import part, partner
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shots import CLOSE, INSIDE, Shot, shots
from sandtable.games.tcs.state import (
    CONTACT,
    DONE,
    NOBODY,
    PARALYZED,
    aboard,
    has,
    hex_of,
    mark,
    mounted,
    stack,
)
from sandtable.games.tcs.ways import cheapest, price

SIXTHS = 6


class FireInside(Declare):
    """Who fires in the hex, and how [13.1b] [14.1d]."""

    __slots__ = ("firers",)
    name, case, occasion = "fire-inside", "13.0", INSIDE

    def __init__(self, table: Play, side: int, hex: int, firers: Sequence[int]) -> None:
        super().__init__(table, side, hex)
        self.firers = firers

    def offer(self) -> Sequence[Shot]:
        found = shots(self.table, self.side, self.hex, INSIDE)
        return [shot for shot in found if shot.firer in self.firers]

    def faults(self, answer: tuple[Shot, ...]) -> list[Refusal]:
        """Each fires once besides its AT rolls; point weapons may choose different targets [14.1d]."""
        firing, units = [shot.firer for shot in answer if shot.way != CLOSE], self.table.scene.units
        return [
            Refusal("8.6f", f"{units[unit]} fires once, in one way")
            for unit in dict.fromkeys(firing)
            if firing.count(unit) > 1
        ]


def fighters(table: Play, side: int, hex: int, paralyzed: bool = False) -> list[int]:
    """A side's units in the hex, passengers among them, that are not paralyzed [9.3a] [13.1b] [14.1f].

    See also [13.2b].
    """
    found = in_hex(table, hex, side)
    return [unit for unit in found if paralyzed or not has(table.state, unit, PARALYZED)]


async def fire_inside(table: Play, side: int, hex: int, firers: Sequence[int], base: Fire) -> dict[int, str]:
    """One side's fire in the hex; each fire segment has its own AT rolls [8.10c] [13.1b] [14.1d] [13.1e]."""
    table.state.antitank = []
    ask = FireInside(table, side, hex, firers)
    if not ask.options:
        return {}
    declared = await table.ask(ask)
    outcomes = await resolve(table, declared, base) if declared else {}
    return outcomes | await _own_bombs(table, side, hex, declared, base)


async def _own_bombs(
    table: Play, side: int, hex: int, declared: Sequence[Shot], base: Fire
) -> dict[int, str]:
    """Mortars that fire into their own hex attack all friends in it too, by themselves [3.5d] [13.1e]."""
    types = table.scene.types
    mortars = [shot.firer for shot in declared if types[shot.firer].category == "mortar"]
    if not mortars:
        return {}
    return await area_fire(table, mortars, hex, base._replace(overrun=False), victims=side)


def step_cost(table: Play, unit: int, hex: int) -> int:
    """What entering the hex beside it would cost, in sixths of a point, or NO_WAY [12.1] [12.2f]."""
    way = cheapest(table, unit, table.state.hexes[unit], hex)
    return NO_WAY if way is None else price(table, unit, way)


def points_left(table: Play, unit: int) -> int:
    """Sixths of movement points that a unit has left in this phase [12.0a]."""
    state = table.state
    return table.scene.types[unit].points * SIXTHS - state.spent[unit] - state.ridden[unit]


def go_in(table: Play, units: Sequence[int], hex: int, spend: int | None = None) -> None:
    """Into the enemy's hex; no overwatch is fired at that [8.9k]. Without `spend` all points go."""
    state = table.state
    meet_ambush(table, units[0], hex)
    for unit in units:
        if (other := partner(table, unit)) != NOBODY and other not in units:
            part(table, unit, other)
        start = state.hexes[unit]
        cost = points_left(table, unit) if spend is None else step_cost(table, unit, hex) + spend
        state.spent[unit] += cost
        for one in (unit, *aboard(state, unit)):
            state.previous[one] = start
            fill_hole(table, one)
        state.hexes[unit] = hex
    for foe in in_hex(table, hex, 1 - state.side[units[0]]):
        mark(state, foe, CONTACT)
        tell_dug_in(table, foe)


def fall_back(table: Play, unit: int, hex: int) -> None:
    """To the hex it came from; nobody fires overwatch at it, and it is done for the phase [13.2a] [13.2c].

    See also [12.0f].
    """
    state = table.state
    if hex_of(state, unit) != hex or mounted(state, unit):
        return
    back = state.previous[unit]
    state.hexes[unit] = back
    pass_through(table, unit, back)
    mark(state, unit, DONE)
    table.report(FellBack(unit, back))


def alone(table: Play, hex: int) -> bool:
    """Is one side or the other gone from the hex [13.2g]?"""
    return not all(stack(table.state, hex, side) for side in (0, 1))
