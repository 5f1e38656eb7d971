"""Dice that nobody can choose or foresee: a seed made by all, and seats that open a link for each exchange.

A program that everybody trusts to keep a secret rolls from one seed, to which each seat adds a part.
Two programs that trust each other in nothing have chains: every seat publishes the end of a chain of
hashes, and opens one link of it, backwards, whenever dice are called for. docs/records.md weighs what
this prevents and what nothing can prevent.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from sandtable.engine.dice import Stream
from sandtable.engine.driver import Driver
from sandtable.engine.refusals import DiceExhausted, Refusal, Refused, Unknown
from sandtable.engine.table import Barrier

_LEAST_SECRET = 16


def _digest(purpose: bytes, *parts: bytes) -> bytes:
    """A hash that serves one purpose only; the lengths keep the parts apart."""
    whole = hashlib.blake2b(digest_size=32, person=purpose)
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.digest()


def _secret_enough(secret: bytes) -> bytes:
    if len(secret) < _LEAST_SECRET:
        raise ValueError(f"a secret has at least {_LEAST_SECRET} bytes drawn by chance, not {len(secret)}")
    return secret


# -- one program rolls for all ---------------------------------------------------------------


def agree(parts: Mapping[str, bytes], secret: bytes) -> Stream:
    """The dice made from a program's secret and each seat's random part.

    The order is what makes them fair: first the program publishes commitment(secret), then the
    seats give their parts, then this.
    """
    named = [piece for name in sorted(parts) for piece in (name.encode(), parts[name])]
    return Stream(_digest(b"sandtable-agree", _secret_enough(secret), *named))


# -- every seat has a chain ------------------------------------------------------------------


def forward(game: str, seat: str, link: bytes) -> bytes:
    """The link, or the end, that was published before this link; bound to one game and seat."""
    return _digest(b"sandtable-chain", game.encode(), seat.encode(), link)


class Chain:
    """A seat's own secrets for one game, all fixed by their published end. Its owner alone has it."""

    def __init__(self, game: str, seat: str, secret: bytes, length: int = 4096) -> None:
        links = [_secret_enough(secret)]
        for _ in range(length):
            links.append(forward(game, seat, links[-1]))
        self.seat = seat
        self.end = links.pop()
        self._links = links[::-1]

    def link(self, exchange: int) -> bytes:
        """What to open for this exchange, and not before its dice are called for."""
        if exchange >= len(self._links):
            raise DiceExhausted(f"the chain of {self.seat} has only {len(self._links)} links")
        return self._links[exchange]


class OpenedLink(NamedTuple):
    """A link that everybody has seen."""

    seat: str
    exchange: int
    link: bytes


class LinkedDice:
    """Dice of which each exchange depends on one link of every seat.

    An exchange begins with the first roll after an answer, so that an answer without dice opens
    nothing. What has been opened stays known: all copies share it, and none goes back on it.
    """

    __slots__ = ("_called", "_stream", "ends", "exchange", "game", "opened", "position")

    def __init__(self, game: str, ends: Mapping[str, bytes]) -> None:
        self.game = game
        self.ends = dict(ends)
        self.opened: list[OpenedLink] = []
        self.exchange = -1
        self.position = 0
        self._called = True
        self._stream = Stream(b"none")

    @property
    def ready(self) -> bool:
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats that owe a link before another die can be rolled."""
        if not self._called:
            return ()
        given = self._given(self.exchange + 1)
        return tuple(seat for seat in self.ends if seat not in given)

    def _given(self, exchange: int) -> dict[str, bytes]:
        return {link.seat: link.link for link in self.opened if link.exchange == exchange}

    def open(self, seat: str, link: bytes) -> None:
        """Take a seat's link for the exchange that is called for; Refused if it is another or too early."""
        if seat not in self.missing:
            self._seat_known(seat)
            raise Refused(
                Refusal("", f"no link of {seat} is called for now: to open one early gives it away")
            )
        self.take(seat, link)

    def take(self, seat: str, link: bytes) -> None:
        """Take a seat's next link, whenever it was opened: for reading what is past."""
        self._seat_known(seat)
        before = [opened.link for opened in self.opened if opened.seat == seat]
        if forward(self.game, seat, link) != (before[-1] if before else self.ends[seat]):
            published = "link before it" if before else "published end"
            raise Refused(
                Refusal("", f"this is not link {len(before)} of {seat}: it does not lead to the {published}")
            )
        self.opened.append(OpenedLink(seat, len(before), link))

    def _seat_known(self, seat: str) -> None:
        if seat not in self.ends:
            raise Unknown("seat with a chain", seat, self.ends)

    def answered(self) -> None:
        """The next roll begins a new exchange."""
        self._called = True

    def roll(self, sides: int) -> int:
        """One die of the exchange under way, or of the next if an answer was given since."""
        self._begin()
        self.position += 1
        return self._stream.roll(sides)

    def draw(self, items: Sequence[str]) -> str:
        """One of the items, each as likely as the next."""
        self._begin()
        self.position += 1
        return self._stream.draw(items)

    def _begin(self) -> None:
        if not self._called:
            return
        if self.missing:
            raise DiceExhausted(f"link {self.exchange + 1} of {' and '.join(self.missing)} is not open")
        self.exchange += 1
        given = self._given(self.exchange)
        named = [piece for seat in sorted(given) for piece in (seat.encode(), given[seat])]
        number = self.exchange.to_bytes(8, "big")
        self._stream = Stream(_digest(b"sandtable-links", self.game.encode(), number, *named))
        self._called = False

    def copy(self) -> "LinkedDice":
        twin = LinkedDice(self.game, self.ends)
        twin.opened, twin.exchange, twin.position = self.opened, self.exchange, self.position
        twin._called, twin._stream = self._called, self._stream.copy()
        return twin


@runtime_checkable
class Linked(Protocol):
    """Dice for which seats open links."""

    def open(self, seat: str, link: bytes) -> None: ...


def open_link(driver: Driver[Any, Any], seat: str, link: bytes) -> None:
    """Open a link at a table whose game waits for it, and play on with the last one that was missing.

    From the first link on, the answer that called for the dice stands: whoever could take it back
    now would choose between dice.
    """
    dice = driver.table.dice
    if not driver.paused or not isinstance(dice, Linked):
        raise Refused(Refusal("", f"no dice wait for a link of {seat}: to open one early gives it away"))
    dice.open(seat, link)
    driver.table.barrier = Barrier(driver.table.inputs, "a link for the dice has been opened since")
    driver.resume()


def seal(game: str, seat: str, number: int, answer: object, salt: bytes) -> str:
    """What a seat sends before it shows a sealed answer; the salt keeps few answers from being tried out."""
    words = msgspec.json.encode(answer, order="deterministic")
    place = (game.encode(), seat.encode(), number.to_bytes(8, "big"))
    return _digest(b"sandtable-seal", _secret_enough(salt), *place, words).hex()
