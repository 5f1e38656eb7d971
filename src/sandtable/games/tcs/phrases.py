"""Op sheets in words: steps and their conditions as players write them [6.2b]."""

from collections.abc import Iterator

from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import AREAS, Condition, SheetPlan, Step
from sandtable.games.tcs.state import FAILING, PENDING, Sheet

TYPES = {
    "prepared_defense": "prepared defense",
    "attack": "attack",
    "hasty_defense": "hasty defense",
    "move": "move",
}


def told_step(plan: SheetPlan, step: Step) -> str:
    """A step as it is written: "attack OAK along Elm", "move along Elm to 0910"."""
    areas = [item.name for item in plan.drawn if item.kind in AREAS]
    target = step.to or _hexes(step.area)
    along = f" along {' and '.join(step.via)}" if step.via else ""
    if step.verb in ("attack", "defend", "hold", "screen") and (not step.to or step.to in areas):
        words = f"{step.verb} {target}".rstrip() + along
    else:
        words = f"{step.verb}{along}" + (f" to {target}" if target else "")
    return words + {"avoid": ", avoiding contact", "accept": "", "seek": ", seeking a fight"}[step.posture]


def _hexes(hexes: tuple[str, ...]) -> str:
    return f"{hexes[0]} and {len(hexes) - 1} more" if len(hexes) > 2 else " and ".join(hexes)


def told_condition(condition: Condition) -> str:
    """What is waited for, all of it together."""
    return " and ".join(_parts(condition)) or "nothing"


def _parts(condition: Condition) -> Iterator[str]:
    who = condition.group or "the group"
    if condition.on_order:
        yield "the order to begin"
    if condition.time:
        yield condition.time
    if condition.turns:
        yield f"I+{condition.turns}"
    if condition.taken:
        yield f"{condition.taken} taken"
    if condition.reached:
        yield f"{who} at {condition.reached}"
    if condition.fired:
        yield f"fire of {condition.fired}"
    if condition.fired_on_from:
        yield f"fire from {condition.fired_on_from}"
    if condition.occupied:
        yield f"{who} in {condition.occupied}"


def told_sheet(sheet: Sheet, group: int) -> str:
    """The sheet, the group, and the step that it is in: "BL-1, assault, step 2: attack OAK along Elm"."""
    plan = sheet.plan
    name = f"{plan.id}, {plan.groups[group].id}"
    if sheet.status == PENDING:
        return f"{name}, not implemented"
    number = sheet.steps[group]
    if number == FAILING:
        return f"{name}, failure instructions"
    return f"{name}, step {number + 1}: {told_step(plan, plan.groups[group].steps[number])}"


def told_place(table: Play, unit: int) -> str:
    """Where an unassigned unit belongs: "no sheet, within 5 hexes of 0410"."""
    place = table.state.places[table.state.group[unit]]
    if place.leaving and place.plan is not None:
        kind = "preliminary instructions" if place.preliminary else "its contingency plan"
        return f"{kind}, to {_hexes(place.plan.area)}"
    return f"no sheet, by its centre {table.scene.hex_name(place.centre)}"
