"""Mission failure: declared by the owner, or forced by contact, and carried out [6.3f] [6.10]."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from sandtable.engine import Refusal
from sandtable.games.tcs.events import FailureDeclared
from sandtable.games.tcs.orders import note_down
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    CONTACT,
    FAILED,
    FAILING,
    IMPLEMENTED,
    NOBODY,
    PARALYZED,
    SHOT_AT,
    SHOT_BEFORE,
    SUPPRESSED,
    has,
)
from sandtable.games.tcs.steps import group_units, start_afresh

REASONS = (
    "losses",
    "company morale",
    "objective out of reach",
    "flank turned",
    "too late",
    "contact",
    "other",
)
"""Why a mission may be given up."""
EARLY = 2
"""In the turn of implementation and the next, nobody fails who has not been touched."""


def group_named(table: Play, side: int, sheet: str, group: str) -> tuple[int, int] | None:
    """The numbers of a side's implemented sheet and of its group, or None."""
    for number, one in enumerate(table.state.sheets):
        if one.side == side and one.plan.id == sheet and one.status in (IMPLEMENTED, FAILED):
            ids = [written.id for written in one.plan.groups]
            return (number, ids.index(group)) if group in ids else None
    return None


def groups_at_work(table: Play, side: int) -> Iterator[tuple[int, int]]:
    """Every group of a side's implemented sheets that has units and has not failed."""
    for number, sheet in enumerate(table.state.sheets):
        if sheet.side == side and sheet.status == IMPLEMENTED:
            for group, step in enumerate(sheet.steps):
                if step != FAILING and group_units(table, number, group):
                    yield number, group


def untouched(table: Play, number: int, group: int) -> bool:
    """Has nothing happened to a group that could make it fail: no loss, no marker, no morale [6.10]?"""
    state = table.state
    for unit in group_units(table, number, group):
        company = state.company[unit]
        hurt = state.lost[unit] or (company != NOBODY and state.morale[company])
        if hurt or has(state, unit, SUPPRESSED | PARALYZED | SHOT_AT | SHOT_BEFORE | CONTACT):
            return False
    return True


def failure_fault(table: Play, number: int, group: int) -> Refusal | None:
    """Failure is for those who cannot; not a way to recall troops that have just set out [6.10]."""
    sheet = table.state.sheets[number]
    young = table.state.turn < sheet.implemented + EARLY
    if sheet.steps[group] == FAILING:
        return Refusal("6.10", "is on its failure instructions already")
    if young and sheet.plan.type != "move" and untouched(table, number, group):
        return Refusal("6.10", "has just begun and nothing has happened to it yet (FA-EARLY)")
    return None


def fail(table: Play, number: int, groups: Collection[int], reason: str) -> None:
    """Groups go over to their failure instructions; a sheet with none left has failed [6.10] [6.10c]."""
    state = table.state
    sheet = state.sheets[number]
    before = sheet.failed_from or (NOBODY,) * len(sheet.steps)
    failed = tuple(max(0, sheet.steps[group]) if group in groups else old for group, old in enumerate(before))
    steps = tuple(FAILING if group in groups else step for group, step in enumerate(sheet.steps))
    over = all(step == FAILING for step in steps)
    state.sheets[number] = replace(
        sheet, steps=steps, failed_from=failed, status=FAILED if over else sheet.status
    )
    for group in groups:
        units = group_units(table, number, group)
        start_afresh(table, units)
        for unit in units:
            state.slow[unit] = 0
        name = sheet.plan.groups[group].id
        table.report(FailureDeclared(sheet.side, sheet.plan.id, name, reason), to=sheet.side)


def declare(table: Play, number: int, groups: Collection[int], reason: str) -> None:
    """The owner gives up; without a sign of need, or without a reason, that is noted [6.10]."""
    for group in groups:
        units = group_units(table, number, group)
        if units and untouched(table, number, group):
            note_down(table, units[0], "FA-EARLY", "its mission is given up without a loss")
        elif units and reason == REASONS[-1]:
            note_down(table, units[0], "FA-WHY", "its mission is given up without a reason from the list")
    fail(table, number, groups, reason)


def fail_on_contact(table: Play, side: int) -> None:
    """On a Move sheet a group that has met the enemy follows its failure instructions [6.3f]."""
    state = table.state
    for number, group in list(groups_at_work(table, side)):
        met = any(has(state, unit, SHOT_AT | CONTACT) for unit in group_units(table, number, group))
        if met and state.sheets[number].plan.type == "move":
            fail(table, number, (group,), "contact")


def stands(table: Play, number: int, group: int) -> bool:
    """Have failure instructions failed: the group was fought on its way, or has not moved [6.10b]?"""
    state = table.state
    if state.sheets[number].steps[group] != FAILING:
        return False
    units = group_units(table, number, group)
    met = any(has(state, unit, SHOT_AT | SHOT_BEFORE | CONTACT) for unit in units)
    return met or any(state.slow[unit] for unit in units)
