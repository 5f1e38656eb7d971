"""Fire: who may still shoot, what the odds are, and when a result takes effect [8.0] [8.6]."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.games.tank.aspects import aspect_of
from sandtable.games.tank.events import Destroyed as Lost
from sandtable.games.tank.events import Doomed, FiredUpon, Fires, ShotLost
from sandtable.games.tank.fire_odds import DESTROYED as KILLED
from sandtable.games.tank.fire_odds import Attack, Firer, attack, from_hiding
from sandtable.games.tank.identity import audience, named
from sandtable.games.tank.improved import abandon, look_for_flashes
from sandtable.games.tank.spotting import cover_of, must_spot, spot_at_once
from sandtable.games.tank.state import (
    ARMED,
    DESTROYED,
    DF,
    DOOMED,
    FIRED,
    FLASHED,
    GONE,
    HIDDEN,
    MOVING,
    OF,
    PANICKED,
    TOLD,
    VOID,
    Field,
    Play,
    State,
    in_hex,
    shown,
    worn,
)


class Shot(NamedTuple):
    """Where a target is met by fire, and which way it faces there; Opportunity Fire takes effect at once."""

    hex: int
    facing: int
    opportunity: bool = False


# The Direct Fire Segment


async def fire_directly(table: Play) -> None:
    """All Direct Fire, in any order; the dice that may find hidden firers; then results [4.1] [8.61]."""
    for (_, hex), firers in _by_target(table.state).items():
        await _fire_into(table, firers, hex)
    await give_away(table)
    take_effect(table, [unit for unit in doomed(table.state) if not _holds_opportunity(table.state, unit)])


def _by_target(state: State) -> dict[tuple[int, int], list[int]]:
    """Each side's target hexes and who fires into them; the panicked and those with a friend in the way
    do not [8.21] [12.0] [8.43]."""
    found: dict[tuple[int, int], list[int]] = {}
    for unit, task in enumerate(state.task):
        if task == DF and not state.flags[unit] & (PANICKED | VOID) and state.hexes[unit] >= 0:
            found.setdefault((state.side[unit], state.target[unit]), []).append(unit)
    return found


async def _fire_into(table: Play, firers: list[int], hex: int) -> None:
    """Fire at every enemy that is in the hex now; results on moving units take effect at once
    [8.22] [8.61] [4.3]."""
    state = table.state
    enemy = 1 - state.side[firers[0]]
    targets = [unit for unit in in_hex(state, hex) if state.side[unit] == enemy and shown(state, unit)]
    if not targets:
        _lose(table, firers, hex, "8.0", "there is no enemy in the hex")
    for target in targets:
        await shoot(table, firers, [target], Shot(hex, state.facing[target]))
    take_effect(table, [unit for unit in targets if state.flags[unit] & DOOMED and _moves(state, unit)])


def _moves(state: State, unit: int) -> bool:
    return state.task[unit] in MOVING


def _holds_opportunity(state: State, unit: int) -> bool:
    """Has it Opportunity Fire to carry out, so that it is destroyed only after that [8.58] [8.61]?"""
    return state.task[unit] == OF and not state.flags[unit] & (PANICKED | VOID)


def doomed(state: State) -> list[int]:
    """The units that Direct Fire has destroyed, though the result has not taken effect yet."""
    return [unit for unit, flags in enumerate(state.flags) if flags & DOOMED]


def take_effect(table: Play, units: Sequence[int]) -> None:
    """Results that were held back take effect [8.61]."""
    for unit in units:
        destroy(table, unit, table.state.hexes[unit], "8.61")


async def give_away(table: Play) -> None:
    """Hidden positions that have fired may be found, and their units are then looked for [14.2] [13.4]."""
    if any(flags & FLASHED for flags in table.state.flags):
        await spot_at_once(table, await look_for_flashes(table))


# One target


async def shoot(table: Play, firers: Sequence[int], targets: Sequence[int], at: Shot) -> None:
    """Fire at units in a hex: each gun by itself at a vehicle, all HE together at soft targets [8.1] [8.22].

    Whoever is not spotted cannot be fired at [13.0].
    """
    for target in targets:
        if not await must_spot(table, firers[0], target, at.hex):
            _lose(table, firers, at.hex, "13.0", "the target has not been spotted")
        elif table.scene.weapons[target].hard:
            for firer in firers:
                await _attack(table, (firer,), target, at)
        else:
            await _attack(table, tuple(firers), target, at)


def reckon(field: Field, state: State, firers: Sequence[int], target: int, at: Shot) -> Attack:
    """The attack of these units on that one where it is met: range, aspect, cover, movement
    [8.3] [8.7] [8.71] [7.32]."""
    country, kind = field.country, state.kind[target]
    aspect = 0
    if field.weapons[target].hard:
        aspect = aspect_of(at.facing, country.offset(at.hex, state.hexes[firers[0]]))
    return attack(
        tuple(_firer(field, state, firer, at.hex) for firer in firers),
        kind,
        aspect,
        cover_of(field, state, target, at.hex),
        state.points[target],
        _moves(state, target),
    )


def _firer(field: Field, state: State, firer: int, hex: int) -> Firer:
    """One firer as its odds go by it; its strength is halved past Preservation [15.11]."""
    start, side = state.hexes[firer], state.side[firer]
    return Firer(
        state.kind[firer],
        state.panic[side],
        worn(state, side),
        field.country.distance(start, hex),
        field.country.shelter.hexside(start, hex),
    )


async def _attack(table: Play, firers: tuple[int, ...], target: int, at: Shot) -> None:
    """Roll for one attack; out of hiding it shows neither firer nor range [8.9] [14.2]."""
    state, found = table.state, reckon(table.scene, table.state, firers, target, at)
    if found.odds is None:
        _lose(table, firers, at.hex, found.case, found.reason)
        return
    hidden = state.flags[firers[0]] & HIDDEN > 0
    _note(state, firers, target)
    event = Fires("8.54" if at.opportunity else "8.0", [*firers], target, at.hex)
    side = state.side[firers[0]]
    table.report(event, side if hidden else None, FiredUpon(target, at.hex) if hidden else None)
    if await table.roll(from_hiding(found.odds) if hidden else found.odds) == KILLED:
        _kill(table, target, at)


def _note(state: State, firers: Sequence[int], target: int) -> None:
    """They have fired, and shown what they are; the force fired on need not keep its column any more
    [8.85] [17.3E] [17.12]."""
    for firer in firers:
        flash = FLASHED if state.flags[firer] & HIDDEN else TOLD
        state.flags[firer] |= FIRED | flash
    side = state.side[target]
    state.fired_on[side] = state.fired_on[side] or state.turn
    state.contact = state.contact or state.turn


def _kill(table: Play, target: int, at: Shot) -> None:
    """Opportunity Fire destroys on the spot; Direct Fire when its result takes effect [8.55] [8.61]."""
    flags = table.state.flags
    if flags[target] & DESTROYED:
        return
    if at.opportunity:
        destroy(table, target, at.hex, "8.55")
    elif not flags[target] & DOOMED:
        flags[target] |= DOOMED
        if not _moves(table.state, target):
            table.report(Doomed(target))


def _lose(table: Play, firers: Sequence[int], hex: int, case: str, why: str) -> None:
    """A shot that is lost; of units that the enemy does not know only their own side learns it."""
    for known in (True, False):
        lost = [firer for firer in firers if named(table.state, firer) == known]
        if lost:
            table.report(ShotLost(case, lost, hex, why), audience(table.state, lost[0]))


def destroy(table: Play, unit: int, at_hex: int, case: str) -> None:
    """A vehicle becomes a wreck where it was destroyed, guns and infantry are removed [8.62] [8.63]."""
    state, place = table.state, table.state.hexes[unit]
    state.flags[unit] = (state.flags[unit] | DESTROYED) & ~(ARMED | DOOMED | HIDDEN | FLASHED)
    state.hexes[unit], state.last_loss = GONE, state.turn
    table.report(Lost(unit, at_hex, case))
    if not table.scene.weapons[unit].hard:
        abandon(table, [hex for hex in state.positions if hex == place])
    elif at_hex not in state.wrecks:
        state.wrecks.append(at_hex)
