"""The charts of Rapid Deployment Force: read from data, checked, and never changed."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import Chart, Modifier, read_toml
from sandtable.engine.tables import Source
from sandtable.games.rdf.counters import DATA, KIND, Group

Initial = int | Literal["NE", "D"]
"""A cell of the lower part of the direct fire table: a modifier, no effect, or 0 and a second roll [9.7]."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every chart says of itself."""

    case: str
    source: Source
    title: str = ""
    note: str = ""


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart in half movement points; None is not allowed."""

    vehicle: int | None = None
    truck: int | None = None
    foot: int | None = None
    helicopter: int | None = None

    def of(self, group: Group) -> int | None:
        """The price for a column."""
        price: int | None = getattr(self, group)
        return price


class TerrainChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What movement costs [6.16]."""

    clear: Price
    broken: Price
    cultivated: Price
    village: Price
    height_up: Price
    cliff_up: Price
    paved_road: Price
    unpaved_road: Price
    track: Price
    mount: Price
    aloft: int


class Stacking(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many units of a side may share a hex [6.3] [6.31]."""

    vehicles: int
    infantry: int
    helicopters: int


class SightLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many hexes of each kind a line may cross."""

    cultivated: int
    village: int
    broken: int


class SightChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the lines of sight, `limits` by the difference in level [7.21] [7.22] [7.42] [8.42]."""

    limits: tuple[SightLimits, ...]
    infantry_range: int
    thermal_range: int


class Formation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the formation characteristics; a separation of 0 allows overlap [5.48]."""

    id: str
    name: str
    deviation: int
    frontage: int
    depth: int
    separation: int


class FormationChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The six formations [5.48]."""

    rows: Annotated[tuple[Formation, ...], Meta(min_length=6, max_length=6)]


class DeliberateDefense(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far a company headquarters moves in it [5.51]."""

    hq_hexes: int


class Transitions(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which formation may follow which [5.41]."""

    both_ways: tuple[tuple[str, str], ...]
    one_way: tuple[tuple[str, str], ...]
    never: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        for start, end in self.never:
            if end in self.after(start):
                raise ValueError(f"{self.case}: {start} may not lead to {end}")

    def after(self, start: str) -> tuple[str, ...]:
        """The formations that may follow this one."""
        pairs = [*self.both_ways, *[(end, begin) for begin, end in self.both_ways], *self.one_way]
        return tuple([end for begin, end in pairs if begin == start])


Pair = Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)]


class Impacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the indirect fire table: the highest die that hits, the highest that suppresses [8.5]."""

    A: Pair
    B: Pair
    C: Pair
    D: Pair
    E: Pair
    F: Pair
    G: Pair
    helo: Pair


class IndirectChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Indirect fire [8.0] [8.5]."""

    effective: int
    L: Impacts
    M: Impacts
    H: Impacts
    covered: Modifier
    dug_in: Modifier
    no_smoke: tuple[str, ...]
    removed_when_spent: tuple[str, ...]


Cells = Annotated[tuple[Initial, ...], Meta(min_length=9, max_length=9)]


class InitialChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The lower part of the direct fire table, by target class [9.7]."""

    A: Cells
    B: Cells
    C: Cells
    D: Cells
    E: Cells
    F: Cells
    G: Cells


class FireModifiers(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What changes the die of direct fire [9.8]."""

    hasty: Modifier
    suppressed: Modifier
    mounted: Modifier
    final_bonus: Modifier
    improved: Modifier
    moving: Modifier
    new_height: Modifier
    cultivated: Modifier
    village: Modifier
    hull_down: Modifier
    dug_in: Modifier
    stacked_2: Modifier
    stacked_3: Modifier
    missiles: tuple[int, ...]
    missiles_ignore: tuple[str, ...]
    rounds_ignore: tuple[str, ...]


class Critical(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When a hit may destroy, and when it does [9.8]."""

    trigger: int
    destroyed: int


class ToHit(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The second roll of class 9 against vehicles [9.9]."""

    A: int
    B: int
    C: int
    D: int
    E: int
    F: int


class RallyModifiers(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What changes the die of a rally [13.5]."""

    battalion_hq: Modifier
    company_hq: Modifier
    destroyed: Modifier


class Catastrophe(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many companies lost call for a check, by rating; 0 is never [13.31]."""

    companies: Annotated[tuple[int, ...], Meta(min_length=4, max_length=4)]


class AirDefence(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of air defence [14.3]."""

    agility_lost: Annotated[tuple[int, ...], Meta(min_length=3, max_length=3)]
    suppressed: int
    always_on: int
    always: dict[str, tuple[str, ...]]
    adjacent: int


class AirStrike(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How an air strike strikes [14.1]."""

    column: Literal["L", "M", "H"]
    hexes: int


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    """A level of victory and the least difference that gives it [15.4]."""

    least: int
    name: str


class Victory(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The bonus by Game-Turn of exit and the levels of victory [15.2] [15.4]."""

    bonus: tuple[int, ...]
    bonus_from: int
    levels: tuple[Level, ...]


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts how much, in halves of the unit values [15.1]."""

    destroyed: int
    own: int


class Points(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What counts how much under which orders [15.11] [15.12] [15.13]."""

    exit: Share
    reduce: Share
    destroy: Share


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of charts."""

    terrain: TerrainChart
    stacking: Stacking
    sight: SightChart
    formations: FormationChart
    deliberate_defense: DeliberateDefense
    transitions: Transitions
    formation_change: Chart
    column_shift: Chart
    indirect: IndirectChart
    direct: Chart
    initial: InitialChart
    modifiers: FireModifiers
    critical: Critical
    to_hit: ToHit
    rally: Chart
    rally_modifiers: RallyModifiers
    catastrophe: Catastrophe
    air_defence: AirDefence
    air_strike: AirStrike
    victory: Victory
    points: Points

    def __post_init__(self) -> None:
        types = [*self.indirect.no_smoke, *self.indirect.removed_when_spent, *self.air_defence.always]
        strange = [name for name in types if name not in KIND]
        if strange:
            raise ValueError(f"there is no counter {strange[0]!r}")


CHARTS = read_toml(DATA / "tables.toml", Charts)

FORMATIONS = CHARTS.formations.rows
"""The formations; a formation is known by its place here."""

FORMATION: dict[str, int] = {row.id: place for place, row in enumerate(FORMATIONS)}

AM, MC, HA, DA, HD, DD = (FORMATION[id] for id in ("AM", "MC", "HA", "DA", "HD", "DD"))

TRANSITIONS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(FORMATION[end] for end in CHARTS.transitions.after(row.id))) for row in FORMATIONS
)
"""The formations that may follow each [5.41]."""
