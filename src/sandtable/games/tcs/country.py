"""The country of a battle: a map with its area of play, prices, and lines of sight [8.4] [12.1]."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.boards import Board
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import within
from sandtable.games.tcs.movement_charts import Legs, Price
from sandtable.games.tcs.sight import table
from sandtable.hexes import Hex
from sandtable.rays import ray_between

NO_WAY = -1
"""In place of a price: it cannot be entered so."""
LEGS: tuple[Legs, ...] = ("foot", "vehicle", "truck")
EASY = ("primary", "secondary", "trail", "railway")
WATERS = ("stream", "river")
POINTS = ("north", "east", "south", "west")


class Lane(NamedTuple):
    """What a line of sight meets between its ends: hexes, and pairs that it runs between."""

    hexes: tuple[int, ...]
    beside: tuple[tuple[int, int], ...]


class Country:
    """A map on which a battle is fought; hexes outside the columns and rows of play have no neighbours.

    Prices are in sixths of a movement point, six to a hex, for the step out over each side: `across` with
    the terrain, `by_road` along a road, NO_WAY where there is none [12.1] [12.1b]. `inward` has the price of
    each hex for who comes in there from off the map, `outward` that of leaving it.
    """

    def __init__(
        self, board: Board, columns: Sequence[int], rows: Sequence[int], poor: bool, *, keep_sight: bool
    ) -> None:
        self.board = board
        grid = board.grid
        self.columns, self.rows = columns, rows
        self.places = [grid.hex(hex) for hex in range(board.count)]
        self.in_play = [_inside(board.names[hex], columns, rows) for hex in range(board.count)]
        self.hexes = tuple([hex for hex in range(board.count) if self.in_play[hex]])
        self.neighbours = tuple(
            beyond if beyond >= 0 and self.in_play[beyond] and self.in_play[at // 6] else -1
            for at, beyond in enumerate(board.neighbours)
        )
        self.rim = tuple([hex for hex in self.hexes if -1 in self.neighbours[hex * 6 : hex * 6 + 6]])
        """The hexes of play along its edges."""
        self._edges = {point: self._along(point) for point in POINTS}
        self.terrain = [board.vocabulary.terrains[number].name for number in board.terrain]
        swamp = [terrain == "swamp" for terrain in self.terrain]
        marked = set(board.marks["slow go"])
        self.slow_go = [swamp[hex] or hex in marked for hex in range(board.count)]
        self.hedges = _kind(board, "hedge")
        easy = [board.path_class(name) for name in EASY]
        self._roads = [any(kinds & kind for kind in easy) for kinds in board.paths]
        self.across = {legs: _across(self, legs, poor) for legs in LEGS}
        self.by_road = {legs: _by_road(self, legs, poor) for legs in LEGS}
        self.inward = {legs: _inward(self, legs, poor) for legs in LEGS}
        self.inward_by_road = {legs: _inward_by_road(self, legs, poor) for legs in LEGS}
        self.outward = {legs: CHARTS.movement.hex["open"].of(legs, poor) or 0 for legs in LEGS}
        self.sees = table(board, keep_sight).sees
        self.observable = tuple([hex for hex in self.hexes if self.can_hold_trp(hex)])
        """Where a target reference point may be [10.4c]."""
        self.lane = lru_cache(maxsize=1 << 16)(self._lane)

    def distance(self, start: int, end: int) -> int:
        """How many hexes one is from the other."""
        return self.board.grid.distance(start, end)

    def edge(self, point: str) -> tuple[int, ...]:
        """The hexes along one edge of the area of play, by its point of the compass."""
        return self._edges[point]

    def _along(self, point: str) -> tuple[int, ...]:
        span, axis = (self.columns, 0) if point in ("west", "east") else (self.rows, 1)
        last = span[0] if point in ("west", "north") else span[1]
        return tuple([hex for hex in self.hexes if printed(self.board.names[hex])[axis] == last])

    def clear(self, start: int, end: int, smoke: int = 0) -> bool:
        """Is the line open? Smoke, as the bits of its hexes, blocks what passes through it [8.4] [8.4d].

        Adjacent hexes always see each other [8.4e].
        """
        if not self.sees[start] >> end & 1:
            return self.distance(start, end) == 1
        return not smoke or not self._hidden(start, end, smoke)

    def visible(self, start: int, end: int, visibility: int, smoke: int = 0) -> bool:
        """Is the line open and no longer than visibility allows [8.3a]?"""
        return self.distance(start, end) <= visibility and self.clear(start, end, smoke)

    def through_hedge(self, start: int, target: int) -> bool:
        """Does the line of fire enter the target's hex through a hedge [8.5]?"""
        crossed = ray_between(self.places[start], self.places[target]).crossed
        if not crossed or self.places[target] not in crossed[-1].hexes():
            return False
        side, at = crossed[-1], self.board.grid.at
        return self.hedges[at(side.hex) * 6 + side.direction]

    def can_hold_trp(self, hex: int) -> bool:
        """Is there something to see here: junction, bridge, house, height, or an edge of woods [10.4c]?"""
        board = self.board
        if self.terrain[hex] in ("village", "buildings") or hex in board.marks["spot height"]:
            return True
        faces = range(hex * 6, hex * 6 + 6)
        bridge = board.side_kind("bridge")
        if sum(self._roads[face] for face in faces) > 2 or any(board.sides[face] & bridge for face in faces):
            return True
        around = [beyond for beyond in self.neighbours[hex * 6 : hex * 6 + 6] if beyond >= 0]
        wooded = self.terrain[hex] in ("woods", "forest")
        return wooded and any(self.terrain[beyond] == "open" for beyond in around)

    def on_road(self, hex: int) -> bool:
        """Does a road, a trail or a railway lead through the hex?"""
        return any(self._roads[hex * 6 : hex * 6 + 6])

    def disc(self, hex: int, radius: int) -> int:
        """All hexes at most so far away, as bits."""
        return within(self.board, [hex], radius)

    def _hidden(self, start: int, end: int, smoke: int) -> bool:
        """Does the line pass through smoke; between two hexes, through the smoke of both [8.4d] [11.0a]?"""
        lane = self.lane(start, end)
        return any(smoke >> hex & 1 for hex in lane.hexes) or any(
            smoke >> left & 1 and smoke >> right & 1 for left, right in lane.beside
        )

    def _lane(self, start: int, end: int) -> Lane:
        """What lies under the straight line from centre to centre [8.4a]."""
        at = self.board.grid.at
        stations = ray_between(self.places[start], self.places[end]).stations
        single = [at(station[0]) for station in stations if len(station) == 1]
        pairs = [(at(station[0]), at(station[-1])) for station in stations if len(station) == 2]
        # A line along the edge of the map runs beside hexes that are not on it.
        return Lane(
            tuple([hex for hex in single if hex >= 0]), tuple([pair for pair in pairs if min(pair) >= 0])
        )

    def offset(self, start: int, end: int) -> Hex:
        """The way from one hex to another in pure geometry."""
        a, b = self.places[start], self.places[end]
        return Hex(b.q - a.q, b.z - a.z)


def _inside(name: str, columns: Sequence[int], rows: Sequence[int]) -> bool:
    column, row = printed(name)
    return columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]


def printed(name: str) -> tuple[int, int]:
    """The column and the row in the number of a hex."""
    return int(name[: len(name) // 2]), int(name[len(name) // 2 :])


def _kind(board: Board, name: str) -> list[bool]:
    bit = board.side_kind(name)
    return [kinds & bit > 0 for kinds in board.sides]


def _across(country: Country, legs: Legs, poor: bool) -> list[int]:
    """Hex and hexsides, slow go doubled for vehicles and closed to trucks [12.1c] [12.1d] [12.1e] [12.2a]."""
    board, chart = country.board, CHARTS.movement
    bits = {board.side_kind(name): price for name, price in chart.hexside.items()}

    def price(at: int, beyond: int) -> int:
        if beyond < 0:
            return NO_WAY
        crossed = [row.of(legs, poor) for bit, row in bits.items() if board.sides[at] & bit]
        entered = _entry(country, beyond, legs, poor)
        if entered is None or any(cost is None for cost in crossed):
            return NO_WAY
        return entered + sum(cost for cost in crossed if cost is not None)

    return [price(at, beyond) for at, beyond in enumerate(country.neighbours)]


def _entry(country: Country, hex: int, legs: Legs, poor: bool) -> int | None:
    price = CHARTS.movement.hex[country.terrain[hex]].of(legs, poor)
    if not country.slow_go[hex] or legs == "foot" or country.terrain[hex] == "swamp" or price is None:
        return price
    return None if legs == "truck" else price * CHARTS.movement.special.slow_go_times


def _by_road(country: Country, legs: Legs, poor: bool) -> list[int]:
    """The road's price, and the water's where no bridge carries the road over it [12.1b]."""
    board, chart = country.board, CHARTS.movement
    roads = {board.path_class(name): chart.road[name] for name in EASY}
    waters = {board.side_kind(name): chart.hexside[name] for name in WATERS}
    bridge = board.side_kind("bridge")

    def price(at: int, beyond: int) -> int:
        prices = [row.of(legs, poor) for bit, row in roads.items() if board.paths[at] & bit]
        if beyond < 0 or not prices:
            return NO_WAY
        wet = [] if board.sides[at] & bridge else list(_wet(waters, board.sides[at], legs, poor))
        if any(cost is None for cost in (*prices, *wet)):
            return NO_WAY
        return min(cost for cost in prices if cost is not None) + sum(
            cost for cost in wet if cost is not None
        )

    return [price(at, beyond) for at, beyond in enumerate(country.neighbours)]


def _inward(country: Country, legs: Legs, poor: bool) -> list[int]:
    """The terrain of each hex, for who comes in from off the map [12.1]."""
    prices = [_entry(country, hex, legs, poor) for hex in range(country.board.count)]
    return [NO_WAY if price is None else price for price in prices]


def _inward_by_road(country: Country, legs: Legs, poor: bool) -> list[int]:
    """The cheapest road of each hex, for who comes in along it."""
    board, chart = country.board, CHARTS.movement
    roads = {board.path_class(name): chart.road[name] for name in EASY}

    def price(hex: int) -> int:
        kinds = [board.paths[face] for face in range(hex * 6, hex * 6 + 6)]
        found = [row.of(legs, poor) for bit, row in roads.items() if any(kind & bit for kind in kinds)]
        return min([cost for cost in found if cost is not None], default=NO_WAY)

    return [price(hex) for hex in range(board.count)]


def _wet(waters: dict[int, Price], kinds: int, legs: Legs, poor: bool) -> Iterator[int | None]:
    return (row.of(legs, poor) for bit, row in waters.items() if kinds & bit)
