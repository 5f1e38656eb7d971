"""Panic: whose hex numbers are drawn, and where those run who were to move [12.0]."""

from sandtable.engine.events import Audience
from sandtable.games.tank.country import NO_WAY, WHOLE_ALLOWANCE
from sandtable.games.tank.disclosure import void_by_panic
from sandtable.games.tank.events import Bolts, Panicked
from sandtable.games.tank.identity import tell_of
from sandtable.games.tank.movement import allowance, heading, price
from sandtable.games.tank.panic_odds import CHITS, panic_points_odds, scatter_odds
from sandtable.games.tank.state import (
    ALPHA,
    ARMED,
    BRAVO,
    HIDDEN,
    MOVING,
    MV,
    NO_PLACE,
    PANIC,
    PANICKED,
    SIDES,
    Field,
    Play,
    State,
    on_map,
)
from sandtable.hexes import LETTERS


def suspended(state: State) -> bool:
    """Does nobody panic yet: not before the Game-Turn after the first contact or fire
    [17.11] [17.12] [17.13]?"""
    return not 0 < state.contact < state.turn


async def panic(table: Play) -> None:
    """Both forces draw; who panics either runs or does nothing [4.1] [12.0] [12.1]."""
    if suspended(table.state):
        return
    fleeing = []
    for side in (ALPHA, BRAVO):
        for unit in await _panicked(table, side):
            table.state.flags[unit] = (table.state.flags[unit] | PANICKED) & ~ARMED
            if table.state.task[unit] in MOVING:
                await _bolt(table, unit)
                fleeing.append(unit)
    void_by_panic(table, fleeing)


async def _panicked(table: Play, side: int) -> list[int]:
    """As many chits as the Panic Level; a unit panics if its hex number ends in one of them
    [12.1] [17.3E]."""
    field, state = table.scene, table.state
    units, level = list(on_map(state, side, field)), state.panic[side]
    if not units or not level:
        return []
    drawn = await table.draw(f"Panic of {SIDES[side]}", "12.1", CHITS, level)
    state.chits[side] = sum(1 << int(digit) for digit in drawn)
    found = [unit for unit in units if state.chits[side] >> field.country.digits[state.hexes[unit]] & 1]
    for unit in found:
        if state.flags[unit] & HIDDEN:
            table.report(Panicked(unit), side)
        else:
            tell_of(table, unit, Panicked(unit), None)
    return found


async def _bolt(table: Play, unit: int) -> None:
    """The panic plot in place of the written one, whatever that was [12.21] [9.42]."""
    field, state = table.scene, table.state
    secret: Audience = state.side[unit] if state.flags[unit] & HIDDEN else None
    toward = await table.roll(scatter_odds(), secret)
    points = most = allowance(field, unit, MV)
    if not field.weapons[unit].infantry:
        points = int(await table.roll(panic_points_odds(most), secret))
    path, due = flight(field, unit, state.hexes[unit], LETTERS.index(toward), points)
    state.task[unit], state.path[unit], state.due[unit] = PANIC, path, due
    state.points[unit] = due[-1] if due else 0
    if path:
        state.place[unit] = NO_PLACE
    table.report(Bolts(unit, toward, state.points[unit], [*path]), secret)


def flight(
    field: Field, unit: int, start: int, d: int, points: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Straight on as far as the points pay in full and the map goes; infantry one hex [12.22] [10.13]."""
    path: list[int] = []
    due: list[int] = []
    spent = 0
    while not (path and field.weapons[unit].infantry):
        hex = field.country.neighbours[start * 6 + d]
        cost = price(field, unit, start, hex) if hex >= 0 else NO_WAY
        if cost == WHOLE_ALLOWANCE:
            cost = NO_WAY if path else allowance(field, unit, MV)
        if cost == NO_WAY or spent + cost > points:
            break
        spent += cost
        path.append(hex)
        due.append(spent)
        start = hex
    return tuple(path), tuple(due)


async def face_initially(table: Play) -> None:
    """Vehicles that are to move turn toward their first hex, those that back turn their rear to it
    [4.1] [9.2] [9.6]."""
    state = table.state
    for unit, task in enumerate(state.task):
        start, path = state.hexes[unit], state.path[unit]
        turns = task in MOVING and path and start >= 0 and path[0] >= 0
        if turns and not table.scene.weapons[unit].infantry:
            state.facing[unit] = heading(table.scene, task, start, path[0])
