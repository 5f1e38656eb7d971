"""Lines of sight for all pairs of hexes: true, the same as for single lines, and explained."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest
from tests import sight_kernels as kernels
from tests.sight_kernels import BLOCKING, Ground, budget, observing, open_ground, random_ground, with_wall

from sandtable.boards import sight
from sandtable.boards.board import blank_board
from sandtable.boards.sight import Kernel, Plane, Planes, disagreements, sight_table, trace
from sandtable.boards.vocabulary import read_vocabulary
from sandtable.rays import ray_between

SMALL = [
    pytest.param(random_ground(7, 6, low, seed, missing=missing), id=f"{low}-{missing}")
    for low, seed, missing in (("even", 1, 0), ("odd", 2, 0), ("even", 3, 5), ("odd", 4, 5))
]
EACH_KERNEL = pytest.mark.parametrize("kernel", kernels.ALL, ids=lambda kernel: kernel.name)


# The geometry of one line once more, worked out in fractions by cutting hexagons.


class Met(NamedTuple):
    """What the line between two hexes meets; a hexside is given by the two hexes that share it."""

    hexes: list[int]
    pairs: list[tuple[int, ...]]
    crossed: list[tuple[int, int]]
    along: list[tuple[int, int]]


def centre(ground: Ground, hex: int) -> tuple[int, int]:
    q, z = ground.grid.hex(hex)
    return 3 * q, 2 * z + q


# On the integer plane a hexagon is |y| <= 1 and |x| + |y| <= 2 about its centre.
EDGES = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))


@cache
def cut(dx: int, dy: int, x: int, y: int) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the line from (0, 0) to (dx, dy) in the hexagon about (x, y); whether it is on its edge."""
    first, last, on_edge = Fraction(0), Fraction(1), False
    for nx, ny, reach in EDGES:
        speed, room = nx * dx + ny * dy, reach + nx * x + ny * y
        if speed > 0:
            last = min(last, Fraction(room, speed))
        elif speed < 0:
            first = max(first, Fraction(room, speed))
        elif room < 0:
            return None
        else:
            on_edge = on_edge or room == 0
    return (first, last, on_edge) if first < last else None


def met(ground: Ground, a: int, b: int) -> Met:
    """All that lies strictly between the two hexes."""
    (x0, y0), (x1, y1) = centre(ground, a), centre(ground, b)
    inside: dict[int, tuple[Fraction, Fraction]] = {}
    beside: dict[tuple[Fraction, Fraction], list[int]] = {}
    for hex in range(ground.count):
        x, y = centre(ground, hex)
        part = cut(x1 - x0, y1 - y0, x - x0, y - y0)
        if part is None:
            continue
        if part[2]:
            beside.setdefault(part[:2], []).append(hex)
        else:
            inside[hex] = part[:2]
    walk = sorted(inside, key=inside.__getitem__)
    # Two hexes that follow each other share the hexside crossed, unless the line passes through its end.
    crossed = [(i, j) for i, j in pairwise(walk) if passes_within(ground, a, b, i, j)]
    pairs = [tuple(hexes) for hexes in beside.values()]
    return Met(
        [hex for hex in walk if hex not in (a, b) and ground.terrain[hex] >= 0],
        [tuple(hex for hex in pair if ground.terrain[hex] >= 0) for pair in pairs],
        [pair for pair in crossed if a not in pair and b not in pair],
        [(pair[0], pair[1]) for pair in pairs if len(pair) == 2],
    )


def passes_within(ground: Ground, a: int, b: int, i: int, j: int) -> bool:
    """Whether the two ends of the hexside between two adjacent hexes lie on different sides of the line."""
    (x0, y0), (x1, y1), (xi, yi), (xj, yj) = (centre(ground, hex) for hex in (a, b, i, j))
    if abs(xi - xj) > 3 or abs(yi - yj) > 2:
        return False
    # Twice the ends of the hexside: the middle, and from there along a hexside of length two.
    along = {(0, 2): (2, 0), (3, 1): (1, -1), (3, -1): (1, 1)}
    ex, ey = next(end for step, end in along.items() if step in ((xi - xj, yi - yj), (xj - xi, yj - yi)))
    sides = [
        (x1 - x0) * (yi + yj + k * ey - 2 * y0) - (y1 - y0) * (xi + xj + k * ex - 2 * x0) for k in (1, -1)
    ]
    return sides[0] * sides[1] < 0


def marked(ground: Ground, sides: list[tuple[int, int]], kind: int) -> bool:
    """Whether one of the hexsides, given by their hexes, is of a kind and belongs to a hex that is there."""
    neighbours = ground.grid.neighbours
    return any(
        ground.sides[6 * i + d] & kind
        for pair in sides
        for i, j in (pair, pair[::-1])
        for d in range(6)
        if neighbours[6 * i + d] == j and ground.terrain[i] >= 0
    )


def blocking_clear(ground: Ground, a: int, b: int) -> bool:
    """The rule of the kernel "blocking", for a pair."""
    between = met(ground, a, b)
    hexes = [hex for group in ([between.hexes], between.pairs) for hexes in group for hex in hexes]
    if any(ground.terrain[hex] == kernels.WOODS for hex in hexes):
        return False
    if marked(ground, between.crossed + between.along, kernels.WALL):
        return False
    in_hollow = 0 in (ground.level[a], ground.level[b])
    return not (in_hollow and marked(ground, between.crossed + between.along, kernels.RIM))


def budget_clear(ground: Ground, a: int, b: int, points: int) -> bool:
    """The rule of the kernel "budget", for a pair."""
    between = met(ground, a, b)
    stations = [(hex,) for hex in between.hexes] + [pair for pair in between.pairs if pair]
    cost = sum(min(kernels.COSTS[ground.terrain[hex]] for hex in station) for station in stations)
    levels = [min(ground.level[hex] for hex in station) for station in stations]
    low, high = sorted((ground.level[a], ground.level[b]))
    return cost <= points and all(level < high or level == high == low for level in levels)


def pairs_of(ground: Ground) -> list[tuple[int, int]]:
    """All pairs of different hexes that are there."""
    there = [hex for hex in range(ground.count) if ground.terrain[hex] >= 0]
    return [(a, b) for a in there for b in there if a != b]


@pytest.mark.parametrize("ground", SMALL)
def test_blocking_hexes_and_hexsides_are_those_that_cut_hexagons_show(ground: Ground) -> None:
    """For all pairs, against hexagons cut in fractions, which share no code with the rays."""
    table = sight_table(ground, BLOCKING)
    assert [pair for pair in pairs_of(ground) if table.clear(*pair) != blocking_clear(ground, *pair)] == []


@pytest.mark.parametrize("ground", SMALL)
def test_costs_and_levels_are_those_that_cut_hexagons_show(ground: Ground) -> None:
    """The same for sums and highest values."""
    table = sight_table(ground, budget(6))
    assert [pair for pair in pairs_of(ground) if table.clear(*pair) != budget_clear(ground, *pair, 6)] == []


@pytest.mark.parametrize("ground", SMALL)
@EACH_KERNEL
def test_table_and_trace_agree(ground: Ground, kernel: Kernel) -> None:
    """For all pairs, the missing hexes included, a rule run on arrays says what it says for one line."""
    assert disagreements(ground, kernel) == []


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 6), (6, 1), (2, 2), (2, 7), (9, 3)])
@pytest.mark.parametrize("low", ["even", "odd"])
def test_table_and_trace_agree_on_maps_of_any_shape(columns: int, rows: int, low: str) -> None:
    """Narrow maps, where most lines lead off the map at once."""
    ground = random_ground(columns, rows, low, seed=5)
    assert [disagreements(ground, kernel) for kernel in kernels.ALL] == [[]] * len(kernels.ALL)


@pytest.mark.parametrize(("columns", "low"), [(40, "even"), (41, "odd")])
def test_long_lines_of_a_large_map_agree_with_the_trace(columns: int, low: str) -> None:
    """A sample over all distances of a map too large to trace whole, on ground open enough to see far."""
    ground = random_ground(columns, 30, low, seed=6)
    open_enough = replace(ground, level=[level // 3 for level in ground.level])
    dice = random.Random(7)
    for kernel in (BLOCKING, budget(60), kernels.HEIGHTS):
        table = sight_table(open_enough, kernel)
        for _ in range(150):
            a, b = dice.randrange(ground.count), dice.randrange(ground.count)
            assert table.clear(a, b) == trace(open_enough, kernel, a, b).clear, (a, b)


@pytest.mark.parametrize("ground", SMALL)
def test_hexes_come_one_by_one_from_the_start(ground: Ground) -> None:
    """By a rule that hangs on the order: woods block only behind broken ground."""

    def planes(ground: Ground) -> Planes:
        kinds = {"broken": kernels.BROKEN, "woods": kernels.WOODS}
        return Planes(
            {name: Plane([t == kind for t in ground.terrain], "higher") for name, kind in kinds.items()}
        )

    def obstacles(line: sight.Line) -> sight.Obstacles:
        behind: sight.Numbers = False
        for hex in line.stations():
            yield "1", "woods behind broken ground", behind & (hex.value("woods") > 0)
            behind = behind | (hex.value("broken") > 0)

    kernel = Kernel("behind", 1, planes, obstacles, mutual=False)
    table = sight_table(ground, kernel)
    assert table.sees != table.seen_by
    assert disagreements(ground, kernel) == []


def test_nothing_is_lower_than_all_there_is() -> None:
    """On ground of level 0 a rule against anything as high as that leaves only neighbours in sight."""
    kernel = Kernel(
        "flat",
        1,
        lambda ground: Planes({"level": Plane(ground.level, "lower")}),
        lambda line: [("1", "ground", line.hexes.highest("level") >= 0)],
    )
    ground = open_ground(4, 4)
    table = sight_table(ground, kernel)
    for a, b in pairs_of(ground):
        assert table.clear(a, b) == trace(ground, kernel, a, b).clear == (ground.grid.distance(a, b) == 1)


def test_disagreements_are_found() -> None:
    """A rule that counts differently for arrays and for ints is caught, at every pair that it concerns."""

    def obstacles(line: sight.Line) -> sight.Obstacles:
        yield "1", "only in arrays", not isinstance(line.start("any"), int)

    kernel = Kernel("two-faced", 1, lambda ground: Planes({"any": Plane([0] * 6, "lower")}), obstacles)
    found = disagreements(open_ground(3, 2), kernel)
    assert len(found) == 6 * 5
    assert all(one.traced.clear and not one.in_table for one in found)


@pytest.mark.parametrize("ground", SMALL)
@pytest.mark.parametrize(
    "kernel", [kernel for kernel in kernels.ALL if kernel.mutual], ids=lambda kernel: kernel.name
)
def test_mutual_rules_are_mutual(ground: Ground, kernel: Kernel) -> None:
    """Asked about both directions separately, they give the same table, and it is its own mirror image."""
    table = sight_table(ground, kernel)
    both_ways = sight_table(ground, msgspec.structs.replace(kernel, mutual=False))
    assert both_ways == table
    assert both_ways.sees == both_ways.seen_by


def test_one_way_sight_is_kept_apart() -> None:
    """Only the hex looked into is paid for: with one point one sees out of woods (cost 4), not into them."""
    ground = replace(open_ground(2, 1), terrain=[kernels.WOODS, kernels.CLEAR])
    table = sight_table(ground, observing(1))
    assert table.sees == [0b11, 0b10]
    assert table.seen_by == [0b01, 0b11]


def test_a_stated_reach_only_cuts_lines_off() -> None:
    """Up to the reach all is as without it, beyond it nothing is seen."""
    ground = random_ground(9, 8, "even", seed=8)
    free, cut_off = sight_table(ground, BLOCKING), msgspec.structs.replace(BLOCKING, reach=3)
    table = sight_table(ground, cut_off)
    for a, b in pairs_of(ground):
        assert table.clear(a, b) == (free.clear(a, b) and ground.grid.distance(a, b) <= 3)
    assert disagreements(ground, cut_off) == []


def test_a_missing_hex_sees_nothing_and_is_not_seen() -> None:
    """On open ground without the middle hex all others see all others across the gap."""
    ground = open_ground(3, 3)
    ground = replace(ground, terrain=[-1 if hex == 4 else 0 for hex in range(9)])
    table = sight_table(ground, BLOCKING)
    everybody = 0b111_101_111
    assert table.sees == [0 if hex == 4 else everybody for hex in range(9)]
    assert not trace(ground, BLOCKING, 4, 0).clear


def test_a_hex_sees_itself_whatever_it_holds() -> None:
    """No rule is asked about the line that is no line."""
    ground = replace(open_ground(2, 2), terrain=[kernels.WOODS] * 4)
    assert all(sight_table(ground, observing(1)).clear(hex, hex) for hex in range(4))
    assert trace(ground, observing(1), 2, 2).clear


# Why and where. On a map of five by five with even columns low, hex 12 is the middle one, and a line due
# south runs down a column: 2, 7, 12, 17, 22.


def test_a_trace_names_the_hex_that_blocks() -> None:
    """Of two woods hexes on the line it is the first one from the start."""
    ground = replace(open_ground(5, 5), terrain=[2 if hex in (7, 17) else 0 for hex in range(25)])
    assert trace(ground, BLOCKING, 2, 22) == (False, "1", 7, None, "woods on the line")
    assert trace(ground, BLOCKING, 22, 2) == (False, "1", 17, None, "woods on the line")
    assert trace(ground, BLOCKING, 2, 7).clear


def test_a_trace_names_the_hexside_crossed() -> None:
    """A wall between 7 and 12 is the south side of 7; as a side of an end hex it would not count."""
    ground = with_wall(open_ground(5, 5), 7, 3)
    assert trace(ground, BLOCKING, 2, 22) == (False, "2", None, (12, 0), "a wall across the line")
    assert trace(ground, BLOCKING, 7, 22).clear
    assert trace(ground, BLOCKING, 2, 12).clear


def test_a_trace_names_the_hexside_run_along() -> None:
    """Hexes 6 and 8 lie low, so the line between them runs along the hexside below 7 and above 12."""
    ground = with_wall(open_ground(5, 5), 7, 3)
    blocked = trace(ground, BLOCKING, 6, 8)
    assert blocked == (False, "3", 12, (12, 0), "a wall along the line")
    assert trace(ground, BLOCKING, 11, 13).clear


def test_a_trace_names_the_hex_where_a_sum_is_exceeded() -> None:
    """Down the column three hexes of cost 1, 4 and 1 lie between: four points are spent in the second."""
    ground = replace(open_ground(5, 5), terrain=[2 if hex == 12 else 0 for hex in range(25)])
    assert trace(ground, budget(4), 2, 22) == (False, "1", 12, None, "too much ground to look through")
    assert trace(ground, budget(5), 2, 22).case == "1"
    assert trace(ground, budget(6), 2, 22).clear


@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_the_place_is_found_in_the_order_of_the_walk(points: int) -> None:
    """On clear ground every hex or pair costs 1, so the points run out at that station of the ray."""
    ground = open_ground(8, 7)
    grid = ground.grid
    for a, b in pairs_of(ground):
        stations = ray_between(grid.hex(a), grid.hex(b)).stations
        if len(stations) > points:
            assert trace(ground, budget(points), a, b).at in [grid.at(hex) for hex in stations[points]], (
                a,
                b,
            )


def test_a_trace_names_no_place_where_the_ends_alone_are_to_blame() -> None:
    """An adjacent woods hex costs 4 to look into, which three points do not pay."""
    ground = replace(open_ground(1, 2), terrain=[0, 2])
    assert trace(ground, observing(3), 0, 1) == (False, "5", None, None, "more points than allowed")


def test_a_trace_beyond_the_reach_says_so() -> None:
    """A rule without a case for it gets a reason all the same."""
    cut_off = msgspec.structs.replace(BLOCKING, reach=2)
    assert trace(open_ground(1, 5), cut_off, 0, 3).reason == "nothing is seen further than 2 hexes away"


# Boards and planes.

VOCABULARY = """
game = "test"
[[terrain]]
letter = "."
name = "clear"
drawing = "clear"
[[terrain]]
letter = "w"
name = "woods"
drawing = "woods"
"""


def test_a_real_board_is_looked_over() -> None:
    """A line of woods from edge to edge parts a board in two: who is in the woods sees both halves."""
    blank = blank_board(read_vocabulary(VOCABULARY), 3, 5)
    board = blank.changed(terrain={blank.names[hex]: "woods" for hex in (6, 7, 8)})
    woods = board.terrain_named("woods")
    kernel = Kernel(
        "woods",
        1,
        lambda board: Planes({"woods": Plane([terrain == woods for terrain in board.terrain], "higher")}),
        lambda line: [("1", "woods", line.hexes.any("woods"))],
    )
    table = sight_table(board, kernel)
    assert not table.clear(0, 12)
    assert not table.clear(2, 9)
    assert table.clear(7, 1)
    assert table.clear(7, 13)
    assert disagreements(board, kernel) == []


def plain(planes: Planes) -> Kernel:
    """A rule that looks at the plane "height" only."""
    return Kernel("plain", 1, lambda ground: planes, lambda line: [("1", "", line.hexes.any("height"))])


def test_planes_that_do_not_fit_are_all_named() -> None:
    """A hex plane too short, a hexside plane too long and a value too great, in one refusal."""
    planes = Planes(
        {"height": Plane([0] * 5, "lower"), "huge": Plane([0] * 5 + [2_000_000], "lower")}, {"wall": [0] * 37}
    )
    with pytest.raises(ValueError, match="height") as refusal:
        sight_table(open_ground(3, 2), plain(planes))
    assert str(refusal.value).splitlines() == [
        "Kernel plain does not fit the board:",
        'The plane of hexes "height" has 5 values, not 6.',
        'The plane of hexes "huge" has a value beyond 1000000, too much to be added up.',
        'The plane of hexsides "wall" has 37 values, not 36.',
    ]


def test_a_hexside_with_two_values_is_named() -> None:
    """The hexside between the two hexes of a column is the north side of the second, 0102A."""
    faces = [0] * 12
    faces[3] = 1
    planes = Planes({"height": Plane([0, 0], "lower")}, {"wall": faces})
    with pytest.raises(ValueError, match='"wall" has two values for hexside 0102A.'):
        sight_table(open_ground(1, 2), plain(planes))


def test_a_plane_that_is_not_there_is_named() -> None:
    """With those that there are, from the table and from the trace alike."""
    kernel = plain(Planes({"depth": Plane([0] * 6, "lower")}))
    for look in (
        lambda: sight_table(open_ground(3, 2), kernel),
        lambda: trace(open_ground(3, 2), kernel, 0, 5),
    ):
        with pytest.raises(ValueError, match='no plane of hexes "height"; it has depth'):
            look()
