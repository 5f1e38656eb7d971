"""The scene of a game: board, lines of sight and counters, which never change while it is played."""

from functools import cache

from sandtable.boards import Board, blank_board, read_map, read_vocabulary
from sandtable.boards.sight import cache_folder
from sandtable.engine import BadPosition, Refusal, Scene, Table
from sandtable.engine.position import BoardChanges
from sandtable.games.rdf.charts import CHARTS
from sandtable.games.rdf.counters import CLASS_G, COUNTERS, DATA, HELICOPTER, TARGETS, weapons
from sandtable.games.rdf.direct_odds import reach
from sandtable.games.rdf.ground import ground, mover
from sandtable.games.rdf.measure import measure
from sandtable.games.rdf.sight import lookout
from sandtable.games.rdf.space import space_of
from sandtable.games.rdf.state import NOBODY, State

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


class Battlefield(Scene):
    """Board and counters, and what follows from them once and for all; lists go by unit number."""

    def __init__(self, state: State) -> None:
        super().__init__(board_of(state.map, state.changes), state.sides, state.units)
        self.ground = ground(self.board)
        printed = state.map in MAPS and state.changes == BoardChanges()
        self.lookout = lookout(self.board, cache_folder() if printed else None)
        self.measure = measure(self.board)
        self.bit = [1 << hex for hex in range(self.board.count)]
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
        self.owns = [[owner == side for owner in state.side] for side in (*sides, NOBODY)]
        """By side whether each unit is its own; who looks on, the last, has none."""
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
        self.flying_foes = [tuple([unit for unit in foes if self.helicopter[unit]]) for foes in self.foes]
        self.recon = [one.kind == "recon" for one in counters]
        self.depthless = [a or b for a, b in zip(self.recon, self.helicopter, strict=True)]
        self.headquarters = [one.kind == "hq" for one in counters]
        self.space = [space_of(one) for one in counters]
        self.carrying = [one.carries for one in counters]
        self.weapons = [weapons(kind) for kind in state.kind]
        self.farthest = [farthest(kind) for kind in state.kind]
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


@cache
def farthest(kind: int) -> tuple[int, ...]:
    """How far a type of unit can hurt each target class by direct fire, -1 if not at all [9.7]."""
    ranges = [[reach(weapon, row) for weapon in weapons(kind)] for row in range(len(TARGETS))]
    return tuple([max([most for least, most in row if least <= most], default=-1) for row in ranges])


Play = Table[State, Battlefield]
