"""What happens in Tank!, as typed values with their sentences."""

from sandtable.engine import Event, HexRef, SideRef, UnitRef


class UnitEvent(Event, frozen=True):
    """Something that happens to a unit."""

    unit: UnitRef


class UnitInHex(UnitEvent, frozen=True):
    """Something that happens to a unit in a hex."""

    hex: HexRef


class Plotted(UnitEvent, frozen=True):
    """A plot, opened when both sides have committed theirs."""

    case, words = "4.1", "{unit} has plotted: {line}"
    line: str


class Marches(Event, frozen=True):
    """A column that goes on along its route."""

    case, words = "17.3E", "{side} marches on: {units}"
    side: SideRef
    units: list[UnitRef]


class Voided(UnitEvent, frozen=True):
    """A fire task that is lost because a friend is or comes in the way."""

    words = "{unit} may not fire: {friend} is or comes into its line"
    rule: str
    friend: UnitRef


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


class Triggered(UnitInHex, frozen=True):
    """A unit that draws Opportunity Fire, and who fires."""

    case, words = "8.52", "{unit} comes under fire in {hex} from {firers}"
    firers: list[UnitRef]


class Placed(UnitInHex, frozen=True):
    case, words = "17.12", "{unit} is placed in {hex}"
