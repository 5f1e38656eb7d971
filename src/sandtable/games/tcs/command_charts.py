"""The charts of command: how long a sheet takes to be carried out, and the limits of orders [6.0]."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.engine import Chart
from sandtable.engine.tables import Band
from sandtable.games.tcs.printed import Printed

SheetType = Literal["prepared_defense", "attack", "hasty_defense", "move"]
"""What an op sheet orders [6.3b]."""

Six = Annotated[tuple[int, ...], Meta(min_length=6, max_length=6)]


class PrepChart(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What implements a sheet, and where the columns begin for each type [6.6c]."""

    attack: Six
    hasty_defense: Six
    prepared_defense: Six
    move: Six
    rows: tuple[Band, ...]

    def __post_init__(self) -> None:
        for starts in (self.attack, self.hasty_defense, self.prepared_defense, self.move):
            if list(starts) != sorted(set(starts)):
                raise ValueError(f"{self.title}: the columns {starts} do not rise")
        self.chart()

    def chart(self) -> Chart:
        """The numbers alone, by rating and column."""
        return Chart(self.case, self.title, self.source, self.rows)

    def column(self, kind: SheetType, turns: int) -> int | None:
        """The column of so many weighted turns, counted from 0; None without any [6.6c]."""
        starts: tuple[int, ...] = getattr(self, kind)
        reached = [column for column, start in enumerate(starts) if turns >= start]
        return reached[-1] if reached else None


class TurnWeights(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a turn of waiting counts [6.6b] [6.4f] [16.1a]."""

    unassigned: int
    defending: int
    otherwise: int
    night_most: int
    addition_costs: int


class SheetLimits(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The order of the types and the small numbers of orders [6.3b] [6.5a] [6.5c] [6.6d] [6.9]."""

    order: tuple[SheetType, ...]
    discard_pending: int
    discard_implemented: int
    loose_to_element: int
    radius: int
    defend_in_place: int


class CommandCharts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All charts of command."""

    prep: PrepChart
    size: Chart
    turns: TurnWeights
    sheets: SheetLimits
