"""What stands around the ground: the neat line, the title, where the map comes from, and the compass."""

from __future__ import annotations

from math import cos, pi, sin

from sandtable.boards.drawing.plan import ACROSS, DOWN, Plan
from sandtable.boards.drawing.style import Style
from sandtable.boards.drawing.svg import Markup, Pen, element, group, layer, number, path, text
from sandtable.hexes import LETTERS

_GAP = 5.0
"""Between the neat line and the border."""
_EDGE = 30.0
"""How much of the margin stays on a sheet without one."""
_SQUARE = 5
"""How many columns, or rows, share a reference."""
_SOURCES = {
    "printed": "after the printed map",
    "reconstructed": "reconstructed",
    "invented": "invented ground",
}


def draw_paper(plan: Plan) -> Markup:
    """The whole sheet of paper."""
    width, height = plan.size
    return element("rect", class_="margin", width=width, height=height)


def draw_neat_line(plan: Plan, style: Style) -> Markup:
    """The neat line, the border, and the numbers of columns and rows where the style has them."""
    frame = plan.frame
    lines = [
        element(
            "rect",
            class_=kind,
            x=frame.left - gap,
            y=frame.top - gap,
            width=frame.width + 2 * gap,
            height=frame.height + 2 * gap,
        )
        for kind, gap in (("neat", 0.0), ("border", _GAP))
    ]
    return layer("neat-line", *lines, *(_references(plan) if style.texture.references else []))


def _references(plan: Plan) -> list[Markup]:
    """Letters for every five columns and numbers for every five rows, with ticks between."""
    grid, frame, ticks = plan.board.grid, plan.frame, Pen()
    drawn = []
    for n, column in enumerate(range(0, grid.columns, _SQUARE)):
        begin = max(plan.centre(column)[0] - ACROSS * 1.5, frame.left)
        end = min(plan.centre(min(column + _SQUARE, grid.columns) - 1)[0] + ACROSS * 1.5, frame.right)
        for y, out in ((frame.top, -1), (frame.bottom, 1)):
            ticks.stroke((begin, y), (begin, y + out * 14))
            drawn.append(text(_letters(n), (begin + end) / 2, y + out * 14 + 3.5, "reference"))
    for n, row in enumerate(range(0, grid.rows, _SQUARE)):
        begin = max(plan.centre(row * grid.columns)[1] - DOWN, frame.top)
        last = (min(row + _SQUARE, grid.rows) - 1) * grid.columns
        end = min(plan.centre(last)[1] + DOWN, frame.bottom)
        for x, out in ((frame.left, -1), (frame.right, 1)):
            ticks.stroke((x, begin), (x + out * 14, begin))
            drawn.append(text(str(n + 1), x + out * 14, (begin + end) / 2 + 3.5, "reference"))
    return [path(ticks.data, "tick"), *drawn]


def _letters(n: int) -> str:
    """A to Z, then AA, AB and so on."""
    first, last = divmod(n, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)


def draw_title(plan: Plan) -> Markup:
    """The title and, under it, what kind of map this is; at the foot, what it is drawn from."""
    board, heading = plan.board, plan.board.heading
    room = plan.frame.width / plan.scale
    hilly = heading.contour and len({board.level[i] for i in plan.present}) > 1
    heights = f", contours every {heading.contour} {heading.unit}" if hilly else ""
    kind = f"{_SOURCES[board.source]}{heights}"
    note = f"{board.source.capitalize()}: {board.reason.rstrip('.')}."
    return layer(
        "title-block",
        group(
            "title-words",
            _line(board.title.upper(), -42, "title", room - 70),
            _line(kind[:1].upper() + kind[1:], -23, "subtitle", room - 70),
            transform=_at(plan.frame.left, plan.frame.top, plan.scale),
        ),
        group(
            "source-note",
            _line(note, 43, "source", room),
            transform=_at(plan.frame.left, plan.frame.bottom, plan.scale),
        ),
    )


def _line(words: str, y: float, kind: str, room: float) -> Markup:
    """Words in one line, set smaller where they would not fit."""
    size, wide = (30, 0.74) if kind == "title" else (13, 0.42)
    return text(words, 0, y, kind, font_size=min(size, max(5.0, room / max(len(words), 1) / wide)))


def _at(x: float, y: float, scale: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({scale:.2f})"


def draw_compass(plan: Plan) -> Markup:
    """A hex with a letter for each of its sides, A to the north."""
    points, rose, letters = Pen(), Pen(), []
    rose.shape(*((cos(pi / 3 * n) * 15, sin(pi / 3 * n) * 15) for n in range(6)))
    for d, letter in enumerate(LETTERS):
        angle = pi / 3 * d - pi / 2
        dx, dy = cos(angle), sin(angle)
        far = 15 if d else 19
        points.shape((-dy * 2.2, dx * 2.2), (dx * far, dy * far), (dy * 2.2, -dx * 2.2))
        letters.append(text(letter, dx * 25, dy * 25 + 3.4, "rose-word"))
    middle = _at(plan.frame.right - 30 * plan.scale, plan.frame.top - 44 * plan.scale, plan.scale)
    rosette = group(
        "rosette", path(rose.data, "rose"), path(points.data, "rose-point"), *letters, transform=middle
    )
    return layer("compass", rosette)


def cropped(plan: Plan) -> tuple[float, float, float, float]:
    """The part of the sheet without title and foot: the ground, its border, and the boxes of entries."""
    frame = plan.frame
    return frame.left - _EDGE, frame.top - _EDGE, frame.width + 2 * _EDGE, frame.height + 2 * _EDGE
