"""Plots of fire as players write them, and what is wrong with them [10.2] [10.3] [10.8b]."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.engine import Refusal, Unknown
from sandtable.games.tcs.batteries import first_turn, guns, listed
from sandtable.games.tcs.charts import CHARTS, Shape
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import IDLE, PROTECTIVE, Mission


class Call(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A mission as it is written: battery fires of HE and smoke, or rounds of illumination [10.8b] [16.3d].

    `wait` are turns to wait longer than a called fire has to; `trp` is the reference point it starts from.
    """

    battery: str
    hex: str
    he: int = 0
    smoke: int = 0
    illum: int = 0
    shape: Shape = "point"
    wait: int = 0
    trp: str = ""

    @property
    def place(self) -> str:
        """The line that a fault is about."""
        return f"{self.battery} on {self.hex}"


def own_batteries(table: Play, side: int) -> list[int]:
    """The batteries of a side that serve somebody [10.1]."""
    state = table.state
    return [
        battery
        for battery in range(len(state.batteries))
        if listed(table, battery)[0] == side and state.support[battery] != IDLE
    ]


def prompt_batteries(table: Play, side: int) -> list[int]:
    """Those without any delay: they alone fire immediate suppression and FPFs [10.9b] [10.10b] [10.11b]."""
    soonest = table.state.turn + 1
    return [one for one in own_batteries(table, side) if first_turn(table, one) == soonest]


def line_faults(table: Play, side: int, line: Call, batteries: Sequence[int]) -> Iterator[Refusal]:
    """What is wrong with one line by itself [10.1] [10.3] [10.4]."""
    state = table.state
    if line.battery not in [state.batteries[battery] for battery in batteries]:
        yield Refusal("10.1", f"there is no battery {line.battery!r} of this side that serves", line.place)
    yield from _rounds_faults(line)
    if line.shape == "linear":
        yield Refusal("10.9c", "only an FPF falls along a line that is drawn", line.place)
    if line.wait < 0:
        yield Refusal("10.8b", "a called fire cannot fall sooner than its delay allows", line.place)
    try:
        table.scene.hex(line.hex)
    except Unknown:
        yield Refusal("10.8b", f"the map has no hex {line.hex}", line.place)
        return
    points = [table.scene.hex_name(hex) for hex in state.trps[side]]
    if line.trp and line.trp not in points:
        yield Refusal("10.4", f"{line.trp} is no reference point of this side", line.place)


def _rounds_faults(line: Call) -> Iterator[Refusal]:
    """One to four battery fires, or else rounds of illumination alone [10.3] [16.3d]."""
    most, fires = CHARTS.artillery.fires_in_mission, line.he + line.smoke
    if min(line.he, line.smoke, line.illum) < 0 or (line.illum and fires):
        yield Refusal("16.3d", "illumination is a mission of its own", line.place)
    elif not line.illum and not 1 <= fires <= most:
        yield Refusal("10.3", f"a mission has 1 to {most} battery fires, not {fires}", line.place)


def limits(table: Play, side: int, drafted: Sequence[Mission]) -> Iterator[Refusal]:
    """Eight battery fires of a battery in a turn, and no more than there is [10.3a] [10.3b] [10.3c].

    Only what is drafted is judged: plots may meet in a turn when a sheet is implemented, or with an FPF.
    """
    state = table.state
    plotted = [
        mission for mission in (*state.missions, *drafted) if listed(table, mission.battery)[0] == side
    ]
    most = CHARTS.artillery.fires_in_turn
    for battery in dict.fromkeys([mission.battery for mission in drafted]):
        own = [mission for mission in plotted if mission.battery == battery]
        now = [mission for mission in drafted if mission.battery == battery]
        for turn, sheet in dict.fromkeys([(mission.turn, mission.sheet) for mission in now]):
            same = [one for one in own if (one.turn, one.sheet) == (turn, sheet)]
            fires = sum(mission.he + mission.smoke for mission in same)
            if fires > most:
                reason = f"a battery fires {most} times in a turn, not {fires}"
                yield Refusal("10.3a", reason, state.batteries[battery])
    wanted = [guns(table, mission.battery).ammunition for mission in drafted]
    for kind, (he, smoke, illum) in sorted(state.ammunition[side].items()):
        if kind not in wanted:
            continue
        same = [one for one in plotted if guns(table, one.battery).ammunition == kind]
        if sum(one.he for one in same) > he or sum(one.smoke for one in same) > smoke:
            yield Refusal("10.3b", f"there are {he} battery fires of HE and {smoke} of smoke left", kind)
        if sum(one.illum for one in same) > illum:
            yield Refusal("16.3a", f"there are {illum} rounds of illumination left", kind)


def trim_plots(table: Play) -> None:
    """Plots beyond the ammunition or the fires of a turn are cut down, or dropped [10.3a] [10.3b] [10.9e].

    FPFs come first, then what was plotted first.
    """
    state, most = table.state, CHARTS.artillery.fires_in_turn
    room: dict[tuple[int, int, int], int] = {}
    left = [dict(stock) for stock in state.ammunition]
    kept: dict[int, Mission] = {}
    for place in sorted(range(len(state.missions)), key=lambda one: state.missions[one].kind != PROTECTIVE):
        mission = state.missions[place]
        side, kind = listed(table, mission.battery)[0], guns(table, mission.battery).ammunition
        he, smoke, illum = left[side].get(kind, (0, 0, 0))
        when = (mission.battery, mission.turn, mission.sheet)
        fires = room.get(when, most)
        most_he = min(he, mission.he, fires)
        most_smoke = min(smoke, mission.smoke, fires - most_he)
        cut = mission._replace(he=most_he, smoke=most_smoke, illum=min(illum, mission.illum))
        room[when] = fires - cut.he - cut.smoke
        left[side][kind] = (he - cut.he, smoke - cut.smoke, illum - cut.illum)
        if cut.he or cut.smoke or cut.illum:
            kept[place] = cut
    state.missions = [kept[place] for place in sorted(kept)]
