"""What a side may know: all counters that are on the map, its own secrets, and none of the enemy's [2.0]."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef, UnitRef
from sandtable.games.tcs.command_odds import IMPLEMENTED
from sandtable.games.tcs.orders import step_words
from sandtable.games.tcs.orders_in_files import STANDS
from sandtable.games.tcs.phrases import told_sheet
from sandtable.games.tcs.prep import prep_of
from sandtable.games.tcs.scene import Battlefield, Play
from sandtable.games.tcs.sheets import Contingency, SheetPlan
from sandtable.games.tcs.state import (
    CONTACT,
    DESTROYED,
    EXITED,
    FORMER,
    HIDDEN,
    PENDING,
    REMOVED,
    SHOT_AT,
    SHOT_BEFORE,
    STATUS,
    TAKEN,
    WAITING,
    State,
    dug_in,
    hex_of,
)
from sandtable.games.tcs.unassigned import members_of
from sandtable.games.tcs.units import UnitType
from sandtable.games.tcs.view_plans import Field, Plans, fields, plans

OPEN = sum(STATUS.values()) & ~(SHOT_BEFORE | SHOT_AT | CONTACT | FORMER)
"""Markers and modes that lie open to everybody [2.0]."""
OFF_MAP: Mapping[int, str] = {
    WAITING: "to come",
    DESTROYED: "destroyed",
    EXITED: "gone from the map",
    HIDDEN: "in ambush",
    TAKEN: "prisoners",
}
SYMBOLS: Mapping[str, str] = {
    "infantry": "infantry",
    "mortar": "mortar",
    "at_gun": "anti-tank",
    "map_gun": "artillery",
    "vehicle": "armour",
    "carrier": "mechanised",
}


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit as a side sees it; off the map `where` says in words what has become of it."""

    unit: UnitRef
    side: SideRef
    type: str
    hex: HexRef
    mode: str
    lost: int = 0
    status: tuple[str, ...] = ()
    carrier: UnitRef = -1
    dug_in: bool = False
    where: str = ""
    orders: str = ""
    """What it is about by its sheet, for its own side."""


class SheetSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """An op sheet as its owner sees it: what is drawn, how it stands, what each group is about."""

    side: SideRef
    stands: str
    plan: SheetPlan
    weighted: int
    implemented: int
    groups: tuple[str, ...]
    steps: tuple[int, ...] = ()
    """The step that each group is in, counted from 0; -1 on failure instructions."""
    chance: Fraction | None = None
    """Of being implemented by its next roll."""
    noted: tuple[tuple[str, int], ...] = ()


class PlaceSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """An unassigned group as its owner sees it."""

    side: SideRef
    units: tuple[UnitRef, ...]
    centre: HexRef
    contingency: Contingency | None
    attacked: int = 0
    leaving: bool = False
    provisional: bool = False


class View(msgspec.Struct, frozen=True):
    """The situation; `morale` has the companies whose numbers the side knows, `notes` how much has been
    noted for review of each side; `sheets` and `places` are its own.
    """

    side: SideRef | None
    scenario: str
    turn: int
    time: str
    night: bool
    phase: str
    visibility: int
    units: tuple[Seen, ...]
    smoke: tuple[HexRef, ...]
    lights: tuple[HexRef, ...]
    blocks: tuple[HexRef, ...]
    held: tuple[tuple[HexRef, SideRef], ...]
    morale: tuple[tuple[str, int], ...]
    mines: tuple[Field, ...]
    plans: tuple[Plans, ...]
    wind: tuple[int, int]
    fires: tuple[HexRef, ...]
    sheets: tuple[SheetSeen, ...]
    places: tuple[PlaceSeen, ...]
    notes: tuple[int, ...]


def view(table: Play, side: int | None, phase: str) -> View:
    """Build up what a side may know; the umpire, None, may know all [2.0]."""
    state, scene = table.state, table.scene
    now = scene.turn(state)
    return View(
        side, state.scenario, state.turn, now.name, now.night, phase, state.visibility,
        tuple(_units(table, side)), tuple(sorted(state.smoke)), tuple(sorted(state.lights)),
        tuple(sorted(state.blocks)), tuple(zip(scene.prizes, state.held, strict=False)),
        tuple(_morale(state, side)), tuple(fields(table, side)), tuple(plans(table, side)), state.wind,
        tuple(sorted(state.fires_burning)), tuple(_sheets(table, side)), tuple(_places(table, side)),
        tuple(state.notes),
    )  # fmt: skip


def _sheets(table: Play, side: int | None) -> Iterator[SheetSeen]:
    """One's own sheets, but for those that are done with [2.0] [6.2]."""
    for number, sheet in enumerate(table.state.sheets):
        if side in (None, sheet.side) and sheet.status != REMOVED:
            odds = prep_of(table, number).odds if sheet.status == PENDING else None
            chance = odds.chance(IMPLEMENTED) if odds else None
            groups = tuple(told_sheet(sheet, group) for group in range(len(sheet.plan.groups)))
            yield SheetSeen(
                sheet.side, STANDS[sheet.status], sheet.plan, sheet.weighted, sheet.implemented, groups,
                sheet.steps, chance, sheet.flags,
            )  # fmt: skip


def _places(table: Play, side: int | None) -> Iterator[PlaceSeen]:
    """One's own unassigned groups [2.0] [6.5]."""
    for number, place in enumerate(table.state.places):
        units = members_of(table, number)
        if units and side in (None, place.side):
            yield PlaceSeen(
                place.side, tuple(units), place.centre, place.plan, place.attacked, place.leaving,
                place.provisional,
            )  # fmt: skip


def knows(state: State, side: int | None, unit: int) -> bool:
    """Does a seat know this unit? Every one but the enemy's in ambush [2.0] [20.0]."""
    return side in (None, state.side[unit]) or state.hexes[unit] != HIDDEN


def _units(table: Play, side: int | None) -> Iterator[Seen]:
    """All units; of the enemy's own affairs only what he has to show."""
    scene, state = table.scene, table.state
    for unit, kind in enumerate(scene.types):
        if knows(state, side, unit):
            own = side in (None, state.side[unit])
            yield _seen(state, unit, kind, orders=step_words(table, unit) if own else "", own=own)


def _seen(state: State, unit: int, kind: UnitType, *, orders: str, own: bool) -> Seen:
    hex, flags = hex_of(state, unit), state.flags[unit] if own else state.flags[unit] & OPEN
    return Seen(
        unit,
        state.side[unit],
        kind.id,
        max(hex, -1),
        "fire" if flags & STATUS["fire"] else "move",
        state.lost[unit],
        tuple(word for word, bit in STATUS.items() if flags & bit and word != "fire"),
        state.carrier[unit],
        dug_in(state, unit) and (own or unit in state.told),
        OFF_MAP.get(hex, ""),
        orders,
    )


def _morale(state: State, side: int | None) -> Iterator[tuple[str, int]]:
    """The company morale of one's own companies [9.1] [2.0]."""
    for (owner, name), amount in zip(state.companies, state.morale, strict=True):
        if side in (None, owner):
            yield f"{state.sides[owner]} {name}", amount


def counters(view: View, scene: Battlefield) -> Sequence[Counter]:
    """The counters as they are drawn, carriers under what they carry."""
    return [_drawn(seen, scene) for seen in view.units if seen.hex >= 0]


def _drawn(seen: Seen, scene: Battlefield) -> Counter:
    kind = scene.types[seen.unit]
    marks = [seen.mode[0].upper(), *(word[0].upper() for word in seen.status), *("D" * seen.dug_in)]
    numbers = f"{kind.attack}-{kind.range}" if seen.mode == "fire" else str(kind.points)
    name = scene.units[seen.unit]
    return Counter(seen.hex, seen.side, SYMBOLS[kind.category], name, numbers, status=tuple(marks))


def situation_text(view: View, scene: Battlefield) -> str:
    """The situation in lines that a person can read, unit by unit."""
    lines = [f"Turn {view.turn}, {view.time}, {view.phase}; one sees {view.visibility} hexes"]
    for side, name in enumerate(scene.sides):
        lines.append(f"{name}:")
        lines += [f"  {_line(seen, scene)}" for seen in view.units if seen.side == side]
    lines += [words for sheet in view.sheets for words in _told(sheet)]
    lines += [f"Company morale of {company}: {amount}" for company, amount in view.morale]
    return "\n".join(lines)


def _told(sheet: SheetSeen) -> Iterator[str]:
    """A sheet in the situation as text: what its groups are about, or how long it has waited."""
    if sheet.stands == "pending":
        chance = f"; a chance of {sheet.chance} at the next roll" if sheet.chance is not None else ""
        yield f"Op sheet {sheet.plan.id} waits with {sheet.weighted} weighted turns{chance}"
    else:
        yield from (f"Op sheet {words}" for words in sheet.groups)


def _line(seen: Seen, scene: Battlefield) -> str:
    where = f"in {scene.hex_name(seen.hex)}" if seen.hex >= 0 else seen.where
    lost = (f"{seen.lost} steps lost",) if seen.lost else ()
    words = ", ".join((f"{seen.mode} mode", *seen.status, *lost, *(("dug in",) if seen.dug_in else ())))
    return f"{scene.units[seen.unit]} {seen.type} {where} ({words})"
