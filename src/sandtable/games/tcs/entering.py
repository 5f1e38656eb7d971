"""Coming onto the map as reinforcements, and leaving it over an edge [6.4g] [12.0a]."""

from collections.abc import Iterator

from sandtable.engine import Refusal
from sandtable.games.tcs.bodies import occupied
from sandtable.games.tcs.carrying import left, spend
from sandtable.games.tcs.country import NO_WAY
from sandtable.games.tcs.events import Exited
from sandtable.games.tcs.losses import leave
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import EXITED, NOBODY, WAITING, aboard
from sandtable.games.tcs.ways import Way, fresh

ELSEWHERE = 5
"""How far from its place of entry a unit may come in where that is held by the enemy."""


def due(table: Play, unit: int) -> bool:
    """May a unit come onto the map in this turn? Its owner may hold it back [6.4g]."""
    state = table.state
    if state.hexes[unit] != WAITING:
        return False
    arrival = table.scene.arrivals[unit]
    return arrival is not None and arrival.turn <= state.turn


def entry_ways(table: Play, unit: int) -> list[Way]:
    """The hexes over which a unit may come in, by road and across country [12.0a] [12.1b]."""
    country, legs = table.scene.country, table.scene.types[unit].legs
    found = []
    for hex in doors(table, unit):
        by_road = hex not in table.state.blocks and country.inward_by_road[legs][hex] != NO_WAY
        found += [Way(NOBODY, hex, True)] if by_road else []
        found += [Way(NOBODY, hex, False)] if country.inward[legs][hex] != NO_WAY else []
    return found


def doors(table: Play, unit: int) -> list[int]:
    """Its places of entry; where the enemy holds them all, the free hexes of the edge nearest to them."""
    arrival, side = table.scene.arrivals[unit], table.state.side[unit]
    if arrival is None:
        return []
    free = [hex for hex in arrival.hexes if not occupied(table, hex, 1 - side)]
    if free:
        return free
    country = table.scene.country
    near = [
        (min(country.distance(hex, door) for door in arrival.hexes), hex)
        for hex in country.rim
        if not occupied(table, hex, 1 - side)
    ]
    nearest = min([far for far, _ in near], default=ELSEWHERE + 1)
    return [hex for far, hex in near if far == nearest <= ELSEWHERE]


def exit_price(table: Play, unit: int) -> int:
    """What leaving the map from its hex costs: the price of open ground, or of its road."""
    country, legs, hex = table.scene.country, table.scene.types[unit].legs, table.state.hexes[unit]
    by_road = NO_WAY if hex in table.state.blocks else country.inward_by_road[legs][hex]
    return min([price for price in (by_road, country.outward[legs]) if price != NO_WAY])


def exit_bars(table: Play, unit: int) -> Iterator[Refusal]:
    """Why a unit may not leave the map from where it is [12.0a]."""
    state = table.state
    name, hex = state.units[unit], state.hexes[unit]
    if hex not in table.scene.exits[state.side[unit]]:
        yield Refusal("12.0a", f"{name} cannot leave the map from {table.scene.hex_name(hex)}")
    elif exit_price(table, unit) > left(table, unit) and not fresh(table, unit):
        yield Refusal("12.0a", f"leaving the map costs more points than {name} has left")


def go_off(table: Play, unit: int) -> None:
    """Leave the map with all that is aboard."""
    spend(table, unit, min(exit_price(table, unit), left(table, unit)))
    note_exit(table, unit)


def note_exit(table: Play, unit: int) -> None:
    """Off the map for good, and where: what is aboard goes too, and nobody is lost."""
    state = table.state
    hex = state.hexes[unit]
    for one in (*aboard(state, unit), unit):
        state.exits.append((one, hex))
        table.report(Exited(one, hex))
        leave(table, one, EXITED)
