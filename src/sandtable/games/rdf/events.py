"""What happens in a game of Rapid Deployment Force, in the words of its log."""

from sandtable.engine import Event, HexRef, SideRef, UnitRef


class UnitEvent(Event, frozen=True):
    """Something that happens to a unit."""

    unit: UnitRef


class UnitInHex(UnitEvent, frozen=True):
    """Something that happens to a unit in a hex."""

    hex: HexRef


class SideEvent(Event, frozen=True):
    """Something that befalls a side."""

    side: SideRef


# -- before play


class AxisSet(SideEvent, frozen=True):
    case, words = "3.21", "{side} is to advance from {entry} to {exit}"
    entry: HexRef
    exit: HexRef


class Planned(SideEvent, frozen=True):
    case, words = "3.1", "{side} has made its plans"


class ForceBought(SideEvent, frozen=True):
    case, words = "16.7", "{side} has gathered a force"


# -- movement


class Entered(UnitInHex, frozen=True):
    case, words = "6.5", "{unit} comes onto the map in {hex}"


class Moved(UnitInHex, frozen=True):
    case, words = "6.11", "{unit} moves to {hex}"


class Exited(UnitInHex, frozen=True):
    case, words = "15.1", "{unit} leaves the map from {hex}"


class Mounted(UnitEvent, frozen=True):
    case, words = "12.11", "{unit} mounts {carrier}"
    carrier: UnitRef


class Dismounted(UnitEvent, frozen=True):
    case, words = "12.11", "{unit} dismounts from {carrier}"
    carrier: UnitRef


class Spent(UnitEvent, frozen=True):
    case, words = "6.14", "{unit} has spent more than half its points and is inactive"


class Stood(UnitEvent, frozen=True):
    case, words = "9.62", "{unit} has not moved: No Act"


class Reactivated(UnitEvent, frozen=True):
    case, words = "9.22", "{unit} is active again"


# -- command


class Sighted(UnitEvent, frozen=True):
    case, words = "5.47", "{side} has sighted {unit}"
    side: SideRef


class FormationTried(SideEvent, frozen=True):
    case, words = "5.43", "{side} tries to change to {formation}"
    formation: str


class FormationTaken(SideEvent, frozen=True):
    case, words = "5.43", "{side} is in {formation}"
    formation: str


class OutOfFormation(UnitEvent, frozen=True):
    case, words = "5.64", "{unit} must come back into the formation before the next Command Phase"


class AltitudeTaken(UnitEvent, frozen=True):
    case, words = "14.25", "{unit} flies at {altitude} altitude"
    altitude: str


class HostChanged(UnitEvent, frozen=True):
    case, words = "5.63", "the battalion headquarters rides with {unit}"


class ChiefNamed(UnitEvent, frozen=True):
    case, words = "13.11", "{unit} is headquarters of its company"


# -- the end


class OrdersMet(SideEvent, frozen=True):
    case, words = "15.1", "{side} declares that its orders are met"


class WithdrawnFromPlay(SideEvent, frozen=True):
    case, words = "13.4", "{side} is broken and leaves the game"
