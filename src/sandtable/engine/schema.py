"""The answers of the protocol as types, and the JSON Schema of the whole protocol.

A program in Python may decode lines with these types; others have docs/protocol.schema.json.
"""

from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

import msgspec

from sandtable.engine.asks import Option
from sandtable.engine.game import Choice, Scenario, Sight
from sandtable.engine.odds import Modifier
from sandtable.engine.position import Position
from sandtable.engine.refusals import Refusal
from sandtable.engine.requests import CHANCE, VERSION, AnyRequest, Id

T = TypeVar("T")

Code = Literal["illegal", "bad-request", "bad-position", "unknown", "dice-exhausted", "over", "internal"]


class Answer(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something that comes back."""


class ShownEvent(msgspec.Struct):
    """Something that happened: the case that made it happen, its sentence, and fields of its own."""

    type: str
    case: str
    text: str


class ShownAsk(Answer, tag_field="kind"):
    """A question to a side."""

    side: str


class Question(ShownAsk):
    """A question that this seat may read."""

    name: str
    case: str
    question: str
    unit: str | None
    context: dict[str, Any]
    options: list[Option]


class ShownChoose(Question, tag="choose"):
    """Answered by the key of one option. A window is a chance to interrupt; stakes are its best chance."""

    window: bool
    stakes: Fraction | None


class ShownSeveral(Question, tag="several"):
    """Answered by a list of option keys: at least `least` of them, and at most `most`."""

    least: int
    most: int | None


class ShownForm(Question, tag="form"):
    """Answered by a value that fits `schema`, or by steps: an option is what can be added to the draft.

    `remarks` say what is worth knowing of the draft, though it may be handed in.
    """

    schema: dict[str, Any]
    draft: Any
    complete: bool
    remarks: list[str]


class HiddenAsk(ShownAsk, tag="hidden"):
    """Another seat is asked something."""


class Fault(Answer):
    """Why a request was not carried out; `faults` has every reason where there may be several."""

    code: Code
    case: str
    message: str
    faults: list[Refusal]


class ShownOdds(Answer):
    """A roll before the dice: what each total means, and the exact chance of each final result."""

    purpose: str
    case: str
    dice: list[int]
    needed: str
    modifiers: list[Modifier]
    results: dict[str, str]
    chances: dict[str, Fraction]
    follow: dict[str, "ShownOdds"] = {}


class Phase(Answer):
    """A phase by the name that `until` and position files use."""

    name: str
    title: str


class ShownGame(Answer):
    """A game that can be played."""

    name: str
    title: str
    version: int
    scenarios: list[Scenario]
    options: list[Choice]
    phases: list[Phase]
    bots: list[str]


class Games(Answer):
    """The answer to `games`."""

    protocol: int
    games: list[ShownGame]


class Asks(Answer):
    """The open asks; none means that the game is over."""

    asks: list[ShownChoose | ShownSeveral | ShownForm | HiddenAsk]


class News(Asks):
    """What has happened since the last news, and the open asks."""

    events: list[ShownEvent]


class Loaded(News):
    """The answer to `load`; of a record with notes on what was left out of it."""

    notes: list[str] = []


class Played(News):
    """The answer to `play`: also why the bots stopped."""

    stopped: Literal["over", "turn", "phase", "asks", "waiting", "error"]
    error: Fault | None = None


class Undone(Asks):
    """The answer to `undo`: also how many of the events told so far still stand."""

    heard: int


class OrdersSet(Answer):
    """The answer to `orders`: the side, and how many orders it has now."""

    side: str
    orders: int


class Viewed(Answer):
    """The answer to `view`, in the form that the game gives it."""

    view: dict[str, Any]


class Rated(Answer):
    """The answer to `odds`."""

    odds: ShownOdds


class Looked(Answer):
    """The answer to `los`."""

    sight: Sight


class Reached(Answer):
    """The answer to `reach`: each hex with its cost as players write it."""

    hexes: dict[str, str]


class Advised(Answer):
    """The answer to `bot`: what it would answer."""

    answer: Any


class Saved(Answer):
    """The answer to `save`: the text of the record."""

    record: str


class Placed(Answer):
    """The answer to `position`: the situation as an object, and as the text of a file."""

    position: Position
    text: str


class Hashed(Answer):
    """The answer to `hash`."""

    hash: str


class Nothing(Answer):
    """The answer to `quit`."""


class Done(msgspec.Struct, Generic[T], forbid_unknown_fields=True):
    """A request was carried out."""

    id: Id
    ok: T


class Failed(msgspec.Struct, forbid_unknown_fields=True):
    """A request was not carried out, and nothing has changed."""

    id: Id
    error: Fault


ANSWERS: dict[str, Any] = {
    "games": Done[Games],
    "new": Done[News],
    "load": Done[Loaded],
    "asks": Done[Asks],
    "answer": Done[News],
    "withdraw": Done[Asks],
    "orders": Done[OrdersSet],
    "view": Done[Viewed],
    "odds": Done[Rated],
    "los": Done[Looked],
    "reach": Done[Reached],
    "bot": Done[Advised],
    "play": Done[Played],
    "undo": Done[Undone],
    "save": Done[Saved],
    "position": Done[Placed],
    "hash": Done[Hashed],
    "quit": Done[Nothing],
}
"""What each request gives when it is carried out."""


def protocol_schema() -> dict[str, Any]:
    """The JSON Schema of every line, either way; `answers` names the answer to each request."""
    shapes: list[Any] = [AnyRequest, Failed, *ANSWERS.values()]
    (requests, failed, *done), definitions = msgspec.json.schema_components(
        shapes, schema_hook=_chance, ref_template="#/$defs/{name}"
    )
    request = {"$ref": "#/$defs/Request"}
    distinct = {answer["$ref"]: answer for answer in done}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Sandtable",
        "description": "JSON lines: a request on each line to the program, an answer on each line from it.",
        "version": VERSION,
        "anyOf": [request, failed, *distinct.values()],
        "answers": dict(zip(ANSWERS, done, strict=True)),
        "$defs": {"Request": requests, **definitions},
    }


def _chance(shape: type) -> dict[str, Any]:
    """How a chance is written."""
    if shape is not Fraction:
        raise NotImplementedError(f"the protocol has no way to write a {shape.__name__}")
    return {"type": "string", "pattern": f"^({CHANCE})$", "description": "A chance, exactly: 1/3"}
