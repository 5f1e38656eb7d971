"""The printed charts of Tank!: results, spotting, terrain, small numbers; read from data, never changed."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.engine import BadData, Chart, read_toml
from sandtable.engine.tables import Source
from sandtable.hexes import LETTERS

DATA = files("sandtable.games.tank") / "data"

Mode = Literal["closed", "mixed", "open"]
"""How much the country hinders: the same sheet serves three modes [10.0]."""

MOST_CHITS = 10
"""Ten panic chits are drawn from, so no Panic Level lies above [12.1]."""


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


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one die of the game."""

    sides: int
    source: Source


class Aspects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where bearings on the border of two aspects fall [8.7]."""

    boundary: Literal["front", "rear"]
    source: Source


class Results(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combat results table, and whose fire it serves: systems, and Panic Levels from and to [8.9]."""

    systems: tuple[str, ...]
    panic: tuple[int, int]
    chart: Chart

    def serves(self, system: str, panic: int) -> bool:
        return system in self.systems and self.panic[0] <= panic <= self.panic[1]


class Small(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that stand alone in the text [14.41] [14.2] [9.41] [17.3E] [9.6]."""

    improved_position: int
    reveal_at_most: int
    overrun_points: int
    exit_points: int
    reverse_hexes: int
    source: Source


class OnMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on the map and what goes by it: scatter diagram and edges [12.22] [17.1]."""

    scatter: tuple[str, ...]
    edges: dict[str, str]
    inward: dict[str, str]
    set_up_distance: int
    source: Source

    def __post_init__(self) -> None:
        if sorted(self.scatter) != list(LETTERS):
            raise ValueError("the scatter diagram names each direction from A to F once")
        if list(self.edges) != list(self.inward) or not {*self.inward.values()} <= {*LETTERS}:
            raise ValueError("every edge needs a direction from A to F that leads inward")


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of charts."""

    die: Die
    aspects: Aspects
    results: tuple[Results, ...]
    infantry_fire: Chart
    spotting: Chart
    terrain: TerrainChart
    small: Small
    map: OnMap

    def __post_init__(self) -> None:
        for system in {system: None for results in self.results for system in results.systems}:
            for panic in range(MOST_CHITS + 1):
                if sum(results.serves(system, panic) for results in self.results) != 1:
                    raise ValueError(f"not one results table for {system} at Panic Level {panic}")


CHARTS = read_toml(DATA / "tables.toml", Charts)
DIE = (CHARTS.die.sides,)


@cache
def results_for(system: str, panic: int) -> Chart:
    """The results table of a fire control system at a force's Panic Level [8.91] [8.92] [8.93]."""
    for results in CHARTS.results:
        if results.serves(system, panic):
            return results.chart
    raise BadData(f"tables.toml: no results table for {system} at Panic Level {panic}")
