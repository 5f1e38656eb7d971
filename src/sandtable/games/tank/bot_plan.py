"""The opponent's plots for a Game-Turn: overruns, fire, movement, and lanes of fire, in this order [4.1]."""

from collections.abc import Collection, Sequence

from sandtable.games.tank.bot_estimate import FEAR, Estimate
from sandtable.games.tank.bot_fire import (
    A_SHOT,
    Shots,
    coming,
    direct_fire,
    fire_orders,
    lanes_in,
    opportunity,
)
from sandtable.games.tank.bot_foot import advances
from sandtable.games.tank.bot_ways import NOWHERE, Outlook, Ways, outlook
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.column import column, held_to_track
from sandtable.games.tank.panic import suspended
from sandtable.games.tank.plots import Order, Plots, told_line
from sandtable.games.tank.routes import shortest
from sandtable.games.tank.state import ALPHA, HIDDEN, NONE, Field, State

HOPELESS = 0.05
GOOD_SHOT = 0.3
"""A chance that is taken although one is to break through."""
SURE_SHOT = 0.5
"""A chance that is taken although one should be on one's way, or lies hidden."""
RECKLESS = 0.1
"""The same for who has to get through."""
TOLL = 0.06
"""What a whole Game-Turn of driving costs, by the same measure."""
HURRY = 10
"""How much more a turn weighs for who has to leave the map, against what he fears."""
NO_SHOT = 0.2
"""How much less a place is worth from which there turns out to be no shot: friends mask it, or the like."""
PANIC_COSTS = 0.15
"""How much of a march each Panic Level costs: a turn in ten, and half as much to come back."""
NEW_GROUND = 0.3
"""What it is worth to come where hidden enemies may lie."""


class Plan:
    """One side's plots, built up unit by unit."""

    def __init__(self, field: Field, state: State, side: int) -> None:
        self.field, self.state, self.side = field, state, side
        self.estimate = Estimate(field, state, side)
        self.leaving = self.estimate.leaving
        self.held = [unit for unit in column(field, state, side) if held_to_track(state, unit)]
        self.head = [unit for unit in self.held[:1] if state.hexes[unit] >= 0]

    def plots(self) -> Plots:
        """The pad, the column marching on where it is held to its track."""
        orders, marching = self._orders(), bool(self.held) or self._coming_on()
        if marching:
            orders += [Order(unit, NONE) for unit in _without(self._in_column(), orders)]
        lines = tuple(told_line(self.field, order) for order in sorted(orders))
        return Plots(lines, march=marching, route=self._route(orders))

    def _orders(self) -> list[Order]:
        """Who is free to do so overruns, moves or covers a lane; who is held to a track marches on [17.3E].

        Either fires where that is better.
        """
        free = [unit for unit in self.estimate.own if unit not in self.held]
        orders = self._overruns([*self.head, *free])
        left = _without(free, orders)
        shots = direct_fire(self.estimate, [*left, *_without(self._gunners(), orders)], HOPELESS)
        orders += self._moves(left, shots)
        staying = {unit: shot for unit, shot in shots.items() if unit in _without(left, orders)}
        least = GOOD_SHOT if self.leaving else A_SHOT
        passing = {unit: shot for unit, shot in shots.items() if unit in self.held and shot[1] >= least}
        orders += fire_orders(staying | passing)
        orders += advances(self.estimate, _without(left, orders))
        return orders + self._lanes(_without(left, orders), orders)

    # The column

    def _coming_on(self) -> bool:
        """Do units still wait off the map?"""
        return any(self.state.hexes[unit] < 0 for unit in column(self.field, self.state, self.side))

    def _in_column(self) -> list[int]:
        """Who still has a place in the column, but need not keep it, and would march on without a line."""
        return [unit for unit in self.estimate.own if self.state.place[unit] >= 0 and unit not in self.held]

    def _gunners(self) -> list[int]:
        """Who may fire out of the column. Who is to break through does not begin it: with the first shot
        panic begins as well [17.13]."""
        if self.leaving and suspended(self.state):
            return []
        return [unit for unit in self.held if self.state.hexes[unit] >= 0]

    def _route(self, orders: Sequence[Order]) -> tuple[str, ...]:
        """To where a gun or squad that has shown itself can be overrun, if the column may choose [17.3E]."""
        soft = self._soft_hexes()
        if not _without(self.head, orders) or not soft or self.leaving:
            return ()
        country, start = self.field.country, self.state.hexes[self.head[0]]
        ways = Ways(self.estimate, ())
        goals = {before for hex in soft for before, _, _ in ways.runs_over(self.head[0], hex)}
        for goal in sorted(goals, key=lambda hex: (country.distance(start, hex), hex)):
            if goal != start and shortest(country, start, goal):
                return (self.field.hex_name(goal),)
        return ()

    # Overruns

    def _overruns(self, units: Sequence[int]) -> list[Order]:
        """Guns and infantry that are known are driven over, one vehicle to a hex [9.4]."""
        field, soft, orders = self.field, self._soft_hexes(), list[Order]()
        ways = Ways(self.estimate, ())
        for unit in units:
            if soft and field.weapons[unit].hard:
                order = ways.overrun(unit, soft)
                if order:
                    soft.remove(order.path[-2])
                    orders.append(order)
        return orders

    def _soft_hexes(self) -> list[int]:
        """The hexes in which only soft enemies are known or guessed to be."""
        weapons, state = self.field.weapons, self.state
        soft = {state.hexes[foe] for foe in self.estimate.foes if not weapons[foe].hard}
        return sorted(soft - {state.hexes[foe] for foe in self.estimate.foes if weapons[foe].hard})

    # Movement

    def _moves(self, units: Sequence[int], shots: Shots) -> list[Order]:
        """Who has no good shot goes where there is a better one, or where the battle is decided."""
        able = [unit for unit in units if self.field.weapons[unit].hard]
        if not able:
            return []
        fear = self._fear()
        ways = Ways(self.estimate, lanes_in(self.estimate, fire_orders(shots)))
        view = self._outlook(able[0], fear)
        orders = []
        for unit in sorted(able, key=lambda unit: -view.best[self.state.hexes[unit]]):
            chance = shots[unit][1] if unit in shots else 0.0
            stay = ways.value(unit, self.state.hexes[unit], view, fear)
            value, goal = ways.best(unit, view, fear)
            if self._stays(unit, chance, stay, value):
                continue
            order = ways.order(unit, goal, leaving=self._on_exit(goal))
            if order:
                orders.append(order)
        return orders

    def _fear(self) -> float:
        """How much being hit weighs; a rearguard that loses two is beaten [17.13]."""
        level = self.state.preservation[self.side]
        if self.leaving:
            return RECKLESS
        return 2 * FEAR if 0 < level <= 2 else FEAR

    def _stays(self, unit: int, chance: float, stay: float, value: float) -> bool:
        """Is the shot at hand, with the danger here, better than what a move leads to?"""
        if self.leaving:
            return chance >= SURE_SHOT and self._time_left(unit)
        return chance - NO_SHOT * (not chance) + stay >= value

    def _time_left(self, unit: int) -> bool:
        """Can a unit still get off the map in time if it waits for a turn?"""
        state, country = self.state, self.field.country
        if not state.length:
            return True
        away = country.depth(state.hexes[unit], self.leaving)
        pace = self.field.weapons[unit].ma * (1 - PANIC_COSTS * state.panic[self.side])
        return state.turn + away / pace + 2 < state.length

    def _on_exit(self, hex: int) -> bool:
        return bool(self.leaving) and self.field.country.on_edge(hex, self.leaving)

    def _outlook(self, unit: int, fear: float) -> Outlook:
        """What can be had from each hex for units of one kind."""
        toll = TOLL / self.field.weapons[unit].ma
        worth = self._worth(unit, fear)
        if self.leaving:
            worth, toll = dict.fromkeys(self.field.country.edges[self.leaving], 0.0), toll * HURRY
        closed = {self.state.hexes[foe] for foe in self.estimate.foes}
        return outlook(self.field.country, worth, toll, closed)

    def _worth(self, unit: int, fear: float) -> dict[int, float]:
        """What each hex is worth to be in: the fire from it, against the danger there."""
        promise, danger = self.estimate.promise(unit), self.estimate.danger(unit)
        worth = {hex: hit - fear * danger[hex] for hex, hit in enumerate(promise) if hit}
        if self.field.situation.improved and self.side == ALPHA and self.estimate.unseen:
            for hex in self._unsearched():
                worth[hex] = max(worth.get(hex, NOWHERE), NEW_GROUND - fear * danger[hex])
        return worth

    def _unsearched(self) -> list[int]:
        """Where hidden positions may still lie, no vehicle having come next to them [14.2] [17.12]."""
        country, state = self.field.country, self.state
        searched = {near for hex in state.trodden for near in (hex, *country.near(hex))}
        edge, deep = self.field.situation.entries[self.side], CHARTS.map.set_up_distance
        return [
            hex
            for hex in range(country.board.count)
            if hex not in searched and country.depth(hex, edge) >= deep
        ]

    # Lanes

    def _lanes(self, units: Sequence[int], orders: Sequence[Order]) -> list[Order]:
        """Opportunity Fire of those who have nothing better to do, clear of their friends' ways [8.5]."""
        ways = coming(self.estimate)
        taken = {hex for order in orders for hex in order.path}
        found = [opportunity(self.estimate, unit, ways, taken) for unit in units if self._may_cover(unit)]
        return [order for order in found if order]

    def _may_cover(self, unit: int) -> bool:
        """Hidden guns hold their fire until something comes near; it would betray them for little."""
        if not self.state.flags[unit] & HIDDEN or self.field.weapons[unit].infantry:
            return True
        return any(self.estimate.sees(unit, self.state.hexes[foe]) for foe in self.estimate.foes)


def _without(units: Sequence[int], orders: Collection[Order]) -> list[int]:
    busy = {order.unit for order in orders}
    return [unit for unit in units if unit not in busy]
