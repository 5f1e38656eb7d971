"""What may be wrong with the decisions of a Command Planning Phase, all of it at once [1.3b] [6.0]."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.engine import Refusal
from sandtable.games.tcs.artillery_odds import most_in_general_support
from sandtable.games.tcs.decisions import Commitment, Orders, Resettled, merged, with_reserve
from sandtable.games.tcs.drawing import plan_faults
from sandtable.games.tcs.drawing_ground import batteries_of, sheet_faults
from sandtable.games.tcs.failure import REASONS, failure_fault, group_named, stands
from sandtable.games.tcs.prep import sheet_named
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheet_types import type_faults
from sandtable.games.tcs.sheets import SheetPlan, Unassigned
from sandtable.games.tcs.state import GENERAL, IMPLEMENTED, NOBODY, PENDING, SWITCH, hex_of
from sandtable.games.tcs.success import success_fault
from sandtable.games.tcs.unassigned import (
    centre_faults,
    members_of,
    plan_of_withdrawal_faults,
    way_faults,
)

GS = "GS"


def orders_faults(table: Play, side: int, orders: Orders) -> list[Refusal]:
    """Everything that is wrong with what a player decides."""
    chapters = (_drawn, _sheets, _scratched, _groups, _changes, _places, _support)
    return [fault for chapter in chapters for fault in chapter(table, side, orders)]


def target_of(table: Play, side: int, plan: SheetPlan) -> SheetPlan | None:
    """The sheet that a part is drawn into, if there is one."""
    number = sheet_named(table, side, plan.adds_to) if plan.adds_to else None
    return None if number is None else table.state.sheets[number].plan


def _drawn(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """New sheets and additions [6.2] [6.4e] [6.4f]."""
    ids = [sheet.plan.id for sheet in table.state.sheets if sheet.side == side]
    new = [plan.id for plan in orders.draw]
    for plan in orders.draw:
        if not plan.id or plan.id in ids or new.count(plan.id) > 1:
            yield Refusal("6.2", f"there is a sheet called {plan.id!r} already", plan.id)
        into = target_of(table, side, plan)
        if plan.adds_to and into is None:
            yield Refusal("6.4e", f"there is no sheet {plan.adds_to} to add to", plan.id)
        elif not (into and _listed_there(into, plan)):
            yield from sheet_faults(table, side, plan, into)
        else:
            yield Refusal("6.4e", f"its units are on {plan.adds_to} already", plan.id)


def _listed_there(into: SheetPlan, plan: SheetPlan) -> bool:
    return any(unit in into.units for unit in plan.units)


def _sheets(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """Sheets to wait with, to be rid of, to declare accomplished [6.6c] [6.8] [6.9]."""
    state = table.state
    for word, case, names in (("hold", "6.6c", orders.hold), ("discard", "6.9", orders.discard)):
        for name in names:
            number = sheet_named(table, side, name)
            if number is None:
                yield Refusal(case, f"there is no sheet {name}", word)
            elif word == "hold" and state.sheets[number].status != PENDING:
                yield Refusal(case, f"{name} is in force already", word)
    for name in orders.succeed:
        number = sheet_named(table, side, name)
        if number is None or state.sheets[number].status != IMPLEMENTED:
            yield Refusal("6.8", f"there is no sheet {name} in force", "succeed")
        elif fault := success_fault(table, number):
            yield fault


def _scratched(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """Units taken off their sheets, with their centre and plan [6.4d] [6.5a] [6.5c]."""
    state = table.state
    named = [unit for one in orders.scratch for unit in one.units]
    for name in dict.fromkeys(named):
        if name not in state.units or state.side[state.units.index(name)] != side:
            yield Refusal("6.4d", f"{name} is no unit of this side", "scratch")
        elif state.sheet[state.units.index(name)] == NOBODY:
            yield Refusal("6.4d", f"{name} is on no sheet in force", "scratch")
        elif named.count(name) > 1:
            yield Refusal("6.4d", f"{name} is scratched off twice", "scratch")
    for one in orders.scratch:
        if all(name in state.units for name in one.units):
            yield from _group_faults(table, side, one)


def _group_faults(table: Play, side: int, one: Unassigned) -> Iterator[Refusal]:
    """An unassigned group: its centre is on the map and fits, its plan leads away [6.5a] [6.5c]."""
    if not one.units:
        yield Refusal("6.4d", "nobody is scratched off", "scratch")
    elif one.centre not in table.scene.board.sheet.numbers:
        yield Refusal("6.5a", f"{one.centre} is not on the map", "scratch")
    else:
        units = [table.state.units.index(name) for name in one.units]
        yield from centre_faults(table, units, table.scene.board.sheet.numbers[one.centre])
        yield from plan_of_withdrawal_faults(table, side, one.contingency)


def _groups(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """Groups that fail, get new ways out, or are told to begin [6.2b] [6.10] [6.10b]."""
    state = table.state
    for failing in orders.fail:
        number = sheet_named(table, side, failing.sheet)
        found = group_named(table, side, failing.sheet, failing.group) if failing.group else None
        if number is None or state.sheets[number].status != IMPLEMENTED or (failing.group and not found):
            yield Refusal("6.10", "there is no such group on a sheet in force", failing.sheet)
        elif failing.reason not in REASONS:
            yield Refusal("6.10", f"a reason is one of {', '.join(REASONS)}", failing.sheet)
        else:
            faults = [failure_fault(table, *found)] if found else _all_fail(table, number)
            yield from (fault for fault in faults if fault)
    for way in orders.reroute:
        found = group_named(table, side, way.sheet, way.group)
        if found is None or not stands(table, *found):
            yield Refusal("6.10b", "its failure instructions have not failed", f"{way.sheet}, {way.group}")
        else:
            yield from way_faults(table, side, way.route, way.rally, "FA-FWD")
    for one in orders.begin:
        if group_named(table, side, one.sheet, one.group) is None:
            yield Refusal("6.2b", "there is no such group on a sheet in force", f"{one.sheet}, {one.group}")


def _all_fail(table: Play, number: int) -> list[Refusal | None]:
    """A sheet fails as a whole if any of its groups may."""
    steps = range(len(table.state.sheets[number].steps))
    faults = [failure_fault(table, number, group) for group in steps]
    return [] if None in faults else faults[:1]


def _changes(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """Reserves and alternates: on sheets in force, and drawn before the die is rolled [6.11b] [6.11c]."""
    state = table.state
    for name in orders.switch:
        number = sheet_named(table, side, name)
        sheet = None if number is None else state.sheets[number]
        if sheet is None or sheet.status != IMPLEMENTED or sheet.plan.alternate is None:
            yield Refusal("6.11c", "there is no sheet in force with an alternate", name)
        elif sheet.switched or SWITCH in sheet.trying:
            yield Refusal("6.11c", "the alternate has been ordered already, and there is no way back", name)
    for use in orders.commit:
        where, found = f"{use.sheet}, {use.group}", group_named(table, side, use.sheet, use.group)
        sheet = state.sheets[found[0]] if found else None
        if found is None or sheet is None or not sheet.plan.groups[found[1]].reserve:
            yield Refusal("6.11b", "there is no such reserve on a sheet in force", where)
        elif found[1] in (*sheet.trying, *sheet.committed):
            yield Refusal("6.11b", "its use has been ordered, and stands", where)
        else:
            yield from _use_faults(table, side, sheet.plan, use)


def _use_faults(table: Play, side: int, plan: SheetPlan, use: Commitment) -> Iterator[Refusal]:
    """The use of a reserve is drawn like any other part, and fits the type of its sheet [6.11b]."""
    if not use.steps:
        yield Refusal("6.11b", "the use of a reserve is a step at least", f"{use.sheet}, {use.group}")
        return
    with_use = with_reserve(plan, use)
    faults = plan_faults(with_use)
    yield from faults
    numbers = table.scene.board.sheet.numbers
    hexes = [hex for item in use.graphic for hex in item.hexes]
    hexes += [hex for step in use.steps for hex in step.area]
    strange = [hex for hex in (*hexes, *use.route, *use.rally) if hex not in numbers]
    yield from (Refusal("6.2a", f"{hex} is not on the map", use.sheet) for hex in strange)
    if faults or strange:
        return
    if use.route:
        yield from way_faults(table, side, use.route, use.rally, "FA-FWD")
    alone = replace(with_use, groups=tuple(group for group in with_use.groups if group.id == use.group))
    yield from type_faults(table, side, alone, with_use)


def _places(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """Unassigned groups that leave now, or get another plan [6.5a] [6.5c]."""
    state = table.state
    for name in (*orders.withdraw, *(one.unit for one in orders.settle)):
        own = name in state.units and state.side[state.units.index(name)] == side
        if not own or state.sheet[state.units.index(name)] != NOBODY:
            yield Refusal("6.5", f"{name} is no unassigned unit of this side")
        elif state.group[state.units.index(name)] == NOBODY:
            yield Refusal("6.5", f"{name} is not on the map")
        elif name in orders.withdraw and state.places[state.group[state.units.index(name)]].leaving:
            yield Refusal("6.5c", f"{name} is on its way out already")
    for one in orders.settle:
        if one.unit in state.units and state.sheet[state.units.index(one.unit)] == NOBODY:
            yield from _resettled(table, side, one)


def _resettled(table: Play, side: int, one: Resettled) -> Iterator[Refusal]:
    """A plan may be written anew; a centre is fixed, but for one that the program has set [6.5a]."""
    state, numbers = table.state, table.scene.board.sheet.numbers
    number = state.group[state.units.index(one.unit)]
    if number == NOBODY:
        return
    yield from plan_of_withdrawal_faults(table, side, one.contingency)
    if one.centre and one.centre not in numbers:
        yield Refusal("6.5a", f"{one.centre} is not on the map", one.unit)
    elif one.centre and not state.places[number].provisional:
        yield Refusal("6.5a", "its centre is fixed until it has been on a sheet", one.unit)
    elif one.centre:
        units = [unit for unit in members_of(table, number) if hex_of(state, unit) >= 0]
        yield from centre_faults(table, units, numbers[one.centre])


def _support(table: Play, side: int, orders: Orders) -> Iterator[Refusal]:
    """A battery supports one sheet in force, or is in general support, of which there are few [10.1]."""
    state, own = table.state, batteries_of(table, side)
    for battery, support in orders.support.items():
        if battery not in own:
            yield Refusal("10.1", f"{battery} is no battery of this side", "support")
        elif support != GS:
            number = sheet_named(table, side, support)
            if number is None or state.sheets[number].status != IMPLEMENTED:
                yield Refusal("10.1a", f"there is no sheet {support} in force", battery)
    general = [
        battery
        for battery in own
        if (orders.support.get(battery) == GS)
        or (battery not in orders.support and state.support[state.batteries.index(battery)] == GENERAL)
    ]
    new = [battery for battery in general if battery in orders.support]
    if new and len(general) > most_in_general_support(len(own)):
        most = most_in_general_support(len(own))
        yield Refusal("10.1c", f"{len(general)} batteries in general support; at most {most}", new[0])


def drawn_into(table: Play, side: int, plan: SheetPlan) -> SheetPlan:
    """A sheet as it will stand, with what it is drawn into."""
    into = target_of(table, side, plan)
    return plan if into is None else merged(into, plan)
