"""Drawing maps: the SVG, its layers and places, what lies over a map, and the pictures made of it."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterable
from hashlib import sha256
from itertools import groupby, pairwise
from math import dist, sqrt
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
import shapely
from tests.maps.country import country, vocabulary

from sandtable import hexes
from sandtable.boards import Board, blank_board
from sandtable.boards.drawing import (
    MARK_ART,
    SYMBOLS,
    Counter,
    Overlay,
    Plot,
    Reach,
    Sight,
    draw,
    hex_centre,
    hex_outline,
    picture,
    styles,
)
from sandtable.boards.drawing.areas import area
from sandtable.boards.drawing.courses import along, courses
from sandtable.boards.drawing.ground import contour
from sandtable.boards.drawing.hexsides import strings
from sandtable.boards.drawing.outlines import rings, shape
from sandtable.boards.drawing.picture import inked
from sandtable.boards.drawing.plan import plan_of
from sandtable.boards.vocabulary import HEX_ART, HEXSIDE_ART, PATH_ART

ROOT = Path(__file__).resolve().parents[1]
SVG = "{http://www.w3.org/2000/svg}"
LAYERS = {
    *("ground", "elevation", "terrain", "water", "roads", "hexsides", "grid", "numbers", "names", "marks"),
    *("buildings", "entries", "neat-line", "title-block", "compass", "veil"),
}
EVERYTHING: tuple[Overlay, ...] = (
    Reach((40, 41, 57), ("0", "1", "2")),
    Plot((20, 36, 53), 1, ("1", "2")),
    Counter(40, 0, "armour", "1/A", "2-C-14", 1, ("S", "2")),
    Counter(40, 1, "T", "2/A", "9"),
    Sight(40, 45),
    Sight(40, 90, 57, "woods"),
)


def flat(columns: int = 5, rows: int = 5) -> Board:
    """Plain ground on which anything of the vocabulary can be put."""
    return blank_board(vocabulary(), columns, rows)


def named(art: str, kinds: Iterable[msgspec.Struct]) -> str:
    """The name under which the vocabulary of these tests has an art."""
    return next(str(kind.name) for kind in kinds if kind.drawing == art)  # type: ignore[attr-defined]


def layers(svg: str) -> dict[str, ElementTree.Element]:
    """The layers of a drawing by name."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}g")
    return {name: group for group in found if (name := group.get("data-layer"))}


def layer(svg: str, name: str) -> bytes:
    """One layer of a drawing as it is written; nothing if it is not there."""
    found = layers(svg).get(name)
    return b"" if found is None else ElementTree.tostring(found)


def of_class(svg: str, name: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [one for one in ElementTree.fromstring(svg).iter() if name in one.get("class", "").split()]


def corners(data: str) -> list[tuple[float, float]]:
    """The corners of a path that has only moves and lines, each from the last point."""
    found: list[tuple[float, float]] = []
    x = y = 0.0
    for pair in re.findall(r"[ml]([^mlz]*)", data):
        dx, dy = map(float, re.findall(r"-?(?:\d+\.?\d*|\.\d+)", pair))
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """The pixels of a PNG with eight bits to each of four channels, row by row."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        data += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += 12 + length
    raw, before, found = zlib.decompress(data), [0] * (4 * width), []
    for row in range(height):
        begin = row * (4 * width + 1)
        before = unfiltered(raw[begin], list(raw[begin + 1 : begin + 1 + 4 * width]), before)
        found.append([tuple(before[n : n + 4]) for n in range(0, 4 * width, 4)])
    return found


def unfiltered(way: int, line: list[int], above: list[int]) -> list[int]:
    """A row of a PNG, whose bytes are kept as differences from those beside and above them."""
    for n in range(len(line)):
        a, b, c = (line[n - 4], above[n], above[n - 4]) if n >= 4 else (0, above[n], 0)
        guess = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        line[n] = (line[n] + (0, a, b, (a + b) // 2, guess)[way]) & 255
    return line


# The drawing as a whole


@pytest.mark.parametrize("game", ["country", *styles()])
def test_a_map_is_well_formed_and_has_every_layer(game: str) -> None:
    """A country with everything on it parses as XML and fills all layers, in the style of each game."""
    assert layers(draw(country(30, 20, 1, game))).keys() == LAYERS


def test_the_same_board_gives_the_same_bytes() -> None:
    """Twice in this process, and in others with other seeds for Python's hashes."""
    svg = draw(country(16, 12), overlays=EVERYTHING)
    assert draw(country(16, 12), overlays=EVERYTHING) == svg
    code = (
        "import tests.test_drawing as t; from hashlib import sha256;"
        "print(sha256(t.draw(t.country(16, 12), overlays=t.EVERYTHING).encode()).hexdigest())"
    )
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert told == [sha256(svg.encode()).hexdigest()] * 2


def test_a_large_map_stays_small() -> None:
    """A map of 60 x 34 hexes with everything on it is no more than 2.5 MB of SVG."""
    assert len(draw(country(60, 34, 5, "tank")).encode()) < 2_500_000


def test_ids_say_whose_they_are() -> None:
    """Two maps on one page must not share the shapes they cut with: only the paper's grain is common."""
    found = [set(re.findall(r' id="([^"]+)"', draw(country(12, 9, game=game)))) for game in ("raid", "rdf")]
    assert len(found[0]) > 3
    assert found[0] & found[1] == {"grain"}


def test_no_drawing_without_a_hex() -> None:
    """A sheet that lacks every hex is refused in words."""
    board = flat(1, 1)
    board.terrain[0] = -1
    with pytest.raises(ValueError, match="Blank has no hex"):
        draw(board)


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (4, 1), (2, 2)])
def test_the_smallest_maps_can_be_drawn(size: tuple[int, int]) -> None:
    """One row, one column, one hex."""
    assert len(layers(draw(flat(*size)))["numbers"]) == size[0] * size[1]


def test_the_page_without_margin_keeps_its_places() -> None:
    """Cutting off title and foot changes what is seen, not where it lies."""
    whole, cut = draw(flat()), draw(flat(), margin=False)
    assert layer(whole, "grid") == layer(cut, "grid")
    assert layers(cut).keys() & {"title-block", "compass"} == set()


def test_numbers_can_be_left_off() -> None:
    assert "numbers" not in layers(draw(flat(), numbers=False))


def test_boards_do_without_the_drawing() -> None:
    """Only who draws pays for shapely and numpy."""
    code = "import sys, sandtable.boards; print({'numpy', 'shapely', 'resvg_py'} & set(sys.modules))"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "src", capture_output=True, text=True, check=True
    )
    assert told.stdout == "set()\n"


# What a map can show


@pytest.mark.parametrize("art", sorted(HEX_ART - {"clear"}))
def test_every_terrain_is_drawn(art: str) -> None:
    """One hex of it changes the layer it belongs to, and no other."""
    kinds = vocabulary().terrains
    board = flat().changed(terrain={"0303": named(art, kinds)})
    changed = {name for name in LAYERS if layer(draw(board), name) != layer(draw(flat()), name)}
    wet = {"water": "water", "sea": "water", "building": "buildings"}
    assert changed == {wet.get(art, "terrain")}


@pytest.mark.parametrize("art", sorted(HEXSIDE_ART))
def test_every_hexside_is_drawn(art: str) -> None:
    board = flat().changed(sides={"0303B": named(art, vocabulary().hexsides)})
    changed = {name for name in LAYERS if layer(draw(board), name) != layer(draw(flat()), name)}
    assert changed == {"hexsides"}


@pytest.mark.parametrize("art", sorted(PATH_ART - {"river", "stream"}))
def test_every_road_is_drawn(art: str) -> None:
    board = flat().changed(paths=[f"{named(art, vocabulary().paths)}: 0202 0303 0402 0401 A"])
    changed = {name for name in LAYERS if layer(draw(board), name) != layer(draw(flat()), name)}
    assert changed == {"roads"}


@pytest.mark.parametrize("art", ["river", "stream"])
def test_every_river_is_drawn(art: str) -> None:
    board = flat().changed(paths=[f"{named(art, vocabulary().paths)}: 0202 0303 0402 0401 A"])
    changed = {name for name in LAYERS if layer(draw(board), name) != layer(draw(flat()), name)}
    assert changed == {"water"}


@pytest.mark.parametrize("art", sorted(MARK_ART - {"area", "none"}))
def test_every_mark_is_drawn(art: str) -> None:
    """A jetty needs water to stand in, so the hex south of it is a lake."""
    lake = flat().changed(terrain={"0304": "water"})
    board = lake.changed(marks={"0303": named(art, vocabulary().marks)})
    changed = {name for name in LAYERS if layer(draw(board), name) != layer(draw(lake), name)}
    assert changed == {"marks"}


def test_a_mark_without_a_drawing_is_named_on_the_map() -> None:
    """Rules may hang on it, so a player has to see where it is."""
    board = flat().changed(marks={"0303": "objective"})
    assert b">objective<" in layer(draw(board), "marks")


@pytest.mark.parametrize("level", [1, 2, 7, 12])
def test_heights_are_drawn_step_by_step(level: int) -> None:
    """A hill has a line for each level it rises, however many tints there are."""
    board = flat().changed(level={"0303": level})
    assert len(of_class(draw(board), "height")) == level


def test_the_steep_side_of_a_slope_is_drawn_in_the_hex_it_lies_in() -> None:
    """Hachures of 0303A run down into 0303; those of the same hexside as 0302D into 0302."""
    for name, inside in (("0303A", "0303"), ("0302D", "0302")):
        board = flat().changed(sides={name: "slope"})
        (hachures,) = of_class(draw(board), "hachure")
        tips = corners(hachures.get("d", ""))[1::3]
        centre = hex_centre(board, board.find(inside))
        side = sum(y for _, y in (hex_outline(board, board.find("0303"))[k] for k in (5, 0))) / 2
        assert tips
        assert all((y > side) == (centre[1] > side) for _, y in tips)


def test_what_runs_off_the_map_reaches_the_neat_line() -> None:
    board = flat().changed(paths=["paved: 0302 0301 A"])
    (course,) = courses(plan_of(board))
    assert course.through[-1][1] < plan_of(board).frame.top


def test_two_roads_that_meet_end_to_end_keep_their_names() -> None:
    """A road that goes on without a name, or by the same one, is one curve; another name is another road."""
    first = 'paved "North Lane": 0201 0202 0203'
    goes_on = [f"paved{name}: 0203 0204 0205" for name in ("", ' "North Lane"', ' "Farm Lane"')]
    drawn = [courses(plan_of(flat().changed(paths=[first, second]))) for second in goes_on]
    assert [sorted(course.name for course in curves) for curves in drawn] == [
        ["North Lane"],
        ["North Lane"],
        ["Farm Lane", "North Lane"],
    ]


def test_names_and_entries_stand_on_the_map() -> None:
    words = {one.text for one in layers(draw(country(30, 20)))["names"].iter(f"{SVG}text")}
    assert {"Arden", "Kestrel Hill", "High Road", "Weir"} <= words
    assert b">West Road<" in layer(draw(country(30, 20)), "entries")


def test_words_cannot_break_out() -> None:
    """Titles, names, reasons and everything on counters are shown as written, never read as markup."""
    evil = "\"><script>alert(1)</script>&<x y='z'>"
    board = country(16, 12)
    heading = msgspec.structs.replace(board.heading, title=evil, reason=evil)
    sheet = msgspec.structs.replace(board.sheet, heading=heading, places={evil: (40,)})
    overlays = (Counter(40, 0, evil, evil, evil, 1, (evil,)), Sight(40, 45, 41, evil), Reach((3,), (evil,)))
    svg = draw(Board(sheet), overlays=overlays)
    assert ElementTree.fromstring(svg).find(f".//{SVG}script") is None
    told = [one.text for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    # The place; on the counter its symbol, name, numbers and status; and the note.
    assert told.count(evil) == 6
    assert told.count(evil.upper()) == 1


# Where things lie


@pytest.mark.parametrize("columns", [9, 60])
def test_hexes_lie_as_on_the_exact_plane(columns: int) -> None:
    """Halving X and taking Y times half the root of three gives the true shape, here with hexsides of 40."""
    board = flat(columns, 6)
    first = hex_centre(board, 0)
    for i in range(board.count):
        x, y = hexes.centre(board.grid.hex(i))
        x0, y0 = hexes.centre(board.grid.hex(0))
        expected = first[0] + (x - x0) * 40 / 2, first[1] + (y - y0) * 40 * sqrt(3) / 2
        assert dist(hex_centre(board, i), expected) < 1e-6
        around = hex_outline(board, i)
        assert [round(dist(a, b), 6) for a, b in pairwise((*around, around[0]))] == [40.0] * 6
    north, south = hex_outline(board, 0)[:2], hex_outline(board, 0)[2:4]
    assert max(y for _, y in north) < min(y for _, y in south)


def test_the_neat_line_frames_whole_hexes_and_cuts_half_ones() -> None:
    """Every whole hex is inside; the line runs through the middles of half hexes at the edge."""
    board = country(12, 9)
    frame = plan_of(board).frame
    for i in plan_of(board).present:
        if i in board.partial:
            assert hex_centre(board, i)[1] == frame.top
        else:
            assert all(frame.holds(corner, -1e-6) for corner in hex_outline(board, i))


def test_numbers_stand_in_their_hexes() -> None:
    """Each is nearer to the middle of its own hex than to any other, and inside the neat line."""
    board = country(12, 9)
    for one in layers(draw(board))["numbers"]:
        at = float(one.get("x", "")), float(one.get("y", "")) - 3
        nearest = min(plan_of(board).present, key=lambda i: dist(hex_centre(board, i), at))
        assert board.names[nearest] == one.text
        assert plan_of(board).frame.holds(at)


def test_the_rings_of_an_area() -> None:
    """One hex has a ring of 6 hexsides; a ring of six hexes has 18 outside and 6 round the hole in it."""
    board = flat()
    plan = plan_of(board)
    middle = board.find("0303")
    around = {plan.points[j] for j in board.grid.neighbours[middle * 6 : middle * 6 + 6]}
    assert [len(ring) for ring in rings({plan.points[middle]})] == [6]
    assert sorted(len(ring) for ring in rings(around)) == [6, 18]


@pytest.mark.parametrize("game", styles())
def test_soft_outlines_tell_no_lies(game: str) -> None:
    """However soft, terrain and heights hold the middle of each hex that has them, and of no other."""
    board, wander = country(30, 20, 1, game), styles()[game].texture.wander
    plan = plan_of(board)
    # The middle of a half hex lies on the neat line, where an area ends, so it is neither in nor out.
    whole = [i for i in plan.present if i not in board.partial]
    middles = shapely.points([hex_centre(board, i) for i in whole])
    for art in HEX_ART - {"clear", "building"}:
        found = area(plan, (art,), wander)
        assert found is not None
        assert shapely.contains(found.shape, middles).tolist() == [plan.drawing(i) == art for i in whole]
    for level in range(1, max(board.level) + 1):
        high = shape(contour(plan, level, wander))
        assert shapely.contains(high, middles).tolist() == [board.level[i] >= level for i in whole]


def test_roads_run_through_their_hexes_in_order() -> None:
    """Along the curve the nearest middle is that of each hex of the road in turn: no corner is cut."""
    board = country(30, 20)
    plan = plan_of(board)
    middles = shapely.STRtree(shapely.points([hex_centre(board, i) for i in range(board.count)]))
    for course in courses(plan):
        inside = [at for at in along(course.through) if plan.frame.holds(at)]
        passed = [int(i) for i, _ in groupby(middles.nearest(shapely.points(inside)))]
        wanted = [i for i in course.nodes if i >= 0 and i not in board.partial]
        assert [i for i in passed if i not in board.partial] == wanted, course.path.name


def test_roads_meet_in_one_place() -> None:
    """Where a track leaves a road that bends, it begins on the road itself."""
    board = flat().changed(paths=["paved: 0202 0303 0402", "track: 0303 0304 0305"])
    road, track = courses(plan_of(board))
    if road.path.name == "track":
        road, track = track, road
    assert track.through[0] == road.through[2]


def test_strokes_that_meet_are_one_course() -> None:
    """A road written in two strokes, one of them backward, is drawn as one curve."""
    board = flat().changed(paths=["paved: 0101 0102 0103 / 0105 0104 0103"])
    (course,) = courses(plan_of(board))
    assert [board.names[i] for i in course.nodes] == ["0101", "0102", "0103", "0104", "0105"]


def test_hexsides_that_meet_are_one_line() -> None:
    """Six sides round a hex make one closed line; two on opposite sides of it two lines."""
    point = plan_of(flat()).points[flat().find("0303")]
    (line,) = strings([(point, d) for d in range(6)])
    assert (len(line), line[0]) == (7, line[-1])
    assert [len(line) for line in strings([(point, 0), (point, 3)])] == [2, 2]


def test_a_change_in_one_place_moves_nothing_elsewhere() -> None:
    """A wood in one corner leaves every tree of a wood in the other as it was."""
    one = flat(12, 8).changed(terrain={"0202": "woods"})
    both = one.changed(terrain={"1107": "woods"})
    trees = [
        {at for n in range(3) for at in dots(draw(board), f"country-blank-trees-{n}")}
        for board in (one, both)
    ]
    assert trees[0]
    assert trees[0] < trees[1]


def dots(svg: str, name: str) -> list[tuple[float, float]]:
    """The dots of a path that is written once and used often."""
    found = next((one for one in ElementTree.fromstring(svg).iter() if one.get("id") == name), None)
    data = "" if found is None else found.get("d", "")
    return [(round(x, 1), round(y, 1)) for x, y in corners(data.replace("h0", ""))]


# What lies over a map


def test_counters_lie_on_their_hexes() -> None:
    """Each near the middle of its hex, and two in one hex five apart."""
    board = flat()
    one, two, three = (board.find(name) for name in ("0202", "0404", "0402"))
    svg = draw(
        board, overlays=(Counter(one, 0, "infantry", "1/A"), Counter(two), Counter(two), Counter(three))
    )
    at = [
        tuple(map(float, re.findall(r"-?[\d.]+", counter.get("transform", ""))))
        for counter in of_class(svg, "counter")
    ]
    assert len(at) == 4
    for i in (one, two, three):
        assert min(dist(place, hex_centre(board, i)) for place in at) < 6
    (x1, y1), (x2, y2) = sorted(place for place in at if dist(place, hex_centre(board, two)) < 10)
    assert (round(x2 - x1, 1), round(y1 - y2, 1)) == (5.0, 5.0)


@pytest.mark.parametrize("d", range(6))
def test_counters_point_where_they_face(d: int) -> None:
    """The tip of the arrow lies on the way from the counter's hex to the hex it faces."""
    board = flat()
    here = board.find("0303")
    svg = draw(board, overlays=(Counter(here, facing=d),))
    x, y = corners(of_class(svg, "counter-facing")[0].get("d", ""))[0]
    there, middle = hex_centre(board, board.grid.neighbours[here * 6 + d]), hex_centre(board, here)
    dx, dy = there[0] - middle[0], there[1] - middle[1]
    assert abs(x * dy - y * dx) / dist(there, middle) < 0.2
    assert x * dx + y * dy > 0


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_every_symbol_is_drawn(symbol: str) -> None:
    """By name as a drawing; anything else as the letters themselves."""
    assert of_class(draw(flat(), overlays=(Counter(0, symbol=symbol),)), "symbol")
    (word,) = of_class(draw(flat(), overlays=(Counter(0, symbol="T34"),)), "counter-word")
    assert word.text == "T34"


def test_a_clear_line_of_sight_runs_from_middle_to_middle() -> None:
    board = flat()
    start, end = board.find("0202"), board.find("0404")
    (line,) = of_class(draw(board, overlays=(Sight(start, end),)), "sight-clear")
    a, b = corners(line.get("d", ""))
    assert dist(a, hex_centre(board, start)) < 0.15
    assert dist(b, hex_centre(board, end)) < 0.15


def test_a_blocked_line_of_sight_ends_in_the_hex_that_blocks() -> None:
    """In the middle of it, as the line runs straight through; that hex is outlined and named."""
    board = flat()
    start, stop, end = (board.find(name) for name in ("0302", "0303", "0305"))
    svg = draw(board, overlays=(Sight(start, end, stop, "woods"),))
    (line,) = of_class(svg, "sight-blocked")
    assert dist(corners(line.get("d", ""))[-1], hex_centre(board, stop)) < 0.15
    (outline,) = of_class(svg, "blocking")
    around = hex_outline(board, stop)
    assert all(min(dist(at, corner) for corner in around) < 0.15 for at in corners(outline.get("d", "")))
    assert [word.text for word in of_class(svg, "tag-word")] == ["0303 woods"]


def test_reach_tells_its_costs_in_their_hexes() -> None:
    board = flat()
    lit = tuple(board.find(name) for name in ("0202", "0203"))
    svg = draw(board, overlays=(Reach(lit, ("0", "1½")),))
    for i, note, word in zip(lit, ("0", "1½"), of_class(svg, "cost"), strict=True):
        assert word.text == note
        assert dist((float(word.get("x", "")), float(word.get("y", ""))), hex_centre(board, i)) < 8


def test_a_plot_begins_and_ends_in_its_hexes() -> None:
    board = flat()
    way = tuple(board.find(name) for name in ("0202", "0303", "0403"))
    svg = draw(board, overlays=(Plot(way, 1, ("1", "2")),))
    (line,) = of_class(svg, "plot")
    first = re.match(r"m([\d.]+) ([\d.]+)c", line.get("d", ""))
    assert first
    assert dist((float(first[1]), float(first[2])), hex_centre(board, way[0])) < 0.15
    stops = [(float(stop.get("cx", "")), float(stop.get("cy", ""))) for stop in of_class(svg, "plot-stop")]
    assert all(dist(at, hex_centre(board, i)) < 0.15 for at, i in zip(stops, way[1:], strict=True))
    assert len(of_class(svg, "plot-head")) == 1


def test_overlays_travel_as_json() -> None:
    """A page or an engine sends them as plain values and gets the same back."""
    sent = msgspec.json.encode(EVERYTHING)
    assert tuple(msgspec.json.decode(sent, type=tuple[Counter | Sight | Reach | Plot, ...])) == EVERYTHING


# Inks and pictures


def test_every_ink_that_is_used_is_there() -> None:
    """The style sheet and the drawing name no ink that a style lacks, by day or by lamplight."""
    for game, style in styles().items():
        svg = draw(country(16, 12, game=game), overlays=EVERYTHING)
        used = set(re.findall(r"var\(--([a-z0-9-]+)\)", svg))
        assert used <= {name for name, _ in style.light.named()}
        assert used <= {name for name, _ in style.dark.named()}


def test_both_themes_are_in_a_drawing_or_the_one_that_is_wanted() -> None:
    style = styles()["default"]
    both, dark = draw(flat()), draw(flat(), theme="dark")
    assert f"--paper:{style.light.paper};" in both
    assert both.count(f"--paper:{style.dark.paper};") == 2
    assert f"--paper:{style.light.paper};" not in dark
    assert style.light.paper in inked(both, "light")
    assert style.dark.paper in inked(both, "dark")
    assert "var(" not in inked(both, "dark")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_is_drawn_in_the_inks_of_its_theme(theme: str) -> None:
    """The corner of the sheet is bare margin, so its colour is known."""
    inks = styles()["default"].light if theme == "light" else styles()["default"].dark
    found = pixels(picture(draw(flat(2, 2)), scale=1, theme="light" if theme == "light" else "dark"))
    assert found[2][2] == (*bytes.fromhex(inks.margin[1:]), 255)


def test_hex_numbers_are_really_in_the_picture() -> None:
    """With and without numbers, pictures differ in the places of the numbers and in no other.

    A font that is not found leaves no trace at all, so this shows that the package brings its own.
    """
    board = flat(2, 2)
    plain, numbered = (pixels(picture(draw(board, numbers=on), scale=2)) for on in (False, True))
    assert len(plain[0]) == len(numbered[0])
    inked_at = {
        (x / 2, y / 2)
        for y, (a, b) in enumerate(zip(plain, numbered, strict=True))
        for x, (one, two) in enumerate(zip(a, b, strict=True))
        if max(abs(m - n) for m, n in zip(one, two, strict=True)) > 24
    }
    # A number of four digits, eight high, stands centred some ten below the top side of its hex.
    for i in range(board.count):
        x, y = hex_centre(board, i)
        box = {at for at in inked_at if abs(at[0] - x) < 12 and -36 < at[1] - y < -22}
        assert len(box) > 40, board.names[i]
        inked_at -= box
    assert inked_at == set()


def test_the_lettering_needs_no_font_of_the_machine() -> None:
    """Title, names, counters: every family and weight in the style sheet is in the package's own fonts.

    A word drawn in each must leave ink, though the picture is made without the machine's fonts.
    """
    faces = [("Sandtable Sans", 400, "normal"), ("Sandtable Sans", 700, "normal")]
    faces += [("Sandtable Serif", 400, "normal"), ("Sandtable Serif", 400, "italic")]
    for family, weight, slant in faces:
        face = f'font-family="{family}" font-weight="{weight}" font-style="{slant}" font-size="20"'
        word = f'<text x="2" y="22" {face}>Eßø7</text>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30">{word}</svg>'
        dark = [pixel for row in pixels(picture(svg, scale=1)) for pixel in row if pixel[3] > 200]
        assert len(dark) > 60, (family, weight, slant)


def test_a_name_that_looks_like_an_ink_is_only_a_name() -> None:
    """A picture puts inks in by name; a place called like one must not stop it."""
    sheet = msgspec.structs.replace(flat().sheet, places={"var(--nowhere)": (7,)})
    assert "var(--nowhere)</text>" in inked(draw(Board(sheet)), "light")


def test_a_picture_has_the_width_that_is_asked_for() -> None:
    png = picture(draw(flat(3, 3)), width=321)
    assert struct.unpack(">I", png[16:20]) == (321,)


def test_fonts_can_travel_with_the_file() -> None:
    """Four faces as data, which a picture leaves aside: it is the same with and without them."""
    bare, carried = draw(flat(2, 2)), draw(flat(2, 2), fonts=True)
    assert carried.count("@font-face") == 4
    assert ElementTree.fromstring(carried).tag == f"{SVG}svg"
    assert picture(carried, scale=1) == picture(bare, scale=1)
