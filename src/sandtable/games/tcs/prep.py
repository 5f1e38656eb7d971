"""Command prep: sheets gather weighted turns, are rolled for, and come into force [6.6] [6.7]."""

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.engine import Odds
from sandtable.games.tcs.command_odds import COMMITTED as SUCCESS
from sandtable.games.tcs.command_odds import (
    DISCARDED,
    IMPLEMENTED,
    Prep,
    Waiting,
    discard,
    elements,
    implementation,
    sheet_type,
    weight,
)
from sandtable.games.tcs.command_odds import commitment as change_odds
from sandtable.games.tcs.decisions import merged
from sandtable.games.tcs.digging import resettle
from sandtable.games.tcs.events import Committed, SheetImplemented, SheetTried
from sandtable.games.tcs.phrases import told_step
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import SheetPlan
from sandtable.games.tcs.state import (
    IMPLEMENTED as IN_FORCE,
)
from sandtable.games.tcs.state import (
    NOBODY,
    PENDING,
    SHOT_AT,
    SWITCH,
    WAITING,
    Sheet,
    gone,
    has,
)
from sandtable.games.tcs.steps import advance, group_units, start_afresh
from sandtable.games.tcs.unassigned import remove, take_off, unassign
from sandtable.games.tcs.zones import in_force

DEFENSES = ("prepared_defense", "hasty_defense")


def units_of(table: Play, plan: SheetPlan) -> list[int]:
    """The units that a sheet lists and that are not lost, on the map or still to come [6.4a]."""
    state = table.state
    numbers = [state.units.index(name) for name in plan.units if name in state.units]
    return [unit for unit in numbers if not gone(state, unit)]


def rating_of(table: Play, side: int, units: Iterable[int]) -> int:
    """The Command Prep Rating in force; of several, the worst of those concerned [6.6e]."""
    state, scenario = table.state, table.scene.scenario
    if scenario is None or scenario.own.sides[side].rating:
        return state.rating[side]
    now, name = table.scene.turn(state), state.sides[side]
    companies = {state.companies[state.company[unit]][1] for unit in units if state.company[unit] != NOBODY}
    ratings = [in_force(scenario.battle.ratings, name, now, one) for one in sorted(companies) or [""]]
    return max((rating for rating in ratings if rating is not None), default=state.rating[side])


# -- waiting


def mark_weighted_turns(table: Play) -> None:
    """Every sheet that was pending before this phase gathers what its units let it [6.6b] [16.1a] [16.1]."""
    state = table.state
    night = table.scene.turn(state).night
    for number, sheet in enumerate(state.sheets):
        if sheet.status == PENDING and sheet.drawn < state.turn:
            gained = weight([_waiting(table, unit) for unit in units_of(table, sheet.plan)], night)
            state.sheets[number] = replace(sheet, weighted=sheet.weighted + gained)


def _waiting(table: Play, unit: int) -> Waiting:
    """How a unit spends its time: on a defense, on another sheet, under direct fire [6.6b]."""
    state = table.state
    if state.hexes[unit] == WAITING or state.sheet[unit] == NOBODY:
        return Waiting(fired_on=has(state, unit, SHOT_AT))
    kind = state.sheets[state.sheet[unit]].plan.type
    return Waiting(kind in DEFENSES, True, has(state, unit, SHOT_AT))


# -- the rolls


def prep_of(table: Play, number: int) -> Prep:
    """The roll that implements a pending sheet, or why there is none yet [6.6c] [6.4e]."""
    state = table.state
    sheet = state.sheets[number]
    kind, target = sheet.plan.type, sheet_named(table, sheet.side, sheet.plan.adds_to)
    if target is not None:
        kind = sheet_type((kind, state.sheets[target].plan.type))
    rating = rating_of(table, sheet.side, units_of(table, sheet.plan))
    return implementation(kind, sheet.weighted, rating, sheet.plan.size)


def sheet_named(table: Play, side: int, name: str) -> int | None:
    """The sheet of a side that is called so, pending or in force."""
    for number, sheet in enumerate(table.state.sheets):
        if sheet.side == side and sheet.plan.id == name and sheet.status in (PENDING, IN_FORCE):
            return number
    return None


async def try_to_implement(table: Play, number: int) -> None:
    """One roll for a pending sheet, unless it was drawn in this turn [6.6c]."""
    sheet = table.state.sheets[number]
    odds = prep_of(table, number).odds
    if odds is None or sheet.drawn == table.state.turn:
        return
    if await table.roll(odds, secret_to=sheet.side) == IMPLEMENTED:
        implement(table, number)
    else:
        table.report(SheetTried(sheet.side, sheet.plan.id, sheet.weighted), to=sheet.side)


def implement(table: Play, number: int) -> None:
    """A sheet comes into force: its units leave the old ones, its batteries serve it [6.7] [6.7a] [10.1a]."""
    state = table.state
    sheet = state.sheets[number]
    target = sheet_named(table, sheet.side, sheet.plan.adds_to)
    if target is None:
        steps = (0,) * len(sheet.plan.groups)
        state.sheets[number] = replace(sheet, status=IN_FORCE, implemented=state.turn, steps=steps)
        target = number
    else:
        _add(table, number, target)
    enlist(table, target, units_of(table, sheet.plan))
    for battery in sheet.plan.batteries:
        state.support[state.batteries.index(battery)] = target
    advance(table, target)
    table.report(SheetImplemented(sheet.side, sheet.plan.id), to=sheet.side)


def _add(table: Play, number: int, target: int) -> None:
    """What was drawn into a sheet in force becomes a part of it [6.4e]."""
    state = table.state
    old, addition = state.sheets[target], state.sheets[number].plan
    new = (0,) * len(addition.groups)
    failed = (*old.failed_from, *(NOBODY for _ in new)) if old.failed_from else ()
    state.sheets[target] = replace(
        old, plan=merged(old.plan, addition), steps=(*old.steps, *new), failed_from=failed
    )
    remove(table, number, f"it is part of {old.plan.id} now")


def enlist(table: Play, number: int, units: list[int]) -> None:
    """Units act on a sheet from now on [6.4c] [6.7a] [7.2]."""
    state = table.state
    for unit in units:
        if state.sheet[unit] != number:
            take_off(table, unit)
        state.sheet[unit] = number
        state.group[unit] = state.sheets[number].plan.group_of(state.units[unit])
    start_afresh(table, units)
    resettle(table, number, units)


async def try_to_discard(table: Play, number: int) -> None:
    """One roll to be rid of a sheet; its units are unassigned then [6.9]."""
    state = table.state
    sheet = state.sheets[number]
    in_force_now = sheet.status == IN_FORCE
    if await table.roll(discard(in_force_now), secret_to=sheet.side) == DISCARDED:
        dissolve(table, number, "it is thrown away")


def dissolve(table: Play, number: int, reason: str) -> None:
    """A sheet is over, and whoever was on it is unassigned [6.8] [6.9]."""
    units = [unit for unit, sheet in enumerate(table.state.sheet) if sheet == number]
    remove(table, number, reason)
    unassign(table, units)


def change_roll(table: Play, number: int, change: int) -> Odds:
    """The roll that sends in a reserve, or switches to the alternate, by those involved [6.11d]."""
    state = table.state
    sheet = state.sheets[number]
    groups = [change] if change != SWITCH else _switching(sheet)
    units = [unit for group in groups for unit in group_units(table, number, group)]
    names = {state.units[unit] for unit in units}
    size = elements(
        sum(not names.isdisjoint(element) for element in sheet.plan.elements),
        len(names & {*sheet.plan.loose}),
    )
    return change_odds(rating_of(table, sheet.side, units), size)


def _switching(sheet: Sheet) -> list[int]:
    """The groups that have steps by what the alternate replaces [6.11c]."""
    alternate = sheet.plan.alternate
    replaced = alternate.instead if alternate else {}
    return [
        number
        for number, group in enumerate(sheet.plan.groups)
        if any(name in replaced for step in group.steps for name in (*step.via, step.to))
    ]


async def try_changes(table: Play, number: int) -> None:
    """Every change that has been ordered is rolled for, each turn until it comes about [6.11d]."""
    state = table.state
    for change in state.sheets[number].trying:
        sheet = state.sheets[number]
        if await table.roll(change_roll(table, number, change), secret_to=sheet.side) != SUCCESS:
            continue
        left = tuple(one for one in sheet.trying if one != change)
        if change == SWITCH:
            state.sheets[number] = replace(sheet, trying=left, switched=True)
            units = [unit for group in _switching(sheet) for unit in group_units(table, number, group)]
            words = "the alternate"
        else:
            words = _send_in(table, number, change, left)
            units = group_units(table, number, change)
        start_afresh(table, units)
        table.report(Committed(sheet.side, sheet.plan.id, words), to=sheet.side)


def _send_in(table: Play, number: int, group: int, trying: tuple[int, ...]) -> str:
    """A reserve leaves off following and does what was drawn for it [6.11b]."""
    sheet = table.state.sheets[number]
    steps = (*sheet.steps[:group], 1, *sheet.steps[group + 1 :])
    table.state.sheets[number] = replace(
        sheet, steps=steps, trying=trying, committed=(*sheet.committed, group)
    )
    written = sheet.plan.groups[group]
    return f"{written.id}, {told_step(sheet.plan, written.steps[1])}"
