"""What bursts upon units: one roll for each, and what it does to men, vehicles and Buildings [9.2] [9.7]."""

from sandtable.engine import Odds
from sandtable.games.raid.charts import CHARTS
from sandtable.games.raid.events import Rubbled
from sandtable.games.raid.losses import destroy, lose_men, suppress
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shell_odds import Burst, burst, upon
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import HIGH, has, hex_of

UNTOUCHED = ("hq", "dummy")
"""Who has no men to lose [5.25] [15.92]."""


def burst_on(table: Play, unit: int, strength: int, what: str, case: str, smoke: bool = True) -> Odds:
    """The roll against one unit for so much strength where it is [9.42] [9.5] [14.15] [13.5].

    Mines and charges burst under the smoke: for them `smoke` is False [11.12].
    """
    state, hex = table.state, hex_of(table.state, unit)
    unit_type = table.scene.types[unit]
    open_ground = unit_type.flies or state.carrier[unit] >= 0
    terrain = "clear" if open_ground else table.scene.field(state).terrain(hex, smoke)
    high = has(state, unit, HIGH)
    return upon(
        burst(table.scene.tables, Burst(strength, terrain, what, case, altitude=high)), state.kind[unit]
    )


async def strike(table: Play, unit: int, odds: Odds) -> str:
    """Roll against one unit and let it take what comes; gives the result as the table has it."""
    result = await table.roll(odds)
    await take(table, unit, result)
    return result


async def take(table: Play, unit: int, result: str) -> int:
    """A unit takes a result of either table; gives the losses that are left over [7.8] [14.14] [14.17]."""
    if result == "destroyed":
        await destroy(table, unit)
    elif result.isdigit():
        return await lose_men(table, unit, int(result))
    elif result == "S":
        suppress(table, unit)
    return 0


def rubbles(table: Play, hex: int, result: str) -> bool:
    """Does a result in this hex make rubble of a Building [9.7]?"""
    return table.scene.field(table.state).bare[hex].row == "building" and result in CHARTS.damage.rubble


def lay_in_rubble(table: Play, hex: int) -> None:
    """A Building is Heavy ground from now on; sight and spotting follow [9.7]."""
    if hex not in table.state.rubble:
        table.state.rubble = sorted([*table.state.rubble, hex])
        table.report(Rubbled(hex))
        look(table)
