"""The enemy's orders as a side can only guess them: sheets he might have written, for forks [2.0]."""

from collections.abc import Iterator, Mapping

from sandtable.engine.dice import Dice
from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.digging import NEVER
from sandtable.games.tcs.drafting import Drafting
from sandtable.games.tcs.drawing import DEFENSES
from sandtable.games.tcs.phrases import told_place, told_sheet
from sandtable.games.tcs.planning import follow_up
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sequence import LADDER
from sandtable.games.tcs.sheets import SheetPlan
from sandtable.games.tcs.state import (
    EVERYBODY,
    IDLE,
    IMPLEMENTED,
    NOBODY,
    PENDING,
    REMOVED,
    Place,
    Sheet,
    State,
    commanded,
    dug_in,
    hex_of,
)
from sandtable.games.tcs.task_forces import element_of, elements
from sandtable.games.tcs.unassigned import way_from

BLANK = SheetPlan(id="", type="move")
"""What is left of a sheet of the enemy's in a fork."""
WAITED = 20
"""A sheet that waits may have so many weighted turns."""
LEFT = 4
"""One unit in so many has left its hole."""
TASKS: tuple[SheetType | None, ...] = (
    None, "hasty_defense", "prepared_defense", "prepared_defense", "attack", "attack",
)  # fmt: skip

"""What an element may be about, by a die; nothing means that it is on no sheet."""


def secret_orders(table: Play, side: int) -> Mapping[str, object]:
    """What each of the enemy's elements on the map is about, in words [2.0]."""
    state = table.state
    if not commanded(state):
        return {}
    kept = in_the_open(table, 1 - side)
    return {
        f"orders of {name}": _told(table, units[0])
        for name, units in _on_map(table, 1 - side)
        if any(state.group[unit] != NOBODY for unit in units)
        and not any(state.sheet[unit] in kept for unit in units)
    }


def _told(table: Play, unit: int) -> str:
    state = table.state
    if state.group[unit] == NOBODY:
        return ""
    if state.sheet[unit] == NOBODY:
        return told_place(table, unit)
    return told_sheet(state.sheets[state.sheet[unit]], state.group[unit])


def _on_map(table: Play, side: int) -> Iterator[tuple[str, list[int]]]:
    """A side's elements and loose units that are on the map, each with its name."""
    state = table.state
    found = dict(elements(table, side))
    loose = [unit for unit in table.scene.own[side] if not element_of(table, unit)]
    found |= {state.units[unit]: [unit] for unit in loose}
    for name, units in found.items():
        here = [unit for unit in units if hex_of(state, unit) >= 0]
        if here:
            yield name, here


def deal_orders(table: Play, side: int, known: State, dice: Dice) -> None:
    """Give the enemy other sheets in place of his own, implemented and waiting [2.0] [7.1d]."""
    state, enemy = table.state, 1 - side
    if not commanded(state):
        return
    kept = in_the_open(table, enemy)
    _sweep(state, enemy, kept)
    state.notes[enemy] = known.notes[enemy]
    drafting = Drafting(table, enemy)
    swept = [[unit for unit in found if state.group[unit] == NOBODY] for _, found in _on_map(table, enemy)]
    for units in filter(None, swept):
        task = TASKS[dice.roll(len(TASKS)) - 1]
        told = [unit for unit in units if unit in known.told and dug_in(known, unit)]
        _assign(table, drafting, units, "prepared_defense" if told else task, dice)
        for unit in units:
            if unit not in told and (unit in known.told or dice.roll(LEFT) == 1):
                state.dug[unit] = NOBODY
    state.support = [
        _support(state, enemy, old, dice) if owner == enemy and old not in (EVERYBODY, IDLE, *kept) else old
        for (owner, _), old in zip(table.scene.batteries, state.support, strict=True)
    ]


def in_the_open(table: Play, enemy: int) -> list[int]:
    """Sheets of the enemy's that show while he is asked what they bring: mines laid, fires planned."""
    state = table.state
    if LADDER.rungs[state.step].procedure is not follow_up:
        return []
    return [
        number
        for number, sheet in enumerate(state.sheets)
        if sheet.side == enemy and sheet.status != REMOVED and state.turn in (sheet.drawn, sheet.implemented)
    ]


def _sweep(state: State, enemy: int, kept: list[int]) -> None:
    """Nothing is left of the enemy's sheets but their places in the list, and those that are kept."""
    for number, sheet in enumerate(state.sheets):
        if sheet.side == enemy and number not in kept:
            state.sheets[number] = Sheet(enemy, BLANK, REMOVED)
    for unit, owner in enumerate(state.side):
        if owner == enemy and state.sheet[unit] not in kept:
            state.sheet[unit] = state.group[unit] = state.last[unit] = state.reached[unit] = NOBODY
            state.slow[unit], state.dug[unit] = 0, NOBODY
    state.noted = [(unit, code) for unit, code in state.noted if state.side[unit] != enemy]


def _assign(table: Play, drafting: Drafting, units: list[int], task: SheetType | None, dice: Dice) -> None:
    """An element is on a sheet for its task if one can be drawn for it, or on none; another may wait."""
    state, start = table.state, hex_of(table.state, units[0])
    goals = [] if task is None else [start] if task in DEFENSES else drafting.goals(task, start)
    if goals and task:
        _enlist(table, drafting, units, task, goals[dice.roll(len(goals)) - 1])
    else:
        for unit in units:
            state.group[unit] = len(state.places)
        state.places.append(Place(drafting.side, start, way_from(table, start, drafting.far)))
    goals = drafting.goals("attack", start) if dice.roll(2) == 1 else []
    if goals:
        names = [state.units[unit] for unit in units]
        plan = drafting.plan("attack", names, start, goals[dice.roll(len(goals)) - 1])
        state.sheets.append(Sheet(drafting.side, plan, PENDING, 0, weighted=dice.roll(WAITED)))


def _enlist(table: Play, drafting: Drafting, units: list[int], task: SheetType, goal: int) -> None:
    """The element acts on a sheet, and is dug in by it where that is its order [7.0]."""
    state = table.state
    names = [state.units[unit] for unit in units]
    plan = drafting.plan(task, names, hex_of(state, units[0]), goal)
    for unit in units:
        state.sheet[unit], state.group[unit] = len(state.sheets), 0
        digs = task == "prepared_defense" and table.scene.types[unit].category not in NEVER
        if digs and state.hexes[unit] >= 0:
            state.dug[unit] = state.hexes[unit]
    ground = f"{drafting.enemy:x}"
    state.sheets.append(Sheet(drafting.side, plan, IMPLEMENTED, 0, 0, steps=(0,), enemy_ground=ground))


def _support(state: State, enemy: int, old: int, dice: Dice) -> int:
    """A battery supports any of the sheets dealt; where there are none, what it did."""
    sheets = [
        number
        for number, sheet in enumerate(state.sheets)
        if sheet.side == enemy and sheet.status == IMPLEMENTED
    ]
    return sheets[dice.roll(len(sheets)) - 1] if sheets else old
