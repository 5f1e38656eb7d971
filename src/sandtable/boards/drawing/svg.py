"""A small writer of SVG: words are escaped, and coordinates are rounded to tenths."""

from __future__ import annotations

from typing import NewType
from xml.sax.saxutils import escape

Markup = NewType("Markup", str)
"""Finished SVG. Words become markup only through `text`, so nothing that a map says can break out of it."""

NOTHING = Markup("")


def number(value: float) -> str:
    """A coordinate in tenths, as short as it can be written."""
    return _tenths(round(value * 10))


def element(name: str, *inside: Markup, **attributes: str | float) -> Markup:
    """An element; `class_` and `stroke_width` stand for the attributes class and stroke-width."""
    written = "".join(f' {_key(key)}="{_value(value)}"' for key, value in attributes.items() if value != "")
    if not inside:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{''.join(inside)}</{name}>")


def group(kind: str, *inside: Markup, **attributes: str | float) -> Markup:
    """A group of one class, or nothing where it would be empty."""
    kept = [markup for markup in inside if markup]
    return element("g", *kept, class_=kind, **attributes) if kept else NOTHING


def layer(name: str, *inside: Markup) -> Markup:
    """A named layer of the map, which a page can find, hide or restyle by its data-layer."""
    return group(f"layer layer-{name}", *inside, data_layer=name)


def path(data: str, kind: str, **attributes: str | float) -> Markup:
    """A path of one class, or nothing where there is nothing to draw."""
    return element("path", class_=kind, d=data, **attributes) if data else NOTHING


def text(words: str, x: float, y: float, kind: str = "", **attributes: str | float) -> Markup:
    """Words at a place."""
    return element("text", Markup(_printable(words)), class_=kind, x=x, y=y, **attributes)


def titled(words: str) -> Markup:
    """The words that a browser shows when somebody points at what they stand in."""
    return element("title", Markup(_printable(words)))


def _printable(words: str) -> str:
    return escape("".join(letter for letter in words if letter.isprintable()))


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value, {'"': "&quot;"}) if isinstance(value, str) else number(value)


def _tenths(n: int) -> str:
    whole, rest = divmod(abs(n), 10)
    sign = "-" if n < 0 else ""
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"


class Pen:
    """Writes the data of a path as moves from the last point, in whole tenths, so that no error adds up."""

    __slots__ = ("_at", "_begin", "_data")

    def __init__(self) -> None:
        self._data: list[str] = []
        self._at = self._begin = (0, 0)

    @property
    def data(self) -> str:
        """What has been written so far."""
        return "".join(self._data)

    def move(self, x: float, y: float) -> None:
        """Lift the pen and put it down elsewhere."""
        self._write("m", ((x, y),))
        self._begin = self._at

    def line(self, *points: tuple[float, float]) -> None:
        """Go straight to one point after the other."""
        for point in points:
            self._write("l", (point,))

    def quad(self, bend: tuple[float, float], end: tuple[float, float]) -> None:
        """Go in one bend."""
        self._write("q", (bend, end))

    def curve(
        self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]
    ) -> None:
        """Go in two bends."""
        self._write("c", (first, second, end))

    def close(self) -> None:
        """Go back to where the pen was put down."""
        self._data.append("z")
        self._at = self._begin

    def dot(self, x: float, y: float) -> None:
        """A stroke of no length, which a round cap makes a dot."""
        self.move(x, y)
        self._data.append("h0")

    def stroke(self, *points: tuple[float, float]) -> None:
        """A line of its own through these points."""
        self.move(*points[0])
        self.line(*points[1:])

    def shape(self, *points: tuple[float, float]) -> None:
        """A closed line through these points."""
        self.stroke(*points)
        self.close()

    def _write(self, letter: str, points: tuple[tuple[float, float], ...]) -> None:
        x0, y0 = self._at
        data = letter
        for x, y in points:
            at = round(x * 10), round(y * 10)
            for n in (at[0] - x0, at[1] - y0):
                data += (" " if n >= 0 and data != letter else "") + _tenths(n)
        self._at = at
        self._data.append(data)
