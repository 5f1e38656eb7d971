"""How the opponent fires: every shot is weighed by the odds that will be rolled [8.0]."""

from collections.abc import Sequence

from sandtable.engine import Odds
from sandtable.games.tcs.area_odds import DESTROYED, loss
from sandtable.games.tcs.bodies import in_hex, is_area_target
from sandtable.games.tcs.bot_picture import Picture
from sandtable.games.tcs.close_combat import FireInside
from sandtable.games.tcs.direct import area_roll, fire_at, odds_of
from sandtable.games.tcs.direct_asks import PASS, Declare, NameTarget
from sandtable.games.tcs.morale_odds import CHOICE, PARALYZED, RETREAT, SUPPRESSED, SURRENDER, result_of
from sandtable.games.tcs.overwatch import OverwatchFire
from sandtable.games.tcs.shots import AREA, CLOSE, POINT, SEGMENT, Shot, shots
from sandtable.games.tcs.state import OVERWATCHED, has

PINS = {SUPPRESSED: 0.7, CHOICE: 0.9, RETREAT: 1.2, PARALYZED: 2.0, SURRENDER: 4.0}
"""What a result of morale is worth, in steps."""
TANK, VEHICLE = 5.0, 2.5
"""What a tank and another vehicle or gun are worth in steps."""
TRIFLE = 0.05
"""Fire that promises less is not worth its marker in overwatch."""


class Gunnery:
    """Chooses targets and firers for one side."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.table, self.side = picture, picture.table, picture.side

    # -- the Direct Fire Segment

    def target(self, ask: NameTarget) -> int:
        """The hex at which most can be done now, or none."""
        hexes = [hex for hex in ask.options if hex >= 0]
        worth = [(self._promise(hex), hex) for hex in hexes]
        best = max(worth, default=(0.0, PASS), key=lambda one: (one[0], -one[1]))
        return best[1] if best[0] > 0 else PASS

    def _promise(self, hex: int) -> float:
        chosen = self.chosen(shots(self.table, self.side, hex, SEGMENT))
        return self.worth(hex, chosen) * (1.5 if hex in self.picture.wanted else 1.0)

    def declared(self, ask: Declare) -> tuple[Shot, ...]:
        """All who do best by firing at the hex that was named; at least one of them."""
        options = ask.options
        return self.chosen(options) or tuple(options[:1])

    def chosen(self, options: Sequence[Shot]) -> tuple[Shot, ...]:
        """Of each unit its best way to fire, one target of point fire for all, and every AT roll."""
        found = [shot for shot in options if shot.way == CLOSE]
        aimed: dict[int, float] = {}
        for shot in options:
            if shot.way == POINT:
                aimed[shot.target] = aimed.get(shot.target, 0.0) + self.chance(shot)
        victim = max(aimed, key=lambda one: (aimed[one], -one), default=-1)
        for unit in dict.fromkeys(shot.firer for shot in options):
            own = [
                shot
                for shot in options
                if shot.firer == unit and (shot.way == AREA or (shot.way == POINT and shot.target == victim))
            ]
            worth = [(self.single(shot), -place, shot) for place, shot in enumerate(own)]
            best = max(worth, default=None, key=lambda one: one[:2])
            if best is not None and best[0] > 0:
                found.append(best[2])
        return tuple(found)

    # -- at movers, and at close quarters

    def overwatch(self, ask: OverwatchFire) -> tuple[Shot, ...]:
        """Each unit's best shot, if it promises anything; those already marked try their luck."""
        found = []
        for unit in dict.fromkeys(shot.firer for shot in ask.options):
            own = [shot for shot in ask.options if shot.firer == unit]
            best = max(own, key=self.single)
            marked = has(self.table.state, unit, OVERWATCHED)
            if self.single(best) > (0 if marked else TRIFLE):
                found.append(best)
        return tuple(found)

    def inside(self, ask: FireInside) -> tuple[Shot, ...]:
        """Everybody, with all he has."""
        found = [shot for shot in ask.options if shot.way == CLOSE]
        for unit in dict.fromkeys(shot.firer for shot in ask.options):
            own = [shot for shot in ask.options if shot.firer == unit and shot.way != CLOSE]
            if own:
                found.append(max(own, key=self.single))
        return tuple(found)

    # -- what a shot is worth

    def worth(self, hex: int, declared: Sequence[Shot]) -> float:
        """What a declared fire promises in all, in steps."""
        firers = [shot.firer for shot in declared if shot.way == AREA]
        aimed = sum(self.single(shot) for shot in declared if shot.way != AREA)
        return self._area(firers, hex) + aimed

    def single(self, shot: Shot) -> float:
        """What one unit's shot promises by itself."""
        if shot.way == AREA:
            return self._area([shot.firer], shot.hex)
        return self.chance(shot) * self._value(shot.target)

    def chance(self, shot: Shot) -> float:
        odds = odds_of(self.table, shot, to=self.side)
        return float(odds.chance(DESTROYED)) if odds else 0.0

    def _value(self, unit: int) -> float:
        return TANK if self.picture.scene.types[unit].tank else VEHICLE

    def _area(self, firers: Sequence[int], hex: int) -> float:
        if not firers:
            return 0.0
        foes = [foe for foe in in_hex(self.table, hex, 1 - self.side) if is_area_target(self.table, foe)]
        fire = fire_at(self.table, firers)
        return sum(
            damage(area_roll(self.table, firers, hex, foe, fire, self.side), self._left(foe)) for foe in foes
        )

    def _left(self, unit: int) -> int:
        return self.picture.scene.types[unit].steps - self.picture.state.lost[unit]


def damage(odds: Odds, left: int) -> float:
    """What a roll of area fire does to a unit with so many steps left, on the average."""
    found = 0.0
    for word, chance in odds.chances().items():
        end = result_of(word)
        steps = left if end == DESTROYED else loss(word).steps
        found += float(chance) * (steps + PINS.get(end, 0.0))
    return found
