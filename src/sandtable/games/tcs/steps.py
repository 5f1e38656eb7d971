"""The steps of a sheet in play: what has come about, who has come where, what begins next [6.2b] [6.7b]."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.tcs.clock import moment
from sandtable.games.tcs.digging import dig_in
from sandtable.games.tcs.drawn import bits, crossing, indices
from sandtable.games.tcs.envelope import Envelope, reading
from sandtable.games.tcs.events import StepBegun
from sandtable.games.tcs.phrases import told_step
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import LINES, Condition, Item, Step
from sandtable.games.tcs.state import (
    FAILING,
    IMPLEMENTED,
    NOBODY,
    PARALYZED,
    SHOT_AT,
    SHOT_BEFORE,
    Sheet,
    able,
    aboard,
    has,
    hex_of,
)

GOING = ("move", "join", "withdraw")
"""Steps that are over when everybody has arrived; an attack is when its objective is taken."""
FREE_OF_ENEMIES = 3
"""An objective is secured while no enemy within this many hexes sees it."""


def group_units(table: Play, sheet: int, group: int) -> list[int]:
    """The units that act as a group of a sheet."""
    state, side = table.state, table.state.sheets[sheet].side
    return [
        unit for unit in table.scene.own[side] if state.sheet[unit] == sheet and state.group[unit] == group
    ]


def able_units(table: Play, sheet: int, group: int) -> list[int]:
    """Those of them on the map that are neither suppressed nor paralyzed."""
    return [unit for unit in group_units(table, sheet, group) if able(table.state, unit)]


def step_of(sheet: Sheet, group: int) -> Step | None:
    """The step that a group is in; None on failure instructions."""
    number = sheet.steps[group]
    return None if number == FAILING else sheet.plan.groups[group].steps[number]


def group_envelope(table: Play, sheet: Sheet, group: int, unit: int = NOBODY) -> Envelope:
    """The envelope of a group's present step, or of its failure instructions; of a unit's own kind."""
    read = reading(table.scene.board, sheet.plan)
    if sheet.steps[group] == FAILING:
        return read.way_back(group, sheet.failed_from[group])
    vehicle = unit != NOBODY and table.scene.types[unit].category in ("vehicle", "carrier")
    night = table.scene.turn(table.state).night
    return read.step(group, sheet.steps[group], vehicle, night, sheet.switched)


# -- conditions


def begun(table: Play, number: int, group: int) -> bool:
    """Has all come about that the present step waits for? Later steps are not entered before [6.2b]."""
    sheet = table.state.sheets[number]
    if sheet.steps[group] != 0:
        return True
    return all(
        holds(table, number, group, condition)
        for condition in sheet.plan.groups[group].steps[0].start
        if not condition.reached
    )


def holds(table: Play, number: int, group: int, condition: Condition) -> bool:
    """Has a condition come about, all of it together?"""
    return all(_parts(table, number, group, condition))


def _parts(table: Play, number: int, group: int, condition: Condition) -> Iterator[bool]:
    state = table.state
    sheet, now = state.sheets[number], table.scene.turn(state)
    if condition.on_order:
        yield group in sheet.begun
    if condition.time:
        yield (now.day, now.minute) >= moment(condition.time)
    if condition.turns:
        yield state.turn >= sheet.implemented + condition.turns
    if condition.taken:
        yield taken(table, sheet, sheet.plan.item(condition.taken))
    if condition.reached:
        who = condition.group or sheet.plan.groups[group].id
        yield (who, condition.reached) in sheet.met
    if condition.fired:
        yield ("", condition.fired) in sheet.met
    if condition.fired_on_from:
        yield _fired_on(table, number, group, sheet.plan.item(condition.fired_on_from))
    if condition.occupied:
        area = _area(table, sheet.plan.item(condition.occupied))
        who = condition.group or sheet.plan.groups[group].id
        groups = [place for place, one in enumerate(sheet.plan.groups) if one.id == who]
        yield all(_all_in(table, number, one, area) for one in groups)


def _area(table: Play, item: Item) -> int:
    return bits(indices(table.scene.board, item.hexes))


def _all_in(table: Play, number: int, group: int, hexes: int) -> bool:
    """Are all able units of a group, one at least, in these hexes?"""
    units = able_units(table, number, group)
    return bool(units) and all(hexes >> hex_of(table.state, unit) & 1 for unit in units)


def _fired_on(table: Play, number: int, group: int, item: Item) -> bool:
    """Has a unit of the group been fired at while an enemy stood in an area?"""
    state, area = table.state, _area(table, item)
    foes = [state.hexes[foe] for foe in table.scene.foes[state.sheets[number].side]]
    there = any(hex >= 0 and area >> hex & 1 for hex in foes)
    return there and any(
        has(state, unit, SHOT_AT | SHOT_BEFORE) for unit in group_units(table, number, group)
    )


def taken(table: Play, sheet: Sheet, item: Item) -> bool:
    """An objective is seized, cleared or secured: a unit of the sheet in it, and no enemy near [6.8]."""
    state, scene, area = table.state, table.scene, _area(table, item)
    own = [hex_of(state, unit) for unit in scene.own[sheet.side]]
    foes = [
        foe
        for foe in scene.foes[sheet.side]
        if state.hexes[foe] >= 0 and not has(state, foe, PARALYZED)
    ]  # fmt: skip
    if any(area >> state.hexes[foe] & 1 for foe in foes):
        return False
    if item.condition == "secure" and any(_overlooks(table, state.hexes[foe], item) for foe in foes):
        return False
    return item.condition == "clear" or any(hex >= 0 and area >> hex & 1 for hex in own)


def _overlooks(table: Play, hex: int, item: Item) -> bool:
    country = table.scene.country
    return any(
        country.distance(hex, there) <= FREE_OF_ENEMIES
        and country.visible(hex, there, table.state.visibility)
        for there in indices(table.scene.board, item.hexes)
    )


# -- what units do, and what follows from it


def keep_track(table: Play, unit: int) -> None:
    """Note how far a unit, and what it carries, has come along its way; steps may end by it [6.2b]."""
    state = table.state
    for one in (unit, *aboard(state, unit)):
        if state.sheet[one] != NOBODY:
            _progress(table, one)
    for number in dict.fromkeys(state.sheet[one] for one in (unit, *aboard(state, unit))):
        if number != NOBODY:
            advance(table, number)


def _progress(table: Play, unit: int) -> None:
    state = table.state
    sheet, hex = state.sheets[state.sheet[unit]], hex_of(state, unit)
    if hex < 0 or sheet.status != IMPLEMENTED:
        return
    envelope = group_envelope(table, sheet, state.group[unit], unit)
    if (envelope.inside | envelope.beside) >> hex & 1:
        state.last[unit] = max(0, envelope.progress(hex, max(0, state.last[unit])))
        state.reached[unit] = max(state.reached[unit], state.last[unit])


def start_afresh(table: Play, units: list[int]) -> None:
    """A new step, a new way: nobody has come along it yet, unless he stands on it."""
    state = table.state
    for unit in units:
        state.last[unit] = state.reached[unit] = NOBODY
        if state.sheet[unit] != NOBODY:
            _progress(table, unit)


def advance(table: Play, number: int) -> None:
    """Note who has come together where; steps that are over make way for the next [6.2b]."""
    state = table.state
    if state.sheets[number].status != IMPLEMENTED:
        return
    _note_meetings(table, number)
    for group in range(len(state.sheets[number].plan.groups)):
        while _over(table, number, group):
            _next_step(table, number, group)


def _note_meetings(table: Play, number: int) -> None:
    """Groups that have come to a line or area together, and batteries that have fired [6.2b]."""
    state = table.state
    sheet = state.sheets[number]
    new = [
        pair
        for pair in dict.fromkeys(_awaited(sheet))
        if pair not in sheet.met
        and (_has_fired(table, pair[1]) if not pair[0] else _met(table, number, pair))
    ]
    if new:
        state.sheets[number] = replace(sheet, met=(*sheet.met, *new))


def _awaited(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Every meeting and fire that some condition of the sheet speaks of, and lines that end steps."""
    lines = [item.name for item in sheet.plan.drawn if item.kind in LINES]
    for group in sheet.plan.groups:
        for step in group.steps:
            if step.to in lines:
                yield group.id, step.to
            for condition in (*step.start, *step.until):
                if condition.reached:
                    yield condition.group or group.id, condition.reached
                if condition.fired:
                    yield "", condition.fired


def _has_fired(table: Play, battery: str) -> bool:
    state = table.state
    return battery in state.batteries and state.fires[state.batteries.index(battery)] > 0


def _met(table: Play, number: int, pair: tuple[str, str]) -> bool:
    """Are all able units of a group on or past a line, or in an area?"""
    sheet = table.state.sheets[number]
    group = [one.id for one in sheet.plan.groups].index(pair[0])
    units, item = able_units(table, number, group), sheet.plan.item(pair[1])
    if not units or sheet.steps[group] == FAILING:
        return False
    hexes = bits(indices(table.scene.board, item.hexes))
    if item.kind not in LINES:
        return all(hexes >> hex_of(table.state, unit) & 1 for unit in units)
    path = group_envelope(table, sheet, group).path
    met = crossing(path, indices(table.scene.board, item.hexes)) if path else -1
    return all(hexes >> hex_of(table.state, unit) & 1 or 0 <= met < table.state.last[unit] for unit in units)


def _over(table: Play, number: int, group: int) -> bool:
    """Is a group's step over, and may the next begin [6.2b]?"""
    sheet = table.state.sheets[number]
    steps, at = sheet.plan.groups[group].steps, sheet.steps[group]
    if at == FAILING or at + 1 >= len(steps) or not begun(table, number, group):
        return False
    if not group_units(table, number, group) or not _done(table, number, group, steps[at]):
        return False
    return all(holds(table, number, group, condition) for condition in steps[at + 1].start)


def _done(table: Play, number: int, group: int, step: Step) -> bool:
    """Has a step come to its end: by one of its conditions, or else by what it sets out to do [6.2b]?"""
    if step.until:
        return any(holds(table, number, group, condition) for condition in step.until)
    return accomplished(table, number, group, step)


def accomplished(table: Play, number: int, group: int, step: Step) -> bool:
    """Everybody has arrived, or the objective is taken; posts and support have no end of their own [6.8]."""
    sheet = table.state.sheets[number]
    target = next((item for item in sheet.plan.drawn if item.name == step.to), None)
    if step.verb == "attack" and target is not None and target.kind == "objective":
        return taken(table, sheet, target)
    if step.verb not in (*GOING, "attack"):
        return False
    if target is not None and target.kind in LINES:
        return (sheet.plan.groups[group].id, target.name) in sheet.met
    return _all_in(table, number, group, group_envelope(table, sheet, group).home)


def _next_step(table: Play, number: int, group: int) -> None:
    """The next step begins; its owner alone is told [6.2b] [7.2]."""
    sheet = table.state.sheets[number]
    steps = (*sheet.steps[:group], sheet.steps[group] + 1, *sheet.steps[group + 1 :])
    left = tuple(one for one in sheet.begun if one != group)
    table.state.sheets[number] = sheet = replace(sheet, steps=steps, begun=left)
    start_afresh(table, group_units(table, number, group))
    dig_in(table, number, (group,))
    written = sheet.plan.groups[group]
    words = told_step(sheet.plan, written.steps[sheet.steps[group]])
    table.report(StepBegun(sheet.side, sheet.plan.id, written.id, words), to=sheet.side)
