"""The exact line between two hex centres, checked against the maps and against another construction."""

from __future__ import annotations

from itertools import pairwise
from math import gcd, lcm
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.hexes import Grid, Hex, Hexside, Vertex, area, distance, hexside, offset
from sandtable.rays import Ray, ray, ray_between

ORIGIN = Hex(0, 0)
RAID = Grid(57, 34, "odd")
RDF = Grid(56, 31, "even")
FARTHEST = 60

hexes = st.builds(Hex, st.integers(-70, 70), st.integers(-70, 70))
often = settings(deadline=None, max_examples=300)


# The lines that the rules of the games describe


def line(grid: Grid, a: str, b: str) -> Ray:
    return ray_between(grid.hex(grid.find(a)), grid.hex(grid.find(b)))


def numbers(grid: Grid, hexes: tuple[Hex, ...]) -> list[str]:
    return [grid.name(grid.at(hex)) for hex in hexes]


def test_the_straight_row_of_rdf() -> None:
    """0923 to 1827 runs through hex centres only [RDF 7.13]; each hexside on the way is the one it shares."""
    seen = line(RDF, "0923", "1827")
    row = ["0923", "1023", "1124", "1224", "1325", "1425", "1526", "1626", "1727", "1827"]
    assert numbers(RDF, seen.hexes) == row[1:-1]
    assert [RDF.hexside_name(RDF.at(side.hex), side.direction) for side in seen.crossed] == [
        RDF.hexside_name(*RDF.find_hexside(f"{a}-{b}")) for a, b in pairwise(row)
    ]
    assert seen.along == ()
    assert seen.vertices == ()


@pytest.mark.parametrize(
    ("a", "b", "between"),
    [
        ("3620", "4218", ["3719", "3819", "3919", "3918", "4019", "4118"]),
        ("3620", "3222", ["3520", "3421", "3321"]),
        ("3419", "3424", ["3420", "3421", "3422", "3423"]),
    ],
)
def test_the_lines_of_the_raid_examples(a: str, b: str, between: list[str]) -> None:
    """The hexes that the observation examples charge for, six of them at range six [Raid 6.11, 6.24]."""
    assert numbers(RAID, line(RAID, a, b).hexes) == between


# Lines worked out by hand. Centres lie at x = 3q, y = 2z + q, corners at (x +- 2, y) and (x +- 1, y +- 1).


def test_nothing_lies_between_a_hex_and_itself_or_its_neighbour() -> None:
    assert ray(ORIGIN) == Ray((), (), (), (), ())
    assert ray(Hex(1, 0)) == Ray((), (Hexside(ORIGIN, 2),), (), (), ())


def test_a_line_between_two_hexes() -> None:
    """Due east to (12, 0): along y = 0 by the corner (2, 0), the hexside to (4, 0), the hex at (6, 0), ...

    The hexside belongs to the hexes centred at (3, -1), left of the line, and (3, 1), right of it. It is the
    south side of the first, so the north side of the second.
    """
    middle, end = Hex(2, -1), Hex(4, -2)
    first_pair, second_pair = (Hex(1, -1), Hex(1, 0)), (Hex(3, -2), Hex(3, -1))
    assert ray(end) == Ray(
        hexes=(middle,),
        crossed=(),
        along=(Hexside(Hex(1, 0), 0), Hexside(Hex(3, -1), 0)),
        vertices=(Vertex(2, 0), Vertex(4, 0), Vertex(8, 0), Vertex(10, 0)),
        stations=(first_pair, (middle,), second_pair),
    )


def test_a_line_through_vertices_that_runs_along_nothing() -> None:
    """To (5, -1), on the plane (15, 3): y is a fifth of x, so it meets the corners (5, 1) and (10, 2).

    (5, 1) is the east corner of the hex at (3, 1), from which the line comes, and the northwest corner of
    that at (6, 2), into which it goes; the third hex there, at (6, 0), is only touched. By symmetry about the
    middle it goes on by (9, 1) and, past (10, 2), by (12, 2). Of the five changes of hex on the way two are
    made in vertices, and the other three cross hexsides.
    """
    seen = ray(Hex(5, -1))
    assert seen.hexes == (Hex(1, 0), Hex(2, 0), Hex(3, -1), Hex(4, -1))
    assert seen.vertices == (Vertex(5, 1), Vertex(10, 2))
    assert seen.crossed == (hexside(ORIGIN, 2), hexside(Hex(2, 0), 1), hexside(Hex(4, -1), 2))
    assert seen.along == ()


# The independent construction: every hexagon near the segment is clipped against it as three slabs


class Overlap(NamedTuple):
    """The stretch of the segment in a closed hexagon, from time to time, and whether it lies on the rim."""

    start: int
    stop: int
    on_rim: bool
    hex: Hex


def clip(end: tuple[int, int], whole: int, hex: Hex) -> Overlap | None:
    """Where the segment from (0, 0) to `end` is in a hex: the stretch between all three pairs of sides.

    About its centre a hex is |y| <= 1, |x + y| <= 2, |x - y| <= 2. Times run from 0 to `whole`, a common
    multiple of the speeds at which the segment passes these three slabs, so all times are exact integers.
    """
    (x, y), cx, cy = end, 3 * hex.q, 2 * hex.z + hex.q
    start, stop, on_rim = 0, whole, False
    for speed, middle, half in ((y, cy, 1), (x + y, cx + cy, 2), (x - y, cx - cy, 2)):
        if speed == 0:
            if abs(middle) > half:
                return None
            on_rim |= abs(middle) == half
            continue
        times = (middle - half) * (whole // speed), (middle + half) * (whole // speed)
        start, stop = max(start, min(times)), min(stop, max(times))
    return Overlap(start, stop, on_rim, hex) if start <= stop else None


def near(end: tuple[int, int]) -> list[Hex]:
    """All hexes that can touch the segment: in each column, those beside the stretch that crosses it."""
    x, y = end
    found = []
    for q in range(min(0, x) // 3, max(0, x) // 3 + 1):
        if x == 0:
            heights = [0, y]
        else:
            bounds = [min(max(3 * q + dx, min(0, x)), max(0, x)) for dx in (-2, 2)]
            heights = [y * bound // x for bound in bounds]
        lowest, highest = min(heights) - 1, max(heights) + 2
        found += [Hex(q, z) for z in range((lowest - q) // 2, (highest - q) // 2 + 1)]
    return found


def points(hex: Hex) -> list[Vertex]:
    cx, cy = 3 * hex.q, 2 * hex.z + hex.q
    return [Vertex(cx + dx, cy + dy) for dx, dy in ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))]


def touched(end: tuple[int, int], whole: int, hex: Hex) -> dict[Vertex, int]:
    """The corners of a hex on the open segment, with the times."""
    x, y = end
    times = {
        corner: whole * (corner.x * x + corner.y * y) // (x * x + y * y)
        for corner in points(hex)
        if x * corner.y == y * corner.x
    }
    return {corner: time for corner, time in times.items() if 0 < time < whole}


def cut(end: tuple[int, int], whole: int, hex: Hex) -> dict[Hexside, int]:
    """The sides A, B and C of a hex that have their ends on either side of the segment, with the times."""
    x, y = end
    corners = points(hex)
    times = {}
    for d in range(3):
        (ax, ay), (bx, by) = corners[d - 1], corners[d]
        if (x * ay - y * ax) * (x * by - y * bx) < 0:
            way, speed = ax * (by - ay) - ay * (bx - ax), x * (by - ay) - y * (bx - ax)
            times[Hexside(hex, d)] = whole * way // speed
    return {side: time for side, time in times.items() if 0 < time < whole}


def by_time(times: dict[Any, int]) -> tuple[Any, ...]:
    return tuple(sorted(times, key=times.__getitem__))


def shared_side(a: Hex, b: Hex) -> Hexside:
    """The side with the same two ends in both hexes."""
    ends = set(points(a)) & set(points(b))
    return next(
        Hexside(hex, d) for hex in (a, b) for d in range(3) if {points(hex)[d - 1], points(hex)[d]} == ends
    )


def constructed(offset: Hex) -> Ray:
    """The ray to an offset other than (0, 0), from what each hexagon near it shares with the segment."""
    x, y = end = 3 * offset.q, 2 * offset.z + offset.q
    whole = lcm(*(speed for speed in (y, x + y, x - y) if speed))
    overlaps = [overlap for hex in near(end) if (overlap := clip(end, whole, hex))]
    vertices: dict[Vertex, int] = {}
    crossed: dict[Hexside, int] = {}
    for overlap in overlaps:
        vertices |= touched(end, whole, overlap.hex)
        crossed |= cut(end, whole, overlap.hex)
    parts = sorted(
        (part for part in overlaps if part.start < part.stop and part.hex not in (ORIGIN, offset)),
        # Hexes left of the segment have a negative cross product with it and come first.
        key=lambda part: (part.start, x * (2 * part.hex.z + part.hex.q) - y * 3 * part.hex.q),
    )
    hexes = tuple(part.hex for part in parts if not part.on_rim)
    rims = [part.hex for part in parts if part.on_rim]
    pairs = list(zip(rims[::2], rims[1::2], strict=True))
    beside = {hex: pair for pair in pairs for hex in pair}
    stations = tuple(dict.fromkeys(beside.get(part.hex, (part.hex,)) for part in parts))
    return Ray(
        hexes, by_time(crossed), tuple(shared_side(*pair) for pair in pairs), by_time(vertices), stations
    )


@pytest.mark.parametrize("sixth", range(6))
def test_every_ray_agrees_with_the_construction(sixth: int) -> None:
    """All offsets up to distance 60 and every part of each ray, in order."""
    for way in area(ORIGIN, FARTHEST)[1 + sixth :: 6]:
        assert ray(way) == constructed(way)


# What holds for all rays


def test_where_vertices_occur() -> None:
    """One and two thirds of the way between neighbouring centres on it, or nowhere, by the remainders."""
    for q, z in area(ORIGIN, FARTHEST)[1:]:
        pieces = gcd(q, z)
        unit_x, unit_y = 3 * q // pieces, (2 * z + q) // pieces
        thirds = [n for n in range(3 * pieces) if n % 3] if (q // pieces - z // pieces) % 3 == 0 else []
        assert ray(Hex(q, z)).vertices == tuple(Vertex(unit_x * n // 3, unit_y * n // 3) for n in thirds)


def test_the_walk_has_no_gap() -> None:
    """From hex to adjacent hex, with one hexside crossed or one vertex touched at each change."""
    for way in area(ORIGIN, FARTHEST)[1:]:
        seen = ray(way)
        stations = [(ORIGIN,), *seen.stations, (way,)]
        assert all(distance(a, b) == 1 for here, there in pairwise(stations) for a in here for b in there)
        assert len(seen.crossed) + len(seen.vertices) == len(stations) - 1
        assert tuple(shared_side(*pair) for pair in stations if len(pair) == 2) == seen.along
        assert not (seen.along and seen.crossed)


@given(hexes, hexes)
@often
def test_the_line_is_the_same_in_both_directions(a: Hex, b: Hex) -> None:
    """Backwards every list is reversed, and what was left of a hexside is right of it."""
    there, back = ray_between(a, b), ray_between(b, a)
    assert back[:4] == tuple(part[::-1] for part in there[:4])
    assert back.stations == tuple(station[::-1] for station in there.stations[::-1])


@given(hexes, hexes)
@often
def test_a_line_elsewhere_is_the_same_line_moved(a: Hex, b: Hex) -> None:
    x, y = 3 * a.q, 2 * a.z + a.q
    moved, plain = ray_between(a, b), ray(offset(a, b))
    assert tuple(offset(a, hex) for hex in moved.hexes) == plain.hexes
    assert tuple(Hexside(offset(a, hex), d) for hex, d in moved.crossed) == plain.crossed
    assert tuple(Hexside(offset(a, hex), d) for hex, d in moved.along) == plain.along
    assert tuple(Vertex(v.x - x, v.y - y) for v in moved.vertices) == plain.vertices
    assert tuple(tuple(offset(a, hex) for hex in station) for station in moved.stations) == plain.stations


@given(hexes)
@often
def test_parts_of_the_inside_never_repeat(way: Hex) -> None:
    seen = ray(way)
    assert all(len(set(part)) == len(part) for part in seen)
    assert ORIGIN not in seen.hexes
    assert way not in seen.hexes
