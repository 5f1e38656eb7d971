"""The state of a game of Tank!: units in columns, so that a copy costs next to nothing."""

from collections.abc import Iterator
from typing import Self

import msgspec

from sandtable.engine import Outcome, Scene, Table
from sandtable.engine.position import BoardChanges, Words
from sandtable.games.tank.battles import SITUATIONS, Situation
from sandtable.games.tank.charts import Mode
from sandtable.games.tank.country import Country, country_of
from sandtable.games.tank.weapons import WEAPONS, Weapon

ALPHA, BRAVO = 0, 1
SIDES = ("Alpha", "Bravo")

GONE, EXIT = -1000, -999
"""In place of a hex: off the map for good, or not yet on it; and, as the last step of a path, off the map."""
NO_PLACE = -1000
"""The place in a column of a unit that is in none."""
RING = -2
"""In place of a target: all six adjacent hexes, less, as bits, the directions of those left out [8.84]."""

SPOTTED, HIDDEN, PANICKED, VOID, ARMED, DOOMED, HELD, STOPPED = 1, 2, 4, 8, 16, 32, 64, 128
ENTERED, DESTROYED, EXITED, FIRED, TOLD, FLASHED = 256, 512, 1024, 2048, 4096, 8192
"""Marks on units. TOLD: what it does has shown the enemy whether this face-down unit is a gun or infantry.
FLASHED: it has fired out of hiding, and the die that may find it is still to be rolled [14.2]."""
OF_THE_TURN = PANICKED | VOID | ARMED | DOOMED | HELD | STOPPED | ENTERED | FIRED | FLASHED

NONE, DF, OF, MV, MVR, FC, OV, PANIC = range(8)
TASKS = ("", "DF", "OF", "MV", "MVR", "FC", "OV", "panic")
"""What a unit does in a Game-Turn; the last is the movement that panic puts in place of another [5.0]."""
MOVING = (MV, MVR, OV, PANIC)

WORDS = Words(
    SIDES,
    tuple(weapon.id for weapon in WEAPONS),
    {
        "spotted": SPOTTED,
        "hidden": HIDDEN,
        "panicked": PANICKED,
        "void": VOID,
        "armed": ARMED,
        "doomed": DOOMED,
        "held": HELD,
        "stopped": STOPPED,
        "entered": ENTERED,
        "destroyed": DESTROYED,
        "exited": EXITED,
        "fired": FIRED,
        "told": TOLD,
        "flashed": FLASHED,
    },
)


class State(msgspec.Struct):
    """All that changes, and which forces on which board.

    Lists go by unit number, those of two by side. A unit waiting off the map in column, k places before the
    entry hex, has the hex -k; `place` counts the same way and goes on, from 0, along the side's track. A path
    holds the hexes to come and those done; its step n falls due at impulse `due[n]`. `tried` holds, as bits,
    the enemies that a unit has tried to spot in this Game-Turn, `last` what it was given to do when its side
    last plotted.
    """

    map: str
    join: str
    changes: BoardChanges
    scenario: str
    situation: str
    mode: Mode
    units: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    initial: tuple[int, int]
    panic: tuple[int, int]
    preservation: tuple[int, int]
    length: int
    idle: int
    hexes: list[int]
    facing: list[int]
    flags: list[int]
    place: list[int]
    task: list[int]
    target: list[int]
    path: list[tuple[int, ...]]
    due: list[tuple[int, ...]]
    done: list[int]
    arrival: list[int]
    points: list[int]
    start: list[int]
    tried: list[int]
    tracks: list[tuple[int, ...]]
    fired_on: list[int]
    preserved: list[int]
    chits: list[int]
    wrecks: list[int]
    positions: list[int]
    noted: list[int]
    trodden: list[int]
    last: list[str]
    contact: int = 0
    last_loss: int = 0
    ready: bool = False
    impulse: int = 0
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(
            self.map, self.join, self.changes, self.scenario, self.situation, self.mode,
            self.units, self.side, self.kind, self.initial, self.panic, self.preservation,
            self.length, self.idle,
            self.hexes[:], self.facing[:], self.flags[:], self.place[:],
            self.task[:], self.target[:], self.path[:], self.due[:], self.done[:],
            self.arrival[:], self.points[:], self.start[:], self.tried[:],
            self.tracks[:], self.fired_on[:], self.preserved[:], self.chits[:],
            self.wrecks[:], self.positions[:], self.noted[:], self.trodden[:], self.last[:],
            self.contact, self.last_loss, self.ready, self.impulse,
            self.turn, self.step, self.outcome,
        )  # fmt: skip


class Field(Scene):
    """The country and the forces, and what follows from them once and for all."""

    def __init__(self, state: State) -> None:
        self.country: Country = country_of(state.map, state.join, state.mode, state.changes)
        super().__init__(self.country.board, SIDES, state.units)
        self.weapons: tuple[Weapon, ...] = tuple(WEAPONS[kind] for kind in state.kind)
        self.own = [[unit for unit, side in enumerate(state.side) if side == own] for own in (ALPHA, BRAVO)]
        self.situation: Situation = SITUATIONS[state.situation]


Play = Table[State, Field]


def blank_state(
    *,
    map: str,
    join: str,
    changes: BoardChanges,
    scenario: str,
    situation: str,
    mode: Mode,
    names: tuple[str, ...],
    side: tuple[int, ...],
    kind: tuple[int, ...],
    panic: tuple[int, int],
    preservation: tuple[int, int],
    length: int,
    idle: int,
) -> State:
    """Forces that stand nowhere yet, before the first Game-Turn."""
    count = len(names)
    zeros, gone = [0] * count, [GONE] * count
    return State(
        map, join, changes, scenario, situation, mode, names, side, kind,
        (side.count(ALPHA), side.count(BRAVO)), panic, preservation, length, idle,
        gone[:], [-1 if WEAPONS[number].infantry else 0 for number in kind], zeros[:], [NO_PLACE] * count,
        zeros[:], [-1] * count, [()] * count, [()] * count, zeros[:], zeros[:], zeros[:], gone[:], zeros[:],
        [(), ()], [0, 0], [0, 0], [0, 0], [], [], [], [], [""] * count,
    )  # fmt: skip


def on_map(state: State, side: int, field: Field) -> Iterator[int]:
    """A side's units on the map, hidden ones too."""
    hexes = state.hexes
    return (unit for unit in field.own[side] if hexes[unit] >= 0)


def in_hex(state: State, hex: int) -> list[int]:
    """The units in a hex, hidden ones too."""
    return [unit for unit, there in enumerate(state.hexes) if there == hex]


def alive(state: State, unit: int) -> bool:
    """Is it neither destroyed nor off the map for good?"""
    return state.hexes[unit] != GONE


def survivors(state: State, side: int) -> int:
    """The units of a side that are not destroyed; those that have exited count [17.3E]."""
    lost = sum(
        flags & DESTROYED > 0 for own, flags in zip(state.side, state.flags, strict=True) if own == side
    )
    return state.initial[side] - lost


def shown(state: State, unit: int) -> bool:
    """Does a counter stand on the map for all to see, face up or down?"""
    return state.hexes[unit] >= 0 and not state.flags[unit] & HIDDEN


def worn(state: State, side: int) -> bool:
    """Is the side past its Preservation Level, from the Game-Turn after it was reached [15.11]?"""
    return 0 < state.preserved[side] < state.turn


def bound(state: State, side: int) -> bool:
    """Must the side's column keep to its track: until the Game-Turn after it was fired on, or in a meeting
    engagement after contact [17.3E] [17.11]?"""
    begun = [state.fired_on[side]]
    if SITUATIONS[state.situation].meeting:
        begun.append(state.contact)
    return not any(0 < turn < state.turn for turn in begun)
