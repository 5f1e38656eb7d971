"""Plots built up option by option: the units in the order of the roster, each path step by step."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.engine import Option
from sandtable.games.tank.additions import Additions
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.column import column, held_to_track
from sandtable.games.tank.country import NO_WAY, WHOLE_ALLOWANCE
from sandtable.games.tank.lanes import targets
from sandtable.games.tank.movement import allowance, price
from sandtable.games.tank.pad import Pad, march_orders
from sandtable.games.tank.plots import Line, Order, Plots, straight_on, told_line
from sandtable.games.tank.prospects import chance_at, enemies_in_fire, may_be_overrun
from sandtable.games.tank.routes import exit_edge
from sandtable.games.tank.settling import may_share
from sandtable.games.tank.state import DF, EXIT, FC, GONE, MV, MVR, NONE, OF, OV, RING, TASKS, Field, State

Draft = tuple[Option, Plots]
UNFINISHED = -1
"""In place of the target of fire that is still to be picked."""


def unfinished(draft: Plots) -> bool:
    """Does the last line still need a target?"""
    return bool(draft.lines) and draft.lines[-1].task == TASKS[OF] and not draft.lines[-1].target


class Growing:
    """Builds up one side's plots. Every finished draft on the way is right as it stands."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.field: Field = pad.field
        self.state: State = pad.state
        self.side = pad.side
        self.units = [unit for unit in self.field.own[self.side] if self.state.hexes[unit] != GONE]
        self.edge = exit_edge(self.field, self.state, self.side)
        self.built: Plots | None = None

    def further(self, draft: Plots) -> Sequence[Draft]:
        """What may be added: a target, a longer path, the next unit's task, or the march of the column."""
        if unfinished(draft):
            unit = self.field.unit(draft.lines[-1].unit)
            return Additions(self._to_cover(unit), lambda target: self._made(draft, Order(unit, *target)))
        orders = [order for line in draft.lines if (order := self.pad.line(line)[0])]
        last = orders[-1] if orders else Order(-1, NONE)
        found = [*self._longer(last, orders)]
        after = next((unit for unit in self.units if unit > last.unit), None)
        if after is not None:
            found += self._tasks(after, orders)
        if not draft.lines and not draft.march and self._marches():
            return [self._marching(draft), *Additions(found, lambda order: self._made(draft, order))]
        return Additions(found, lambda order: self._made(draft, order))

    def _made(self, draft: Plots, order: Order) -> Draft:
        """The draft with this order, in place of the last line if that is for the same unit."""
        line = told_line(self.field, order)
        if order.task != OF or order.target != UNFINISHED:
            self.pad.known[line] = (order, [])
        kept = draft.lines[:-1] if draft.lines and draft.lines[-1].unit == line.unit else draft.lines
        self.built = Plots((*kept, line), draft.march, draft.route)
        return self._option(order, line), self.built

    def _option(self, order: Order, line: Line) -> Option:
        """A line as something to choose, with the chance of hitting where it fires at what is seen."""
        chance = chance_at(self.field, self.state, order.unit, order.target) if order.task == DF else None
        text = f"{line.unit} does nothing" if order.task == NONE else str(line)
        return Option(str(line) if line.task else f"{line.unit} -", text, chance, line.unit, hex=line.target)

    def _marches(self) -> bool:
        track = self.state.tracks[self.side]
        return bool(track and march_orders(self.field, self.state, self.side, track, {}))

    def _marching(self, draft: Plots) -> Draft:
        """The column goes on, all units of it that are given nothing else to do [17.3E]."""
        self.built = Plots(draft.lines, True, draft.route)
        return Option("march", "The column marches on along its route"), self.built

    # What a unit can be given to do

    def _tasks(self, unit: int, orders: Sequence[Order]) -> Iterator[Order]:
        """Every task of a unit; fire at a hex and paths are picked further on [5.0]."""
        weapon, state = self.field.weapons[unit], self.state
        yield Order(unit, NONE)
        if state.hexes[unit] >= 0:
            if not weapon.infantry:
                yield Order(unit, FC)
            for hex in enemies_in_fire(self.field, state, unit):
                yield Order(unit, DF, hex)
            yield Order(unit, OF, UNFINISHED)
        if not weapon.gun and self._free(unit):
            yield from self._steps(Order(unit, MV), orders)
            if not weapon.infantry and state.hexes[unit] >= 0 and not held_to_track(state, unit):
                yield from self._steps(Order(unit, MVR), orders)

    def _free(self, unit: int) -> bool:
        """May it choose its way: not held to a track, or the leader that makes it [17.3E]?"""
        return not held_to_track(self.state, unit) or unit == column(self.field, self.state, self.side)[0]

    def _to_cover(self, unit: int) -> Sequence[tuple[int, int]]:
        """Where Opportunity Fire can be laid; who has no line at all does nothing [8.53] [8.84]."""
        hexes = targets(self.field, self.state, unit)
        found = [(OF, hex) for hex in hexes]
        if self.field.weapons[unit].infantry:
            found.append((OF, RING))
        return found or [(NONE, UNFINISHED)]

    def _longer(self, last: Order, orders: Sequence[Order]) -> Iterator[Order]:
        """The last path by a step more, or with an overrun at its end [9.4]."""
        if last.task in (MV, MVR) and last.path[-1] != EXIT:
            yield from self._steps(last, orders)

    def _steps(self, order: Order, orders: Sequence[Order]) -> Iterator[Order]:
        """The path one step longer, in every direction that can be paid for [9.31] [9.32] [10.13]."""
        unit, state = order.unit, self.state
        still = self._standing(unit, orders)
        most = allowance(self.field, unit, order.task)
        if order.task == MVR and len(order.path) == CHARTS.small.reverse_hexes:
            return
        for hex in self._next(order):
            longer = self._paid(order, hex, most)
            if longer and (hex == EXIT or self._room(unit, hex, still)):
                yield longer
        if order.task == MV and self.field.weapons[unit].hard and state.hexes[unit] >= 0:
            yield from self._overruns(order, most, still)

    def _next(self, order: Order) -> Iterator[int]:
        """The hexes around, the entry hex for who is off the map, and the way off it."""
        unit, country = order.unit, self.field.country
        here = order.path[-1] if order.path else self.state.hexes[unit]
        if here < 0:
            yield self.state.tracks[self.side][0]
            return
        yield from country.near(here)
        if self.edge and order.task == MV and country.on_edge(here, self.edge):
            yield EXIT

    def _paid(self, order: Order, hex: int, most: int) -> Order | None:
        """The order with a hex more, if there are points for it."""
        unit, path, due = order.unit, order.path, order.due
        here = path[-1] if path else self.state.hexes[unit]
        if here < -1:
            before = range(here + 1, 0)
            path, due, here = tuple(before), tuple(range(1, len(before) + 1)), -1
        cost = price(self.field, unit, here, hex)
        if cost == WHOLE_ALLOWANCE:
            cost = NO_WAY if path else most
        spent = (due[-1] if due else 0) + cost
        if cost == NO_WAY or spent > most or cost == 0:
            return None
        return Order(unit, order.task, -1, (*path, hex), (*due, spent))

    def _overruns(self, order: Order, most: int, still: Mapping[int, list[int]]) -> Iterator[Order]:
        """An overrun of an adjacent hex in which a soft enemy may be, and the hex behind it [9.4] [9.41]."""
        here = order.path[-1] if order.path else self.state.hexes[order.unit]
        for hex in self.field.country.near(here):
            beyond = straight_on(self.field, here, hex)
            if beyond < 0 or not may_be_overrun(self.field, self.state, self.side, hex):
                continue
            first = self._paid(Order(order.unit, OV, -1, order.path, order.due), hex, most)
            if first:
                due = (*first.due[:-1], first.due[-1] + CHARTS.small.overrun_points)
                second = self._paid(first._replace(due=due), beyond, most)
                if second and self._room(order.unit, beyond, still):
                    yield second

    def _standing(self, unit: int, orders: Sequence[Order]) -> dict[int, list[int]]:
        """The side's other units that do not move as far as is written, by their hexes."""
        moving = {order.unit for order in orders if order.path}
        found: dict[int, list[int]] = {}
        for other in self.units:
            if other != unit and other not in moving:
                found.setdefault(self.state.hexes[other], []).append(other)
        return found

    def _room(self, unit: int, hex: int, still: Mapping[int, list[int]]) -> bool:
        """Could the unit end there, next to those who stay [11.0]?"""
        there = still.get(hex)
        return not there or may_share(self.field, [*there, unit])
