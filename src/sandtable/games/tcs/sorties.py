"""Sorties: plotted, flown in the Artillery and Air Segment, and fired at from the ground [17.0]."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from sandtable.engine import Choose, Form, Option, Refusal, Unknown
from sandtable.games.tcs.area_odds import Fire, area_attack
from sandtable.games.tcs.bodies import body, in_hex, is_area_target, is_point_target, place
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.clock import turn_of
from sandtable.games.tcs.direct import tell_dug_in
from sandtable.games.tcs.direct_asks import enemy_hexes
from sandtable.games.tcs.events import Attacked, FiredAtAircraft, FlewOff, Misled, ShotDown, SortieCame
from sandtable.games.tcs.losses import destroy
from sandtable.games.tcs.morale import suffer
from sandtable.games.tcs.other_odds import DESTROYED, MISLED, SHOT_DOWN, air_point, anti_aircraft, sortie
from sandtable.games.tcs.retreats import retreat_all
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import PARALYZED, SUPPRESSED, Sortie, has, hex_of
from sandtable.games.tcs.units import Category, SortieType

TARGETS: Mapping[str, tuple[Category, ...]] = {
    "infantry": ("infantry",),
    "mortars": ("mortar",),
    "guns": ("at_gun", "map_gun"),
    "tanks": ("vehicle",),
    "carriers": ("carrier",),
}
"""What a sortie may be sent against, one kind for all its weapons [17.1a]."""


# -- plotting


class Flight(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sortie as it is plotted: the hex of its zone, its targets, and turns to wait longer [17.2]."""

    hex: str
    target: str
    wait: int = 0


class CallSortie(Form[tuple[Flight, ...]]):
    """The sorties that a side plots [17.2]."""

    __slots__ = ()
    table: Play
    name, case, private = "call-sortie", "17.2", True
    shape = tuple[Flight, ...]

    def blank(self) -> tuple[Flight, ...]:
        return ()

    def faults(self, draft: tuple[Flight, ...]) -> list[Refusal]:
        left = self.table.state.sorties[self.side]
        found = [fault for flight in draft for fault in self._flight_faults(flight)]
        if len(draft) > left:
            found.append(Refusal("17.1c", f"{left} sorties are left, not {len(draft)}"))
        return found

    def _flight_faults(self, flight: Flight) -> Iterator[Refusal]:
        first, last = available(self.table, self.side)
        turn = self.table.state.turn + 1 + flight.wait
        if flight.target not in TARGETS:
            known = ", ".join(TARGETS)
            yield Refusal("17.1a", f"a sortie is sent against one of {known}", flight.hex)
        if flight.wait < 0 or not first <= turn <= last:
            yield Refusal("17.1c", "no aircraft are available in that turn", flight.hex)
        try:
            self.table.scene.hex(flight.hex)
        except Unknown:
            yield Refusal("17.2", f"the map has no hex {flight.hex}", flight.hex)

    def grow(self, draft: tuple[Flight, ...]) -> Sequence[tuple[Option, tuple[Flight, ...]]]:
        """One more, over a hex with enemies, in the first turn in which there are aircraft."""
        table, scene = self.table, self.table.scene
        wait = max(0, available(table, self.side)[0] - table.state.turn - 1)
        found = []
        for hex in enemy_hexes(table, self.side):
            for target in TARGETS:
                longer = (*draft, Flight(scene.hex_name(hex), target, wait))
                if not self.faults(longer):
                    key = f"{target} in {scene.hex_name(hex)}"
                    found.append((Option(key, key, hex=scene.hex_name(hex)), longer))
        return found


def available(table: Play, side: int) -> tuple[int, int]:
    """The first and the last turn in which a side has aircraft [17.1c]."""
    scenario = table.scene.scenario
    sorties = scenario.own.sides[side].sorties if scenario else None
    if sorties is None:
        return 1, 0
    return turn_of(table.scene.turns, sorties.first), turn_of(table.scene.turns, sorties.last)


def may_plot(table: Play, side: int) -> bool:
    """Has a side sorties left for a turn to come?"""
    left = table.state.sorties[side]
    return left > 0 and table.scene.plays(table.state, "air") and table.state.turn < available(table, side)[1]


async def call_aircraft(table: Play) -> None:
    """Both sides plot sorties in the Call for Fire Phase, hidden from each other [1.3e] [17.2]."""
    state = table.state
    asks = [CallSortie(table, side) for side in (0, 1) if may_plot(table, side)]
    for side, flights in sorted((await table.ask_all(asks)).items()):
        state.sorties[side] -= len(flights)
        state.flights += [
            Sortie(side, state.turn + 1 + flight.wait, table.scene.hex(flight.hex), flight.target)
            for flight in flights
        ]


# -- flying


class Run(NamedTuple):
    """One run: at a hex with so many uses of its bombs, or at a unit with its point weapon [17.1e]."""

    hex: int
    uses: int = 0
    target: int = -1


class Sky:
    """A sortie under way: who flies it now, at whom, with what it has left."""

    def __init__(self, table: Play, flight: Sortie, kind: SortieType, user: int) -> None:
        self.table, self.flight, self.kind, self.user = table, flight, kind, user
        self.areas, self.points = kind.area_uses, kind.point_uses

    @property
    def victims(self) -> int:
        """The side that is attacked: the other one, or the owner's own when misled."""
        return 1 - self.flight.side if self.user == self.flight.side else self.flight.side

    def targets(self) -> list[int]:
        """Units of the plotted type within the zone [17.1a] [17.1b]."""
        table, state = self.table, self.table.state
        country, kinds = table.scene.country, TARGETS[self.flight.target]
        return [
            unit
            for unit in table.scene.own[self.victims]
            if table.scene.types[unit].category in kinds
            and hex_of(state, unit) >= 0
            and country.distance(hex_of(state, unit), self.flight.hex) <= CHARTS.artillery.zone
        ]

    def runs(self) -> list[Run]:
        """Every attack that it could still make [17.1d] [17.1e] [17.1]."""
        table, kind, targets = self.table, self.kind, self.targets()
        soft = [hex_of(table.state, unit) for unit in targets if is_area_target(table, unit)]
        bombs = range(1, min(self.areas, kind.area_per_run) + 1)
        found = [Run(hex, uses) for hex in dict.fromkeys(soft) for uses in bombs]
        if self.points:
            hard = [unit for unit in targets if is_point_target(table, unit)]
            found += [Run(hex_of(table.state, unit), target=unit) for unit in hard]
        return found


async def fly(table: Play, flight: Sortie) -> None:
    """Recognition, then run after run until it is spent, shot down or called off [17.0]."""
    kind = _type_of(table, flight.side)
    table.report(SortieCame(flight.side, flight.hex))
    user = flight.side
    if await roll_for(table, flight.side, sortie()) == MISLED:
        user = 1 - flight.side
        table.report(Misled(user))
    sky = Sky(table, flight, kind, user)
    while sky.runs() and (run := await table.ask(NextRun(sky))) is not None:
        if await _shot_down(sky, run.hex):
            return
        await _attack(sky, run)
    table.report(FlewOff(flight.side))


def _type_of(table: Play, side: int) -> SortieType:
    scenario = table.scene.scenario
    sorties = scenario.own.sides[side].sorties if scenario else None
    assert sorties is not None, "only a side that has sorties flies them"
    return table.scene.armoury.sortie_type(sorties.type)


async def _shot_down(sky: Sky, hex: int) -> bool:
    """Every able gun in range fires before each run, in either mode, as often as it likes [17.3a] [17.3b].

    Of a sortie that is misled, the owner's own; it does nothing else [17.3d] [17.3e].
    See also [17.3] [17.3c].
    """
    table, state, country = sky.table, sky.table.state, sky.table.scene.country
    for unit in table.scene.own[sky.victims]:
        kind, at = table.scene.types[unit], hex_of(state, unit)
        pinned = has(state, unit, SUPPRESSED | PARALYZED)
        if not kind.aa_rating or at < 0 or pinned or country.distance(at, hex) > kind.aa_range:
            continue
        table.report(FiredAtAircraft(unit))
        if await roll_for(table, sky.victims, anti_aircraft(kind.aa_rating)) == SHOT_DOWN:
            table.report(ShotDown(sky.flight.side))
            return True
    return False


async def _attack(sky: Sky, run: Run) -> None:
    """Bombs at every area target in the hex, or the point weapon at the unit that is named [17.1e]."""
    table = sky.table
    table.report(Attacked(run.hex))
    if run.uses:
        sky.areas -= run.uses
        await _bomb(table, run.hex, sky.kind.firepower * run.uses)
        return
    sky.points -= 1
    tell_dug_in(table, run.target)
    if await roll_for(table, sky.user, air_point(sky.kind.point)) == DESTROYED:
        await destroy(table, run.target)


async def _bomb(table: Play, hex: int, firepower: int) -> None:
    """On the area table, without an effect of range; whoever is in the hex suffers it [17.1e]."""
    fire = Fire(direct=False, aircraft=True, night=table.scene.turn(table.state).night)
    outcomes: dict[int, str] = {}
    for side in (0, 1):
        for unit in in_hex(table, hex, side):
            tell_dug_in(table, unit)
            if is_area_target(table, unit) and hex_of(table.state, unit) == hex:
                odds = area_attack(Fraction(firepower), place(table, hex), body(table, unit), fire).odds
                outcomes[unit] = await suffer(table, unit, odds)
    await retreat_all(table, outcomes, hex)


class NextRun(Choose[Run | None]):
    """What the sortie attacks next, and with what, or that it flies off [17.0]."""

    __slots__ = ("sky",)
    table: Play
    name, case = "next-run", "17.0"

    def __init__(self, sky: Sky) -> None:
        super().__init__(sky.table, sky.user)
        self.sky = sky

    def offer(self) -> Sequence[Run | None]:
        return [None, *self.sky.runs()]

    def key(self, option: Run | None) -> str:
        scene = self.table.scene
        if option is None:
            return "fly off"
        if option.target >= 0:
            return f"attack {scene.units[option.target]}"
        return f"bomb {scene.hex_name(option.hex)} with {option.uses}"

    def describe(self, option: Run | None) -> Option:
        key = self.key(option)
        if option is None:
            return Option(key, key)
        chance = None if option.uses else air_point(self.sky.kind.point).chance(DESTROYED)
        return Option(key, key, chance, hex=self.table.scene.hex_name(option.hex))

    def why_not(self, key: str) -> Refusal:
        kind, zone = self.sky.flight.target, CHARTS.artillery.zone
        reason = f"it attacks {kind} alone, within {zone} hexes of its marker, with what it has left"
        return Refusal("17.1b", reason)
