"""How an opponent uses artillery, smoke and air strikes: where each does most."""

from collections.abc import Iterable, Iterator

from sandtable.games.rdf.air import AIR_STRIKE
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.counters import COUNTERS, has_thermal
from sandtable.games.rdf.indirect import AGAIN, SMOKE, AimMission, Mission, PickMission
from sandtable.games.rdf.indirect_odds import can_reach, effectiveness, impact
from sandtable.games.rdf.manoeuvre import Manoeuvre
from sandtable.games.rdf.outlook import Outlook, best_by_range

WORTHWHILE = 0.2
"""The least that a mission has to win, in victory points; half a platoon's step or so."""
WORTH_A_STRIKE = 1.0
FORGONE = 0.5
"""How much of the own shots into a hex smoke there costs."""
CROSSING = 0.3
"""How much of the fire at those who are about to cross open ground smoke is credited with."""
PINNED = 0.2
"""What it is worth to suppress a unit, as a part of one of its steps."""


class Bombardment:
    """The indirect fire of one side as it looks at one moment."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.scene, self.view, self.side = outlook.scene, outlook.view, outlook.side
        self.manoeuvre = Manoeuvre(outlook)
        self.crossings: dict[int, list[int]] = {}

    # ---- which mission

    def mission(self, ask: PickMission, tried: Iterable[Mission]) -> Mission | None:
        """The mission that promises most, if it is worth its ammunition; none is picked twice in vain."""
        offered = [one for one in ask.options if one is not None and one not in tried]
        ranked = [(self._promise(ask, one), -n, one) for n, one in enumerate(offered)]
        best = max(ranked, default=(0.0, 0, None))
        return best[-1] if best[0] > 0 else None

    def _promise(self, ask: PickMission, mission: Mission) -> float:
        """What a mission may win; 0 if that is not enough."""
        if mission.what == AIR_STRIKE:
            return _enough(self.strike()[0], WORTH_A_STRIKE)
        if mission.what == AGAIN:
            hex = self.scene.hex(ask.describe(mission).hex)
            return _enough(self.harvest(self._column(mission.unit), hex), WORTHWHILE)
        return _enough(self.aim(mission.unit, mission.what == SMOKE)[0], WORTHWHILE)

    def _column(self, unit: int) -> str:
        return COUNTERS[self.view.types[unit]].indirect

    # ---- at which hex

    def aim(self, unit: int, smoke: bool, among: Iterable[int] | None = None) -> tuple[float, int]:
        """The best hex for a mission of a unit and what it may win, of those it may be fired at."""
        chance = float(effectiveness(smoke).chance("effective"))
        hexes = self._spotted(unit) if among is None else among
        found = [((self.relief(hex) if smoke else self._shells(unit, hex)) * chance, hex) for hex in hexes]
        return max(found, default=(0.0, -1))

    def aimed(self, ask: AimMission) -> int | None:
        """The hex to aim at, or that the mission is let go."""
        offered = {hex for hex in ask.options if hex is not None}
        among = [hex for hex in self.outlook.grounded if hex in offered]
        won, hex = self.aim(ask.unit, ask.smoke, among)
        return hex if won > 0 else None

    def _spotted(self, unit: int) -> Iterator[int]:
        """The hexes with enemies within a unit's reach that somebody sees, as far as smoke lets him."""
        distances, kind = self.scene.measure.row(self.view.hexes[unit]), self.view.types[unit]
        eyes = [units[0] for units in self.outlook.friends.values() if not self.view.suppressed[units[0]]]
        for hex in self.outlook.grounded:
            if can_reach(kind, distances[hex]) and any(self.outlook.seen(eye)[hex] for eye in eyes):
                yield hex

    def _shells(self, unit: int, hex: int) -> float:
        return self.harvest(self._column(unit), hex)

    def harvest(self, column: str, hex: int) -> float:
        """What shells may win in a hex; own losses count twice [8.5]."""
        won = sum(self._harm(column, unit) for unit in self.outlook.grounded.get(hex, ()))
        lost = sum(self._harm(column, unit) for unit in self.outlook.friends.get(hex, ()))
        return won - 2 * lost

    def _harm(self, column: str, unit: int) -> float:
        """What an effective mission does to a unit, in victory points."""
        covered = self.scene.ground.cover[self.view.hexes[unit]] > 0
        odds = impact(column, self.scene.row[unit], covered)
        harm = odds.chance("hit") + odds.chance("suppressed") * PINNED
        return self.outlook.worth(unit) * float(harm)

    def relief(self, hex: int) -> float:
        """What smoke may save in a hex: the fire of enemies there that ours cannot answer [8.41] [8.42]."""
        if any(mark.hex == hex and mark.smoke for mark in self.view.marks):
            return 0.0
        saved = sum(
            max(self._duel(enemy)) for enemy in self.outlook.grounded.get(hex, ()) if self._blinded(enemy)
        )
        return saved - FORGONE * self._shots_at(hex) if saved else 0.0

    def _shots_at(self, hex: int) -> float:
        """What the own units that see into a hex may win there by their next shots."""
        enemies, found = self.outlook.grounded[hex], 0.0
        for units in self.outlook.friends.values():
            if self.outlook.seen(units[0])[hex]:
                distance = self.scene.measure.row(hex)[self.view.hexes[units[0]]]
                found += sum(max(self._blow(unit, enemy, distance) for enemy in enemies) for unit in units)
        return found

    def _blinded(self, enemy: int) -> bool:
        """Does smoke hinder it: has it a weapon, and no thermal imaging by itself?"""
        return bool(self.scene.weapons[enemy]) and not has_thermal(self.view.types[enemy], False)

    def _duel(self, enemy: int) -> Iterator[float]:
        """For each own unit it sees, here or further on, what it may take more than it may lose."""
        yield 0.0
        sight, distances = self.outlook.seen(enemy), self.scene.measure.row(self.view.hexes[enemy])
        for hex, units in self.outlook.friends.items():
            for unit in units if sight[hex] else ():
                taken = self._blow(enemy, unit, distances[hex])
                given = self._blow(unit, enemy, distances[hex])
                yield (taken - 2 * given) / 2
            for unit in units:
                fire = [self._blow(enemy, unit, distances[one]) for one in self._crossed(unit) if sight[one]]
                yield CROSSING * max(fire, default=0.0)

    def _crossed(self, unit: int) -> list[int]:
        """The hexes that the unit is about to cross on its way, where it cannot fire back well."""
        found = self.crossings.get(unit)
        if found is None:
            found = self.crossings[unit] = self.manoeuvre.ahead(unit)
        return found

    def _blow(self, firer: int, target: int, distance: int) -> float:
        """What one shot of a unit at another may win."""
        weapons, outlook = self.scene.weapons[firer], self.outlook
        chances = best_by_range(weapons, self.scene.row[target], outlook.steps(firer))
        return float(chances[distance]) * outlook.worth(target)

    # ---- air strikes

    def strike(self) -> tuple[float, int, int]:
        """The best air strike: what it may win, its first hex, and the hexside it flies on over [14.1]."""
        column = CHARTS.air_strike.column
        harvests = {hex: self.harvest(column, hex) for hex in [*self.outlook.grounded, *self.outlook.friends]}
        starts = {first for hex in self.outlook.grounded for first in (hex, *self.scene.near[hex])}
        found = [
            (sum(harvests.get(one, 0.0) for one in self.lane(hex, side)), hex, side)
            for hex in sorted(starts)
            for side in range(6)
        ]
        return max(found, default=(0.0, -1, 0))

    def lane(self, hex: int, side: int) -> list[int]:
        """The hexes of a strike that flies on over this hexside [14.1]."""
        hexes, around = [hex], self.scene.board.neighbours
        while len(hexes) < CHARTS.air_strike.hexes and (far := around[hexes[-1] * 6 + side]) >= 0:
            hexes.append(far)
        return hexes

    def onwards(self, hex: int) -> int:
        """The hexside over which a strike that comes to this hex flies on best."""
        column = CHARTS.air_strike.column
        won = [sum(self.harvest(column, one) for one in self.lane(hex, side)) for side in range(6)]
        return won.index(max(won))


def _enough(won: float, least: float) -> float:
    return won if won >= least else 0.0
