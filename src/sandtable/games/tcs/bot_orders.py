"""How the opponent writes orders: what is done is done with, then sheets for whoever is idle [6.0]."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from sandtable.games.tcs.bot_picture import Picture
from sandtable.games.tcs.decisions import Failing, Orders
from sandtable.games.tcs.drawn import indices
from sandtable.games.tcs.failure import group_named
from sandtable.games.tcs.planning import PlanOrders
from sandtable.games.tcs.sheets import SheetPlan
from sandtable.games.tcs.state import IDLE, IMPLEMENTED, NOBODY, PENDING, hex_of
from sandtable.games.tcs.steps import group_units

DECISIONS = 6
"""So many things are decided in one Command Planning Phase."""
OLD_BUSINESS = {"succeed": 90.0, "begin": 80.0, "commit": 70.0}
"""What is decided before anything new is drawn, and how soon."""
BROKEN = 0.6
"""A group that has lost such a part of its steps gives its attack up."""
TOGETHER, ELEMENTS = 6, 3
"""Idle elements so near join an attack, up to so many in all: larger sheets take long to prepare."""
TASK, PRIZE, FOE = 30.0, 4.0, 2.0
"""What an attack is worth, each hex that it wins, each enemy that it strikes."""
POSITION, HASTE = 40.0, 20.0
"""What a prepared and a hasty defense are worth."""


class Staff:
    """Writes one side's orders."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.table, self.side = picture, picture.table, picture.side
        self.state, self.scene = picture.state, picture.scene

    def orders(self, ask: PlanOrders) -> Orders:
        """What is done is done with; then one new sheet where it helps most, with all who can help."""
        draft = ask.blank()
        for _ in range(DECISIONS):
            chosen = self._decision(ask, draft)
            if chosen is None:
                break
            draft = chosen
        return self._support(ask, self._together(ask, draft))

    def _decision(self, ask: PlanOrders, draft: Orders) -> Orders | None:
        """The best of the decisions that the program can draw up, if any is worth something."""
        best, found = 0.0, None
        for option, longer in ask.grow(draft):
            worth = self._worth(option.key.partition(" ")[0], draft, longer)
            if worth > best and not ask.faults(longer):
                best, found = worth, longer
        return found

    def _worth(self, word: str, draft: Orders, longer: Orders) -> float:
        """What a decision is worth: old business first, then tasks for the idle."""
        if word == "fail":
            return 60.0 if self._broken(longer.fail[-1]) else 0.0
        if len(longer.draw) == len(draft.draw) or draft.draw:
            return OLD_BUSINESS.get(word, 0.0)
        plan = longer.draw[-1]
        if not self._idle(plan, draft):
            return 0.0
        return self._attack(plan) if plan.type == "attack" else self._defense(plan)

    def _idle(self, plan: SheetPlan, draft: Orders) -> bool:
        """Is nobody of a plan on a sheet that goes on?"""
        sheets = [self.state.sheet[self.scene.unit(name)] for name in plan.units]
        return all(
            number == NOBODY or self.state.sheets[number].plan.id in draft.succeed for number in sheets
        )

    def _broken(self, failing: Failing) -> bool:
        """Has a group that attacks lost too much to go on?"""
        found = group_named(self.table, self.side, failing.sheet, failing.group)
        if found is None or self.state.sheets[found[0]].plan.type != "attack":
            return False
        return self._spent(group_units(self.table, *found))

    def _spent(self, units: Sequence[int]) -> bool:
        """Have units lost too many of their steps to attack?"""
        steps = sum(self.scene.types[unit].steps for unit in units)
        return sum(self.state.lost[unit] for unit in units) >= BROKEN * steps

    # -- what a new sheet is worth

    def _attack(self, plan: SheetPlan) -> float:
        """The hexes that it would win and the enemies there, the nearer the better; not twice the same."""
        if not self.picture.attacks or self._spent([self.scene.unit(name) for name in plan.units]):
            return 0.0
        hexes = frozenset(indices(self.scene.board, plan.graphic[-1].hexes))
        won = hexes & self.picture.wanted
        if not won:
            return 0.0
        foes = sum(len(self.picture.by_hex.get(hex, ())) for hex in sorted(hexes))
        fresh = TASK + PRIZE * len(won - self._under_way) if won - self._under_way else TASK / 2
        return fresh + FOE * foes - self._way_to(plan) / 2

    def _way_to(self, plan: SheetPlan) -> int:
        return len(plan.graphic[0].hexes)

    @cached_property
    def _under_way(self) -> frozenset[int]:
        """The objectives of sheets that wait or are carried out."""
        return frozenset(
            hex
            for sheet in self.state.sheets
            if sheet.side == self.side and sheet.status in (PENDING, IMPLEMENTED)
            for item in sheet.plan.graphic
            if item.kind == "objective"
            for hex in indices(self.scene.board, item.hexes)
        )

    def _defense(self, plan: SheetPlan) -> float:
        """Defenders dig in near what they are to keep; attackers where they hold what they have won."""
        start = hex_of(self.state, self.scene.unit(plan.units[0]))
        kept = self.picture.objectives - self.picture.wanted if self.picture.attacks else self.picture.kept
        near = min((self.scene.country.distance(start, one) for one in sorted(kept)), default=99)
        if self.picture.attacks and (near > 1 or self.picture.wanted):
            return 0.0
        return {"prepared_defense": POSITION, "hasty_defense": HASTE}.get(plan.type, 0.0) - near

    # -- who goes along

    def _together(self, ask: PlanOrders, draft: Orders) -> Orders:
        """Idle elements close by attack along with the first: companies with tanks and heavy weapons."""
        if not draft.draw or draft.draw[-1].type != "attack":
            return draft
        for _ in range(ELEMENTS - 1):
            for option, longer in ask.grow(draft):
                if " reserve " not in option.key or not self._near(longer.draw[-1], draft):
                    continue
                joined = replace(longer, draw=(*longer.draw[:-1], _one_group(longer.draw[-1])))
                if not ask.faults(joined):
                    draft = joined
                    break
        return draft

    def _near(self, plan: SheetPlan, draft: Orders) -> bool:
        """Is the reserve of a plan idle, and close to its first unit?"""
        if not self._idle(plan, draft):
            return False
        first = hex_of(self.state, self.scene.unit(plan.units[0]))
        others = [hex_of(self.state, self.scene.unit(name)) for name in plan.groups[-1].units]
        return all(hex >= 0 and self.scene.country.distance(first, hex) <= TOGETHER for hex in others)

    def _support(self, ask: PlanOrders, draft: Orders) -> Orders:
        """Idle batteries go with a sheet in force, or else with the new one [10.1]."""
        for number, name in enumerate(self.state.batteries):
            if self.state.support[number] != IDLE:
                continue
            for longer in self._served(draft, name):
                if not ask.faults(longer):
                    draft = longer
                    break
        return draft

    def _served(self, draft: Orders, battery: str) -> Iterator[Orders]:
        """The decisions with a battery for each sheet that it could serve, those in force first."""
        for sheet in self.state.sheets:
            if sheet.side == self.side and sheet.status == IMPLEMENTED and sheet.plan.id not in draft.succeed:
                yield replace(draft, support={**draft.support, battery: sheet.plan.id})
        for plan in draft.draw:
            yield replace(draft, draw=(replace(plan, batteries=(*plan.batteries, battery)),))


def _one_group(plan: SheetPlan) -> SheetPlan:
    """The same plan with its reserve in the first group."""
    main = plan.groups[0]
    return replace(plan, groups=(replace(main, units=(*main.units, *plan.groups[-1].units)),))
