"""What may be asked of the program at any time: odds, lines of sight, reach."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.boards.sight import Kernel
from sandtable.engine import Odds, Refusal, Refused
from sandtable.games.tcs.bodies import is_area_target
from sandtable.games.tcs.carrying import left
from sandtable.games.tcs.direct import area_roll, fire_at
from sandtable.games.tcs.direct import odds_of as odds_of_shot
from sandtable.games.tcs.other_odds import bog, smoke, towed
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shots import AREA, CLOSE, POINT, SEGMENT, Shot, why_not
from sandtable.games.tcs.sight import kernel as lines
from sandtable.games.tcs.state import NOBODY, hex_of
from sandtable.games.tcs.ways import Way, bars, price, told, way_bars

SINGLE: Mapping[str, Callable[[], Odds]] = {"slow go": bog, "smoke": smoke, "towed": towed}
"""Rolls that depend on nothing, by the word of `roll`."""


FIRES: Mapping[str, int] = {"area fire": AREA, "point fire": POINT, "AT roll": CLOSE}
"""Fires of a unit, `firer`, at another, `target`, by the word of `roll`."""


def odds_of(table: Play, query: Mapping[str, Any]) -> Odds:
    """The odds of the roll that is named; of fire, as far as the firer's side knows the target."""
    roll = str(query.get("roll", ""))
    if roll in SINGLE:
        return SINGLE[roll]()
    if roll not in FIRES:
        known = ", ".join((*SINGLE, *FIRES))
        raise Refused(Refusal("1.3", f"there is no roll {roll!r}; there are: {known}"))
    return _fire(
        table, FIRES[roll], table.scene.unit(query.get("firer")), table.scene.unit(query.get("target"))
    )


def _fire(table: Play, way: int, firer: int, target: int) -> Odds:
    """The odds of a fire in its segment; refused with the reason where it may not be declared [8.0]."""
    state, names = table.state, table.scene.units
    hex = hex_of(state, target)
    if hex < 0:
        raise Refused(Refusal("8.6d", f"{names[target]} is not on the map"))
    shot = Shot(firer, way, hex, NOBODY if way == AREA else target)
    if refusal := why_not(table, shot, SEGMENT):
        raise Refused(refusal)
    if way == AREA and not is_area_target(table, target):
        raise Refused(Refusal("8.7b", f"{names[target]} is no target of area fire"))
    if way == AREA:
        return area_roll(table, [firer], hex, target, fire_at(table, [firer]), state.side[firer])
    odds = odds_of_shot(table, shot, to=state.side[firer])
    if odds is None:
        raise Refused(Refusal("8.8a", f"{names[target]} is out of range"))
    return odds


def kernel(table: Play) -> Kernel:
    """The rule for lines of sight [8.4]."""
    return lines(table.scene.board)


def reach(table: Play, unit: int) -> dict[int, str]:
    """Every hex that a unit could reach with the points it has left, and the cheapest price [12.0a]."""
    if bars(table, unit):
        return {}
    start, most = table.state.hexes[unit], left(table, unit)
    found, open_hexes = {start: 0}, [start]
    while open_hexes:
        hex = min(open_hexes, key=lambda place: (found[place], place))
        open_hexes.remove(hex)
        for beyond, cost in _steps(table, unit, hex):
            total = found[hex] + cost
            if total <= most and total < found.get(beyond, total + 1):
                found[beyond] = total
                open_hexes.append(beyond)
    return {hex: told(cost) for hex, cost in found.items() if hex != start}


def _steps(table: Play, unit: int, hex: int) -> Iterator[tuple[int, int]]:
    """The hexes beside one and what they cost, whatever points are left."""
    for direction, beyond in enumerate(table.scene.country.neighbours[hex * 6 : hex * 6 + 6]):
        for road in (True, False):
            way = Way(hex * 6 + direction, beyond, road)
            if beyond >= 0 and all(bar.case == "12.0a" for bar in way_bars(table, unit, way)):
                yield beyond, price(table, unit, way)
