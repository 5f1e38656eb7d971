"""Directions, distances, arcs, corners and hexsides, and the printed numbers of the four games' maps."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.hexes import (
    LETTERS,
    STEPS,
    Aspect,
    Grid,
    Hex,
    Hexside,
    Vertex,
    area,
    aspect,
    centre,
    corners,
    direction,
    direction_between,
    distance,
    front_hexes,
    hexside,
    in_arc,
    offset,
    opposite,
    ring,
    rotated,
    step,
    turned,
)

ORIGIN = Hex(0, 0)
TANK = Grid(60, 34, "even")
RAID = Grid(57, 34, "odd")
RDF = Grid(56, 31, "even")

hexes = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
directions = st.integers(0, 5)
grids = st.builds(
    Grid,
    columns=st.integers(1, 12),
    rows=st.integers(1, 12),
    low=st.sampled_from(["even", "odd"]),
    first_column=st.integers(0, 88),
    first_row=st.integers(0, 88),
)
often = settings(deadline=None, max_examples=200)


def plot(grid: Grid, start: str, letters: str) -> list[str]:
    """The numbers of the hexes that a string of directions leads through."""
    at = grid.find(start)
    names = [start]
    for letter in letters:
        at = grid.neighbours[6 * at + direction(letter)]
        names.append(grid.name(at))
    return names


# Directions


def test_the_compass_runs_clockwise_from_north() -> None:
    """Seen on the plane, A is due north, D due south, B and C lie to the east, E and F to the west."""
    shown = {letter: centre(STEPS[direction(letter)]) for letter in LETTERS}
    assert shown == {"A": (0, -2), "B": (3, -1), "C": (3, 1), "D": (0, 2), "E": (-3, 1), "F": (-3, -1)}


@pytest.mark.parametrize("wrong", ["", "G", "a", "AB", "0", "É"])
def test_what_is_no_direction_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=f'"{wrong}" is not a direction.* A to F'):
        direction(wrong)


def test_opposite_and_turned_directions() -> None:
    assert [LETTERS[opposite(direction(letter))] for letter in "ABCDEF"] == list("DEFABC")
    assert [LETTERS[turned(direction("E"), n)] for n in (0, 1, 2, -1, -5, 12)] == list("EFADFE")


@given(hexes, directions)
@often
def test_a_step_and_the_opposite_step_cancel(at: Hex, d: int) -> None:
    assert step(step(at, d), opposite(d)) == at
    assert direction_between(at, step(at, d)) == d


# Distances, rings, rotations


def test_distance_counts_steps() -> None:
    """A search that spreads step by step from a hex reaches every hex when its distance says."""
    reached, frontier = {ORIGIN}, {ORIGIN}
    for steps in range(1, 8):
        frontier = {step(hex, d) for hex in frontier for d in range(6)} - reached
        reached |= frontier
        assert {distance(ORIGIN, hex) for hex in frontier} == {steps}
        assert frontier == set(ring(ORIGIN, steps))


@given(hexes, hexes, hexes)
@often
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    """Symmetric, zero only from a hex to itself, never shortened by a way round, the offset's alone."""
    assert distance(a, b) == distance(b, a) == distance(ORIGIN, offset(a, b))
    assert (distance(a, b) == 0) == (a == b)
    assert (distance(a, b) == 1) == (direction_between(a, b) is not None)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, st.integers(1, 20))
@often
def test_a_ring_runs_clockwise_from_north(middle: Hex, radius: int) -> None:
    """6r different hexes at distance r, each next to the one before and clockwise of it, from due north."""
    found = ring(middle, radius)
    assert found[0] == Hex(middle.q, middle.z - radius)
    assert len(set(found)) == len(found) == 6 * radius
    assert {distance(middle, hex) for hex in found} == {radius}
    for a, b in pairwise([*found, found[0]]):
        (ax, ay), (bx, by) = centre(offset(middle, a)), centre(offset(middle, b))
        assert distance(a, b) == 1
        assert ax * by - ay * bx > 0


def test_a_ring_without_extent() -> None:
    assert ring(Hex(4, 7), 0) == [Hex(4, 7)]
    with pytest.raises(ValueError, match="radius -1"):
        ring(ORIGIN, -1)


@given(hexes, st.integers(0, 12))
@often
def test_an_area_is_its_rings_in_order(middle: Hex, radius: int) -> None:
    """1 + 6 + 12 + ... + 6r hexes, none twice, the nearer before the farther."""
    found = area(middle, radius)
    assert len(set(found)) == len(found) == 1 + 3 * radius * (radius + 1)
    gaps = [distance(middle, hex) for hex in found]
    assert gaps == sorted(gaps)


@given(hexes, st.integers(-12, 12), st.integers(-12, 12))
@often
def test_rotations_add_up_and_keep_distances(way: Hex, m: int, n: int) -> None:
    assert rotated(rotated(way, m), n) == rotated(way, m + n)
    assert rotated(way, 6) == way
    assert [rotated(unit, 1) for unit in STEPS] == [*STEPS[1:], STEPS[0]]
    assert rotated(way, 3) == Hex(-way.q, -way.z)
    assert distance(ORIGIN, rotated(way, n)) == distance(ORIGIN, way)


# Arcs and aspects [Tank 7.22, 8.7]


def places_from_facing(facing: int, radius: int) -> list[tuple[int, Hex]]:
    """The hexes of a ring, each with its place on it counted from the hex straight ahead, either way round.

    Its six turned images are radius places apart, so a place of one radius is a bearing of 60 degrees.
    """
    around = ring(ORIGIN, radius)
    turned_ring = around[facing * radius :] + around[: facing * radius]
    return [(min(i, 6 * radius - i), hex) for i, hex in enumerate(turned_ring)]


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("radius", [1, 2, 3, 7, 20])
def test_arc_and_aspects_by_bearing(facing: int, radius: int) -> None:
    """Front to 60 degrees, side to 120, rear beyond; the limits themselves go to the front or to the rear."""
    for place, hex in places_from_facing(facing, radius):
        nearer_front = sum(place > limit for limit in (radius, 2 * radius))
        nearer_rear = sum(place >= limit for limit in (radius, 2 * radius))
        assert in_arc(facing, hex) == (place <= radius)
        assert aspect(facing, hex) is list(Aspect)[nearer_front]
        assert aspect(facing, hex, boundary="rear") is list(Aspect)[nearer_rear]


def test_adjacent_hexes_are_three_front_two_side_one_rear() -> None:
    """As Tank! 8.7 has it; facing C, the front hexes are B, C and D, from left to right."""
    facing = direction("C")
    seen = {letter: aspect(facing, STEPS[direction(letter)]) for letter in LETTERS}
    assert [letter for letter in LETTERS if seen[letter] is Aspect.FRONT] == ["B", "C", "D"]
    assert [letter for letter in LETTERS if seen[letter] is Aspect.SIDE] == ["A", "E"]
    assert seen["F"] is Aspect.REAR
    assert front_hexes(ORIGIN, facing) == tuple(STEPS[direction(letter)] for letter in "BCD")


def test_the_own_hex_is_in_the_arc_but_has_no_aspect() -> None:
    assert in_arc(2, ORIGIN)
    with pytest.raises(ValueError, match="same hex"):
        aspect(2, ORIGIN)


# Corners, hexsides, vertices


@given(hexes)
@often
def test_corners_lie_clockwise_between_neighbouring_sides(at: Hex) -> None:
    """Corner d is shared with the neighbours d and d + 1, and lies in the middle of the three hexes."""
    x, y = centre(at)
    for d, corner in enumerate(corners(at)):
        (ax, ay), (bx, by) = centre(STEPS[d]), centre(STEPS[turned(d, 1)])
        assert (3 * (corner.x - x), 3 * (corner.y - y)) == (ax + bx, ay + by)
        assert set(corner.hexes()) == {at, step(at, d), step(at, turned(d, 1))}


@given(hexes, directions)
@often
def test_a_hexside_is_one_thing_from_both_sides(at: Hex, d: int) -> None:
    """Same value, same two hexes, its ends corners of both and clockwise about the hex it is named by."""
    side, beyond = hexside(at, d), step(at, d)
    assert side == hexside(beyond, opposite(d))
    assert side.direction in (0, 1, 2)
    assert set(side.hexes()) == {at, beyond}
    first, second = side.ends()
    assert {first, second} == set(corners(at)) & set(corners(beyond))
    x, y = centre(side.hex)
    assert (first.x - x) * (second.y - y) - (first.y - y) * (second.x - x) > 0


@given(hexes, directions)
@often
def test_three_hexsides_meet_at_a_vertex(at: Hex, d: int) -> None:
    vertex = corners(at)[d]
    sides = vertex.hexsides()
    assert len(set(sides)) == 3
    assert all(vertex in side.ends() and side.direction < 3 for side in sides)


# The maps of the games


@pytest.mark.parametrize(
    ("start", "letters", "through"),
    [
        ("3804", "FF", ["3804", "3704", "3603"]),
        ("4110", "DEEE", ["4110", "4111", "4011", "3912", "3812"]),
        ("4007", "AFFE", ["4007", "4006", "3906", "3805", "3706"]),
    ],
)
def test_the_movement_plots_of_tank(start: str, letters: str, through: list[str]) -> None:
    assert plot(TANK, start, letters) == through


@pytest.mark.parametrize(
    ("grid", "column", "wanted"),
    [
        (TANK, 39, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]),
        (TANK, 40, [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]),
        (RAID, 39, [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]),
        (RAID, 40, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]),
    ],
)
def test_printed_neighbours_by_parity(grid: Grid, column: int, wanted: list[tuple[int, int]]) -> None:
    """The neighbour tables of the maps: a step from a low column to the side keeps the row or adds one."""
    at = grid.index(column, 12)
    found = [grid.name(grid.neighbours[6 * at + d]) for d in range(6)]
    assert found == [f"{column + dc:02}{12 + dr:02}" for dc, dr in wanted]


def test_the_rim_of_the_depression_in_tank() -> None:
    """The hexes round 3808, clockwise from the north."""
    around = [TANK.name(TANK.at(hex)) for hex in ring(TANK.hex(TANK.find("3808")), 1)]
    assert around == ["3807", "3908", "3909", "3809", "3709", "3708"]


def test_hexes_that_the_raid_scenarios_need_adjacent() -> None:
    """Start stacks at Entebbe by the buildings; long buildings of Vaagso; the arrival by the documents."""
    pairs = ["0903-0803", "0805-0704", "0606-0505", "4113-4213", "4211-4310", "3910-4010"]
    assert [RAID.distance(RAID.find(pair[:4]), RAID.find(pair[5:])) for pair in pairs] == [1] * 6


def test_ranges_stated_for_raid() -> None:
    stated = {"3620-4218": 6, "3620-3222": 4, "3910-4218": 9, "3419-3424": 5}
    assert {pair: RAID.distance(RAID.find(pair[:4]), RAID.find(pair[5:])) for pair in stated} == stated


def test_the_lengths_of_the_axes_of_rdf() -> None:
    """The straight distances between its entry and exit hexes."""
    entries = ("1001", "2401", "4001", "5606", "5616", "4231", "2631", "1031", "0122", "0109")
    index = {letter: RDF.find(name) for letter, name in zip("ABCDEFGHIJ", entries, strict=True)}
    # fmt: off
    stated = {
        "AC": 30, "AD": 46, "AE": 46, "AF": 46, "AG": 38, "BF": 39, "BG": 31, "BI": 32, "BJ": 23, "CF": 31,
        "CG": 37, "CH": 45, "CI": 40, "CJ": 39, "DG": 40, "DH": 48, "DI": 55, "EF": 22, "EG": 30, "EH": 46,
        "EI": 55, "EJ": 55,
    }
    # fmt: on
    assert {pair: RDF.distance(index[pair[0]], index[pair[1]]) for pair in stated} == stated


# Grids in general


def test_the_first_hex_is_the_origin_and_z_follows() -> None:
    """First column high: 0101, 0201, 0301 have z 0, 0, -1. First column low: z 0, -1, -1.

    On the plane y = 2z + q, so that is 0, 1, 0 in the first case and 0, -1, 0 in the second.
    """
    assert [TANK.hex(i) for i in (0, 1, 2, 60)] == [Hex(0, 0), Hex(1, 0), Hex(2, -1), Hex(0, 1)]
    assert [RAID.hex(i) for i in (0, 1, 2, 57)] == [Hex(0, 0), Hex(1, -1), Hex(2, -1), Hex(0, 1)]


@given(grids)
@often
def test_low_columns_lie_half_a_hex_south(grid: Grid) -> None:
    """On the plane: columns 3 apart, rows 2 apart, and within a row the low columns 1 further south."""
    odd_is_low = grid.low == "odd"
    for row in range(grid.first_row, grid.first_row + grid.rows):
        for column in range(grid.first_column, grid.first_column + grid.columns):
            x, y = centre(grid.hex(grid.index(column, row)))
            south_of_first = (column % 2 == odd_is_low) - (grid.first_column % 2 == odd_is_low)
            assert x == 3 * (column - grid.first_column)
            assert y == 2 * (row - grid.first_row) + south_of_first


@given(grids)
@often
def test_indices_names_and_hexes_round_trip(grid: Grid) -> None:
    names = [grid.name(i) for i in range(grid.count)]
    assert len(set(names)) == grid.count == grid.columns * grid.rows
    assert [grid.find(name) for name in names] == list(range(grid.count))
    assert [grid.at(grid.hex(i)) for i in range(grid.count)] == list(range(grid.count))
    assert names[0] == f"{grid.first_column:02}{grid.first_row:02}"


@given(grids)
@often
def test_neighbours_are_mutual_and_complete(grid: Grid) -> None:
    """Each goes back in the opposite direction, and -1 stands just where the next hex is not on the map."""
    places = {grid.hex(i): i for i in range(grid.count)}
    assert len(grid.neighbours) == 6 * grid.count
    for i in range(grid.count):
        for d in range(6):
            other = grid.neighbours[6 * i + d]
            assert other == places.get(step(grid.hex(i), d), -1)
            assert other < 0 or grid.neighbours[6 * other + opposite(d)] == i


@given(grids, st.data())
@often
def test_distance_on_the_map_is_distance_of_the_hexes(grid: Grid, data: st.DataObject) -> None:
    i, j = (data.draw(st.integers(0, grid.count - 1)) for _ in range(2))
    assert grid.distance(i, j) == distance(grid.hex(i), grid.hex(j))


def test_the_edges_of_the_tank_map() -> None:
    """Row 01, row 34, column 01 and column 60."""
    columns, rows = range(1, 61), range(1, 35)
    north, south = ([f"{column:02}{row}" for column in columns] for row in ("01", "34"))
    west, east = ([f"{column}{row:02}" for row in rows] for column in ("01", "60"))
    assert [[TANK.name(i) for i in edge] for edge in TANK.edges] == [north, south, west, east]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("092", '"092" is not a hex number: 4 digits are wanted, column then row, such as 0101'),
        ("09 3", "4 digits are wanted"),
        ("٠٩٢٣", "4 digits are wanted"),
        ("", '"" is not a hex number'),
        ("6123", "6123 is off the map: columns run from 01 to 60$"),
        ("0935", "0935 is off the map: rows run from 01 to 34$"),
        ("0000", "0000 is off the map: columns run from 01 to 60 and rows run from 01 to 34$"),
    ],
)
def test_wrong_hex_numbers_are_refused_with_the_reason(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TANK.find(name)


def test_columns_and_rows_outside_are_refused() -> None:
    with pytest.raises(ValueError, match="column 61, row 3 is off the map: columns run from 01 to 60"):
        TANK.index(61, 3)


def test_numbers_may_have_more_digits_and_start_elsewhere() -> None:
    wide = Grid(120, 40, "odd", first_column=0, first_row=5, digits=3)
    assert (wide.name(0), wide.name(119), wide.name(120)) == ("000005", "119005", "000006")
    assert wide.find("119044") == wide.count - 1
    with pytest.raises(ValueError, match="6 digits are wanted, column then row, such as 000005"):
        wide.find("0923")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"columns": 0}, "no hexes"),
        ({"rows": -3}, "no hexes"),
        ({"low": "left"}, "low"),
        ({"first_row": -1}, "below 0"),
        ({"columns": 100}, "2 digits cannot number"),
        ({"first_row": 80}, "2 digits cannot number"),
    ],
)
def test_an_impossible_grid_is_refused(fields: dict[str, object], message: str) -> None:
    """When it is made, and in the same way when it is read from a file."""
    whole = {"columns": 10, "rows": 30, "low": "even", **fields}
    with pytest.raises(ValueError, match=message):
        Grid(**whole)  # type: ignore[arg-type]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(whole, Grid)


def test_a_grid_is_plain_data() -> None:
    """It can be written, read back, compared and used as a key, whatever was computed from it meanwhile."""
    assert TANK.neighbours
    again = msgspec.json.decode(msgspec.json.encode(TANK), type=Grid)
    assert again == TANK
    assert hash(again) == hash(TANK)
    with pytest.raises(AttributeError):
        again.rows = 12  # type: ignore[misc]


# Names of hexsides and vertices


@pytest.mark.parametrize(
    ("name", "also"),
    [
        ("0923A", ["0923A", "0922D", "0923-0922", "0922-0923"]),
        ("0823B", ["0823B", "0923E", "0923-0823"]),
        ("0822C", ["0822C", "0923F", "0923-0822"]),
        ("0101A", ["0101A"]),
        ("0101F", ["0101F"]),
        ("0134D", ["0134D"]),
    ],
)
def test_a_hexside_has_one_name(name: str, also: list[str]) -> None:
    """Side A, B or C of one of its hexes, unless the hex that would have it so is off the map.

    0923 stands in an odd column of the Tank! map: its southwest neighbour is 0823, its northwest one 0822.
    """
    assert {TANK.hexside_name(*TANK.find_hexside(text)) for text in also} == {name}


def test_a_hexside_is_found_as_seen_from_the_hex_named_first() -> None:
    """Which of its two hexes is meant matters to a slope."""
    upper, lower = TANK.find("0922"), TANK.find("0923")
    assert TANK.find_hexside("0922D") == TANK.find_hexside("0922-0923") == (upper, direction("D"))
    assert TANK.find_hexside("0923A") == TANK.find_hexside("0923-0922") == (lower, direction("A"))
    assert TANK.canonical(upper, direction("D")) == TANK.canonical(lower, direction("A")) == (lower, 0)


@given(grids)
@often
def test_both_sides_of_a_hexside_give_the_same_name(grid: Grid) -> None:
    names: dict[str, set[Hexside]] = {}
    for i in range(grid.count):
        for d in range(6):
            names.setdefault(grid.hexside_name(i, d), set()).add(hexside(grid.hex(i), d))
            assert grid.find_hexside(grid.hexside_name(i, d)) == grid.canonical(i, d)
    assert all(len(sides) == 1 for sides in names.values())
    assert len(names) == len({side for sides in names.values() for side in sides})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0923", '"0923" is not a hexside: a hex number and a letter are wanted, or two hex numbers'),
        ("", '"" is not a hexside'),
        ("0923G", '"G" is not a direction'),
        ("923A", '"923" is not a hex number'),
        ("0935A", "0935 is off the map"),
        ("0923-0925", "0923-0925 is not a hexside: the two hexes are not adjacent"),
        ("0923-0923", "not adjacent"),
        ("0923-0922-0921", '"0922-0921" is not a hex number'),
    ],
)
def test_wrong_hexsides_are_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TANK.find_hexside(text)


@pytest.mark.parametrize(
    ("name", "also"),
    [
        ("0923AB", ["0923AB", "0922CD", "1022EF"]),
        ("0923BC", ["0923BC", "1022DE", "1023FA"]),
        ("0101AB", ["0101AB"]),
        ("0134CD", ["0134CD", "0234EF"]),
        ("0134DE", ["0134DE"]),
    ],
)
def test_a_vertex_has_one_name(name: str, also: list[str]) -> None:
    """Corner AB or BC of one of its hexes, unless the hex that would have it so is off the map.

    0923 stands in an odd column of the Tank! map, so its eastern neighbours are 1022 and 1023.
    """
    vertices = {corners(TANK.hex(TANK.find(text[:4])))[direction(text[4])] for text in also}
    assert {TANK.vertex_name(vertex) for vertex in vertices} == {name}


def test_a_vertex_off_the_map_has_no_name() -> None:
    with pytest.raises(ValueError, match="-20, -20 is off the map"):
        TANK.vertex_name(Vertex(-20, -20))
