"""Opportunity Fire: who comes first into a line of fire, and what is done about it [8.5]."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.games.tank.collisions import Step, active
from sandtable.games.tank.direct_fire import Shot, shoot
from sandtable.games.tank.events import AnotherCalledOff, CalledOff
from sandtable.games.tank.first_in_line import PickFirer, PickFirst, Shots, Trigger
from sandtable.games.tank.identity import tell_of
from sandtable.games.tank.lanes import crossed, lanes_of, longest_shot, masks
from sandtable.games.tank.movement import heading
from sandtable.games.tank.spotting import must_spot
from sandtable.games.tank.state import ALPHA, ARMED, BRAVO, DESTROYED, Field, Play, State, shown


async def fire_at_starts(table: Play) -> None:
    """Before anybody moves: fire at the enemies in a lane who are about to [8.57]."""
    state = table.state
    still = [Step(unit, hex, hex) for unit, hex in enumerate(state.hexes) if hex >= 0 and active(state, unit)]
    for side in (ALPHA, BRAVO):
        await _fire_side(table, side, [step for step in still if state.side[step.unit] != side])


async def fire_at_movers(table: Play, moved: Sequence[Step]) -> dict[int, int]:
    """Fire at those who have just come into a lane; where each that fell was met [8.52] [8.55] [8.51]."""
    fell: dict[int, int] = {}
    for side in (ALPHA, BRAVO):
        fell |= await _fire_side(table, side, moved)
    return fell


async def _fire_side(table: Play, side: int, moved: Sequence[Step]) -> dict[int, int]:
    """All fire of a side at one impulse; who is left without a target stays ready [8.23] [8.58]."""
    state, fell, chosen = table.state, dict[int, int](), dict[int, Trigger]()
    ready = [unit for unit in table.scene.own[side] if state.flags[unit] & ARMED]
    while ready:
        for firer in ready:
            if firer not in chosen and (first := await _first(table, firer, moved)) is not None:
                chosen[firer] = first
        if not chosen:
            break
        target, shots = _next_target(chosen)
        await _fire_at(table, target, shots)
        if state.flags[target] & DESTROYED:
            fell[target] = shots[0].trigger.hex
        ready = [unit for unit in ready if state.flags[unit] & ARMED]
        chosen = {firer: met for firer, met in chosen.items() if firer in ready and met.unit != target}
    return fell


def _next_target(chosen: Mapping[int, Trigger]) -> tuple[int, list[Shots]]:
    """The nearest unit in anybody's line, and who fires: where it crossed a line comes before where it went
    [9.2]."""
    nearest = min(chosen.items(), key=lambda item: (item[1].distance, item[0]))[1]
    shots = [Shots(firer, met) for firer, met in chosen.items() if met.unit == nearest.unit]
    return nearest.unit, [shot for shot in shots if shot.trigger.over] or shots


async def _fire_at(table: Play, target: int, shots: Sequence[Shots]) -> None:
    """At a vehicle one after the other until it is destroyed, at soft targets all together [8.22] [8.23]."""
    left = sorted(shots, key=lambda shot: (shot.trigger.distance, shot.firer))
    if not table.scene.weapons[target].hard:
        await _shoot(table, target, left)
        return
    ordered = len(left) == 1
    while left and not table.state.flags[target] & DESTROYED:
        picked = (
            None
            if ordered
            else await table.ask(PickFirer(table, table.state.side[left[0].firer], target, left))
        )
        ordered = ordered or picked is None or len(left) == 2
        shot = next(shot for shot in left if picked in (None, shot.firer))
        left.remove(shot)
        await _shoot(table, target, [shot])


async def _shoot(table: Play, target: int, shots: Sequence[Shots]) -> None:
    """Resolved as Direct Fire is, where the target was met [8.54]."""
    for shot in shots:
        table.state.flags[shot.firer] &= ~ARMED
    met = shots[0].trigger
    await shoot(table, [shot.firer for shot in shots], [target], Shot(met.hex, met.facing, True))


async def _first(table: Play, firer: int, moved: Sequence[Step]) -> Trigger | None:
    """The first unit in a firer's line: the nearest of those that come at the same impulse; a friend
    calls the fire off [8.52] [8.56] [8.84]."""
    met = []
    for trigger in triggers(table.scene, table.state, firer, moved):
        if trigger.friend or await must_spot(table, firer, trigger.unit, trigger.hex):
            met.append(trigger)
    nearest = min((trigger.distance for trigger in met), default=0)
    first = [trigger for trigger in met if trigger.distance == nearest]
    friends = [trigger.unit for trigger in first if trigger.friend]
    if friends:
        _call_off(table, firer, friends[0])
        return None
    if len(first) < 2:
        return first[0] if first else None
    ask = PickFirst(table, table.state.side[firer], firer, first)
    return ask.settled(await table.ask(ask))


def _call_off(table: Play, firer: int, friend: int) -> None:
    """A friend is first in the line, so the unit does nothing in this Game-Turn [8.52]."""
    state = table.state
    state.flags[firer] &= ~ARMED
    another = AnotherCalledOff(state.hexes[firer]) if shown(state, firer) else None
    tell_of(table, firer, CalledOff(firer, friend), another)


def triggers(field: Field, state: State, firer: int, moved: Sequence[Step]) -> Iterator[Trigger]:
    """All who have come into a firer's lines and are still alive; of enemies, those it could hit
    [8.53] [8.54] [8.41]."""
    start = state.hexes[firer]
    lanes = lanes_of(field, start, state.target[firer])
    most = longest_shot(field, state, firer)
    for unit, came, end in moved:
        if state.flags[unit] & DESTROYED or unit == firer:
            continue
        friend = state.side[unit] == state.side[firer]
        if friend and not masks(field, firer, unit):
            continue
        for lane in lanes:
            over = came >= 0 and crossed(lane, came, end)
            if not over and end not in lane.hexes:
                continue
            hex = came if over else end
            distance = field.country.distance(start, hex)
            facing = heading(field, state.task[unit], came, end) if over else state.facing[unit]
            if friend or (
                distance <= most and field.country.clear(start, hex) and _harms(field, firer, unit)
            ):
                yield Trigger(unit, hex, facing, distance, friend, over)
            break


def _harms(field: Field, firer: int, target: int) -> bool:
    """Infantry waits for vehicles, and who has no HE for them as well [8.84] [8.81] [8.1]."""
    weapon = field.weapons[firer]
    return field.weapons[target].hard or (not weapon.infantry and weapon.he > 0)
