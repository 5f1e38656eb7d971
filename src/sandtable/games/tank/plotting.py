"""The Plotting Phase: both sides write a task for each unit, in secret and at once [4.1] [4.2]."""

from collections.abc import Mapping, Sequence

from sandtable.engine import Form, Option, Refusal
from sandtable.games.tank.column import column
from sandtable.games.tank.disclosure import open_plots
from sandtable.games.tank.grouping import as_last_turn, units_of, without
from sandtable.games.tank.growing import Growing, unfinished
from sandtable.games.tank.pad import Pad, march_orders
from sandtable.games.tank.plots import Order, Plots, written_line
from sandtable.games.tank.prospects import prospects
from sandtable.games.tank.remarks import remarks
from sandtable.games.tank.state import ALPHA, BRAVO, GONE, Field, Play, State, bound


class PlotUnits(Form[Plots]):
    """A side's plots. What has been built up option by option is right, and is not checked once more."""

    __slots__ = ("growing", "pad")
    table: Play
    name, case, shape, private = "plot", "4.1", Plots, True
    example = "A1 MV 3704 3603 or A2 A3 FC"

    def __init__(self, table: Play, side: int) -> None:
        super().__init__(table, side)
        self.pad = Pad(table.scene, table.state, side)
        self.growing: Growing | None = None

    def question(self) -> str:
        return "What does each of your units do in this Game-Turn?"

    def context(self) -> Mapping[str, object]:
        """For every unit what it could plot, and what that would mean."""
        return prospects(self.table, self.side)

    def faults(self, draft: Plots) -> list[Refusal]:
        if self.growing and draft is self.growing.built and not unfinished(draft):
            return []
        return self.pad.read(draft).faults

    def remarks(self, draft: Plots) -> list[Refusal]:
        reading = self.pad.read(draft)
        return [] if reading.faults else list(remarks(self.table.scene, self.table.state, reading.orders))

    def blank(self) -> Plots:
        return Plots()

    def grow(self, draft: Plots) -> Sequence[tuple[Option, Plots]]:
        self.growing = self.growing or Growing(self.pad)
        return self.growing.further(draft)

    def typed(self, draft: Plots, line: str) -> Plots | None:
        """A line of the pad, in place of what it says of the same units: A1 MV 3704 3603 [6.0]."""
        written = written_line(line)
        if written is None:
            return None
        kept = without(draft.lines, units_of(written))
        return Plots((*kept, written), draft.march, draft.route)

    def told(self, draft: Plots) -> str:
        """The pad, line by line."""
        words = [*map(str, draft.lines), *["march"] * draft.march]
        route = [f"route {' '.join(draft.route)}"] if draft.route else []
        return "; ".join([*words, *route]) or "an empty pad"

    def complete(self, draft: Plots) -> bool:
        return not unfinished(draft) and not self.faults(draft)


def may_plot(field: Field, state: State, side: int) -> bool:
    """Has the side anything to decide? An advance route is its own plot until contact [17.11]."""
    if field.situation.meeting and bound(state, side):
        return False
    return any(state.hexes[unit] != GONE for unit in field.own[side])


def remember(field: Field, state: State, side: int, orders: Mapping[int, Order]) -> None:
    """What a side's units were given to do, so that it can be given to them again [6.0]."""
    for unit in field.own[side]:
        order = orders.get(unit)
        state.last[unit] = as_last_turn(field, order, state.hexes[unit]) if order else ""


async def plot_tasks(table: Play) -> None:
    """Both sides plot, and the plots are opened when both have committed themselves [4.1] [5.0] [6.0]."""
    field, state = table.scene, table.state
    asks = {side: PlotUnits(table, side) for side in (ALPHA, BRAVO) if may_plot(field, state, side)}
    plots = await table.ask_all([*asks.values()], resumable=True)
    orders: list[Order] = []
    for side in (ALPHA, BRAVO):
        if side in plots:
            reading = asks[side].pad.read(plots[side])
            orders += reading.orders.values()
            remember(field, state, side, reading.orders)
            state.tracks[side] = reading.track
        elif column(field, state, side):
            orders += march_orders(field, state, side, state.tracks[side], {}).values()
    open_plots(table, orders)
