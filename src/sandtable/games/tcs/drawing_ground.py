"""What may be wrong with an op sheet where it is drawn: ground, forces, type, ways out [6.2] [6.3] [6.4]."""

from collections.abc import Iterator
from itertools import pairwise

from sandtable.engine import Refusal
from sandtable.games.tcs.decisions import merged
from sandtable.games.tcs.drawing import plan_faults
from sandtable.games.tcs.drawn import bits, gap, indices
from sandtable.games.tcs.envelope import reading
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheet_types import type_faults
from sandtable.games.tcs.sheets import Preliminary, SheetPlan, Withdrawal
from sandtable.games.tcs.state import NOBODY, gone
from sandtable.games.tcs.task_forces import element_of
from sandtable.games.tcs.unassigned import ground_of, nearness, way_faults
from sandtable.games.tcs.vision import watchers

MOST_PER_ELEMENT = 250
"""More hexes than this for each element are no order any more."""
AVOIDED = 4
"""Preliminary instructions keep farther than this from enemies that see the way."""


def sheet_faults(table: Play, side: int, plan: SheetPlan, into: SheetPlan | None = None) -> list[Refusal]:
    """All that is wrong with a sheet, or with a part drawn `into` one, by itself and on the ground [6.2]."""
    whole = plan if into is None else merged(into, plan)
    found = plan_faults(whole) or [*_on_the_map(table, whole), *_forces(table, side, plan)]
    if not found:
        found = [*_breadth(table, whole), *_by_night(table, whole), *type_faults(table, side, plan, whole)]
        found += [*_ways_out(table, side, plan, whole), *_preliminary(table, side, plan)]
    placed = [fault if fault.place.startswith(plan.id) else _at(plan, fault) for fault in found]
    return list(dict.fromkeys(placed))


def _at(plan: SheetPlan, fault: Refusal) -> Refusal:
    return Refusal(fault.case, fault.reason, f"{plan.id}, {fault.place}".rstrip(", "))


def _on_the_map(table: Play, plan: SheetPlan) -> Iterator[Refusal]:
    """Every hex is in play, and ways and lines run from hex to hex [6.2a]."""
    board, country = table.scene.board, table.scene.country
    numbers = board.sheet.numbers
    for name, hexes in _hexes(plan):
        for hex in hexes:
            if hex not in numbers or not country.in_play[numbers[hex]]:
                yield Refusal("6.2a", f"{hex} is not on the map", name)
    for item in plan.drawn:
        if all(hex in numbers for hex in item.hexes) and (broken := gap(board, item)):
            yield Refusal("6.2a", f"{item.name} breaks off between {broken[0]} and {broken[1]}", item.name)


def _hexes(plan: SheetPlan) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All hexes that a sheet speaks of, with what they belong to."""
    for item in plan.drawn:
        yield item.name, (*item.hexes, *item.target)
    for group in plan.groups:
        for number, step in enumerate(group.steps, 1):
            yield f"{group.id}, step {number}", step.area
    for way in plan.failure:
        yield "failure instructions", (*way.route, *way.rally)
    for early in plan.preliminary:
        yield "preliminary instructions", (*early.route, *early.area)


def _forces(table: Play, side: int, plan: SheetPlan) -> Iterator[Refusal]:
    """Units and batteries of one's own that are not lost, by companies and platoons [6.4a] [6.6d]."""
    state = table.state
    own = [state.units[unit] for unit in table.scene.own[side]]
    for name in plan.units:
        if name not in own:
            yield Refusal("6.4a", f"{name} is no unit of this side")
        elif gone(state, state.units.index(name)):
            yield Refusal("6.4a", f"{name} is lost")
    for battery in plan.batteries:
        if battery not in batteries_of(table, side):
            yield Refusal("10.1a", f"{battery} is no battery of this side")
    if all(name in own for name in plan.units):
        yield from _elements(table, plan)


def batteries_of(table: Play, side: int) -> list[str]:
    """A side's batteries by name, as far as they take part."""
    own = [battery.name for owner, battery in table.scene.batteries if owner == side]
    return [name for name in own if name in table.state.batteries]


def _elements(table: Play, plan: SheetPlan) -> Iterator[Refusal]:
    """An element is one company or one tank platoon, however many of it are there [6.6d]."""
    seen: list[str] = []
    for element in plan.elements:
        named = dict.fromkeys(element_of(table, table.state.units.index(name)) for name in element)
        if len(named) != 1 or "" in named:
            yield Refusal("6.6d", f"{' '.join(element)} are not of one company or tank platoon")
        seen += named
    for name in dict.fromkeys(seen):
        if seen.count(name) > 1:
            yield Refusal("6.6d", f"{name} makes one element, not {seen.count(name)}")
    for name in plan.loose:
        if element_of(table, table.state.units.index(name)):
            yield Refusal("6.6d", f"{name} belongs to a company or platoon and is listed with it")


def _breadth(table: Play, plan: SheetPlan) -> Iterator[Refusal]:
    """No arrow over half the map: the book's giant arrow [6.2a]."""
    read = reading(table.scene.board, plan)
    for group, written in enumerate(plan.groups):
        for step in range(len(written.steps)):
            size = read.step(group, step, False, False, False).inside.bit_count()
            if size > MOST_PER_ELEMENT * max(1, plan.size):
                where = f"{written.id}, step {step + 1}"
                yield Refusal("6.2a", f"it covers {size} hexes, which is no order", where)


def _ways_out(table: Play, side: int, plan: SheetPlan, whole: SheetPlan) -> Iterator[Refusal]:
    """Failure instructions lead away from the enemy, and to nothing that has still to be taken [6.10a]."""
    for way in plan.failure:
        for fault in way_faults(table, side, way.route, way.rally, "FA-FWD"):
            yield Refusal("6.10", fault.reason, "failure instructions")
        for name in _untaken(whole, way):
            if set(whole.item(name).hexes) & set(way.rally):
                yield Refusal("6.10a", f"they rally on {name}, which is not taken then (FA-FWD)", "failure")


def _untaken(plan: SheetPlan, way: Withdrawal) -> list[str]:
    """The objectives that are still to be taken in the steps for which failure instructions hold."""
    found = []
    for group in plan.groups:
        if way.group in ("", group.id):
            first = min(way.steps) if way.steps else 0
            found += [step.to for step in group.steps[first:] if step.verb == "attack" and step.to]
    objectives = [item.name for item in plan.drawn if item.kind == "objective"]
    return [name for name in dict.fromkeys(found) if name in objectives]


def _by_night(table: Play, plan: SheetPlan) -> Iterator[Refusal]:
    """A sheet drawn in the dark goes by exact routes [16.1b]."""
    if not table.scene.turn(table.state).night:
        return
    for group in plan.groups:
        for number, step in enumerate(group.steps, 1):
            vague = [name for name in step.via if plan.item(name).kind != "direction"]
            if vague:
                reason = f"by night a way is an exact route, and {vague[0]} is none"
                yield Refusal("16.1b", reason, f"{group.id}, step {number}")


def _preliminary(table: Play, side: int, plan: SheetPlan) -> Iterator[Refusal]:
    """To one assembly area, out of the enemy's way, and once before they have served [6.11a]."""
    if len({early.area for early in plan.preliminary}) > 1:
        yield Refusal("6.11a", "preliminary instructions lead to one assembly area", "preliminary")
    for early in plan.preliminary:
        yield from _preliminary_units(table, plan, early)
        way = indices(table.scene.board, (*early.route, *early.area))
        far = nearness(table, side)
        exposed = [hex for hex in way if far[hex] <= AVOIDED and watchers(table, hex, 1 - side, AVOIDED)]
        if exposed or bits(way) & ground_of(table, side):
            yield Refusal("6.11a", "they lead near the enemy or onto his ground (PR-FWD)", "preliminary")
        route = indices(table.scene.board, early.route)
        if any(table.scene.country.distance(one, other) != 1 for one, other in pairwise(route)):
            yield Refusal("6.11a", "the route breaks off", "preliminary")


def _preliminary_units(table: Play, plan: SheetPlan, early: Preliminary) -> Iterator[Refusal]:
    state = table.state
    for name in early.units:
        if name not in plan.units:
            yield Refusal("6.11a", f"{name} is not on the sheet", "preliminary")
            continue
        unit = state.units.index(name)
        aside = state.sheet[unit] == NOBODY != state.group[unit]
        if aside and state.places[state.group[unit]].preliminary:
            reason = f"{name} has had preliminary instructions and has served on no sheet since (PR-AGAIN)"
            yield Refusal("6.11a", reason, "preliminary")
