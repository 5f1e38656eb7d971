"""What must hold at any time in a game of Raid!, whatever is played [5.24] [7.83] [8.4] [8.6] [13.31]."""

from collections.abc import Iterator

from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ABOARD, DEAD, MERGED, NOBODY, UNLOADED, aboard, has
from sandtable.games.raid.transport import weight


def faults(table: Play) -> Iterator[str]:
    """Everything that is wrong with the present state."""
    state = table.state
    for unit, name in enumerate(state.units):
        yield from (f"{name} {fault}" for fault in _unit_faults(table, unit))
    for unit in (*state.moving, *state.exposed):
        if state.hexes[unit] in (DEAD, MERGED):
            yield f"{state.units[unit]} is gone and yet has something under way"
    if state.documents >= 0 and state.carrying >= 0:
        yield "the documents lie in a hex and are carried"


def _unit_faults(table: Play, unit: int) -> Iterator[str]:
    """A unit that is where it cannot be, or has men that it cannot have."""
    state, kind, hex = table.state, table.scene.types[unit], table.state.hexes[unit]
    if not MERGED <= hex < table.scene.board.count:
        yield f"stands nowhere: {hex}"
    if not 0 <= state.men[unit] <= kind.men:
        yield f"has {state.men[unit]} men"
    if kind.combat and (state.men[unit] == 0) != (hex in (DEAD, MERGED)):
        yield f"has {state.men[unit]} men and is at {hex}"
    if hex == ABOARD and state.carrier[unit] == NOBODY:
        yield "is aboard nothing"
    if hex >= 0 and not kind.flies:
        yield from _ground_faults(table, unit, hex)
    if kind.carries and hex not in (DEAD, MERGED):
        load = sum(weight(table, unit, one) for one in aboard(state, unit))
        if load > kind.carries:
            yield f"carries {load} of {kind.carries}"
    if not -1 <= state.facing[unit] < len("ABCDEF"):
        yield f"faces {state.facing[unit]}"


def _ground_faults(table: Play, unit: int, hex: int) -> Iterator[str]:
    row, kind = table.scene.field(table.state).bare[hex], table.scene.types[unit]
    if row.mp is None:
        yield "stands where nobody can"
    if kind.breed == "vehicle" and not row.vehicles and not has(table.state, unit, UNLOADED):
        yield "is a vehicle where none can be"
