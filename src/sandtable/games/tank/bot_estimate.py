"""The opponent's estimate of the situation: whom it sees, and how likely fire is to kill from where.

All of it is read from a fork in which what the side cannot know has been dealt again; what lies hidden there
is left aside.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.games.tank.aspects import FRONT, aspect_of, in_field
from sandtable.games.tank.collisions import active
from sandtable.games.tank.country import Country
from sandtable.games.tank.defence import Cover
from sandtable.games.tank.fire_odds import DESTROYED, Firer, attack
from sandtable.games.tank.lanes import longest_shot
from sandtable.games.tank.panic import suspended
from sandtable.games.tank.panic_odds import panic_chance
from sandtable.games.tank.prospects import sighting
from sandtable.games.tank.routes import exit_edge
from sandtable.games.tank.spotting import cover_of
from sandtable.games.tank.spotting_odds import SPOTTED as SEEN
from sandtable.games.tank.spotting_odds import in_cover, spotting_odds
from sandtable.games.tank.state import ALPHA, GONE, HIDDEN, SPOTTED, Field, State, shown, worn
from sandtable.games.tank.weapons import WEAPONS

FEAR = 0.6
"""How much being hit weighs against hitting: less would be rash, and at 1 nobody would ever attack."""
HE_TOGETHER = 3
"""Fire at soft targets is judged as that of so many together, since HE is added up [8.22]."""


class Gunner(NamedTuple):
    """What decides how well a unit fires, wherever it is: kind, Panic Level, wear, and range of its table."""

    kind: int
    panic: int
    worn: bool
    reach: int

    def at(self, country: Country, start: int, hex: int) -> Firer:
        """The same in a hex, firing into another."""
        distance = country.distance(start, hex)
        return Firer(self.kind, self.panic, self.worn, distance, country.shelter.hexside(start, hex))


class Mark(NamedTuple):
    """What decides how well a unit is hit: kind, hex, facing, what covers it, whether it is spotted yet."""

    kind: int
    hex: int
    facing: int
    cover: Cover
    spotted: bool = True


Chances = Mapping[int, float]


@cache
def kill_chance(firers: tuple[Firer, ...], target: int, aspect: int, cover: Cover) -> float:
    """The chance of an attack on a target that stands, from the odds that will be rolled [8.9]."""
    odds = attack(firers, target, aspect, cover, 0, False).odds
    return float(odds.chance(DESTROYED)) if odds else 0.0


def chance(country: Country, gunner: Gunner, start: int, mark: Mark, guns: int = 1) -> float:
    """The chance of a gunner in one hex against a mark in another; of several alike at a soft one."""
    weapon, hard = WEAPONS[gunner.kind], WEAPONS[mark.kind].hard
    if not hard and (weapon.infantry or not weapon.he):
        return 0.0
    aspect = aspect_of(mark.facing, country.offset(mark.hex, start)) if hard else FRONT
    firer = gunner.at(country, start, mark.hex)
    return kill_chance((firer,) * (1 if hard else guns), mark.kind, aspect, mark.cover)


@lru_cache(maxsize=4096)
def fire_upon(country: Country, gunner: Gunner, mark: Mark) -> Chances:
    """From which hexes a gunner could hit a mark, and how likely."""
    found = {}
    for start in country.hexes_in_reach(mark.hex, gunner.reach, -1):
        if likely := chance(country, gunner, start, mark, HE_TOGETHER) * sighted(country, start, mark):
            found[start] = likely
    return found


def sighted(country: Country, start: int, mark: Mark) -> float:
    """How likely two who look from about there find a mark that may still lie face down [13.5]."""
    if mark.spotted:
        return 1.0
    hard = WEAPONS[mark.kind].hard
    covered = in_cover(hard, mark.cover, country.shelter.screens(start, mark.hex))
    odds = spotting_odds(hard, False, covered, max(1, country.distance(start, mark.hex)))
    return 1 - (1 - float(odds.chance(SEEN))) ** 2


@lru_cache(maxsize=4096)
def fire_from(country: Country, gunner: Gunner, start: int, facing: int, target: int) -> Chances:
    """Into which hexes a gunner could fire, and how likely it hits a vehicle that faces it there."""
    found = {}
    facing = -1 if WEAPONS[gunner.kind].turret else facing
    for hex in country.hexes_in_reach(start, gunner.reach, facing):
        cover = Cover(country.mode, country.terrain[hex])
        firer = gunner.at(country, start, hex)
        if likely := kill_chance((firer,), target, FRONT, cover):
            found[hex] = likely
    return found


class Estimate:
    """The situation as one side sees it; with enemies that have `arrived`, as it will be by their plots."""

    def __init__(self, field: Field, state: State, side: int, *, arrived: bool = False) -> None:
        self.field, self.state, self.side, self.arrived = field, state, side, arrived
        self.country = field.country
        self.own = [unit for unit in field.own[side] if state.hexes[unit] >= 0]
        self.foes = [unit for unit in field.own[1 - side] if shown(state, unit)]
        self.gunners = {unit: self._gunner(unit) for unit in (*self.own, *self.foes)}
        self.marks = {foe: self._mark(foe) for foe in self.foes}
        self._promise: dict[int, list[float]] = {}
        self._danger: dict[int, list[float]] = {}

    def _gunner(self, unit: int) -> Gunner:
        state, side = self.state, self.state.side[unit]
        reach = longest_shot(self.field, state, unit)
        return Gunner(state.kind[unit], state.panic[side], worn(state, side), reach)

    def _where(self, foe: int) -> int:
        """Where an enemy is, or will be at the end of its path."""
        hex, path = self.state.hexes[foe], self.state.path[foe]
        moves = self.arrived and active(self.state, foe) and path[-1] >= 0
        return path[-1] if moves else hex

    def _mark(self, unit: int) -> Mark:
        hex, state = self._where(unit), self.state
        cover, seen = cover_of(self.field, state, unit, hex), state.flags[unit] & SPOTTED > 0
        return Mark(state.kind[unit], hex, state.facing[unit], cover, seen)

    @property
    def leaving(self) -> str:
        """The edge to make for: the aim of Alpha against a rearguard; else who is spent withdraws."""
        edge = exit_edge(self.field, self.state, self.side)
        if self.field.situation.id == "RG":
            return edge if self.side == ALPHA else ""
        return edge if worn(self.state, self.side) else ""

    @property
    def steady(self) -> float:
        """How likely one of the side's units does not panic in this turn [12.1]."""
        return 1.0 if suspended(self.state) else 1 - float(panic_chance(self.state.panic[self.side]))

    @property
    def unseen(self) -> int:
        """How many of the enemy are still in play and not on show: hidden, or off the map."""
        state = self.state
        return sum(
            state.hexes[foe] != GONE and (state.hexes[foe] < 0 or state.flags[foe] & HIDDEN > 0)
            for foe in self.field.own[1 - self.side]
        )

    def sighting(self, foe: int) -> float:
        """How likely an enemy can be fired at: it is spotted, or is yet to be by those who see it [13.0]."""
        if self.state.flags[foe] & SPOTTED:
            return 1.0
        return float(sighting(self.field, self.state, self.side, foe))

    def sees(self, unit: int, hex: int) -> bool:
        """Has a unit an open line within its field [7.24]?"""
        start = self.state.hexes[unit]
        offset = self.country.offset(start, hex)
        return self.country.clear(start, hex) and in_field(
            self.state.kind[unit], self.state.facing[unit], offset
        )

    def promise(self, unit: int) -> list[float]:
        """For every hex, how well a unit of this kind could fire from it at what is in sight now."""
        gunner = self.gunners[unit]
        if gunner.kind not in self._promise:
            missed = [1.0] * self.country.board.count
            for foe in self.foes:
                for hex, hit in fire_upon(self.country, gunner, self.marks[foe]).items():
                    missed[hex] = min(missed[hex], 1 - hit)
            self._promise[gunner.kind] = [1 - miss for miss in missed]
        return self._promise[gunner.kind]

    def danger(self, unit: int) -> list[float]:
        """For every hex, how likely a unit of this kind would be hit there, facing its enemies."""
        kind = self.state.kind[unit]
        if kind not in self._danger:
            spared = [1.0] * self.country.board.count
            for foe in self.foes if WEAPONS[kind].hard else ():
                hex, facing = self._where(foe), self.state.facing[foe]
                for there, hit in fire_from(self.country, self.gunners[foe], hex, facing, kind).items():
                    spared[there] *= 1 - hit
            self._danger[kind] = [1 - spare for spare in spared]
        return self._danger[kind]
