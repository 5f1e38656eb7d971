"""The country that Tank! is fought over: a board in a terrain mode, and what follows from both."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from sandtable.boards import Board, Going, blank_board, joined, read_map, read_vocabulary
from sandtable.boards.sight import cache_folder, sight_table
from sandtable.engine import BadPosition, Refusal
from sandtable.engine.position import BoardChanges
from sandtable.games.tank.charts import CHARTS, DATA, Mode
from sandtable.games.tank.defence import effect, ground
from sandtable.games.tank.shelter import Shelter
from sandtable.games.tank.sight import kernel
from sandtable.hexes import Hex, in_arc
from sandtable.rays import ray_between

COUNTRY, SINGLE = "country", "1x1"
LAYOUTS = {"1x1": (1, 1), "2x1": (2, 1), "1x2": (1, 2), "2x2": (2, 2)}
"""How many copies of the map lie side by side, and how many of these rows [3.1]."""
LARGEST = 60
"""The most columns and rows of a blank map."""
WHOLE_ALLOWANCE, NO_WAY = 0, -1
"""In place of the price of a step: it takes all that a vehicle has [10.13], or leads off the map."""


class Lane(NamedTuple):
    """A line of fire: the hexes through which it passes, its target the last, and those beside the hexsides
    that it runs along, two by two [8.53]."""

    hexes: tuple[int, ...]
    beside: tuple[tuple[int, int], ...]


class Country:
    """A board in one of the three modes [10.0]."""

    def __init__(self, board: Board, mode: Mode, *, keep_sight: bool) -> None:
        self.board = board
        self.mode = mode
        self.neighbours = board.neighbours
        self.shelter = Shelter(board, mode)
        self.sees = sight_table(board, kernel(mode), cache_folder() if keep_sight else None).sees
        self.places = [board.grid.hex(hex) for hex in range(board.count)]
        self.terrain = [board.vocabulary.terrains[number].name for number in board.terrain]
        self.digits = [int(name[-1]) for name in board.names]
        self.entry = [effect(ground(terrain, mode), mode).points for terrain in self.terrain]
        self.prices = _prices(board, self.entry, mode)
        self.going = Going(self.neighbours, self.prices)
        self.edges = {edge: board.edge(point) for edge, point in CHARTS.map.edges.items()}
        self._edge_sets = {edge: frozenset(hexes) for edge, hexes in self.edges.items()}
        self._axial = np.array([(place.q, place.z) for place in self.places], dtype=np.int64).T
        self.lane = lru_cache(maxsize=1 << 16)(self._lane)
        self.hexes_in_reach = lru_cache(maxsize=1 << 12)(self._hexes_in_reach)

    def offset(self, start: int, end: int) -> Hex:
        """The way from one hex to another in pure geometry."""
        a, b = self.places[start], self.places[end]
        return Hex(b.q - a.q, b.z - a.z)

    def distance(self, start: int, end: int) -> int:
        """The range between two hexes: adjacent ones are 1 apart [8.3]."""
        return self.board.grid.distance(start, end)

    def direction(self, start: int, end: int) -> int:
        """The direction of an adjacent hex, or -1 if it is not adjacent."""
        around = self.neighbours[start * 6 : start * 6 + 6]
        return around.index(end) if end in around else -1

    def near(self, hex: int) -> Sequence[int]:
        """The adjacent hexes."""
        return [beyond for beyond in self.neighbours[hex * 6 : hex * 6 + 6] if beyond >= 0]

    def clear(self, start: int, end: int) -> bool:
        """Is the line between two hexes open, for sight as for fire [10.2]?"""
        return self.sees[start] >> end & 1 == 1

    def on_edge(self, hex: int, edge: str) -> bool:
        """Does a hex lie on the edge W, X, Y or Z?"""
        return hex in self._edge_sets[edge]

    def depth(self, hex: int, edge: str) -> int:
        """How many hexes deep from an edge a hex lies, those on the edge itself counting as 1 [17.12]."""
        row, column = divmod(hex, self.board.grid.columns)
        from_west, from_north = column + 1, row + 1
        return {
            "west": from_west,
            "north": from_north,
            "east": self.board.grid.columns - column,
            "south": self.board.grid.rows - row,
        }[CHARTS.map.edges[edge]]

    def _hexes_in_reach(self, start: int, most: int, facing: int) -> tuple[int, ...]:
        """The hexes in open line and range, and in the arc of the facing unless that is -1."""
        places, here = self._axial, self.places[start]
        q, z = places[0] - here.q, places[1] - here.z
        near = np.maximum(np.maximum(abs(q), abs(z)), abs(q + z)) <= most
        seen = np.frombuffer(self.sees[start].to_bytes(len(near) // 8 + 1, "little"), dtype=np.uint8)
        near &= np.unpackbits(seen, count=len(near), bitorder="little").astype(bool)
        near[start] = False
        found = near.nonzero()[0].tolist()
        return tuple(hex for hex in found if facing < 0 or in_arc(facing, self.offset(start, hex)))

    def _lane(self, start: int, target: int) -> Lane:
        """The straight line from centre to centre [8.53] [8.41]."""
        ray, at = ray_between(self.places[start], self.places[target]), self.board.grid.at
        hexes = tuple(hex for hex in map(at, ray.hexes) if hex >= 0)
        beside = (tuple(map(at, side.hexes())) for side in ray.along)
        return Lane((*hexes, target), tuple((left, right) for left, right in beside))


def _prices(board: Board, entry: Sequence[int], mode: Mode) -> list[int]:
    """What a vehicle pays for each step out of each hex: hexside and hex [10.12] [10.13]."""
    extra = {kind: effect(kind, mode).points for kind in ("slope", "berm")}
    bits = {board.side_kind(kind): points for kind, points in extra.items()}

    def price(at: int, beyond: int) -> int:
        if beyond < 0:
            return NO_WAY
        more = sum(points for bit, points in bits.items() if board.sides[at] & bit)
        return entry[beyond] and entry[beyond] + more

    return [price(at, beyond) for at, beyond in enumerate(board.neighbours)]


def board_of(map: str, join: str, changes: BoardChanges) -> Board:
    """The board of a battle: copies of the map side by side, or a blank one such as 20x15 [3.1]."""
    vocabulary = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
    if map == COUNTRY:
        sheet = read_map((DATA / "country.map").read_text("utf-8"), vocabulary)
        across, down = LAYOUTS[join]
        letters = "ABCD"[: across * down]
        return changes.apply(joined([[sheet] * across] * down, letters) if len(letters) > 1 else sheet)
    columns, rows = (int(number) for number in map.split("x"))
    if max(columns, rows) > LARGEST:
        raise BadPosition(Refusal("3.1", f"a blank map has at most {LARGEST} columns and rows", "size"))
    return changes.apply(blank_board(vocabulary, columns, rows))


def country_of(map: str, join: str, mode: Mode, changes: BoardChanges) -> Country:
    """The country of a battle, worked out once for each board and mode."""
    return _country(map, join, mode, msgspec.json.encode(changes))


@lru_cache(maxsize=16)
def _country(map: str, join: str, mode: Mode, changes: bytes) -> Country:
    put = msgspec.json.decode(changes, type=BoardChanges)
    return Country(board_of(map, join, put), mode, keep_sight=map == COUNTRY and put == BoardChanges())


@cache
def inward(edge: str) -> int:
    """The direction in which a column that comes in over an edge is heading [17.3E]."""
    return "ABCDEF".index(CHARTS.map.inward[edge])
