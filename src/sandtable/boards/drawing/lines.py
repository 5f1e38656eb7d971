"""Roads, railways and rivers as they are drawn: all edges first and all middles over them."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.boards.drawing.courses import Course, write_curve
from sandtable.boards.drawing.svg import Markup, Pen, group, path

ROADS = ("trail", "track", "unpaved", "road", "paved", "rail")
"""How roads are drawn, the humblest first: the better one lies on top."""
RIVERS = ("stream", "river")

_WIDTHS = {"paved": 5.5, "road": 4.5, "unpaved": 4.0, "rail": 2.5, "river": 7.0, "stream": 2.5}
_ROOM = 3.5


def draw_roads(found: Sequence[Course]) -> Markup:
    """Roads and railways with clean junctions."""
    return _drawn("roads", ROADS, found)


def draw_rivers(found: Sequence[Course]) -> Markup:
    """Rivers and streams that run from hex to hex."""
    return _drawn("rivers", RIVERS, found)


def _drawn(kind: str, drawings: Sequence[str], found: Sequence[Course]) -> Markup:
    data = {art: _data([course for course in found if course.path.drawing == art]) for art in drawings}
    beds = [path(data[art], f"bed {art}-bed") for art in drawings]
    tops = [path(data[art], art) for art in drawings]
    sleepers = path(data.get("rail", ""), "sleepers")
    return group(kind, *beds, *tops, sleepers)


def _data(found: Sequence[Course]) -> str:
    pen = Pen()
    for course in found:
        write_curve(pen, course.through)
    return pen.data


def ways(found: Sequence[Course]) -> BaseGeometry:
    """The ground that courses take up, on which no tree or house stands."""
    lines = [
        shapely.buffer(course.line, _WIDTHS.get(course.path.drawing, 1.5) + _ROOM, quad_segs=2)
        for course in found
    ]
    return shapely.union_all(lines) if lines else shapely.Polygon()
