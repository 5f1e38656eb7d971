"""How an opponent flies helicopters: low from cover to a hex to fire from, and back into cover [14.2]."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sandtable.boards import Going
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.outlook import Outlook, Worth
from sandtable.games.rdf.state import FIRED, INACTIVE
from sandtable.games.rdf.station import Station

LEAST_GAIN = 0.6
"""What a sortie has to win at least, in victory points, as there are few missiles."""
SEEN = 0.25
"""What it costs to be seen by an enemy at rest, who may call fire on the hex."""
LOOKED_AT = 8
"""So many places to fire from are looked at closely."""
RISK = 1.5
"""A danger, in victory points, into which no helicopter flies; one shot in six at it is 2."""
FOLLOW = 3.0
"""What a whole move after the own force is worth."""
BEYOND = 300.0


class Sortie(NamedTuple):
    """The way to the hex to fire from, and the way from there into cover; without the second nobody fires."""

    out: list[int]
    back: list[int]


class Flight:
    """One helicopter as its segment begins."""

    def __init__(self, outlook: Outlook, station: Station, unit: int, way: Worth) -> None:
        self.outlook, self.unit, self.way = outlook, unit, way
        self.scene, self.view = outlook.scene, outlook.view
        self.start = self.view.hexes[unit]
        self.points = station.points(unit)
        self.beyond = station.beyond(unit, outlook.formation)

    def sortie(self) -> Sortie:
        """Out to fire and back into cover, if that wins more than it risks; else on in cover [9.31]."""
        found = max(self._attacks(), key=lambda one: one[0], default=(0.0, Sortie([], [])))
        return found[1] if found[0] > 0 else Sortie(self.onwards(), [])

    @cached_property
    def going(self) -> Going:
        return self.scene.ground.going[self.scene.movers[self.unit][self.view.altitude[self.unit]]]

    @cached_property
    def closed(self) -> set[int]:
        """Where it does not fly: enemies, what the formation forbids, and what air defence covers."""
        covered = np.flatnonzero(self.danger >= RISK).tolist()
        return {*self.outlook.closed(), *covered} - {self.start}

    @cached_property
    def danger(self) -> Worth:
        """What air defence and men close by may cost in each hex, in victory points [14.3] [14.38]."""
        return self.outlook.flak(self.view.types[self.unit])

    @cached_property
    def exposure(self) -> Worth:
        """What it costs to end the flight in each hex."""
        return self.danger + SEEN * self.outlook.watchers + BEYOND * self.beyond

    # ---- attacks

    def _attacks(self) -> Iterator[tuple[float, Sortie]]:
        """Sorties with half the allowance, and what each wins beyond what it risks [9.31] [14.22]."""
        half = self.points - self.scene.allowance[self.unit] // 2
        weapons = self.weapons
        if half <= 0 or not weapons or self.view.flags[self.unit] & (INACTIVE | FIRED):
            return
        reached = self.going.reach(self.start, half, self.closed)
        hexes = np.fromiter(reached, np.int64)
        gain = self.outlook.promise(weapons, 1, self.view.altitude[self.unit])[hexes]
        worth = np.where(gain >= LEAST_GAIN, gain - self.danger[hexes], -np.inf)
        for place in np.argsort(-worth, kind="stable")[:LOOKED_AT]:
            if worth[place] > 0:
                hex = int(hexes[place])
                yield self._attack(hex, float(gain[place]), half - reached[hex], reached)

    def _attack(self, hex: int, gain: float, left: int, reached: dict[int, int]) -> tuple[float, Sortie]:
        """A sortie to one hex to fire from, with the points left to come back into cover."""
        out = self.going.path_to(hex, reached)
        home = self.going.reach(hex, left, self.closed)
        cover = min(home, key=lambda one: (self.exposure[one], home[one], one))
        back = self.going.path_to(cover, home)
        risk = float(max(self.danger[[*out, *back]]))
        return gain - risk - float(self.exposure[cover]), Sortie(out, back)

    @cached_property
    def weapons(self) -> tuple[int, ...]:
        """The weapons with shots left [14.27]."""
        used, most = self.view.shots[self.unit], COUNTERS[self.view.types[self.unit]].shots
        weapons = self.scene.weapons[self.unit]
        return tuple([weapon for n, weapon in enumerate(weapons) if used >> 4 * n & 15 < most])

    # ---- on with the force

    def onwards(self) -> list[int]:
        """The way to a hex in cover, the nearer to where the force goes the better."""
        reached = self.going.reach(self.start, self.points, self.closed)
        hexes = np.fromiter(reached, np.int64)
        allowance = max(self.scene.allowance[self.unit], 1)
        worth = -self.exposure[hexes] - self.way[hexes] * (FOLLOW / allowance)
        best = int(hexes[int(worth.argmax())])
        return self.going.path_to(best, reached)
