"""The charts of fire and of what it does to morale [8.0] [9.0]."""

from itertools import pairwise
from typing import Annotated

import msgspec
from msgspec import Meta

from sandtable.engine import Modifier
from sandtable.games.tcs.printed import Printed

Pair = Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)]
Three = Annotated[tuple[int, ...], Meta(min_length=3, max_length=3)]


class Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain adds to the dice of fire into it, each as its plain and its better case [8.5]."""

    area: Pair
    moving: Pair
    point: Pair
    gun: Pair


class CoverChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Terrain effects on combat [8.5]."""

    open: Cover
    swamp: Cover
    woods: Cover
    hedge: Cover
    buildings: Cover
    forest: Cover
    village: Cover

    def of(self, terrain: str) -> Cover:
        cover: Cover = getattr(self, terrain)
        return cover


class Firepower(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """By what firepower is multiplied, in halves, and the firepower of shells [8.7] [3.7e]."""

    part: int
    by_range: tuple[int, ...]
    far: int
    gun: int
    plain: int
    divisor: int
    round_he: dict[str, int]
    area_direct: int
    point_direct: int
    direct_range: int


class AreaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the area fire results; `morale` has the lowest index of each modifier [8.7]."""

    span: Pair
    word: str
    steps: int
    company: int
    morale: tuple[Pair, ...]

    def check(self, index: int) -> int | None:
        """The modifier of the morale check, or None without one."""
        called = [modifier for least, modifier in self.morale if index >= least]
        return called[-1] if called else None


class AreaChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Area fire: results and modifiers [8.7]."""

    road_moving: Modifier
    overrun_weapon: Modifier
    overrun: Modifier
    night: Modifier
    from_smoke: Modifier
    into_smoke: Modifier
    assault: Modifier
    mines: Modifier
    sheltered: int
    by_defense: int
    rows: tuple[AreaRow, ...]
    destroyed_company: int

    def __post_init__(self) -> None:
        joined_up(self.title, [row.span for row in self.rows])

    def row(self, total: int) -> AreaRow:
        """The row of a modified total."""
        return next(row for row in self.rows if row.span[0] <= total <= row.span[1])


class MoraleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the morale table."""

    span: Pair
    result: str


class MoraleChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Morale checks; `company` is what a result adds to company morale [9.0c]."""

    indirect: Modifier
    mortars: Modifier
    overrun_open: Modifier
    overrun: Modifier
    night: Modifier
    assault: Modifier
    rows: tuple[MoraleRow, ...]
    company: dict[str, int]

    def __post_init__(self) -> None:
        joined_up(self.title, [row.span for row in self.rows])

    def result(self, total: int) -> str:
        """The result of a modified total."""
        return next(row.result for row in self.rows if row.span[0] <= total <= row.span[1])


class RetreatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes to go and steps to lose."""

    span: Pair
    cells: Pair


class RetreatChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The SYR table [9.4] [16.5]."""

    night_times: int
    rows: tuple[RetreatRow, ...]

    def __post_init__(self) -> None:
        joined_up(self.title, [row.span for row in self.rows])


class Recovery(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How company morale recovers [9.1c]."""

    divisor: int
    least: int


class PointChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Point fire: numbers by range and column, and modifiers [8.8]."""

    better: int
    worse: int
    closest: int
    very_close: Three
    close: Three
    nominal: Three
    long: Three
    narrow: int
    slow_go: Modifier
    road_moving: Modifier
    mines: Modifier
    suppressed_gun: Modifier
    from_smoke: Modifier
    into_smoke: Modifier
    night: Modifier


class AtRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers at a range, by column."""

    span: Pair
    cells: Three


class AtChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """AT rolls: numbers by range and terrain, and modifiers [8.10]."""

    rows: tuple[AtRow, ...]
    columns: dict[str, int]
    slow_go: int
    soft: int
    haze: int
    suppressed: Modifier
    weak: Modifier
    road_moving: Modifier
    mines: Modifier
    escorted: Modifier
    night: Modifier
    lit: Modifier
    murk: Modifier

    def __post_init__(self) -> None:
        joined_up(self.title, [row.span for row in self.rows])


class Shells(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Artillery and mortars against point targets [8.11]."""

    artillery: int
    mortars: int
    mortars_most_defense: int
    weak_defense: int
    truck: Modifier
    weak: Modifier


def joined_up(title: str, spans: list[tuple[int, ...]]) -> None:
    """Refuse rows that leave a gap or lie over each other."""
    for (low, high), (below, above) in pairwise(spans):
        if below != high + 1 or high < low or above < below:
            raise ValueError(f"{title}: the rows do not join at {high}")
