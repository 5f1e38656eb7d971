"""What happens in a game of the series, in the words of its log.

Counters, their modes and markers lie open [2.0]; what does not is reported to its owner alone: sheets,
company morale, fire plans, digging in, ambushes.
"""

from sandtable.engine import Event, HexRef, SideRef, UnitRef
from sandtable.engine.events import HexEvent, SideEvent, UnitEvent, UnitInHex

# -- before play


class Placed(UnitInHex, frozen=True):
    case, words = "3.0", "{unit} stands in {hex}"


class SetUp(SideEvent, frozen=True):
    case, words = "1.2", "{side} has set up"


# -- command


class WeatherCame(Event, frozen=True):
    case, words = "8.3b", "The weather is {weather}"
    weather: str


class SheetDrawn(SideEvent, frozen=True):
    case, words = "6.2", "{side} draws op sheet {sheet}"
    sheet: str


class SheetImplemented(SideEvent, frozen=True):
    case, words = "6.7", "op sheet {sheet} of {side} is implemented"
    sheet: str


class SheetRemoved(SideEvent, frozen=True):
    case, words = "6.8", "op sheet {sheet} of {side} is removed: {reason}"
    sheet: str
    reason: str


class SheetTried(SideEvent, frozen=True):
    case, words = "6.6c", "op sheet {sheet} of {side} waits on: {turns} weighted turns"
    sheet: str
    turns: int


class StepBegun(SideEvent, frozen=True):
    case, words = "6.2b", "{group} of op sheet {sheet} begins its next step: {step}"
    sheet: str
    group: str
    step: str


class Committed(SideEvent, frozen=True):
    case, words = "6.11d", "op sheet {sheet} of {side}: {change} is ordered"
    sheet: str
    change: str


class Unassigned(UnitInHex, frozen=True):
    case, words = "6.5", "{unit} is unassigned; its centre is {hex}"


class Withdrawing(SideEvent, frozen=True):
    case, words = "6.5c", "unassigned units of {side} withdraw by their contingency plan: {units}"
    units: tuple[UnitRef, ...]


class FailureDeclared(SideEvent, frozen=True):
    case, words = "6.10", "{side} declares failure of {group} on op sheet {sheet}: {reason}"
    sheet: str
    group: str
    reason: str


class Noted(SideEvent, frozen=True):
    case, words = "6.7b", "{code} is noted for {side}: {reason}"
    code: str
    reason: str


# -- modes, movement


class ModeTaken(UnitEvent, frozen=True):
    case, words = "4.0", "{unit} goes to {mode} mode"
    mode: str


class ModesTaken(SideEvent, frozen=True):
    case, words = "1.3c", "{side} has settled its modes"


class Moved(UnitInHex, frozen=True):
    case, words = "12.0a", "{unit} moves to {hex}"


class MovedByRoad(UnitInHex, frozen=True):
    case, words = "12.1b", "{unit} moves by road to {hex}"


class Entered(UnitInHex, frozen=True):
    case, words = "12.0a", "{unit} comes onto the map in {hex}"


class Exited(UnitInHex, frozen=True):
    case, words = "12.0a", "{unit} leaves the map from {hex}"


class Mounted(UnitEvent, frozen=True):
    case, words = "12.3b", "{unit} mounts {carrier}"
    carrier: UnitRef


class Hitched(UnitEvent, frozen=True):
    case, words = "12.3b", "{unit} is hitched to {carrier}"
    carrier: UnitRef


class Dismounted(UnitInHex, frozen=True):
    case, words = "12.3b", "{unit} dismounts in {hex}"


class ThrownOut(UnitInHex, frozen=True):
    case, words = "12.3h", "{unit} is thrown out in {hex}"


class Bogged(UnitInHex, frozen=True):
    case, words = "12.2a", "{unit} bogs down in {hex} and is lost"


class Blocked(HexEvent, frozen=True):
    case, words = "12.2f", "The road in {hex} is blocked"


class Cleared(HexEvent, frozen=True):
    case, words = "12.2f", "The road in {hex} is clear again"


class ActionEnded(SideEvent, frozen=True):
    case, words = "1.3f", "{side} has finished its Action Phase"


# -- fire and morale


class AreaFired(HexEvent, frozen=True):
    case, words = "8.7", "{firers} fire at {hex}: {kind}"
    firers: tuple[UnitRef, ...]
    kind: str


class PointFired(UnitEvent, frozen=True):
    case, words = "8.8", "{unit} fires at {target}"
    target: UnitRef


class Rushed(UnitEvent, frozen=True):
    case, words = "8.10", "{unit} tries to knock out {target} at close quarters"
    target: UnitRef


class Overwatched(UnitEvent, frozen=True):
    case, words = "8.9d", "{unit} fires overwatch and is marked"


class SmokePlaced(HexEvent, frozen=True):
    case, words = "11.0c", "Smoke rises in {hex}"


class WindCame(Event, frozen=True):
    case, words = "19.1", "The wind blows toward {direction}, {speed} hexes in a turn"
    direction: str
    speed: int


class FireBrokeOut(HexEvent, frozen=True):
    case, words = "19.2", "A fire breaks out in {hex}"


class ChitHandedOver(SideEvent, frozen=True):
    case, words = "18.0", "{side} has the Mulligan chit"


class SmokeGone(HexEvent, frozen=True):
    case, words = "11.0d", "The smoke in {hex} drifts off"


class Lit(HexEvent, frozen=True):
    case, words = "16.3", "Illumination over {hex}"


class StepsLost(UnitEvent, frozen=True):
    case, words = "8.2", "Steps lost by {unit}: {steps}"
    steps: int


class Destroyed(UnitEvent, frozen=True):
    case, words = "8.2c", "{unit} is destroyed"


class Suppressed(UnitEvent, frozen=True):
    case, words = "9.2", "{unit} is suppressed"


class Paralyzed(UnitEvent, frozen=True):
    case, words = "9.3", "{unit} is paralyzed"


class Surrendered(UnitEvent, frozen=True):
    case, words = "9.5", "{unit} surrenders"


class Retreated(UnitInHex, frozen=True):
    case, words = "9.4", "{unit} saves itself to {hex}"


class CompanyMorale(Event, frozen=True):
    case, words = "9.1", "The morale number of company {company} is {amount}"
    company: str
    amount: int


class DugInTold(UnitEvent, frozen=True):
    case, words, reveals = "7.1d", "{unit} is dug in", True


class Recovered(UnitEvent, frozen=True):
    case, words = "9.2d", "{unit} is no longer suppressed"


class Calmed(UnitEvent, frozen=True):
    case, words = "9.3e", "{unit} is suppressed, no longer paralyzed"


# -- artillery, mines, assault


class RoundFell(HexEvent, frozen=True):
    case, words = "10.12", "A round of {battery} falls in {hex}"
    battery: str


class CheckedFire(Event, frozen=True):
    case, words = "10.13", "{battery} checks its fire"
    battery: str


class SortieCame(SideEvent, frozen=True):
    case, words = "17.0", "Aircraft of {side} come in over {hex}"
    hex: HexRef


class Misled(SideEvent, frozen=True):
    case, words = "17.0", "They take friend for foe, and {side} has the use of them"


class FiredAtAircraft(UnitEvent, frozen=True):
    case, words = "17.3a", "{unit} fires at the aircraft"


class ShotDown(SideEvent, frozen=True):
    case, words = "17.3a", "The aircraft of {side} are shot down"


class Attacked(HexEvent, frozen=True):
    case, words = "17.1e", "The aircraft attack {hex}"


class FlewOff(SideEvent, frozen=True):
    case, words = "17.0", "The aircraft of {side} fly off"


class FieldLaid(HexEvent, frozen=True):
    case, words = "15.1", "{side} lays a minefield in {hex}, or seems to"
    side: SideRef


class FieldMet(HexEvent, frozen=True):
    case, words, reveals = "15.0e", "A minefield lies in {hex}, or seems to", True


class BlockPlaced(HexEvent, frozen=True):
    case, words = "12.2g", "The road in {hex} is blocked"


class MineFound(HexEvent, frozen=True):
    case, words, reveals = "15.2", "There are mines in {hex}", True


class DummyFound(HexEvent, frozen=True):
    case, words, reveals = "15.2", "There are no mines in {hex}", True


class LaneOpened(HexEvent, frozen=True):
    case, words = "15.3", "A lane leads through the mines in {hex}"


class AssaultBegun(HexEvent, frozen=True):
    case, words = "13.0", "{units} assault {hex}"
    units: tuple[UnitRef, ...]


class FellBack(UnitInHex, frozen=True):
    case, words = "13.2a", "{unit} falls back to {hex}"


class OverrunBegun(HexEvent, frozen=True):
    case, words = "14.0", "{units} overrun {hex}"
    units: tuple[UnitRef, ...]


class AmbushSet(UnitInHex, frozen=True):
    case, words = "20.0", "{unit} goes into ambush in {hex}"


class AmbushShown(UnitInHex, frozen=True):
    case, words, reveals = "20.0", "{unit} lies in ambush in {hex}", True
