"""What happens when weapons speak, in the words of the log; who fires is face up and known by name [6.31]."""

from sandtable.engine import Event, HexRef, UnitRef
from sandtable.engine.events import SideEvent, UnitEvent, UnitInHex


class Fires(UnitEvent, frozen=True):
    case, words, reveals = "7.1", "{unit} fires at {target}: {weapon}", True
    target: UnitRef
    weapon: str


class FiresAtHex(UnitEvent, frozen=True):
    case, words, reveals = "14.2", "{unit} fires into {hex}: {weapon}", True
    hex: HexRef
    weapon: str


class Wasted(UnitEvent, frozen=True):
    case, words = "7.34", "The shot of {unit} has no effect: {reason}"
    reason: str


class KillZone(UnitEvent, frozen=True):
    case, words = "7.4", "The fire of {unit} sweeps {hex}"
    hex: HexRef


class SmokeLaid(Event, frozen=True):
    case, words = "11.1", "Smoke is laid in {hex}"
    hex: HexRef


class SmokeLifted(Event, frozen=True):
    case, words = "11.0", "The smoke in {hex} lifts"
    hex: HexRef


class ImpactsRemoved(Event, frozen=True):
    case, words = "9.0", "The impact markers are removed"


class ShellsLand(SideEvent, frozen=True):
    case, words = "9.2", "{what} of {side}, aimed at {aimed}, comes down in {hex}"
    what: str
    aimed: HexRef
    hex: HexRef


class ShellsLost(SideEvent, frozen=True):
    case, words = "9.3", "{what} of {side}, aimed at {aimed}, scatters off the map and is lost"
    what: str
    aimed: HexRef


class MissionPlotted(SideEvent, frozen=True):
    case, words = "9.1", "{what} will fire at {hex}, observed by {spotter}"
    what: str
    hex: HexRef
    spotter: UnitRef


class MissionLost(SideEvent, frozen=True):
    case, words = "9.9", "The mission of {what} at {hex} is not fired: {reason}"
    what: str
    hex: HexRef
    reason: str


class BlownUp(UnitEvent, frozen=True):
    case, words, reveals = "13.6", "{unit} flies into bursting shells in {hex}", True
    hex: HexRef


class AssaultBegins(SideEvent, frozen=True):
    case, words = "10.1", "{side} assaults {hex}"
    hex: HexRef


class FellBack(UnitInHex, frozen=True):
    case, words = "10.1", "{unit} falls back to {hex}"


class AssaultRound(Event, frozen=True):
    case, words = "10.1", "Round {round} of the Close Assault in {hex}"
    round: int
    hex: HexRef
