"""Spotting: who sees whom, when it is tried, and what a die decides [13.0]."""

from collections.abc import Collection, Iterable, Sequence

from sandtable.engine import Odds
from sandtable.games.tank.defence import Cover
from sandtable.games.tank.events import Spotted, SpottedUnawares
from sandtable.games.tank.identity import named
from sandtable.games.tank.improved import approached, moved_out
from sandtable.games.tank.lanes import in_sight
from sandtable.games.tank.spotting_odds import SPOTTED as SEEN
from sandtable.games.tank.spotting_odds import in_cover, spotting_odds
from sandtable.games.tank.state import ALPHA, BRAVO, HIDDEN, MOVING, SPOTTED, Field, Play, State, shown


def spotted(state: State, unit: int) -> bool:
    """Does it lie face up? Once spotted, it stays so [13.0]."""
    return state.flags[unit] & SPOTTED > 0


def unspotted(state: State) -> list[int]:
    """The counters that lie face down on the map; hidden ones are not on it [13.4]."""
    return [unit for unit in range(len(state.units)) if not spotted(state, unit) and shown(state, unit)]


def cover_of(field: Field, state: State, unit: int, hex: int) -> Cover:
    """What shelters a unit in a hex, from whichever side it is looked or fired at [10.6] [14.7]."""
    improved = hex in state.positions and not field.weapons[unit].hard
    return Cover(state.mode, field.country.terrain[hex], hex in state.wrecks, improved)


def spotting(field: Field, state: State, spotter: int, target: int, hex: int) -> Odds:
    """The odds of one unit spotting another in a hex; a vehicle with a movement plot shows itself.
    An overrunner in the hex itself sees it as from the next one [13.3] [13.5] [9.43]."""
    vehicle, start = field.weapons[target].hard, state.hexes[spotter]
    distance = max(1, field.country.distance(start, hex))
    covered = in_cover(
        vehicle, cover_of(field, state, target, hex), field.country.shelter.screens(start, hex)
    )
    return spotting_odds(vehicle, state.task[target] in MOVING, covered, distance)


async def spot_from_place(table: Play) -> None:
    """Before Direct Fire every unit looks for every enemy in its sight that lies face down [13.23]."""
    for target in unspotted(table.state):
        await _look_for(table, target, _enemies(table, target))


async def spot_after_move(table: Play, moved: Sequence[int], active: Collection[int]) -> tuple[bool, bool]:
    """Positions that are come upon are revealed; then all try who have a new line [13.21] [13.22] [14.2].

    For each side, whether one of its `active` units, those still moving as the impulse began, has just
    spotted somebody, which gives the right to halt [9.36].
    """
    changed = {*moved, *moved_out(table, moved), *approached(table, moved)}
    halting = [False, False]
    for target in unspotted(table.state):
        spotters = _enemies(table, target)
        looking = spotters if target in changed else [unit for unit in spotters if unit in changed]
        if await _look_for(table, target, looking) in active:
            halting[1 - table.state.side[target]] = True
    return halting[ALPHA], halting[BRAVO]


async def spot_at_once(table: Play, units: Iterable[int]) -> None:
    """Units that have just been revealed are looked for at once by all who can [13.4]."""
    for target in units:
        await _look_for(table, target, _enemies(table, target))


async def must_spot(table: Play, firer: int, target: int, hex: int) -> bool:
    """Only what the firer or one of its friends has spotted can be fired at [13.0] [8.56].

    Whoever has a line to the hex of the target and has not tried yet tries now, the firer first.
    """
    if not spotted(table.state, target):
        friends = [unit for unit in table.scene.own[table.state.side[firer]] if unit != firer]
        await _look_for(table, target, [firer, *friends], hex)
    return spotted(table.state, target)


def _enemies(table: Play, target: int) -> list[int]:
    return table.scene.own[1 - table.state.side[target]]


async def _look_for(table: Play, target: int, spotters: Sequence[int], hex: int = -1) -> int:
    """One after the other tries, until the target is spotted; who has spotted it, or -1 [13.1] [13.22]."""
    state, there = table.state, table.state.hexes[target] if hex < 0 else hex
    if spotted(state, target) or there < 0:
        return -1
    for spotter in _lookers(table, target, spotters, there):
        if await _try(table, spotter, target, there):
            return spotter
    return -1


def _lookers(table: Play, target: int, spotters: Sequence[int], hex: int) -> list[int]:
    """Those who see the hex, and have not tried in this Game-Turn [13.21] [7.24]."""
    state, seen, tried = table.state, table.scene.country.sees[hex], 1 << target
    return [
        unit
        for unit in spotters
        if (start := state.hexes[unit]) >= 0
        and seen >> start & 1
        and not state.tried[unit] & tried
        and in_sight(table.scene, state, unit, hex)
    ]


async def _try(table: Play, spotter: int, target: int, hex: int) -> bool:
    """One attempt, which a unit has once a Game-Turn for each enemy; no die where it can change nothing
    [13.21]."""
    state = table.state
    state.tried[spotter] |= 1 << target
    odds = spotting(table.scene, state, spotter, target, hex)
    result, secret = odds.results[0], state.side[spotter] if state.flags[spotter] & HIDDEN else None
    if result != odds.results[-1]:
        result = await table.roll(odds, secret)
    if result == SEEN:
        _turn_up(table, spotter, target, hex)
    return result == SEEN


def _turn_up(table: Play, spotter: int, target: int, hex: int) -> None:
    """The counter is turned face up; who saw it, the enemy learns only if it knows that unit [13.0].

    In a meeting engagement this is contact, after which panic and free movement begin [17.11].
    """
    state = table.state
    state.flags[target] |= SPOTTED
    if table.scene.situation.meeting:
        state.contact = state.contact or state.turn
    known = named(state, spotter)
    to = None if known else state.side[spotter]
    table.report(Spotted(target, hex, spotter), to, None if known else SpottedUnawares(target, hex))
