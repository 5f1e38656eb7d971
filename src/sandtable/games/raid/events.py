"""What happens in a game of Raid!, in the words of its log.

An event that names a unit is for those who know it; what others see instead is a counter in a hex.
"""

from sandtable.engine import Event, HexRef, UnitRef
from sandtable.engine.events import SideEvent, UnitEvent, UnitInHex


class CounterEvent(SideEvent, frozen=True):
    """What is seen of a counter that lies face down."""

    hex: HexRef


# -- before play


class Placed(UnitInHex, frozen=True):
    case, words = "15.0", "{unit} stands in {hex}"


class CounterPlaced(CounterEvent, frozen=True):
    case, words = "6.3", "A counter of {side} stands in {hex}, face down"


class Deployed(SideEvent, frozen=True):
    case, words = "15.0", "{side} has set up"


class Landed(UnitInHex, frozen=True):
    case, words = "15.5", "{unit} comes down in {hex}"


class CounterLanded(CounterEvent, frozen=True):
    case, words = "15.5", "A counter of {side} comes down in {hex}"


# -- command


class OutOfCommand(UnitEvent, frozen=True):
    case, words = "5.0", "{unit} is out of command"


class InCommand(UnitEvent, frozen=True):
    case, words = "5.0", "{unit} is in command again"


class HeadquartersPassed(UnitEvent, frozen=True):
    case, words = "5.24", "{unit} passes on to {to}"
    to: UnitRef


class HeadquartersGone(UnitEvent, frozen=True):
    case, words = "5.24", "{unit} has no unit of its platoon left and is removed"


class RadioLost(UnitEvent, frozen=True):
    case, words = "12.2", "{unit} has no radio until the next Command Control Phase"


class Recombined(UnitEvent, frozen=True):
    case, words = "7.54", "{unit} has {men} men after recombining"
    men: int


class Merged(UnitEvent, frozen=True):
    case, words = "7.54", "{unit} has given its men to others and is removed"


class CounterMerged(CounterEvent, frozen=True):
    case, words = "7.54", "A counter of {side} in {hex} is removed: its men have joined others"


# -- spotting


class TurnedUp(UnitInHex, frozen=True):
    case, words, reveals = "6.3", "{unit} is seen in {hex} and turned face up", True


class TurnedDown(UnitInHex, frozen=True):
    """Its owner learns that no enemy sees it, hidden ones included."""

    case, words, reveals = "6.3", "{unit} in {hex} is out of sight and turned face down", True


class DummyFound(CounterEvent, frozen=True):
    case, words, reveals = "15.92", "The counter of {side} in {hex} is a dummy and removed", True


# -- helicopters and facing


class Rose(UnitEvent, frozen=True):
    case, words = "13.21", "{unit} rises to altitude"


class CounterRose(CounterEvent, frozen=True):
    case, words = "13.21", "A helicopter of {side} over {hex} rises to altitude"


class Dropped(UnitEvent, frozen=True):
    case, words = "13.21", "{unit} drops to the nap of the earth"


class CounterDropped(CounterEvent, frozen=True):
    case, words = "13.21", "A helicopter of {side} over {hex} drops to the nap of the earth"


class Turned(UnitEvent, frozen=True):
    case, words = "7.92", "{unit} faces {facing}"
    facing: str


# -- movement


class FirstPlayer(SideEvent, frozen=True):
    case, words = "4.2", "{side} is first"


class Passed(SideEvent, frozen=True):
    case, words = "4.1", "{side} passes"


class Entered(UnitInHex, frozen=True):
    case, words = "8.35", "{unit} comes onto the map in {hex}"


class CounterEntered(CounterEvent, frozen=True):
    case, words = "8.35", "A counter of {side} comes onto the map in {hex}"


class Moved(UnitInHex, frozen=True):
    case, words = "8.0", "{unit} moves to {hex}"


class CounterMoved(CounterEvent, frozen=True):
    case, words = "8.0", "A counter of {side} moves from {start} to {hex}"
    start: HexRef


class Exited(UnitInHex, frozen=True):
    case, words = "8.35", "{unit} leaves the map from {hex}"


class CounterExited(CounterEvent, frozen=True):
    case, words = "8.35", "A counter of {side} leaves the map from {hex}"


class Withdrawn(UnitEvent, frozen=True):
    case, words = "15.3", "{unit} may be used no longer and flies off"


class Boards(UnitEvent, frozen=True):
    case, words = "13.32", "{unit} boards {carrier}"
    carrier: UnitRef


class CounterBoards(CounterEvent, frozen=True):
    case, words = "13.32", "A counter of {side} in {hex} is taken aboard"


class Alights(UnitInHex, frozen=True):
    case, words = "13.32", "{unit} leaves {carrier} in {hex}"
    carrier: UnitRef


class CounterAlights(CounterEvent, frozen=True):
    case, words = "13.32", "A counter of {side} is set down in {hex}"


class ChargePlaced(UnitInHex, frozen=True):
    case, words = "14.25", "{unit} places a demolition charge in {hex}"


# -- losses


class Suppressed(UnitEvent, frozen=True):
    case, words = "7.8", "{unit} is suppressed"


class CounterSuppressed(CounterEvent, frozen=True):
    case, words = "7.8", "A counter of {side} in {hex} is suppressed"


class LostMen(UnitEvent, frozen=True):
    case, words = "7.8", "Men lost by {unit}: {dead}; left: {left}"
    dead: int
    left: int


class CounterLostMen(CounterEvent, frozen=True):
    case, words = "7.8", "Men lost by a counter of {side} in {hex}: {dead}"
    dead: int


class Destroyed(UnitInHex, frozen=True):
    case, words = "7.8", "{unit} in {hex} is destroyed"


class CounterDestroyed(CounterEvent, frozen=True):
    case, words = "7.8", "A counter of {side} in {hex} is destroyed"


class DiesAboard(UnitEvent, frozen=True):
    case, words = "13.53", "{unit} dies with {carrier}"
    carrier: UnitRef


class MissionCancelled(UnitEvent, frozen=True):
    case, words = "9.8", "The mission of {unit} is cancelled"


class SuppressionLifted(Event, frozen=True):
    case, words = "7.81", "All Suppression markers are removed"


# -- documents, walls, the aqueduct


class DocumentsTaken(UnitEvent, frozen=True):
    case, words = "15.2", "{unit} has the documents"


class DocumentsDropped(Event, frozen=True):
    case, words = "15.2", "The documents lie in {hex}"
    hex: HexRef


# -- fire, shells and assault


class Rubbled(Event, frozen=True):
    case, words = "9.7", "The Building in {hex} is rubble"
    hex: HexRef


class MineStruck(Event, frozen=True):
    case, words, reveals = "14.26", "A mine goes off in {hex}", True
    hex: HexRef
