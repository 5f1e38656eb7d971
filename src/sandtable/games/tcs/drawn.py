"""The geometry of what is drawn on an op sheet: corridors, margins, progress, lines, whose ground [6.2a].

Sets of hexes are the bits of an int.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from sandtable.boards import Board
from sandtable.games.tcs.sheets import LINES, WAYS, Item
from sandtable.hexes import area, distance

MARGIN = 2
"""How far beside a corridor or an area a unit may stray and be judged leniently."""


def indices(board: Board, hexes: Iterable[str]) -> tuple[int, ...]:
    """The hexes of a drawing by their places on the board."""
    return tuple([board.sheet.numbers[hex] for hex in hexes])


def bits(hexes: Iterable[int]) -> int:
    """A set of hexes."""
    found = 0
    for hex in hexes:
        found |= 1 << hex
    return found


def members(hexes: int) -> Iterator[int]:
    """The hexes of a set, in order."""
    while hexes:
        lowest = hexes & -hexes
        hexes ^= lowest
        yield lowest.bit_length() - 1


def within(board: Board, hexes: Iterable[int], radius: int) -> int:
    """Every hex of the board at most so far from one of these [6.5a] [10.9c]."""
    grid, found = board.grid, 0
    for hex in hexes:
        for near in area(grid.hex(hex), radius):
            at = grid.at(near)
            if at >= 0:
                found |= 1 << at
    return found


def covered(board: Board, item: Item) -> int:
    """The hexes that an element covers: a way with its width, anything else as it is drawn."""
    hexes = indices(board, item.hexes)
    return within(board, hexes, item.half_width) if item.kind in WAYS else bits(hexes)


def margin(board: Board, hexes: int) -> int:
    """The hexes beside a corridor or an area, at most two away and not in it."""
    return within(board, members(hexes), MARGIN) & ~hexes


def nearest_places(board: Board, path: Sequence[int], hex: int) -> tuple[int, ...]:
    """The places of a way's hexes that are nearest to a hex."""
    away = [board.distance(point, hex) for point in path]
    nearest = min(away)
    return tuple([place for place, far in enumerate(away) if far == nearest])


def crossing(path: Sequence[int], line: Iterable[int]) -> int:
    """Where a way first meets a line, or -1."""
    barred = bits(line)
    return next((place for place, hex in enumerate(path) if barred >> hex & 1), -1)


def gap(board: Board, item: Item) -> tuple[str, str] | None:
    """The first two hexes of a way or line that are not adjacent."""
    if item.kind not in (*WAYS, *LINES):
        return None
    places = [board.grid.hex(hex) for hex in indices(board, item.hexes)]
    for number, (one, other) in enumerate(pairwise(places)):
        if distance(one, other) != 1:
            return item.hexes[number], item.hexes[number + 1]
    return None


def enemy_ground(board: Board, own: Iterable[int], enemy: Iterable[int]) -> int:
    """All hexes that are nearer to an enemy than to any unit of one's own [6.3c]."""
    ours, theirs = distances(board, own), distances(board, enemy)
    return bits(hex for hex in range(board.count) if theirs[hex] < ours[hex])


def distances(board: Board, starts: Iterable[int]) -> list[int]:
    """How far each hex is from the nearest of these; the number of hexes where there is none."""
    far = [board.count] * board.count
    ring = list(dict.fromkeys(starts))
    for hex in ring:
        far[hex] = 0
    while ring:
        following = []
        for hex in ring:
            for beyond in board.grid.neighbours[hex * 6 : hex * 6 + 6]:
                if beyond >= 0 and far[beyond] == board.count:
                    far[beyond] = far[hex] + 1
                    following.append(beyond)
        ring = following
    return far
