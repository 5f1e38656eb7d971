"""Dealing again what units carry and whom they answer to: charges, passengers, platoons, stacks [6.3]."""

from collections.abc import Sequence

from sandtable.engine.dice import Dice
from sandtable.games.raid.deployment import may_choose_platoon
from sandtable.games.raid.entry import zone_of
from sandtable.games.raid.identity import named
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import (
    ABOARD,
    CHARGE,
    FIRED,
    LOADED,
    SHOT,
    TRAPPED,
    UNLOADED,
    State,
    alive,
    has,
    mark,
    wipe,
)
from sandtable.games.raid.transport import weight

_ACTED = FIRED | SHOT | LOADED | UNLOADED


def deal_loads(table: Play, known: State, side: int, dice: Dice) -> None:
    """Who carries a charge, who is aboard what, which platoon and which place in a stack [5.12] [7.84]."""
    if not table.state.ready:
        return
    _hand_out_charges(table, side, dice)
    _change_carriers(table, known, side, dice)
    for unit in _unassigned(table, side):
        table.state.platoon[unit] = dice.roll(len(table.scene.hqs[side])) - 1
    for stack in _stacks(table.state, table.scene.own[side]):
        ranks = _shuffled([table.state.rank[unit] for unit in stack], dice)
        for unit, rank in zip(stack, ranks, strict=True):
            table.state.rank[unit] = rank


def load_secrets(table: Play, side: int) -> dict[str, object]:
    """Loads, platoons and the order of stacks of a side that the other one cannot know."""
    state = table.state
    if not state.ready:
        return {}
    found: dict[str, object] = {}
    bearers = _bearers(table, side)
    if len({has(state, unit, CHARGE): 0 for unit in bearers}) > 1:
        found |= {f"charge of {state.units[unit]}": has(state, unit, CHARGE) for unit in bearers}
    for unit, others in _exchanges(table, state, side):
        if others:
            found[f"carrier of {state.units[unit]}"] = state.carrier[unit]
    found |= {f"platoon of {state.units[unit]}": state.platoon[unit] for unit in _unassigned(table, side)}
    for stack in _stacks(state, table.scene.own[side]):
        order = sorted(stack, key=state.rank.__getitem__)
        found[f"order in {table.scene.hex_name(state.hexes[stack[0]])}"] = order
    return found


def _bearers(table: Play, side: int) -> list[int]:
    """The teams that may have a charge or not; the one that lands in the prison has none, and one that is
    under way shows by going on what it can do [14.25] [15.3]."""
    state = table.state
    return [
        unit
        for unit in table.scene.own[side]
        if table.scene.types[unit].id == "fire_team"
        and alive(state, unit)
        and not has(state, unit, TRAPPED)
        and unit not in state.moving
        and not _in_the_wreck(table, state.carrier[unit])
    ]


def _hand_out_charges(table: Play, side: int, dice: Dice) -> None:
    bearers = _bearers(table, side)
    holding = _shuffled([has(table.state, unit, CHARGE) for unit in bearers], dice)
    for unit, holds in zip(bearers, holding, strict=True):
        (mark if holds else wipe)(table.state, unit, CHARGE)


def _change_carriers(table: Play, known: State, side: int, dice: Dice) -> None:
    """Passengers that nobody has seen change places with others as heavy [13.31]."""
    carrier = table.state.carrier
    for unit, others in _exchanges(table, known, side):
        other = [unit, *others][dice.roll(1 + len(others)) - 1]
        carrier[unit], carrier[other] = carrier[other], carrier[unit]


def _exchanges(table: Play, known: State, side: int) -> list[tuple[int, list[int]]]:
    """Of each passenger that nobody has seen those of other carriers that could be in its place."""
    state = table.state
    hidden = [
        unit
        for unit in table.scene.combat[side]
        if state.hexes[unit] == known.hexes[unit] == ABOARD
        and not (named(known, unit) or known.flags[unit] & _ACTED or state.held[unit] or known.held[unit])
        and not _in_the_wreck(table, state.carrier[unit])
    ]
    return [(unit, [other for other in hidden if _alike(table, unit, other)]) for unit in hidden]


def _alike(table: Play, one: int, other: int) -> bool:
    """Do they weigh the same aboard different carriers of one kind [13.31] [14.12]?"""
    mine, theirs = table.state.carrier[one], table.state.carrier[other]
    alike = table.scene.types[mine].flies == table.scene.types[theirs].flies
    return mine != theirs and alike and weight(table, mine, one) == weight(table, mine, other)


def _in_the_wreck(table: Play, carrier: int) -> bool:
    """Is this the helicopter that lands inside the prison wall [15.3]?"""
    zone = zone_of(table, carrier) if carrier >= 0 else None
    return zone is not None and zone.wrecks


def _unassigned(table: Play, side: int) -> list[int]:
    """The machine guns and Bazookas whose platoon their owner has chosen in secret [5.12]."""
    return [
        unit
        for unit in table.scene.combat[side]
        if alive(table.state, unit) and may_choose_platoon(table, unit)
    ]


def _stacks(state: State, units: Sequence[int]) -> list[list[int]]:
    """The stacks of these units on the map in which there is an order to be kept secret [7.84]."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        if state.hexes[unit] >= 0 and state.men[unit]:
            stacks.setdefault(state.hexes[unit], []).append(unit)
    return [stack for stack in stacks.values() if len(stack) > 1]


def _shuffled(things: Sequence[int], dice: Dice) -> list[int]:
    found = [*things]
    for place in range(len(found) - 1, 0, -1):
        other = dice.roll(place + 1) - 1
        found[place], found[other] = found[other], found[place]
    return found
