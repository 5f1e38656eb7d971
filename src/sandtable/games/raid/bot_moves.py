"""How the opponent moves: what each hex is worth to a unit, who goes next, and where to [8.0] [10.0]."""

from collections.abc import Mapping, Sequence

import numpy as np

from sandtable.games.raid.bot_estimate import (
    FAR,
    FIRE_TEAM,
    LONGEST,
    Firer,
    Hexes,
    Mark,
    Worth,
    as_array,
    by_range,
    distances,
    fall_of_shot,
    going,
    has_shells,
    observation,
    rows,
    seen_from,
    way_to,
)
from sandtable.games.raid.bot_orders import Orders, Plan
from sandtable.games.raid.bot_picture import Picture
from sandtable.games.raid.command import by_radio, headquarters, leader_of
from sandtable.games.raid.going import allowance, room, step_price
from sandtable.games.raid.ground import NO_WAY
from sandtable.games.raid.shells import strength_at, zone_hexes
from sandtable.games.raid.spotter import gun_row
from sandtable.games.raid.state import M203, SUPPRESSED, has

UNKNOWN = 0.5
"""How much a counter that lies face down threatens, of what a Fire Team would."""
COMMAND = 0.8
"""What it costs to stand where one is out of command."""
CROWD, CROWD_UNDER_SHELLS = 0.05, 0.45
"""What it costs to share a hex, alone and where the enemy has artillery."""
SHELLED, DUE, MINED = 0.12, 1.0, 1.5
"""What a point of strength in an impact zone costs to enter, and where own shells are to fall; and a mine."""
STAY = 0.25
"""What a move must be better than staying, where one may fire at movers."""

FULL = Mark(FIRE_TEAM, 4)
"""What an assault is judged against: a Fire Team of four men."""


class Manoeuvre:
    """The movement of one side as it looks at one moment."""

    def __init__(self, picture: Picture, plan: Plan) -> None:
        self.picture, self.plan, self.scene = picture, plan, picture.scene
        self.state, self.side = picture.state, picture.side
        self._danger: dict[Mark, Worth] = {}

    # ---- what hexes are worth

    def danger(self, mark: Mark) -> Worth:
        """By hex, what a unit may lose there to what the enemy has in sight of it."""
        if mark not in self._danger:
            found = np.zeros(self.scene.board.count)
            for unit in self.picture.known:
                found += self._threat(unit, mark)
            for unit in self.picture.hidden:
                found += UNKNOWN * self._threat(unit, mark)
            self._danger[mark] = found
        return self._danger[mark]

    def mark(self, unit: int) -> Mark:
        """A unit as the enemy fires at it."""
        return Mark(self.state.kind[unit], max(self.state.men[unit], 1))

    def firer(self, unit: int) -> Firer:
        """A unit as it fires."""
        state = self.state
        launcher = "m203" if has(state, unit, M203) else ""
        return Firer(state.kind[unit], state.men[unit], state.line[unit], launcher)

    def _threat(self, unit: int, mark: Mark) -> Worth:
        state, hex = self.state, self.state.hexes[unit]
        table = by_range(self.scene.tables, self.firer(unit), mark)
        seen = seen_from(self.picture.field, hex, observation(True, state.night), state.night)
        threat: Worth = table[rows(self.picture.field), distances(self.scene.board, hex)] * seen
        return threat * (0.6 if has(state, unit, SUPPRESSED) else 1.0)

    def ground(self, unit: int, orders: Orders) -> Worth:
        """What each hex is worth to a unit but for the fire from it: the way, danger, command, shells."""
        wheels = self.picture.breed(unit) == "vehicle"
        found = orders.haste * -way_to(self.picture.field, orders.goals, wheels)
        found -= orders.care * self.danger(self.mark(unit))
        found -= self._hazards()
        if self.scene.types[unit].combat:
            found -= COMMAND * ~self._commanded(unit)
        return found

    def _hazards(self) -> Worth:
        """What shells that lie on a hex, and mines that are known of, cost whoever enters it."""
        found = np.zeros(self.scene.board.count)
        for hex in zone_hexes(self.picture.table):
            found[hex] += SHELLED * strength_at(self.picture.table, hex)
        for mine in self.state.mines:
            found[mine.hex] += MINED
        for mission in self.state.missions:
            if not mission.smoke and mission.turn <= self.state.turn:
                row = gun_row(self.picture.table, mission.gun)
                found += DUE * fall_of_shot(self.scene.board, self.scene.tables, row, mission.hex)
        return found

    def _commanded(self, unit: int) -> Hexes:
        """The hexes in which a unit would be in command, as things stand [5.21] [5.22] [12.1]."""
        state, ground, table = self.state, self.scene.ground, self.picture.table
        leader, bits = leader_of(table, unit), 0
        chiefs = [hq for hq in headquarters(table, unit) if state.hexes[hq] >= 0]
        if leader != unit and state.hexes[leader] >= 0:
            bits = ground.teamed()[state.hexes[leader]]
        elif not chiefs or any(by_radio(state, hq, unit) for hq in chiefs):
            return np.ones(self.scene.board.count, bool)
        for hq in chiefs if leader == unit else ():
            bits |= ground.led()[state.hexes[hq]]
        return as_array(bits, self.scene.board.count)

    def shot(self, unit: int, hexes: Sequence[int]) -> Worth:
        """What the best shot from each of some hexes may win of who is known, and a little of the others."""
        state, field, board = self.state, self.picture.field, self.scene.board
        best, whole = np.zeros(len(hexes)), np.zeros(len(hexes))
        seen = [field.seen(hex, observation(True, state.night), state.night) for hex in hexes]
        for foe in (*self.picture.known, *self.picture.hidden):
            there = state.hexes[foe]
            table = by_range(self.scene.tables, self.firer(unit), self.mark(foe))[rows(field)[there]]
            near = distances(board, there)
            worth = np.array(
                [
                    table[near[hex]] if near[hex] < LONGEST and bits >> there & 1 else 0.0
                    for hex, bits in zip(hexes, seen, strict=True)
                ]
            )
            whole += worth
            np.maximum(best, worth, out=best)
        return best + 0.1 * whole

    def values(self, group: Sequence[int], hexes: Sequence[int]) -> Worth:
        """What it is worth to the leading unit of a group to end its move in each of some hexes."""
        unit = group[0]
        orders = self.plan.orders(unit)
        found = self.ground(unit, orders)[[*hexes]] - self._crowd(unit, hexes)
        if orders.aim:
            found += orders.aim * self.shot(unit, hexes)
        return found

    def _crowd(self, unit: int, hexes: Sequence[int]) -> Worth:
        price = CROWD_UNDER_SHELLS if has_shells(self.scene.scenario, 1 - self.side) else CROWD
        return price * np.array([self.picture.friends(hex, unit) for hex in hexes])

    # ---- where to

    def reached(self, group: Sequence[int]) -> Mapping[int, int]:
        """The hexes that a group can come to without a fight, and what each costs."""
        state, start = self.state, self.state.hexes[group[0]]
        left = max(allowance(self.picture.table, group) - state.spent[group[0]], 0)
        wheels = self.picture.breed(group[0]) == "vehicle"
        closed = {**self.picture.foes, **{mine.hex: [] for mine in self.state.mines}}
        found = going(self.picture.field, wheels).reach(start, min(left, FAR), closed)
        if state.spent[group[0]]:
            return found
        around = self.scene.ground.neighbours[start * 6 : start * 6 + 6]
        prices = [step_price(self.picture.table, group, start, side) for side in range(6)]
        one = {
            hex: left
            for hex, price in zip(around, prices, strict=True)
            if hex >= 0 and price != NO_WAY and hex not in found and hex not in closed
        }
        return {**found, **one}

    def destination(self, group: Sequence[int]) -> tuple[float, int]:
        """The best hex to end the move in, and by how much it is better than where the group is."""
        start = self.state.hexes[group[0]]
        reached = self.reached(group)
        table = self.picture.table
        hexes = [hex for hex in reached if hex == start or room(table, group, hex)]
        values = self.values(group, hexes)
        best = int(values.argmax())
        here = float(values[hexes.index(start)])
        return float(values[best]) - here, hexes[best]

    def next_step(self, group: Sequence[int], goal: int) -> int:
        """The first hex on the way to a hex within reach."""
        wheels = self.picture.breed(group[0]) == "vehicle"
        reached = self.reached(group)
        ways = going(self.picture.field, wheels)
        try:
            return [*ways.path_to(goal, {**reached}), goal][1]
        except ValueError:
            return goal

    def entry(self, group: Sequence[int], hexes: Sequence[int]) -> int:
        """The hex by which to come onto the map."""
        unit = group[0]
        orders = self.plan.orders(unit)
        values = self.ground(unit, orders)[[*hexes]] - 0.5 * np.array(
            [self.picture.friends(hex, unit) for hex in hexes]
        )
        return hexes[int(values.argmax())]

    # ---- assault

    def assault(self, group: Sequence[int], hex: int) -> float:
        """What an assault on a hex may win, in men, over what it may cost [10.1] [10.3]."""
        foes = [unit for unit in self.picture.foes.get(hex, ()) if self.state.men[unit]]
        ours = [unit for unit in group if self.state.men[unit]]
        if not foes or not ours:
            return 0.0
        cover = rows(self.picture.field)[hex]
        blow, men = self._volley(ours, int(cover)), sum(self.state.men[unit] for unit in foes)
        answer, own = self._volley(foes, 0), sum(self.state.men[unit] for unit in ours)
        first, then = min(blow, men), min(answer, own) * max(1 - blow / men, 0)
        last, before = min(answer, own), min(blow * max(1 - answer / own, 0), men)
        orders = self.plan.orders(group[0])
        return (first + before) / 2 - orders.care * (then + last) / 2

    def _volley(self, units: Sequence[int], row: int) -> float:
        """What some units shoot at range 0 in a row of terrain, on the average."""
        tables, state = self.scene.tables, self.state
        tired = [0.7 if has(state, unit, SUPPRESSED) else 1.0 for unit in units]
        return sum(
            share * float(by_range(tables, self.firer(unit), FULL)[row, 0])
            for unit, share in zip(units, tired, strict=True)
        )
