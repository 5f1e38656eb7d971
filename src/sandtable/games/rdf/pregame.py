"""Before play: forces are bought, fate is rolled in secret, and everybody plans [3.0] [16.7]."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.engine import Form, Option, Refusal
from sandtable.games.rdf.charts import FORMATION, FORMATIONS
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.events import AxisSet, ForceBought, FormationTaken, Ordered, Planned
from sandtable.games.rdf.forces import MARKETS, Purchase, bought, modern, purchase_faults
from sandtable.games.rdf.pregame_odds import (
    availability,
    axis,
    entry_formation,
    first_move,
    hq_rating,
    orders,
    strikes,
    task,
)
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import ABSENT, HIDDEN, NOBODY, WAITING

# ---- forces that are bought


class Buy(Form[Purchase]):
    """Which companies and battalion assets a player buys."""

    table: Play
    name, case, shape, private = "buy", "16.7", Purchase, True

    @property
    def nation(self) -> str:
        return self.table.state.nations[self.side]

    def question(self) -> str:
        return f"What does {self.nation} buy for {self.table.state.ceiling} points?"

    def faults(self, draft: Purchase) -> list[Refusal]:
        return purchase_faults(self.nation, self.table.state.ceiling, draft)

    def blank(self) -> Purchase:
        return Purchase()

    def grow(self, draft: Purchase) -> Sequence[tuple[Option, Purchase]]:
        market, assets = MARKETS[self.nation], draft.assets
        found = [
            (Option(f"company {number}", f"Company {number}: {' and '.join(units)}"),
             Purchase((*draft.companies, number), assets))
            for number, units in enumerate(market.companies, 1)
        ]  # fmt: skip
        found += [
            (
                Option(unit, f"One more {unit}"),
                Purchase(draft.companies, {**assets, unit: assets.get(unit, 0) + 1}),
            )
            for unit in market.assets
        ]
        return [(option, larger) for option, larger in found if not self.faults(larger)]


async def buy_forces(table: Play) -> None:
    """Everybody buys a force in secret [16.7]."""
    state = table.state
    answers = await table.ask_all([Buy(table, side) for side in range(len(state.sides))], resumable=True)
    for side, purchase in answers.items():
        units = table.scene.own[side]
        for place in bought(state.nations[side], purchase):
            unit = units[place]
            state.hexes[unit] = HIDDEN if unit == table.scene.hq[side] else WAITING
        table.report(ForceBought(side))
    state.modern = modern([kind for kind, hex in zip(state.kind, state.hexes, strict=True) if hex != ABSENT])


# ---- what is rolled


async def randomize(table: Play) -> None:
    """Steps 3 to 8, by each player alone; who is first and the scenario are settled before [3.0] [3.2]."""
    for side in range(len(table.state.sides)):
        await _roll_axis(table, side)
        await _roll_command(table, side)
        await _roll_support(table, side)


async def _roll_axis(table: Play, side: int) -> None:
    """Entry and exit; a third player uses the table of his ally, and no entry twice [3.21] [16.7]."""
    state, entries = table.state, table.scene.board.entries
    odds = axis(side == 0 or state.teams[side] == state.teams[0])
    while True:
        entry, exit = (await table.roll(odds, secret_to=side)).split("-")
        hex = entries[entry].hexes[0]
        if hex not in state.entry:
            break
    state.entry[side], state.exit[side] = hex, entries[exit].hexes[0]
    table.report(AxisSet(side, state.entry[side], state.exit[side]), to=side)


async def _roll_command(table: Play, side: int) -> None:
    """Orders, rating of the headquarters, formation of entry [3.22] [3.23] [3.24]."""
    state = table.state
    state.orders[side] = int(await table.roll(orders(), secret_to=side))
    column = MARKETS[state.nations[side]].rating
    table.report(Ordered(side, task(state.orders[side])), to=side)
    state.rating[side] = int(await table.roll(hq_rating(column), secret_to=side))
    word = await table.roll(entry_formation(state.orders[side], state.rating[side]), secret_to=side)
    state.formation[side] = FORMATION.get(word, NOBODY)


async def _roll_support(table: Play, side: int) -> None:
    """Air strikes, and how far the first unit comes [3.25] [3.26]."""
    state = table.state
    state.strikes[side] = int(await table.roll(strikes(), secret_to=side))
    state.strikes_from[side] = int(await table.roll(availability(state.rating[side]), secret_to=side))
    state.half[side] = int(await table.roll(first_move(), secret_to=side) == "half")


# ---- what is planned


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret sheet: force option, formation if it is free, way of the axis, and the headquarters [3.1].

    `headquarters` names one unit of each company in order, `host` the unit with which the battalion
    headquarters rides, `way` which of the shortest ways is taken.
    """

    option: str = ""
    formation: str = ""
    way: int = 1
    headquarters: tuple[str, ...] = ()
    host: str = ""


class MakePlan(Form[Plan]):
    """The secret sheet of a player before play."""

    table: Play
    name, case, shape, private = "plan", "3.1", Plan, True

    def question(self) -> str:
        return "What do you write on your secret sheet?"

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        state = self.table.state
        return self.table.scene.ground.axes(state.entry[self.side], state.exit[self.side])

    @property
    def force_options(self) -> list[str]:
        state = self.table.state
        units = self.table.scene.own[self.side]
        return [*dict.fromkeys(id for unit in units for id in state.choices[unit])]

    def members(self, option: str) -> list[list[str]]:
        """The names of the units of each company that comes with an option."""
        table = self.table
        found = [
            [table.scene.units[unit] for unit in table.scene.members[company] if comes(table, unit, option)]
            for company in table.scene.companies_of[self.side]
        ]
        return [names for names in found if names]

    def free_formation(self) -> bool:
        return self.table.state.formation[self.side] == NOBODY

    def faults(self, draft: Plan) -> list[Refusal]:
        return [*self._choice_faults(draft), *self._headquarters_faults(draft)]

    def _choice_faults(self, draft: Plan) -> Iterator[Refusal]:
        options = self.force_options
        if draft.option not in (options or [""]):
            yield Refusal(
                "16.0", f"the force comes with one of: {', '.join(options) or 'no option'}", "option"
            )
        wanted = [*FORMATION] if self.free_formation() else [""]
        if draft.formation not in wanted:
            yield Refusal(
                "3.24", f"the formation is one of: {', '.join(wanted).strip() or 'rolled'}", "formation"
            )
        if not 1 <= draft.way <= len(self.ways):
            yield Refusal("5.11", f"there are {len(self.ways)} shortest ways, not {draft.way}", "way")

    def _headquarters_faults(self, draft: Plan) -> Iterator[Refusal]:
        companies, named = self.members(draft.option), draft.headquarters
        if len(named) != len(companies):
            yield Refusal("13.11", f"{len(companies)} companies need a headquarters each", "headquarters")
        for number, (members, name) in enumerate(zip(companies, named, strict=False), 1):
            if name not in members:
                yield Refusal("13.11", f"{name!r} is not of company {number} in order", "headquarters")
        if draft.host not in [name for members in companies for name in members]:
            yield Refusal("5.63", "the battalion headquarters rides with a company unit", "host")

    def blank(self) -> Plan:
        return Plan()

    def grow(self, draft: Plan) -> Sequence[tuple[Option, Plan]]:
        change = msgspec.structs.replace
        if self.force_options and not draft.option:
            return [(Option(id, f"Force option {id}"), change(draft, option=id)) for id in self.force_options]
        if self.free_formation() and not draft.formation:
            names = [(row.id, row.name) for row in FORMATIONS]
            return [(Option(id, name), change(draft, formation=id)) for id, name in names]
        companies = self.members(draft.option)
        at = len(draft.headquarters)
        if at < len(companies):
            return [
                (
                    Option(name, f"{name} is headquarters"),
                    change(draft, headquarters=(*draft.headquarters, name)),
                )
                for name in companies[at]
            ]
        if not draft.host:
            riders = [name for members in companies for name in members]
            return [
                (Option(name, f"Battalion headquarters with {name}"), change(draft, host=name))
                for name in riders
            ]
        others = range(2, len(self.ways) + 1) if draft.way == 1 else ()
        return [(Option(f"way {n}", f"Way {n} to the exit"), change(draft, way=n)) for n in others]


def comes(table: Play, unit: int, option: str) -> bool:
    """Does a unit come with this option of its force [16.2] [16.3]?"""
    state = table.state
    return state.hexes[unit] != ABSENT and (not state.choices[unit] or option in state.choices[unit])


async def make_plans(table: Play) -> None:
    """Everybody fills in the secret sheet, and the forces stand ready [3.1] [5.11] [5.63] [13.11]."""
    sides = range(len(table.state.sides))
    plans = await table.ask_all([MakePlan(table, side) for side in sides], resumable=True)
    for side, plan in plans.items():
        carry_out(table, side, plan)
        table.report(Planned(side))
    table.state.begun = True


def carry_out(table: Play, side: int, plan: Plan) -> None:
    """Settle what a plan says."""
    state, scene = table.state, table.scene
    ways = scene.ground.axes(state.entry[side], state.exit[side])
    state.option[side], state.axis[side] = plan.option, ways[plan.way - 1]
    if plan.formation:
        state.formation[side] = FORMATION[plan.formation]
    table.report(FormationTaken(side, FORMATIONS[state.formation[side]].name), to=side)
    for unit in scene.own[side]:
        if not comes(table, unit, plan.option):
            state.hexes[unit] = ABSENT
    for name in plan.headquarters:
        chief = scene.unit(name)
        state.chief[state.company[chief]] = chief
    state.host[side] = scene.unit(plan.host)
    embark(table, scene.own[side])


def embark(table: Play, units: Sequence[int]) -> None:
    """The infantry of a company rides its carriers until its owner has it otherwise [12.15]."""
    state, scene = table.state, table.scene
    waiting = [unit for unit in units if state.hexes[unit] == WAITING]
    for unit in [unit for unit in waiting if scene.foot[unit]]:
        free = [
            one
            for one in waiting
            if COUNTERS[state.kind[one]].carries == "always"
            and state.company[one] == state.company[unit]
            and state.cargo[one] == NOBODY
        ]
        if free:
            state.carrier[unit], state.cargo[free[0]] = free[0], unit
