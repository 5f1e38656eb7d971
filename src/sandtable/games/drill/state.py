"""The state of a game of Drill: units in columns, so that a copy costs next to nothing."""

from functools import cache
from importlib.resources import files
from typing import Self

import msgspec

from sandtable.boards import Board, Going, blank_board, read_map, read_vocabulary
from sandtable.boards.sight import cache_folder, sight_table
from sandtable.engine import Chart, Outcome, Scene, Table, read_toml
from sandtable.engine.position import BoardChanges
from sandtable.games.drill.sight import WOODS

MOVED, FIRED, DUG, HIDDEN = 1, 2, 4, 8
BLUE, RED = 0, 1
SIDES = ("Blue", "Red")
OFF = -1
DATA = files("sandtable.games.drill") / "data"


class Rules(msgspec.Struct, frozen=True):
    """The numbers of drill.toml [1.2] [4.1]."""

    turns: int
    dig_in_limit: int
    types: tuple[str, ...]
    move: tuple[int, ...]
    title: str
    teaches: str
    force: tuple[str, ...]
    hits: Chart
    modifiers: dict[str, int]


class State(msgspec.Struct):
    """All that changes, and which forces on which board; lists go by unit number, `at` by hex."""

    map: str
    changes: BoardChanges
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    hexes: list[int]
    flags: list[int]
    at: list[int]
    stance: list[int]
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(
            self.map, self.changes, self.units, self.side, self.kind, self.hexes[:], self.flags[:],
            self.at[:], self.stance[:], self.turn, self.step, self.outcome,
        )  # fmt: skip

    def place(self, unit: int, hex: int) -> None:
        """Put a unit on a hex, or off the board."""
        if self.hexes[unit] != OFF:
            self.at[self.hexes[unit]] = OFF
        self.hexes[unit] = hex
        if hex != OFF:
            self.at[hex] = unit


class Field(Scene):
    """Board and numbers, and what follows from them once and for all."""

    def __init__(self, state: State) -> None:
        super().__init__(board(state.map, state.changes), SIDES, state.units)
        self.rules = rules()
        hexes, around = range(self.board.count), self.board.neighbours
        self.near = [tuple(hex for hex in around[hex * 6 : hex * 6 + 6] if hex != OFF) for hex in hexes]
        self.woods = [terrain == self.board.terrain_named("woods") for terrain in self.board.terrain]
        self.entry = [2 if wooded else 1 for wooded in self.woods]
        self.going = Going(around, [0 if far == OFF else self.entry[far] for far in around])
        self.sees = sight_table(self.board, WOODS, None if state.map[0].isdigit() else cache_folder()).sees
        self.cover = [self._cover(hex) for hex in hexes]
        self.own = [[unit for unit, side in enumerate(state.side) if side == own] for own in (BLUE, RED)]
        depth = max(2, self.board.grid.rows // 5) * self.board.grid.columns
        self.home = (hexes[-depth:], hexes[:depth])

    def _cover(self, hex: int) -> tuple[frozenset[int], ...]:
        """For each type of unit, the hexes from which it can hit this one; sight is mutual [4.1]."""
        board, chart = self.board, self.rules.hits
        seen = [far for far in range(board.count) if far != hex and self.sees[hex] >> far & 1]
        ranges = {far: board.distance(hex, far) for far in seen}
        kinds = range(len(self.rules.types))
        return tuple(frozenset(far for far in ranges if chart.cell(ranges[far], kind)) for kind in kinds)


Play = Table[State, Field]


@cache
def rules() -> Rules:
    return read_toml(DATA / "drill.toml", Rules)


def board(map: str, changes: BoardChanges) -> Board:
    """A map of the game, or a blank one of a size such as 24x20, with the situation's changes [1.1]."""
    vocabulary = read_vocabulary((DATA / "terrain.toml").read_text())
    if map[:1].isdigit():
        columns, rows = map.split("x")
        return changes.apply(blank_board(vocabulary, int(columns), int(rows)))
    return changes.apply(read_map((DATA / f"{map}.map").read_text(), vocabulary))


def fresh(map: str, changes: BoardChanges, units: dict[str, tuple[int, int]]) -> State:
    """A state with nobody on the board yet; side and type by unit name."""
    side, kind = zip(*units.values(), strict=True)
    empty, nowhere = [OFF] * board(map, changes).count, [OFF] * len(units)
    return State(map, changes, tuple(units), side, kind, nowhere, [0] * len(units), empty, [0, 0])
