"""Op sheets and unassigned groups in position files [6.0]."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from sandtable.engine import Refusal
from sandtable.games.tcs.drawing import plan_faults
from sandtable.games.tcs.scene import Battlefield
from sandtable.games.tcs.sheets import Contingency, SheetPlan
from sandtable.games.tcs.state import FAILED, IMPLEMENTED, NOBODY, Place, Sheet, State

Names = tuple[str, ...]
Counts = dict[str, int]
STANDS = ("pending", "in force", "failed", "removed")
"""What has become of a sheet, in the order of its numbers in the state."""


class SheetLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A sheet in a file: whose it is, what is drawn, how it stands; `off` are units no longer on it."""

    side: str
    plan: SheetPlan
    stands: Literal["pending", "in force", "failed", "removed"] = "in force"
    drawn: int = 0
    implemented: int = 0
    weighted: int = 0
    steps: tuple[int, ...] = ()
    committed: tuple[int, ...] = ()
    trying: tuple[int, ...] = ()
    switched: bool = False
    enemy_ground: str = "0"
    noted: Counts = {}
    met: tuple[tuple[str, str], ...] = ()
    begun: tuple[int, ...] = ()
    failed_from: tuple[int, ...] = ()
    held: int = 0
    off: Names = ()


class PlaceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An unassigned group in a file."""

    side: str
    units: Names
    centre: str
    contingency: Contingency | None = None
    attacked: int = 0
    quiet: int = 0
    leaving: bool = False
    preliminary: bool = False
    provisional: bool = False
    fires: int = 0
    lost: int = 0
    noted: Counts = {}


def read_orders(
    scene: Battlefield, state: State, sheets: tuple[SheetLine, ...], places: tuple[PlaceLine, ...]
) -> Iterator[Refusal]:
    """Give out the orders of a file; everything that is wrong with them."""
    for line in sheets:
        where = f"state.sheets, {line.plan.id}"
        strange = [name for name in line.plan.units if name not in state.units]
        if line.side not in state.sides or strange:
            what = f"unit {strange[0]}" if strange else f"side {line.side}"
            yield Refusal("6.4a", f"there is no {what}", where)
            continue
        faults = [] if line.plan.adds_to else plan_faults(line.plan)
        yield from (Refusal(fault.case, fault.reason, f"state.sheets, {fault.place}") for fault in faults)
        state.sheets.append(_sheet(state, line))
        if line.stands in ("in force", "failed") and not faults:
            _enlist(state, line)
    for place in places:
        strange = [name for name in place.units if name not in state.units]
        if place.side not in state.sides or strange or place.centre not in scene.board.names:
            yield Refusal("6.5", "this names a unit, a side or a hex that there is not", "state.places")
            continue
        for name in place.units:
            state.group[state.units.index(name)] = len(state.places)
        state.places.append(_place(scene, state, place))


def _sheet(state: State, line: SheetLine) -> Sheet:
    steps = line.steps or ((0,) * len(line.plan.groups) if line.stands == "in force" else ())
    return Sheet(
        state.sides.index(line.side), line.plan, STANDS.index(line.stands), line.drawn, line.implemented,
        line.weighted, steps, line.committed, line.trying, line.switched,
        line.enemy_ground, tuple(line.noted.items()), line.met, line.begun,
        line.failed_from, line.held,
    )  # fmt: skip


def _enlist(state: State, line: SheetLine) -> None:
    """The units that a sheet lists are on it, but for those that have left it."""
    for name in line.plan.units:
        if name not in line.off:
            unit = state.units.index(name)
            state.sheet[unit], state.group[unit] = len(state.sheets) - 1, line.plan.group_of(name)


def _place(scene: Battlefield, state: State, line: PlaceLine) -> Place:
    return Place(
        state.sides.index(line.side), scene.hex(line.centre), line.contingency, line.attacked, line.quiet,
        line.leaving, line.preliminary, line.provisional, line.fires, line.lost, tuple(line.noted.items()),
    )  # fmt: skip


def write_sheets(state: State) -> tuple[SheetLine, ...]:
    """The sheets of a state as a file has them."""
    return tuple(_written(state, number, sheet) for number, sheet in enumerate(state.sheets))


def _written(state: State, number: int, sheet: Sheet) -> SheetLine:
    units = sheet.plan.units
    off = tuple(name for name in units if state.sheet[state.units.index(name)] != number)
    return SheetLine(
        side=state.sides[sheet.side], plan=sheet.plan, stands=STANDS[sheet.status],  # type: ignore[arg-type]
        drawn=sheet.drawn, implemented=sheet.implemented, weighted=sheet.weighted, steps=sheet.steps,
        committed=sheet.committed, trying=sheet.trying, switched=sheet.switched,
        enemy_ground=sheet.enemy_ground,
        noted=dict(sheet.flags), met=sheet.met, begun=sheet.begun, failed_from=sheet.failed_from,
        held=sheet.held, off=off if sheet.status in (IMPLEMENTED, FAILED) else (),
    )  # fmt: skip


def write_places(scene: Battlefield, state: State) -> tuple[PlaceLine, ...]:
    """The unassigned groups of a state as a file has them."""
    return tuple(_group(scene, state, number, place) for number, place in enumerate(state.places))


def _group(scene: Battlefield, state: State, number: int, place: Place) -> PlaceLine:
    here = zip(state.units, state.sheet, state.group, strict=True)
    return PlaceLine(
        side=state.sides[place.side],
        units=tuple(name for name, sheet, group in here if sheet == NOBODY and group == number),
        centre=scene.hex_name(place.centre), contingency=place.plan, attacked=place.attacked,
        quiet=place.quiet, leaving=place.leaving, preliminary=place.preliminary,
        provisional=place.provisional, fires=place.fires, lost=place.lost, noted=dict(place.flags),
    )  # fmt: skip
