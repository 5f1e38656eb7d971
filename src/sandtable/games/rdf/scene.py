"""The scene of a game: board, lines of sight and counters, which never change while it is played."""

from functools import cache

from sandtable.boards import Board, blank_board, read_map, read_vocabulary
from sandtable.engine import BadPosition, Refusal, Scene, Table
from sandtable.engine.position import BoardChanges
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.counters import CLASS_G, COUNTERS, DATA, HELICOPTER, weapons
from sandtable.games.rdf.ground import ground, mover
from sandtable.games.rdf.sight import lookout
from sandtable.games.rdf.state import State

MAPS = ("basalt",)
LARGEST = 60
VOCABULARY = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))


def board_of(map: str, changes: BoardChanges) -> Board:
    """A map of the game, or a blank one of a size such as 24x20, with the situation's changes [2.1]."""
    if map in MAPS:
        return changes.apply(printed_board(map))
    columns, rows = (int(number) for number in map.split("x"))
    if max(columns, rows) > LARGEST:
        raise BadPosition(Refusal("2.1", f"a map has at most {LARGEST} columns and rows", "size"))
    return changes.apply(blank_board(VOCABULARY, columns, rows))


@cache
def printed_board(map: str) -> Board:
    """A map that comes with the game."""
    return read_map((DATA / f"{map}.map").read_text("utf-8"), VOCABULARY)


class Measure:
    """Distances on one board; rows and discs are worked out when they are first wanted."""

    def __init__(self, board: Board) -> None:
        self._coordinates = [board.grid.hex(hex) for hex in range(board.count)]
        self._rows: dict[int, bytes] = {}
        self._discs: dict[tuple[int, int], int] = {}
        self._corridors: dict[tuple[tuple[int, ...], int], int] = {}
        self.everywhere = (1 << board.count) - 1

    def row(self, hex: int) -> bytes:
        """How far every hex is from this one."""
        found = self._rows.get(hex)
        if found is None:
            q, z = self._coordinates[hex]
            found = self._rows[hex] = bytes(
                [max(abs(a - q), abs(b - z), abs(a - q + b - z)) for a, b in self._coordinates]
            )
        return found

    def disc(self, hex: int, radius: int) -> int:
        """The hexes at most so far away, as bits."""
        found = self._discs.get((hex, radius))
        if found is None:
            row = self.row(hex)
            found = self._discs[hex, radius] = bits([far for far in range(len(row)) if row[far] <= radius])
        return found

    def corridor(self, way: tuple[int, ...], width: int) -> int:
        """The hexes at most so far from a way, as bits; of no way, all hexes."""
        found = self._corridors.get((way, width))
        if found is None:
            found = 0 if way else self.everywhere
            for hex in way:
                found |= self.disc(hex, width)
            self._corridors[way, width] = found
        return found

    def distance(self, hex: int, far: int) -> int:
        """How far one hex is from another."""
        return self.row(hex)[far]


@cache
def measure(board: Board) -> Measure:
    """The distances of a board, kept as long as it is played on."""
    return Measure(board)


def bits(hexes: list[int]) -> int:
    """A set of hexes as the bits of one number."""
    found = bytearray((max(hexes, default=0) >> 3) + 1)
    for hex in hexes:
        found[hex >> 3] |= 1 << (hex & 7)
    return int.from_bytes(found, "little")


def hexes_in(bits: int) -> list[int]:
    """The hexes whose bits are set, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


class Battlefield(Scene):
    """Board and counters, and what follows from them once and for all; lists go by unit number."""

    def __init__(self, state: State) -> None:
        super().__init__(board_of(state.map, state.changes), state.sides, state.units)
        self.ground = ground(self.board)
        self.lookout = lookout(self.board)
        self.measure = measure(self.board)
        self.near = [self._near(hex) for hex in range(self.board.count)]
        self._forces(state)
        self._counters(state)
        self._companies(state)

    def _near(self, hex: int) -> tuple[int, ...]:
        """The hexes beside one, in the order of the hexsides A to F."""
        return tuple([far for far in self.board.neighbours[hex * 6 : hex * 6 + 6] if far >= 0])

    def _forces(self, state: State) -> None:
        units, sides = range(len(state.units)), range(len(state.sides))
        self.own = [tuple([unit for unit in units if state.side[unit] == side]) for side in sides]
        self.enemies = [
            tuple(
                [
                    other
                    for other in [*sides[side + 1 :], *sides[:side]]
                    if state.teams[other] != state.teams[side]
                ]
            )
            for side in sides
        ]
        self.foes = [
            tuple([unit for other in self.enemies[side] for unit in self.own[other]]) for side in sides
        ]
        self.hq = [self._hq(state, side) for side in sides]

    def _hq(self, state: State, side: int) -> int:
        """The battalion headquarters of a side, or -1."""
        return next((unit for unit in self.own[side] if COUNTERS[state.kind[unit]].kind == "hq"), -1)

    def _counters(self, state: State) -> None:
        self.counter = counters = [COUNTERS[kind] for kind in state.kind]
        self.row = [one.row for one in counters]
        self.steps = [one.steps for one in counters]
        self.allowance = [one.allowance for one in counters]
        self.foot = [one.row == CLASS_G for one in counters]
        self.helicopter = [one.row == HELICOPTER for one in counters]
        self.recon = [one.kind == "recon" for one in counters]
        self.headquarters = [one.kind == "hq" for one in counters]
        self.carrying = [one.carries for one in counters]
        self.weapons = [weapons(kind) for kind in state.kind]
        self.mounted_weapons = [weapons(kind, True) for kind in state.kind]
        self.movers = [[mover(one.group, altitude) for altitude in (0, 1, 2)] for one in counters]
        self.boarding = [CHARTS.terrain.mount.of(one.group) or 0 for one in counters]

    def _companies(self, state: State) -> None:
        self.companies = state.companies
        self.members = [
            tuple([unit for unit, formed in enumerate(state.formed) if formed == company])
            for company in range(len(state.companies))
        ]
        self.companies_of = [
            tuple([n for n, (owner, _) in enumerate(state.companies) if owner == side])
            for side in range(len(state.sides))
        ]

    def company_name(self, company: int) -> str:
        """A company as players speak of it."""
        side, number = self.companies[company]
        return f"{self.sides[side]} company {number}"


Play = Table[State, Battlefield]
