"""Units as targets: what the odds need to know of them and of the hex they are in [8.5]."""

from collections.abc import Iterable, Sequence

from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import (
    CAME_BY_ROAD,
    CAME_BY_SLOW_GO,
    FIRE,
    NOBODY,
    PARALYZED,
    SUPPRESSED,
    TOWED,
    dug_in,
    everybody,
    has,
    mounted,
    stack,
)
from sandtable.games.tcs.targets import Body, Moving, Place
from sandtable.games.tcs.vision import lit, smoky


def has_morale_number(table: Play, unit: int) -> bool:
    """Does the unit belong to a company with a number of its own [9.1a]?"""
    return table.scene.types[unit].company and table.state.company[unit] != NOBODY


def company_morale(table: Play, unit: int) -> int | None:
    """The morale number of its company, or None without one [9.1] [9.1b]."""
    return table.state.morale[table.state.company[unit]] if has_morale_number(table, unit) else None


def body(table: Play, unit: int, to: int = NOBODY) -> Body:
    """A unit as a target; with `to`, as far as that side knows of digging in and company morale [2.0].

    See also [5.1b] [9.0f].
    """
    state, type = table.state, table.scene.types[unit]
    known = to in (NOBODY, state.side[unit])
    company = company_morale(table, unit)
    return Body(
        steps=type.steps,
        lost=state.lost[unit],
        morale=type.morale,
        company=company if known or company is None else 0,
        fire_mode=has(state, unit, FIRE),
        dug_in=dug_in(state, unit) and (known or unit in state.told),
        suppressed=has(state, unit, SUPPRESSED),
        paralyzed=has(state, unit, PARALYZED),
        mounted=state.carrier[unit] != NOBODY,
        gun=type.gun,
        weapon=type.weapon,
        truck=type.truck,
        defense=type.defense,
        shield=shield(table, unit),
    )


def shield(table: Play, unit: int) -> int | None:
    """The defense that softens area fire: a carrier's or a type B unit's, of nothing towed [8.7e] [12.4c]."""
    state, types = table.state, table.scene.types
    if has(state, unit, TOWED):
        return None
    if mounted(state, unit):
        carrier = types[state.carrier[unit]]
        return carrier.defense if carrier.category == "carrier" else None
    return types[unit].defense if types[unit].target == "B" else None


def place(table: Play, hex: int, origins: Iterable[int] = (), across: Sequence[bool] = ()) -> Place:
    """A hex as fire from others meets it; a hedge counts if all lines cross one (ruling at 8.5) [8.5]."""
    country, state = table.scene.country, table.state
    hedges = [country.through_hedge(start, hex) for start in origins if start != hex] + [*across]
    return Place(
        terrain=country.terrain[hex],
        hedge=bool(hedges) and all(hedges),
        smoke=smoky(table, hex),
        mined=any(mine.hex == hex for mine in state.mines),
        lit=lit(table, hex),
        slow_go=country.slow_go[hex],
    )


def moving(table: Play, unit: int) -> Moving:
    """How a triggering unit, or what carries it, came into its hex [12.1b] [12.2d]."""
    state = table.state
    mover = unit if state.carrier[unit] == NOBODY else state.carrier[unit]
    if has(state, mover, CAME_BY_ROAD):
        return "road"
    return "slow go" if has(state, mover, CAME_BY_SLOW_GO) else ""


def in_hex(table: Play, hex: int, side: int) -> list[int]:
    """All of a side in a hex, what a carrier carries and tows before it."""
    found = everybody(table.state, hex, side)
    return sorted(found, key=lambda unit: (table.state.carrier[unit] == NOBODY, unit))


def is_area_target(table: Play, unit: int) -> bool:
    """Does area fire attack it [8.1] [12.3f] [8.1b]?"""
    return table.scene.types[unit].target != "P"


def is_point_target(table: Play, unit: int) -> bool:
    """May point fire name it: type P or B, not aboard, though perhaps towed [5.1c] [8.1] [8.8e] [8.1a]?"""
    return table.scene.types[unit].target != "A" and not mounted(table.state, unit)


def is_close_target(table: Play, unit: int) -> bool:
    """May AT rolls go at it: a vehicle or carrier [8.10d]?"""
    type = table.scene.types[unit]
    return type.target != "A" and not type.gun and table.state.carrier[unit] == NOBODY


def occupied(table: Play, hex: int, side: int) -> bool:
    """Does a unit of this side stand in the hex?"""
    return bool(stack(table.state, hex, side))
