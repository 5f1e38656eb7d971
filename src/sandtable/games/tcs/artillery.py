"""The Artillery Segment, and the calls for fire that fill it [1.3d] [1.3e] [10.8]."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.engine import Choose, Form, Option, Refusal, Unknown
from sandtable.games.tcs.artillery_odds import earliest
from sandtable.games.tcs.batteries import guns, listed, observed
from sandtable.games.tcs.charts import CHARTS, Shape
from sandtable.games.tcs.direct_asks import enemy_hexes, first_to_act
from sandtable.games.tcs.missions import PlaceMarker, conduct
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import CALLED, GENERAL, IDLE, NOBODY, Mission
from sandtable.games.tcs.zones import in_force


async def artillery_segment(table: Play) -> None:
    """One mission at a time by turns; when a side has none left the other goes on [1.3d]."""
    state = table.state
    state.missions = [mission for mission in state.missions if mission.turn >= state.turn]
    if not any(due(table, side) for side in (0, 1)):
        return
    if state.active == NOBODY:
        state.active = await first_to_act(table, "Order of artillery fire", "1.3d")
    while any(due(table, side) for side in (0, 1)):
        side = state.active
        missions = due(table, side)
        if missions:
            chosen = await table.ask(NextMission(table, side))
            for mission in missions if chosen is None else (chosen,):
                state.missions.remove(mission)
            if chosen is not None:
                await conduct(table, chosen)
        state.active = 1 - side
    state.active = NOBODY


def due(table: Play, side: int) -> list[Mission]:
    """A side's missions of this turn."""
    state = table.state
    return [
        mission
        for mission in state.missions
        if mission.turn == state.turn and listed(table, mission.battery)[0] == side
    ]


class NextMission(Choose[Mission | None]):
    """Which mission is fired next, or none of those that are left [1.3d] [10.8b]."""

    __slots__ = ()
    table: Play
    name, case, resumable, private = "next-mission", "10.8b", True, True

    def offer(self) -> Sequence[Mission | None]:
        """A called fire must be observed somewhere within three hexes, or begin at a TRP [10.8d]."""
        missions = due(self.table, self.side)
        return [None, *[one for one in dict.fromkeys(missions) if self._can_fire(one)]]

    def _can_fire(self, mission: Mission) -> bool:
        seen = mission.kind != CALLED or mission.trp != NOBODY
        return seen or bool(PlaceMarker(self.table, self.side, mission).options)

    def key(self, option: Mission | None) -> str:
        if option is None:
            return "no more"
        battery, hex = self.table.state.batteries[option.battery], self.table.scene.hex_name(option.hex)
        return f"{battery} on {hex}, {option.shape}, {option.he} HE, {option.smoke} smoke"


async def call_for_fire(table: Play) -> None:
    """Both sides write called missions, hidden from each other [1.3e] [10.8a]."""
    asks = [CallFire(table, side) for side in (0, 1) if own_batteries(table, side)]
    calls = await table.ask_all(asks)
    for side, lines in sorted(calls.items()):
        table.state.missions += [_mission(table, side, line) for line in lines]


def own_batteries(table: Play, side: int) -> list[int]:
    """The batteries of a side that serve somebody [10.1]."""
    state = table.state
    return [
        battery
        for battery in range(len(state.batteries))
        if listed(table, battery)[0] == side and state.support[battery] != IDLE
    ]


class Call(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A called mission as it is written: battery fires of HE and smoke, and turns to wait longer [10.8b]."""

    battery: str
    hex: str
    he: int = 0
    smoke: int = 0
    shape: Shape = "point"
    wait: int = 0
    trp: bool = False


class CallFire(Form[tuple[Call, ...]]):
    """The called missions of a side [10.8]."""

    __slots__ = ()
    table: Play
    name, case, private = "call-fire", "10.8", True
    shape = tuple[Call, ...]

    def blank(self) -> tuple[Call, ...]:
        return ()

    def faults(self, draft: tuple[Call, ...]) -> list[Refusal]:
        found = [fault for line in draft for fault in self._line_faults(line)]
        return found or [*self._limits(draft)]

    def _line_faults(self, line: Call) -> Iterator[Refusal]:
        table, state, place = self.table, self.table.state, f"{line.battery} on {line.hex}"
        own = [state.batteries[battery] for battery in own_batteries(table, self.side)]
        if line.battery not in own:
            yield Refusal("10.1", f"there is no battery {line.battery!r} of this side that serves", place)
        most, fires = CHARTS.artillery.fires_in_mission, line.he + line.smoke
        if min(line.he, line.smoke) < 0 or not 1 <= fires <= most:
            yield Refusal("10.3", f"a mission has 1 to {most} battery fires, not {fires}", place)
        if line.shape == "linear":
            yield Refusal("10.9c", "only an FPF falls along a line that is drawn", place)
        if line.wait < 0:
            yield Refusal("10.8b", "a called fire cannot fall sooner than its delay allows", place)
        try:
            hex = table.scene.hex(line.hex)
        except Unknown:
            yield Refusal("10.8b", f"the map has no hex {line.hex}", place)
            return
        if line.trp and hex not in state.trps[self.side]:
            yield Refusal("10.4", f"{line.hex} is no reference point of this side", place)

    def _limits(self, draft: Sequence[Call]) -> Iterator[Refusal]:
        """Eight battery fires of a battery in a turn, and no more than there is [10.3a] [10.3b]."""
        table, state = self.table, self.table.state
        plotted = [*state.missions, *[_mission(table, self.side, line) for line in draft]]
        most = CHARTS.artillery.fires_in_turn
        for battery in own_batteries(table, self.side):
            own = [mission for mission in plotted if mission.battery == battery]
            for turn in dict.fromkeys([mission.turn for mission in own]):
                fires = sum(mission.he + mission.smoke for mission in own if mission.turn == turn)
                if fires > most:
                    reason = f"a battery fires {most} times in a turn, not {fires}"
                    yield Refusal("10.3a", reason, state.batteries[battery])
        for kind, (he, smoke, _) in sorted(state.ammunition[self.side].items()):
            same = [one for one in plotted if self._fires(one, kind)]
            if sum(one.he for one in same) > he or sum(one.smoke for one in same) > smoke:
                yield Refusal("10.3b", f"there are {he} battery fires of HE and {smoke} of smoke left", kind)

    def _fires(self, mission: Mission, kind: str) -> bool:
        side, _ = listed(self.table, mission.battery)
        return side == self.side and guns(self.table, mission.battery).ammunition == kind

    def grow(self, draft: tuple[Call, ...]) -> Sequence[tuple[Option, tuple[Call, ...]]]:
        """One battery fire of HE more on a hex with enemies, by either concentration."""
        state, scene = self.table.state, self.table.scene
        found = []
        for battery in own_batteries(self.table, self.side):
            for hex in enemy_hexes(self.table, self.side):
                if not observed(self.table, battery, hex):
                    continue
                line = Call(state.batteries[battery], scene.hex_name(hex), he=1)
                longer = (*draft, line)
                if line not in draft and not self.faults(longer):
                    key = f"{line.battery} on {line.hex}"
                    found.append((Option(key, key, hex=line.hex), longer))
        return found


def _mission(table: Play, side: int, line: Call) -> Mission:
    """The plot with the turn in which it falls [10.1b] [10.8b] [10.11a]."""
    state, scene = table.state, table.scene
    battery, hex = state.batteries.index(line.battery), scene.hex(line.hex)
    delay = in_force(scene.battle.delays, scene.sides[side], scene.turn(state)) or 0
    turn = earliest(state.turn, delay, state.support[battery] == GENERAL) + line.wait
    trp = hex if line.trp else NOBODY
    return Mission(battery, CALLED, turn, hex, line.shape, line.he, line.smoke, trp=trp)
