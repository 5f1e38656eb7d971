"""Pictures: the SVG of a map as PNG, with the fonts of this package on every machine."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from typing import Literal

import resvg_py

from sandtable.boards.drawing.composition import FACES

_INKS = re.compile(r"<style>(\.sheet-[a-z0-9-]+\{--.*?)</style>", re.DOTALL)
_BLOCK = re.compile(r"\{((?:--[a-z0-9-]+:[^;{}]*;)+)\}")
_INK = re.compile(r"--([a-z0-9-]+):([^;{}]*);")
_FACE = re.compile(r"@font-face\{[^}]*\}")
_VAR = re.compile(r"var\(--([a-z0-9-]+)\)")
_COVERED = re.compile("[\x00-\u017f\u2010-\u2014\u2018-\u201e\u2020\u2026\u2032\u2033\u2212]*")
"""Letters that the fonts of this package have."""


def picture(
    svg: str,
    *,
    width: int | None = None,
    scale: float | None = None,
    theme: Literal["light", "dark"] = "light",
) -> bytes:
    """A drawing as PNG, so many pixels wide or so many times its own size.

    Only the fonts of this package are used, so the picture is the same on every machine; the machine's own
    are looked at only where a name has letters that these lack.
    """
    with as_file(files(__package__) / "fonts") as folder:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=inked(svg, theme),
                width=width,
                zoom=None if width else scale,
                skip_system_fonts=_COVERED.fullmatch(svg) is not None,
                font_files=[str(folder / name) for name in FACES],
            )
        )


def inked(svg: str, theme: Literal["light", "dark"]) -> str:
    """The drawing with every ink put in place of its custom property, for programs that know none."""
    inks = _INKS.search(svg)
    if inks is None:
        return svg
    blocks = _BLOCK.findall(inks[1])
    values = dict(_INK.findall(blocks[-1 if theme == "dark" else 0]))
    bare = _FACE.sub("", svg[: inks.start()] + svg[inks.end() :])
    return _VAR.sub(lambda found: values.get(found[1], found[0]), bare)
