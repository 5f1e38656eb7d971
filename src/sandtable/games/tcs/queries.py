"""What may be asked of the program at any time: odds, lines of sight, reach."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.boards.sight import Kernel
from sandtable.engine import Odds, Refusal, Refused
from sandtable.games.tcs.carrying import left
from sandtable.games.tcs.other_odds import bog, smoke, towed
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sight import kernel as lines
from sandtable.games.tcs.ways import Way, bars, price, told, way_bars

SINGLE: Mapping[str, Callable[[], Odds]] = {"slow go": bog, "smoke": smoke, "towed": towed}
"""Rolls that depend on nothing, by the word of `roll`."""


def odds_of(query: Mapping[str, Any]) -> Odds:
    """The odds of the roll that is named."""
    roll = str(query.get("roll", ""))
    if roll not in SINGLE:
        raise Refused(Refusal("1.3", f"there is no roll {roll!r}; there are: {', '.join(SINGLE)}"))
    return SINGLE[roll]()


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
