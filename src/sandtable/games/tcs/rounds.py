"""Rounds that mortars fire in place of their fire: smoke, and light by night [3.5b] [16.3b]."""

from collections.abc import Iterator, Sequence

from sandtable.engine import Choose, Refusal
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.drawn import members
from sandtable.games.tcs.orders import barred
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.shots import (
    LIGHT,
    SEGMENT,
    SMOKE,
    Shot,
    observers,
    ready,
    shot_key,
    shot_named,
    why_not,
)
from sandtable.games.tcs.state import hex_of
from sandtable.games.tcs.vision import observed_hexes


class MortarRound(Choose[Shot]):
    """Which mortar fires a round of smoke or light, and where it lands, without scatter [3.5b] [16.3b]."""

    __slots__ = ()
    table: Play
    name, case = "smoke-round", "3.5b"

    def offer(self) -> Sequence[Shot]:
        return [
            shot
            for unit in loaded(self.table, self.side)
            for shot in _rounds(self.table, unit)
            if barred(self.table, unit, "fire", shot.hex) is None
        ]

    def key(self, option: Shot) -> str:
        return shot_key(self.table, option)

    def why_not(self, key: str) -> Refusal:
        found = why_not(self.table, shot_named(self.table, key), SEGMENT)
        return found or super().why_not(key)


def _rounds(table: Play, unit: int) -> Iterator[Shot]:
    """What it could fire where its observers see, as far as it reaches."""
    country, state, type = table.scene.country, table.state, table.scene.types[unit]
    posts = [hex_of(state, one) for one in observers(table, unit, False)]
    seen = observed_hexes(table, posts) & country.disc(hex_of(state, unit), type.reach)
    ways = (SMOKE, LIGHT) if may_light(table, unit) else (SMOKE,)
    for way in ways:
        yield from (Shot(unit, way, hex) for hex in members(seen) if country.in_play[hex])


def may_light(table: Play, unit: int) -> bool:
    """Is it night, and the mortar large enough [16.3b]?"""
    large = table.scene.types[unit].calibre >= CHARTS.small.illumination_calibre
    return large and table.scene.turn(table.state).night


def loaded(table: Play, side: int) -> list[int]:
    """The mortars that could fire a round now: they are ready, and an observer sees some hex [3.5b]."""
    types = table.scene.types
    own = table.scene.own[side]
    return [
        unit
        for unit in own
        if types[unit].category == "mortar"
        and ready(table, unit, SMOKE, SEGMENT)
        and next(_rounds(table, unit), None) is not None
    ]
