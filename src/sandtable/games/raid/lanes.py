"""Lines and wedges of fire: kill zones, cones of machine guns, cross-fire [7.4] [7.91] [7.92]."""

from collections.abc import Callable, Iterator, Sequence

from sandtable.boards import Board
from sandtable.games.raid.charts import CHARTS
from sandtable.hexes import Hex, area, centre, ring, step, turned

HERE = Hex(0, 0)


def kill_zone(
    board: Board, tall: Sequence[bool], gun: int, target: int, length: int
) -> list[tuple[int, ...]]:
    """The hexes beyond a target that a machine gun sweeps, nearest first [7.41] [7.42] [7.43].

    Off the six straight directions each is the hex nearest to the prolonged line, and where two are equally
    near the firer takes one. The zone ends with the first tall hex, and a tall target hex leaves none.
    """
    found: list[tuple[int, ...]] = []
    if gun == target or tall[target]:
        return found
    start, end = board.grid.hex(gun), board.grid.hex(target)
    for beyond in range(1, length + 1):
        places = _nearest(start, end, board.distance(gun, target) + beyond)
        swept = tuple(hex for hex in map(board.grid.at, places) if hex >= 0)
        if not swept:
            break
        found.append(swept)
        if all(tall[hex] for hex in swept):
            break
    return found


def _nearest(start: Hex, end: Hex, distance: int) -> list[Hex]:
    """The hexes of a ring about the start that lie nearest to the line through the end: one or two."""
    ahead = Hex(end.q - start.q, end.z - start.z)
    around = [offset for offset in ring(HERE, distance) if _dot(ahead, offset) > 0]
    least = min(abs(_cross(ahead, offset)) for offset in around)
    near = [offset for offset in around if abs(_cross(ahead, offset)) == least]
    return [Hex(start.q + offset.q, start.z + offset.z) for offset in near]


def cone(board: Board, gun: int, facing: int, seen: Callable[[int, int], bool]) -> Iterator[int]:
    """The hexes of a gun's cone: the base hex before it and the wedge of 60 degrees either side [7.92].

    `seen` tells whether the gun sees a hex with the points it has for this.
    """
    base = step(board.grid.hex(gun), facing)
    for place in area(base, CHARTS.observation.cone):
        hex = board.grid.at(place)
        if hex >= 0 and in_wedge(base, place, facing) and seen(gun, hex):
            yield hex


def in_wedge(apex: Hex, place: Hex, facing: int) -> bool:
    """Does a place lie within 60 degrees either side of a direction from the apex, itself included [7.92]?"""
    offset = Hex(place.q - apex.q, place.z - apex.z)
    left, right = step(HERE, turned(facing, -1)), step(HERE, turned(facing, 1))
    middle = step(HERE, facing)
    return any(
        _cross(one, offset) >= 0 and _cross(offset, other) >= 0 and _dot(middle, offset) >= 0
        for one, other in ((left, middle), (middle, right))
    )


def crossing(board: Board, target: int, firers: Sequence[int]) -> tuple[bool, ...]:
    """Which firers of one attack stand at 120 degrees or more from another, seen from the target [7.91]."""
    middle = board.grid.hex(target)
    lines = [Hex(place.q - middle.q, place.z - middle.z) for place in map(board.grid.hex, firers)]
    return tuple(any(_wide(line, other) for other in lines) for line in lines)


def _wide(a: Hex, b: Hex) -> bool:
    """Is the angle between two lines 120 degrees or more? Its cosine is then -1/2 or less."""
    dot = _dot(a, b)
    return dot < 0 and 4 * dot * dot >= _dot(a, a) * _dot(b, b)


def _dot(a: Hex, b: Hex) -> int:
    """The scalar product in true proportions: the integer plane is squeezed, so y counts three times."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return ax * bx + 3 * ay * by


def _cross(a: Hex, b: Hex) -> int:
    """Positive if b lies clockwise of a."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return ax * by - ay * bx
