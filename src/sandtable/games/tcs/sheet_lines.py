"""Op sheets as players write them on paper, one line for a sheet, and read back again [6.2].

A line is the name and type of the sheet, a colon, and clauses between semicolons:

    X attack: B; axis ELM 1 0510 0610; objective OAK 0610; main B: attack OAK along ELM; failure 0510 > 0410

Elements are called by their company or platoon. A group is its name, its elements and, behind a colon, its
steps.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import (
    Condition,
    Group,
    Item,
    ItemKind,
    Posture,
    SheetPlan,
    Step,
    Withdrawal,
)
from sandtable.games.tcs.task_forces import element_of, elements

TYPES: Mapping[str, SheetType] = {
    "attack": "attack",
    "move": "move",
    "hasty": "hasty_defense",
    "prepared": "prepared_defense",
}
KINDS: Mapping[str, ItemKind] = {
    "axis": "axis",
    "direction": "direction",
    "road": "road_march",
    "line": "phase_line",
    "departure": "line_of_departure",
    "boundary": "boundary",
    "objective": "objective",
    "position": "battle_position",
    "support": "support_position",
    "security": "security_position",
    "assembly": "assembly_area",
    "sector": "sector",
}
"""The words for graphic elements."""
POSTURES: Mapping[str, Posture] = {"avoiding": "avoid", "seeking": "seek"}
HEAD = re.compile(r"(\S+) (attack|move|hasty|prepared)(?: into (\S+))?: *(.*)")
STEP = re.compile(
    r"(?P<verb>\w+)"
    r"(?: (?P<what>(?!to |along |from |until |avoiding|seeking)\S+))?"
    r"(?: to (?P<to>\S+))?(?: along (?P<via>\S+)(?: and (?P<further>\S+))?)?"
    r"(?: from (?P<start>.+?))?(?: until (?P<until>.+?))?(?: (?P<posture>avoiding|seeking))?"
)
CONDITIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"order", ()),
    (r"I\+(\d+)", ("turns",)),
    (r"((?:\d\d? )?\d{4})", ("time",)),
    (r"(\S+) taken", ("taken",)),
    (r"fire from (\S+)", ("fired_on_from",)),
    (r"(\S+) at (\S+)", ("group", "reached")),
    (r"(\S+) in (\S+)", ("group", "occupied")),
)
"""What may be waited for, in words."""


def read_line(table: Play, side: int, line: str) -> SheetPlan | None:
    """The sheet that a line writes, or None if it is no such line; what is wrong with it is found later."""
    head = HEAD.fullmatch(line.strip())
    if head is None:
        return None
    clauses = [clause.strip() for clause in head[4].split(";") if clause.strip()]
    if not clauses:
        return None
    forces = _forces(table, side)
    listed = [forces.get(name, (name,)) for name in clauses[0].split()]
    parts: dict[str, Any] = {"graphic": [], "groups": [], "failure": []}
    names = [clause.split()[1] for clause in clauses[1:] if clause.split()[0] in KINDS and ":" not in clause]
    for clause in clauses[1:]:
        written = _clause(clause, forces, names)
        if written is None:
            return None
        parts[written[0]].append(written[1])
    grouped = [name in forces for name in clauses[0].split()]
    plan = msgspec.convert({"id": head[1], "type": TYPES[head[2]], "adds_to": head[3] or ""}, SheetPlan)
    return msgspec.structs.replace(
        plan,
        elements=tuple(units for units, known in zip(listed, grouped, strict=True) if known),
        loose=tuple(units[0] for units, known in zip(listed, grouped, strict=True) if not known),
        implemented=False,
        **{part: tuple(found) for part, found in parts.items()},
    )


Forces = Mapping[str, tuple[str, ...]]


def _forces(table: Play, side: int) -> Forces:
    """A side's companies and platoons by name, each with its units."""
    units = table.scene.units
    return {name: tuple(units[unit] for unit in found) for name, found in elements(table, side).items()}


def _clause(clause: str, forces: Forces, names: Sequence[str]) -> tuple[str, object] | None:
    """One clause: a graphic element, failure instructions, or a group with its steps."""
    words = clause.split()
    if words[0] == "failure":
        return _written("failure", _failure(words[1:]))
    if words[0] in KINDS and ":" not in clause:
        return _written("graphic", _item(words))
    who, colon, steps = clause.partition(":")
    return _written("groups", _group(who.split(), steps, forces, names)) if colon else None


def _written(part: str, found: object | None) -> tuple[str, object] | None:
    return None if found is None else (part, found)


def _item(words: Sequence[str]) -> Item | None:
    """A kind, a name, for an axis its half width, and hexes."""
    if len(words) < 3:
        return None
    kind, rest = KINDS[words[0]], list(words[2:])
    width = int(rest.pop(0)) if kind == "axis" and len(rest[0]) == 1 and rest[0].isdigit() else 0
    return Item(kind=kind, name=words[1], hexes=tuple(rest), half_width=min(width, 5))


def _failure(words: Sequence[str]) -> Withdrawal | None:
    """A way and behind an arrow the place to rally; before them the group and the step, if not for all."""
    if ">" not in words:
        return None
    arrow = words.index(">")
    heads = [word for word in words[:arrow] if not re.fullmatch(r"\d{4}", word)]
    route = tuple(word for word in words[:arrow] if re.fullmatch(r"\d{4}", word))
    steps = tuple(int(word[1:]) - 1 for word in heads if re.fullmatch(r"s\d", word))
    group = next((word for word in heads if not re.fullmatch(r"s\d", word)), "")
    return Withdrawal(route, tuple(words[arrow + 1 :]), group, steps)


def _group(who: Sequence[str], steps: str, forces: Forces, names: Sequence[str]) -> Group | None:
    """The name of a group, its elements, "follows" and a group for a reserve; then its steps."""
    if not who:
        return None
    following = who[-1] if "follows" in who[:-1] else ""
    listed = who[1 : who.index("follows")] if following else who[1:]
    units = tuple(unit for name in listed for unit in forces.get(name, (name,)))
    if following:
        return Group(id=who[0], units=units, steps=(Step(verb="follow"),), reserve=True, follows=following)
    read = [_step(step.strip(), names) for step in steps.split(",")]
    if any(step is None for step in read):
        return None
    return Group(id=who[0], units=units, steps=tuple(step for step in read if step))


def _step(written: str, names: Sequence[str]) -> Step | None:
    """A step such as "move to ASH along FIR from I+1" or "attack RIDGE along FIR seeking"."""
    found = STEP.fullmatch(written)
    if found is None:
        return None
    target = found["what"] or found["to"] or ""
    start, until = (_conditions(found[part], word) for part, word in (("start", " and "), ("until", " or ")))
    if start is None or until is None:
        return None
    fields = {
        "verb": found["verb"],
        "via": tuple(name for name in (found["via"], found["further"]) if name),
        "to": target if target in names else "",
        "area": (target,) if target and target not in names else (),
        "posture": POSTURES.get(found["posture"] or "", "accept"),
    }
    try:
        step = msgspec.convert(fields, Step)
    except msgspec.ValidationError:
        return None
    return msgspec.structs.replace(step, start=start, until=until)


def _conditions(written: str | None, joined: str) -> tuple[Condition, ...] | None:
    """Conditions in words, or None if one of them is none."""
    if not written:
        return ()
    read = [_condition(one.strip()) for one in written.split(joined)]
    return None if None in read else tuple(one for one in read if one)


def _condition(written: str) -> Condition | None:
    for pattern, fields in CONDITIONS:
        if found := re.fullmatch(pattern, written):
            named = dict(zip(fields, found.groups(), strict=True)) or {"on_order": True}
            return msgspec.convert(named, Condition, strict=False)
    return None


# -- and written out again


def written_line(table: Play, plan: SheetPlan) -> str:
    """A sheet as such a line, for those who look at what they have drawn up."""
    kind = next(word for word, type in TYPES.items() if type == plan.type)
    into = f" into {plan.adds_to}" if plan.adds_to else ""
    return f"{plan.id} {kind}{into}: " + "; ".join(_clauses(table, plan))


def _clauses(table: Play, plan: SheetPlan) -> Iterator[str]:
    """The task organization, what is drawn, groups, failure instructions."""
    unit = table.scene.unit
    names = [element_of(table, unit(element[0])) for element in plan.elements if element]
    yield " ".join([*names, *plan.loose, *plan.guns])
    words = {kind: word for word, kind in KINDS.items()}
    for item in plan.drawn:
        width = [str(item.half_width)] if item.kind == "axis" else []
        yield " ".join([words.get(item.kind, item.kind), item.name, *width, *item.hexes])
    for group in plan.groups:
        called = [element_of(table, unit(name)) or name for name in group.units]
        who = " ".join([group.id, *dict.fromkeys(called)])
        yield f"{who} follows {group.follows}:" if group.reserve else f"{who}: {_steps(group)}"
    for way in plan.failure:
        heads = [way.group] * bool(way.group) + [f"s{step + 1}" for step in way.steps]
        yield " ".join(["failure", *heads, *way.route, ">", *way.rally])


def _steps(group: Group) -> str:
    return ", ".join(_told(step) for step in group.steps)


def _told(step: Step) -> str:
    """A step in the words that are read back."""
    target = step.to or " ".join(step.area[:1])
    parts = [
        f"{step.verb} to {target}" if target else step.verb,
        f"along {' and '.join(step.via)}" if step.via else "",
        f"from {' and '.join(map(_waits, step.start))}" if step.start else "",
        f"until {' or '.join(map(_waits, step.until))}" if step.until else "",
        next((word for word, posture in POSTURES.items() if posture == step.posture), ""),
    ]
    return " ".join(part for part in parts if part)


def _waits(condition: Condition) -> str:
    """A condition in the words that are read back."""
    if condition.on_order:
        return "order"
    if condition.turns:
        return f"I+{condition.turns}"
    if condition.taken:
        return f"{condition.taken} taken"
    if condition.fired_on_from:
        return f"fire from {condition.fired_on_from}"
    where = condition.reached or condition.occupied
    word = "at" if condition.reached else "in"
    return condition.time or f"{condition.group} {word} {where}"
