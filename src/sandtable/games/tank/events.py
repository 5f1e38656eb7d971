"""What happens in Tank!, as typed values with their sentences."""

from sandtable.engine import Event, HexRef, SideRef, UnitRef
from sandtable.engine.events import HexEvent, UnitEvent, UnitInHex


class Plotted(UnitEvent, frozen=True):
    """A plot, opened when both sides have committed theirs."""

    case, words = "4.1", "{unit} has plotted: {line}"
    line: str


class AnotherPlotted(HexEvent, frozen=True):
    """The plot of a counter that lies face down."""

    case, words = "4.1", "A counter in {hex} has plotted: {line}"
    line: str


class Voided(UnitEvent, frozen=True):
    """A fire task that is lost because a friend is or comes in the way."""

    words = "{unit} may not fire: {friend} is or comes into its line"
    rule: str
    friend: UnitRef


class VoidedUnawares(UnitEvent, frozen=True):
    """The same, as the enemy hears it who does not know the friend."""

    words = "{unit} may not fire: a friend is or comes into its line"
    rule: str


class AnotherVoided(HexEvent, frozen=True):
    """The fire task of a counter that lies face down, lost because a friend is or comes in the way."""

    words = "A counter in {hex} may not fire: a friend is or comes into its line"
    rule: str


class Panicked(UnitEvent, frozen=True):
    case, words = "12.1", "{unit} panics"


class Bolts(UnitEvent, frozen=True):
    """The plot that panic gives a unit that was to move."""

    case, words = "12.22", "{unit} makes for {toward}, {points} points: {path}"
    toward: str
    points: int
    path: list[HexRef]


class Moved(UnitInHex, frozen=True):
    case, words = "9.14", "{unit} moves to {hex}"


class CameOn(UnitInHex, frozen=True):
    case, words = "17.3E", "{unit} comes on at {hex}"


class Left(UnitEvent, frozen=True):
    case, words = "17.3E", "{unit} leaves the map"


class Stopped(UnitEvent, frozen=True):
    """A unit that moves no further in this Game-Turn."""

    words = "{unit} is stopped: {why}"
    rule: str
    why: str


class Halted(Event, frozen=True):
    case, words = "9.36", "{side} breaks off all its movement"
    side: SideRef


class SteppedBack(UnitInHex, frozen=True):
    case, words = "9.34", "{unit} cannot stay and ends in {hex}"


class Overrun(UnitInHex, frozen=True):
    """An overrun, and whom it eliminates."""

    case, words = "9.44", "{unit} overruns {hex}: {lost}"
    lost: list[UnitRef]


class CalledOff(UnitEvent, frozen=True):
    """Opportunity Fire that a friend has come before."""

    case, words = "8.52", "{unit} holds its fire: {friend} is first in its line"
    friend: UnitRef


class AnotherCalledOff(HexEvent, frozen=True):
    """Opportunity Fire of a counter that lies face down, which a friend has come before."""

    case, words = "8.52", "A counter in {hex} holds its fire: a friend is first in its line"


class Placed(UnitInHex, frozen=True):
    case, words, reveals = "17.13", "{unit} is placed in {hex}", True


class SomebodyPlaced(HexEvent, frozen=True):
    case, words, reveals = "17.13", "A counter is placed in {hex}, face down", True


class Spotted(UnitInHex, frozen=True):
    """A unit that is turned face up; `spotter` is the one that saw it."""

    case, words, reveals = "13.0", "{unit} is spotted in {hex} by {spotter}", True
    spotter: UnitRef


class SpottedUnawares(UnitInHex, frozen=True):
    """The same for those who do not know who saw it."""

    case, words, reveals = "13.0", "{unit} is spotted in {hex}", True


class Revealed(HexEvent, frozen=True):
    """A hidden Improved Position whose units are placed on the map, face down."""

    case, words, reveals = "14.2", "{counters} hidden in an Improved Position in {hex}: revealed", True
    counters: int


class Fires(Event, frozen=True):
    """An attack on one unit, before its die."""

    words = "Fire of {firers} at {target} in {hex}"
    rule: str
    firers: list[UnitRef]
    target: UnitRef
    hex: HexRef


class FiredUpon(UnitInHex, frozen=True):
    """The same for those who are fired at out of hiding."""

    case, words = "14.2", "{unit} is fired at out of hiding in {hex}"


class ShotLost(Event, frozen=True):
    """Fire at a hex that comes to nothing without a die."""

    words = "{firers}: no shot at {hex}, {why}"
    rule: str
    firers: list[UnitRef]
    hex: HexRef
    why: str


class Doomed(UnitEvent, frozen=True):
    """Destroyed by Direct Fire, though the result takes effect later."""

    case, words = "8.61", "{unit} is hit; the result takes effect later"


class Destroyed(UnitInHex, frozen=True):
    """A unit that is lost, as a wreck if it is a vehicle."""

    words = "{unit} is destroyed in {hex}"
    rule: str


class Turned(UnitEvent, frozen=True):
    case, words = "7.11", "{unit} turns to {toward}"
    toward: str


class PositionGone(HexEvent, frozen=True):
    case, words = "14.3", "The Improved Position in {hex} is gone"


class PreservationReached(Event, frozen=True):
    case, words = "15.0", "{side} has reached its Preservation Level with {lost} units lost"
    side: SideRef
    lost: int
