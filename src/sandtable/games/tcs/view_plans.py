"""What a side sees of minefields, and of the plans for its own fire [2.0] [10.2] [15.0a]."""

from collections.abc import Iterator

import msgspec

from sandtable.engine import HexRef, SideRef
from sandtable.games.tcs.barrages import barrage_key
from sandtable.games.tcs.batteries import listed
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import GENERAL, IDLE, IMMEDIATE, PLANNED, PROTECTIVE


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A minefield: what it is, as far as the seat knows, and the hexside of its lane [15.0a] [15.4]."""

    hex: HexRef
    side: SideRef
    kind: str
    lane: str = ""


class Plot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mission to come of one's own [10.2]."""

    battery: str
    kind: str
    turn: int
    hex: HexRef
    shape: str
    he: int = 0
    smoke: int = 0
    illum: int = 0
    trp: HexRef = -1


class Battery(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battery of one's own: whom it supports, what it has fired, where its FPF falls [10.1] [10.9]."""

    name: str
    support: str
    fires: int = 0
    fpf: str = ""


class Plans(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fire plan of a side: ammunition by type as HE, smoke and illumination [10.2]."""

    side: SideRef
    batteries: tuple[Battery, ...]
    ammunition: dict[str, tuple[int, int, int]]
    trps: tuple[HexRef, ...] = ()
    missions: tuple[Plot, ...] = ()
    sorties: int = 0
    flights: tuple[tuple[int, HexRef, str], ...] = ()
    fields: tuple[int, int] = (0, 0)
    """Minefields kept back, real and dummy."""
    blocks: int = 0


WORDS = {PLANNED: "pre-planned", IMMEDIATE: "immediate", PROTECTIVE: "FPF"}


def fields(table: Play, side: int | None) -> Iterator[Field]:
    """Fields that have been put on the map, and one's own; what they are only their owner knows [15.0a]."""
    for mine in sorted(table.state.mines):
        own = side in (None, mine.side)
        if own or mine.shown:
            kind = ("real" if mine.real else "dummy") if own or mine.known else "unknown"
            yield Field(mine.hex, mine.side, kind, "ABC"[mine.lane] if mine.lane >= 0 else "")


def plans(table: Play, side: int | None) -> Iterator[Plans]:
    """One's own plans of fire; the umpire sees both [2.0]."""
    for number in (0, 1):
        if side in (None, number):
            yield _plans_of(table, number)


def _plans_of(table: Play, side: int) -> Plans:
    state = table.state
    own = [battery for battery in range(len(state.batteries)) if listed(table, battery)[0] == side]
    return Plans(
        side,
        tuple([_battery(table, battery) for battery in own]),
        dict(sorted(state.ammunition[side].items())),
        tuple(state.trps[side]),
        tuple(
            [
                Plot(
                    state.batteries[one.battery], WORDS.get(one.kind, "called"), one.turn, one.hex,
                    one.shape, one.he, one.smoke, one.illum, one.trp,
                )
                for one in state.missions
                if one.battery in own
            ]
        ),
        state.sorties[side],
        tuple([(one.turn, one.hex, one.target) for one in state.flights if one.side == side]),
        (state.stock[side].real, state.stock[side].dummy),
        state.stock[side].blocks,
    )  # fmt: skip


def _battery(table: Play, battery: int) -> Battery:
    state = table.state
    support = state.support[battery]
    words = {GENERAL: "general support", IDLE: "nobody"}.get(support, "all")
    if support >= 0:
        words = state.sheets[support].plan.id
    fpf = [barrage_key(table, one) for one in state.barrages if one.battery == battery]
    return Battery(state.batteries[battery], words, state.fires[battery], *fpf[:1])
