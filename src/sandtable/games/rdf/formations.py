"""The six formations: what they bind a unit to, and who breaks them [5.0]."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.games.rdf.charts import DD, FORMATIONS, Formation
from sandtable.games.rdf.ground import Ground
from sandtable.games.rdf.measure import bits, hexes_in
from sandtable.games.rdf.rollcall import depth_from, hq_hex, mounted
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import DESTROYED, HIDDEN, NOBODY


class Tie(NamedTuple):
    """One thing that binds a unit to a hex: at most, or with `apart` more than, `radius` from it.

    `anchor` is the unit that stands in that hex, or -1 where the hex itself is meant.
    """

    case: str
    hex: int
    radius: int
    anchor: int
    apart: bool = False


def formation_of(table: Play, side: int) -> Formation | None:
    """The formation of a side, if it has one [5.48]."""
    number = table.state.formation[side]
    return None if number == NOBODY else FORMATIONS[number]


def in_deliberate_defense(table: Play, side: int) -> bool:
    """Is the force in Deliberate Defense [5.51] [9.63]?"""
    return table.state.formation[side] == DD


def allowed(table: Play, side: int, beyond: int = 0) -> int:
    """The hexes that the deviation leaves a side, as bits, or so far beyond it [5.1] [5.11] [5.12] [5.23]."""
    formation = formation_of(table, side)
    measure = table.scene.measure
    if formation is None:
        return measure.everywhere
    return measure.corridor(table.state.axis[side], formation.deviation + beyond)


def ties(table: Play, unit: int, leaving: tuple[int, ...] = ()) -> Iterator[Tie]:
    """What binds a unit by frontage, overlap and depth; those that move with it do not [5.2] [5.3] [5.6]."""
    state = table.state
    formation = formation_of(table, state.side[unit])
    if formation is None:
        return
    company = state.company[unit]
    if company != NOBODY:
        yield from _frontage(table, unit, company, formation, leaving)
        yield from _overlap(table, unit, company, formation, leaving)
    yield from _depth(table, unit, formation, leaving)


def _frontage(
    table: Play, unit: int, company: int, formation: Formation, leaving: tuple[int, ...]
) -> Iterator[Tie]:
    """A company keeps around its headquarters; without one on the map nothing is measured [5.21] [5.61]."""
    state, chief = table.state, table.state.chief[company]
    if chief == NOBODY:
        return
    others = table.scene.members[company] if chief == unit else (chief,)
    for other in others:
        if (
            other != unit
            and other not in leaving
            and state.hexes[other] >= 0
            and state.company[other] == company
        ):
            yield Tie("5.21", state.hexes[other], formation.frontage, other)


def _overlap(
    table: Play, unit: int, company: int, formation: Formation, leaving: tuple[int, ...]
) -> Iterator[Tie]:
    """Company headquarters keep apart where frontages may not overlap [5.22]."""
    state = table.state
    if not formation.separation or state.chief[company] != unit:
        return
    for other in table.scene.companies_of[state.side[unit]]:
        chief = state.chief[other]
        if other != company and chief != NOBODY and chief not in leaving and state.hexes[chief] >= 0:
            yield Tie("5.22", state.hexes[chief], formation.separation - 1, chief, apart=True)


def _depth(table: Play, unit: int, formation: Formation, leaving: tuple[int, ...]) -> Iterator[Tie]:
    """All but reconnaissance and helicopters stay near the battalion headquarters [5.31] [5.32] [5.62]."""
    scene, state = table.scene, table.state
    side = state.side[unit]
    if leads(table, unit):
        for other in scene.own[side]:
            bound = state.hexes[other] >= 0 and keeps_depth(table, other)
            if bound and other != unit and other not in leaving:
                yield Tie("5.31", state.hexes[other], formation.depth, other)
    elif keeps_depth(table, unit) and not any(leads(table, other) for other in leaving):
        hex = depth_from(table, side)
        if hex >= 0:
            yield Tie("5.31", hex, formation.depth, leader(table, side))


def keeps_depth(table: Play, unit: int) -> bool:
    """Is the unit bound by the depth, and no passenger [5.32]?"""
    return not table.scene.depthless[unit] and not mounted(table.state, unit)


def leader(table: Play, side: int) -> int:
    """The unit that the battalion headquarters is or rides with, while it is on the map; else -1 [5.63]."""
    if hq_hex(table, side) < 0:
        return NOBODY
    state, unit = table.state, table.scene.hq[side]
    return state.host[side] if state.hexes[unit] == HIDDEN else unit


def leads(table: Play, unit: int) -> bool:
    """Does the battalion headquarters go where this unit goes, as itself or aboard [5.63]?"""
    first = leader(table, table.state.side[unit])
    return first != NOBODY and unit in (first, table.state.carrier[first])


def holds(table: Play, tie: Tie, hex: int) -> bool:
    """Is a unit in this hex within what binds it?"""
    return (table.scene.measure.row(tie.hex)[hex] <= tie.radius) != tie.apart


def breach(table: Play, unit: int) -> str:
    """The case that a unit on the map breaks where it stands, or "" [5.12] [5.21] [5.22] [5.31]."""
    state = table.state
    hex, side = state.hexes[unit], state.side[unit]
    if hex < 0 or formation_of(table, side) is None:
        return ""
    if not allowed(table, side) >> hex & 1:
        return "5.12"
    # A headquarters answers for keeping apart; who is too far from it answers for himself.
    company = state.company[unit]
    followers = company != NOBODY and state.chief[company] == unit
    for tie in ties(table, unit):
        own = tie.case == "5.22" or not (followers if tie.case == "5.21" else leads(table, unit))
        if own and not holds(table, tie, hex):
            return tie.case
    return ""


def out_of_formation(table: Play, side: int) -> list[int]:
    """The units of a side that break the formation where they stand [5.64]."""
    state, corridor, loose = table.state, allowed(table, side), strays(table, side)
    return [
        unit
        for unit in table.scene.own[side]
        if state.hexes[unit] >= 0
        and (unit in loose or not corridor >> state.hexes[unit] & 1)
        and breach(table, unit)
    ]


def strays(table: Play, side: int) -> set[int]:
    """The units on the map of which a tie to another does not hold, whoever of the two answers for it."""
    formation = formation_of(table, side)
    if formation is None:
        return set()
    return {*_beside_company(table, side, formation), *_beyond_depth(table, side, formation)}


def _beside_company(table: Play, side: int, formation: Formation) -> Iterator[int]:
    """Company units too far from their headquarters, headquarters too near to each other [5.21] [5.22]."""
    hexes, chief, members = table.state.hexes, table.state.chief, table.scene.members
    frontage, separation = formation.frontage, formation.separation
    led = [one for one in table.scene.companies_of[side] if chief[one] != NOBODY and hexes[chief[one]] >= 0]
    for company in led:
        first = chief[company]
        row = table.scene.measure.row(hexes[first])
        away = [unit for unit in members[company] if hexes[unit] >= 0 and row[hexes[unit]] > frontage]
        yield from (first, *away) if away else ()
        if separation:
            near = [chief[one] for one in led if one != company and row[hexes[chief[one]]] < separation]
            yield from (first, *near) if near else ()


def _beyond_depth(table: Play, side: int, formation: Formation) -> Iterator[int]:
    """Units too far from the battalion headquarters, and who leads it [5.31]."""
    scene, hexes, carrier = table.scene, table.state.hexes, table.state.carrier
    if (hex := depth_from(table, side)) < 0:
        return
    row, depth, free = scene.measure.row(hex), formation.depth, scene.depthless
    away = [unit for unit in scene.own[side] if hexes[unit] >= 0 and row[hexes[unit]] > depth]
    away = [unit for unit in away if carrier[unit] < 0 and not free[unit]]
    if away:
        yield from away
        first = leader(table, side)
        yield from (first, carrier[first]) if first != NOBODY else ()


def bounds(table: Play, units: tuple[int, ...], excused: int) -> int:
    """The hexes in which units that move together keep frontage, overlap and depth, as bits [5.21] [5.31].

    What binds to a unit marked as excused is left out [5.64].
    """
    state, measure = table.state, table.scene.measure
    found = measure.everywhere
    for unit in units:
        if state.flags[unit] & excused:
            continue
        for tie in ties(table, unit, units):
            if tie.anchor == NOBODY or not state.flags[tie.anchor] & excused:
                disc = measure.disc(tie.hex, tie.radius)
                found &= ~disc if tie.apart else disc
    return found


def lost_headquarters(table: Play, company: int) -> bool:
    """Has the company lost its headquarters and not rallied since [5.61] [13.11]?"""
    chief = table.state.chief[company]
    return chief == NOBODY or table.state.hexes[chief] == DESTROYED


@lru_cache(8192)
def reachable(ground: Ground, mover: int, start: int, budget: int, barred: int) -> int:
    """The hexes that a mover can reach without entering barred ones, as bits [6.11]."""
    closed = hexes_in(barred & ~(1 << start))
    return bits([*ground.going[mover].reach(start, budget, closed)])
