"""What shells do to units in ambush: their owner alone hears of it, unless they have to run [20.1f]."""

from sandtable.games.tcs.ambushes import show
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.events import Destroyed, Paralyzed, StepsLost, Suppressed
from sandtable.games.tcs.fire_charts import AreaRow
from sandtable.games.tcs.losses import leave, shake, surrender
from sandtable.games.tcs.morale_odds import (
    CHOICE,
    PARALYZED,
    RETREAT,
    SUPPRESSED,
    SURRENDER,
    company_loss,
)
from sandtable.games.tcs.retreats import retreat
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import DESTROYED, mark, wipe
from sandtable.games.tcs.state import PARALYZED as PARALYZED_MARKER
from sandtable.games.tcs.state import SUPPRESSED as SUPPRESSED_MARKER


def lose_hidden(table: Play, unit: int, row: AreaRow) -> bool:
    """Steps and company morale; tells whether the unit is left [8.2] [20.1f]."""
    state, side = table.state, table.state.side[unit]
    shake(table, unit, row.company)
    if row.steps:
        state.lost[unit] += row.steps
        table.report(StepsLost(unit, row.steps), to=side)
    if state.lost[unit] < table.scene.types[unit].steps:
        return True
    shake(table, unit, CHARTS.area.destroyed_company)
    table.report(Destroyed(unit), to=side)
    leave(table, unit, DESTROYED)
    return False


async def bear_hidden(table: Play, unit: int, result: str) -> None:
    """The result of its morale check; of a choice the part that lets it stay hidden [9.0e] [20.1f]."""
    state, side = table.state, table.state.side[unit]
    shake(table, unit, company_loss(result))
    if result in (RETREAT, SURRENDER):
        show(table, unit)
        if result == RETREAT:
            await retreat(table, unit)
        else:
            surrender(table, unit)
    elif result in (SUPPRESSED, CHOICE):
        mark(state, unit, SUPPRESSED_MARKER)
        table.report(Suppressed(unit), to=side)
    elif result == PARALYZED:
        wipe(state, unit, SUPPRESSED_MARKER)
        mark(state, unit, PARALYZED_MARKER)
        table.report(Paralyzed(unit), to=side)
