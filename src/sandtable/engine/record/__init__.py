"""The file of a game: written while it is played, read, replayed, verified, and kept when rules change."""

from sandtable.engine.record.lines import FromPosition, FromScenario, FromState, Header, Player, new_header
from sandtable.engine.record.reading import BadRecord, Finding, Record, read_record
from sandtable.engine.record.replay import Differs, replay
from sandtable.engine.record.sources import agreed_source, source_of
from sandtable.engine.record.stored import Continued, Report, check_records, rewind, stay
from sandtable.engine.record.verify import verify
from sandtable.engine.record.writing import Recorder, write_record

__all__ = [
    "BadRecord",
    "Continued",
    "Differs",
    "Finding",
    "FromPosition",
    "FromScenario",
    "FromState",
    "Header",
    "Player",
    "Record",
    "Recorder",
    "Report",
    "agreed_source",
    "check_records",
    "new_header",
    "read_record",
    "replay",
    "rewind",
    "source_of",
    "stay",
    "verify",
    "write_record",
]
