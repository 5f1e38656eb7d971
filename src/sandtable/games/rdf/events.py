"""What happens in a game of Rapid Deployment Force, in the words of its log."""

from sandtable.engine import Event, HexRef, SideRef, UnitRef
from sandtable.engine.events import SideEvent, UnitEvent, UnitInHex

# -- before play


class AxisSet(SideEvent, frozen=True):
    case, words = "3.21", "{side} is to advance from {entry} to {exit}"
    entry: HexRef
    exit: HexRef


class Ordered(SideEvent, frozen=True):
    case, words = "3.22", "{side} is ordered to {task}"
    task: str


class Planned(SideEvent, frozen=True):
    case, words = "3.1", "{side} has made its plans"


class ForceBought(SideEvent, frozen=True):
    case, words = "16.7", "{side} has gathered a force"


# -- movement


class Entered(UnitInHex, frozen=True):
    case, words = "3.21", "{unit} comes onto the map in {hex}"


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


class Straggled(UnitEvent, frozen=True):
    case, words, reveals = "5.64", "{unit} has not come back into formation", True


class DugIn(UnitEvent, frozen=True):
    case, words, reveals = "9.63", "{unit} has fired, has not moved and is dug in: No Act", True


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


# -- fire


class Fires(UnitEvent, frozen=True):
    case, words = "9.0", "{unit} fires its class {weapon} at {target}"
    target: UnitRef
    weapon: int


class Defends(UnitEvent, frozen=True):
    case, words = "14.3", "{unit} fires at {target} in the air"
    target: UnitRef


class IsHit(UnitEvent, frozen=True):
    case, words = "9.4", "{unit} is hit; steps left: {steps}"
    steps: int


class Destroyed(UnitEvent, frozen=True):
    case, words = "9.4", "{unit} is destroyed"


class HeadquartersFound(UnitInHex, frozen=True):
    case, words, reveals = "5.63", "{unit} is found in {hex}", True


# -- indirect fire and air strikes


class MarkersRemoved(Event, frozen=True):
    case, words = "8.0", "The markers of {side} are removed"
    side: SideRef


class FiresIndirectly(UnitInHex, frozen=True):
    case, words = "8.0", "{unit} fires {shells} at {hex}"
    shells: str


class Suppressed(UnitEvent, frozen=True):
    case, words = "8.3", "{unit} is suppressed"


class AmmunitionSpent(UnitEvent, frozen=True):
    case, words = "8.13", "{unit} has fired its last mission and is removed"


class AirStrikeComes(Event, frozen=True):
    case, words = "14.1", "{side} strikes from the air at {hexes}"
    side: SideRef
    hexes: tuple[HexRef, ...]


class AirStrikeAborted(Event, frozen=True):
    case, words = "14.33", "{unit} turns the air strike away"
    unit: UnitRef


class StrikesCancelled(Event, frozen=True):
    case, words, reveals = (
        "14.14",
        "Air strikes cancel each other; left for each Game-Turn: {strikes}",
        True,
    )
    strikes: tuple[int, ...]


# -- close assault


class AssaultBegins(Event, frozen=True):
    case, words = "10.0", "{side} assaults {hex}"
    side: SideRef
    hex: HexRef


class RoundBegins(Event, frozen=True):
    case, words = "10.2", "Round {number} in {hex}"
    number: int
    hex: HexRef


class Withdraws(UnitInHex, frozen=True):
    case, words = "10.25", "{unit} withdraws to {hex}"


# -- morale


class CompanyRouts(Event, frozen=True):
    case, words = "13.11", "{company} has lost its headquarters and routs"
    company: str


class Routed(UnitEvent, frozen=True):
    case, words = "13.12", "{unit} routs"


class Rallied(UnitEvent, frozen=True):
    case, words = "13.22", "{unit} rallies"


class NotRallied(UnitEvent, frozen=True):
    case, words = "13.21", "{unit} does not rally"


class CompanyRallies(Event, frozen=True):
    case, words = "13.21", "{company} rallies"
    company: str


class ForceBroken(Event, frozen=True):
    case, words = "13.4", "The force of {side} is broken"
    side: SideRef


# -- the end


class OrdersMet(SideEvent, frozen=True):
    case, words = "15.1", "{side} declares that its orders are met"


class WithdrawnFromPlay(SideEvent, frozen=True):
    case, words = "13.4", "{side} is broken and leaves the game"
