"""Losses: steps, destruction, what is thrown out of a carrier, and company morale [8.2] [9.1] [12.3]."""

from sandtable.games.tcs.arriving import fill_hole
from sandtable.games.tcs.bodies import company_morale
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.events import CompanyMorale, Destroyed, StepsLost, Surrendered, ThrownOut
from sandtable.games.tcs.other_odds import DESTROYED as LOST
from sandtable.games.tcs.other_odds import towed as towed_odds
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    DESTROYED,
    FIRE,
    NOBODY,
    OVERWATCHED,
    TAKEN,
    TOWED,
    aboard,
    has,
    hex_of,
    stack,
    wipe,
)

WHEELS = ("vehicle", "carrier")


def shake(table: Play, unit: int, amount: int) -> None:
    """Add to the morale number of a unit's company; its owner alone hears of it [2.0] [9.1]."""
    number = company_morale(table, unit)
    if number is None or not amount:
        return
    state = table.state
    company = state.company[unit]
    state.morale[company] = max(0, number + amount)
    side, name = state.companies[company]
    table.report(CompanyMorale(name, state.morale[company]), to=side)


async def lose_steps(table: Play, unit: int, steps: int, company: int) -> bool:
    """Take steps and the addition to company morale; tells whether the unit is left [8.2] [8.7d].

    See also [8.2d] [8.2f].
    """
    state = table.state
    shake(table, unit, company)
    if steps:
        state.lost[unit] += steps
        table.report(StepsLost(unit, steps))
    if state.lost[unit] < table.scene.types[unit].steps:
        return True
    shake(table, unit, CHARTS.area.destroyed_company)
    await destroy(table, unit)
    return False


async def destroy(table: Play, unit: int, spare_towed: bool = True) -> list[int]:
    """Remove a unit; those aboard are thrown out, what it tows may be lost with it [8.2c] [8.2g] [12.3h].

    Gives the passengers thrown out.
    """
    state = table.state
    hex, load = hex_of(state, unit), aboard(state, unit)
    spare_towed = spare_towed and not driven_over(table, hex)
    load += [rider for rider, second in enumerate(state.second) if second == unit]
    table.report(Destroyed(unit))
    leave(table, unit, DESTROYED)
    thrown = []
    for item in load:
        if has(state, item, TOWED):
            await _lose_towed(table, item, hex, spare_towed)
        else:
            throw_out(table, item, hex)
            thrown.append(item)
    return thrown


def driven_over(table: Play, hex: int) -> bool:
    """Is an overrun under way there? The mover and those who go with it are among their enemies [14.0]."""
    state, types = table.state, table.scene.types
    if state.moving == NOBODY or hex < 0 or types[state.moving].category not in WHEELS:
        return False
    side = state.side[state.moving]
    wheels = [unit for unit in stack(state, hex, side) if types[unit].category in WHEELS]
    return bool(wheels) and bool(stack(state, hex, 1 - side))


async def _lose_towed(table: Play, item: int, hex: int, spared: bool) -> None:
    throw_out(table, item, hex)
    if not spared or await roll_for(table, table.state.side[item], towed_odds()) == LOST:
        await destroy(table, item)


def throw_out(table: Play, unit: int, hex: int) -> None:
    """On the ground in move mode, without its overwatch marker, its morale as it was [12.3h]."""
    state = table.state
    state.hexes[unit], state.carrier[unit], state.second[unit] = hex, NOBODY, NOBODY
    wipe(state, unit, TOWED | FIRE | OVERWATCHED)
    table.report(ThrownOut(unit, hex))


def leave(table: Play, unit: int, where: int) -> None:
    """Take a unit off the map, and out of its hole."""
    state = table.state
    state.hexes[unit], state.carrier[unit], state.second[unit] = where, NOBODY, NOBODY
    state.flags[unit] = 0
    fill_hole(table, unit)


def surrender(table: Play, unit: int) -> None:
    """Removed, with the vehicle or carrier it is on and all that is with it [9.5] [12.4c] [12.3e]."""
    state = table.state
    if state.carrier[unit] != NOBODY and not has(state, unit, TOWED):
        unit = state.carrier[unit]
    for one in (*aboard(state, unit), unit):
        table.report(Surrendered(one))
        leave(table, one, TAKEN)


def to_move_mode(table: Play, unit: int) -> None:
    """Forced into move mode, which ends its overwatch marker [4.0] [8.9f]."""
    wipe(table.state, unit, FIRE | OVERWATCHED)
