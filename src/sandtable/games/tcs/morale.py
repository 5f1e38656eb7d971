"""What fire does to those it hits: losses, company morale, and the results of checks [8.7] [9.0]."""

from msgspec.structs import replace

from sandtable.engine import Choose, Odds
from sandtable.games.tcs.area_odds import DESTROYED as DEAD
from sandtable.games.tcs.area_odds import loss
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.events import Paralyzed, Suppressed
from sandtable.games.tcs.losses import lose_steps, shake, surrender, throw_out
from sandtable.games.tcs.morale_odds import (
    CHOICE,
    PARALYZED,
    RETREAT,
    SHAKEN_CHOICE,
    STEADY,
    SUPPRESSED,
    SURRENDER,
    company_loss,
    result_of,
)
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import PARALYZED as PARALYZED_MARKER
from sandtable.games.tcs.state import SUPPRESSED as SUPPRESSED_MARKER
from sandtable.games.tcs.state import has, hex_of, mark, mounted, wipe

STAY, GO = "stay", "retreat"


async def rolled(table: Play, odds: Odds, unit: int) -> str:
    """Roll; the workings of a morale check, which betray a company morale, are its owner's alone [2.0]."""
    side = table.state.side[unit]
    first = await roll_for(table, 1 - side, replace(odds, follow={}))
    check = odds.follow.get(first)
    return first if check is None else await roll_for(table, side, check, workings_to=side)


async def suffer(table: Play, unit: int, odds: Odds) -> str:
    """The result of area fire at a unit, save that it does not retreat yet [8.7] [8.7d] [9.0]."""
    word = await rolled(table, odds, unit)
    row, end = loss(word), result_of(word)
    if not await lose_steps(table, unit, row.steps, row.company) or end == DEAD:
        return DEAD
    return await bear(table, unit, end)


async def bear(table: Play, unit: int, result: str) -> str:
    """The result of a morale check, save that it does not retreat yet [9.0d] [9.0e]."""
    if result in (CHOICE, SHAKEN_CHOICE):
        return await _choose(table, unit, result)
    shake(table, unit, company_loss(result))
    if result == SUPPRESSED:
        await suppress(table, unit)
    elif result == PARALYZED:
        paralyze(table, unit)
    elif result == SURRENDER:
        surrender(table, unit)
    return result


async def _choose(table: Play, unit: int, result: str) -> str:
    """A retreat costs the company nothing, and staying is suppression, but across mines [9.0e] [15.0c]."""
    went = await table.ask(StayOrGo(table, table.state.side[unit], unit)) == GO
    if not went or result == SHAKEN_CHOICE:
        shake(table, unit, company_loss(result))
    if went:
        return RETREAT
    if result == CHOICE:
        await suppress(table, unit)
    return SUPPRESSED if result == CHOICE else STEADY


async def suppress(table: Play, unit: int) -> None:
    """Marked; a rider of a vehicle may stay on or drop off [9.2] [9.2c] [9.2b]."""
    state = table.state
    if not has(state, unit, SUPPRESSED_MARKER | PARALYZED_MARKER):
        mark(state, unit, SUPPRESSED_MARKER)
        table.report(Suppressed(unit))
    if _rides_on_vehicle(table, unit) and await table.ask(DropOff(table, state.side[unit], unit)) == OFF:
        _drop(table, unit)


def paralyze(table: Play, unit: int) -> None:
    """Marked, and off any vehicle it rides on [9.3] [9.3d]."""
    state = table.state
    wipe(state, unit, SUPPRESSED_MARKER)
    mark(state, unit, PARALYZED_MARKER)
    table.report(Paralyzed(unit))
    if _rides_on_vehicle(table, unit):
        _drop(table, unit)


def _rides_on_vehicle(table: Play, unit: int) -> bool:
    state = table.state
    return mounted(state, unit) and table.scene.types[state.carrier[unit]].category == "vehicle"


def _drop(table: Play, unit: int) -> None:
    hex = hex_of(table.state, unit)
    throw_out(table, unit, hex)


class StayOrGo(Choose[str]):
    """The owner's choice at a result that leaves one: suppressed where it stands, or a retreat [9.0e]."""

    __slots__ = ()
    name, case, always = "stay-or-retreat", "9.0e", (STAY, GO)

    def question(self) -> str:
        return f"Does {self.table.scene.unit_name(self.unit)} stay or retreat?"


ON, OFF = "stay on", "drop off"


class DropOff(Choose[str]):
    """A suppressed rider stays on its vehicle or drops off [9.2c]."""

    __slots__ = ()
    name, case, always = "drop-off", "9.2c", (ON, OFF)

    def question(self) -> str:
        return f"Does {self.table.scene.unit_name(self.unit)} stay on its vehicle?"
