"""Morale: rout, rally, and the force that breaks [13.0]."""

from collections.abc import Sequence

from sandtable.engine import Odds
from sandtable.games.rdf.charts import FORMATIONS
from sandtable.games.rdf.events import (
    CompanyRallies,
    CompanyRouts,
    ForceBroken,
    NotRallied,
    Rallied,
    Routed,
    WithdrawnFromPlay,
)
from sandtable.games.rdf.morale_odds import catastrophe, check_due, rally
from sandtable.games.rdf.rollcall import company_members, hq_hex
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import (
    ABSENT,
    DESTROYED,
    GUNNED,
    HIDDEN,
    INACTIVE,
    NO_ACT,
    NOBODY,
    RESTED,
    ROUTED,
    SPENT,
    WAITING,
)
from sandtable.games.rdf.victory import conclude


def rout(table: Play, unit: int) -> None:
    """A unit routs: inactive until it rallies, and without its No Act marker [13.12]."""
    flags = table.state.flags
    if not flags[unit] & ROUTED:
        flags[unit] = (flags[unit] | ROUTED | INACTIVE) & ~NO_ACT
        table.state.unreckoned = True
        table.report(Routed(unit))


def rout_company(table: Play, company: int) -> None:
    """All that is left of a company routs with the loss of its headquarters [5.61] [13.11]."""
    left = company_members(table, company)
    if left:
        table.report(CompanyRouts(table.scene.company_name(company)))
    for unit in left:
        rout(table, unit)


# ---- rally


async def rally_segment(table: Play, side: int) -> None:
    """Routed companies, then units that routed alone, try to rally [13.21]."""
    state = table.state
    for company in table.scene.companies_of[side]:
        if state.chief[company] == NOBODY:
            await rally_company(table, company)
    alone = [unit for unit in table.scene.own[side] if state.hexes[unit] >= 0 and routed_alone(table, unit)]
    for unit in alone:
        if await rallies(table, unit):
            recover(table, unit)


def routed_alone(table: Play, unit: int) -> bool:
    """Has it routed although its company has a headquarters, or as a battalion asset [13.21]?"""
    state, company = table.state, table.state.company[unit]
    return bool(state.flags[unit] & ROUTED) and (company < 0 or state.chief[company] != NOBODY)


async def rally_company(table: Play, company: int) -> None:
    """Its routed units roll one by one; the first success makes a headquarters and rallies all [13.21]."""
    state, left = table.state, company_members(table, company)
    for unit in left:
        if state.hexes[unit] >= 0 and state.flags[unit] & ROUTED and await rallies(table, unit):
            state.chief[company], state.chief_known[company] = unit, 1
            table.report(CompanyRallies(table.scene.company_name(company)))
            for one in left:
                recover(table, one)
            if carriers_alone(table, company):
                disband(table, company)
            return


def recover(table: Play, unit: int) -> None:
    """A rallied unit is active, and may fire again if it has not yet in this Game-Turn [13.22]."""
    if table.state.flags[unit] & ROUTED:
        table.state.flags[unit] &= ~(ROUTED | INACTIVE | GUNNED)
        table.report(Rallied(unit))


def carriers_alone(table: Play, company: int) -> bool:
    """Has the company lost all its infantry, so that only carriers are left [12.17]?"""
    scene, state = table.scene, table.state
    infantry = [unit for unit in scene.members[company] if scene.foot[unit]]
    left = company_members(table, company)
    carrying = all(scene.counter[unit].kind == "apc" for unit in left)
    return carrying and bool(infantry) and all(state.hexes[unit] == DESTROYED for unit in infantry)


def disband(table: Play, company: int) -> None:
    """The carriers of an eliminated infantry company are battalion assets from now on [12.17]."""
    state = table.state
    for unit in company_members(table, company):
        state.company[unit] = NOBODY
        state.flags[unit] |= RESTED
    state.chief[company] = NOBODY


async def rallies(table: Play, unit: int) -> bool:
    """Roll for one routed unit; the die tells the rating, so the others hear only what came of it [13.21]."""
    side = table.state.side[unit]
    rallied = await table.roll(rally_odds(table, unit), secret_to=side) == "rallied"
    if not rallied:
        table.report(NotRallied(unit))
    return rallied


def rally_odds(table: Play, unit: int) -> Odds:
    """The odds of one routed unit: headquarters near it, and what its company has lost [13.21] [13.5]."""
    scene, state, side, company = table.scene, table.state, table.state.side[unit], table.state.company[unit]
    near = scene.measure.disc(state.hexes[unit], frontage(table, side))
    battalion = hq_hex(table, side)
    chiefs = [state.chief[other] for other in scene.companies_of[side]]
    helping = any(
        chief not in (NOBODY, unit)
        and state.hexes[chief] >= 0
        and not state.flags[chief] & ROUTED
        and near >> state.hexes[chief] & 1
        for chief in chiefs
    )
    lost = [one for one in scene.members[company] if state.hexes[one] == DESTROYED] if company >= 0 else []
    by_battalion = battalion >= 0 and near >> battalion & 1 > 0
    return rally(state.rating[side], by_battalion, helping, len(lost))


def frontage(table: Play, side: int) -> int:
    """How far a headquarters reaches in the present formation [5.48] [13.5]."""
    formation = table.state.formation[side]
    return FORMATIONS[formation].frontage if formation != NOBODY else 0


# ---- catastrophic morale


async def command_check(table: Play, side: int) -> None:
    """Check in the Command Phase if losses call for it [13.31] [13.33] [13.34]."""
    routed, _, eliminated = company_count(table, side)
    if check_due(table.state.rating[side], headquarters_lost(table, side), routed + eliminated):
        await check_morale(table, side)


async def check_morale(table: Play, side: int) -> None:
    """Does the whole force break? Then the game is over [13.3] [13.4]."""
    if await table.roll(catastrophe_odds(table, side), secret_to=side) == "broken":
        table.state.broken[side] = 1
        table.report(ForceBroken(side))
        if not fights_on(table, side):
            conclude(table, f"the force of {table.state.sides[side]} is broken")
        leave_the_game(table, side)


def fights_on(table: Play, side: int) -> bool:
    """Has the side an ally whose force is not broken [16.7]?"""
    state = table.state
    return any(
        state.teams[other] == state.teams[side] and not broken for other, broken in enumerate(state.broken)
    )


def leave_the_game(table: Play, side: int) -> None:
    """The units of a broken ally are removed, and count for nobody [13.4] [16.7]."""
    state = table.state
    for unit in table.scene.own[side]:
        if state.hexes[unit] >= WAITING or state.hexes[unit] == HIDDEN:
            state.hexes[unit], state.suppressed[unit] = SPENT, 0
            state.carrier[unit] = state.cargo[unit] = NOBODY
    state.host[side] = NOBODY
    table.report(WithdrawnFromPlay(side))


def catastrophe_odds(table: Play, side: int) -> Odds:
    """The odds of the force breaking now [13.3]."""
    routed, unrouted, _ = company_count(table, side)
    return catastrophe(table.state.rating[side], routed, unrouted, table.state.turn)


def headquarters_lost(table: Play, side: int) -> bool:
    """Has the battalion headquarters been eliminated [13.31] [14.16]?"""
    hq = table.scene.hq[side]
    return hq >= 0 and table.state.hexes[hq] == DESTROYED


def company_count(table: Play, side: int) -> tuple[int, int, int]:
    """How many companies of a side are routed, unrouted and eliminated [13.3]."""
    states = [company_standing(table, company) for company in table.scene.companies_of[side]]
    return states.count("routed"), states.count("unrouted"), states.count("eliminated")


def company_standing(table: Play, company: int) -> str:
    """How a company stands; one that never came or has left the map counts on neither side [13.3]."""
    state, left = table.state, company_members(table, company)
    if left:
        lost = state.chief[company] == NOBODY or _all_routed(table, left)
        return "routed" if lost else "unrouted"
    hexes = [state.hexes[unit] for unit in table.scene.members[company]]
    came = [hex for hex in hexes if hex != ABSENT]
    gone = all(
        state.hexes[unit] == DESTROYED or state.flags[unit] & RESTED for unit in table.scene.members[company]
    )
    return "eliminated" if came and gone else "gone"


def _all_routed(table: Play, units: Sequence[int]) -> bool:
    return all(table.state.flags[unit] & ROUTED for unit in units)
