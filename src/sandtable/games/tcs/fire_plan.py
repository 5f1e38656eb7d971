"""The fire plan before play: target reference points and pre-planned missions [10.2] [10.4] [10.6]."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from sandtable.engine import Form, Option, Refusal, Unknown
from sandtable.games.tcs.batteries import listed
from sandtable.games.tcs.calls import mission_of
from sandtable.games.tcs.charts import CHARTS, Shape
from sandtable.games.tcs.plots import Call, limits, line_faults, own_batteries, trim_plots
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import IMPLEMENTED, NOBODY, PENDING, PLANNED, REMOVED, Mission

EARLY_TURNS = (1, 2)
"""The turns for which missions are offered that are built up option by option."""


class Planned(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A pre-planned mission: `at` a time, or turns after the implementation of its sheet, I+3 [10.6b]."""

    battery: str
    hex: str
    at: str
    he: int = 0
    smoke: int = 0
    illum: int = 0
    shape: Shape = "point"
    trp: str = ""

    @property
    def call(self) -> Call:
        """The same without its time."""
        return Call(self.battery, self.hex, self.he, self.smoke, self.illum, self.shape, trp=self.trp)


class FirePlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a side writes before anybody sets up [10.2a]."""

    trps: tuple[str, ...] = ()
    missions: tuple[Planned, ...] = ()


class WriteFirePlan(Form[FirePlan]):
    """Reference points, fixed from now on, and the first pre-planned fires [10.2] [10.2a] [10.4a] [10.6]."""

    __slots__ = ()
    table: Play
    name, case, private = "write-fire-plan", "10.2a", True
    shape = FirePlan

    def faults(self, draft: FirePlan) -> list[Refusal]:
        found = [*point_faults(self.table, self.side, draft.trps)]
        for line in draft.missions:
            found += planned_faults(self.table, self.side, line, draft.trps)
        if found:
            return found
        return [*limits(self.table, self.side, missions_of(self.table, self.side, draft.missions))]

    def grow(self, draft: FirePlan) -> Sequence[tuple[Option, FirePlan]]:
        """One reference point more, or a battery fire on one of them in the first turns."""
        return [*self._more_points(draft), *self._more_missions(draft)]

    def _more_points(self, draft: FirePlan) -> Iterator[tuple[Option, FirePlan]]:
        scene = self.table.scene
        if len(draft.trps) >= most_points(self.table, self.side) or draft.missions:
            return
        for hex in scene.country.observable:
            name = scene.hex_name(hex)
            if name not in draft.trps:
                yield Option(f"TRP {name}", f"TRP {name}", hex=name), FirePlan((*draft.trps, name))

    def _more_missions(self, draft: FirePlan) -> Iterator[tuple[Option, FirePlan]]:
        state, turns = self.table.state, self.table.scene.turns
        for battery in own_batteries(self.table, self.side):
            for point in draft.trps:
                for turn in EARLY_TURNS:
                    name = state.batteries[battery]
                    line = Planned(name, point, turns[turn - 1].name, he=1, trp=point)
                    longer = msgspec.structs.replace(draft, missions=(*draft.missions, line))
                    if line not in draft.missions and not self.faults(longer):
                        key = f"{name} on {point} at {line.at}"
                        yield Option(key, key, hex=point), longer


def most_points(table: Play, side: int) -> int:
    """How many reference points a side may choose in this scenario [10.4a]."""
    scenario = table.scene.scenario
    return scenario.own.sides[side].trps if scenario else CHARTS.artillery.trps


def point_faults(table: Play, side: int, points: Sequence[str]) -> Iterator[Refusal]:
    """Too many, twice the same, or where there is nothing to see [10.4] [10.4a] [10.4c]."""
    scene, most = table.scene, most_points(table, side)
    if len(points) > most:
        yield Refusal("10.4a", f"{most} reference points may be chosen, not {len(points)}")
    for place, name in enumerate(points):
        if name in points[:place]:
            yield Refusal("10.4", f"{name} is chosen twice")
        try:
            hex = scene.hex(name)
        except Unknown:
            yield Refusal("10.4", f"the map has no hex {name}")
            continue
        if not (scene.country.in_play[hex] and scene.country.can_hold_trp(hex)):
            yield Refusal("10.4c", f"there is nothing in {name} by which to know it")


def planned_faults(table: Play, side: int, line: Planned, points: Sequence[str]) -> Iterator[Refusal]:
    """What is wrong with a pre-planned mission by itself [10.6b]."""
    batteries = [one for one in range(len(table.state.batteries)) if listed(table, one)[0] == side]
    call = line.call if line.trp not in points else msgspec.structs.replace(line.call, trp="")
    yield from line_faults(table, side, call, batteries)
    if turn_planned(table, side, line) is None:
        reason = f"{line.at!r} is no time of a turn to come, nor turns after its sheet, such as I+3"
        yield Refusal("10.6b", reason, call.place)


def turn_planned(table: Play, side: int, line: Planned) -> tuple[int, int] | None:
    """The turn and NOBODY, or the turns after implementation and the pending sheet [10.6b]."""
    if after := re.fullmatch(r"I\+(\d{1,2})", line.at):
        for number, sheet in enumerate(table.state.sheets):
            pending = sheet.side == side and sheet.status == PENDING
            if pending and line.battery in sheet.plan.batteries:
                return int(after[1]), number
        return None
    turn = table.scene.times.get(line.at, 0)
    now = table.state.turn if table.state.ready else 0
    return (turn, NOBODY) if turn > now else None


def missions_of(table: Play, side: int, lines: Sequence[Planned]) -> list[Mission]:
    """The lines as the rules keep them [10.6]."""
    found = []
    for line in lines:
        when = turn_planned(table, side, line)
        if when is not None:
            found.append(mission_of(table, line.call, PLANNED, when[0])._replace(sheet=when[1]))
    return found


def start_planned(table: Play, sheet: int) -> None:
    """A sheet is implemented: the turns of its pre-planned fires are counted from now on [10.6b].

    What would be too much for a battery in one turn falls away. With one that never will be they go.
    """
    state = table.state
    status = state.sheets[sheet].status
    if status != IMPLEMENTED:
        gone = sheet if status == REMOVED else None
        state.missions = [mission for mission in state.missions if mission.sheet != gone]
        return
    state.missions = [
        mission._replace(turn=state.turn + mission.turn, sheet=NOBODY) if mission.sheet == sheet else mission
        for mission in state.missions
    ]
    trim_plots(table)


class PlanFires(Form[tuple[Planned, ...]]):
    """Pre-planned fires of the sheets that have been drawn in this phase [10.2b] [10.6b]."""

    __slots__ = ("batteries",)
    table: Play
    name, case, private = "plan-fires", "10.6", True
    shape = tuple[Planned, ...]

    def __init__(self, table: Play, side: int, batteries: Sequence[int]) -> None:
        super().__init__(table, side)
        self.batteries = tuple(batteries)

    def blank(self) -> tuple[Planned, ...]:
        return ()

    def faults(self, draft: tuple[Planned, ...]) -> list[Refusal]:
        table, names = self.table, [self.table.state.batteries[one] for one in self.batteries]
        found = [fault for line in draft for fault in planned_faults(table, self.side, line, ())]
        found += [
            Refusal("10.6b", f"{line.battery} is on no sheet drawn in this turn", line.call.place)
            for line in draft
            if line.battery not in names
        ]
        return found or [*limits(table, self.side, missions_of(table, self.side, draft))]

    def grow(self, draft: tuple[Planned, ...]) -> Sequence[tuple[Option, tuple[Planned, ...]]]:
        """A battery fire on a reference point, in the turn after implementation."""
        table, state = self.table, self.table.state
        found = []
        for battery in self.batteries:
            for hex in state.trps[self.side]:
                point, name = table.scene.hex_name(hex), state.batteries[battery]
                line = Planned(name, point, "I+1", he=1, trp=point)
                longer = (*draft, line)
                if line not in draft and not self.faults(longer):
                    key = f"{name} on {point} at I+1"
                    found.append((Option(key, key, hex=point), longer))
        return found


async def plan_new_fires(table: Play) -> None:
    """New sheets bring new pre-planned fires, written at once [10.2b] [10.6]."""
    asks = []
    for side in (0, 1):
        batteries = [
            battery
            for battery, name in enumerate(table.state.batteries)
            if listed(table, battery)[0] == side and _on_new_sheet(table, side, name)
        ]
        asks += [PlanFires(table, side, batteries)] if batteries else []
    for side, lines in sorted((await table.ask_all(asks)).items()):
        table.state.missions += missions_of(table, side, lines)


def _on_new_sheet(table: Play, side: int, battery: str) -> bool:
    """Does a sheet that was drawn in this turn list it?"""
    return any(
        sheet.side == side
        and sheet.drawn == table.state.turn
        and sheet.status == PENDING
        and battery in sheet.plan.batteries
        for sheet in table.state.sheets
    )


async def write_fire_plans(table: Play) -> None:
    """Both sides write theirs in secret before anything is set up [10.2a] [10.12a]."""
    state = table.state
    if not table.scene.plays(state, "artillery"):
        return
    sides = [side for side in (0, 1) if own_batteries(table, side)]
    plans = await table.ask_all([WriteFirePlan(table, side) for side in sides], resumable=True)
    for side, plan in sorted(plans.items()):
        state.trps[side] = [table.scene.hex(name) for name in plan.trps]
        state.missions += missions_of(table, side, plan.missions)
