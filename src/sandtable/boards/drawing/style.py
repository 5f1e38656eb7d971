"""The character of each game's maps: inks by daylight and by lamplight, and how dense the textures stand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec


class Inks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The colours of a map, each for one thing. Heights rise from the second level to the highest."""

    paper: str
    margin: str
    ink: str
    faint: str
    speck: str
    heights: tuple[str, ...]
    contour: str
    shade: str
    lit: str
    woods: str
    woods_edge: str
    tree: str
    tree_light: str
    rough: str
    caret: str
    broken: str
    stone: str
    stone_light: str
    fields: tuple[str, str, str]
    furrow: str
    village: str
    roof: str
    roof_light: str
    roof_edge: str
    marsh: str
    tuft: str
    water: str
    sea: str
    shore: str
    depth: str
    paved: str
    road: str
    unpaved: str
    road_edge: str
    track: str
    rail: str
    river: str
    stream: str
    slope: str
    cliff: str
    berm: str
    hedge: str
    hedge_light: str
    wall: str
    wall_light: str
    grid: str
    number: str
    name: str
    water_name: str
    halo: str
    clear: str
    blocked: str
    move: str
    sides: tuple[str, ...]
    counter_ink: str
    counter_lit: str

    def named(self) -> list[tuple[str, str]]:
        """Each ink with the name of its custom property; lists are numbered from 1."""
        found: list[tuple[str, str]] = []
        for field, value in msgspec.structs.asdict(self).items():
            name = field.replace("_", "-")
            if isinstance(value, str):
                found.append((name, value))
            else:
                found.extend((f"{name}-{n}", one) for n, one in enumerate(value, 1))
        return found


class Texture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How dense and how large the signs of a map stand, in the units of the drawing.

    `tree` is the width of a treetop and `spacing` how far trees stand apart. `houses` draws villages as
    small blocks, as on a map, or as roofs, as on a ground plan. Every `index`th contour is drawn stronger.
    `wander` is how far the edges of terrain stray from the hexsides.
    """

    tree: float
    spacing: float
    wander: float
    relief: float
    houses: Literal["blocks", "roofs"]
    index: int
    contour_labels: bool
    references: bool


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of one game's maps."""

    name: str
    words: str
    light: Inks
    dark: Inks
    texture: Texture


@cache
def styles() -> dict[str, Style]:
    """All styles by name. What a game leaves open in styles.toml is as in the one called default."""
    text = (files(__package__) / "styles.toml").read_text("utf-8")
    tables: dict[str, dict[str, Any]] = msgspec.toml.decode(text)
    plain = tables["default"]
    return {
        name: msgspec.convert({"name": name, **_over(plain, table)}, Style) for name, table in tables.items()
    }


def style_for(game: str) -> Style:
    """The style of a game, or the default where it has none."""
    return styles().get(game, styles()["default"])


def _over(plain: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """A table laid over another, with the tables in it."""
    return {
        **plain,
        **{
            key: _over(plain.get(key, {}), value) if isinstance(value, Mapping) else value
            for key, value in table.items()
        },
    }
