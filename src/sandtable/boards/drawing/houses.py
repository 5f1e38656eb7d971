"""Villages and buildings: small turned blocks as on a map, or roofs seen from above as on a ground plan."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.areas import Area, strewn
from sandtable.boards.drawing.chance import Chance
from sandtable.boards.drawing.outlines import traced
from sandtable.boards.drawing.plan import Place, Plan
from sandtable.boards.drawing.style import Texture
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, element, group, layer, path

_STREET = 26.0
"""Houses so near a road stand square to it, and few are left out."""


class _Build(NamedTuple):
    """How houses are built: how far apart, and their least and greatest length and depth."""

    apart: float
    length: tuple[float, float]
    depth: tuple[float, float]


_BLOCKS = _Build(12.8, (4.6, 9.2), (3.8, 5.8))
_ROOFS = _Build(23.5, (13.0, 19.0), (9.5, 12.5))


class House(NamedTuple):
    """A house: its middle, which way its ridge runs, and half its length and depth."""

    x: float
    y: float
    angle: float
    half_length: float
    half_depth: float

    def at(self, along: float, across: float) -> Place:
        """A place in the house; 1 along is its gable, and 1 across its eaves."""
        dx, dy = cos(self.angle), sin(self.angle)
        a, b = along * self.half_length, across * self.half_depth
        return self.x + a * dx - b * dy, self.y + a * dy + b * dx

    def part(self, low: float, high: float) -> list[Place]:
        """The four corners of all that lies between two lines along the house."""
        return [self.at(-1, low), self.at(1, low), self.at(1, high), self.at(-1, high)]


def draw_village(village: Area, texture: Texture, roads: BaseGeometry, taken: BaseGeometry) -> Markup:
    """A village: trodden ground, and houses that line its roads."""
    build = _ROOFS if texture.houses == "roofs" else _BLOCKS
    room = build.depth[1] / 2 + 0.5
    ground = shapely.difference(shapely.buffer(village.shape, -room), shapely.buffer(taken, room - 2.5))
    houses = list(_houses(ground, build, roads))
    return group("terrain-village", path(village.outline, "village"), *_drawn(houses, texture))


def _houses(ground: BaseGeometry, build: _Build, roads: BaseGeometry) -> Iterator[House]:
    found = strewn(ground, build.apart, 81, stray=0.16)
    to_road = shapely.shortest_line(shapely.points(found.x, found.y), roads)
    for n, (x, y) in enumerate(zip(found.x.tolist(), found.y.tolist(), strict=True)):
        chance = Chance(int(x * 10), int(y * 10))
        way = shapely.get_coordinates(to_road[n]).tolist()
        dx, dy = (way[1][0] - x, way[1][1] - y) if way else (0.0, _STREET * 2)
        on_street = hypot(dx, dy) < _STREET
        if chance.between(0, 1) > (0.95 if on_street else 0.62):
            continue
        angle = atan2(dx, -dy) if on_street else chance.between(0, pi)
        half = (chance.between(*build.length) / 2, chance.between(*build.depth) / 2)
        yield House(x, y, angle + chance.between(-0.14, 0.14), *half)


def _drawn(houses: list[House], texture: Texture) -> list[Markup]:
    """The walls of all houses with their shadows, and on a ground plan the roofs with their ridges."""
    walls, lit, ridges = Pen(), Pen(), Pen()
    for house in houses:
        walls.shape(*house.part(-1, 1))
        lit.shape(*house.part(*((-1, 0) if cos(house.angle) > 0 else (0, 1))))
        ridges.stroke(house.at(-1, 0), house.at(1, 0))
    shadow = element("path", class_="roof-shade", d=walls.data, transform="translate(1.3 1.6)")
    drawn = [shadow, path(walls.data, "roof")]
    if texture.houses == "roofs":
        drawn += [path(lit.data, "roof-light"), path(ridges.data, "ridge")]
    return drawn


def draw_buildings(plan: Plan) -> Markup:
    """Large buildings, each over all its hexes: walls, a roof with a ridge, and light on one side of it."""
    walls: list[BaseGeometry] = []
    lit: list[BaseGeometry] = []
    ridges: list[BaseGeometry] = []
    for hexes in _buildings(plan):
        spine = _spine(plan, hexes)
        footprint = shapely.buffer(spine, _half_depth(plan, hexes), cap_style="square", join_style="mitre")
        walls.append(footprint)
        sunny = [
            shapely.buffer(line, -60, single_sided=True, join_style="mitre") for line in _stretched(spine)
        ]
        lit.append(shapely.intersection(shapely.union_all(sunny), footprint))
        ridges.append(shapely.intersection(shapely.union_all(_stretched(spine)), footprint))
    if not walls:
        return NOTHING
    outline = traced(shapely.GeometryCollection(walls))
    return layer(
        "buildings",
        element("path", class_="roof-shade", d=outline, transform="translate(2.6 3.2)"),
        path(outline, "roof"),
        path(_all(lit), "roof-light"),
        path(_all(ridges, closed=False), "ridge"),
        path(outline, "eaves"),
    )


def _all(shapes: list[BaseGeometry], *, closed: bool = True) -> str:
    parts = shapely.get_parts(np.array(shapes)).tolist()
    return traced(shapely.GeometryCollection(parts), closed=closed)


def _buildings(plan: Plan) -> list[tuple[int, ...]]:
    """The hexes of each building: those that belong together by name, then every other building hex."""
    named = [hexes for hexes in plan.board.buildings.values() if hexes]
    known = {i for hexes in named for i in hexes}
    alone = [(i,) for i in plan.present if plan.drawing(i) == "building" and i not in known]
    return [*named, *alone]


def _half_depth(plan: Plan, hexes: tuple[int, ...]) -> float:
    return Chance(*plan.points[hexes[0]], 91).between(14, 17.5)


def _spine(plan: Plan, hexes: tuple[int, ...]) -> BaseGeometry:
    """The lines that the ridges follow: from hex to hex, or in a lone one at an angle of its own."""
    board = plan.board
    pairs = [(i, j) for i, j in combinations(hexes, 2) if board.distance(i, j) == 1]
    if pairs:
        return shapely.MultiLineString([[plan.centre(i), plan.centre(j)] for i, j in pairs])
    x, y = plan.centre(hexes[0])
    chance = Chance(*plan.points[hexes[0]], 92)
    angle, half = pi / 6 * chance.below(6) + chance.between(-0.1, 0.1), chance.between(6, 10)
    ends = [(x + cos(angle) * half * end, y + sin(angle) * half * end) for end in (-1, 1)]
    return shapely.MultiLineString([ends])


def _stretched(spine: BaseGeometry) -> list[BaseGeometry]:
    """The lines of a spine, each run on to the gables and turned so that its left side looks north-west."""
    found = []
    for line in shapely.get_parts(spine):
        (x1, y1), (x2, y2) = sorted(shapely.get_coordinates(line).tolist())
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length * 20, (y2 - y1) / length * 20
        found.append(shapely.LineString([(x1 - dx, y1 - dy), (x2 + dx, y2 + dy)]))
    return found
