"""Final protective fires: assigned when a defense is implemented, fired on any turn [10.9]."""

from collections.abc import Iterable, Sequence

from sandtable.engine import Choose, Option
from sandtable.games.tcs.batteries import guns, listed
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.clock import moment
from sandtable.games.tcs.drawn import members, within
from sandtable.games.tcs.plots import prompt_batteries, trim_plots
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import PROTECTIVE, Barrage, Mission, hex_of

LINES = ((0, 3), (1, 4), (2, 5))
"""The pairs of opposite directions along which rounds may fall [10.7a]."""


class AssignBarrage(Choose[Barrage | None]):
    """Where the final protective fires of a battery fall, and along which line [10.9a] [10.9c] [10.9d]."""

    __slots__ = ("battery", "units")
    table: Play
    name, case, private = "assign-fpf", "10.9a", True

    def __init__(self, table: Play, battery: int, units: Iterable[int]) -> None:
        super().__init__(table, listed(table, battery)[0])
        self.battery, self.units = battery, tuple(units)

    def question(self) -> str:
        return f"Where do the final protective fires of {self.table.state.batteries[self.battery]} fall?"

    def offer(self) -> Sequence[Barrage | None]:
        """Within six hexes of a unit that it is for."""
        country, state = self.table.scene.country, self.table.state
        posts = dict.fromkeys([hex_of(state, unit) for unit in self.units if hex_of(state, unit) >= 0])
        near = members(within(country.board, posts, CHARTS.artillery.fpf_distance))
        hexes = [hex for hex in near if country.in_play[hex]]
        return [None, *[Barrage(self.battery, hex, line) for hex in hexes for line in LINES]]

    def key(self, option: Barrage | None) -> str:
        return barrage_key(self.table, option) if option else "none"

    def describe(self, option: Barrage | None) -> Option:
        key = self.key(option)
        return Option(key, key, hex=self.table.scene.hex_name(option.hex) if option else "")


def barrage_key(table: Play, barrage: Barrage) -> str:
    """A line of fire as players name it, such as 1609 A-D."""
    left, right = barrage.line
    return f"{table.scene.hex_name(barrage.hex)} {'ABCDEF'[left]}-{'ABCDEF'[right]}"


async def assign_barrage(table: Play, battery: int, units: Iterable[int]) -> None:
    """The owner draws the line for a battery in direct support of these units, or none [10.9a] [10.9d]."""
    drop_barrage(table, battery)
    barrage = await table.ask(AssignBarrage(table, battery, units))
    if barrage is not None:
        table.state.barrages.append(barrage)


def drop_barrage(table: Play, battery: int) -> None:
    """A battery that serves somebody else, or nobody, has no FPF any more [10.9a]."""
    state = table.state
    state.barrages = [barrage for barrage in state.barrages if barrage.battery != battery]


def callable_barrages(table: Play, side: int) -> list[Barrage]:
    """Those of a side that may begin now: no delay, ammunition, and nothing else to fire [10.9b] [10.9e]."""
    state = table.state
    prompt = [*prompt_batteries(table, side), *_registered(table, side)]
    busy = [mission.battery for mission in state.missions if mission.turn == state.turn]
    return [
        barrage
        for barrage in state.barrages
        if barrage.battery in prompt
        and not barrage.firing
        and not state.fires[barrage.battery]
        and barrage.battery not in busy
        and _he_left(table, barrage.battery)
    ]


def _registered(table: Play, side: int) -> list[int]:
    """Batteries whose FPFs were assigned before play, from the turn in which the battle lets them fire."""
    battle, now = table.scene.battle, table.scene.turn(table.state)
    if not battle.first_fpf or table.scene.sides[side] not in battle.fpf_sides:
        return []
    in_time = (now.day, now.minute) >= moment(battle.first_fpf)
    return [barrage.battery for barrage in table.state.barrages] if in_time else []


def _he_left(table: Play, battery: int) -> int:
    side, ammunition = listed(table, battery)[0], guns(table, battery).ammunition
    return table.state.ammunition[side].get(ammunition, (0, 0, 0))[0]


def begin_barrage(table: Play, barrage: Barrage) -> None:
    """Called for: it falls in this turn, and in each after it until it is stopped [10.9e]."""
    state = table.state
    state.barrages[state.barrages.index(barrage)] = barrage._replace(firing=True)
    plot_barrage(table, barrage)


def plot_barrage(table: Play, barrage: Barrage) -> None:
    """Two missions of four HE battery fires, or what is left; nothing else this turn [10.9c] [10.9e]."""
    state, limits = table.state, CHARTS.artillery
    state.missions = [
        mission
        for mission in state.missions
        if (mission.battery, mission.turn) != (barrage.battery, state.turn)
    ]
    left = _he_left(table, barrage.battery)
    for _ in range(limits.fpf_missions):
        he = min(left, limits.fires_in_mission)
        if he:
            left -= he
            state.missions.append(
                Mission(barrage.battery, PROTECTIVE, state.turn, barrage.hex, "linear", he, line=barrage.line)
            )
    trim_plots(table)


def keep_firing(table: Play) -> None:
    """At the beginning of the segment those that fire go on; without ammunition they end [10.9e]."""
    state = table.state
    for place, barrage in enumerate(state.barrages):
        if barrage.firing and _he_left(table, barrage.battery):
            plot_barrage(table, barrage)
        elif barrage.firing:
            state.barrages[place] = barrage._replace(firing=False)


def stop_barrage(table: Play, battery: int) -> None:
    """Cancelled before a turn's first round, or checked: both missions of the turn are over [10.9e]."""
    state = table.state
    state.barrages = [
        barrage._replace(firing=False) if barrage.battery == battery else barrage
        for barrage in state.barrages
    ]
    state.missions = [
        mission
        for mission in state.missions
        if mission.battery != battery or mission.kind != PROTECTIVE or mission.turn != state.turn
    ]
