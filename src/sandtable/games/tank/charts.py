"""The printed charts of Tank!: results, spotting, terrain, weapons; read from data and never changed."""

from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source

DATA = files("sandtable.games.tank") / "data"

Mode = Literal["closed", "mixed", "open"]
"""How much the country hinders: the same sheet serves three modes [10.0]."""


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart; `points` of 0 are a vehicle's whole allowance [10.6]."""

    points: int
    vehicle: int
    soft: int
    obstructs: bool = False


class TerrainChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain effects chart: what differs from mode to mode, and what is the same in all [10.6]."""

    source: Source
    closed: dict[str, Ground]
    mixed: dict[str, Ground]
    open: dict[str, Ground]
    all: dict[str, Ground]

    def of(self, name: str, mode: Mode) -> Ground | None:
        """What a terrain or hexside does in a mode; None if it is as if it were not there [10.61]."""
        rows: dict[str, Ground] = getattr(self, mode)
        return rows.get(name) or self.all.get(name)


class Charts(msgspec.Struct, frozen=True):
    """The file of charts."""

    terrain: TerrainChart


CHARTS = read_toml(DATA / "tables.toml", Charts)
