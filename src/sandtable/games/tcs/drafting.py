"""Sheets drawn up by the program: one element or two, one thing to do; for programs, and to begin from.

Everything that is offered here is right as it stands, so that whoever only picks options writes sound orders.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial

from msgspec.structs import replace

from sandtable.engine import Additions, Option
from sandtable.games.tcs.command_charts import SheetType
from sandtable.games.tcs.country import Country
from sandtable.games.tcs.decisions import Commitment, Failing, GroupName, Orders
from sandtable.games.tcs.failure import failure_fault, groups_at_work
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.sheets import Group, Item, ItemKind, Posture, SheetPlan, Step, Verb, Withdrawal
from sandtable.games.tcs.state import IMPLEMENTED, PENDING, SWITCH, hex_of
from sandtable.games.tcs.steps import group_units
from sandtable.games.tcs.success import succeeded
from sandtable.games.tcs.task_forces import element_of, elements
from sandtable.games.tcs.unassigned import ground_of, members_of, nearness
from sandtable.hexes import area, opposite

FARTHEST = 14
"""The farthest that a sheet of the program leads."""
CLEAR = 5
"""A march keeps so far away from the enemy."""
MOST_GOALS = 12
"""The goals that are offered for each task and element, the nearest first."""
AROUND = 1
"""How many hexes around its middle a position or objective reaches."""
TASKS: dict[SheetType, Verb] = {
    "attack": "attack",
    "hasty_defense": "defend",
    "prepared_defense": "defend",
    "move": "move",
}


Addition = tuple[Option, Orders]


class Drafting:
    """Builds up one side's decisions, option by option."""

    def __init__(self, table: Play, side: int) -> None:
        self.table, self.side = table, side
        self.state, self.board = table.state, table.scene.board
        self.names = table.scene.board.names

    @cached_property
    def far(self) -> list[int]:
        """How far the nearest known enemy is from each hex."""
        return nearness(self.table, self.side)

    @cached_property
    def enemy(self) -> int:
        """The enemy's ground."""
        return ground_of(self.table, self.side)

    def further(self, draft: Orders) -> Sequence[tuple[Option, Orders]]:
        """Everything that could be decided besides, each made when it is looked at."""
        found: list[Callable[[], Addition]] = [
            partial(_as_is, addition) for addition in (*self._decisions(draft), *self._supports(draft))
        ]
        return Additions([*found, *self._sheets(draft)], lambda make: make())

    # -- sheets there are

    def _decisions(self, draft: Orders) -> Iterator[Addition]:
        """Sheets to be thrown away or accomplished, groups that fail or begin, alternates, withdrawals."""
        for number, sheet in enumerate(self.state.sheets):
            name = sheet.plan.id
            if sheet.side != self.side or sheet.status not in (PENDING, IMPLEMENTED):
                continue
            if name not in draft.discard:
                option = Option(f"discard {name}", f"Try to be rid of {name}")
                yield option, replace(draft, discard=(*draft.discard, name))
            if succeeded(self.table, number) and name not in draft.succeed:
                option = Option(f"succeed {name}", f"{name} has accomplished its mission")
                yield option, replace(draft, succeed=(*draft.succeed, name))
            alternate = sheet.status == IMPLEMENTED and sheet.plan.alternate and not sheet.switched
            if alternate and SWITCH not in sheet.trying and name not in draft.switch:
                option = Option(f"switch {name}", f"{name} goes by its alternate")
                yield option, replace(draft, switch=(*draft.switch, name))
        yield from self._at_work(draft)
        yield from self._leaving(draft)

    def _at_work(self, draft: Orders) -> Iterator[Addition]:
        """Groups that may fail, that wait for an order, reserves that may be sent in [6.10] [6.11b]."""
        for number, group in groups_at_work(self.table, self.side):
            sheet = self.state.sheets[number]
            written, name = sheet.plan.groups[group], sheet.plan.id
            who, begin = f"{name}, {written.id}", GroupName(name, written.id)
            hurt = any(self.state.lost[unit] for unit in group_units(self.table, number, group))
            failing = Failing(name, written.id, "losses" if hurt else "objective out of reach")
            if failing not in draft.fail and failure_fault(self.table, number, group) is None:
                option = Option(f"fail {who}", f"{who}: failure instructions")
                yield option, replace(draft, fail=(*draft.fail, failing))
            ordered = begin in draft.begin or group in sheet.begun
            if not ordered and _on_order(sheet.steps[group], written):
                option = Option(f"begin {who}", f"{who} begins its next step")
                yield option, replace(draft, begin=(*draft.begin, begin))
            free = written.reserve and written.follows and group not in (*sheet.trying, *sheet.committed)
            if free and (name, written.id) not in [(use.sheet, use.group) for use in draft.commit]:
                option = Option(f"commit {who}", f"{who} joins {written.follows}")
                yield option, replace(draft, commit=(*draft.commit, _join(sheet.plan, written)))

    def _leaving(self, draft: Orders) -> Iterator[Addition]:
        """Unassigned groups that may withdraw now [6.5c]."""
        for number, place in enumerate(self.state.places):
            units = members_of(self.table, number)
            if place.side != self.side or place.leaving or place.plan is None or not units:
                continue
            name = self.state.units[units[0]]
            if name not in draft.withdraw and hex_of(self.state, units[0]) >= 0:
                option = Option(f"withdraw {name}", f"{name} and those with it withdraw", unit=name)
                yield option, replace(draft, withdraw=(*draft.withdraw, name))

    # -- new sheets

    def _supports(self, draft: Orders) -> Iterator[Addition]:
        """A second element for the sheet that was drawn last, as its support or its reserve [6.11b]."""
        if not draft.draw or len(draft.draw[-1].groups) > 1:
            return
        plan = draft.draw[-1]
        for name, units in self._free(draft):
            if plan.type == "attack" and name != element_of(self.table, self._unit(plan.units[0])):
                option = Option(f"{plan.id}: reserve {name}", f"{plan.id}: {name} follows as its reserve")
                yield option, _with_last(draft, self._reserved(plan, units))

    def _sheets(self, draft: Orders) -> Iterator[Callable[[], Addition]]:
        """A sheet for each element that is free, task and goal; one at a time [6.2]."""
        if draft.draw:
            return
        for name, units in self._free(draft):
            start = hex_of(self.state, self._unit(units[0]))
            for task in TASKS:
                for goal in self.goals(task, start):
                    yield partial(self._drawn, draft, task, name, units, goal)

    def _drawn(self, draft: Orders, task: SheetType, name: str, units: list[str], goal: int) -> Addition:
        """The decisions with such a sheet."""
        hex, start = self.names[goal], hex_of(self.state, self._unit(units[0]))
        option = Option(f"{task} {name} {hex}", _words(task, name, hex), unit=units[0], hex=hex)
        return option, replace(draft, draw=(self.plan(task, units, start, goal),))

    def _unit(self, name: str) -> int:
        return self.table.scene.unit(name)

    def _free(self, draft: Orders) -> Iterator[tuple[str, list[str]]]:
        """Elements that stand on the map, and that no waiting sheet lists yet."""
        state = self.state
        waiting = [
            sheet.plan for sheet in state.sheets if sheet.side == self.side and sheet.status == PENDING
        ]
        listed = {unit for plan in (*waiting, *draft.draw) for unit in plan.units}
        for name, units in elements(self.table, self.side).items():
            here = [unit for unit in units if hex_of(state, unit) >= 0]
            if here and not any(state.units[unit] in listed for unit in units):
                yield name, [state.units[unit] for unit in here]

    def goals(self, task: SheetType, start: int) -> list[int]:
        """Where an element could be sent: prizes and enemies to attack, safe ground to march to, its own."""
        if task in ("hasty_defense", "prepared_defense"):
            return [start] if self._safe_area(start) else []
        distance = self.table.scene.country.distance
        if task == "attack":
            foes = [self.state.hexes[foe] for foe in self.table.scene.foes[self.side]]
            goals = dict.fromkeys([*self.table.scene.prizes, *(hex for hex in foes if hex >= 0)])
            fits = self._attack_way_out
        else:
            goals, fits = dict.fromkeys(self.table.scene.prizes), self._safe_way
        near = [goal for goal in goals if AROUND < distance(start, goal) <= FARTHEST]
        near.sort(key=lambda goal: (distance(start, goal), goal))
        return [goal for goal in near[:MOST_GOALS] if fits(start, goal)]

    def _attack_way_out(self, start: int, goal: int) -> bool:
        """May the way back to the start serve as failure instructions [6.10a]?"""
        return self.far[start] >= self.far[goal] and bool(self._way(start, goal))

    def _safe_way(self, start: int, goal: int) -> bool:
        """A march keeps off the enemy's ground and out of his way, and its way back does too [6.3f]."""
        way = self._way(start, goal)
        if not way or self.far[start] < self.far[goal]:
            return False
        return all(self.far[hex] >= CLEAR and not self.enemy >> hex & 1 for hex in (*way, *self._round(goal)))

    def _way(self, start: int, goal: int) -> list[int]:
        """The shortest way on foot from one hex to another; empty where there is none of a fit length."""
        steps = steps_on_foot(self.table.scene.country, goal)
        if not 0 <= steps[start] <= 2 * FARTHEST:
            return []
        way, around = [start], self.table.scene.country.neighbours
        while way[-1] != goal:
            beside = [hex for hex in around[way[-1] * 6 : way[-1] * 6 + 6] if hex >= 0]
            way.append(next(hex for hex in beside if steps[hex] == steps[way[-1]] - 1))
        return way

    def _safe_area(self, hex: int) -> bool:
        """A position stands on one's own ground, and a way leads out of it [6.3d] [6.10]."""
        return len(self._retreat(hex)) > 1

    def _round(self, hex: int) -> list[int]:
        """A hex and those around it that are in play."""
        grid, country = self.board.grid, self.table.scene.country
        near = [grid.at(place) for place in area(grid.hex(hex), AROUND)]
        return sorted(one for one in near if one >= 0 and country.in_play[one])

    def _retreat(self, start: int) -> list[int]:
        """A few steps away from the enemy, the last on one's own ground, as far as there are any."""
        way, country = [start], self.table.scene.country
        while len(way) < FARTHEST // 2:
            around = country.neighbours[way[-1] * 6 : way[-1] * 6 + 6]
            farther = [
                hex for hex in around if hex >= 0 and self.far[hex] >= self.far[way[-1]] and hex not in way
            ]
            farther = [hex for hex in farther if not self.enemy >> hex & 1]
            if not farther:
                break
            way.append(max(farther, key=lambda hex: (self.far[hex], -hex)))
        return way

    def plan(self, task: SheetType, units: list[str], start: int, goal: int) -> SheetPlan:
        """The sheet: a way and a place, or a position; one group; the way back [6.2]."""
        place = [hex for hex in self._round(goal) if task == "attack" or not self.enemy >> hex & 1]
        if TASKS[task] == "defend":
            out = self._retreat(start)
            graphic = (self._item("battle_position", "BP", place),)
            return self._sheet(task, units, graphic, Step(verb="defend", to="BP"), self._back(out, place))
        way = self._way(start, goal)
        axis = self._route(way)
        target = self._item("objective" if task == "attack" else "assembly_area", "GOAL", place)
        posture: Posture = "seek" if task == "attack" else "avoid"
        step = Step(verb=TASKS[task], via=("AXIS",), to="GOAL", posture=posture)
        return self._sheet(task, units, (axis, target), step, self._back(way[::-1], place))

    def _route(self, way: Sequence[int]) -> Item:
        """An axis a hex wide on either side, by night the exact route [16.1b]."""
        if self.table.scene.turn(self.state).night:
            return self._item("direction", "AXIS", way)
        return replace(self._item("axis", "AXIS", way), half_width=1)

    def _sheet(
        self, task: SheetType, units: list[str], graphic: tuple[Item, ...], step: Step, back: Withdrawal
    ) -> SheetPlan:
        group = Group(id="main", units=tuple(units), steps=(step,))
        return SheetPlan(
            id=f"{self.state.sides[self.side][0]}{self.state.turn}-{units[0]}", type=task,
            elements=(tuple(units),), graphic=graphic, groups=(group,), failure=(back,), implemented=False,
        )  # fmt: skip

    def _back(self, way: list[int], place: list[int]) -> Withdrawal:
        """Failure instructions by a way, to its last hex and those beside it that are nobody's goal."""
        rally = [hex for hex in self._round(way[-1]) if hex not in place and not self.enemy >> hex & 1]
        route = tuple(self.names[hex] for hex in way)
        return Withdrawal(route, tuple(self.names[hex] for hex in rally or way[-1:]))

    def _item(self, kind: ItemKind, name: str, hexes: Sequence[int]) -> Item:
        return Item(kind=kind, name=name, hexes=tuple(self.names[hex] for hex in hexes))

    def _reserved(self, plan: SheetPlan, units: list[str]) -> SheetPlan:
        """The same sheet with a reserve that follows [6.11b]."""
        reserve = Group(
            id="reserve", units=tuple(units), steps=(Step(verb="follow"),), reserve=True, follows="main"
        )
        return replace(plan, elements=(*plan.elements, tuple(units)), groups=(*plan.groups, reserve))


@lru_cache(maxsize=512)
def steps_on_foot(country: Country, goal: int) -> list[int]:
    """How many steps lead from each hex to another; -1 where none do."""
    across, by_road = country.across["foot"], country.by_road["foot"]
    steps = [-1] * country.board.count
    steps[goal], ring = 0, [goal]
    for hex in ring:
        for face, beyond in enumerate(country.neighbours[hex * 6 : hex * 6 + 6]):
            back = beyond * 6 + opposite(face)
            if beyond >= 0 > steps[beyond] and max(across[back], by_road[back]) >= 0:
                steps[beyond] = steps[hex] + 1
                ring.append(beyond)
    return steps


def _as_is(addition: Addition) -> Addition:
    return addition


def _words(task: SheetType, name: str, hex: str) -> str:
    words = {
        "attack": f"{name} attacks {hex}",
        "hasty_defense": f"{name} defends {hex}",
        "prepared_defense": f"{name} digs in and defends {hex}",
        "move": f"{name} marches to {hex}",
    }
    return f"Draw up: {words[task]}"


def _on_order(step: int, group: Group) -> bool:
    """Does the present step's end, or the beginning of the next, wait for an order?"""
    waits = (*group.steps[step].until, *(group.steps[step + 1].start if step + 1 < len(group.steps) else ()))
    begins = group.steps[0].start if step == 0 else ()
    return any(condition.on_order for condition in (*waits, *begins))


def _join(plan: SheetPlan, reserve: Group) -> Commitment:
    """The reserve does what those do whom it follows: their last step is its own [6.11b]."""
    leader = next(group for group in plan.groups if group.id == reserve.follows)
    return Commitment(plan.id, reserve.id, (replace(leader.steps[-1], start=(), until=()),))


def _with_last(draft: Orders, plan: SheetPlan) -> Orders:
    return replace(draft, draw=(*draft.draw[:-1], plan))
