"""Counters: rounded squares lit from the north-west, with a short hard shadow."""

from __future__ import annotations

from math import cos, pi, sin

from sandtable.boards.drawing.plan import Place
from sandtable.boards.drawing.svg import NOTHING, Markup, Pen, element, group, number, path, text

SIZE = 46.0
FAN = 5.0
"""How far each counter of a stack lies from the one below."""
_HALF = SIZE / 2
_BOX = (12.5, 8.0)
"""Half the width and height of the frame round a symbol."""

_LIT = "M-21.7 19V-18.6Q-21.7-21.7-18.6-21.7H19"
SIDES = 4
"""How many sides have colours and bands of their own."""

_CROSS = "M-12.5-8L12.5 8M-12.5 8L12.5-8"
_OVAL = "M-4.5-4.2H4.5A4.2 4.2 0 0 1 4.5 4.2H-4.5A4.2 4.2 0 0 1-4.5-4.2Z"
_DOT = "M-2.6 0A2.6 2.6 0 1 1 2.6 0A2.6 2.6 0 1 1-2.6 0Z"
_SLASH = "M-12.5 8L12.5-8"

SYMBOLS: dict[str, tuple[str, str]] = {
    "infantry": (_CROSS, ""),
    "armour": (_OVAL, ""),
    "mechanised": (_CROSS + _OVAL, ""),
    "reconnaissance": (_SLASH, ""),
    "armoured reconnaissance": (_SLASH + _OVAL, ""),
    "artillery": ("", _DOT),
    "self-propelled artillery": (_OVAL, _DOT),
    "anti-tank": ("M-12.5 8L0-8L12.5 8", ""),
    "anti-aircraft": ("M-12.5 8C-9-3 9-3 12.5 8", ""),
    "mortar": ("M0 6V-5.5M-3-2.5L0-5.5L3-2.5M-2 6H2", ""),
    "engineers": ("M-7 5V-3H7V5M0-3V3", ""),
    "headquarters": ("M-12.5-2.6H12.5", ""),
    "helicopter": ("", "M-9-4L0 0L-9 4ZM9-4L0 0L9 4Z"),
    "machine gun": ("M0 6V-6M-3-3L0-6L3-3M-4 6H4M-3.4 2H3.4", ""),
}
"""Symbols in a frame: the lines of each, and what of it is solid."""


def draw_counter(
    at: Place,
    side: int,
    symbol: str,
    name: str,
    numbers: str,
    facing: int,
    status: tuple[str, ...],
) -> Markup:
    """A counter with its middle at a place."""
    return group(
        "counter",
        _square("counter-shade", transform="translate(2.2 2.8)"),
        _square("counter-box", style=f"fill:var(--sides-{side % SIDES + 1})"),
        _square(f"counter-band band-{side % SIDES + 1}", 3.2),
        path(_LIT, "counter-lit"),
        _square("counter-edge"),
        _symbol(symbol),
        text(name, -_HALF + 4, -_HALF + 9.4, "counter-name") if name else NOTHING,
        text(numbers, 0, _HALF - 4.2, "counter-numbers", font_size=_fitting(numbers)) if numbers else NOTHING,
        _facing(facing),
        *(_status(n, mark) for n, mark in enumerate(status)),
        transform=f"translate({number(at[0])} {number(at[1])})",
    )


def _square(kind: str, inset: float = 0.0, **attributes: str) -> Markup:
    """A square as large as the counter, or smaller by an inset on all sides."""
    size = SIZE - 2 * inset
    return element(
        "rect",
        class_=kind,
        x=-size / 2,
        y=-size / 2,
        width=size,
        height=size,
        rx=4.5 - inset * 0.6,
        **attributes,
    )


def _symbol(symbol: str) -> Markup:
    """A drawn symbol in its frame, or the letters themselves."""
    if not symbol:
        return NOTHING
    if symbol not in SYMBOLS:
        return text(symbol, 0, 2, "counter-word")
    lines, solid = SYMBOLS[symbol]
    across, down = _BOX
    frame = {"x": -across, "y": -down, "width": 2 * across, "height": 2 * down}
    return group(
        "symbol",
        element("rect", class_="counter-ground", **frame),
        element("rect", class_="counter-symbol", **frame),
        path(lines, "counter-symbol"),
        path(solid, "counter-solid"),
        transform="translate(0 -1.8)",
    )


def _fitting(words: str) -> float:
    """The size at which words fit across the foot of a counter."""
    return min(13.0, (SIZE - 6) / max(len(words), 1) / 0.5)


def _facing(d: int) -> Markup:
    """An arrow on the edge that a counter faces."""
    if d < 0:
        return NOTHING
    angle = pi / 3 * d - pi / 2
    dx, dy = cos(angle), sin(angle)
    far = _HALF / max(abs(dx), abs(dy)) + 1
    pen = Pen()
    tip, base = far + 8.5, far - 2.5
    sides = [(dx * base - dy * half, dy * base + dx * half) for half in (5.0, -5.0)]
    pen.shape((dx * tip, dy * tip), *sides)
    return path(pen.data, "counter-facing")


def _status(n: int, mark: str) -> Markup:
    """A round mark, the first at the top right corner and the next ones left of it."""
    x, y = _HALF - 4.5 - n * 11.5, -_HALF + 3.5
    return group(
        "status-mark",
        element("circle", class_="status", cx=x, cy=y, r=5.6),
        text(mark, x, y + 2.7, "status-word"),
    )
