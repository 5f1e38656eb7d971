"""The charts of the series, read from data and checked; battles bring their own maps, units and weather."""

from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import Chart, Modifier, read_toml
from sandtable.games.tcs.command_charts import CommandCharts, Six
from sandtable.games.tcs.fire_charts import (
    AreaChart,
    AtChart,
    CoverChart,
    Firepower,
    MoraleChart,
    PointChart,
    Recovery,
    RetreatChart,
    Shells,
)
from sandtable.games.tcs.movement_charts import MovementChart
from sandtable.games.tcs.printed import Printed
from sandtable.hexes import LETTERS

DATA = files("sandtable.games.tcs") / "data"

Shape = Literal["point", "area_a", "area_b", "linear"]
"""The concentrations of a mission [10.7]."""


class ArtilleryLimits(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The small numbers of artillery and air [10.1c] [10.3] [10.4] [10.8c] [10.9] [10.14d] [17.1b]."""

    fires_in_mission: int
    fires_in_turn: int
    gs_one_in: int
    trps: int
    trps_small: int
    marker_shift: int
    fpf_distance: int
    fpf_missions: int
    gs_delay: int
    pair_to_smoke: int
    zone: int


class Concentrations(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far rounds fall from the marker, by the die [10.7] [10.7a] [10.7b]."""

    point: Six
    area_a: Six
    area_b: Six
    linear: Six
    left_on: int
    rotated_from: int

    def distances(self, shape: Shape) -> tuple[int, ...]:
        distances: tuple[int, ...] = getattr(self, shape)
        return distances


class SingleRolls(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a die or two must show [10.13] [11.0d] [8.9e] [14.0] [8.2g] [17.0] [19.2] [15.2]."""

    check_fire: int
    smoke_gone: int
    refire: int
    defender_first: int
    towed_lost: int
    misled: int
    fire_breaks_out: int
    mine_kills: int
    by_force: Modifier


class SmallNumbers(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbers that stand alone in the text [16.2] [16.3b] [16.3c] [15.1] [20.1c] [20.1d] [19.1]."""

    night_visibility: int
    illumination: int
    illumination_calibre: int
    mine_from_friend: int
    mine_from_enemy: int
    ambushes: int
    ambush_from_enemy: int
    ambush_moves: int
    wind_clears: int
    wind_lingers: int


class Scatter(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hexside letter of each face of the direction die [10.7]."""

    directions: Annotated[str, Meta(min_length=6, max_length=6)]

    def __post_init__(self) -> None:
        if sorted(self.directions) != list(LETTERS):
            raise ValueError("the scatter diagram names each direction from A to F once")

    def direction(self, face: int) -> int:
        """The direction of a face of the die."""
        return LETTERS.index(self.directions[face - 1])


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of charts."""

    command: CommandCharts
    movement: MovementChart
    cover: CoverChart
    firepower: Firepower
    low: Chart
    area: AreaChart
    morale: MoraleChart
    retreat: RetreatChart
    recovery: Recovery
    point: PointChart
    at: AtChart
    shells: Shells
    artillery: ArtilleryLimits
    concentration: Concentrations
    adjustment: Chart
    beyond: Chart
    single: SingleRolls
    small: SmallNumbers
    scatter: Scatter


CHARTS = read_toml(DATA / "tables.toml", Charts)
