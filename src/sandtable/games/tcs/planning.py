"""The Command Planning Phase: weather, waiting, decisions in secret, and the rolls for them [1.3b] [6.0]."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from sandtable.engine import Form, Option, Refusal
from sandtable.games.tcs.command_odds import after_addition
from sandtable.games.tcs.decision_faults import GS, orders_faults
from sandtable.games.tcs.decisions import Orders, Reroute, merged, with_reserve
from sandtable.games.tcs.defending import prepare_defense
from sandtable.games.tcs.drafting import Drafting
from sandtable.games.tcs.envelope import failure_of
from sandtable.games.tcs.events import SheetDrawn
from sandtable.games.tcs.failure import declare, fail_on_contact, group_named
from sandtable.games.tcs.fire_plan import plan_new_fires, start_planned
from sandtable.games.tcs.prep import (
    dissolve,
    mark_weighted_turns,
    sheet_named,
    try_changes,
    try_to_discard,
    try_to_implement,
)
from sandtable.games.tcs.remarks import remarks
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheet_lines import read_line, written_line
from sandtable.games.tcs.sheets import Contingency, Preliminary, SheetPlan, Unassigned, Withdrawal
from sandtable.games.tcs.state import (
    CONTACT,
    FAILING,
    GENERAL,
    IDLE,
    IMPLEMENTED,
    OF_COMMAND,
    PENDING,
    SHOT_AT,
    SHOT_BEFORE,
    SWITCH,
    Place,
    Sheet,
    commanded,
    has,
    mark,
    wipe,
)
from sandtable.games.tcs.success import conclude_missions
from sandtable.games.tcs.tracking import track_all
from sandtable.games.tcs.unassigned import count_attacks, ground_of, place_units, settle, withdraw
from sandtable.games.tcs.weather import hourly_weather


class PlanOrders(Form[Orders]):
    """What a side decides in Command Planning: new sheets and all that concerns those there are."""

    table: Play
    name, case, private = "command", "1.3b", True
    shape = Orders
    example = (
        "X attack: B; axis ELM 1 0510 0610 0710; objective OAK 0710; main B: attack OAK along ELM;"
        " failure 0610 0510 > 0510"
    )
    __slots__ = ("__dict__",)

    def question(self) -> str:
        return f"What does the headquarters of {self.table.scene.sides[self.side]} decide?"

    @cached_property
    def drafting(self) -> Drafting:
        """Small sheets that the program can draw up by itself."""
        return Drafting(self.table, self.side)

    def faults(self, draft: Orders) -> list[Refusal]:
        return orders_faults(self.table, self.side, draft)

    def remarks(self, draft: Orders) -> list[Refusal]:
        return remarks(self.table, self.side, draft)

    def grow(self, draft: Orders) -> Sequence[tuple[Option, Orders]]:
        return self.drafting.further(draft)

    def typed(self, draft: Orders, line: str) -> Orders | None:
        """A sheet on one line, in place of one of the same name [6.2]."""
        plan = read_line(self.table, self.side, line)
        if plan is None:
            return None
        return replace(draft, draw=(*(one for one in draft.draw if one.id != plan.id), plan))

    def told(self, draft: Orders) -> str:
        """The sheets on a line each, and whatever else is decided."""
        sheets = [written_line(self.table, plan) for plan in draft.draw]
        others = super().told(replace(draft, draw=()))
        return " | ".join([*sheets, *([others] if others != "{}" else [])]) or "nothing is decided"


async def command_planning(table: Play) -> None:
    """Weather; what the last turn has done to orders; then both headquarters at once [1.3b]."""
    await hourly_weather(table)
    if not commanded(table.state):
        return
    take_stock(table)
    decided = await table.ask_all([PlanOrders(table, side) for side in (0, 1)])
    for side, orders in sorted(decided.items()):
        decide(table, side, orders)
        await roll_for_orders(table, side, orders)
    track_all(table)


async def follow_up(table: Play) -> None:
    """What new sheets bring at once: defenses their FPFs, mines and ambushes, others fires [1.3b] [10.6].

    It stands apart from the rolls, so that a fork for the other side can begin after them.
    """
    state = table.state
    for number, sheet in enumerate(state.sheets):
        if sheet.status == IMPLEMENTED and sheet.implemented == state.turn:
            await prepare_defense(table, number)
    await plan_new_fires(table)


def take_stock(table: Play) -> None:
    """Contact, attacks, successes, waiting: all since the last such phase [6.3f] [6.5c] [6.6b] [6.8]."""
    state = table.state
    for side in (0, 1):
        fail_on_contact(table, side)
    count_attacks(table)
    track_all(table)
    conclude_missions(table)
    settle(table)
    mark_weighted_turns(table)
    state.noted = []
    for unit in range(len(state.units)):
        fired_on = has(state, unit, SHOT_AT | CONTACT)
        wipe(state, unit, OF_COMMAND | SHOT_BEFORE)
        if fired_on:
            mark(state, unit, SHOT_BEFORE)


# -- what is decided takes hold


def decide(table: Play, side: int, orders: Orders) -> None:
    """All that needs no die."""
    for number in _numbers(table, side, orders.succeed):
        dissolve(table, number, "its mission is accomplished")
    for one in orders.scratch:
        _scratch(table, side, one)
    _fail(table, side, orders)
    for group in orders.begin:
        _begin(table, side, group.sheet, group.group)
    for name in orders.withdraw:
        withdraw(table, table.state.group[table.scene.unit(name)])
    for resettled in orders.settle:
        _resettle(table, resettled.unit, resettled.contingency, resettled.centre)
    for plan in orders.draw:
        draw_up(table, side, plan)
    _order_changes(table, side, orders)
    for battery, support in orders.support.items():
        served = [GENERAL] if support == GS else _numbers(table, side, (support,))
        table.state.support[table.state.batteries.index(battery)] = served[0] if served else IDLE


def _numbers(table: Play, side: int, names: Iterable[str]) -> list[int]:
    """The sheets of these names; one may be gone by something else that was decided with it."""
    found = [sheet_named(table, side, name) for name in names]
    return [number for number in found if number is not None]


def _scratch(table: Play, side: int, one: Unassigned) -> None:
    """Units are taken off their sheets, with a centre and a plan [6.4d] [6.5a]."""
    place = Place(side, table.scene.hex(one.centre), one.contingency)
    place_units(table, [table.scene.unit(name) for name in one.units], place)


def _fail(table: Play, side: int, orders: Orders) -> None:
    """Groups or whole sheets go over to failure instructions; others get new ones [6.10] [6.10b]."""
    state = table.state
    for failing in orders.fail:
        number = sheet_named(table, side, failing.sheet)
        if number is None:
            continue
        every = [group for group, step in enumerate(state.sheets[number].steps) if step != FAILING]
        ids = [group.id for group in state.sheets[number].plan.groups]
        groups = [ids.index(failing.group)] if failing.group else every
        declare(table, number, groups, failing.reason)
    for way in orders.reroute:
        _reroute(table, side, way)


def _reroute(table: Play, side: int, way: Reroute) -> None:
    """New failure instructions stand before the old ones [6.10b]."""
    found = group_named(table, side, way.sheet, way.group)
    if found is None:
        return
    number, group = found
    sheet = table.state.sheets[number]
    new = Withdrawal(way.route, way.rally, way.group, (sheet.failed_from[group],))
    plan = replace(sheet.plan, failure=(new, *sheet.plan.failure))
    assert failure_of(plan, way.group, sheet.failed_from[group]) is new
    table.state.sheets[number] = replace(sheet, plan=plan)


def _begin(table: Play, side: int, name: str, group: str) -> None:
    """A step that waits for the order to begin has it [6.2b]."""
    for number in _numbers(table, side, (name,)):
        sheet = table.state.sheets[number]
        place = [one.id for one in sheet.plan.groups].index(group)
        table.state.sheets[number] = replace(sheet, begun=tuple(sorted({*sheet.begun, place})))


def _resettle(table: Play, unit: str, plan: Contingency, centre: str) -> None:
    """Another contingency plan, and another centre where the program had set it [6.5a] [6.5c]."""
    state, number = table.state, table.state.group[table.scene.unit(unit)]
    place = state.places[number]
    there = table.scene.hex(centre) if centre else place.centre
    state.places[number] = place._replace(centre=there, plan=plan, provisional=False)


def draw_up(table: Play, side: int, plan: SheetPlan) -> None:
    """A new sheet waits for its implementation; what is added to a pending one costs it time [6.4f] [6.6]."""
    state = table.state
    target = sheet_named(table, side, plan.adds_to) if plan.adds_to else None
    if target is not None and state.sheets[target].status == PENDING:
        sheet = state.sheets[target]
        turns = after_addition(sheet.weighted, plan.size)
        state.sheets[target] = replace(sheet, plan=merged(sheet.plan, plan), weighted=turns)
    else:
        state.sheets.append(
            Sheet(
                side,
                plan,
                drawn=state.turn,
                weighted=_head_start(table, side),
                enemy_ground=f"{ground_of(table, side):x}",
            )
        )
    table.report(SheetDrawn(side, plan.id), to=side)
    for early in plan.preliminary:
        _send_ahead(table, side, early)


def _head_start(table: Play, side: int) -> int:
    """The weighted turns that sheets of the first turn begin with, where a scenario grants them [6.6b]."""
    scenario = table.scene.scenario
    if scenario is None or table.state.turn > 1:
        return 0
    return scenario.own.sides[side].pending_turns


def _send_ahead(table: Play, side: int, early: Preliminary) -> None:
    """Units move to their assembly area at once, off all sheets from now on [6.11a]."""
    plan = Contingency("withdraw", early.route, early.area)
    place = Place(side, table.scene.hex(early.route[-1]), plan, leaving=True, preliminary=True)
    place_units(table, [table.scene.unit(name) for name in early.units], place)


def _order_changes(table: Play, side: int, orders: Orders) -> None:
    """Reserves and alternates are rolled for from now on, until it succeeds [6.11d]."""
    state = table.state
    for use in orders.commit:
        for number in _numbers(table, side, (use.sheet,)):
            sheet = state.sheets[number]
            group = [one.id for one in sheet.plan.groups].index(use.group)
            state.sheets[number] = replace(
                sheet, plan=with_reserve(sheet.plan, use), trying=(*sheet.trying, group)
            )
    for number in _numbers(table, side, orders.switch):
        sheet = state.sheets[number]
        state.sheets[number] = replace(sheet, trying=(*sheet.trying, SWITCH))


# -- the dice


async def roll_for_orders(table: Play, side: int, orders: Orders) -> None:
    """Sheets to be rid of, sheets that wait, reserves and alternates: one roll each [6.6c] [6.9] [6.11d]."""
    state = table.state
    for number in range(len(state.sheets)):
        sheet = state.sheets[number]
        if sheet.side != side:
            continue
        if sheet.plan.id in orders.discard and sheet.status in (PENDING, IMPLEMENTED):
            await try_to_discard(table, number)
        status = state.sheets[number].status
        if status == PENDING and sheet.plan.id not in orders.hold:
            await try_to_implement(table, number)
            start_planned(table, number)
        elif status == IMPLEMENTED:
            await try_changes(table, number)
