"""The questions about fire: who fires at whom with what, in each of its classes [9.3]."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.engine import Choose, Odds, Option, Refusal, Unknown
from sandtable.games.rdf.air_defence import (
    ENEMY_INDIRECT,
    ENEMY_MOVEMENT,
    OWN_MOVEMENT,
    defence_odds,
    defences,
)
from sandtable.games.rdf.bars import why_not_fire
from sandtable.games.rdf.counters import TARGETS
from sandtable.games.rdf.fire import (
    AIR_DEFENCE,
    BESIDE,
    FINAL,
    HASTY_FIRE,
    LEAVING,
    OPPORTUNITY,
    OVERWATCH,
    ROUND,
    Shot,
    all_ready,
    may_hasty,
    may_overwatch,
    odds,
    shots,
)
from sandtable.games.rdf.scene import Play

_IN_THE_AIR = {AIR_DEFENCE: "air defence", BESIDE: "from beside it"}
_WAYS = {words: weapon for weapon, words in _IN_THE_AIR.items()}


def shot_key(table: Play, shot: Shot) -> str:
    """A shot as players name it, such as "US 1/1 M-60 at USSR 2/1 T-72, class 2"."""
    names, way = table.scene.units, _IN_THE_AIR.get(shot.weapon, f"class {shot.weapon}")
    return f"{names[shot.firer]} at {names[shot.target]}, {way}"


def shot_named(table: Play, key: str) -> Shot:
    """The shot of this name; Unknown if it is none."""
    pair, _, way = key.rpartition(", ")
    firer, _, target = pair.partition(" at ")
    number = way.removeprefix("class ")
    weapon = _WAYS.get(way) or (int(number) if number.isdecimal() else 0)
    if not pair or not weapon:
        raise Unknown("shot", key)
    return Shot(table.scene.unit(firer), table.scene.unit(target), weapon)


class FireAsk(Choose[Shot | None]):
    """Which shot is fired next, or none."""

    __slots__ = ("new_height",)
    table: Play
    fire: ClassVar[int]
    air: ClassVar[int] = ENEMY_MOVEMENT

    def __init__(self, table: Play, side: int, new_height: bool = False) -> None:
        super().__init__(table, side)
        self.new_height = new_height

    def found(self, public: bool = False) -> Iterator[Shot]:
        """Every shot that may be declared; by what is public, or by what the side knows."""
        raise NotImplementedError

    def possible(self) -> bool:
        """Is there any shot, as far as everybody can tell?"""
        return next(self.found(True), None) is not None

    def could(self) -> bool:
        """Is there any shot, as far as the side knows?"""
        return next(self.found(), None) is not None

    def might_answer(self) -> bool:
        return self.possible()

    def offer(self) -> Sequence[Shot | None]:
        return [None, *self.found()]

    def key(self, option: Shot | None) -> str:
        return "pass" if option is None else shot_key(self.table, option)

    def odds(self, option: Shot | None) -> Odds | None:
        if option is None:
            return None
        if option.weapon in _IN_THE_AIR:
            return defence_odds(self.table, option)
        return odds(self.table, option, self.fire_of(option), self.new_height, to=self.side)

    def fire_of(self, shot: Shot) -> int:
        """The class of fire that a shot of this ask belongs to."""
        return self.fire

    def describe(self, option: Shot | None) -> Option:
        if option is None:
            return Option("pass", "Hold fire")
        scene, state = self.table.scene, self.table.state
        chances, key = self.odds(option), self.key(option)
        assert chances is not None
        chance = chances.chance("hit", "destroyed")
        hex = state.hexes[option.firer]
        distance = scene.measure.row(hex)[state.hexes[option.target]]
        kind, names = TARGETS[scene.row[option.target]], scene.units
        firer, target = names[option.firer], names[option.target]
        return Option(key, key, chance, firer, target, kind, scene.hex_name(hex), distance)

    def why_not(self, key: str) -> Refusal:
        shot = shot_named(self.table, key)
        if self.table.state.side[shot.firer] != self.side:
            return Refusal(self.case, f"{self.table.scene.units[shot.firer]} is not of this side")
        found = why_not_fire(self.table, shot, self.fire_of(shot), self.air)
        return found or Refusal(self.case, self.otherwise(shot))

    def otherwise(self, shot: Shot) -> str:
        """Why a shot that nothing else forbids is not one of this ask."""
        return f"{self.table.scene.units[shot.target]} may not be fired at now"


class OpportunityFire(FireAsk):
    """Opportunity fire and air defence at units that have just moved or fired [9.32] [14.31]."""

    __slots__ = ("exposed", "within")
    name, case, window, fire = "opportunity-fire", "9.32", True, OPPORTUNITY

    def __init__(
        self, table: Play, side: int, exposed: Sequence[int], new_height: bool, within: int | None
    ) -> None:
        super().__init__(table, side, new_height)
        self.exposed = exposed
        self.within = within

    def question(self) -> str:
        names = [self.table.scene.units[unit] for unit in self.exposed]
        return f"Who fires at {' or '.join(names)}?"

    def found(self, public: bool = False) -> Iterator[Shot]:
        state, own = self.table.state, self.table.scene.own[self.side]
        firers = all_ready(state, own)
        if self.within is not None:
            firers = [unit for unit in firers if state.hexes[unit] == self.within]
        yield from shots(self.table, firers, self.exposed, public)
        yield from defences(self.table, own, self.exposed, ENEMY_MOVEMENT)

    def otherwise(self, shot: Shot) -> str:
        return f"{self.table.scene.units[shot.target]} has neither moved nor fired just now"


class ReturnFire(FireAsk):
    """Hasty fire of the movers, overwatch at those who fired, and air defence [9.31] [9.33] [14.31]."""

    __slots__ = ("fired", "moving", "segments", "within")
    name, case, window, fire, air = "return-fire", "9.33", True, OVERWATCH, OWN_MOVEMENT

    def __init__(
        self,
        table: Play,
        side: int,
        moving: Sequence[int] | None,
        fired: Sequence[int],
        within: int | None,
    ) -> None:
        super().__init__(table, side)
        self.moving = moving or ()
        self.segments = moving is not None
        self.fired = fired
        self.within = within

    def question(self) -> str:
        return f"Who of {self.table.scene.sides[self.side]} fires back?"

    def fire_of(self, shot: Shot) -> int:
        return HASTY_FIRE if shot.firer in self.moving else OVERWATCH

    def found(self, public: bool = False) -> Iterator[Shot]:
        table, state, scene = self.table, self.table.state, self.table.scene
        own, foes = scene.own[self.side], scene.foes[self.side]
        hasty = [unit for unit in self.moving if may_hasty(table, unit)]
        here = foes if self.within is None else [unit for unit in foes if state.hexes[unit] == self.within]
        yield from shots(table, hasty, here, public)
        if self.fired:
            watching = [unit for unit in own if unit not in self.moving and may_overwatch(state, unit)]
            yield from shots(table, watching, self.fired, public)
        if self.segments:
            yield from defences(table, own, scene.flying_foes[self.side], OWN_MOVEMENT)

    def otherwise(self, shot: Shot) -> str:
        return f"{self.table.scene.units[shot.target]} has not just made opportunity fire"


class HastyFire(FireAsk):
    """Hasty fire on the mover's own initiative [9.31]."""

    __slots__ = ("moving",)
    name, case, fire, air = "hasty-fire", "9.31", HASTY_FIRE, OWN_MOVEMENT

    def __init__(self, table: Play, side: int, moving: Sequence[int]) -> None:
        super().__init__(table, side)
        self.moving = moving

    def found(self, public: bool = False) -> Iterator[Shot]:
        firers = [unit for unit in self.moving if may_hasty(self.table, unit)]
        if not firers:
            return
        yield from shots(self.table, firers, self.table.scene.foes[self.side], public)

    def otherwise(self, shot: Shot) -> str:
        return f"{self.table.scene.units[shot.firer]} is not moving now"


class OwnAirDefence(FireAsk):
    """Air defence in the own Movement Segments, at any helicopter in reach [14.31]."""

    __slots__ = ()
    name, case, window, air = "air-defence", "14.31", True, OWN_MOVEMENT

    def found(self, public: bool = False) -> Iterator[Shot]:
        scene = self.table.scene
        yield from defences(self.table, scene.own[self.side], scene.flying_foes[self.side], OWN_MOVEMENT)


class HelicopterFired(FireAsk):
    """Air defence at a helicopter that has just fired indirectly [14.31]."""

    __slots__ = ()
    name, case, window, air = "helicopter-fired", "14.31", True, ENEMY_INDIRECT

    def __init__(self, table: Play, side: int, unit: int) -> None:
        super().__init__(table, side)
        self.unit = unit

    def found(self, public: bool = False) -> Iterator[Shot]:
        yield from defences(self.table, self.table.scene.own[self.side], [self.unit], ENEMY_INDIRECT)


class FinalFire(FireAsk):
    """Final fire: active units that have not fired, at any enemy in sight [9.34]."""

    __slots__ = ()
    name, case, resumable, fire = "final-fire", "9.34", True, FINAL

    def found(self, public: bool = False) -> Iterator[Shot]:
        state, scene = self.table.state, self.table.scene
        firers = all_ready(state, scene.own[self.side])
        yield from shots(self.table, firers, scene.foes[self.side], public)


class AssaultFire(FireAsk):
    """Fire within one hex: in a round, or at those who withdraw [10.0] [10.24]."""

    __slots__ = ("firers", "targets")
    window = True

    def __init__(self, table: Play, side: int, firers: Sequence[int], targets: Sequence[int]) -> None:
        super().__init__(table, side)
        self.firers = firers
        self.targets = targets

    def found(self, public: bool = False) -> Iterator[Shot]:
        yield from shots(self.table, self.firers, self.targets, public)


class RoundFire(AssaultFire):
    """Who fires in this round [10.24] [10.26]."""

    __slots__ = ()
    name, case, fire = "round-fire", "10.24", ROUND

    def otherwise(self, shot: Shot) -> str:
        return f"{self.table.scene.units[shot.firer]} has no shot left in this round"


class LeavingFire(AssaultFire):
    """Who fires at those who withdraw [10.0]."""

    __slots__ = ("count",)
    name, case, fire = "leaving-fire", "10.25", LEAVING

    def __init__(
        self, table: Play, side: int, firers: Sequence[int], targets: Sequence[int], count: int
    ) -> None:
        super().__init__(table, side, firers, targets)
        self.count = count

    def odds(self, option: Shot | None) -> Odds | None:
        if option is None:
            return None
        return odds(self.table, option, LEAVING, leaving=self.count, to=self.side)
