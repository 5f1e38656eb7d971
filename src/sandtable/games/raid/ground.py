"""The ground that a game of Raid! is played on, and all that follows from it once and for all."""

from collections.abc import Sequence
from functools import cache, lru_cache

from sandtable.boards import Board, read_map, read_vocabulary
from sandtable.boards.sight import Kernel, Sight, SightTable, cache_folder, sight_table, trace
from sandtable.boards.sight.line import clear_between
from sandtable.boards.sight.survey import Survey
from sandtable.games.raid.charts import CHARTS, DATA
from sandtable.games.raid.country import effects, hexes_in, row_of, with_works
from sandtable.games.raid.lanes import cone, kill_zone
from sandtable.games.raid.scenarios import Zone
from sandtable.games.raid.sight import air_kernel, ground_kernel, plain_kernel
from sandtable.rays import ray_between

NO_WAY = -1
WATER = ("river", "sea")
IN, OUT = "0126", "5701"
"""On which bank of the river the two ends of the coast road lie: the western and the eastern one [15.6]."""


class Ground:
    """A board with its lines of sight, prices, buildings, banks and zones; sets of hexes are ints of bits."""

    def __init__(self, board: Board, *, keep_sight: bool) -> None:
        self.board = board
        self.neighbours = board.neighbours
        self.effects = effects(board)
        self.tall = [row.tall for row in self.effects]
        self.roads = board.path_class("road") | board.path_class("trail")
        self.on_foot = self._prices(vehicles=False)
        self.on_wheels = self._prices(vehicles=True)
        self.building = self.buildings()
        self._folder = cache_folder() if keep_sight else None
        self._tables: dict[Kernel, SightTable] = {}
        self.line = lru_cache(maxsize=1 << 16)(self._line)
        self.kill_zone = lru_cache(maxsize=1 << 12)(self._kill_zone)
        self.cone = lru_cache(maxsize=1 << 12)(self._cone)
        self.coast = cache(self._coast)
        self.edges = cache(self._edges)
        self._survey = lru_cache(maxsize=16)(lambda kernel: Survey(board, kernel))
        self._through = lru_cache(maxsize=1 << 16)(self._traced)

    # Sight

    def table(self, kernel: Kernel) -> SightTable:
        """The sight table of a kernel, worked out or read when first wanted."""
        if kernel not in self._tables:
            self._tables[kernel] = sight_table(self.board, kernel, self._folder)
        return self._tables[kernel]

    def sees(self, points: int, near: bool = False) -> list[int]:
        """For each hex those seen from it with so many points, without smoke and rubble [6.11] [15.91]."""
        return self.table(ground_kernel(points, near)).sees

    def clear(
        self, start: int, end: int, points: int, near: bool = False, smoke: int = 0, rubble: int = 0
    ) -> bool:
        """Does one hex see another with so many points, with this smoke and rubble about [6.0] [11.11]?"""
        changed = smoke | rubble
        if not changed or not self.line(start, end) & changed:
            return self.sees(points, near)[start] >> end & 1 == 1
        return self._through(start, end, ground_kernel(points, near, smoke, rubble))

    def why(
        self, start: int, end: int, points: int, near: bool = False, smoke: int = 0, rubble: int = 0
    ) -> Sight:
        """The same with case, place and reason."""
        return trace(self.board, ground_kernel(points, near, smoke, rubble), start, end)

    def from_altitude(self, points: int) -> list[int]:
        """For each hex those seen from a helicopter high over it [13.21]."""
        return self.table(air_kernel(points, down=True)).sees

    def to_altitude(self, points: int) -> list[int]:
        """For each hex those over which a high helicopter is seen [13.21]."""
        return self.table(air_kernel(points, down=False)).sees

    def led(self) -> list[int]:
        """For each hex of an HQ those within its radius, in sight or out of it [5.21]."""
        return self._radius(CHARTS.command.in_sight, CHARTS.command.out_of_sight)

    def teamed(self) -> list[int]:
        """For each hex of a Team A those where its Team B is in command [5.22]."""
        return self._radius(CHARTS.command.team, CHARTS.command.team)

    def _radius(self, in_sight: int, out_of_sight: int) -> list[int]:
        seen, plain = self.sees(in_sight), self.table(plain_kernel(out_of_sight)).sees
        return [one | other for one, other in zip(seen, plain, strict=True)]

    def _traced(self, start: int, end: int, kernel: Kernel) -> bool:
        return start == end or clear_between(self._survey(kernel), start, end)

    def _line(self, start: int, end: int) -> int:
        """The hexes that a line meets, those beside a hexside it runs along and its end included, as bits."""
        met = ray_between(self.board.grid.hex(start), self.board.grid.hex(end))
        hexes = (self.board.grid.at(hex) for station in met.stations for hex in station)
        return sum(1 << hex for hex in dict.fromkeys(hexes) if hex >= 0) | 1 << end

    # Fire

    def _kill_zone(self, gun: int, target: int, length: int) -> list[tuple[int, ...]]:
        return kill_zone(self.board, self.tall, gun, target, length)

    def _cone(self, gun: int, facing: int) -> int:
        """The hexes of a gun's cone, without smoke [7.92]."""
        seen = self.sees(CHARTS.observation.cone)
        return sum(1 << hex for hex in cone(self.board, gun, facing, lambda a, b: seen[a] >> b & 1 == 1))

    # Movement

    def _prices(self, *, vehicles: bool) -> list[int]:
        """What each step out of each hex costs, NO_WAY where there is none [8.1] [8.2] [8.6] [14.1]."""
        return [self._price(at, beyond, vehicles) for at, beyond in enumerate(self.neighbours)]

    def _price(self, at: int, beyond: int, vehicles: bool) -> int:
        if beyond < 0:
            return NO_WAY
        row = self.effects[beyond]
        if row.mp is None or (vehicles and not row.vehicles):
            return NO_WAY
        return CHARTS.movement.road if self.board.paths[at] & self.roads else row.mp

    # Places

    def buildings(self, rubble: int = 0) -> list[int]:
        """For each hex the first hex of its Building, or -1; connected hexes are one, rubble none [7.65]."""
        board, found = self.board, [-1] * self.board.count
        inside = [
            row_of(board, hex) == "building" and not rubble >> hex & 1 for hex in range(self.board.count)
        ]
        for hex in range(self.board.count):
            if inside[hex] and found[hex] < 0:
                for member in hexes_in(self._spread(hex, inside)):
                    found[member] = hex
        return found

    def bank(self, bank: str) -> int:
        """The dry land on the western or eastern bank of the river [15.6]."""
        names = [self.board.vocabulary.terrains[terrain].name for terrain in self.board.terrain]
        start = self.board.find(IN if bank == "west" else OUT)
        return self._spread(start, [name not in WATER for name in names])

    def _coast(self) -> int:
        """Land beside the sea, over which a force leaves by boat [15.5]."""
        sea = [row_of(self.board, hex) == "sea" for hex in range(self.board.count)]
        return sum(
            1 << hex
            for hex in range(self.board.count)
            if self.effects[hex].mp is not None and any(sea[beyond] for beyond in self.near(hex))
        )

    def near(self, hex: int) -> Sequence[int]:
        """The adjacent hexes."""
        return [beyond for beyond in self.neighbours[hex * 6 : hex * 6 + 6] if beyond >= 0]

    def _edges(self, *points: str) -> int:
        """The hexes along some edges of the map, all four if none is named."""
        around = points or ("north", "east", "south", "west")
        return _bits([hex for point in around for hex in self.board.edge(point)])

    def zone(self, zone: Zone) -> int:
        """The hexes of a scenario's zone where ground units can stand [15.0]."""
        standing = _bits([hex for hex, row in enumerate(self.effects) if row.mp is not None])
        return self._place(zone) & standing

    def _place(self, zone: Zone) -> int:
        board = self.board
        if zone.hexes or zone.drop:
            return _bits([board.find(name) for name in zone.hexes or (zone.drop,)])
        if zone.place or zone.entry:
            return _bits(board.places[zone.place] if zone.place else board.entries[zone.entry].hexes)
        if zone.edges:
            return self.edges(*zone.edges)
        if zone.from_edge:
            return self._further(zone.from_edge, hexes_in(self.edges()))
        return self._about(zone) if zone.of or zone.terrain else (1 << board.count) - 1

    def _about(self, zone: Zone) -> int:
        """What lies within or beyond a range of hexes or of a terrain, on one bank if that is said."""
        board = self.board
        middles = [board.find(name) for name in zone.of]
        if zone.terrain:
            kind = board.terrain_named(zone.terrain)
            middles = [hex for hex, terrain in enumerate(board.terrain) if terrain == kind]
        if zone.beyond:
            return self._further(zone.beyond, middles)
        inside = ((1 << board.count) - 1) & ~self._further(zone.within, middles)
        return inside & self.bank(zone.bank) if zone.bank else inside

    def _further(self, range: int, middles: Sequence[int]) -> int:
        """The hexes further than a range from all of some."""
        reached = set(middles)
        ring = list(middles)
        for _ in [0] * range:
            ring = [beyond for hex in ring for beyond in self.near(hex) if beyond not in reached]
            reached |= {*ring}
        return ((1 << self.board.count) - 1) & ~_bits(sorted(reached))

    def _spread(self, start: int, inside: Sequence[bool]) -> int:
        """All hexes of a kind that hang together with one."""
        reached, queue = {start}, [start]
        while queue:
            for beyond in self.near(queue.pop()):
                if inside[beyond] and beyond not in reached:
                    reached.add(beyond)
                    queue.append(beyond)
        return _bits(sorted(reached))


def _bits(hexes: Sequence[int]) -> int:
    return sum(1 << hex for hex in dict.fromkeys(hexes))


@cache
def sheet() -> Board:
    """The one map of the game [3.1]."""
    vocabulary = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
    return read_map((DATA / "raid.map").read_text("utf-8"), vocabulary)


@cache
def ground_of(works: str = "") -> Ground:
    """The ground of a scenario, worked out once for each kind of works on it [15.3] [15.6]."""
    return Ground(with_works(sheet(), works), keep_sight=True)
