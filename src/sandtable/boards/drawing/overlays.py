"""What lies over a map for a moment: counters, reach, lines of sight and plots.

All are plain values, so that they can travel as JSON; hexes in them are the board's indices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import atan2, cos, dist, pi, sin
from typing import Literal

import msgspec

from sandtable.boards.counter import Counter
from sandtable.boards.drawing.counters import FAN, SIDES, draw_counter
from sandtable.boards.drawing.courses import write_curve
from sandtable.boards.drawing.outlines import exact
from sandtable.boards.drawing.plan import DOWN, Place, Plan
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, element, group, layer, path, text


class Sight(msgspec.Struct, frozen=True, tag="sight"):
    """A line of sight: clear if no hex blocks it, else drawn as far as that hex, which is named."""

    start: int
    end: int
    blocked_by: int = -1
    reason: str = ""


class Reach(msgspec.Struct, frozen=True, tag="reach"):
    """Hexes lit up, each with its cost or another short note if there are any."""

    hexes: tuple[int, ...]
    notes: tuple[str, ...] = ()
    tone: Literal["reach", "target", "choice"] = "reach"


class Plot(msgspec.Struct, frozen=True, tag="plot"):
    """A way from hex to hex that ends in an arrow; `notes` stand at the hexes after the first."""

    hexes: tuple[int, ...]
    side: int = 0
    notes: tuple[str, ...] = ()
    arrow: bool = True


Overlay = Counter | Sight | Reach | Plot


def draw_overlays(plan: Plan, overlays: Sequence[Overlay]) -> Markup:
    """Reach below, then plots, lines of sight, and counters; what blocks a line is named over all."""
    reaches = [_reach(plan, one) for one in overlays if isinstance(one, Reach)]
    plots = [_plot(plan, one) for one in overlays if isinstance(one, Plot)]
    sights = [_sight(plan, one) for one in overlays if isinstance(one, Sight)]
    stacks = _stacks(plan, [one for one in overlays if isinstance(one, Counter)])
    return group(
        "overlays",
        layer("reaches", *reaches),
        layer("plots", *plots),
        layer("sights", *sights),
        layer("counters", *stacks),
        layer("reasons", *(_tag(plan, one) for one in overlays if isinstance(one, Sight))),
    )


def _stacks(plan: Plan, counters: list[Counter]) -> Iterator[Markup]:
    """The counters, those of one hex fanned out."""
    for i, stack in groupby(sorted(counters, key=lambda one: one.hex), key=lambda one: one.hex):
        x, y = plan.centre(i)
        lying = list(stack)
        for n, one in enumerate(lying):
            off = (n - (len(lying) - 1) / 2) * FAN
            face = (one.side, one.symbol, one.name, one.numbers, one.facing, one.status)
            yield draw_counter((x + off, y + 3 - off), *face)


def _reach(plan: Plan, reach: Reach) -> Markup:
    outline = exact(plan, {plan.points[i] for i in reach.hexes})
    notes = [
        text(note, plan.centre(i)[0], plan.centre(i)[1] + 6, "cost")
        for i, note in zip(reach.hexes, reach.notes, strict=False)
    ]
    return group("lit-hexes", path(outline, reach.tone), path(outline, f"{reach.tone}-edge"), *notes)


def _sight(plan: Plan, sight: Sight) -> Markup:
    start, end = plan.centre(sight.start), plan.centre(sight.end)
    if sight.blocked_by < 0:
        line = _line(start, end)
        ends = [element("circle", class_="sight-end", cx=x, cy=y, r=3.4) for x, y in (start, end)]
        return group("sight", path(line, "sight-halo"), path(line, "sight-clear"), *ends)
    stop = _nearest(plan.centre(sight.blocked_by), start, end)
    seen = _line(start, stop)
    return group(
        "sight",
        path(exact(plan, {plan.points[sight.blocked_by]}), "blocking"),
        path(_line(stop, end), "sight-lost"),
        path(seen, "sight-halo"),
        path(seen, "sight-blocked"),
        element("circle", class_="sight-stop", cx=stop[0], cy=stop[1], r=4),
    )


def _line(a: Place, b: Place) -> str:
    pen = Pen()
    pen.stroke(a, b)
    return pen.data


def _nearest(place: Place, a: Place, b: Place) -> Place:
    """The place on a line that is nearest to another."""
    length = dist(a, b) or 1.0
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    far = min(max((place[0] - a[0]) * dx + (place[1] - a[1]) * dy, 0), length)
    return a[0] + dx * far, a[1] + dy * far


def _tag(plan: Plan, sight: Sight) -> Markup:
    """The number of the hex that blocks, and why it does, on a slip of paper above it."""
    if sight.blocked_by < 0:
        return NOTHING
    words = f"{plan.board.names[sight.blocked_by]} {sight.reason}".strip()
    x, y = plan.centre(sight.blocked_by)
    half, y = len(words) * 2.9 + 7, y - DOWN - 12
    slip = element("rect", class_="tag", x=x - half, y=y - 8, width=2 * half, height=16, rx=3)
    return group("slip", slip, text(words, x, y + 3.8, "tag-word"))


def _plot(plan: Plan, plot: Plot) -> Markup:
    places = [plan.centre(i) for i in plot.hexes]
    if len(places) < 2:
        return group("way")
    tint = f"var(--sides-{plot.side % SIDES + 1})"
    pen = Pen()
    write_curve(pen, tuple(places))
    return group(
        "way",
        path(pen.data, "plot-halo"),
        path(pen.data, "plot-edge"),
        path(pen.data, "plot", style=f"stroke:{tint}"),
        path(_arrowhead(places[-2], places[-1]) if plot.arrow else "", "plot-head", style=f"fill:{tint}"),
        *(_step(at, note, tint) for at, note in zip(places[1:], plot.notes, strict=False) if note),
    )


def _arrowhead(before: Place, tip: Place) -> str:
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    pen = Pen()
    sides = [
        (tip[0] + cos(angle + turn) * 15, tip[1] + sin(angle + turn) * 15) for turn in (pi * 0.83, -pi * 0.83)
    ]
    pen.shape((tip[0] + cos(angle) * 6, tip[1] + sin(angle) * 6), *sides)
    return pen.data


def _step(at: Place, note: str, tint: str) -> Markup:
    disc = element("circle", class_="plot-stop", cx=at[0], cy=at[1], r=8, style=f"fill:{tint}")
    return group("step", disc, text(note, at[0], at[1] + 3.6, "plot-word"))
