"""What the enemy knows of a counter: that it lies there, or also which of them it is [6.3]."""

from sandtable.engine import Event
from sandtable.engine.events import Audience
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import FACE_UP, KNOWN, State


def named(state: State, unit: int) -> bool:
    """Does the enemy know which unit this is? Face down, and not seen since it last moved, it is only a
    counter in a hex [6.3]."""
    return state.flags[unit] & (FACE_UP | KNOWN) > 0


def audience(state: State, *units: int) -> Audience:
    """Who may hear of these units of one side by their names: everybody, or only their own side."""
    return None if all(named(state, unit) for unit in units) else state.side[units[0]]


def tell_of(table: Play, unit: int, event: Event, others: Event | None, *also: int) -> None:
    """Report what a unit does by its name to who knows it, to others as what they can see.

    Of a headquarters that nobody knows they see nothing. `also` are more units of its side that are named.
    """
    to = audience(table.state, unit, *also)
    unseen = to is None or table.scene.types[unit].breed == "hq"
    table.report(event, to, None if unseen else others)
