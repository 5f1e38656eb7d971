"""The scene of a game: the map, the forces and the combat tables, which never change while it is played."""

from functools import cache, lru_cache

import msgspec

from sandtable.boards import Board, blank_board, read_vocabulary
from sandtable.engine import BadPosition, Refusal, Scene, Table
from sandtable.engine.position import BoardChanges
from sandtable.games.raid.charts import DATA
from sandtable.games.raid.country import with_works
from sandtable.games.raid.field import Field
from sandtable.games.raid.ground import Ground, ground_of, sheet
from sandtable.games.raid.own_tables import at_hand
from sandtable.games.raid.scenarios import SCENARIOS, Scenario
from sandtable.games.raid.state import ALPHA, BRAVO, SIDES, State
from sandtable.games.raid.tables import Tables
from sandtable.games.raid.units import UNITS

SHEET = "raid"
LARGEST = 60


def board_of(map: str, works: str, changes: BoardChanges) -> Board:
    """The map with a scenario's works, or a blank one of a size such as 24x20, with changes [3.1]."""
    if map == SHEET:
        return changes.apply(with_works(sheet(), works))
    columns, rows = (int(number) for number in map.split("x"))
    if max(columns, rows) > LARGEST:
        raise BadPosition(Refusal("3.1", f"a map has at most {LARGEST} columns and rows", "size"))
    vocabulary = read_vocabulary((DATA / "terrain.toml").read_text("utf-8"))
    return changes.apply(blank_board(vocabulary, columns, rows, low="odd"))


def ground_for(map: str, works: str, changes: BoardChanges) -> Ground:
    """The ground of a game, worked out once for each map with its works and changes."""
    if map == SHEET and changes == BoardChanges():
        return ground_of(works)
    return _ground(map, works, msgspec.json.encode(changes))


@lru_cache(maxsize=64)
def _ground(map: str, works: str, changes: bytes) -> Ground:
    return Ground(board_of(map, works, msgspec.json.decode(changes, type=BoardChanges)), keep_sight=False)


@cache
def _listed_zone(scenario: str, side: int, zone: int) -> int:
    """A zone of one of the book's scenarios on the map of the game, worked out once for all games."""
    listed = SCENARIOS[scenario]
    return ground_of(listed.works).zone(listed.forces[side].zones[zone])


class Battlefield(Scene):
    """Ground, forces, tables and scenario, and what follows from them once and for all."""

    def __init__(self, state: State) -> None:
        self.ground = ground_for(state.map, state.works, state.changes)
        super().__init__(self.ground.board, SIDES, state.units)
        self.tables: Tables = at_hand(state.tables)
        self.scenario: Scenario | None = state.own or SCENARIOS.get(state.scenario)
        self.types = tuple([UNITS[kind] for kind in state.kind])
        units = range(len(state.units))
        self.own = [[unit for unit in units if state.side[unit] == side] for side in (ALPHA, BRAVO)]
        self.foes = [self.own[BRAVO], self.own[ALPHA]]
        self.combat = [[unit for unit in own if self.types[unit].combat] for own in self.own]
        self.hqs = [[unit for unit in own if self.types[unit].breed == "hq"] for own in self.own]
        self.mates = self._mates(state)
        self.way_out = self._way_out()
        self.prison = self._prison()
        """The hexes inside the prison wall, in the scenario that has one [15.3]."""
        self.entry_zone = lru_cache(maxsize=32)(self._entry_zone)
        self._field = lru_cache(maxsize=64)(
            lambda smoke, rubble: Field(self.ground, smoke, rubble),
        )

    def _mates(self, state: State) -> list[int]:
        """Of each Fire Team the other one of its squad, or -1 [5.11]; Team A comes first in the force."""
        mates = [-1] * len(state.units)
        for unit, squad in enumerate(state.squad):
            for other in range(unit):
                if squad >= 0 and (state.side[other], state.squad[other]) == (state.side[unit], squad):
                    mates[unit], mates[other] = other, unit
        return mates

    def _way_out(self) -> int:
        """Where units leave the map: by its edges, and where the scenario says [8.35] [15.5] [15.7]."""
        found = self.ground.edges()
        if self.scenario is not None and self.scenario.exit.place:
            found |= sum(1 << hex for hex in self.board.places[self.scenario.exit.place])
        if self.scenario is not None and self.scenario.exit.coast:
            found |= self.ground.coast()
        return found

    def _prison(self) -> tuple[int, ...]:
        if self.scenario is None or self.scenario.goal != "compound":
            return ()
        return tuple([self.board.find(name) for name in self.scenario.goal_hexes])

    def _entry_zone(self, side: int, zone: int) -> int:
        """The hexes of one of the scenario's zones, as bits [15.0]."""
        if self.scenario is None:
            return 0
        if self.ground is ground_of(self.scenario.works) and self.scenario is SCENARIOS.get(self.scenario.id):
            return _listed_zone(self.scenario.id, side, zone)
        return self.ground.zone(self.scenario.forces[side].zones[zone])

    def field(self, state: State) -> Field:
        """The ground as it lies now, under its smoke and with its rubble [9.7] [11.1]."""
        return self._field(tuple(state.smoke), tuple(state.rubble))


Play = Table[State, Battlefield]
