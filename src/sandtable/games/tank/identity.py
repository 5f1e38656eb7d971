"""What a side knows of an enemy's counter: that it lies there, or also which of them it is [3.2] [13.0]."""

from sandtable.engine import Event
from sandtable.engine.events import Audience
from sandtable.games.tank.state import DESTROYED, EXITED, HIDDEN, SPOTTED, TOLD, Play, State

_OPEN = SPOTTED | TOLD | DESTROYED | EXITED


def uniform(state: State, side: int) -> bool:
    """Are all units of a force of one kind, so that a counter lying face down hides nothing?"""
    kinds = [kind for kind, own in zip(state.kind, state.side, strict=True) if own == side]
    return len({*kinds}) == 1


def named(state: State, unit: int) -> bool:
    """Does the enemy know which unit this is? Face down it is only a counter in a hex [3.2]."""
    flags = state.flags[unit]
    return flags & _OPEN > 0 or (not flags & HIDDEN and uniform(state, state.side[unit]))


def audience(state: State, unit: int) -> Audience:
    """Who may hear a unit called by its name: everybody, or only its own side."""
    return None if named(state, unit) else state.side[unit]


def tell_of(table: Play, unit: int, event: Event, others: Event | None) -> None:
    """Report what a unit does by its name to who knows it, to others as what they can see."""
    table.report(event, audience(table.state, unit), None if named(table.state, unit) else others)
