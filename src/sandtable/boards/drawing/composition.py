"""A map as one drawing: its layers, one above the other, and the inks they are drawn in."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from sandtable.boards.board import Board
from sandtable.boards.drawing.courses import courses
from sandtable.boards.drawing.ground import draw_elevation, draw_grain, draw_ground, grain
from sandtable.boards.drawing.hexsides import draw_hexsides
from sandtable.boards.drawing.houses import draw_buildings
from sandtable.boards.drawing.lettering import draw_entries, draw_names, draw_numbers
from sandtable.boards.drawing.lines import draw_rivers, draw_roads, ways
from sandtable.boards.drawing.margin import cropped, draw_compass, draw_neat_line, draw_paper, draw_title
from sandtable.boards.drawing.marks import draw_marks
from sandtable.boards.drawing.outlines import beyond, exact
from sandtable.boards.drawing.overlays import Overlay, draw_overlays
from sandtable.boards.drawing.plan import Plan, plan_of
from sandtable.boards.drawing.style import Inks, Style, style_for
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, element, group, layer, number, path, titled
from sandtable.boards.drawing.terrain import draw_terrain
from sandtable.boards.drawing.water import draw_water

Theme = Literal["auto", "light", "dark"]

FACES = {
    "sandtable-sans.ttf": 'font-family:"Sandtable Sans";font-weight:400;font-style:normal',
    "sandtable-sans-bold.ttf": 'font-family:"Sandtable Sans";font-weight:700;font-style:normal',
    "sandtable-serif.ttf": 'font-family:"Sandtable Serif";font-weight:400;font-style:normal',
    "sandtable-serif-italic.ttf": 'font-family:"Sandtable Serif";font-weight:400;font-style:italic',
}
"""The fonts in the folder fonts/, and how a style sheet describes each."""


def draw(
    board: Board,
    *,
    style: Style | None = None,
    theme: Theme = "auto",
    numbers: bool = True,
    margin: bool = True,
    fonts: bool = False,
    overlays: Sequence[Overlay] = (),
) -> str:
    """The map as SVG: the same bytes for the same board, on every run.

    The style is the game's own if none is given. The theme `auto` follows the reader's preference for light
    or dark; `fonts` puts the fonts into the file, so that it looks alike on machines that lack them. Without
    a margin the picture ends at the border of the map; coordinates stay the same.
    """
    plan, style = plan_of(board), style or style_for(board.game)
    left, top, width, height = (0.0, 0.0, *plan.size) if margin else cropped(plan)
    return element(
        "svg",
        titled(board.title),
        element("style", _inks(style, theme)),
        element("style", Markup((_font_faces() if fonts else "") + _rules())),
        element("defs", grain(), *_clips(plan)),
        draw_paper(plan),
        _sheet(plan, style, numbers=numbers),
        *((draw_title(plan), draw_compass(plan)) if margin else ()),
        draw_overlays(plan, overlays),
        xmlns="http://www.w3.org/2000/svg",
        class_=f"sheet sheet-{style.name}",
        data_theme=theme,
        width=round(width),
        height=round(height),
        viewBox=" ".join(number(part) for part in (left, top, width, height)),
    )


def _sheet(plan: Plan, style: Style, *, numbers: bool) -> Markup:
    """All that is printed on the map itself."""
    found, texture = courses(plan), style.texture
    roads = [course for course in found if course.path.family != "water"]
    keep_out = ways(found)
    ground = group(
        "ground-layers",
        draw_ground(plan),
        draw_elevation(plan, style),
        draw_terrain(plan, texture, ways(roads), keep_out),
        draw_water(plan, texture, draw_rivers(found)),
        draw_hexsides(plan),
        layer("roads", draw_roads(found)),
        draw_buildings(plan),
        draw_grain(plan),
        _draw_grid(plan),
        _draw_veil(plan),
    )
    return group(
        "map",
        _clipped(plan, ground),
        draw_marks(plan, found),
        draw_numbers(plan) if numbers else NOTHING,
        draw_neat_line(plan, style),
        draw_names(plan, found),
        draw_entries(plan),
    )


def _clips(plan: Plan) -> list[Markup]:
    """The neat line, and where the sheet lacks hexes the edge of its ground, as shapes to cut with."""
    frame = plan.frame
    box = element("rect", x=frame.left, y=frame.top, width=frame.width, height=frame.height)
    clips = [element("clipPath", box, id=plan.id("frame"))]
    if _has_gaps(plan):
        edge = element("path", d=exact(plan, set(plan.ground)))
        clips.append(element("clipPath", edge, id=plan.id("edge")))
    return clips


def _clipped(plan: Plan, ground: Markup) -> Markup:
    if _has_gaps(plan):
        rim = path(exact(plan, set(plan.ground)), "neat")
        ground = group("inside", group("inside", ground, clip_path=f"url(#{plan.id('edge')})"), rim)
    return group("inside", ground, clip_path=f"url(#{plan.id('frame')})")


def _has_gaps(plan: Plan) -> bool:
    return len(plan.present) < plan.board.count


def _draw_grid(plan: Plan) -> Markup:
    """Each hexside once: three of every hex, and the rest where no hex lies beyond."""
    pen = Pen()
    there = {plan.points[i] for i in plan.present}
    for i in plan.present:
        point = plan.points[i]
        pen.stroke(*(plan.corner(point, k) for k in (5, 0, 1, 2)))
        for d in (3, 4, 5):
            if beyond((point, d)) not in there:
                pen.stroke(plan.corner(point, d - 1), plan.corner(point, d))
    return layer("grid", path(pen.data, "grid-line"))


def _draw_veil(plan: Plan) -> Markup:
    """A veil over half hexes that are not in play, and over any that the neat line does not cut."""
    frame, board = plan.frame, plan.board
    veiled = {
        plan.points[i]
        for i in board.partial
        if not board.heading.partials_playable
        or all(frame.holds(corner, -0.1) for corner in plan.outline(plan.points[i]))
    }
    return layer("veil", path(exact(plan, veiled), "veil"))


def _inks(style: Style, theme: Theme) -> Markup:
    """The inks as custom properties: by daylight, by lamplight, or both at the reader's choice."""
    sheet = f".sheet-{style.name}"
    if theme != "auto":
        return Markup(f"{sheet}{_properties(style.light if theme == 'light' else style.dark)}")
    dark = _properties(style.dark)
    by_lamp = f"@media (prefers-color-scheme:dark){{{sheet}:not([data-theme=light]){dark}}}"
    return Markup(f"{sheet}{_properties(style.light)}{by_lamp}{sheet}[data-theme=dark]{dark}")


def _properties(inks: Inks) -> str:
    return "{" + "".join(f"--{name}:{ink};" for name, ink in inks.named()) + "}"


@cache
def _rules() -> str:
    return (files(__package__) / "sheet.css").read_text("utf-8")


@cache
def _font_faces() -> str:
    """The fonts, written into the style sheet itself."""
    faces = []
    for name, face in FACES.items():
        data = b64encode((files(__package__) / "fonts" / name).read_bytes()).decode("ascii")
        faces.append(f"@font-face{{{face};src:url(data:font/ttf;base64,{data})}}")
    return "".join(faces)
