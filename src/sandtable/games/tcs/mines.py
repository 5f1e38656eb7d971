"""Minefields: crossed by force, and breached [15.0] [15.2] [15.3] [15.4]."""

from sandtable.engine import Refusal
from sandtable.games.tcs.ambushes import meet_ambush
from sandtable.games.tcs.arriving import arrive
from sandtable.games.tcs.bodies import body, is_area_target
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.events import DummyFound, FieldMet, LaneOpened, MineFound, Moved
from sandtable.games.tcs.losses import destroy
from sandtable.games.tcs.morale import suffer
from sandtable.games.tcs.other_odds import DESTROYED, breaching, crossing, crossing_vehicle
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    DONE,
    NOBODY,
    PARALYZED,
    RETREATED,
    SUPPRESSED,
    TOWED,
    Mine,
    aboard,
    has,
    hex_of,
    mark,
    mounted,
)

CAREFUL, BY_FORCE = 1, 3
"""Points more for one's own mines or a lane, and for crossing by force [15.0b] [15.2] [15.4c]."""
ACROSS = 3
"""A hexside and the one straight across from it are so many apart."""


def field_in(table: Play, hex: int, side: int) -> Mine | None:
    """The enemy's minefield in a hex, real or not; nobody's own mines attack him [15.0b]."""
    return next((mine for mine in table.state.mines if mine.hex == hex and mine.side != side), None)


def shown_field(table: Play, hex: int, side: int) -> Mine | None:
    """The enemy's minefield in a hex as far as the player knows of it [15.0e]."""
    mine = field_in(table, hex, side)
    return mine if mine is not None and mine.shown else None


def reveal(table: Play, mine: Mine) -> bool:
    """Turned over: a dummy is taken away, a real one stays with its real side up; is it real [15.2]?"""
    state = table.state
    place = state.mines.index(mine)
    if not mine.real:
        del state.mines[place]
        table.report(DummyFound(mine.hex))
        return False
    if not mine.known:
        state.mines[place] = mine._replace(known=True, shown=True)
        table.report(MineFound(mine.hex))
    return True


def meet_field(table: Play, unit: int, hex: int) -> bool:
    """A field that was not on the map is shown before it is entered; the mover may think again [15.0e]."""
    mine = field_in(table, hex, table.state.side[unit])
    if mine is None or mine.shown:
        return False
    table.state.mines[table.state.mines.index(mine)] = mine._replace(shown=True)
    table.report(FieldMet(hex))
    return True


def toll(table: Play, side: int, start: int, hex: int) -> int:
    """What mines add to the price of a step, in sixths of a point [15.0b] [15.2] [15.4c].

    Where both sides have laid a field the enemy's counts, once it is known.
    """
    enemy = shown_field(table, hex, side)
    if enemy is None and all(mine.hex != hex for mine in table.state.mines if mine.side == side):
        return 0
    easy = enemy is None or through_lane(table, start, enemy)
    return CHARTS.movement.point * (CAREFUL if easy else BY_FORCE)


def through_lane(table: Play, before: int, mine: Mine) -> bool:
    """Does a step from this hex lead in over one of the two hexsides of the lane [15.4c]?"""
    country = table.scene.country
    if mine.lane == NOBODY or before < 0:
        return False
    ends = [country.neighbours[mine.hex * 6 + mine.lane + far] for far in (0, ACROSS)]
    return before in ends


async def cross(table: Play, unit: int, hex: int, forced: bool = False) -> str:
    """A unit has entered a minefield; a retreat is attacked in a lane too [9.4i] [15.2] [15.2a] [15.4d].

    The mover and what it tows are attacked, passengers are not. Gives the end of the mover's morale check.
    See also [12.3l] [15.0d].
    """
    state = table.state
    mine = field_in(table, hex, state.side[unit])
    if (
        mine is None
        or hex_of(state, unit) != hex
        or (not forced and through_lane(table, state.previous[unit], mine))
    ):
        return ""
    if not reveal(table, mine):
        return ""
    towed = [item for item in aboard(state, unit) if has(state, item, TOWED)]
    result = await _blow(table, unit)
    for item in towed:
        if hex_of(state, item) == hex:
            await _blow(table, item)
    return result


async def _blow(table: Play, unit: int) -> str:
    """On the area fire results, or at a number for what is a point target alone [15.2]."""
    if is_area_target(table, unit):
        return await suffer(table, unit, crossing(body(table, unit), table.scene.turn(table.state).night))
    if await roll_for(table, table.state.side[unit], crossing_vehicle()) == DESTROYED:
        await destroy(table, unit)
        return DESTROYED
    return ""


def why_not_breach(table: Play, unit: int, hex: int) -> Refusal | None:
    """Infantry on foot beside a field, not suppressed or paralyzed, in either mode [15.3] [15.3a] [12.3k]."""
    state, scene, name = table.state, table.scene, table.scene.units[unit]
    there = scene.hex_name(hex)
    start = state.hexes[unit]
    beside = start >= 0 and scene.country.distance(start, hex) == 1
    bars = (
        ("15.3a", f"{name} is no infantry", scene.types[unit].category != "infantry"),
        ("12.3k", f"{name} is mounted", mounted(state, unit)),
        ("15.3a", f"{name} is suppressed or paralyzed", has(state, unit, SUPPRESSED | PARALYZED)),
        ("15.3", f"{name} is done for this phase", has(state, unit, RETREATED | DONE)),
        ("15.3", f"{name} is not beside {there}", not beside),
        ("15.3", f"there are no enemy mines in {there}", shown_field(table, hex, state.side[unit]) is None),
    )
    return next((Refusal(case, reason) for case, reason, holds in bars if holds), None)


async def breach(table: Play, unit: int, hex: int) -> str:
    """A lane from its hexside to the one across; a dummy is taken away and its hex entered [15.3] [15.4].

    Gives the end of its morale check: who has to retreat opens no lane.
    See also [15.4a].
    """
    state = table.state
    start, side = state.hexes[unit], state.side[unit]
    mine = field_in(table, hex, side)
    if mine is None:
        return ""
    mark(state, unit, DONE)
    if not reveal(table, mine):
        if not meet_ambush(table, unit, hex):
            arrive(table, unit, hex)
            table.report(Moved(unit, hex))
        return ""
    result = await suffer(table, unit, breaching(body(table, unit), table.scene.turn(state).night))
    if state.hexes[unit] == start and result != "retreat":
        country = table.scene.country
        face = country.neighbours[hex * 6 : hex * 6 + 6].index(start)
        place = next(n for n, other in enumerate(state.mines) if other.hex == hex and other.side != side)
        state.mines[place] = state.mines[place]._replace(lane=face % ACROSS)
        table.report(LaneOpened(hex))
    return result
