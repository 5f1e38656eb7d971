"""The ground as it lies in the middle of a game, under its smoke and with its rubble [9.7] [11.1]."""

from collections.abc import Sequence
from functools import lru_cache

from sandtable.games.raid.charts import CHARTS, Effect
from sandtable.games.raid.country import effects, hexes_in, row_of
from sandtable.games.raid.ground import NO_WAY, Ground
from sandtable.games.raid.sight import behind
from sandtable.games.raid.state import Smoke
from sandtable.hexes import Hex, area


class Field:
    """Rows of the terrain effects chart, prices, Buildings and lines of sight as they are now."""

    def __init__(self, ground: Ground, smoke: tuple[Smoke, ...], rubble: tuple[int, ...]) -> None:
        self.ground = ground
        self.rubble = sum(1 << hex for hex in dict.fromkeys(rubble))
        self.smoke = _covered(ground, smoke)
        self.bare = effects(ground.board, 0, self.rubble) if rubble else ground.effects
        self.effects: list[Effect] = (
            effects(ground.board, self.smoke, self.rubble) if smoke or rubble else ground.effects
        )
        """By hex, smoke and all; `bare` is without smoke."""
        self._saved = sum(ground.effects[hex].op > 1 for hex in hexes_in(self.smoke & ~self._tall()))
        """By how many points smoke can make a line cheaper: looked over it costs 1, scrub 2 [6.25]."""
        self.on_foot = self._prices(ground.on_foot, vehicles=False)
        self.on_wheels = self._prices(ground.on_wheels, vehicles=True)
        self.building = ground.buildings(self.rubble) if rubble else ground.building
        self._changed = hexes_in(self.smoke | self.rubble)
        self.seen = lru_cache(maxsize=1 << 13)(self._seen)
        self.screened = lru_cache(maxsize=1 << 13)(self._screened)

    def terrain(self, hex: int, smoke: bool = True) -> str:
        """The row of the chart that a roll on the Indirect Fire table goes by [9.5] [11.12].

        Mines and charges burst under the smoke: for them `smoke` is False [14.25] [14.26].
        """
        plain = CHARTS.overlay.rubble if self.rubble >> hex & 1 else row_of(self.ground.board, hex)
        better = CHARTS.terrain[CHARTS.overlay.smoke].drm < CHARTS.terrain[plain].drm
        return CHARTS.overlay.smoke if smoke and self.smoke >> hex & 1 and better else plain

    def sheltered(self, hex: int) -> bool:
        """Is it Heavy or Building, smoke left aside [10.3] [13.33]?"""
        return self.bare[hex].row in ("heavy", "building")

    def sees(self, start: int, end: int, points: int, near: bool = False) -> bool:
        """Does one hex see another with so many Observation Points; its own it always sees [6.0] [6.11]?"""
        return start == end or self.seen(start, points, near) >> end & 1 == 1

    def _seen(self, start: int, points: int, near: bool) -> int:
        """The hexes seen from one, as bits, its own among them."""
        ground, found = self.ground, self.ground.sees(points, near)[start] | 1 << start
        changed = self.smoke | self.rubble
        if not changed:
            return found
        saved = min(self._saved, points)
        wider = ground.sees(points + saved, near)[start] if saved else 0
        doubtful = (found | wider | self.rubble) & ~(1 << start)
        screened = self.screened(start)
        for end in (*screened, *(hex for hex in self._changed if hex not in screened)):
            bit = 1 << end
            if doubtful & bit:
                seen = self._clear(start, end, points, near, screened.get(end, ()))
                found = found | bit if seen else found & ~bit
        return found

    def _screened(self, start: int) -> dict[int, list[int]]:
        """The hexes in anybody's sight between which and this one smoke lies, with the hexes of smoke."""
        grid, found = self.ground.board.grid, dict[int, list[int]]()
        here, shadows = grid.hex(start), behind()
        for smoke in hexes_in(self.smoke):
            place = grid.hex(smoke)
            for q, z in shadows.get(Hex(place.q - here.q, place.z - here.z), ()):
                end = grid.at(Hex(here.q + q, here.z + z))
                if end >= 0:
                    found.setdefault(end, []).append(smoke)
        return found

    def _clear(self, start: int, end: int, points: int, near: bool, between: Sequence[int]) -> bool:
        """Does a line that meets smoke or ends in rubble see its end [6.14] [9.7] [11.11]?

        Rubble hides what is behind it as the Building did, so that it counts at the end alone. Smoke that is
        not looked over ends the line; only where it is looked over the line has to be traced.
        """
        ground, level = self.ground, self.ground.board.level
        high = max(level[start], level[end])
        if any(level[hex] >= high for hex in between):
            return False
        if between:
            return ground.clear(start, end, points, near, self.smoke, self.rubble)
        dearer = self.effects[end].op - ground.effects[end].op
        return ground.sees(max(points - dearer, 0), near)[start] >> end & 1 == 1

    def _tall(self) -> int:
        """The hexes that are tall without smoke, as bits."""
        return sum(1 << hex for hex, tall in enumerate(self.ground.tall) if tall)

    def _prices(self, prices: list[int], *, vehicles: bool) -> list[int]:
        """What each step costs, rubble being another terrain and smoke none at all [9.7] [11.13]."""
        if not self.rubble:
            return prices
        row, changed, ground = CHARTS.terrain[CHARTS.overlay.rubble], prices[:], self.ground
        for step, beyond in enumerate(ground.neighbours):
            if beyond >= 0 and self.rubble >> beyond & 1:
                barred = row.mp is None or (vehicles and not row.vehicles)
                road = ground.board.paths[step] & ground.roads
                changed[step] = NO_WAY if barred else CHARTS.movement.road if road else row.mp or NO_WAY
        return changed


def _covered(ground: Ground, smoke: tuple[Smoke, ...]) -> int:
    """The hexes under smoke as bits; overlap adds nothing [11.1] [11.14]."""
    grid, found = ground.board.grid, 0
    for marker in smoke:
        for place in area(grid.hex(marker.hex), marker.radius):
            at = grid.at(place)
            if at >= 0:
                found |= 1 << at
    return found
