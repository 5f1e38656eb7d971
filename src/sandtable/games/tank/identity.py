"""What a side knows of an enemy's counter: that it lies there, or also which of them it is [3.2] [13.0]."""

from sandtable.engine import Event
from sandtable.engine.events import Audience
from sandtable.games.tank.state import DESTROYED, EXITED, HIDDEN, SPOTTED, TOLD, Play, State, shown

_OPEN = SPOTTED | TOLD | DESTROYED | EXITED


def uniform(state: State, side: int) -> bool:
    """Are all units of a force of one kind, so that a counter lying face down hides nothing?"""
    kinds = [kind for kind, own in zip(state.kind, state.side, strict=True) if own == side]
    return len({*kinds}) == 1


def named(state: State, unit: int) -> bool:
    """Does the enemy know which unit this is? Face down it is only a counter in a hex [3.2]."""
    flags = state.flags[unit]
    return flags & _OPEN > 0 or (not flags & HIDDEN and uniform(state, state.side[unit]))


def audience(state: State, *units: int) -> Audience:
    """Who may hear units of one side called by their names: everybody, or only that side."""
    return None if all(named(state, unit) for unit in units) else state.side[units[0]]


def tell_of(table: Play, unit: int, event: Event, others: Event | None) -> None:
    """Report what a unit does by its name to who knows it, to others as what they can see."""
    table.report(event, audience(table.state, unit), None if named(table.state, unit) else others)


def tell_of_friends(
    table: Play, event: Event, friends: tuple[int, int], unawares: Event, another: Event
) -> None:
    """Report what the second unit, a friend, means for the first: to the enemy without the friend if it does
    not know that one, by the hex alone if it does not know the first either. A hidden friend is no news."""
    state, (unit, friend) = table.state, friends
    known = unawares if named(state, unit) else another
    unseen = state.flags[friend] & HIDDEN or not shown(state, unit)
    table.report(event, audience(state, unit, friend), None if unseen else known)
