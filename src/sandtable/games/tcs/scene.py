"""The scene of a game: country, forces and scenario, which never change while it is played."""

from functools import lru_cache
from typing import NamedTuple

import msgspec

from sandtable.boards import Board, blank_board
from sandtable.engine import BadPosition, Refusal, Scene, Table
from sandtable.engine.position import BoardChanges
from sandtable.games.tcs.battles import (
    Battery,
    Scenario,
    Side,
    battle_file,
    battle_map,
    folders,
    scenarios,
    vocabulary,
)
from sandtable.games.tcs.clock import Turn, turn_of, turns
from sandtable.games.tcs.country import Country
from sandtable.games.tcs.drawn import indices, members
from sandtable.games.tcs.options import RULES
from sandtable.games.tcs.scoring import Score
from sandtable.games.tcs.state import State
from sandtable.games.tcs.units import Armoury, UnitType, read_armoury
from sandtable.games.tcs.zones import exits, zone_hexes

LARGEST = 60
OPTIONAL = tuple(RULES.values())
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


class Coming(NamedTuple):
    """When a unit arrives, and over which hexes."""

    turn: int
    hexes: tuple[int, ...]


class Battlefield(Scene):
    """Country, types and scenario, and what follows from them once and for all; lists go by unit."""

    def __init__(self, state: State) -> None:
        self.battle = battle_file(state.battle)
        changes = msgspec.json.encode(state.changes)
        self.country = _country(state.map, changes, state.columns, state.rows, self.battle.poor_ground)
        super().__init__(self.country.board, state.sides, state.units)
        self.scenario: Scenario | None = scenarios().get(state.scenario)
        self.turns: tuple[Turn, ...] = self.scenario.turns if self.scenario else PRACTICE
        self.times = {turn.name: number for number, turn in enumerate(self.turns, 1)}
        """The number of the turn that begins at a time."""
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

        self.scores: tuple[Score, ...] = self.scenario.own.victory.scores if self.scenario else ()
        held = [self.hex(name) for score in self.scores if score.initial for name in score.hexes]
        self.prizes = tuple(dict.fromkeys(held))
        """The hexes of which is kept who holds them or passed through last, as `held` in the state."""
        listed = self.scenario.own.sides if self.scenario else ()
        pieces = [piece for one in listed for piece in (*one.pieces, *one.reinforcements)]
        self.platoons = {piece.id: piece.platoon for piece in pieces if piece.platoon}
        """The tank platoon of a unit, by the scenario [6.6d]."""
        self.batteries: tuple[tuple[int, Battery], ...] = tuple(
            [(side, one) for side, described in enumerate(listed) for one in described.batteries]
        )
        """Side and description of each battery, in the order of the state."""
        self.arrivals: list[Coming | None] = [None] * len(state.units)
        """When and where each unit comes that is not on the map from the first."""
        for side in listed:
            self._note_arrivals(side)
        self.home = [frozenset(self._ways_home(name)) for name in state.sides]
        """The hexes from which each side may leave without loss."""
        self.exits = [self.home[side] | self._goals_beyond(name) for side, name in enumerate(state.sides)]
        """The hexes from which the units of each side may leave the map."""

    def _note_arrivals(self, side: Side) -> None:
        """Reinforcements by their schedule, and those who enter over an edge in the first turn."""
        coming = iter(side.reinforcements)
        for arrival in side.arrivals:
            turn = turn_of(self.turns, arrival.turn)
            hexes = indices(self.board, arrival.at)
            for _ in range(sum(counters.n for counters in arrival.counters)):
                self.arrivals[self.unit(next(coming).id)] = Coming(turn, hexes)
        for piece in side.pieces:
            zone = side.zones.get(piece.zone)
            if zone is not None and zone.enter and not (piece.hex or piece.carrier or piece.tow):
                hexes = tuple(members(zone_hexes(self.country, zone)))
                self.arrivals[self.unit(piece.id)] = Coming(1, hexes)

    def _ways_home(self, side: str) -> tuple[int, ...]:
        return exits(self.country, self.battle.retreat.get(side, ()))

    def _goals_beyond(self, side: str) -> frozenset[int]:
        """The hexes of edges over which a side scores with units that leave."""
        found: list[int] = []
        for score in self.scores:
            if score.side == side and score.kind == "exited":
                edge = exits(self.country, [score.edge])
                found += [hex for hex in edge if score.counts_row(self.hex_name(hex))]
        return frozenset(found)

    def turn(self, state: State) -> Turn:
        """The present turn: its time, and whether it is dark."""
        return self.turns[min(state.turn, len(self.turns)) - 1]

    def plays(self, state: State, rule: str) -> bool:
        """Is a chapter in force, which a teaching scenario may leave out, and an optional rule chosen?"""
        return rule not in state.without and (rule not in OPTIONAL or rule in state.options)

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
