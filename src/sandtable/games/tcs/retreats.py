"""Suppressive yielding retreats: who makes them, how far, and by which way [9.4]."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.engine import Choose, Option, Refusal, Several
from sandtable.games.tcs.ambushes import meet_ambush
from sandtable.games.tcs.arriving import fill_hole, pass_through
from sandtable.games.tcs.bodies import company_morale, occupied
from sandtable.games.tcs.country import NO_WAY
from sandtable.games.tcs.entering import note_exit
from sandtable.games.tcs.events import Retreated
from sandtable.games.tcs.losses import destroy, to_move_mode
from sandtable.games.tcs.mines import cross
from sandtable.games.tcs.morale_odds import RETREAT, RETREATS
from sandtable.games.tcs.morale_odds import retreat as retreat_odds
from sandtable.games.tcs.retreat_ways import Ways
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    NOBODY,
    PARALYZED,
    RETREATED,
    SUPPRESSED,
    TOWED,
    aboard,
    has,
    hex_of,
    mark,
    stack,
    wipe,
)

OFF_THE_MAP = -1
FAR_AWAY = 999

Watch = Callable[[Play, int, int], Awaitable[None]]
"""What happens when a vehicle has entered a hex: overwatch in an Action Phase [9.4f]."""


async def unwatched(table: Play, unit: int, hex: int) -> None:
    """Outside the Action Phases nobody keeps overwatch [8.9b]."""


class Party(NamedTuple):
    """Those who retreat together by one way: on foot, and vehicles or carriers with all they carry."""

    foot: tuple[int, ...]
    wheels: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        return (*self.foot, *self.wheels)


async def retreat_all(table: Play, outcomes: Mapping[int, str], hex: int, watch: Watch = unwatched) -> None:
    """Those who have to, one after the other; who has gone with another's carrier does not go twice [9.4]."""
    for unit, outcome in outcomes.items():
        if outcome == RETREAT and hex_of(table.state, unit) == hex:
            await retreat(table, unit, watch)


def may_retreat(table: Play, unit: int) -> bool:
    """Could it survive one: infantry, guns that move by themselves, whatever rides or is towed [9.4b]?"""
    state, type = table.state, table.scene.types[unit]
    if has(state, unit, PARALYZED) or hex_of(state, unit) < 0:
        return False
    if state.carrier[unit] != NOBODY:
        return True
    return type.category == "infantry" or (type.category == "at_gun" and not type.tow_only)


async def retreat(table: Play, unit: int, watch: Watch = unwatched) -> None:
    """Roll, and go the whole way or be lost; what cannot retreat is lost at once [9.4] [9.4a] [9.4b].

    The die is its owner's secret: it would betray the company morale (ruling at 9.4) [2.0].
    """
    state, side = table.state, table.state.side[unit]
    if not may_retreat(table, unit):
        await destroy(table, unit)
        return
    odds = retreat_odds(company_morale(table, unit) or 0, table.scene.turn(state).night)
    demanded = RETREATS[await table.roll(odds, secret_to=side)]
    if state.lost[unit] + demanded.steps >= table.scene.types[unit].steps:
        await destroy(table, unit)
        return
    state.lost[unit] += demanded.steps
    party = await _party(table, unit)
    await go(table, party, demanded.hexes, watch)


async def _party(table: Play, unit: int) -> Party:
    """Carriers go with those aboard, others may tag along; riders of vehicles may walk [9.4f] [9.4g]."""
    state, side = table.state, table.state.side[unit]
    carrier = state.carrier[unit]
    if carrier != NOBODY:
        if table.scene.types[carrier].category == "carrier" or has(state, unit, TOWED):
            return Party((), (carrier,))
        if await table.ask(RideAway(table, side, unit)) == RIDE:
            second = state.second[unit]
            return Party((), (carrier,) if second == NOBODY else (carrier, second))
        hex = hex_of(state, unit)
        state.hexes[unit], state.carrier[unit], state.second[unit] = hex, NOBODY, NOBODY
    ask = TagAlong(table, side, unit)
    return Party((unit,), await table.ask(ask) if ask.options else ())


async def go(table: Play, party: Party, hexes: int, watch: Watch) -> None:
    """Hex by hex as its owner likes; who cannot go the full number is lost [9.4a] [9.4e] [9.4f] [12.3m]."""
    state = table.state
    lead = party.all[0]
    ways = ways_for(table, party, hexes)
    way: list[int] = []
    while len(way) < hexes and party.all:
        further = ways.onward(way)
        if home_edge(table, lead):
            further.append(OFF_THE_MAP)
        if not further:
            await _lose(table, party)
            return
        hex = further[0] if len(further) == 1 else await table.ask(RetreatTo(table, lead, further))
        if hex == OFF_THE_MAP:
            _off(table, party)
            return
        if meet_ambush(table, lead, hex):
            ways = ways_for(table, party, hexes)
            continue
        way.append(hex)
        _step(table, party, hex)
        party = await _under_fire(table, party, hex, watch)
        for unit in party.all:
            await cross(table, unit, hex, forced=True)
        party = _together(table, party, hex)
        lead = party.all[0] if party.all else lead
    for unit in party.all:
        mark(state, unit, RETREATED)


def _step(table: Play, party: Party, hex: int) -> None:
    """Into move mode, not suppressed, out of the hole; those aboard keep what they have [9.4e] [9.4g]."""
    state = table.state
    for unit in party.all:
        state.previous[unit] = state.hexes[unit]
        state.hexes[unit] = hex
        pass_through(table, unit, hex)
        fill_hole(table, unit)
        to_move_mode(table, unit)
        wipe(state, unit, SUPPRESSED)
        for one in aboard(state, unit):
            fill_hole(table, one)
        table.report(Retreated(unit, hex))


async def _under_fire(table: Play, party: Party, hex: int, watch: Watch) -> Party:
    """Vehicles that follow a retreat in an Action Phase open overwatch; men on foot do not [8.9k] [9.4f]."""
    for unit in party.wheels:
        await watch(table, unit, hex)
    return _together(table, party, hex)


def _together(table: Play, party: Party, hex: int) -> Party:
    """Those of the party who are still there."""
    state = table.state
    return Party(
        tuple([unit for unit in party.foot if state.hexes[unit] == hex]),
        tuple([unit for unit in party.wheels if state.hexes[unit] == hex]),
    )


async def _lose(table: Play, party: Party) -> None:
    for unit in party.all:
        await destroy(table, unit)


def _off(table: Play, party: Party) -> None:
    """Over its own edge a retreat leaves the map, and nobody is lost (ruling at 9.4a)."""
    for unit in party.all:
        note_exit(table, unit)


def home_edge(table: Play, unit: int) -> bool:
    """Does it stand at an edge over which its side may leave the map in a retreat?"""
    return hex_of(table.state, unit) in table.scene.home[table.state.side[unit]]


def ways_for(table: Play, party: Party, hexes: int) -> Ways:
    """Through every hex that all of them could enter and that holds no enemy [9.4a]."""
    scene, state = table.scene, table.state
    country, side = scene.country, state.side[party.all[0]]
    legs = list(dict.fromkeys([scene.types[unit].legs for unit in party.all]))
    foes = sorted({hex for unit in scene.foes[side] if (hex := hex_of(state, unit)) >= 0})

    def beside(hex: int) -> list[int]:
        found = []
        for at in range(hex * 6, hex * 6 + 6):
            beyond = country.neighbours[at]
            open = all(
                country.across[leg][at] != NO_WAY or country.by_road[leg][at] != NO_WAY for leg in legs
            )
            if beyond >= 0 and open and beyond not in foes:
                found.append(beyond)
        return found

    def near(hex: int) -> int:
        return min([country.distance(hex, foe) for foe in foes], default=FAR_AWAY)

    return Ways(hex_of(state, party.all[0]), hexes, beside, near, country.distance)


class RetreatTo(Choose[int]):
    """The next hex of a retreat."""

    __slots__ = ("further",)
    table: Play
    name, case, options_are = "retreat-to", "9.4a", "hexes"

    def __init__(self, table: Play, unit: int, further: Sequence[int]) -> None:
        super().__init__(table, table.state.side[unit], unit)
        self.further = further

    def question(self) -> str:
        return f"Where does {self.table.scene.units[self.unit]} retreat to?"

    def offer(self) -> Sequence[int]:
        return self.further

    def key(self, option: int) -> str:
        return "off the map" if option == OFF_THE_MAP else super().key(option)

    def describe(self, option: int) -> Option:
        scene, key = self.table.scene, self.key(option)
        return Option(key, key, unit=scene.units[self.unit], hex=scene.hex_name(option))

    def why_not(self, key: str) -> Refusal:
        """Beside it, free of enemies, not nearer to them, and on a way that can be gone to its end."""
        scene, state = self.table.scene, self.table.state
        hex, here = scene.hex(key), hex_of(state, self.unit)
        if scene.country.distance(here, hex) != 1:
            return Refusal(
                "9.4a", f"a retreat goes hex by hex, and {key} is not beside {scene.hex_name(here)}"
            )
        if occupied(self.table, hex, 1 - self.side):
            return Refusal("9.4a", f"no retreat enters a hex with enemies, such as {key}")
        return Refusal("9.4a", f"{key} leads toward the enemy, back, or where the retreat cannot be finished")


class TagAlong(Several[int]):
    """Which vehicles and carriers in the hex go with a retreat by the same way [9.4f]."""

    __slots__ = ()
    table: Play
    name, case, options_are = "tag-along", "9.4f", "units"

    def __init__(self, table: Play, side: int, unit: int) -> None:
        super().__init__(table, side, unit)

    def question(self) -> str:
        return f"Which vehicles retreat with {self.table.scene.units[self.unit]}?"

    def offer(self) -> Sequence[int]:
        state, types = self.table.state, self.table.scene.types
        here = stack(state, hex_of(state, self.unit), self.side)
        return [unit for unit in here if types[unit].category in ("vehicle", "carrier")]


RIDE, WALK = "ride", "on foot"


class RideAway(Choose[str]):
    """Does a rider retreat on its vehicle or on foot [12.4c]?"""

    __slots__ = ()
    name, case, always = "ride-away", "12.4c", (RIDE, WALK)

    def question(self) -> str:
        return f"How does {self.table.scene.unit_name(self.unit)} retreat?"
