"""What each step costs, where units come in and leave, and which ways the paved roads offer [6.0] [5.11].

All costs are whole numbers of half movement points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.boards import Board, Going
from sandtable.games.rdf.charts import CHARTS, Price
from sandtable.games.rdf.counters import Group

GROUPS: tuple[Group, ...] = ("vehicle", "truck", "foot", "helicopter")
VEHICLE, TRUCK, FOOT, NAPE, ALOFT = MOVERS = range(5)
"""The ways of moving: a column of the chart each, and helicopters at medium or high altitude [6.16]."""

OPEN, CULTIVATED, VILLAGE = range(3)
"""What cover a hex gives."""


def mover(group: Group, altitude: int = 0) -> int:
    """How a unit of a column of the chart moves at an altitude [14.22] [14.23] [14.24]."""
    return ALOFT if altitude else GROUPS.index(group)


class Ground:
    """One board as movement sees it.

    `going` has the costs of a mover over each hexside, as seen from the hex it leaves; `entering` and
    `leaving` what it pays in a hex at the edge of the map to come in and to go off, 0 in all others; `cover`
    what cover each hex gives. `crossroads` is a set of hexes as the bits of an int.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.level = board.level
        self.cover = [_COVER.get(board.vocabulary.terrains[terrain].name, OPEN) for terrain in board.terrain]
        self.going = tuple([Going(board.neighbours, [*_steps(board, mover)]) for mover in MOVERS])
        self.entering = tuple([[*_entries(board, mover)] for mover in MOVERS])
        self.leaving = tuple([[*_exits(board, mover)] for mover in MOVERS])
        self.crossroads = sum(1 << hex for hex in range(board.count) if _is_crossroad(board, hex))
        self.axes = cache(self._axes)

    def near_crossroads(self, hex: int) -> bool:
        """Whether a hex is a crossroad hex or beside one [5.63]."""
        around = self.board.neighbours[hex * 6 : hex * 6 + 6]
        return any(self.crossroads >> far & 1 for far in (hex, *around) if far >= 0)

    def frontage_of_entry(self, entry: int, spread: int) -> tuple[int, ...]:
        """The edge hexes so far along to either side of an entry hex, round the corners of the map [3.24]."""
        edge = _perimeter(self.board)
        at = edge.index(entry)
        return tuple(dict.fromkeys([edge[(at + n) % len(edge)] for n in range(-spread, spread + 1)]))

    def _axes(self, entry: int, exit: int) -> tuple[tuple[int, ...], ...]:
        """All shortest ways between two hexes on paved roads, each with both of them [5.11]."""
        left = _hops(self.board, exit)
        if entry not in left:
            return ()
        ways: list[tuple[int, ...]] = [(entry,)]
        for hops in range(left[entry] - 1, -1, -1):
            nearer = [(way, far) for way in ways for far in _paved(self.board, way[-1]) if left[far] == hops]
            ways = [(*way, far) for way, far in nearer]
        return tuple(ways)


@cache
def ground(board: Board) -> Ground:
    """The ground of a board, kept as long as it is played on."""
    return Ground(board)


_CLIMBS = (CHARTS.terrain.height_up, CHARTS.terrain.cliff_up)
_COVER = {"cultivated": CULTIVATED, "village": VILLAGE}
_ROADS = {
    "paved": CHARTS.terrain.paved_road,
    "unpaved": CHARTS.terrain.unpaved_road,
    "track": CHARTS.terrain.track,
}


def _price(row: Price, mover: int) -> int:
    """What a row of the chart costs a mover, 0 if it is not allowed; aloft all costs the same [14.23]."""
    return CHARTS.terrain.aloft if mover == ALOFT else row.of(GROUPS[mover]) or 0


def _in_hex(board: Board, mover: int) -> list[int]:
    """What each hex costs off the road [6.16]."""
    prices: dict[str, Price] = {
        terrain.name: getattr(CHARTS.terrain, terrain.name) for terrain in board.vocabulary.terrains
    }
    by_terrain = [_price(prices[terrain.name], mover) for terrain in board.vocabulary.terrains]
    return [by_terrain[terrain] for terrain in board.terrain]


def _by_road(board: Board, mover: int) -> dict[int, int]:
    """For each set of roads over a hexside the price of the best of them [6.16]."""
    prices = {board.path_class(name): _price(row, mover) for name, row in _ROADS.items()}
    cheapest = {}
    for roads in sorted({*board.paths}):
        found = [price for road, price in prices.items() if roads & road]
        if found:
            cheapest[roads] = min(found)
    return cheapest


def _steps(board: Board, mover: int) -> Iterator[int]:
    """What each step costs: the hex or the road, whichever is cheaper, and the climb [6.15] [6.16] [6.22]."""
    in_hex, by_road, climb = _in_hex(board, mover), _by_road(board, mover), _climb(board, mover)
    for far, roads, climbed in zip(board.neighbours, board.paths, climb, strict=True):
        price = in_hex[far]
        yield 0 if far < 0 or climbed < 0 else min(price, by_road.get(roads, price)) + climbed


def _climb(board: Board, mover: int) -> Iterator[int]:
    """What each step pays for height on top, or -1 if a cliff forbids it; aloft nothing [6.15] [6.22]."""
    height, cliff = (0, 0) if mover == ALOFT else (_price(row, mover) for row in _CLIMBS)
    sheer, level = board.side_kind("cliff"), board.level
    for at, far in enumerate(board.neighbours):
        up = far >= 0 and level[far] > level[at // 6]
        if mover != ALOFT and board.sides[at] & sheer:
            yield cliff * up if cliff else -1
        else:
            yield height * up


def _entries(board: Board, mover: int) -> Iterator[int]:
    """What coming in over the edge costs: the hex, or the road that comes in there [6.16]."""
    by_road = _by_road(board, mover)
    for hex, price in enumerate(_in_hex(board, mover)):
        outside = _outside(board, hex)
        yield min([price, *(by_road.get(board.paths[at], price) for at in outside)]) if outside else 0


def _exits(board: Board, mover: int) -> Iterator[int]:
    """What going off over the edge costs: clear ground, or the road that leaves there [15.11] [15.12]."""
    by_road, clear = _by_road(board, mover), _price(CHARTS.terrain.clear, mover)
    for hex in range(board.count):
        outside = _outside(board, hex)
        yield min([clear, *(by_road.get(board.paths[at], clear) for at in outside)]) if outside else 0


def _outside(board: Board, hex: int) -> list[int]:
    """The hexsides of a hex beyond which the map ends."""
    return [at for at in range(hex * 6, hex * 6 + 6) if board.neighbours[at] < 0]


def _is_crossroad(board: Board, hex: int) -> bool:
    """Whether roads, paved or unpaved, run over four or more of its hexsides [5.63]."""
    roads = board.path_class("paved") | board.path_class("unpaved")
    return sum(paths & roads > 0 for paths in board.paths[hex * 6 : hex * 6 + 6]) >= 4


def _paved(board: Board, hex: int) -> list[int]:
    """The hexes to which a paved road leads from a hex."""
    paved, ways = board.path_class("paved"), range(hex * 6, hex * 6 + 6)
    return [board.neighbours[at] for at in ways if board.paths[at] & paved and board.neighbours[at] >= 0]


def _hops(board: Board, goal: int) -> dict[int, int]:
    """How many hexes it is on paved roads from each hex to a goal."""
    hops = {goal: 0}
    ahead = [goal]
    for hex in ahead:
        for far in _paved(board, hex):
            if far not in hops:
                hops[far] = hops[hex] + 1
                ahead.append(far)
    return hops


def _perimeter(board: Board) -> list[int]:
    """The hexes along the edge of the map, clockwise from its northwest corner."""
    edges = board.grid.edges
    return [*edges.north, *edges.east[1:], *edges.south[-2::-1], *edges.west[-2:0:-1]]
