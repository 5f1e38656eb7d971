"""What Opportunity Fire leaves to the owner: at whom of several, and who fires first [8.52] [8.23]."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from sandtable.engine import Choose, Odds, Option
from sandtable.games.tank.direct_fire import Shot, reckon
from sandtable.games.tank.fire_odds import DESTROYED
from sandtable.games.tank.state import Play


class Trigger(NamedTuple):
    """A unit that comes into a line of fire: in which hex it is met, facing which way, and how far off.

    Who goes `over` a hexside on the line is met in the hex that it leaves, before any that it enters.
    """

    unit: int
    hex: int
    facing: int
    distance: int
    friend: bool = False
    over: bool = False


class Shots(NamedTuple):
    """A unit with Opportunity Fire, and the first that came into its line."""

    firer: int
    trigger: Trigger

    def odds(self, table: Play) -> Odds | None:
        """The odds of this shot, if it can be an attack."""
        met = self.trigger
        shot = Shot(met.hex, met.facing, True)
        return reckon(table.scene, table.state, [self.firer], met.unit, shot).odds

    def chance(self, table: Play) -> Fraction:
        odds = self.odds(table)
        return odds.chance(DESTROYED) if odds else Fraction(0)

    def option(self, table: Play, key: str) -> Option:
        """The shot as something to choose."""
        met, scene, odds = self.trigger, table.scene, self.odds(table)
        firer, target, hex = scene.units[self.firer], scene.units[met.unit], scene.hex_name(met.hex)
        chance = None if odds is None else odds.chance(DESTROYED)
        kind = scene.weapons[met.unit].kind
        return Option(
            key, f"{firer} fires at {target} in {hex}", chance, firer, target, kind, hex, met.distance
        )


class PickFirst(Choose[int | None]):
    """Which of several enemies, as early and as near, is fired at; or the likeliest kill [8.52] [8.84]."""

    table: Play
    name, case, options_are, window = "first-in-line", "8.52", "units", True

    def __init__(self, table: Play, side: int, unit: int, triggers: Sequence[Trigger]) -> None:
        super().__init__(table, side, unit)
        self.shots = {trigger.unit: Shots(unit, trigger) for trigger in triggers}

    def question(self) -> str:
        return f"At which of these does {self.table.scene.units[self.unit]} fire?"

    def offer(self) -> Sequence[int | None]:
        return [None, *self.shots]

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "The likeliest to be destroyed")
        return self.shots[option].option(self.table, self.key(option))

    def odds(self, option: int | None) -> Odds | None:
        return None if option is None else self.shots[option].odds(self.table)

    def settled(self, picked: int | None) -> Trigger:
        """The one that is fired at; if none was picked the likeliest kill, or of several the first named."""
        if picked is not None:
            return self.shots[picked].trigger
        return max(self.shots.values(), key=lambda shot: shot.chance(self.table)).trigger


class PickFirer(Choose[int | None]):
    """Which of several units fires first at a vehicle that all have in their line; or the nearest [8.23]."""

    table: Play
    name, case, options_are, window = "fires-first", "8.23", "units", True

    def __init__(self, table: Play, side: int, unit: int, shots: Sequence[Shots]) -> None:
        super().__init__(table, side, unit)
        self.shots = {shot.firer: shot for shot in shots}

    def question(self) -> str:
        return f"Who fires first at {self.table.scene.units[self.unit]}?"

    def offer(self) -> Sequence[int | None]:
        return [None, *self.shots]

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "The nearest first")
        return self.shots[option].option(self.table, self.key(option))

    def odds(self, option: int | None) -> Odds | None:
        return None if option is None else self.shots[option].odds(self.table)
