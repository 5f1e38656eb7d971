"""The Indirect Fire Phase: markers come off, then missions and air strikes one by one [8.0]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.engine import Choose, Odds, Option, Refusal
from sandtable.games.rdf.air import AIR_STRIKE, air_strike, cancel_strikes, strikes_now
from sandtable.games.rdf.air_defence import ENEMY_INDIRECT, defend
from sandtable.games.rdf.ending import offer_the_end
from sandtable.games.rdf.events import AmmunitionSpent, FiresIndirectly, MarkersRemoved
from sandtable.games.rdf.fire import ready
from sandtable.games.rdf.fire_asks import HelicopterFired
from sandtable.games.rdf.impacts import shell
from sandtable.games.rdf.indirect_odds import effectiveness, mission_bars, reaches, spent_and_gone
from sandtable.games.rdf.measure import hexes_in
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import FIRED, INACTIVE, ROUTED, SPENT
from sandtable.games.rdf.vision import spotted
from sandtable.games.rdf.watch import sees_hex

SHELLS, SMOKE, AGAIN = "shells", "smoke", "again"


class Mission(NamedTuple):
    """What is fired: a unit and shells, smoke, or the last mission again; or an air strike."""

    unit: int
    what: str


async def remove_markers(table: Play, side: int) -> None:
    """The side's suppression, impact and smoke markers come off; air strikes may cancel [8.0] [14.14]."""
    state = table.state
    state.suppressed = [sides & ~(1 << side) for sides in state.suppressed]
    kept = [n for n, owner in enumerate(state.mark_side) if owner != side]
    if len(kept) < len(state.mark_side):
        table.report(MarkersRemoved(side))
    for column in ("mark_hex", "mark_side", "mark_smoke"):
        setattr(state, column, [getattr(state, column)[n] for n in kept])
    cancel_strikes(table, side)


async def indirect_fire_phase(table: Play, side: int) -> None:
    """One mission after the other, each resolved before the next is declared [8.0] [14.1].

    The player is asked even if he has none, or else everybody would know that he has no air strikes.
    """
    while (mission := await table.ask(PickMission(table, side))) is not None:
        if mission.what == AIR_STRIKE:
            await air_strike(table, side)
        else:
            await fire_mission(table, side, mission)
        await offer_the_end(table)


class PickMission(Choose[Mission | None]):
    """Which mission is fired next, or none any more [8.0] [8.2] [8.4] [14.1]."""

    __slots__ = ()
    table: Play
    name, case, resumable = "pick-mission", "8.0", True

    def question(self) -> str:
        return f"What does {self.table.scene.sides[self.side]} fire next?"

    def offer(self) -> Sequence[Mission | None]:
        return [None, *missions(self.table, self.side)]

    def key(self, option: Mission | None) -> str:
        if option is None or option.what == AIR_STRIKE:
            return "pass" if option is None else AIR_STRIKE
        return f"{self.table.scene.units[option.unit]}: {option.what}"

    def describe(self, option: Mission | None) -> Option:
        key = self.key(option)
        if option is None:
            return Option(key, "No more indirect fire")
        unit = self.table.scene.units[option.unit] if option.unit >= 0 else ""
        hex = self.table.state.aim[option.unit] if option.what == AGAIN else -1
        return Option(key, key, unit=unit, hex=self.table.scene.hex_name(hex))

    def why_not(self, key: str) -> Refusal:
        name, _, what = key.rpartition(": ")
        if key == AIR_STRIKE:
            return Refusal("14.15", "no air strike is left in this Game-Turn")
        mission = Mission(self.table.scene.unit(name), what)
        for case, reason, holds in bars(self.table, self.side, mission):
            if holds:
                return Refusal(case, reason)
        return super().why_not(key)


def missions(table: Play, side: int) -> Iterator[Mission]:
    """Every mission that a side may fire now [8.11] [8.13] [8.14] [8.2] [14.15]."""
    for unit in table.scene.own[side]:
        if table.scene.counter[unit].indirect and ready(table.state, unit):
            for what in (SHELLS, SMOKE, AGAIN):
                mission = Mission(unit, what)
                if not any(holds for _, _, holds in bars(table, side, mission)):
                    yield mission
    if strikes_now(table, side):
        yield Mission(-1, AIR_STRIKE)


def bars(table: Play, side: int, mission: Mission) -> Iterator[tuple[str, str, bool]]:
    """Case and reason of what may forbid a mission, and whether it does [8.11] [8.15] [8.2] [8.32] [9.21]."""
    state, (unit, what) = table.state, mission
    name, flags = table.scene.units[unit], state.flags[unit]
    yield (
        "8.0",
        f"{name} is not of this side, or not on the map",
        state.side[unit] != side or state.hexes[unit] < 0,
    )
    yield "13.13", f"{name} has routed and does not fire", flags & ROUTED > 0
    yield "9.11", f"{name} has fired already in this Game-Turn", flags & FIRED > 0
    yield "9.21", f"{name} is inactive, so it may not fire", flags & INACTIVE > 0
    pinned = state.suppressed[unit] > 0 and not table.scene.helicopter[unit]
    yield "8.32", f"{name} is suppressed and has no indirect fire", pinned
    smoke = state.aimed[unit] % 2 > 0 if what == AGAIN else what == SMOKE
    far = table.scene.counter[unit].indirect_min
    if what == AGAIN:
        last = state.aim[unit] >= 0 and state.aimed[unit] // 2 == state.turn - 1
        yield "8.2", f"{name} had no effective mission in the last Game-Turn", not last
        far = table.scene.measure.distance(state.hexes[unit], max(state.aim[unit], 0))
    yield from mission_bars(state.kind[unit], far, smoke, state.missions[unit])


class AimMission(Choose[int | None]):
    """At which hex a mission is fired; the mission may still be let go [8.0] [8.12] [8.13]."""

    __slots__ = ("smoke",)
    table: Play
    name, case, options_are = "aim-mission", "8.0", "hexes"

    def __init__(self, table: Play, side: int, unit: int, smoke: bool) -> None:
        super().__init__(table, side, unit)
        self.smoke = smoke

    def question(self) -> str:
        shells = "smoke" if self.smoke else "shells"
        return f"Where does {self.table.scene.units[self.unit]} fire {shells}?"

    def offer(self) -> Sequence[int | None]:
        scene, hex = self.table.scene, self.table.state.hexes[self.unit]
        reach = reaches(scene.measure, self.table.state.kind[self.unit], hex)
        return [None, *hexes_in(spotted(self.table, self.side, reach))]

    def odds(self, option: int | None) -> Odds | None:
        return None if option is None else effectiveness(self.smoke)

    def why_not(self, key: str) -> Refusal:
        table, state = self.table, self.table.state
        hex, kind = table.scene.hex(key), state.kind[self.unit]
        distance = table.scene.measure.distance(state.hexes[self.unit], hex)
        for case, reason, holds in mission_bars(kind, distance, self.smoke, state.missions[self.unit]):
            if holds:
                return Refusal(case, reason)
        return Refusal("8.0", "no unsuppressed friendly unit sees this hex", key)


async def fire_mission(table: Play, side: int, mission: Mission) -> None:
    """One mission: the hex, whether it is effective, and what it does there [8.0] [8.2] [8.41] [8.43]."""
    state, unit = table.state, mission.unit
    again = mission.what == AGAIN
    smoke = state.aimed[unit] % 2 > 0 if again else mission.what == SMOKE
    hex = state.aim[unit] if again else await table.ask(AimMission(table, side, unit, smoke))
    if hex is None:
        return
    table.report(FiresIndirectly(unit, hex, "smoke" if smoke else "shells"))
    state.flags[unit] |= INACTIVE | FIRED
    state.missions[unit] += 1
    if again or await table.roll(effectiveness(smoke)) == "effective":
        state.aim[unit], state.aimed[unit] = hex, 2 * state.turn + smoke
        lay_marker(table, side, hex, smoke)
        if not smoke:
            await shell(table, side, table.scene.counter[unit].indirect, hex)
    await after_mission(table, side, unit)


def lay_marker(table: Play, side: int, hex: int, smoke: bool) -> None:
    """The marker stays in the hex, and the enemies who see it have seen fire [5.46] [8.0] [8.41]."""
    state = table.state
    for enemy in table.scene.enemies[side]:
        units = [unit for unit in table.scene.own[enemy] if state.hexes[unit] >= 0]
        if not state.markers_seen[enemy]:
            seen = any(state.hexes[unit] == hex or sees_hex(table, unit, hex) for unit in units)
            state.markers_seen[enemy] = int(seen)
    state.mark_hex.append(hex)
    state.mark_side.append(side)
    state.mark_smoke.append(int(smoke))


async def after_mission(table: Play, side: int, unit: int) -> None:
    """A BM-21 without ammunition goes; at a helicopter that has fired there is air defence [8.13] [14.31]."""
    state = table.state
    if state.hexes[unit] < 0:
        return
    if spent_and_gone(state.kind[unit], state.missions[unit]):
        state.hexes[unit] = SPENT
        table.report(AmmunitionSpent(unit))
    elif table.scene.helicopter[unit]:
        for enemy in table.scene.enemies[side]:
            while shot := await table.ask(HelicopterFired(table, enemy, unit)):
                await defend(table, shot, ENEMY_INDIRECT)
