"""Success: when a mission is accomplished, and the sheet that ordered it is done with [6.8]."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.engine import Refusal
from sandtable.games.tcs.prep import dissolve, units_of
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import Step
from sandtable.games.tcs.state import FAILING, IMPLEMENTED, REMOVED, Sheet
from sandtable.games.tcs.steps import accomplished, group_units, holds, taken
from sandtable.games.tcs.unassigned import remove

TURNS = 3
"""When a mission has stood accomplished for so many turns the sheet is removed by itself."""
WITHOUT_TEST = ("screen", "support", "join", "follow")
"""Groups that help others; the mission does not hang on them."""


def succeeded(table: Play, number: int) -> bool:
    """Is the mission of a sheet accomplished, by the test of its type [6.8]?"""
    sheet = table.state.sheets[number]
    if sheet.status != IMPLEMENTED:
        return False
    if sheet.plan.type == "attack":
        last = _last_objectives(sheet)
        return bool(last) and all(taken(table, sheet, sheet.plan.item(name)) for name in last)
    tests = list(_tests(table, number, sheet))
    return bool(tests) and all(tests)


def _last_objectives(sheet: Sheet) -> list[str]:
    """The objectives that steps attack, those with the last number [6.8]."""
    targets = {step.to for group in sheet.plan.groups for step in group.steps if step.verb == "attack"}
    items = [item for item in sheet.plan.drawn if item.kind == "objective" and item.name in targets]
    last = max((item.order for item in items), default=0)
    return [item.name for item in items if item.order == last]


def _tests(table: Play, number: int, sheet: Sheet) -> Iterator[bool]:
    """A march is over when everybody has arrived, a defense by a condition of its last step alone [6.8]."""
    for group, written in enumerate(sheet.plan.groups):
        step: Step = written.steps[-1]
        if not group_units(table, number, group) or step.verb in WITHOUT_TEST:
            continue
        if sheet.steps[group] == FAILING or sheet.steps[group] + 1 < len(written.steps):
            yield False
        elif step.until:
            yield any(holds(table, number, group, condition) for condition in step.until)
        else:
            yield accomplished(table, number, group, step)


def success_fault(table: Play, number: int) -> Refusal | None:
    """Success may not be declared before it is there; then there is failure, or the roll of 6.9 [6.8]."""
    if succeeded(table, number):
        return None
    reason = "the mission is not accomplished (SU-NOT): declare failure, scratch units off, or roll to be rid"
    return Refusal("6.8", reason, table.state.sheets[number].plan.id)


def conclude_missions(table: Play) -> None:
    """Sheets without units or with nothing left to do are removed [6.8] [6.9]."""
    state = table.state
    for number, sheet in enumerate(state.sheets):
        if sheet.status != REMOVED and not units_of(table, sheet.plan):
            remove(table, number, "no unit is left on it")
            continue
        if sheet.status != IMPLEMENTED:
            continue
        held = sheet.held + 1 if succeeded(table, number) else 0
        state.sheets[number] = replace(sheet, held=held)
        if held >= TURNS:
            dissolve(table, number, "its mission is accomplished")
