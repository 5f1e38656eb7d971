"""What a side may know: counters and markers on the map, and its own secret sheet [3.1]."""

import msgspec

from sandtable.engine import HexRef, SideRef, UnitRef
from sandtable.games.rdf.charts import FORMATIONS
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.rollcall import depth_from
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import ABSENT, EXCUSED, HIDDEN, LATE, NOBODY, WAITING, State
from sandtable.games.rdf.watch import sighted_by

_SECRET_FLAGS = LATE | EXCUSED


class Sheet(msgspec.Struct, frozen=True):
    """The secret sheet of a side."""

    entry: HexRef
    exit: HexRef
    axis: tuple[HexRef, ...]
    orders: int
    rating: int
    formation: str
    deviation: int
    frontage: int
    depth: int
    option: str
    half: int
    strikes: int
    strikes_from: int
    sighted: int
    host: UnitRef
    depth_from: HexRef
    headquarters: tuple[UnitRef, ...]


class Mark(msgspec.Struct, frozen=True):
    """An Artillery Impact or smoke marker."""

    hex: HexRef
    side: SideRef
    smoke: bool


class View(msgspec.Struct, frozen=True):
    """Columns by unit number, as in the state; what a side cannot see of a unit off the map is left blank.

    `places` holds -1 for units off the map, -2 for destroyed ones, -3 for those gone by a legal exit and -4
    for empty BM-21s; the owner also sees -5 for those not in the force and -6 for a hidden headquarters.
    """

    side: SideRef | None
    turn: int
    phase: str
    sides: tuple[str, ...]
    units: tuple[str, ...]
    owner: tuple[SideRef, ...]
    types: tuple[int, ...]
    companies: list[int]
    hexes: list[HexRef]
    places: list[int]
    flags: list[int]
    hits: list[int]
    carrier: list[UnitRef]
    altitude: list[int]
    suppressed: list[int]
    spent: list[int]
    shots: list[int]
    missions: list[int]
    chiefs: list[UnitRef]
    sighted: list[int]
    marks: tuple[Mark, ...]
    moving: list[UnitRef]
    defence_known: list[int]
    strikes: list[int]
    sheets: list[Sheet | None]


def view(table: Play, side: int | None, phase: str) -> View:
    """Build up what a side may know; the umpire may know all."""
    state, hexes = table.state, table.state.hexes
    mine = [True] * len(hexes) if side is None else table.scene.owns[side]
    shown = [own or hex >= 0 for own, hex in zip(mine, hexes, strict=True)]
    places = [hexes[unit] if show else place(state, unit, False) for unit, show in enumerate(shown)]
    return View(
        side, state.turn, phase, state.sides, state.units, state.side, state.kind,
        state.company[:],
        [hex if hex >= 0 else -1 for hex in hexes],
        places,
        [
            flags if own else flags & ~_SECRET_FLAGS if show else 0
            for flags, own, show in zip(state.flags, mine, shown, strict=True)
        ],
        [0 if hex == WAITING else hits for hits, hex in zip(state.hits, hexes, strict=True)],
        _where(state.carrier, shown, NOBODY),
        _where(state.altitude, shown, 0),
        state.suppressed[:],
        _where(state.spent, shown, 0),
        _where(state.shots, mine, 0),
        _where(state.missions, mine, 0),
        [_chief(state, company, side) for company in range(len(state.companies))],
        _sighted(state.sighted, side),
        _marks(state),
        _own_moving(state, side),
        state.defence_known[:],
        [
            count if side in (None, one) or state.strikes_open[one] else NOBODY
            for one, count in enumerate(state.strikes)
        ],
        [sheet(table, one) if side in (None, one) else None for one in range(len(state.sides))],
    )  # fmt: skip


def place(state: State, unit: int, mine: bool) -> int:
    """Where a unit is as far as its owner, or anybody else, knows [5.63]."""
    hex = state.hexes[unit]
    if mine or hex >= 0:
        return hex
    unseen = hex in (WAITING, ABSENT, HIDDEN) or rides_unseen(state, unit)
    return WAITING if unseen else hex


def knows(state: State, side: int | None, unit: int) -> bool:
    """Does a seat know this unit, its own or one that has come onto the map [3.1] [5.63]?"""
    return side in (None, state.side[unit]) or place(state, unit, False) != WAITING


def rides_unseen(state: State, unit: int) -> bool:
    """Is this a battalion headquarters that nobody else has seen, perhaps gone with its host [5.63]?"""
    hidden = COUNTERS[state.kind[unit]].kind == "hq" and state.host[state.side[unit]] != NOBODY
    return hidden and state.hexes[unit] < 0


def sheet(table: Play, side: int) -> Sheet:
    """The secret sheet of a side as it stands [3.1]."""
    state, number = table.state, table.state.formation[side]
    name, deviation, frontage, depth = _formation(number)
    chiefs = [state.chief[company] for company in table.scene.companies_of[side]]
    return Sheet(
        state.entry[side], state.exit[side], state.axis[side], state.orders[side], state.rating[side],
        name, deviation, frontage, depth, state.option[side], state.half[side],
        state.strikes[side], state.strikes_from[side], sighted_by(table, side), state.host[side],
        depth_from(table, side), tuple(chiefs),
    )  # fmt: skip


def _formation(number: int) -> tuple[str, int, int, int]:
    """Name, deviation, frontage and depth of a formation; of none, nothing [5.48]."""
    if number == NOBODY:
        return "", 0, 0, 0
    row = FORMATIONS[number]
    return row.name, row.deviation, row.frontage, row.depth


def _where(column: list[int], shown: list[bool], blank: int) -> list[int]:
    return [value if show else blank for value, show in zip(column, shown, strict=True)]


def _chief(state: State, company: int, side: int | None) -> int:
    """The headquarters of a company, if this side knows it [13.11]."""
    known = side is None or state.companies[company][0] == side or state.chief_known[company]
    return state.chief[company] if known else NOBODY


def _sighted(sighted: list[int], side: int | None) -> list[int]:
    if side is None:
        return sighted[:]
    return [bits >> side & 1 for bits in sighted] if side >= 0 else [0] * len(sighted)


def _marks(state: State) -> tuple[Mark, ...]:
    marks = zip(state.mark_hex, state.mark_side, state.mark_smoke, strict=True)
    return tuple([Mark(hex, side, bool(smoke)) for hex, side, smoke in marks])


def _own_moving(state: State, side: int | None) -> list[int]:
    """The stack under way; who is still off the map only the owner sees."""
    return [unit for unit in state.moving if side in (None, state.side[unit]) or state.hexes[unit] >= 0]
