"""What follows from a unit's coming into a hex in whatever way: holes left, hexes passed through."""

from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import ABOARD, NOBODY, TOWED, aboard, hex_of, stack, wipe


def arrive(table: Play, unit: int, hex: int) -> None:
    """Put a unit in a hex; what it carries and tows comes with it. It is dug in no more [7.1b]."""
    state = table.state
    state.previous[unit] = state.hexes[unit] if state.hexes[unit] >= 0 else state.previous[unit]
    state.hexes[unit] = hex
    for moved in (unit, *aboard(state, unit)):
        fill_hole(table, moved)
    pass_through(table, unit, hex)


def pass_through(table: Play, unit: int, hex: int) -> None:
    """A hex of the victory rule is its side's that holds it or passed through last [6.1]."""
    state, prizes = table.state, table.scene.prizes
    if hex in prizes:
        state.held[prizes.index(hex)] = state.side[unit]


def fought_over(table: Play, hex: int) -> None:
    """After a fight in a hex, who is alone in it holds it [6.1] [13.2g]."""
    own, other = (stack(table.state, hex, side) for side in (0, 1))
    if bool(own) != bool(other):
        pass_through(table, (own or other)[0], hex)


def fill_hole(table: Play, unit: int) -> None:
    """It has left the hex in which it was dug in, for good [7.1b]."""
    state = table.state
    state.dug[unit] = NOBODY
    if unit in state.told:
        state.told.remove(unit)


def set_down(table: Play, unit: int) -> None:
    """Take a unit off its carrier, or from behind it, into the hex where that is."""
    state = table.state
    hex = hex_of(state, state.carrier[unit])
    state.carrier[unit] = state.second[unit] = NOBODY
    wipe(state, unit, TOWED)
    state.hexes[unit] = hex


def take_up(table: Play, unit: int, carrier: int) -> None:
    """Put a unit on a carrier of its hex, or behind it."""
    fill_hole(table, unit)
    table.state.hexes[unit], table.state.carrier[unit] = ABOARD, carrier
