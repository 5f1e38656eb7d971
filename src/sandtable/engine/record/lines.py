"""The lines of a record: their types, and how they are written, chained and read; see docs/records.md."""

import hashlib
import re
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from sandtable import __version__
from sandtable.engine.game import Game
from sandtable.engine.orders import StandingOrder
from sandtable.engine.position import Position
from sandtable.engine.record.sources import Digest, Hash, Opening, Secret, Seed, Source

FORMAT = 1
NOTHING_BEFORE = "0" * 32
_CHANCE = re.compile(r"[0-9]{1,40}(/[1-9][0-9]{0,39})?")
_TAIL = re.compile(rb',"before":"([0-9a-f]{32})","check":"([0-9a-f]{8})"\}\Z')

Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
By = Annotated[str, msgspec.Meta(pattern=r"\A(seat|orders)\Z")]


class BadLine(Exception):
    """A line that cannot stand where it does."""


class Line(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="line",
    tag=str.lower,
):
    """One line of a record, without the hash that chains it to the line before."""


class FromScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scenario"):
    """The game began as this scenario."""

    scenario: str
    options: dict[str, str] = {}


class FromPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="position"):
    """The game began from this position."""

    position: Position


class FromState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="state"):
    """The game began from this state, taken from the snapshot of an earlier record."""

    state: msgspec.Raw
    hash: Hash


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sat at a side, and what it was: "person", "bot" and so on."""

    side: str
    name: str = ""
    kind: str = ""


class Origin(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The record that this one goes on from, by the hash of its last line.

    Of a rewound game the first `rolls` are those of that record, whose dice they were.
    """

    way: Literal["stayed", "rewound"]
    record: Hash
    rolls: Count = 0


class Header(Line, frozen=True, kw_only=True):
    """What was played, by which rules, and where the dice come from."""

    format: int
    game: str
    version: int
    engine: str
    start: FromScenario | FromPosition | FromState
    dice: Source
    players: tuple[Player, ...] = ()
    origin: Origin | None = None


class Answer(Line, frozen=True):
    """An accepted answer; its number is never used again, even if it is taken back."""

    number: Count
    side: str
    ask: str
    kind: str
    answer: Any
    by: By = "seat"


class Roll(Line, frozen=True):
    """Dice that were rolled, or chits that were drawn."""

    purpose: str
    dice: tuple[int | str, ...]


class Mark(Line, frozen=True):
    """A segment began, with the state of this hash."""

    segment: str
    turn: int
    hash: Hash


class End(Line, frozen=True):
    """The game was over, with the state of this hash."""

    winner: str | None
    reason: str
    points: tuple[float, ...]
    hash: Hash


class Undo(Line, frozen=True):
    """The answers of these numbers were taken back."""

    answers: tuple[Count, ...]


class Orders(Line, frozen=True):
    """A side's standing orders from here on."""

    side: str
    orders: tuple[StandingOrder, ...]


class Link(Line, frozen=True):
    """A seat opened its link for an exchange."""

    seat: str
    exchange: Count
    link: Digest


class Snapshot(Line, frozen=True):
    """The state at the checkpoint that the answer of this number led to; 0 is the beginning."""

    after: Count
    state: msgspec.Raw
    hash: Hash


class Opened(Line, frozen=True):
    """The seed of the dice, and the program's secret if seats added parts to it."""

    seed: Seed
    secret: Secret | None = None

    def opening(self) -> Opening:
        return Opening(bytes.fromhex(self.seed), bytes.fromhex(self.secret or ""))


AnyLine = Header | Answer | Roll | Mark | End | Undo | Orders | Link | Snapshot | Opened
PLAYED = (Answer, Roll, Mark, End, Snapshot)


def new_header(
    game: Game[Any, Any],
    start: FromScenario | FromPosition | FromState,
    dice: Source,
    players: tuple[Player, ...] = (),
    origin: Origin | None = None,
) -> Header:
    """The header of a game that begins now, by the present rules; options not given are written down too."""
    if isinstance(start, FromScenario):
        start = FromScenario(start.scenario, game.settled(start.options))
    elif isinstance(start, FromPosition):
        start = FromPosition(game.pinned(start.position))
    return Header(
        format=FORMAT,
        game=game.name,
        version=game.version,
        engine=__version__,
        start=start,
        dice=dice,
        players=players,
        origin=origin,
    )


# -- bytes -----------------------------------------------------------------------------------


def _written(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a record cannot hold a {type(value).__name__}")


def _fraction(shape: type, word: object) -> Fraction:
    if shape is not Fraction or not isinstance(word, str) or not _CHANCE.fullmatch(word):
        raise ValueError(f'a chance is written as a fraction such as "1/3", not {word!r}')
    return Fraction(word)


class _Form(msgspec.Struct):
    """What is read first: lines of another format may have other fields."""

    format: Any = FORMAT


_encoder = msgspec.json.Encoder(enc_hook=_written)
_decoder = msgspec.json.Decoder(AnyLine, dec_hook=_fraction)
_forms = msgspec.json.Decoder(_Form)


def line_hash(line: bytes) -> str:
    """The hash that the next line carries."""
    return hashlib.sha256(line).hexdigest()[:32]


def chained(line: Line, before: str) -> bytes:
    """A line as it stands in the file: after the hash of the line before, a check of its own bytes."""
    body = _encoder.encode(line)[:-1] + b',"before":"' + before.encode() + b'"'
    return body + b',"check":"' + hashlib.sha256(body).hexdigest()[:8].encode() + b'"}'


def tail_of(line: bytes) -> re.Match[bytes] | None:
    """The chaining fields of a line, if it is whole and as it was written."""
    tail = _TAIL.search(line)
    if tail is None:
        return None
    check = hashlib.sha256(line[: tail.end(1) + 1]).hexdigest()[:8]
    return tail if check.encode() == tail[2] else None


def decoded(line: bytes) -> Line:
    """The line as its type; BadLine with what is wrong with it."""
    tail = tail_of(line)
    assert tail is not None, "only whole lines are decoded"
    body = line[: tail.start()] + b"}"
    try:
        if (form := _forms.decode(body).format) != FORMAT:
            raise BadLine(f"this record has the format {form!r}; known is {FORMAT}")
        found: Line = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLine(f"this is no line of a record: {error}") from None
    return found
