"""Verifies records: the chain of hashes, the dice against what was committed to, and the game itself."""

from sandtable.engine.dice import Dice, Script
from sandtable.engine.links import LinkedDice
from sandtable.engine.record.lines import Link, Roll
from sandtable.engine.record.reading import BadRecord, Finding, Record
from sandtable.engine.record.replay import Differs, Replay, opened_faults, stretches
from sandtable.engine.record.sources import FromScript, dice_from
from sandtable.engine.record.tape import Compared, inherited, rolled, take_link


def verify(record: Record) -> list[Finding]:
    """Everything wrong with a record, by line: in its chain of hashes, its dice, and its game.

    Dice are checked once their seed has been opened; that it is still secret is no finding.
    """
    findings = {*record.damage, *opened_faults(record)}
    if record.cut:
        findings.add(record.cut)
    compared = Compared(rolled(record.live), None)
    try:
        compared = _compared(record)
        again = Replay(record, compared)
        again.play(stretches(record))
        again.settle()
    except Differs as differs:
        findings.add(differs.finding)
    except BadRecord as bad:
        findings.update(bad.findings)
    return sorted(findings.union(_strays(record, compared)))


def _compared(record: Record) -> Compared:
    """The rolls on record against their source, as far as it is known."""
    source = _source(record)
    since = inherited(record)
    header = record.header.dice
    if isinstance(header, FromScript) and header.commitment is not None and record.opening is None:
        return Compared(rolled(record.live), source, since, since + len(header.values))
    return Compared(rolled(record.live), source, since)


def _source(record: Record) -> Dice | None:
    header = record.header.dice
    dice = dice_from(header, None if opened_faults(record) else record.opening)
    if dice is None and isinstance(header, FromScript):
        return Script(header.values)
    if isinstance(dice, LinkedDice):
        for line, link in record.each(Link):
            take_link(dice, line, link)
    return dice


def _strays(record: Record, compared: Compared) -> list[Finding]:
    """The rolls that do not come from their source."""
    lines = [line for line, roll in record.live if isinstance(roll, Roll) for _ in roll.dice]
    return [Finding(lines[place], reason) for place, reason in compared.strays]
