"""Ambushes: units of a defense that lie hidden off the map until they are shown [20.0]."""

from collections.abc import Sequence

from sandtable.engine import Choose, Refusal, Several
from sandtable.games.tcs.arriving import fill_hole, pass_through
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import members, within
from sandtable.games.tcs.events import AmbushSet, AmbushShown
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import HIDDEN, NOBODY, hex_of

HIDERS = ("infantry", "at_gun")
"""Who may lie in ambush [20.1a]."""


class PickAmbusher(Several[int]):
    """Which units of the sheet go into ambush [20.0] [20.1a] [20.1b]."""

    __slots__ = ("number",)
    table: Play
    name, case, options_are, private = "pick-ambushers", "20.0", "units", True

    def __init__(self, table: Play, number: int) -> None:
        super().__init__(table, table.state.sheets[number].side)
        self.number = number

    def offer(self) -> Sequence[int]:
        return [unit for unit in self.table.scene.own[self.side] if may_hide(self.table, self.number, unit)]

    def why_not(self, key: str) -> Refusal:
        unit = self.table.scene.unit(key)
        if self.table.scene.types[unit].category not in HIDERS:
            return Refusal("20.1a", f"{key} is neither infantry nor an AT gun")
        return Refusal("20.1b", f"{key} is not on that sheet, not on foot, or has nowhere to hide")


class AmbushHex(Choose[int]):
    """Where a unit lies in ambush [20.1c] [20.1d]."""

    __slots__ = ("number",)
    table: Play
    name, case, options_are, private = "ambush-hex", "20.1c", "hexes", True

    def __init__(self, table: Play, number: int, unit: int) -> None:
        super().__init__(table, table.state.sheets[number].side, unit)
        self.number = number

    def question(self) -> str:
        return f"Where does {self.table.state.units[self.unit]} lie in ambush?"

    def offer(self) -> Sequence[int]:
        return ambush_hexes(self.table, self.number, self.unit)

    def why_not(self, key: str) -> Refusal:
        return Refusal("20.1c", f"{key} is too far off, too near to an enemy, or one hex too many")


def may_hide(table: Play, number: int, unit: int) -> bool:
    """Infantry and AT guns of this sheet, on foot on the map [20.1a] [20.1b]."""
    state = table.state
    fit = table.scene.types[unit].category in HIDERS and state.sheet[unit] == number
    return fit and state.hexes[unit] >= 0 and bool(ambush_hexes(table, number, unit))


def ambush_hexes(table: Play, number: int, unit: int) -> list[int]:
    """Within twice its allowance, three hexes from any enemy, in four hexes at most [20.1c] [20.1d]."""
    state, country, small = table.state, table.scene.country, CHARTS.small
    taken = dict.fromkeys(
        [state.dug[one] for one, at in enumerate(state.hexes) if at == HIDDEN and state.sheet[one] == number]
    )
    far = small.ambush_moves * table.scene.types[unit].points
    foes = [hex_of(state, foe) for foe in table.scene.foes[state.side[unit]]]
    near_enemy = within(country.board, [hex for hex in foes if hex >= 0], small.ambush_from_enemy - 1)
    hexes = within(country.board, [state.hexes[unit]], far) & ~near_enemy
    found = [hex for hex in members(hexes) if country.in_play[hex]]
    return [hex for hex in found if hex in taken] if len(taken) >= small.ambushes else found


async def set_ambushes(table: Play, number: int) -> None:
    """When a defense is implemented its owner hides whom he likes; they leave the map [20.0] [20.1e].

    See also [20.1].
    """
    if not table.scene.plays(table.state, "ambushes"):
        return
    ask = PickAmbusher(table, number)
    for unit in await table.ask(ask) if ask.options else ():
        place = AmbushHex(table, number, unit)
        if place.options:
            hide(table, unit, await table.ask(place))


def hide(table: Play, unit: int, hex: int) -> None:
    """Off the map; where it lies its owner alone knows [20.0] [20.1e]."""
    state = table.state
    fill_hole(table, unit)
    state.hexes[unit], state.dug[unit] = HIDDEN, hex
    table.report(AmbushSet(unit, hex), to=state.side[unit])


def hidden_units(table: Play, side: int) -> list[int]:
    """A side's units that lie in ambush."""
    return [unit for unit in table.scene.own[side] if table.state.hexes[unit] == HIDDEN]


def show(table: Play, unit: int) -> None:
    """It comes onto the map where it lies; on a prepared defense it is dug in there [7.1] [20.0] [20.1f]."""
    state = table.state
    hex = state.dug[unit]
    sheet = state.sheet[unit]
    prepared = sheet != NOBODY and state.sheets[sheet].plan.type == "prepared_defense"
    state.hexes[unit] = hex
    state.dug[unit] = hex if prepared and table.scene.plays(state, "digging in") else NOBODY
    pass_through(table, unit, hex)
    table.report(AmbushShown(unit, hex))


def meet_ambush(table: Play, mover: int, hex: int) -> bool:
    """An enemy about to enter their hex is stopped, and they are shown in time [20.0] [20.1g]."""
    lying = [
        unit for unit in hidden_units(table, 1 - table.state.side[mover]) if table.state.dug[unit] == hex
    ]
    for unit in lying:
        show(table, unit)
    return bool(lying)


class Spring(Several[int]):
    """Which ambushes are shown now, so that they may fire or observe [20.0] [20.1h]."""

    __slots__ = ()
    table: Play
    name, case, options_are, window, private = "spring-ambush", "20.0", "units", True, True

    def offer(self) -> Sequence[int]:
        return hidden_units(self.table, self.side)

    def might_answer(self) -> bool:
        """Units that are off the map are missed there, so it is asked whenever there are any."""
        return bool(self.options)


async def spring(table: Play, side: int) -> None:
    """A side may show units in ambush before it fires, or before fire that they are to observe [20.0]."""
    if table.scene.plays(table.state, "ambushes"):
        for unit in await table.ask(Spring(table, side)):
            show(table, unit)
