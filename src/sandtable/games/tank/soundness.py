"""What must hold at any time in a game of Tank!, whatever is played [4.1] [11.0] [13.4]."""

from collections.abc import Iterator

from sandtable.games.tank.dealing import may_stack
from sandtable.games.tank.state import (
    DESTROYED,
    EXITED,
    GONE,
    HIDDEN,
    MOVING,
    SPOTTED,
    Field,
    State,
    in_hex,
)


def faults(field: Field, state: State) -> Iterator[str]:
    """Everything that is wrong with the present state."""
    for unit, name in enumerate(state.units):
        yield from (f"{name} {fault}" for fault in _unit_faults(field, state, unit))
    yield from _stacking(field, state)
    yield from _lists(field, state)


def _unit_faults(field: Field, state: State, unit: int) -> Iterator[str]:
    """A unit that is where it cannot be, or has a task that it cannot have."""
    flags, hex, weapon = state.flags[unit], state.hexes[unit], field.weapons[unit]
    if flags & (DESTROYED | EXITED) and hex != GONE:
        yield "is out of the game and still on the map"
    if flags & DESTROYED and flags & EXITED:
        yield "is destroyed and yet has left the map"
    if not (hex == GONE or -len(state.units) <= hex < field.board.count):
        yield f"stands nowhere: {hex}"
    if flags & HIDDEN and hex >= 0 and (flags & SPOTTED or hex not in state.positions):
        yield "is hidden where it cannot be"
    if not -1 <= state.facing[unit] < 6 or (state.facing[unit] < 0) != weapon.infantry:
        yield f"faces {state.facing[unit]}"
    if state.task[unit] in MOVING and weapon.gun:
        yield "is a gun and moves"
    if state.done[unit] > len(state.path[unit]) or len(state.path[unit]) != len(state.due[unit]):
        yield "has made more steps than it has plotted"


def _stacking(field: Field, state: State) -> Iterator[str]:
    """Between Game-Turns nobody shares a hex with an enemy, or with too many friends [11.0] [11.1]."""
    if state.step or not state.ready:
        return
    for hex in {there: None for there in state.hexes if there >= 0}:
        units = in_hex(state, hex)
        if len({state.side[unit] for unit in units}) > 1 or not may_stack(field, units):
            yield f"{field.hex_name(hex)} holds {' '.join(state.units[unit] for unit in units)}"


def _lists(field: Field, state: State) -> Iterator[str]:
    """Hexes that are listed once and are on the map."""
    for what, hexes in (("wrecks", state.wrecks), ("positions", state.positions)):
        if len({*hexes}) != len(hexes) or not all(0 <= hex < field.board.count for hex in hexes):
            yield f"the list of {what} is wrong: {hexes}"
