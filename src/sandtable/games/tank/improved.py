"""Improved Positions: hidden at first, how they come to light, and how they come to an end [14.0]."""

from collections.abc import Iterable, Sequence

from sandtable.games.tank.events import PositionGone, Revealed
from sandtable.games.tank.spotting_odds import REVEALED, reveal_odds
from sandtable.games.tank.state import FLASHED, HIDDEN, Play, State, in_hex


def hidden_units(state: State) -> list[int]:
    """The units that lie hidden on the map."""
    return [unit for unit, flags in enumerate(state.flags) if flags & HIDDEN and state.hexes[unit] >= 0]


def reveal(table: Play, hex: int) -> list[int]:
    """Place the units of a hidden position on the map, face down; which they are [14.2] [13.4]."""
    state = table.state
    found = [unit for unit in in_hex(state, hex) if state.flags[unit] & HIDDEN]
    for unit in found:
        state.flags[unit] &= ~(HIDDEN | FLASHED)
    if found:
        table.report(Revealed(hex, len(found)))
    return found


def moved_out(table: Play, moved: Sequence[int]) -> list[int]:
    """A unit that moves out of hiding shows itself, and with it who stays behind [14.2]."""
    state = table.state
    leaving = [unit for unit in moved if state.flags[unit] & HIDDEN]
    found: list[int] = []
    for unit in leaving:
        found += [*reveal(table, state.start[unit]), *reveal(table, state.hexes[unit])]
    return found


def approached(table: Play, moved: Sequence[int]) -> list[int]:
    """Hidden units whose position an enemy has come next to are revealed; which they are [14.2]."""
    state, hidden = table.state, hidden_units(table.state)
    if not hidden:
        return []
    near = table.scene.country.near
    come = [(state.side[unit], state.hexes[unit]) for unit in moved if state.hexes[unit] >= 0]
    state.trodden += [hex for _, hex in come if hex not in state.trodden]
    beside = {(1 - side, hex) for side, there in come for hex in (there, *near(there))}
    hexes = [state.hexes[unit] for unit in hidden if (state.side[unit], state.hexes[unit]) in beside]
    return [unit for hex in dict.fromkeys(hexes) for unit in reveal(table, hex)]


async def look_for_flashes(table: Play) -> list[int]:
    """For each hidden position that has fired, the side fired at rolls once; who is found [14.2]."""
    state = table.state
    hexes = [state.hexes[unit] for unit in hidden_units(state) if state.flags[unit] & FLASHED]
    found: list[int] = []
    for hex in dict.fromkeys(hexes):
        if await table.roll(reveal_odds()) == REVEALED:
            found += reveal(table, hex)
    state.flags = [flags & ~FLASHED for flags in state.flags]
    return found


def abandon(table: Play, hexes: Iterable[int]) -> None:
    """Positions in which nobody is left are removed [14.3]."""
    state = table.state
    for hex in list(hexes):
        if not in_hex(state, hex):
            state.positions.remove(hex)
            table.report(PositionGone(hex))
