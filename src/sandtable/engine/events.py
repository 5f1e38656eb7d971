"""What happened, as typed values; their words are made when they are shown."""

from typing import Annotated, ClassVar

import msgspec

from sandtable.engine.odds import Modifier

HexRef = Annotated[int, msgspec.Meta(extra={"names": "hex"})]
UnitRef = Annotated[int, msgspec.Meta(extra={"names": "unit"})]
SideRef = Annotated[int, msgspec.Meta(extra={"names": "side"})]


def _dashed(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=_dashed):
    """Something that happened; `case` is the rule that made it happen.

    `reveals` marks an event by which a side learns something hidden, so that nothing before it
    can be undone.
    """

    case: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    words: ClassVar[str] = ""
    """The sentence, with the fields in braces."""

    def sentence(self) -> str:
        """The words for this one; an event may leave out what it has nothing to say of."""
        return self.words


class UnitEvent(Event, frozen=True):
    """Something that happens to a unit."""

    unit: UnitRef


class HexEvent(Event, frozen=True):
    """Something that happens in a hex, or to what is seen there and cannot be named."""

    hex: HexRef


class SideEvent(Event, frozen=True):
    """Something that befalls a side."""

    side: SideRef


class UnitInHex(UnitEvent, frozen=True):
    """Something that happens to a unit in a hex."""

    hex: HexRef


class SegmentBegan(Event, frozen=True):
    """The sequence of play has reached this segment."""

    words = "Turn {turn}: {title}"
    name: str
    title: str
    turn: int
    rule: str = ""


class Rolled(Event, frozen=True):
    """Dice were rolled, and what came of it."""

    words = "{purpose}: {dice} is {total}, needed {needed}: {result}"
    purpose: str
    rule: str
    dice: tuple[int, ...]
    total: int
    modifiers: tuple[Modifier, ...]
    needed: str
    result: str

    def sentence(self) -> str:
        """Without the sum of a single die, and without a need where nothing in particular is needed."""
        total = " is {total}" if len(self.dice) > 1 else ""
        needed = ", needed {needed}" if self.needed else ""
        return f"{{purpose}}: {{dice}}{total}{needed}: {{result}}"


class Drawn(Event, frozen=True):
    """Chits or cards were drawn."""

    words = "{purpose}: drew {items}"
    purpose: str
    rule: str
    items: tuple[str, ...]


class GameEnded(Event, frozen=True):
    """The game is over."""

    words = "The game ends: {reason}"
    winner: SideRef | None
    reason: str


Audience = int | tuple[int, ...] | None
"""Who may know something: one side, several, or None for everybody. The umpire knows it all."""
UMPIRE_ONLY: tuple[int, ...] = ()
NOBODY = -1
"""The side of somebody who looks on and belongs to none: knows what is public, and is asked nothing."""


class Heard(msgspec.Struct, frozen=True, gc=False):
    """A log entry: the event, who may know it, and what the others learn instead."""

    event: Event
    to: Audience = None
    others: Event | None = None

    def to_seat(self, side: int | None) -> Event | None:
        """What a seat learns of it; a seat of None is the umpire."""
        return self.event if side is None or hears(self.to, side) else self.others


def hears(to: Audience, side: int) -> bool:
    """Does the side belong to the audience?"""
    return to is None or to == side or (isinstance(to, tuple) and side in to)
