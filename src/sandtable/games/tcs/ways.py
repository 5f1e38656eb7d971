"""Where a unit may step, by which way, and for what price [12.0] [12.1] [12.2]."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sandtable.engine import Refusal
from sandtable.games.tcs.carrying import left
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.country import NO_WAY
from sandtable.games.tcs.mines import toll
from sandtable.games.tcs.movement_charts import Legs
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    DONE,
    FIRE,
    NOBODY,
    PARALYZED,
    RETREATED,
    SHIFTED,
    SUPPRESSED,
    aboard,
    has,
    hex_of,
    stack,
)

NO_LIMIT = 1 << 20


class Way(NamedTuple):
    """A step into a neighbouring hex: through which face of its own, by road or across country.

    Who comes in from off the map comes through face -1.
    """

    face: int
    hex: int
    road: bool


def legs_of(table: Play, unit: int) -> Legs:
    """Its column of the chart; on wheels everything moves as trucks do."""
    return table.scene.types[unit].legs


def price(table: Play, unit: int, way: Way) -> int:
    """Sixths of points for a step, or NO_WAY [12.1] [12.1b] [12.2c] [12.2f] [15.2] [11.0e] [12.1a]."""
    country, legs = table.scene.country, legs_of(table, unit)
    if way.face == NOBODY:
        found = (country.inward_by_road if way.road else country.inward)[legs][way.hex]
    elif way.road:
        found = NO_WAY if way.hex in table.state.blocks else country.by_road[legs][way.face]
    else:
        found = country.across[legs][way.face]
    if found == NO_WAY or not table.state.mines:
        return found
    return found + toll(table, table.state.side[unit], way.face // 6, way.hex)


def cheapest(table: Play, unit: int, start: int, hex: int) -> Way | None:
    """The way from a hex into one beside it that costs a unit least, by road where that costs no more."""
    faces = table.scene.country.neighbours[start * 6 : start * 6 + 6]
    if start < 0 or hex not in faces:
        return None
    face = start * 6 + faces.index(hex)
    by_road, across = Way(face, hex, True), Way(face, hex, False)
    cost, other = price(table, unit, by_road), price(table, unit, across)
    return by_road if cost != NO_WAY and (cost <= other or other == NO_WAY) else across


def bars(table: Play, unit: int) -> list[Refusal]:
    """Why a unit may not move on its own in this Action Phase [12.0a] [12.0c] [12.0g] [9.4h] [13.2d]."""
    state = table.state
    name = state.units[unit]
    rows = (
        ("12.0a", "is not on the map", hex_of(state, unit) < 0),
        ("12.3", "is carried or towed", state.carrier[unit] != NOBODY),
        ("12.0a", "is in fire mode", has(state, unit, FIRE)),
        ("12.0g", "is suppressed or paralyzed", has(state, unit, SUPPRESSED | PARALYZED)),
        ("9.4h", "has retreated in this Action Phase", has(state, unit, RETREATED)),
        ("13.2d", "has finished its movement of this Action Phase", has(state, unit, DONE)),
        ("12.0c", "can only be towed", table.scene.types[unit].tow_only),
        ("3.7", "tows a gun that has changed its mode in this turn", _holds_gun(table, unit)),
    )
    return [Refusal(case, f"{name} {reason}") for case, reason, holds in rows if holds]


def _holds_gun(table: Play, unit: int) -> bool:
    """A gun on the map that changed its mode in this turn may not be moved [3.7]."""
    state, types = table.state, table.scene.types
    load = aboard(state, unit)
    return any(types[one].category == "map_gun" and has(state, one, SHIFTED) for one in load)


def way_bars(table: Play, unit: int, way: Way) -> list[Refusal]:
    """Why a step may not be made [12.0a] [12.1c] [12.2f] [16.4] [5.1d] [12.0d]."""
    state = table.state
    name = state.units[unit]
    where = table.scene.hex_name(way.hex)
    cost = price(table, unit, way)
    blocked = way.road and way.hex in state.blocks
    enemies = stack(state, way.hex, 1 - state.side[unit])
    dear = cost != NO_WAY and cost > left(table, unit) and not fresh(table, unit)
    rows = (
        ("5.1d", f"the enemy is in {where}", bool(enemies)),
        ("12.2f", f"the road in {where} is blocked", blocked),
        ("12.1c", f"{name} may not enter {where} this way", cost == NO_WAY and not blocked),
        ("16.4", f"{where} is slow go, and it is dark", _in_the_dark(table, unit, way)),
        ("12.0a", f"{where} costs more points than {name} has left", dear),
    )
    return [Refusal(case, reason) for case, reason, holds in rows if holds]


def fresh(table: Play, unit: int) -> bool:
    """Has it spent nothing? Then it may enter one hex, whatever that costs [12.0a]."""
    return table.state.spent[unit] == table.state.ridden[unit] == 0


def slow(table: Play, unit: int, way: Way) -> bool:
    """Does a step lead a vehicle through slow go [12.2a] [12.2b] [12.2c]?"""
    return table.scene.country.slow_go[way.hex] and not way.road and legs_of(table, unit) != "foot"


def _in_the_dark(table: Play, unit: int, way: Way) -> bool:
    """Slow go at night is for vehicles that are lit [16.4]."""
    if not (slow(table, unit, way) and table.scene.turn(table.state).night):
        return False
    return all(
        table.scene.country.distance(light, way.hex) > CHARTS.small.illumination
        for light in table.state.lights
    )


def ways(table: Play, unit: int) -> Iterator[Way]:
    """Every step that a unit may make now, by road first: those without a bar."""
    hex = table.state.hexes[unit]
    most = NO_LIMIT if fresh(table, unit) else left(table, unit)
    for direction, beyond in enumerate(table.scene.country.neighbours[hex * 6 : hex * 6 + 6]):
        if beyond < 0 or stack(table.state, beyond, 1 - table.state.side[unit]):
            continue
        for road in (True, False):
            way = Way(hex * 6 + direction, beyond, road)
            cost = price(table, unit, way)
            if cost != NO_WAY and cost <= most and not _in_the_dark(table, unit, way):
                yield way


def told(sixths: int) -> str:
    """A price as players write it: 1, 1/2, 1 1/3 [12.1]."""
    whole, rest = divmod(sixths, CHARTS.movement.point)
    part = str(Fraction(rest, CHARTS.movement.point)) if rest else ""
    return " ".join(word for word in (str(whole) if whole else "", part) if word) or "0"
