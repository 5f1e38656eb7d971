"""How the opponent moves: modes, ways, assaults, retreats [4.0] [12.0] [13.0]."""

from collections.abc import Sequence

from sandtable.games.tcs.area_odds import strength
from sandtable.games.tcs.assault import FIGHT, FLEE, DriveAway, FightOrFlee, GoOn
from sandtable.games.tcs.attacks import ASSAULT, OVERRUN, Attack, JoinAttack
from sandtable.games.tcs.bot_picture import FAR, Picture
from sandtable.games.tcs.direct import firer
from sandtable.games.tcs.modes import ChangeModes
from sandtable.games.tcs.movement import PickUnit, Step, TakeStep, steps
from sandtable.games.tcs.retreats import OFF_THE_MAP
from sandtable.games.tcs.state import (
    FIRE,
    NOBODY,
    PARALYZED,
    SUPPRESSED,
    aboard,
    has,
    hex_of,
    stack,
)
from sandtable.games.tcs.steps import GOING, step_of

CONTACT_RANGE = 6
"""Men who see enemies so near move by bounds."""
LONG_SHOT = 8
"""Farther away weapons do little harm."""
NEAR = 14.0
"""With no more than so much of the way left, in sixths of a point, men go in rather than fire."""
ODDS, DESPERATE = 1.3, 0.5
"""The firepower of attackers to that of defenders from which an assault is begun, or gone on with."""
GAIN = 1.0
"""How much nearer a step has to lead, in sixths of a point."""
CROWD = 1.5
"""What another friend in a hex counts for against it as an end of a move."""


class Manoeuvre:
    """Moves one side's units."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.table, self.side = picture, picture.table, picture.side
        self.state, self.scene = picture.state, picture.scene

    # -- modes

    def modes(self, ask: ChangeModes) -> tuple[int, ...]:
        """Those whose mode is not the one that they need."""
        return tuple(unit for unit in ask.options if self.fires(unit) != has(self.state, unit, FIRE))

    def first_modes(self, units: Sequence[int]) -> tuple[int, ...]:
        return tuple(unit for unit in units if self.fires(unit))

    def fires(self, unit: int) -> bool:
        """Is a unit of more use in fire mode: who has arrived, weapons with targets, half in contact?"""
        kind, hex = self.scene.types[unit], hex_of(self.state, unit)
        if kind.category == "carrier" or self.state.carrier[unit] != NOBODY:
            return False
        goals = self.picture.goals(unit)
        if not goals or hex in goals or hex < 0 or kind.tow_only:
            return True
        if kind.weapon:
            return not self._marches(unit) and self._has_targets(unit, hex)
        return self._bounds(unit, hex, goals)

    def _marches(self, unit: int) -> bool:
        """Do its orders tell it to go somewhere, whatever there is to be fired at?"""
        number = self.state.sheet[unit]
        if number == NOBODY:
            return False
        step = step_of(self.state.sheets[number], self.state.group[unit])
        return step is None or step.verb in GOING

    def _has_targets(self, unit: int, hex: int) -> bool:
        """Mortars fire as far as they reach, other weapons at what they see and can hurt."""
        kind = self.scene.types[unit]
        if kind.category == "mortar":
            return self.picture.nearest(hex) <= kind.reach
        return bool(self.picture.in_sight(hex, min(kind.reach, LONG_SHOT)))

    def _bounds(self, unit: int, hex: int, goals: frozenset[int]) -> bool:
        """In contact: who supports fires, who is close goes in, the others by turns."""
        kind = self.scene.types[unit]
        reach = kind.range if kind.category == "vehicle" else CONTACT_RANGE
        seen = self.picture.in_sight(hex, reach)
        if not seen:
            return False
        if self._supports(unit):
            return True
        near = [
            self.state.hexes[foe]
            for foe in seen
            if self.scene.country.distance(hex, self.state.hexes[foe]) <= 2
        ]
        if kind.category == "infantry" and any(self.picture.weak(there) for there in near):
            return False
        if self.picture.way(goals, kind)[hex] <= NEAR and kind.category == "infantry":
            return False
        return (unit + self.state.turn) % 2 == 0

    def _supports(self, unit: int) -> bool:
        """Do its orders tell it to support others by fire?"""
        number = self.state.sheet[unit]
        if number == NOBODY:
            return False
        step = step_of(self.state.sheets[number], self.state.group[unit])
        return step is not None and step.verb in ("support", "screen")

    # -- moving

    def mover(self, ask: PickUnit, done: set[int]) -> int | None:
        """The unit that has most to do where it is near the enemy, and then all others."""
        units = [unit for unit in ask.options if unit is not None and unit not in done]
        units.sort(key=lambda unit: (self.picture.nearest(hex_of(self.state, unit)), unit))
        for unit in units:
            if self.next_step(unit, steps(self.table, unit)) is not None:
                return unit
            done.add(unit)
        return None

    def step(self, ask: TakeStep) -> Step | None:
        return self.next_step(ask.unit, [step for step in ask.options if step is not None])

    def next_step(self, unit: int, options: Sequence[Step]) -> Step | None:
        """An attack that promises much, the way off the map, getting off, or one hex on."""
        attack = self._attack(unit, options)
        if attack is not None:
            return attack
        hex, goals = hex_of(self.state, unit), self.picture.goals(unit)
        for step in options:
            if step.leaves and hex in goals and goals <= self.picture.exits:
                return step
        off = next(
            (step for step in options if not (step.way or step.attack or step.leaves) and step.carrier < 0),
            None,
        )
        if off is not None:
            return off if self._alights(unit, hex, goals) else None
        return self._onward(unit, hex, goals, options)

    def _alights(self, unit: int, hex: int, goals: frozenset[int]) -> bool:
        """Passengers get off where there is fire, or where they are to go."""
        if not goals or hex in goals:
            return True
        return (
            self.picture.danger(unit, hex) > 0 or self.picture.way(goals, self.scene.types[unit])[hex] < NEAR
        )

    def _onward(self, unit: int, hex: int, goals: frozenset[int], options: Sequence[Step]) -> Step | None:
        """The next hex of the cheapest way; whoever is not on the map comes on."""
        kind = self.scene.types[unit]
        if kind.category == "carrier" and hex >= 0 and not aboard(self.state, unit):
            return None
        goals = goals or self.picture.wanted or self.picture.kept
        if not goals:
            return None
        way = self.picture.way(goals, kind, self.picture.limits(unit))
        ways = [
            (way[step.way.hex] + self._crowd(step.way.hex, unit, goals), place, step)
            for place, step in enumerate(options)
            if step.way is not None
        ]
        best = min(ways, default=None, key=lambda one: one[:2])
        if best is None or best[0] >= FAR:
            return None
        if hex < 0:
            return best[2]
        if not self.picture.goals(unit) or hex in goals:
            return None
        assert best[2].way is not None, "only ways are weighed"
        return best[2] if way[best[2].way.hex] < way[hex] - GAIN else None

    def _crowd(self, hex: int, unit: int, goals: frozenset[int]) -> float:
        """What friends in a hex count for against it, where nobody is ordered to be."""
        return 0.0 if hex in goals else CROWD * min(2, self.picture.friends(hex, unit))

    # -- attacks

    def _attack(self, unit: int, options: Sequence[Step]) -> Step | None:
        """An assault with odds enough, or a drive over the helpless."""
        found = []
        for step in options:
            if step.attack is None or step.attack.hex < 0:
                continue
            odds = self.ratio(unit, step.attack)
            least = ODDS if step.attack.deed == ASSAULT else 3 * ODDS
            if odds >= least and (step.attack.deed != OVERRUN or self.picture.weak(step.attack.hex)):
                found.append((odds, -step.attack.hex, step))
        return max(found, key=lambda one: one[:2])[2] if found else None

    def ratio(self, unit: int, attack: Attack) -> float:
        """The firepower that can go in to that which meets it there."""
        own = [unit, *JoinAttack(self.table, unit, attack).options]
        return self._power(own, attack.hex) / max(
            1.0, self._power(self.picture.by_hex.get(attack.hex, ()), attack.hex)
        )

    def _power(self, units: Sequence[int], hex: int) -> float:
        """What units fire with at close quarters; pinned ones half, the paralyzed hardly."""
        found = 0.0
        for unit in units:
            if self.scene.types[unit].firer == "-":
                continue
            part = 0.1 if has(self.state, unit, PARALYZED) else 1.0
            found += part * float(strength(firer(self.table, unit, hex)._replace(distance=0)))
        return found

    def joins(self, ask: JoinAttack) -> tuple[int, ...]:
        return tuple(ask.options)

    def stands(self, ask: FightOrFlee) -> str:
        """Defenders fight unless they are all pinned and outnumbered."""
        own = stack(self.state, ask.hex, self.side)
        pinned = all(has(self.state, unit, SUPPRESSED | PARALYZED) for unit in own)
        return FLEE if pinned and ask.hex not in self.picture.kept else FIGHT

    def goes_on(self, ask: GoOn) -> str:
        """Attackers go on while they are not too few."""
        hex = self.state.hexes[self.state.moving] if self.state.moving != NOBODY else NOBODY
        own = stack(self.state, hex, self.side) if hex >= 0 else []
        foes = self.picture.by_hex.get(hex, ())
        enough = self._power(own, hex) >= DESPERATE * self._power(foes, hex) if hex >= 0 else True
        return ask.options[0] if enough else ask.options[1]

    # -- going back

    def retreat(self, options: Sequence[int], unit: int) -> int:
        """The hex with the least danger; never off the map if it can be helped."""

        def risk(hex: int) -> tuple[bool, float, int]:
            return (
                hex == OFF_THE_MAP,
                0.0 if hex < 0 else self.picture.danger(unit, hex) + self.picture.cover(hex),
                hex,
            )

        return min(options, key=risk)

    def drive_away(self, ask: DriveAway) -> int | None:
        """Out of the assault by the safest hex, and on to where nobody fires."""
        hexes = [hex for hex in ask.options if hex is not None]
        here = self.state.hexes[ask.unit]
        if not hexes or (
            None in ask.options and here != ask.hex and self.picture.danger(ask.unit, here) == 0
        ):
            return None
        return self.retreat(hexes, ask.unit)
