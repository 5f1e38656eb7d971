"""Who sees whom now, and what each side has sighted so far [5.4] [7.0] [8.4]."""

from collections.abc import Iterable, Sequence

from sandtable.games.rdf.counters import has_thermal
from sandtable.games.rdf.events import Sighted
from sandtable.games.rdf.rollcall import mounted, on_map
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import State


def smoke(state: State) -> int:
    """The hexes with smoke in them, as bits [8.41]."""
    found = 0
    for hex, smoky in zip(state.mark_hex, state.mark_smoke, strict=True):
        if smoky:
            found |= 1 << hex
    return found


def thermal(table: Play, unit: int) -> bool:
    """Has the unit thermal imaging [8.42] [16.4]?"""
    return has_thermal(table.state.kind[unit], table.state.modern)


def sees(table: Play, unit: int, target: int) -> bool:
    """Does a unit see another; on foot one is seen from near by only [7.0] [7.42] [8.42] [8.44]."""
    state, scene = table.state, table.scene
    hex, far = state.hexes[unit], state.hexes[target]
    height, other = state.altitude[unit], state.altitude[target]
    if not scene.lookout.sees(height, other)[hex] >> far & 1:
        return False
    foot = scene.foot[target] and not mounted(state, target)
    veil = smoke(state)
    if not foot and not veil:
        return True
    seen = scene.lookout.seen
    return seen(hex, far, height, other, smoke=veil, thermal=bool(veil) and thermal(table, unit), foot=foot)


def sees_hex(table: Play, unit: int, hex: int) -> bool:
    """Does a unit see into a hex [8.0] [8.42]?"""
    state, scene = table.state, table.scene
    start, height = state.hexes[unit], state.altitude[unit]
    if not scene.lookout.sees(height, 0)[start] >> hex & 1:
        return False
    veil = smoke(state)
    return not veil or scene.lookout.seen(start, hex, height, smoke=veil, thermal=thermal(table, unit))


def friends(table: Play, side: int) -> list[int]:
    """The units of a side and of its allies on the map: they see for one another [16.7]."""
    state, scene = table.state, table.scene
    mine = [one for one, team in enumerate(state.teams) if team == state.teams[side]]
    return [unit for one in mine for unit in scene.own[one] if state.hexes[unit] >= 0]


def sighted_by(table: Play, side: int) -> int:
    """How many units a side has sighted; markers count only while that is none [5.46] [5.47]."""
    found = sum(bits >> side & 1 for bits in table.state.sighted)
    return max(found, table.state.markers_seen[side])


def look_around(table: Play, units: Iterable[int]) -> None:
    """Units have come into a hex: who sees them, and whom do they see [5.47]?"""
    state, scene = table.state, table.scene
    moved = [unit for unit in units if on_map(state, unit) and not mounted(state, unit)]
    for unit in moved:
        for side in scene.enemies[state.side[unit]]:
            if not state.sighted[unit] >> side & 1:
                note_sighted(table, side, [unit], scene.own[side])
    if moved:
        side = state.side[moved[0]]
        note_sighted(table, side, unsighted(table, side), moved)


def survey(table: Play, side: int, unsuppressed: bool = False) -> None:
    """Bring up to date what a side has sighted: units, and the markers of fire [5.46] [5.47] [8.33]."""
    state, scene = table.state, table.scene
    lookouts = [unit for unit in scene.own[side] if not (unsuppressed and state.suppressed[unit])]
    note_sighted(table, side, unsighted(table, side), lookouts)
    if not state.markers_seen[side]:
        marks = [
            hex
            for hex, owner in zip(state.mark_hex, state.mark_side, strict=True)
            if owner in scene.enemies[side]
        ]
        seeing = [unit for unit in lookouts if state.hexes[unit] >= 0]
        state.markers_seen[side] = int(any(sees_hex(table, unit, hex) for hex in marks for unit in seeing))


def unsighted(table: Play, side: int) -> list[int]:
    """The enemy units on the map that a side has still to sight; passengers are no units to sight."""
    hexes, carrier, sighted = table.state.hexes, table.state.carrier, table.state.sighted
    return [
        unit
        for unit in table.scene.foes[side]
        if hexes[unit] >= 0 and carrier[unit] < 0 and not sighted[unit] >> side & 1
    ]


def note_sighted(table: Play, side: int, units: Sequence[int], lookouts: Sequence[int]) -> None:
    """Note which of some units are seen by a side's lookouts, those of them that are on the map [5.47]."""
    state = table.state
    if not units or not _in_view(table, units, lookouts):
        return
    for unit in units:
        if any(sees(table, other, unit) for other in lookouts if state.hexes[other] >= 0):
            state.sighted[unit] |= 1 << side
            table.report(Sighted(unit, side), to=side)


def _in_view(table: Play, units: Sequence[int], lookouts: Sequence[int]) -> bool:
    """Does the ground let any of the lookouts see any of the units? It does so both ways [7.0]."""
    few, many = sorted((units, lookouts), key=len)
    state, sees_at, stands = table.state, table.scene.lookout.sees, standing(table, many)
    return any(
        sees_at(state.altitude[unit], other)[state.hexes[unit]] & hexes
        for unit in few
        if state.hexes[unit] >= 0
        for other, hexes in stands.items()
    )


def standing(table: Play, units: Iterable[int]) -> dict[int, int]:
    """By altitude the hexes in which units stand, as bits."""
    hexes, altitude, bit = table.state.hexes, table.state.altitude, table.scene.bit
    found: dict[int, int] = {}
    for unit in units:
        if (hex := hexes[unit]) >= 0:
            height = altitude[unit]
            found[height] = found.get(height, 0) | bit[hex]
    return found
