"""The scene of a game: country, forces and scenario, which never change while it is played."""

from functools import lru_cache

import msgspec

from sandtable.boards import Board, blank_board
from sandtable.engine import BadPosition, Refusal, Scene, Table
from sandtable.engine.position import BoardChanges
from sandtable.games.tcs.battles import Scenario, battle_file, battle_map, folders, scenarios, vocabulary
from sandtable.games.tcs.clock import Turn, turns
from sandtable.games.tcs.country import Country
from sandtable.games.tcs.state import State
from sandtable.games.tcs.units import Armoury, UnitType, read_armoury

LARGEST = 60
PRACTICE = turns("0900", "1840", ())
"""The turns of a situation that belongs to no scenario: thirty of daylight."""


def board_of(map: str, changes: BoardChanges) -> Board:
    """The map of a battle, or a blank one of a size such as 24x20, with the situation's changes."""
    if map in folders():
        return changes.apply(battle_map(map))
    columns, rows = (int(number) for number in map.split("x"))
    if max(columns, rows) > LARGEST:
        raise BadPosition(Refusal("", f"a map has at most {LARGEST} columns and rows", "size"))
    return changes.apply(blank_board(vocabulary(), columns, rows))


@lru_cache(maxsize=64)
def _country(
    map: str, changes: bytes, columns: tuple[int, int], rows: tuple[int, int], poor: bool
) -> Country:
    """Worked out once for each map, its changes, and the part of it that is played on."""
    printed = map in folders() and msgspec.json.decode(changes) == {}
    board = board_of(map, msgspec.json.decode(changes, type=BoardChanges))
    return Country(board, columns, rows, poor, keep_sight=printed)


@lru_cache(maxsize=16)
def armoury(battle: str) -> Armoury:
    """The types of a battle."""
    return read_armoury(battle)


class Battlefield(Scene):
    """Country, types and scenario, and what follows from them once and for all; lists go by unit."""

    def __init__(self, state: State) -> None:
        self.battle = battle_file(state.battle)
        changes = msgspec.json.encode(state.changes)
        self.country = _country(state.map, changes, state.columns, state.rows, self.battle.poor_ground)
        super().__init__(self.country.board, state.sides, state.units)
        self.scenario: Scenario | None = scenarios().get(state.scenario)
        self.turns: tuple[Turn, ...] = self.scenario.turns if self.scenario else PRACTICE
        self.armoury = armoury(state.battle)
        self.types: tuple[UnitType, ...] = tuple([self.armoury.unit[kind] for kind in state.kind])
        units = range(len(state.units))
        self.own = [tuple([unit for unit in units if state.side[unit] == side]) for side in (0, 1)]
        self.foes = [self.own[1], self.own[0]]
        self.members = [
            tuple([unit for unit in units if state.company[unit] == company])
            for company in range(len(state.companies))
        ]
        self.guns = [
            tuple([unit for unit in units if state.battery[unit] == battery])
            for battery in range(len(state.batteries))
        ]

        scores = self.scenario.own.victory.scores if self.scenario else ()
        held = [self.hex(name) for score in scores if score.initial for name in score.hexes]
        self.prizes = tuple(dict.fromkeys(held))
        """The hexes of which is kept who holds them or passed through last, as `held` in the state."""

    def turn(self, state: State) -> Turn:
        """The present turn: its time, and whether it is dark."""
        return self.turns[min(state.turn, len(self.turns)) - 1]

    def plays(self, state: State, rule: str) -> bool:
        """Is a chapter in force, which a teaching scenario may leave out?"""
        return rule not in state.without

    def smoke_bits(self, state: State) -> int:
        """The hexes with smoke, as bits [11.0]."""
        return _bits(tuple(state.smoke))


@lru_cache(maxsize=256)
def _bits(hexes: tuple[int, ...]) -> int:
    found = 0
    for hex in hexes:
        found |= 1 << hex
    return found


Play = Table[State, Battlefield]
