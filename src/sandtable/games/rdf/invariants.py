"""What must hold at every moment of a game, whoever plays it."""

from collections.abc import Iterator

from sandtable.games.rdf.rollcall import in_play
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import ABSENT, HIDDEN, NO_ACT, NOBODY, ROUTED


def faults(table: Play) -> Iterator[str]:
    """Every invariant that the present state breaks."""
    state = table.state
    for unit, name in enumerate(state.units):
        for holds, words in (*_of_unit(table, unit), *_of_carriers(table, unit)):
            if not holds:
                yield f"{name} {words}"
    for side, name in enumerate(state.sides):
        for holds, words in _of_side(table, side):
            if not holds:
                yield f"{name} {words}"


def _of_unit(table: Play, unit: int) -> Iterator[tuple[bool, str]]:
    """Hits, altitude, points and markers [9.41] [14.21] [6.11] [13.12]."""
    state, scene = table.state, table.scene
    alive = in_play(state, unit)
    yield not alive or 0 <= state.hits[unit] < scene.steps[unit], "has more hits than it survives"
    yield scene.helicopter[unit] or state.altitude[unit] == 0, "flies and is no helicopter"
    yield not alive or state.spent[unit] <= scene.allowance[unit], "has spent more points than it has"
    both = ROUTED | NO_ACT
    yield state.flags[unit] & both != both, "has routed and has a No Act marker"
    yield state.hexes[unit] >= 0 or not state.suppressed[unit], "is suppressed off the map"


def _of_carriers(table: Play, unit: int) -> Iterator[tuple[bool, str]]:
    """Carriers and passengers belong together [12.12] [12.18]."""
    state = table.state
    carrier, cargo = state.carrier[unit], state.cargo[unit]
    if carrier != NOBODY and state.hexes[unit] != ABSENT:
        yield state.cargo[carrier] == unit, "rides on a carrier that does not carry it"
        yield state.hexes[carrier] == state.hexes[unit], "is not where its carrier is"
    if cargo != NOBODY:
        yield state.carrier[cargo] == unit, "carries a unit that does not ride on it"


def _of_side(table: Play, side: int) -> Iterator[tuple[bool, str]]:
    """Headquarters [5.63] [13.11]."""
    state, scene = table.state, table.scene
    hq, host = scene.hq[side], state.host[side]
    if hq != NOBODY and host != NOBODY:
        yield state.hexes[hq] < 0, "has a headquarters on the map and with a host"
        yield state.side[host] == side, "has its headquarters with another side"
    if hq != NOBODY and state.begun and state.hexes[hq] == HIDDEN and host != NOBODY:
        yield in_play(state, host), "has a hidden headquarters without a living host"
    for company in scene.companies_of[side]:
        chief = state.chief[company]
        yield chief == NOBODY or state.formed[chief] == company, "has a headquarters of another company"
