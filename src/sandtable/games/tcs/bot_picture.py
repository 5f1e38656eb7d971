"""The opponent's picture of the battle: where fire comes from, what is to be had, and how far it is.

Of the enemy it reads what lies open: hexes, types, losses, markers [2.0].
"""

from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from sandtable.games.tcs.area_odds import Firer, strength
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.country import Country
from sandtable.games.tcs.direct import firer
from sandtable.games.tcs.drawn import indices, members
from sandtable.games.tcs.movement_charts import Legs
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.scoring import Score
from sandtable.games.tcs.sheets import LINES, Item
from sandtable.games.tcs.state import (
    FAILING,
    NOBODY,
    PARALYZED,
    SUPPRESSED,
    commanded,
    has,
    hex_of,
)
from sandtable.games.tcs.steps import group_envelope, group_units, step_of
from sandtable.games.tcs.units import UnitType
from sandtable.games.tcs.victory import ONCE
from sandtable.hexes import opposite

Costs = list[float]
FAR = 1e9
EVERYWHERE = -1
"""All hexes, as bits."""
LEASH = 5
"""So far from their centre units without a sheet may go [6.5a]."""
TAKING = ("hexes", "count_of_hexes", "all_hexes", "taken", "reached", "stood", "way_free", "no_enemy")
"""Kinds of scores that are had by being in hexes where the enemy is, or by his not being there."""
FEAR = 1.2
"""How many sixths of a point a hex is dearer for each firepower that the enemy could bring on it."""
ARMOUR = 6.0
"""The firepower that an anti-tank weapon counts for against vehicles."""


class Picture:
    """What one side sees in the battle, worked out when it is asked for."""

    def __init__(self, table: Play, side: int) -> None:
        self.table, self.side = table, side
        self.state, self.scene = table.state, table.scene
        self.country: Country = table.scene.country
        self.own = [unit for unit in self.scene.own[side] if hex_of(self.state, unit) >= 0]
        self.foes = [foe for foe in self.scene.foes[side] if self.state.hexes[foe] >= 0]
        self._costs: dict[tuple[frozenset[int], Legs, int], Costs] = {}

    # -- the enemy

    @cached_property
    def dangers(self) -> tuple[Costs, Costs]:
        """For each hex the firepower that the enemy could bring on men there, and on vehicles."""
        men, armour = [0.0] * self.country.board.count, [0.0] * self.country.board.count
        for foe in self.foes:
            kind, state = self.scene.types[foe], self.state
            if has(state, foe, PARALYZED) or kind.firer == "-" or kind.category == "mortar":
                continue
            start = state.hexes[foe]
            part = 0.4 if has(state, foe, SUPPRESSED) else 1.0
            by_range = _firepower(firer(self.table, foe, start)._replace(suppressed=False))
            point = kind.range if kind.firer in ("P", "B") else 2 if kind.category == "infantry" else 0
            near = self.country.sees[start] & self.country.disc(
                start, min(self.state.visibility, max(len(by_range) - 1, point))
            )
            for hex in members(near | 1 << start):
                distance = self.country.distance(start, hex)
                if distance < len(by_range):
                    men[hex] += part * by_range[distance]
                if distance <= point:
                    armour[hex] += part * ARMOUR
        return men, armour

    def danger(self, unit: int, hex: int) -> float:
        """What a unit has to fear in a hex, with the cover that it gives."""
        kind = self.scene.types[unit]
        men, armour = self.dangers
        if kind.category in ("vehicle", "carrier") and kind.target == "P":
            return armour[hex]
        return men[hex] / (1 - 0.5 * self.cover(hex))

    def cover(self, hex: int) -> int:
        """What the terrain of a hex takes off area fire at men who lie still there."""
        return min(0, CHARTS.cover.of(self.country.terrain[hex]).area[0])

    @cached_property
    def by_hex(self) -> dict[int, list[int]]:
        """The enemy's units by their hexes."""
        found: dict[int, list[int]] = {}
        for foe in self.foes:
            found.setdefault(self.state.hexes[foe], []).append(foe)
        return found

    def nearest(self, hex: int) -> int:
        """How far the nearest enemy is."""
        return min((self.country.distance(hex, there) for there in self.by_hex), default=99)

    def in_sight(self, hex: int, within: int) -> list[int]:
        """Enemies that could be seen from a hex, so far away at most."""
        state, country = self.state, self.country
        return [
            foe for foe in self.foes if country.visible(hex, state.hexes[foe], min(within, state.visibility))
        ]

    def weak(self, hex: int) -> bool:
        """Are all enemies in a hex pinned, or without arms to speak of?"""
        return all(
            has(self.state, foe, SUPPRESSED | PARALYZED) or self.scene.types[foe].attack == 0
            for foe in self.by_hex.get(hex, ())
        )

    # -- what is to be had

    @cached_property
    def objectives(self) -> frozenset[int]:
        """The hexes that score for this side."""
        found: set[int] = set()
        for score in self.scene.scores:
            if self._brings(score):
                found.update(self.scene.hex(name) for name in (*score.hexes, *score.clear))
        return frozenset(found)

    @cached_property
    def wanted(self) -> frozenset[int]:
        """Those of them that are not its own yet."""
        found: set[int] = set()
        for place, score in enumerate(self.scene.scores):
            if not self._brings(score) or (score.kind in ONCE and self.state.scored[place]):
                continue
            goals = [self.scene.hex(name) for name in score.hexes]
            found.update(hex for hex in goals if score.kind in ONCE or not self._holds(hex))
            clear = [self.scene.hex(name) for name in score.clear]
            found.update(hex for hex in clear if hex in self.by_hex)
        return frozenset(found)

    def _brings(self, score: Score) -> bool:
        """Is it this side that scores, by being where the enemy is?"""
        return score.side == self.scene.sides[self.side] and score.kind in TAKING and score.points > 0

    def _holds(self, hex: int) -> bool:
        if hex in self.scene.prizes:
            return self.state.held[self.scene.prizes.index(hex)] == self.side and hex not in self.by_hex
        return hex not in self.by_hex and self.nearest(hex) > 1

    @cached_property
    def kept(self) -> frozenset[int]:
        """The hexes that the enemy scores by, or that this side scores by being in."""
        name = self.scene.sides[self.side]
        found = [
            self.scene.hex(hex)
            for score in self.scene.scores
            if (score.side != name and score.kind in TAKING)
            or (score.side == name and score.kind == "able_in")
            for hex in (*score.hexes, *score.clear)
        ]
        return frozenset(found)

    @cached_property
    def exits(self) -> frozenset[int]:
        """The hexes over which this side scores by leaving."""
        return frozenset(self.scene.exits[self.side] - self.scene.home[self.side])

    @cached_property
    def attacks(self) -> bool:
        """Is it this side that has something to take?"""
        name = self.scene.sides[self.side]
        first = self.scene.scenario.own.victory.first if self.scene.scenario else name
        return bool(self.objectives or self.exits) and name == first

    def goals(self, unit: int) -> frozenset[int]:
        """Where a unit is to go, by its orders, or without any by what there is to win."""
        number = self.state.sheet[unit]
        if number != NOBODY:
            return self._way_back(unit) or self._ordered(number, self.state.group[unit])
        if commanded(self.state):
            return self._unordered(unit)
        return self.wanted or self.exits or self.objectives if self.attacks else self.kept

    def _ordered(self, number: int, group: int) -> frozenset[int]:
        """Where the present step of a group leads [6.7b]."""
        sheet, board = self.state.sheets[number], self.scene.board
        plan = sheet.plan.groups[group]
        if sheet.steps[group] == FAILING:
            ways = [way for way in sheet.plan.failure if way.group in ("", plan.id)]
            return frozenset(indices(board, ways[-1].rally)) if ways else frozenset()
        step = step_of(sheet, group)
        assert step is not None, "only groups that fail have no step"
        if step.to:
            hexes = frozenset(indices(board, _meant(sheet.plan.item(step.to))))
            return self._left_of(hexes) if step.verb == "attack" else hexes
        if step.area:
            return frozenset(indices(board, step.area))
        leader = next((one for one, other in enumerate(sheet.plan.groups) if other.id == plan.follows), -1)
        led = group_units(self.table, number, leader) if leader >= 0 else []
        return frozenset(self.state.hexes[unit] for unit in led if self.state.hexes[unit] >= 0)

    def _left_of(self, objective: frozenset[int]) -> frozenset[int]:
        """What of an objective has still to be taken: the enemy's hexes first; all of it if nothing has."""
        return objective & frozenset(self.by_hex) or objective & self.wanted or objective

    def _unordered(self, unit: int) -> frozenset[int]:
        """Without a sheet: the way out once attacked, else what is to be had near its post [6.5]."""
        group = self.state.group[unit]
        place = self.state.places[group] if 0 <= group < len(self.state.places) else None
        if place is None:
            return frozenset()
        if place.leaving and place.plan is not None:
            return frozenset(indices(self.scene.board, place.plan.area))
        return frozenset(members(self.country.disc(place.centre, LEASH))) & self.wanted

    def _way_back(self, unit: int) -> frozenset[int]:
        """What is drawn for a unit that stands outside of it; it may only come nearer [6.7b]."""
        hex, inside = hex_of(self.state, unit), self._drawn_for(unit)
        return frozenset() if hex < 0 or inside >> hex & 1 else frozenset(members(inside))

    def _drawn_for(self, unit: int) -> int:
        """The hexes in which its sheet lets a unit be, as bits."""
        sheet = self.state.sheets[self.state.sheet[unit]]
        return group_envelope(self.table, sheet, self.state.group[unit], unit).inside

    def limits(self, unit: int) -> int:
        """The hexes that a unit's orders leave to it, as bits; all of them if it stands outside [6.7b]."""
        hex = hex_of(self.state, unit)
        if self.state.sheet[unit] == NOBODY or hex < 0:
            return EVERYWHERE
        inside = self._drawn_for(unit)
        return inside if inside >> hex & 1 else EVERYWHERE

    def way(self, goals: frozenset[int], kind: UnitType, within: int = EVERYWHERE) -> Costs:
        """What it costs to come from each hex to the nearest goal, in sixths of a point and in danger."""
        key = (goals, kind.legs, within)
        if key not in self._costs:
            vehicle = kind.category in ("vehicle", "carrier")
            men, armour = self.dangers
            fear = armour if vehicle else [one / (1 - 0.5 * self.cover(hex)) for hex, one in enumerate(men)]
            self._costs[key] = _costs(self.country, kind.legs, goals, fear, within)
        return self._costs[key]

    def friends(self, hex: int, but: int = NOBODY) -> int:
        """How many own units stand in a hex."""
        return sum(self.state.hexes[unit] == hex for unit in self.own if unit != but)


def _meant(item: Item) -> Sequence[str]:
    """Of a line the middle of it, of an area all of it."""
    if item.kind in LINES:
        middle = len(item.hexes) // 2
        return item.hexes[middle - 1 : middle + 2] or item.hexes
    return item.hexes


@lru_cache(maxsize=512)
def _firepower(one: Firer) -> Sequence[float]:
    """What a unit fires with at each range, as far as that is worth a thought."""
    found: list[float] = []
    for distance in range(12):
        power = float(strength(one._replace(distance=distance)))
        if power < 1:
            break
        found.append(power)
    return found


def _costs(country: Country, legs: Legs, goals: Collection[int], fear: Costs, within: int) -> Costs:
    """Dijkstra's way from the goals outward, over the prices of the steps towards them."""
    across, by_road = country.across[legs], country.by_road[legs]
    found = [FAR] * country.board.count
    queue: list[tuple[float, int]] = []
    for goal in sorted(goals):
        found[goal] = 0.0
        heappush(queue, (0.0, goal))
    while queue:
        cost, hex = heappop(queue)
        if cost > found[hex]:
            continue
        entry = cost + FEAR * fear[hex]
        for face, beyond in enumerate(country.neighbours[hex * 6 : hex * 6 + 6]):
            if beyond < 0 or not within >> beyond & 1:
                continue
            back = beyond * 6 + opposite(face)
            prices = [price for price in (across[back], by_road[back]) if price >= 0]
            if prices and entry + min(prices) < found[beyond]:
                found[beyond] = entry + min(prices)
                heappush(queue, (found[beyond], beyond))
    return found
