"""Who sees whom at the moment: the ground, men on foot, smoke and thermal imaging [7.0] [8.4].

Sets of hexes are kept as the bits of an int. The ground is worked out once, a table for each pair of heights:
0 for what stands on the ground or flies nape-of-earth [7.32], 1 for medium altitude and 2 for high. Smoke
comes and goes; only where it lies on a line that is clear otherwise is the line looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sandtable.boards import Board
from sandtable.boards.sight import sight_table
from sandtable.boards.sight.line import OneLine, Sight, sight_between
from sandtable.boards.sight.survey import Survey
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.lines import cloud_hides, kernel
from sandtable.games.rdf.measure import measure
from sandtable.hexes import area, centre

FOOT_RANGE, THERMAL_RANGE = CHARTS.sight.infantry_range, CHARTS.sight.thermal_range


class Look(NamedTuple):
    """From which height one looks at which, and whether by thermal imaging."""

    height: int
    other: int
    thermal: bool


class Lookout:
    """Who sees whom on one board. But for thermal imaging and men on foot it is the same both ways."""

    def __init__(self, board: Board, folder: Path | None = None) -> None:
        self.board = board
        self._folder = folder
        self._measure = measure(board)
        self._tables: dict[tuple[int, int, bool], list[int]] = {}
        self._within: dict[int, list[int]] = {}
        self._centres = [centre(board.grid.hex(hex)) for hex in range(board.count)]
        self._shadow = lru_cache(4096)(self._behind)
        self._hides = lru_cache(16384)(self._line_hidden)
        self._survey = lru_cache(64)(self._smoky_ground)

    def sees(self, height: int = 0, other: int = 0, missile: bool = False) -> list[int]:
        """For each hex those that the ground lets it see, or into which it lets a missile fly [7.1] [9.8]."""
        key = height, other, missile
        if key not in self._tables:
            low, high = sorted((height, other))
            table = sight_table(self.board, kernel(low, high, missile), self._folder)
            self._tables[low, high, missile], self._tables[high, low, missile] = table
        return self._tables[key]

    def within(self, distance: int) -> list[int]:
        """For each hex the hexes up to this distance from it, itself included."""
        if distance not in self._within:
            grid = self.board.grid
            around = ([grid.at(far) for far in area(grid.hex(hex), distance)] for hex in range(grid.count))
            self._within[distance] = [sum(1 << far for far in hexes if far >= 0) for hexes in around]
        return self._within[distance]

    def seen(
        self,
        hex: int,
        far: int,
        height: int = 0,
        other: int = 0,
        *,
        smoke: int = 0,
        thermal: bool = False,
        foot: bool = False,
    ) -> bool:
        """Whether one sees from a hex what is in another, which is infantry on foot or not [7.42] [8.42]."""
        if not self.sees(height, other)[hex] >> far & 1:
            return False
        if foot and not self.within(FOOT_RANGE)[hex] >> far & 1:
            return False
        return not smoke or self._through_smoke(hex, far, Look(height, other, thermal), smoke)

    def seen_from(
        self,
        hex: int,
        height: int = 0,
        other: int = 0,
        *,
        smoke: int = 0,
        thermal: bool = False,
        foot: bool = False,
        besides: int = 0,
    ) -> int:
        """All the hexes of which `seen` is true; in smoke perhaps without those named as `besides`."""
        if smoke:
            hexes = self._look_through(hex, Look(height, other, thermal), smoke, besides)
        else:
            hexes = self.sees(height, other)[hex]
        return hexes & self.within(FOOT_RANGE)[hex] if foot else hexes

    def explain(
        self,
        hex: int,
        far: int,
        height: int = 0,
        other: int = 0,
        *,
        smoke: int = 0,
        thermal: bool = False,
        foot: bool = False,
    ) -> Sight:
        """The same with the case and the place that block the line, which is the same from both ends."""
        look = Look(height, other, thermal)
        sight = self._trace(hex, far, look, ())
        if sight.clear and foot and self.board.distance(hex, far) > FOOT_RANGE:
            return _blocked("7.42", far, f"men on foot are seen no further than {FOOT_RANGE} hexes away")
        return self._explain_smoke(hex, far, look, smoke) if sight.clear and smoke else sight

    def surely_seen(self, hex: int, height: int, smoke: int) -> int:
        """The hexes that are seen however the smoke lies to the lines, since it lies nowhere near them."""
        if smoke >> hex & 1:
            return 0
        doubtful = smoke
        for at in members(smoke):
            doubtful |= self._shadow(hex, at)
        return self.sees(height, 0)[hex] & ~doubtful

    def _look_through(self, hex: int, look: Look, smoke: int, besides: int) -> int:
        visible = self.sees(look.height, look.other)[hex]
        found = visible & self.surely_seen(hex, look.height, smoke) if look.other == 0 else 0
        for far in members(visible & ~found & ~besides):
            if self._through_smoke(hex, far, look, smoke):
                found |= 1 << far
        return found

    def _behind(self, hex: int, smoke: int) -> int:
        """The hexes for which a hex of smoke lies on a shortest way, so that the line may cross it."""
        near, far = (np.frombuffer(self._measure.row(at), np.uint8) for at in (hex, smoke))
        behind = near == far.astype(np.int16) + near[smoke]
        return int.from_bytes(np.packbits(behind, bitorder="little").tobytes(), "little")

    def _through_smoke(self, hex: int, far: int, look: Look, smoke: int) -> bool:
        """Whether a line that is clear without smoke is clear with it [8.41] [8.42]."""
        if (smoke >> hex | smoke >> far) & 1 and self._veil(hex, far, look, smoke):
            return False
        between = self._on_line(hex, far, smoke)
        return not between or not self._hides(hex, far, look, between)

    def _explain_smoke(self, hex: int, far: int, look: Look, smoke: int) -> Sight:
        veil = self._veil(hex, far, look, smoke)
        if veil:
            return veil
        sight = self._trace(hex, far, look, self._on_line(hex, far, smoke))
        return sight if sight.clear else _blocked("8.42", sight.at, f"smoke in the way: {sight.reason}")

    def _veil(self, hex: int, far: int, look: Look, smoke: int) -> Sight | None:
        """What smoke about one of the two hexes hides [8.42]."""
        if smoke >> hex & 1 and not look.thermal:
            return _blocked("8.42", hex, "nobody sees out of smoke without thermal imaging")
        if smoke >> far & 1 and not look.thermal:
            return _blocked("8.42", far, "nobody sees into smoke without thermal imaging")
        if smoke >> far & 1 and self.board.distance(hex, far) > THERMAL_RANGE:
            return _blocked("8.42", far, f"thermal imaging sees into smoke only {THERMAL_RANGE} hexes away")
        return None

    def _line_hidden(self, hex: int, far: int, look: Look, smoke: tuple[int, ...]) -> bool:
        """Whether smoke hides a line that is clear without it; mostly its clouds, one by one, tell that."""
        alone = [self._cloud_hides(hex, far, look, at, smoke) for at in smoke]
        if True in alone or None not in alone:
            return True in alone
        survey = self._survey(look.height, look.other, smoke)
        line, rule = OneLine(survey, hex, far), survey.kernel
        return any(holds for _, _, holds in rule.obstacles(line, *rule.parameters))

    def _cloud_hides(self, hex: int, far: int, look: Look, at: int, smoke: tuple[int, ...]) -> bool | None:
        """Whether a cloud on the line hides it; None where the line only touches it, or falls too far."""
        level, near, away = self.board.level, self._measure.row(hex), self._measure.row(far)
        start, end = level[hex] + look.height, level[far] + look.other
        if abs(start - end) > 2:
            return None
        if self._beside_line(hex, far, at) == 0:
            return None if self._matters_beside(at, smoke) else False
        return cloud_hides(start, end, level[at] + 1, (near[at] > away[at]) - (near[at] < away[at]))

    def _matters_beside(self, at: int, smoke: tuple[int, ...]) -> bool:
        """Whether a cloud may count where the line runs beside its hex: if what it lies beside is as high."""
        level, around = self.board.level, self.board.neighbours[at * 6 : at * 6 + 6]
        return any(level[near] > level[at] or near in smoke for near in around if near >= 0)

    def _beside_line(self, hex: int, far: int, at: int) -> int:
        """Of a hex on a shortest way: positive if it is beside the line, 0 if it is touched, else crossed."""
        (x, y), (x2, y2), (x3, y3) = self._centres[hex], self._centres[far], self._centres[at]
        right, down = x2 - x, y2 - y
        # The cross product of the line with the way to a corner of a hex, at most.
        reach = max(abs(right) + abs(down), 2 * abs(down))
        return abs(right * (y3 - y) - down * (x3 - x)) - reach

    def _on_line(self, hex: int, far: int, smoke: int) -> tuple[int, ...]:
        """The smoke between two hexes that the line comes near enough to cross."""
        clouds = members(smoke & ~(1 << hex | 1 << far))
        near = [at for at in clouds if self._shadow(hex, at) >> far & 1]
        return tuple([at for at in near if self._beside_line(hex, far, at) <= 0])

    def _trace(self, hex: int, far: int, look: Look, smoke: tuple[int, ...]) -> Sight:
        """The line over ground and smoke, looked along from its higher end."""
        ends = (hex, look.height), (far, look.other)
        (low, under), (high, over) = sorted(ends, key=lambda end: (self.board.level[end[0]] + end[1], end[0]))
        return sight_between(self._survey(over, under, smoke), high, low)

    def _smoky_ground(self, height: int, other: int, smoke: tuple[int, ...]) -> Survey:
        return Survey(self.board, kernel(height, other, False, smoke))


@cache
def lookout(board: Board, folder: Path | None = None) -> Lookout:
    """The lookout of a board; its tables are kept in a folder, if one is named."""
    return Lookout(board, folder)


def _blocked(case: str, at: int | None, reason: str) -> Sight:
    return Sight(False, case, at, None, reason)


def members(hexes: int) -> Iterator[int]:
    """The hexes of a set, the lowest first."""
    while hexes:
        lowest = hexes & -hexes
        yield lowest.bit_length() - 1
        hexes ^= lowest
