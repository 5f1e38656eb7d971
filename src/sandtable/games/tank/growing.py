"""Plots built up option by option: the units in the order of the roster, each path step by step."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.engine import Additions, Option
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.column import column, held_to_track
from sandtable.games.tank.country import WHOLE_ALLOWANCE
from sandtable.games.tank.grouping import again as last_line
from sandtable.games.tank.grouping import one_by_one
from sandtable.games.tank.lanes import targets
from sandtable.games.tank.movement import allowance, price, schedule
from sandtable.games.tank.pad import Pad, march_orders
from sandtable.games.tank.plots import Line, Order, Plots, straight_on, told_line
from sandtable.games.tank.prospects import enemies_in_fire, enemy_hexes, likely_hit, may_be_overrun
from sandtable.games.tank.routes import exit_edge
from sandtable.games.tank.settling import may_share
from sandtable.games.tank.state import DF, EXIT, FC, GONE, MV, MVR, NONE, OF, OV, RING, TASKS, Field, State

Draft = tuple[Option, Plots]
Standing = Mapping[int, list[int]]
Addition = Order | tuple[Order, int] | tuple[Line, ...] | None
"""An order; a path and the hex that makes it longer; last turn's lines; or the march of the column."""
MARCH = Option("march", "The column marches on along its route")
AGAIN = Option("again", "Everybody does as last turn who can")
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
        self.enemies = enemy_hexes(self.field, self.state, self.side)
        self.soft = {hex for hex in self.enemies if may_be_overrun(self.field, self.state, self.side, hex)}
        self.neighbours, self.prices = self.field.country.neighbours, self.field.country.prices
        self.spots: dict[int, list[Order]] = {}
        self.built: Plots | None = None
        self.orders: list[Order] = []
        """What the draft built last gives to whom."""

    def further(self, draft: Plots) -> Sequence[Draft]:
        """What may be added: a target, a longer path, the next unit's task, or the march of the column."""
        if unfinished(draft):
            unit = self.field.unit(draft.lines[-1].unit)
            before = self._given(draft)
            return Additions(
                self._to_cover(unit), lambda target: self._made(draft, before, Order(unit, *target))
            )
        orders = self._given(draft)
        alone = bool(orders) and self.state.units[orders[-1].unit] == draft.lines[-1].unit
        last = orders[-1] if alone else Order(-1, NONE)
        still = self._standing(orders)
        found: list[Addition] = [None] if not draft.lines and not draft.march and self._marches() else []
        if not draft.lines and not draft.march and (again := self._last_turn()):
            found.append(again)
        # Last turn's lines may end with a unit of the column, which does not choose its way.
        if last.task in (MV, MVR) and last.path[-1] != EXIT and self._free(last.unit):
            self._steps(found, last, still)
        following = self._following(orders)
        if following is not None:
            self._tasks(found, following, still)
        return Additions(found, lambda addition: self._added(draft, orders, addition))

    def _given(self, draft: Plots) -> list[Order]:
        """The orders of a draft, line by line."""
        if draft is self.built:
            return self.orders
        lines = one_by_one(self.field, self.state, self.side, draft.lines)
        return [order for line in lines if (order := self.pad.line(line)[0])]

    def _following(self, orders: Sequence[Order]) -> int | None:
        """The next unit without a line; in a column held to its track none before those that have been given
        something, for their ways follow from its own [17.3E]."""
        given = {order.unit for order in orders}
        held = any(held_to_track(self.state, order.unit) for order in orders)
        first = max(order.unit for order in orders) if held else -1
        return next((unit for unit in self.units if unit > first and unit not in given), None)

    def _added(self, draft: Plots, orders: list[Order], addition: Addition) -> Draft:
        """The draft, of these orders, with this addition made to it."""
        if isinstance(addition, Order):
            return self._made(draft, orders, addition)
        if addition is None:
            return self._built(Plots(draft.lines, True, draft.route), orders, MARCH)
        if isinstance(addition[0], Line):
            again = Plots(tuple(line for line in addition if isinstance(line, Line)))
            return self._built(again, self._given(again), AGAIN)
        order, hex = addition
        return self._made(draft, orders, self._paid(order, hex))

    def _built(self, draft: Plots, orders: list[Order], option: Option) -> Draft:
        self.built, self.orders = draft, orders
        return option, draft

    def _last_turn(self) -> tuple[Line, ...]:
        """What was given out last, as far as it can be done again, and all of it together [6.0]."""
        lines = [line for unit in self.units if (line := last_line(self.field, self.state, unit))]
        sound = tuple(line for line in lines if not self.pad.line(line)[1])
        return sound if sound and not self.pad.read(Plots(sound)).faults else ()

    def _made(self, draft: Plots, orders: list[Order], order: Order) -> Draft:
        """The draft with this order, in place of the last line if that is for the same unit."""
        line = told_line(self.field, order)
        if order.task != OF or order.target != UNFINISHED:
            self.pad.known[line] = (order, [])
        kept = draft.lines[:-1] if draft.lines and draft.lines[-1].unit == line.unit else draft.lines
        others = orders[:-1] if orders and orders[-1].unit == order.unit else orders
        return self._built(
            Plots((*kept, line), draft.march, draft.route), [*others, order], self._option(order, line)
        )

    def _option(self, order: Order, line: Line) -> Option:
        """A line as something to choose, with the chance of hitting where it fires at somebody known."""
        chance = likely_hit(self.field, self.state, order.unit, order.target) if order.task == DF else None
        text = f"{line.unit} does nothing" if order.task == NONE else str(line)
        return Option(str(line) if line.task else f"{line.unit} -", text, chance, line.unit, hex=line.target)

    def _marches(self) -> bool:
        track = self.state.tracks[self.side]
        return bool(track and march_orders(self.field, self.state, self.side, track, {}))

    # What a unit can be given to do

    def _tasks(self, found: list[Addition], unit: int, still: Standing) -> None:
        """Every task of a unit; fire at a hex and paths are picked further on [5.0]."""
        weapon = self.field.weapons[unit]
        found += self._on_the_spot(unit)
        if not weapon.gun and self._free(unit):
            self._steps(found, Order(unit, MV), still)
            if not weapon.infantry and self.state.hexes[unit] >= 0 and not held_to_track(self.state, unit):
                self._steps(found, Order(unit, MVR), still)

    def _on_the_spot(self, unit: int) -> list[Order]:
        """What a unit can do where it is: nothing, face, fire [5.0]."""
        if unit not in self.spots:
            found = [Order(unit, NONE)]
            if self.state.hexes[unit] >= 0:
                if not self.field.weapons[unit].infantry:
                    found.append(Order(unit, FC))
                found += [
                    Order(unit, DF, hex)
                    for hex in enemies_in_fire(self.field, self.state, unit, self.enemies)
                ]
                found.append(Order(unit, OF, UNFINISHED))
            self.spots[unit] = found
        return self.spots[unit]

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

    def _steps(self, found: list[Addition], order: Order, still: Standing) -> None:
        """The path one step longer, in every direction that can be paid for [9.31] [9.32] [10.13] [9.6]."""
        unit, path = order.unit, order.path
        here = path[-1] if path else self.state.hexes[unit]
        left = allowance(self.field, unit, order.task) - order.points
        if here < 0:
            entry = self.state.tracks[self.side][0]
            if self._entering(unit, entry, left) and self._room(unit, entry, still):
                found.append((order, entry))
            return
        if order.task == MVR and len(path) == CHARTS.small.reverse_hexes:
            return
        infantry, at = self.field.weapons[unit].infantry, here * 6
        for hex, points in zip(self.neighbours[at : at + 6], self.prices[at : at + 6], strict=True):
            cost = 1 if infantry and hex >= 0 else points
            whole = cost == WHOLE_ALLOWANCE and not path and left > 0
            if (whole or 0 < cost <= left) and (hex not in still or self._room(unit, hex, still)):
                found.append((order, hex))
        if order.task == MV:
            self._beyond(found, order, left, still)

    def _entering(self, unit: int, entry: int, left: int) -> bool:
        """Can a unit off the map come on with its points [17.3E]?"""
        before = -1 - self.state.hexes[unit]
        cost = price(self.field, unit, -1, entry)
        return before == 0 if cost == WHOLE_ALLOWANCE else before + cost <= left

    def _beyond(self, found: list[Addition], order: Order, left: int, still: Standing) -> None:
        """The way off the map, and overruns of what lies ahead [17.3E] [9.4]."""
        here = order.path[-1] if order.path else self.state.hexes[order.unit]
        if self.edge and left >= CHARTS.small.exit_points and self.field.country.on_edge(here, self.edge):
            found.append((order, EXIT))
        if self.soft and self.field.weapons[order.unit].hard:
            found += self._overruns(order, here, left, still)

    def _overruns(self, order: Order, here: int, left: int, still: Standing) -> Iterator[Order]:
        """An overrun of an adjacent hex in which a soft enemy may be, and the hex behind it [9.4] [9.41]."""
        for hex in self.field.country.near(here):
            beyond = straight_on(self.field, here, hex) if hex in self.soft else -1
            if beyond < 0 or not self._room(order.unit, beyond, still):
                continue
            costs = price(self.field, order.unit, here, hex), price(self.field, order.unit, hex, beyond)
            first = costs[0] + CHARTS.small.overrun_points
            if WHOLE_ALLOWANCE not in costs and first + costs[1] <= left:
                due = (*order.due, order.points + first, order.points + first + costs[1])
                yield Order(order.unit, OV, -1, (*order.path, hex, beyond), due)

    def _paid(self, order: Order, hex: int) -> Order:
        """The order with a hex more, and the points for it."""
        unit, start = order.unit, self.state.hexes[order.unit]
        if order.path:
            cost = price(self.field, unit, order.path[-1], hex)
            return order._replace(path=(*order.path, hex), due=(*order.due, order.points + cost))
        path = (*range(start + 1, 0), hex)
        return order._replace(path=path, due=schedule(self.field, unit, start, order.task, path))

    def _standing(self, orders: Sequence[Order]) -> dict[int, list[int]]:
        """The side's units that have no way to go, as far as is written, by their hexes."""
        moving = {order.unit for order in orders if order.path}
        found: dict[int, list[int]] = {}
        for other in self.units:
            if other not in moving:
                found.setdefault(self.state.hexes[other], []).append(other)
        return found

    def _room(self, unit: int, hex: int, still: Standing) -> bool:
        """Could the unit end there, next to those who stay [11.0]?"""
        there = [other for other in still.get(hex, ()) if other != unit]
        return not there or may_share(self.field, [*there, unit])
