"""What a player decides in Command Planning, written down as one answer [1.3b] [6.0]."""

import msgspec

from sandtable.games.tcs.sheets import (
    Contingency,
    Group,
    Hexes,
    Item,
    SheetPlan,
    Step,
    Unassigned,
    Withdrawal,
)


class GroupName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of an implemented sheet."""

    sheet: str
    group: str


class Failing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A group, or every group of a sheet, that goes over to its failure instructions, and why [6.10]."""

    sheet: str
    group: str = ""
    reason: str = "other"


class Reroute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New failure instructions for a group that could not carry out those it had [6.10b]."""

    sheet: str
    group: str
    route: Hexes
    rally: Hexes


class Commitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The use of a reserve: what is drawn for it, its steps, and its failure instructions [6.11b]."""

    sheet: str
    group: str
    steps: tuple[Step, ...]
    graphic: tuple[Item, ...] = ()
    route: Hexes = ()
    rally: Hexes = ()


class Resettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another contingency plan for the group of a unit; a centre only where it had none of its own [6.5a]."""

    unit: str
    contingency: Contingency
    centre: str = ""


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """All decisions of a Command Planning Phase; every pending sheet is rolled for but those on `hold`."""

    draw: tuple[SheetPlan, ...] = ()
    hold: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    scratch: tuple[Unassigned, ...] = ()
    succeed: tuple[str, ...] = ()
    fail: tuple[Failing, ...] = ()
    reroute: tuple[Reroute, ...] = ()
    begin: tuple[GroupName, ...] = ()
    commit: tuple[Commitment, ...] = ()
    switch: tuple[str, ...] = ()
    withdraw: tuple[str, ...] = ()
    """Units whose unassigned groups leave by their contingency plans now [6.5c]."""
    settle: tuple[Resettled, ...] = ()
    support: dict[str, str] = {}
    """The sheet that a battery supports from now on, or GS [10.1]."""


def merged(target: SheetPlan, addition: SheetPlan) -> SheetPlan:
    """A sheet with what is drawn into it [6.4e] [6.4f]."""
    return msgspec.structs.replace(
        target,
        elements=(*target.elements, *addition.elements),
        loose=(*target.loose, *addition.loose),
        guns=(*target.guns, *addition.guns),
        batteries=tuple(dict.fromkeys((*target.batteries, *addition.batteries))),
        graphic=(*target.graphic, *addition.graphic),
        groups=(*target.groups, *addition.groups),
        failure=(*target.failure, *addition.failure),
        preliminary=(*target.preliminary, *addition.preliminary),
    )


def with_reserve(plan: SheetPlan, use: Commitment) -> SheetPlan:
    """A sheet on which the use of its reserve is drawn: it follows no longer, it has steps [6.11b]."""
    groups = tuple(_used(group, use) if group.id == use.group else group for group in plan.groups)
    plan = msgspec.structs.replace(plan, groups=groups, graphic=(*plan.graphic, *use.graphic))
    if not use.route:
        return plan
    way = Withdrawal(use.route, use.rally, use.group)
    return msgspec.structs.replace(plan, failure=(*plan.failure, way))


def _used(group: Group, use: Commitment) -> Group:
    """Its following is the first step, its use comes after that."""
    return msgspec.structs.replace(group, steps=(group.steps[0], *use.steps))
