"""How the program reads a sheet, in words, before it is handed in; and what is unwise in it [6.2]."""

from collections.abc import Iterator

from sandtable.engine import Refusal
from sandtable.games.tcs.command_odds import IMPLEMENTED, after_addition, implementation, sheet_type
from sandtable.games.tcs.decision_faults import drawn_into, target_of
from sandtable.games.tcs.decisions import Orders
from sandtable.games.tcs.drawing import plan_faults
from sandtable.games.tcs.envelope import reading
from sandtable.games.tcs.phrases import TYPES, told_condition, told_step
from sandtable.games.tcs.prep import change_roll, rating_of, sheet_named, units_of
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import AREAS, WAYS, Group, Item, SheetPlan
from sandtable.games.tcs.state import PENDING, SWITCH, dug_in

WIDE = 3
"""A broader axis is hard to call an order."""
MANY = 3
"""One axis is for so many elements at most."""
STEP_HEXES, SECTOR_HEXES, LONG = 150, 25, 40
"""Hexes of a step and of a sector for each element; an axis as long as this needs a phase line."""


def remarks(table: Play, side: int, orders: Orders) -> list[Refusal]:
    """What each sheet says to the program, what it should gain by waiting, what is unwise in it."""
    found = []
    for plan in orders.draw:
        if plan_faults(drawn_into(table, side, plan)):
            continue
        for case, words in (*_read(table, side, plan), *_unwise(table, drawn_into(table, side, plan))):
            found.append(Refusal(case, words, plan.id))
    for name in orders.switch:
        number = sheet_named(table, side, name)
        if number is not None:
            chance = change_roll(table, number, SWITCH).chance("committed")
            found.append(Refusal("6.11d", f"the switch succeeds with a chance of {chance} each turn", name))
    return found


Words = Iterator[tuple[str, str]]


def _read(table: Play, side: int, plan: SheetPlan) -> Words:
    """The sheet read out: type and size, each group's steps, the way out, the wait."""
    whole = drawn_into(table, side, plan)
    yield "6.3b", f"a sheet for {_article(TYPES[plan.type])}, {plan.size} elements: {', '.join(plan.units)}"
    for group in plan.groups:
        yield from _group(table, whole, group)
    for way in plan.failure:
        who = way.group or "everybody"
        steps = f" in step {' and '.join(str(step + 1) for step in way.steps)}" if way.steps else ""
        yield "6.2c", f"if it fails{steps}, {who} goes by {_span(way.route)} to {way.rally[0]}"
    for early in plan.preliminary:
        yield "6.11a", f"at once, and off all sheets: {', '.join(early.units)} to {early.area[0]}"
    yield from _wait(table, side, plan)
    holes = [table.state.units[unit] for unit in units_of(table, plan) if dug_in(table.state, unit)]
    if holes and plan.type != "prepared_defense":
        yield "7.2", f"{', '.join(holes)} will be dug in no more once it is in force"


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _group(table: Play, plan: SheetPlan, group: Group) -> Words:
    """What a group is to do, and within which hexes."""
    number = [one.id for one in plan.groups].index(group.id)
    read = reading(table.scene.board, plan)
    if group.reserve:
        behind = f"follows {group.follows}" if group.follows else "waits"
        yield "6.11b", f"{group.id} is the reserve: it {behind} until it is sent in"
    for place, step in enumerate(group.steps):
        if step.verb == "follow":
            continue
        envelope = read.step(number, place, False, False, False)
        size = envelope.inside.bit_count()
        begins = " and ".join(told_condition(one) for one in step.start)
        ends = " or ".join(told_condition(one) for one in step.until)
        words = f"{group.id}, step {place + 1}: {told_step(plan, step)}, in {size} hexes"
        words += f"; begins with {begins}" if begins else ""
        yield "6.2b", words + (f"; ends with {ends}" if ends else "")


def _span(hexes: tuple[str, ...]) -> str:
    return " - ".join(dict.fromkeys((hexes[0], hexes[-1])))


def _wait(table: Play, side: int, plan: SheetPlan) -> Words:
    """The best that a few turns of waiting can do for the roll [6.6b] [6.6c]."""
    into = target_of(table, side, plan)
    number = sheet_named(table, side, plan.adds_to) if plan.adds_to else None
    if number is not None and table.state.sheets[number].status == PENDING:
        turns = table.state.sheets[number].weighted
        yield "6.4f", f"{plan.adds_to} keeps {after_addition(turns, plan.size)} of {turns} weighted turns"
        return
    kind = plan.type if into is None else sheet_type((plan.type, into.type))
    rating = rating_of(table, side, units_of(table, plan))
    told = []
    for weighted in (3, 9, 15, 30):
        odds = implementation(kind, weighted, rating, plan.size).odds
        told.append(f"{weighted}: {odds.chance(IMPLEMENTED) if odds else 'no roll'}")
    yield "6.6c", f"chance of implementation by weighted turns {', '.join(told)}"


# -- what is unwise


def _unwise(table: Play, plan: SheetPlan) -> Words:
    """Drawings that say too little, which an umpire may object to [6.2a]."""
    size = max(1, plan.size)
    for item in plan.drawn:
        yield from _item(plan, item, size)
    read = reading(table.scene.board, plan)
    for group, written in enumerate(plan.groups):
        for step in range(len(written.steps)):
            covered = read.step(group, step, False, False, False).inside.bit_count()
            if covered > STEP_HEXES * size:
                yield "6.2a", f"{written.id}, step {step + 1} covers {covered} hexes: very broad (OS-BIG)"
    targets = [item for item in plan.drawn if item.kind == "objective"]
    if plan.type == "attack" and not targets:
        yield "6.3c", "an attack without an objective never succeeds; it can only fail or be thrown away"


def _item(plan: SheetPlan, item: Item, size: int) -> Words:
    """One element that is wide, long or crowded [6.2a]."""
    if item.half_width > WIDE:
        yield "6.2a", f"{item.name} is {2 * item.half_width + 1} hexes broad (OS-BIG)"
    users = {group.id for group in plan.groups for step in group.steps if item.name in step.via}
    if item.kind == "axis" and users and size > MANY and len(plan.groups) == len(users):
        yield "6.2a", f"{item.name} is one axis for {size} elements (OS-BIG)"
    lines = any(other.kind == "phase_line" for other in plan.drawn)
    if item.kind in WAYS and len(item.hexes) > LONG and not lines:
        yield "6.2a", f"{item.name} is {len(item.hexes)} hexes long and no phase line divides it (OS-BIG)"
    if item.kind == "sector" and item.kind in AREAS and len(item.hexes) > SECTOR_HEXES * size:
        yield "6.2a", f"{item.name} is {len(item.hexes)} hexes wide (OS-BIG)"
