"""What every game shares: asks, odds, dice, events, and the driver that runs a game's rules."""

from sandtable.engine.additions import Additions
from sandtable.engine.asks import Ask, Choose, Form, Option, Sealed, Several
from sandtable.engine.driver import Driver
from sandtable.engine.events import Event, HexRef, SideRef, UnitRef
from sandtable.engine.game import Choice, Ended, Game, Scenario, Scene, Sight
from sandtable.engine.odds import D6, TWO_D6, Modifier, Odds, at_least, at_most, by_total
from sandtable.engine.position import Position
from sandtable.engine.refusals import BadPosition, BadRequest, Refusal, Refused, Unknown
from sandtable.engine.sequence import Ladder, Outcome, Rung, Segment
from sandtable.engine.table import Table
from sandtable.engine.tables import BadData, Chart, Source, read_toml

__all__ = [
    "D6",
    "TWO_D6",
    "Additions",
    "Ask",
    "BadData",
    "BadPosition",
    "BadRequest",
    "Chart",
    "Choice",
    "Choose",
    "Driver",
    "Ended",
    "Event",
    "Form",
    "Game",
    "HexRef",
    "Ladder",
    "Modifier",
    "Odds",
    "Option",
    "Outcome",
    "Position",
    "Refusal",
    "Refused",
    "Rung",
    "Scenario",
    "Scene",
    "Sealed",
    "Segment",
    "Several",
    "SideRef",
    "Sight",
    "Source",
    "Table",
    "UnitRef",
    "Unknown",
    "at_least",
    "at_most",
    "by_total",
    "read_toml",
]
