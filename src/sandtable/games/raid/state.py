"""The state of a game of Raid!: units in columns, so that a copy costs next to nothing."""

from typing import NamedTuple, Self

import msgspec

from sandtable.engine import Outcome
from sandtable.engine.position import BoardChanges, Words
from sandtable.games.raid.scenarios import Scenario
from sandtable.games.raid.tables import Line
from sandtable.games.raid.units import UNITS

ALPHA, BRAVO = 0, 1
SIDES = ("Alpha", "Bravo")
NOBODY = -1

WAITING, ABOARD, DEAD, LEFT, MERGED = -1, -2, -3, -4, -5
"""In place of a hex: still to come, carried by `carrier`, destroyed, off the map for good, and spent in a
recombination [7.54]."""

FACE_UP = 1
"""An enemy sees it, or it has just fired; cleared when neither holds any more [6.3] [6.31]."""
SUPPRESSED = 2
"""Set by a result, cleared in Phase D [7.8] [7.81]."""
OUT_OF_COMMAND = 4
"""Judged in Phase A, and at once where a radio is lost [5.23] [12.2]."""
RADIO = 8
"""It was given a radio, which passes with command [12.0]."""
MUTE = 16
"""Its radio is lost until the next Phase A [12.2]."""
HIGH = 32
"""A helicopter at altitude [13.21]."""
M203, GRENADE, CHARGE = 64, 128, 256
"""What a Fire Team carries: launcher, rifle grenades, demolition charge, which goes when it is placed."""
TRAPPED = 512
"""Inside the prison wall until the wall is breached; cleared when it leaves [15.3]."""

FIRED = 1024
"""It has used its one shot of the Game-Turn; cone shots and assaults do not count [7.31] [7.92] [10.4]."""
SHOT = 2048
"""It has fired at all in this Game-Turn, which ends overwatch and its bonus [7.63] [7.64]."""
MOVED = 4096
"""It has moved in this Game-Turn [7.31] [8.31]."""
LOADED, UNLOADED = 8192, 16384
"""A helicopter that has taken on, or set down, units in this Game-Turn [13.38]; a unit that was loaded or
set down in it [13.35]."""
KNOWN = 262144
"""The enemy has seen which unit it is; cleared when it moves on face down [6.3]."""

ATTACKED = 32768
"""A target of an attack of this Direct Fire Phase; cleared when the phase ends [7.33]."""
DONE = 65536
"""Its move of this Movement Phase is over; cleared when the phase ends [8.31]."""
ASSAULTED = 131072
"""It has attacked in a Close Assault of this Movement Phase; cleared when the phase ends [10.1]."""

OF_PHASE = ATTACKED | DONE | ASSAULTED
OF_TURN = FIRED | SHOT | MOVED | LOADED | UNLOADED

WORDS = Words(
    SIDES,
    tuple(unit.id for unit in UNITS),
    {
        "face up": FACE_UP,
        "suppressed": SUPPRESSED,
        "out of command": OUT_OF_COMMAND,
        "radio": RADIO,
        "mute": MUTE,
        "high": HIGH,
        "m203": M203,
        "grenade": GRENADE,
        "charge": CHARGE,
        "trapped": TRAPPED,
        "known": KNOWN,
        "fired": FIRED,
        "shot": SHOT,
        "moved": MOVED,
        "loaded": LOADED,
        "unloaded": UNLOADED,
        "attacked": ATTACKED,
        "done": DONE,
        "assaulted": ASSAULTED,
    },
)
"""What a unit's flags are called in position files, views and on counters."""

LINES: tuple[Line, ...] = ("bolt", "semi", "auto")
CHOICE = 3
"""The small arms of a unit, by their place in LINES; CHOICE is Semi or Auto at each shot [7.2]."""


class Mission(NamedTuple):
    """A plot: the gun is a unit, or off the map -1, -2, ... for the first, second ... of `guns` [9.1].

    `turn` is the Game-Turn in whose Phase E it is due.
    """

    gun: int
    side: int
    hex: int
    smoke: bool
    spotter: int
    turn: int


class Impact(NamedTuple):
    """An impact marker: the row of 9.41 by its place in GUNS, the hex, and whose it is [9.0]."""

    hex: int
    gun: int
    side: int


class Smoke(NamedTuple):
    """A smoke marker, and how far around it the smoke lies [11.1] [11.2]."""

    hex: int
    radius: int


class Mine(NamedTuple):
    """A mined hex; `known` from its first attack on [14.26]."""

    hex: int
    side: int
    known: bool


class Charge(NamedTuple):
    """A demolition charge as placed, and when; `wall` is the direction of a wall hexside or -1 [14.25]."""

    hex: int
    side: int
    wall: int
    turn: int


class Off(NamedTuple):
    """A gun off the map: whose, and its row of 9.41 by its place in GUNS [9.0]."""

    side: int
    gun: int


class State(msgspec.Struct):
    """All that changes, and which forces fight where; lists go by unit number, those named so by side.

    Sets of hexes are lists, which `Field` turns into bits.
    """

    map: str
    works: str
    changes: BoardChanges
    scenario: str
    tables: str
    """The fingerprint of the combat tables: those of lost.toml, or the printed ones that a player put in."""
    night: bool
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    zone: tuple[int, ...]
    """The zone of its force where each unit sets up or comes in, -1 for none."""
    squad: tuple[int, ...]
    """Of a Fire Team its squad, counted through the force: its platoon is squad // 3; -1 for the others."""
    guns: tuple[Off, ...]
    own: Scenario | None
    """A scenario of the players' own making, if it is one [15.9]."""

    # By unit.
    hexes: list[int]
    men: list[int]
    flags: list[int]
    platoon: list[int]
    """From 0; -1 for company assets. The owner settles those of machine guns and Bazookas before play."""
    line: list[int]
    rank: list[int]
    """The order in a stack, the least on top: that in which losses spill [7.84]."""
    facing: list[int]
    """The hexside, 0 to 5, that a machine gun's cone or a vehicle's bow points to; else -1 [7.92] [14.1]."""
    carrier: list[int]
    uses: list[int]
    """How often each mount of a gunship has been used, four bits each; grenades: the turn they were fired."""
    mounts: list[int]
    """As bits, the mounts of a vehicle or gunship used in this Game-Turn [14.13] [13.44]."""
    began: list[int]
    """The hex where it was when this Movement Phase began [8.37] [10.2]."""
    spent: list[int]
    """Movement Points spent in this Movement Phase."""
    coned: list[list[int]]
    """Of each machine gun the enemies at which it has fired by its cone in this Movement Phase [7.92]."""
    held: list[int]
    """For how many Movement Phases a carrier still stays put; of who is aboard, for how many it is being
    loaded, less than 0 while it is being set down [13.33] [14.19]."""
    exit: list[int]
    """The hex by which it left the map, or -1."""

    # By side.
    deployed: list[int]
    """How many of its units have been given their place before play; set-up ends when all are."""

    edges: list[int]
    """Of each platoon of Alpha its edge of the map, by its place in the zone, or -1 [15.8]."""

    # On the map.
    missions: list[Mission] = []
    impacts: list[Impact] = []
    smoke: list[Smoke] = []
    rubble: list[int] = []
    wrecks: list[int] = []
    mines: list[Mine] = []
    charges: list[Charge] = []
    breached: list[int] = []
    """Destroyed hexsides of the prison wall, hex * 6 + direction, each from both sides [15.3]."""
    documents: int = NOBODY
    """The hex of the documents, or -1 when they are carried or there are none [15.2]."""
    carrying: int = NOBODY
    """The unit that carries the documents."""
    keeping: int = NOBODY
    """The unit that has been with the documents since the last Command Phase."""
    entered: bool = False
    """Has Alpha been inside the prison wall [15.3]?"""
    aqueduct: bool = False
    """Has it been destroyed [15.5]?"""

    # Where the loops of a phase stand.
    active: int = NOBODY
    """The player whose turn it is to fire or move; NOBODY before the die has said [4.2]."""
    passes: int = 0
    """Passes in a row."""
    moving: list[int] = []
    """The units whose move is under way, on top the first."""
    exposed: list[int] = []
    """Units turned up by firing, until the overwatch at them is over [6.31]."""
    ready: bool = False
    """Is set-up over?"""
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(
            self.map, self.works, self.changes, self.scenario, self.tables, self.night,
            self.units, self.side, self.kind, self.zone, self.squad, self.guns, self.own,
            self.hexes[:], self.men[:], self.flags[:], self.platoon[:], self.line[:], self.rank[:],
            self.facing[:], self.carrier[:], self.uses[:], self.mounts[:], self.began[:], self.spent[:],
            [shot[:] for shot in self.coned], self.held[:], self.exit[:], self.deployed[:], self.edges[:],
            self.missions[:], self.impacts[:], self.smoke[:], self.rubble[:],
            self.wrecks[:], self.mines[:], self.charges[:], self.breached[:],
            self.documents, self.carrying, self.keeping, self.entered, self.aqueduct,
            self.active, self.passes, self.moving[:], self.exposed[:], self.ready,
            self.turn, self.step, self.outcome,
        )  # fmt: skip


class Muster(msgspec.Struct, frozen=True):
    """What a game is about and never changes: where it is played, by whose units, of which types."""

    map: str
    works: str
    changes: BoardChanges
    scenario: str
    tables: str
    night: bool
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    zone: tuple[int, ...]
    squad: tuple[int, ...]
    guns: tuple[Off, ...]
    own: Scenario | None = None


def new_state(muster: Muster) -> State:
    """The state before anything has happened: every unit at full strength, off the map."""
    count = len(muster.units)

    def each(value: int) -> list[int]:
        return [value] * count

    return State(
        **{name: getattr(muster, name) for name in muster.__struct_fields__},
        hexes=each(WAITING), men=[UNITS[kind].men for kind in muster.kind], flags=each(0),
        platoon=[squad // 3 if squad >= 0 else -1 for squad in muster.squad], line=each(1),
        rank=list(range(count)), facing=[_facing(kind) for kind in muster.kind],
        carrier=each(NOBODY),
        uses=each(0), mounts=each(0), began=each(NOBODY), spent=each(0),
        coned=[[] for _ in range(count)], held=each(0), exit=each(NOBODY), deployed=[0, 0],
        edges=[-1, -1, -1],
        missions=[], impacts=[], smoke=[], rubble=[], wrecks=[], mines=[], charges=[], breached=[],
        moving=[], exposed=[],
    )  # fmt: skip


def _facing(kind: int) -> int:
    """North, for what has a facing at all."""
    return 0 if UNITS[kind].machine_gun or UNITS[kind].breed == "vehicle" else -1


def hex_of(state: State, unit: int) -> int:
    """The hex of a unit, that of its carrier if it is aboard, or where it is off the map."""
    hex = state.hexes[unit]
    return state.hexes[state.carrier[unit]] if hex == ABOARD else hex


def stack(state: State, hex: int, side: int) -> list[int]:
    """A side's units in a hex, in their order from the top; passengers are not among them."""
    found = [unit for unit, at in enumerate(state.hexes) if at == hex and state.side[unit] == side]
    return sorted(found, key=state.rank.__getitem__)


def aboard(state: State, carrier: int) -> list[int]:
    """Who is carried by a vehicle or helicopter."""
    return [unit for unit, other in enumerate(state.carrier) if other == carrier]


def alive(state: State, unit: int) -> bool:
    """Is it neither destroyed, nor off the map for good, nor merged into others?"""
    return state.hexes[unit] > DEAD


def on_map(state: State, side: int) -> list[int]:
    """A side's units that stand on the map themselves."""
    return [unit for unit, hex in enumerate(state.hexes) if hex >= 0 and state.side[unit] == side]


def mark(state: State, unit: int, flag: int) -> None:
    state.flags[unit] |= flag


def wipe(state: State, unit: int, flag: int) -> None:
    state.flags[unit] &= ~flag


def has(state: State, unit: int, flag: int) -> bool:
    return state.flags[unit] & flag > 0
