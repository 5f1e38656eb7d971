"""What may be wrong with an op sheet by itself, wherever it is drawn [6.2] [6.3] [6.4] [6.11]."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from sandtable.engine import Refusal
from sandtable.games.tcs.command_odds import elements, reserve_most
from sandtable.games.tcs.sheets import WAYS, Condition, Group, ItemKind, SheetPlan, Step

MOST_HEXES: Mapping[ItemKind, int] = {
    "assembly_area": 19,
    "objective": 37,
    "battle_position": 37,
    "support_position": 19,
}
"""How large an area may be drawn: two hexes around one are 19, three are 37."""
MOST_WAYS = 2
"""So many ways make up a step, one behind the other."""
DEFENSES = ("prepared_defense", "hasty_defense")


def plan_faults(plan: SheetPlan) -> list[Refusal]:
    """Everything that is wrong with a sheet by itself."""
    found = [
        *_listing(plan),
        *_graphic(plan),
        *_groups(plan),
        *_failure(plan),
        *_special(plan),
        *_fires(plan),
    ]
    return [Refusal(fault.case, fault.reason, f"{plan.id}, {fault.place}".rstrip(", ")) for fault in found]


def _listing(plan: SheetPlan) -> Iterator[Refusal]:
    """The task organization: every unit once, and in a group [6.4a] [6.4b]."""
    if not plan.units:
        yield Refusal("6.4", "a sheet lists units")
    for unit in dict.fromkeys(plan.units):
        if plan.units.count(unit) > 1:
            yield Refusal("6.4a", f"{unit} is listed twice")
        groups = [group.id for group in plan.groups if unit in group.units]
        if len(groups) != 1:
            reason = f"{unit} belongs to {' and '.join(groups) or 'no group'}, and has to be in one"
            yield Refusal("6.4a", reason)
    for group in plan.groups:
        for unit in group.units:
            if unit not in plan.units:
                yield Refusal("6.4a", f"{unit} is not listed in the task organization", group.id)


def _graphic(plan: SheetPlan) -> Iterator[Refusal]:
    """Elements with a name of their own and a hex at least, none larger than the eye can read [6.2a]."""
    names = [item.name for item in plan.drawn]
    for item in plan.drawn:
        if not item.name or names.count(item.name) > 1:
            yield Refusal("6.2a", f"{item.name or 'an element without a name'} is drawn twice", item.name)
        if not item.hexes:
            yield Refusal("6.2a", "a graphic element covers a hex at least", item.name)
        if (most := MOST_HEXES.get(item.kind)) and len(item.hexes) > most:
            reason = f"{item.kind.replace('_', ' ')} of {len(item.hexes)} hexes; at most {most}"
            yield Refusal("6.2a", reason, item.name)


def _fires(plan: SheetPlan) -> Iterator[Refusal]:
    """FPFs: for a defense, one for each battery in direct support [10.9a] [10.9c]."""
    fpfs = [item for item in plan.graphic if item.kind == "fpf"]
    for item in plan.graphic:
        if (item.kind == "fpf") != (len(item.directions) == 2 and bool(item.battery)):
            reason = "an FPF, and nothing else, has a battery and two directions"
            yield Refusal("10.9c", reason, item.name)
        if item.kind == "fpf" and item.battery and item.battery not in plan.batteries:
            yield Refusal("10.9a", f"{item.battery} is not in direct support of this sheet", item.name)
    if fpfs and plan.type not in DEFENSES:
        yield Refusal("10.9a", "only a defense has FPFs", fpfs[0].name)
    if len(fpfs) > len(plan.batteries):
        yield Refusal("10.9a", "there are more FPFs than batteries in direct support")


def _groups(plan: SheetPlan) -> Iterator[Refusal]:
    """Groups with steps that go by what is drawn and wait for what can happen [6.2b] [6.3a]."""
    if not plan.groups:
        yield Refusal("6.2b", "no group has a mission")
    ids = [group.id for group in plan.groups]
    for group in plan.groups:
        if ids.count(group.id) > 1:
            yield Refusal("6.2b", "two groups have this name", group.id)
        if not group.steps:
            yield Refusal("6.2b", "the group has no step", group.id)
        for number, step in enumerate(group.steps, 1):
            where = f"{group.id}, step {number}"
            yield from _ways(plan, step, where)
            for condition in (*step.start, *step.until):
                yield from _condition(plan, condition, where)
    yield from _rings(plan)


def _ways(plan: SheetPlan, step: Step, where: str) -> Iterator[Refusal]:
    """The ways of a step are drawn and lead one into the other [6.2a]."""
    drawn = {item.name: item for item in plan.drawn}
    for name in (*step.via, step.to):
        if name and name not in drawn:
            yield Refusal("6.2a", f"goes by {name}, which is not drawn", where)
    ways = [drawn[name] for name in step.via if name in drawn]
    for way in ways:
        if way.kind not in WAYS:
            yield Refusal("6.2a", f"{way.name} is no way", where)
    if len(step.via) > MOST_WAYS:
        yield Refusal("6.3a", f"{len(step.via)} ways in one step; at most {MOST_WAYS}", where)
    for one, other in pairwise(ways):
        if one.hexes and other.hexes and one.hexes[-1] != other.hexes[0]:
            yield Refusal("6.2a", f"{other.name} does not begin where {one.name} ends", where)


def _condition(plan: SheetPlan, condition: Condition, where: str) -> Iterator[Refusal]:
    """A condition speaks of groups and elements that there are [6.2b]."""
    names = [item.name for item in plan.drawn]
    for name in (condition.taken, condition.reached, condition.fired_on_from, condition.occupied):
        if name and name not in names:
            yield Refusal("6.2b", f"waits for {name}, which is not drawn", where)
    if condition.group and condition.group not in [group.id for group in plan.groups]:
        yield Refusal("6.2b", f"waits for {condition.group}, which is no group", where)


def _rings(plan: SheetPlan) -> Iterator[Refusal]:
    """Nobody waits for himself, or for somebody who waits for him [6.2b]."""
    waits = {group.id: [*_waited_for(group)] for group in plan.groups}
    for group in plan.groups:
        seen, open_groups = set[str](), [*waits[group.id]]
        while open_groups:
            other = open_groups.pop()
            if other not in seen:
                seen.add(other)
                open_groups += waits.get(other, [])
        if group.id in seen:
            yield Refusal("6.2b", "waits for itself before its first step can begin", group.id)


def _waited_for(group: Group) -> Iterator[str]:
    """The groups that must come somewhere before a group begins at all."""
    for condition in group.steps[0].start if group.steps else ():
        if condition.group:
            yield condition.group


def _failure(plan: SheetPlan) -> Iterator[Refusal]:
    """Failure instructions for every step of every group [6.2c] [6.10a]."""
    if not plan.failure:
        yield Refusal("6.2c", "a sheet needs failure instructions")
        return
    for way in plan.failure:
        if not (way.route and way.rally):
            yield Refusal("6.2c", "failure instructions are a route and a place to rally", way.group)
        if way.group and way.group not in [group.id for group in plan.groups]:
            yield Refusal("6.2c", f"failure instructions for {way.group}, which is no group")
    for group in plan.groups:
        for step in range(len(group.steps)):
            fitting = [
                way
                for way in plan.failure
                if way.group in ("", group.id) and (not way.steps or step in way.steps)
            ]
            if not fitting:
                yield Refusal("6.10a", "no failure instructions hold in it", f"{group.id}, step {step + 1}")


def _special(plan: SheetPlan) -> Iterator[Refusal]:
    """Reserves of half the task organization at most, one set of alternates [6.11b] [6.11c]."""
    reserves = [group for group in plan.groups if group.reserve]
    held = {unit for group in reserves for unit in group.units}
    size = elements(
        sum(any(unit in held for unit in element) for element in plan.elements),
        sum(unit in held for unit in plan.loose),
    )
    if size > reserve_most(plan.size):
        reason = f"{size} of {plan.size} elements in reserve; at most {reserve_most(plan.size)}"
        yield Refusal("6.11b", reason)
    fighting = [group.id for group in plan.groups if not group.reserve]
    for group in reserves:
        if group.follows and group.follows not in fighting:
            yield Refusal("6.11b", f"follows {group.follows}, which is no group with a mission", group.id)
    if plan.alternate:
        names = [item.name for item in plan.alternate.graphic]
        for old, new in plan.alternate.instead.items():
            if old not in [item.name for item in plan.graphic] or new not in names:
                yield Refusal("6.11c", f"{new} is to stand in for {old}, and one is not drawn")
