"""The state of a game of Drill: units in columns, so that a copy costs next to nothing."""

from importlib.resources import files
from typing import Self

import msgspec
from msgspec.structs import replace

from sandtable.boards import Board, Going, blank_board, read_map, read_vocabulary
from sandtable.boards.sight import cache_folder, sight_table
from sandtable.engine import BadPosition, Chart, Outcome, Refusal, Scenario, Scene, Table, read_toml
from sandtable.engine.position import BoardChanges, Words
from sandtable.games.drill.sight import WOODS
from sandtable.hexes import ring

MOVED, FIRED, DUG, HIDDEN = 1, 2, 4, 8
BLUE, RED, OFF = 0, 1, -1
FIELD, LARGEST = "field", 30
DATA = files("sandtable.games.drill") / "data"


class Rules(msgspec.Struct, frozen=True):
    """The numbers of drill.toml [1.2] [4.1]."""

    turns: int
    dig_in_limit: int
    types: tuple[str, ...]
    move: tuple[int, ...]
    scenario: Scenario
    hits: Chart
    modifiers: dict[str, int]


RULES = read_toml(DATA / "drill.toml", Rules)
SIDES = RULES.scenario.sides
WORDS = Words(SIDES, RULES.types, {"moved": MOVED, "fired": FIRED, "dug in": DUG, "hidden": HIDDEN})


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
        return replace(self, hexes=self.hexes[:], flags=self.flags[:], at=self.at[:], stance=self.stance[:])

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
        self.rules = RULES
        hexes, around, grid = range(self.board.count), self.board.neighbours, self.board.grid
        self.near = [tuple(hex for hex in around[hex * 6 : hex * 6 + 6] if hex != OFF) for hex in hexes]
        self.woods = [terrain == self.board.terrain_named("woods") for terrain in self.board.terrain]
        self.entry = [2 if wooded else 1 for wooded in self.woods]
        self.going = Going(around, [0 if far == OFF else self.entry[far] for far in around])
        self.sees = sight_table(self.board, WOODS, cache_folder() if state.map == FIELD else None).sees
        self.cover = [self._cover(hex) for hex in hexes]
        self.own = [[unit for unit, side in enumerate(state.side) if side == own] for own in (BLUE, RED)]
        depth = min(max(2, grid.rows // 5), (grid.rows - 1) // 2) * grid.columns
        self.home = (hexes[len(hexes) - depth :], hexes[:depth])

    def _cover(self, hex: int) -> tuple[frozenset[int], ...]:
        """For each type of unit, the hexes from which it can hit this one; sight is mutual [4.1]."""
        grid, hits, kinds = self.board.grid, RULES.hits, range(len(RULES.types))
        near = [(grid.at(far), n) for n in range(1, hits.most + 1) for far in ring(grid.hex(hex), n)]
        seen = [(far, n) for far, n in near if far != OFF and self.sees[hex] >> far & 1]
        return tuple(frozenset(far for far, n in seen if hits.cell(n, kind)) for kind in kinds)


Play = Table[State, Field]


def board(map: str, changes: BoardChanges) -> Board:
    """A map of the game, or a blank one of a size such as 24x20, with the situation's changes [1.1]."""
    vocabulary = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
    if map == FIELD:
        return changes.apply(read_map((DATA / f"{map}.map").read_text("utf-8"), vocabulary))
    columns, rows = (int(number) for number in map.split("x"))
    if max(columns, rows) > LARGEST:
        raise BadPosition(Refusal("1.1", f"a board has at most {LARGEST} columns and rows", "size"))
    return changes.apply(blank_board(vocabulary, columns, rows))
