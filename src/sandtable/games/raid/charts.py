"""The printed numbers of Raid!, read from data and never changed; the combat tables are in `tables`."""

from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.engine import read_toml
from sandtable.engine.tables import Source
from sandtable.hexes import LETTERS

DATA = files("sandtable.games.raid") / "data"

Row = Literal["clear", "medium", "heavy", "building"]
"""The lines of the Direct Fire table: Mixed, Bridge, River and Wharf are on the Clear one [7.7]."""

Result = Literal["-", "S", "1", "2", "3", "4"]
"""No effect, suppression, or so many casualties and suppression [7.8]."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart; without `mp` nobody on the ground enters it [8.6] [9.5]."""

    op: int
    row: Row
    drm: int
    source: Source
    mp: int | None = None
    tall: bool = False
    vehicles: bool = True


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one die of the game [3.5]."""

    sides: int
    source: Source


class First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose the odd and the even rolls are [4.2]."""

    odd: str
    even: str
    source: Source


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What smoke and rubble count as [9.7] [11.1]."""

    smoke: str
    rubble: str
    source: Source


class Works(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the fortified hexes count as in Son Tay, and at the Litani [15.3] [15.6]."""

    fortified: str
    redoubt: str
    source: Source


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Observation Points [6.11] [5.35] [7.64] [7.92] [13.21] [15.91] [6.24]."""

    allowance: int
    out_of_command: int
    overwatch: int
    cone: int
    altitude: int
    night_cut: int
    altitude_at_night: int
    look_down: int
    source: Source

    def points(self, in_command: bool = True, fresh: bool = False, night: bool = False) -> int:
        """What a ground unit has; `fresh` is an overwatcher that has neither moved nor fired [7.64]."""
        base = self.allowance if in_command else self.out_of_command
        return max(base - self.night_cut * night, 0) + self.overwatch * fresh


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Radii of command in Observation Points [5.21] [5.22] [5.24]."""

    in_sight: int
    out_of_sight: int
    team: int
    hq_per_hex: int
    source: Source


class Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Small numbers of movement and stacking [5.34] [5.25] [8.2] [8.35] [8.36] [8.4] [8.44] [15.91]."""

    out_of_command: int
    hq_alone: int
    road: int
    exit: int
    stack: int
    vehicles_per_hex: int
    night_cut: int
    least_hexes: int
    source: Source


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changes column and die; -1 column is one to the left, which helps whoever fires [7.2] [7.91]."""

    suppressed: int
    from_truck: int
    columns: dict[str, int]
    cross_fire_columns: int
    cross_fire_degrees: int
    gunship_columns: int
    gunship_die: int
    altitude_columns: int
    kill_zone: dict[str, int]
    helicopter_range: int
    helicopter_falls: tuple[Result, ...]
    source: Source


class Scatter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which rolls scatter a mission, how far and where to [9.3]."""

    on: tuple[int, ...]
    distance: tuple[int, ...]
    directions: tuple[str, ...]
    source: Source

    def __post_init__(self) -> None:
        if sorted(self.directions) != list(LETTERS):
            raise ValueError("the scatter diagram names each direction from A to F once")
        if len(self.distance) != len(self.directions):
            raise ValueError("the scatter distance needs a number for each face of the die")


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results that rubble a Building, and those by which a charge breaks the prison wall [9.7] [15.3]."""

    rubble: tuple[Result, ...]
    wall: tuple[Result, ...]
    source: Source


class Smoke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How smoke lies and lifts [11.0] [11.1] [11.2]."""

    removed_on: tuple[int, ...]
    radius: int
    radius_m203: int
    source: Source


class Dummies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many combat units entitle a side to one dummy [15.92]."""

    combat_units_each: int
    source: Source


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of charts."""

    die: Die
    first: First
    terrain: dict[str, Effect]
    overlay: Overlay
    works: Works
    observation: Observation
    command: Command
    movement: Movement
    fire: Fire
    scatter: Scatter
    damage: Damage
    smoke: Smoke
    dummies: Dummies

    def __post_init__(self) -> None:
        named = (self.overlay.smoke, self.overlay.rubble, self.works.fortified, self.works.redoubt)
        if strange := [name for name in named if name not in self.terrain]:
            raise ValueError(f"the terrain chart has no row for {', '.join(strange)}")
        if sorted((self.first.odd, self.first.even)) != ["alpha", "bravo"]:
            raise ValueError("odd and even go to alpha and bravo, one each")


CHARTS = read_toml(DATA / "tables.toml", Charts)
DIE = (CHARTS.die.sides,)
