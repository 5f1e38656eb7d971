"""What room a unit takes in a hex, so that a sum tells what a stack takes [6.3] [6.31] [6.34]."""

from sandtable.games.rdf.counters import CLASS_G, HELICOPTER, Counter

EACH = 256
"""More units of a sort than a side has."""
VEHICLE, ON_FOOT = 1, EACH
IN_THE_AIR = EACH * EACH


def space_of(counter: Counter) -> int:
    """The room of a unit that is no passenger: headquarters take none, helicopters that of a vehicle too."""
    if counter.kind == "hq":
        return 0
    if counter.row == CLASS_G:
        return ON_FOOT
    return VEHICLE + IN_THE_AIR * (counter.row == HELICOPTER)
