"""The orders with which a battle begins: sheets in force, unassigned units, batteries, holes [6.3] [6.7]."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.tcs.battles import Scenario, Side
from sandtable.games.tcs.digging import NEVER, dig_in
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import SheetPlan, Unassigned
from sandtable.games.tcs.state import (
    EVERYBODY,
    GENERAL,
    IDLE,
    IMPLEMENTED,
    PENDING,
    Place,
    Sheet,
    State,
    commanded,
)
from sandtable.games.tcs.steps import start_afresh
from sandtable.games.tcs.unassigned import ground_of, settle


def issue(scenario: Scenario, state: State, numbers: dict[str, int]) -> None:
    """Give out the sheets and places of a scenario; `numbers` are the hexes of its map [6.4c] [6.5a]."""
    if "command" not in scenario.own.without:
        for side, listed in enumerate(scenario.own.sides):
            for plan in listed.sheets:
                hand_out(state, side, plan)
            for place in listed.unassigned:
                put_aside(state, side, place, numbers[place.centre])
    for battery, support in enumerate(_supports(scenario.own.sides)):
        state.support[battery] = _served(state, support)


def hand_out(state: State, side: int, plan: SheetPlan) -> None:
    """A sheet lies before its owner, implemented or waiting; its units are on it if it is in force."""
    number = len(state.sheets)
    status = IMPLEMENTED if plan.implemented else PENDING
    steps = (0,) * len(plan.groups) if plan.implemented else ()
    state.sheets.append(Sheet(side, plan, status, weighted=plan.turns, steps=steps))
    for name in plan.units if plan.implemented else ():
        unit = state.units.index(name)
        state.sheet[unit], state.group[unit] = number, plan.group_of(name)


def put_aside(state: State, side: int, listed: Unassigned, centre: int) -> None:
    """Units on no sheet have a centre and a contingency plan [6.5]."""
    for name in listed.units:
        state.group[state.units.index(name)] = len(state.places)
    state.places.append(Place(side, centre, listed.contingency))


def _supports(sides: tuple[Side, ...]) -> Iterator[str]:
    return (battery.support for side in sides for battery in side.batteries)


def _served(state: State, support: str) -> int:
    """Whom a battery supports: all where no sheets are played, in general, a sheet, or nobody yet [10.1]."""
    if support in ("all", "GS"):
        return EVERYBODY if support == "all" else GENERAL
    named = [number for number, sheet in enumerate(state.sheets) if sheet.plan.id == support]
    return named[0] if named else IDLE


def take_post(table: Play) -> None:
    """After set-up: whose ground is whose, who is on his way already, who is dug in [6.3c] [7.1]."""
    state = table.state
    for number, sheet in enumerate(state.sheets):
        state.sheets[number] = replace(sheet, enemy_ground=f"{ground_of(table, sheet.side):x}")
        start_afresh(table, [unit for unit in table.scene.own[sheet.side] if state.sheet[unit] == number])
        dig_in(table, number, range(len(sheet.plan.groups)))
    if commanded(state):
        settle(table)
    for side in (0, 1):
        _dig_all(table, side)


def _dig_all(table: Play, side: int) -> None:
    """Where a lesson has no sheets it says by itself that a side is dug in [7.1] [7.1e]."""
    state, scenario = table.state, table.scene.scenario
    if scenario is None or not scenario.own.sides[side].dug_in:
        return
    for unit in table.scene.own[side]:
        if state.hexes[unit] >= 0 and table.scene.types[unit].category not in NEVER:
            state.dug[unit] = state.hexes[unit]
