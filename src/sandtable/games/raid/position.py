"""Position files: a situation of Raid! out of a file, and back into one."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.engine import BadRequest, Game, Position, Refusal, Table
from sandtable.engine.dice import Script
from sandtable.engine.position import BLANK, BoardChanges, Reading, UnitLine, Words
from sandtable.games.raid.charts import Effect
from sandtable.games.raid.forces import muster, mustered, opening_state
from sandtable.games.raid.kit import own_scenario, scenario_text
from sandtable.games.raid.own_tables import at_hand, in_use
from sandtable.games.raid.scenarios import SCENARIOS, Scenario
from sandtable.games.raid.scene import SHEET, Battlefield, board_of
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import (
    ABOARD,
    ALPHA,
    DEAD,
    LEFT,
    LINES,
    MERGED,
    NOBODY,
    SIDES,
    WAITING,
    WORDS,
    Charge,
    Impact,
    Mine,
    Mission,
    Muster,
    Off,
    Smoke,
    State,
    new_state,
)
from sandtable.games.raid.units import GUNS, UNITS, Unit
from sandtable.hexes import LETTERS

LONGEST = 99
"""The last Game-Turn that a file without a scenario can name."""

OFF = "off the map"
"""Where a unit began that has come onto the map in this Movement Phase."""
PLACES = {"waiting": WAITING, "destroyed": DEAD, "left": LEFT, "merged": MERGED}
RIFLES = (*LINES, "choice")
_KNOWN = Words(SIDES, WORDS.types, {**WORDS.status, **dict.fromkeys(PLACES, 0)})
_LOOPS = ("fire", "movement")


class Line(UnitLine, omit_defaults=True, forbid_unknown_fields=True):
    """A unit: men, platoon and squad from 1 on, small arms, facing, carrier, and what it has done before."""

    men: int = -1
    platoon: int = 1
    squad: int = 0
    zone: int = 0
    line: str = "semi"
    rank: int = -1
    facing: str = ""
    aboard: str = ""
    uses: int = 0
    mounts: int = 0
    began: str = ""
    spent: int = 0
    coned: tuple[str, ...] = ()
    held: int = 0
    exit: str = ""


class MissionLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plot; a gun off the map is its number in `guns`, from 1 on."""

    side: str
    hex: str
    spotter: str
    turn: int
    gun: str = ""
    number: int = 0
    smoke: bool = False


class ImpactLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An impact marker."""

    hex: str
    gun: str
    side: str


class SmokeLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A smoke marker."""

    hex: str
    radius: int = 1


class MineLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A mined hex."""

    hex: str
    side: str
    known: bool = False


class ChargeLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A demolition charge that has been placed, against the wall if a hexside is named."""

    hex: str
    side: str
    turn: int
    wall: str = ""


class GunLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gun off the map."""

    side: str
    gun: str


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `state` says."""

    works: str = ""
    scenario: dict[str, Any] = {}
    tables: str = ""
    night: bool = False
    ready: bool = True
    guns: tuple[GunLine, ...] = ()
    deployed: tuple[int, int] = (0, 0)
    edges: tuple[int, int, int] = (-1, -1, -1)
    missions: tuple[MissionLine, ...] = ()
    impacts: tuple[ImpactLine, ...] = ()
    smoke: tuple[SmokeLine, ...] = ()
    rubble: tuple[str, ...] = ()
    wrecks: tuple[str, ...] = ()
    mines: tuple[MineLine, ...] = ()
    charges: tuple[ChargeLine, ...] = ()
    breached: tuple[str, ...] = ()
    documents: str = ""
    carrying: str = ""
    keeping: str = ""
    entered: bool = False
    aqueduct: bool = False
    active: str = ""
    passes: int = 0
    moving: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()


def read_position(game: Game[State, Battlefield], position: Position) -> tuple[Battlefield, State]:
    """The situation that a file describes, or a scenario's opening; BadPosition with every fault [15.9]."""
    scenario = SCENARIOS.get(position.scenario)
    if scenario is not None and not position.unit:
        tables = position.options.get("tables") or in_use().fingerprint
        state = opening_state(scenario, position.options.get("night") == "yes", tables)
        state.step = first_step(game, state)
        return Battlefield(state), state
    own, faults = own_scenario(position)
    reading = Reading(game, position, own.turns if own else scenario.turns if scenario else LONGEST)
    reading.faults += faults
    kept = reading.state(Kept)
    if own is not None and not position.unit:
        reading.finish()
        return opening_of(game, position, kept, own)
    told = own or scenario
    works = kept.works or (told.works if told else "")
    _, lines = reading.forces((SHEET,), partial(_board, works), Line, _KNOWN)
    state = Reader(reading, kept, lines, own).state(works)
    state.step = reading.step(state)
    scene = Battlefield(state)
    reading.faults += position_faults(scene, state)
    reading.finish()
    if state.ready:
        look(Table(scene, state, Script(())))
    return scene, state


def opening_of(
    game: Game[State, Battlefield], position: Position, kept: Kept, own: Scenario
) -> tuple[Battlefield, State]:
    """The beginning of a scenario of the players' own, on the map of the game or another [15.9]."""
    tables = kept.tables or position.options.get("tables") or in_use().fingerprint
    told = muster(own, tables, own.night or kept.night or position.options.get("night") == "yes")
    place = position.board_name(SHEET)
    state = mustered(replace(told, map=place, changes=position.board, scenario="", own=own), own)
    state.step = first_step(game, state)
    return Battlefield(state), state


def first_step(game: Game[State, Battlefield], state: State) -> int:
    """The rung of the sequence of play with which a game begins."""
    rungs = enumerate(game.ladder.rungs)
    return next(step for step, rung in rungs if rung.when is None or rung.when(state))


def _board(works: str, map: str, changes: BoardChanges) -> Any:
    return board_of(map, works, changes)


class Reader:
    """Puts lines and what is kept into a state, and notes what cannot be."""

    def __init__(self, reading: Reading, kept: Kept, lines: list[Line], own: Scenario | None) -> None:
        self.reading = reading
        self.own = own
        self.kept = kept
        self.lines = lines
        self.numbers = {line.name: unit for unit, line in enumerate(lines)}

    def state(self, works: str) -> State:
        """The state that the file gives."""
        state = new_state(self.muster(works))
        self.board = Battlefield(state).board
        for unit, line in enumerate(self.lines):
            self.stand(state, unit, line)
        for unit, line in enumerate(self.lines):
            self.began(state, unit, line)
        self.lay(state)
        self.take_up(state)
        return state

    def muster(self, works: str) -> Muster:
        position, kept, lines = self.reading.position, self.kept, self.lines
        guns = [Off(self.side(one.side), self.gun(one.gun)) for one in kept.guns]
        return Muster(
            position.board_name(SHEET), works, position.board, position.scenario,
            self.tables(),
            kept.night or position.options.get("night") == "yes",
            tuple([line.name for line in lines]), tuple([SIDES.index(line.side) for line in lines]),
            tuple([WORDS.types.index(line.type) for line in lines]),
            tuple([line.zone - 1 for line in lines]), tuple([line.squad - 1 for line in lines]), tuple(guns),
            self.own,
        )  # fmt: skip

    def tables(self) -> str:
        """The fingerprint of the combat tables that the file names, or of those in use."""
        try:
            return (at_hand(self.kept.tables) if self.kept.tables else in_use()).fingerprint
        except BadRequest as error:
            self.fault(str(error), "state.tables")
            return in_use().fingerprint

    def stand(self, state: State, unit: int, line: Line) -> None:
        """A unit with all that its line says."""
        kind = UNITS[state.kind[unit]]
        gone = [place for word, place in PLACES.items() if word in line.status]
        if gone:
            state.hexes[unit] = gone[0]
        elif line.aboard:
            state.hexes[unit] = ABOARD
        else:
            state.hexes[unit] = self.hex(line.hex, line.name)
        state.flags[unit] = sum(bit for word, bit in WORDS.status.items() if word in line.status)
        men = kind.men if line.men < 0 else line.men
        state.men[unit] = 0 if state.hexes[unit] in (DEAD, MERGED) else men
        if men > kind.men:
            self.fault(f"{kind.name} has {kind.men} men at most, not {men}", line.name)
        state.platoon[unit] = NOBODY if kind.any_platoon else line.platoon - 1
        state.line[unit] = self.word(line.line, RIFLES, "line", line.name)
        state.rank[unit] = unit if line.rank < 0 else line.rank
        if line.facing:
            state.facing[unit] = self.word(line.facing, LETTERS, "facing", line.name)
        if line.aboard:
            state.carrier[unit] = self.unit(line.aboard, line.name)
        state.uses[unit], state.mounts[unit], state.held[unit] = line.uses, line.mounts, line.held
        state.spent[unit], state.exit[unit] = line.spent, self.hex(line.exit, line.name)

    def began(self, state: State, unit: int, line: Line) -> None:
        """Where it was when the phase began, and what it has fired at by its cone."""
        began = max(state.hexes[unit], NOBODY) if not line.began else self.hex(line.began, line.name)
        state.began[unit] = NOBODY if line.began == OFF else began
        state.coned[unit] = [self.unit(name, line.name) for name in line.coned]

    def lay(self, state: State) -> None:
        """Markers, mines, charges and plots."""
        kept, hex, side = self.kept, self.hex, self.side
        state.missions = [
            Mission(
                self.unit(one.gun, "state.missions") if one.gun else -one.number,
                side(one.side), hex(one.hex, "state.missions"), one.smoke,
                self.unit(one.spotter, "state.missions"), one.turn,
            )
            for one in kept.missions
        ]  # fmt: skip
        state.impacts = [
            Impact(hex(one.hex, "state.impacts"), self.gun(one.gun), side(one.side)) for one in kept.impacts
        ]
        state.smoke = [Smoke(hex(one.hex, "state.smoke"), one.radius) for one in kept.smoke]
        state.rubble = sorted([hex(name, "state.rubble") for name in kept.rubble])
        state.wrecks = [hex(name, "state.wrecks") for name in kept.wrecks]
        state.mines = [Mine(hex(one.hex, "state.mines"), side(one.side), one.known) for one in kept.mines]
        state.charges = [
            Charge(hex(one.hex, "state.charges"), side(one.side), LETTERS.find(one.wall or "-"), one.turn)
            for one in kept.charges
        ]
        state.breached = [
            hex(name[:-1], "state.breached") * 6 + self.word(name[-1:], LETTERS, "hexside", "state.breached")
            for name in kept.breached
        ]

    def take_up(self, state: State) -> None:
        """Where the turn and its loops stand."""
        kept, position = self.kept, self.reading.position
        state.turn, state.ready = position.turn or 1, kept.ready
        state.deployed, state.edges = [*kept.deployed], [*kept.edges]
        state.documents = self.hex(kept.documents, "state.documents")
        state.carrying = self.unit(kept.carrying, "state.carrying") if kept.carrying else NOBODY
        state.keeping = self.unit(kept.keeping, "state.keeping") if kept.keeping else NOBODY
        state.entered, state.aqueduct, state.passes = kept.entered, kept.aqueduct, kept.passes
        state.moving = [self.unit(name, "state.moving") for name in kept.moving]
        state.exposed = [self.unit(name, "state.exposed") for name in kept.exposed]
        in_loop = self.reading.phase in _LOOPS
        state.active = self.side(kept.active) if kept.active else ALPHA if in_loop else NOBODY

    def fault(self, reason: str, place: str) -> None:
        self.reading.faults.append(Refusal("", reason, place))

    def word(self, word: str, known: Any, what: str, place: str) -> int:
        if word not in known or not word:
            self.fault(f"there is no {what} {word!r}; there are: {', '.join(known)}", place)
            return 0
        return int(known.index(word))

    def side(self, name: str) -> int:
        return self.word(name, SIDES, "side", "state")

    def gun(self, name: str) -> int:
        return self.word(name, GUNS, "gun", "state")

    def unit(self, name: str, place: str) -> int:
        if name not in self.numbers:
            self.fault(f"there is no unit {name!r}", place)
        return self.numbers.get(name, NOBODY)

    def hex(self, name: str, place: str) -> int:
        """A hex by its number, WAITING for none."""
        if not name or name == OFF:
            return WAITING
        if name not in self.board.names:
            self.fault(f"there is no hex {name!r}", place)
            return WAITING
        return self.board.names.index(name)


def position_faults(scene: Battlefield, state: State) -> Iterator[Refusal]:
    """What cannot stand as the file has it [8.4] [8.6] [5.24]."""
    for unit, hex in enumerate(state.hexes):
        kind, name = scene.types[unit], state.units[unit]
        if hex >= 0 and not kind.flies and not can_stand(scene.field(state).bare[hex], kind):
            yield Refusal("8.6", f"cannot stand in {scene.hex_name(hex)}", name)
        if hex == ABOARD and not (state.carrier[unit] >= 0 and scene.types[state.carrier[unit]].dies):
            yield Refusal("13.3", "is aboard something that carries nobody", name)


def can_stand(row: Effect, kind: Unit) -> bool:
    """Can a unit on the ground be in a hex of this row [8.6] [14.1]?"""
    return row.mp is not None and (kind.breed != "vehicle" or row.vehicles)


# Writing


def write_position(game: Game[State, Battlefield], scene: Battlefield, state: State) -> Position:
    """The present situation as a file."""
    kept = msgspec.to_builtins(_kept(scene, state))
    units = [msgspec.to_builtins(_line(scene, state, unit)) for unit in range(len(state.units))]
    size = "" if state.map == SHEET else state.map
    return Position(
        game.name, state.scenario, BLANK if size else "", size, {}, state.turn,
        game.ladder.rungs[state.step].name, kept, state.changes, units,
    )  # fmt: skip


def _line(scene: Battlefield, state: State, unit: int) -> Line:
    hex, flags = state.hexes[unit], state.flags[unit]
    carried, began = state.carrier[unit], state.began[unit]
    return Line(
        name=state.units[unit],
        side=SIDES[state.side[unit]],
        type=WORDS.types[state.kind[unit]],
        hex=scene.hex_name(hex),
        status=[word for word, bit in WORDS.status.items() if flags & bit]
        + [word for word, place in PLACES.items() if hex == place],
        men=state.men[unit],
        platoon=state.platoon[unit] + 1,
        squad=state.squad[unit] + 1,
        zone=state.zone[unit] + 1,
        line=RIFLES[state.line[unit]],
        rank=state.rank[unit],
        facing=LETTERS[state.facing[unit]] if state.facing[unit] >= 0 else "",
        aboard=scene.units[carried] if carried >= 0 else "",
        uses=state.uses[unit],
        mounts=state.mounts[unit],
        began=OFF if began < 0 <= hex else scene.hex_name(began),
        spent=state.spent[unit],
        coned=tuple([scene.units[other] for other in state.coned[unit]]),
        held=state.held[unit],
        exit=scene.hex_name(state.exit[unit]),
    )


def _kept(scene: Battlefield, state: State) -> Kept:
    hex, units = scene.hex_name, scene.units
    return Kept(
        works=state.works, scenario=scenario_text(state.own), tables=state.tables,
        night=state.night, ready=state.ready,
        guns=tuple([GunLine(SIDES[off.side], GUNS[off.gun]) for off in state.guns]),
        deployed=(state.deployed[0], state.deployed[1]),
        edges=(state.edges[0], state.edges[1], state.edges[2]),
        missions=tuple([_mission(scene, one) for one in state.missions]),
        impacts=tuple([ImpactLine(hex(one.hex), GUNS[one.gun], SIDES[one.side]) for one in state.impacts]),
        smoke=tuple([SmokeLine(hex(one.hex), one.radius) for one in state.smoke]),
        rubble=tuple([hex(one) for one in state.rubble]), wrecks=tuple([hex(one) for one in state.wrecks]),
        mines=tuple([MineLine(hex(one.hex), SIDES[one.side], one.known) for one in state.mines]),
        charges=tuple([_charge(scene, one) for one in state.charges]),
        breached=tuple([hex(one // 6) + LETTERS[one % 6] for one in state.breached]),
        documents=hex(state.documents), carrying=units[state.carrying] if state.carrying >= 0 else "",
        keeping=units[state.keeping] if state.keeping >= 0 else "", entered=state.entered,
        aqueduct=state.aqueduct, active=SIDES[state.active] if state.active >= 0 else "",
        passes=state.passes, moving=tuple([units[unit] for unit in state.moving]),
        exposed=tuple([units[unit] for unit in state.exposed]),
    )  # fmt: skip


def _charge(scene: Battlefield, charge: Charge) -> ChargeLine:
    wall = LETTERS[charge.wall] if charge.wall >= 0 else ""
    return ChargeLine(scene.hex_name(charge.hex), SIDES[charge.side], charge.turn, wall)


def _mission(scene: Battlefield, mission: Mission) -> MissionLine:
    return MissionLine(
        SIDES[mission.side],
        scene.hex_name(mission.hex),
        scene.units[mission.spotter],
        mission.turn,
        scene.units[mission.gun] if mission.gun >= 0 else "",
        -mission.gun if mission.gun < 0 else 0,
        mission.smoke,
    )
