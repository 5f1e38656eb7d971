"""The Artillery and Air Segment: missions and sorties by turns, immediate suppression last [1.3d]."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine import Choose
from sandtable.games.tcs.ambushes import spring
from sandtable.games.tcs.barrages import (
    barrage_key,
    begin_barrage,
    callable_barrages,
    keep_firing,
    stop_barrage,
)
from sandtable.games.tcs.batteries import listed
from sandtable.games.tcs.calls import suppress_at_once
from sandtable.games.tcs.direct_asks import first_to_act
from sandtable.games.tcs.missions import conduct, places_for
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sorties import fly
from sandtable.games.tcs.state import (
    CALLED,
    IMMEDIATE,
    NOBODY,
    PLANNED,
    PROTECTIVE,
    Barrage,
    Mission,
    Sortie,
)


class Turn(NamedTuple):
    """What a side does when it is its turn: one mission or sortie, or it calls for an FPF."""

    mission: Mission | None = None
    flight: Sortie | None = None
    barrage: Barrage | None = None


async def immediate_fire(table: Play) -> None:
    """Immediate suppression is plotted before any mission is fired; FPFs that were called go on [10.10]."""
    forget_old(table)
    keep_firing(table)
    for side in (0, 1):
        await spring(table, side)
    await suppress_at_once(table)


async def artillery_segment(table: Play) -> None:
    """One mission or sortie at a time by turns; when a side has none left the other goes on [1.3d] [17.0]."""
    state = table.state
    if state.active == NOBODY:
        if not any(turns(table, side) for side in (0, 1)):
            return
        state.active = await first_to_act(table, "Order of artillery fire", "1.3d")
    while any(turns(table, side) for side in (0, 1)):
        side = state.active
        if turns(table, side):
            await _act(table, side)
        state.active = 1 - side
    state.active, state.finished = NOBODY, []


async def _act(table: Play, side: int) -> None:
    state = table.state
    chosen = await table.ask(NextMission(table, side))
    if chosen is None:
        _no_more(table, side)
    elif chosen.flight is not None:
        state.flights.remove(chosen.flight)
        await fly(table, chosen.flight)
    elif chosen.barrage is not None:
        begin_barrage(table, chosen.barrage)
    elif chosen.mission is not None:
        state.missions.remove(chosen.mission)
        if await conduct(table, chosen.mission) and chosen.mission.kind == PROTECTIVE:
            stop_barrage(table, chosen.mission.battery)


def _no_more(table: Play, side: int) -> None:
    """What is left of this turn is cancelled before its first round [10.6a] [10.8b] [10.9e] [10.13]."""
    state = table.state
    if any(turn.mission and turn.mission.kind == IMMEDIATE for turn in turns(table, side)):
        state.missions = [one for one in state.missions if one not in due(table, side)]
        return
    for mission in due(table, side):
        if mission.kind == PROTECTIVE:
            stop_barrage(table, mission.battery)
        elif mission.kind != IMMEDIATE:
            state.missions.remove(mission)
    state.flights = [one for one in state.flights if one not in flights_due(table, side)]
    state.finished.append(side)


def forget_old(table: Play) -> None:
    """Missions and sorties of turns that are over [10.8b] [17.1c]."""
    state = table.state
    state.missions = [one for one in state.missions if one.sheet != NOBODY or one.turn >= state.turn]
    state.flights = [sortie for sortie in state.flights if sortie.turn >= state.turn]


def due(table: Play, side: int) -> list[Mission]:
    """A side's missions of this turn."""
    state = table.state
    return [
        mission
        for mission in state.missions
        if mission.turn == state.turn
        and mission.sheet == NOBODY
        and listed(table, mission.battery)[0] == side
    ]


def flights_due(table: Play, side: int) -> list[Sortie]:
    """A side's sorties of this turn [17.1c]."""
    state = table.state
    return [sortie for sortie in state.flights if sortie.side == side and sortie.turn == state.turn]


def turns(table: Play, side: int) -> list[Turn]:
    """What a side has left to do; immediate suppression only when nobody has anything else [10.10]."""
    if planned(table, side):
        return planned(table, side)
    if planned(table, 1 - side):
        return []
    return [Turn(mission) for mission in dict.fromkeys(due(table, side))]


def planned(table: Play, side: int) -> list[Turn]:
    """Called, pre-planned and protective missions, sorties, FPFs that could be called for [1.3d] [10.9e]."""
    if side in table.state.finished:
        return []
    missions = [mission for mission in due(table, side) if mission.kind != IMMEDIATE]
    return [
        *[Turn(mission) for mission in dict.fromkeys(missions)],
        *[Turn(flight=sortie) for sortie in dict.fromkeys(flights_due(table, side))],
        *[Turn(barrage=barrage) for barrage in callable_barrages(table, side)],
    ]


KINDS = {CALLED: "called", PLANNED: "pre-planned", IMMEDIATE: "immediate", PROTECTIVE: "FPF"}


class NextMission(Choose[Turn | None]):
    """Which mission or sortie comes next, or none of those that are left [1.3d] [10.8b]."""

    __slots__ = ()
    table: Play
    name, case, resumable = "next-mission", "10.8b", True

    def offer(self) -> Sequence[Turn | None]:
        """A called fire must be observed somewhere within three hexes, or begin at a TRP [10.8d]."""
        return [None, *[turn for turn in turns(self.table, self.side) if self._can_fire(turn.mission)]]

    def _can_fire(self, mission: Mission | None) -> bool:
        if mission is None or mission.kind != CALLED or mission.trp != NOBODY:
            return True
        return bool(places_for(self.table, mission))

    def key(self, option: Turn | None) -> str:
        scene = self.table.scene
        if option is None:
            return "no more"
        if option.flight is not None:
            return f"sortie to {scene.hex_name(option.flight.hex)} against {option.flight.target}"
        if option.barrage is not None:
            battery = self.table.state.batteries[option.barrage.battery]
            return f"FPF of {battery} on {barrage_key(self.table, option.barrage)}"
        return self._mission_key(option.mission)

    def _mission_key(self, mission: Mission | None) -> str:
        assert mission is not None
        battery, hex = self.table.state.batteries[mission.battery], self.table.scene.hex_name(mission.hex)
        rounds = (
            f"{mission.illum} illumination" if mission.illum else f"{mission.he} HE, {mission.smoke} smoke"
        )
        kind = "" if mission.kind == CALLED else f"{KINDS[mission.kind]}, "
        start = "" if mission.trp == NOBODY else f", from {self.table.scene.hex_name(mission.trp)}"
        return f"{battery} on {hex}, {kind}{mission.shape}, {rounds}{start}"
