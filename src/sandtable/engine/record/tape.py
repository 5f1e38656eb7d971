"""Dice made from a record: to play its game again and on, and to hold its rolls against their source."""

from collections import Counter
from collections.abc import Callable, Sequence

from sandtable.engine.dice import Dice, Script
from sandtable.engine.links import LinkedDice
from sandtable.engine.record.lines import Link, Roll
from sandtable.engine.record.reading import BadRecord, Entry, Finding, Record
from sandtable.engine.record.sources import FromLinks, Opening, dice_from
from sandtable.engine.refusals import BadRequest, DiceExhausted, Refusal, Refused, Unknown


class Recorded:
    """Rolls on record, then the dice of whoever plays on; without such dice they are not ready."""

    __slots__ = ("position", "script", "then")

    def __init__(self, values: Sequence[int | str], then: Dice | None = None) -> None:
        self.script = Script(values)
        self.then = then
        self.position = 0

    @property
    def _next(self) -> Dice:
        if self.script.position < len(self.script.values):
            return self.script
        if self.then is None:
            raise DiceExhausted("the record has no further dice, and its seed is not known")
        return self.then

    @property
    def ready(self) -> bool:
        return self.script.position < len(self.script.values) or (self.then is not None and self.then.ready)

    def roll(self, sides: int) -> int:
        """The next die on record, or one of the dice after it."""
        self.position += 1
        return self._next.roll(sides)

    def draw(self, items: Sequence[str]) -> str:
        """The next draw on record, or one of the draws after it."""
        self.position += 1
        return self._next.draw(items)

    def answered(self) -> None:
        """What is on record runs on; the dice after it may begin a new exchange."""
        if self.then is not None:
            self.then.answered()

    def open(self, seat: str, link: bytes) -> None:
        """Open a link for the dice after those on record."""
        if not isinstance(self.then, LinkedDice):
            raise Refused(Refusal("", "these dice wait for no links"))
        self.then.open(seat, link)

    def copy(self) -> "Recorded":
        twin = Recorded((), self.then.copy() if self.then else None)
        twin.script, twin.position = self.script.copy(), self.position
        return twin


class Compared:
    """Rolls on record, held against the source that the values from `since` to `until` are said to have.

    `strays` collects the places of values that the source does not give, and what it gives instead.
    """

    __slots__ = ("position", "script", "since", "source", "strays", "until")

    def __init__(
        self, values: Sequence[int | str], source: Dice | None, since: int = 0, until: int | None = None
    ) -> None:
        self.script = Script(values)
        self.source = source
        self.since = since
        self.until = len(self.script.values) if until is None else until
        self.strays: list[tuple[int, str]] = []
        self.position = 0

    @property
    def ready(self) -> bool:
        return self.script.position < len(self.script.values)

    def roll(self, sides: int) -> int:
        """The next die on record."""
        found = self.script.roll(sides)
        self._hold_against(found, lambda source: source.roll(sides))
        return found

    def draw(self, items: Sequence[str]) -> str:
        """The next draw on record."""
        found = self.script.draw(items)
        self._hold_against(found, lambda source: source.draw(items))
        return found

    def _hold_against(self, found: int | str, given_by: Callable[[Dice], int | str]) -> None:
        place, self.position = self.position, self.position + 1
        if self.source is None or not self.since <= place < self.until:
            return
        try:
            given = given_by(self.source)
        except (DiceExhausted, BadRequest) as error:
            self.strays.append((place, f"this roll has no source: {error}"))
            self.source = None
            return
        if given != found:
            self.strays.append((place, f"the record has {found} where its source gives {given}"))

    def answered(self) -> None:
        """The source may begin a new exchange."""
        if self.source is not None:
            self.source.answered()

    def copy(self) -> "Compared":
        twin = Compared((), self.source.copy() if self.source else None, self.since, self.until)
        twin.script, twin.strays, twin.position = self.script.copy(), self.strays, self.position
        return twin


def playing(dice: Dice) -> Dice | None:
    """The dice that a game plays on with: behind a record, those after it."""
    return dice.then if isinstance(dice, Recorded) else dice


def rolled(entries: Sequence[Entry]) -> list[int | str]:
    """Every die and draw in these lines, one after the other."""
    return [die for _, value in entries if isinstance(value, Roll) for die in value.dice]


def inherited(record: Record) -> int:
    """How many values on record come from the dice of an earlier record."""
    origin = record.header.origin
    rolls = [value for _, value in record.live if isinstance(value, Roll)]
    return sum(len(roll.dice) for roll in rolls[: origin.rolls]) if origin else 0


def known_dice(record: Record, opening: Opening | None) -> Dice | None:
    """The dice that the record says it rolled, where known, with the links that all seats have opened."""
    dice = dice_from(record.header.dice, opening)
    if isinstance(dice, LinkedDice):
        for line, link in links(record, waiting=False):
            take_link(dice, line, link)
    return dice


def links(record: Record, waiting: bool) -> list[tuple[int, Link]]:
    """The links of exchanges that all seats have opened, or of the one that waits for more."""
    source = record.header.dice
    seats = len(source.ends) if isinstance(source, FromLinks) else 0
    opened = record.each(Link)
    count = Counter(link.exchange for _, link in opened)
    return [(line, link) for line, link in opened if (count[link.exchange] < seats) == waiting]


def take_link(dice: LinkedDice, line: int, link: Link) -> None:
    """Take a link on record; BadRecord if it is not of the seat's chain."""
    try:
        dice.take(link.seat, bytes.fromhex(link.link))
    except (Refused, Unknown) as error:
        raise BadRecord(Finding(line, str(error))) from None
    if dice.opened[-1].exchange != link.exchange:
        raise BadRecord(Finding(line, f"this is the link for exchange {dice.opened[-1].exchange}"))
