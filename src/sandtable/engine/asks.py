"""How rules ask players: Choose one, Several, fill in a Form; and Sealed, all sides at once in secret.

An ask is a value: who is asked what, under which case. Its options are worked out when somebody
looks, and from what the asked side may know. A game writes one small class for each question:

    class PickTarget(Choose[int | None]):
        name, case, options_are = "pick-target", "4.2", "units"
        def offer(self): return [None, *targets(self.table, self.unit)]
"""

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from sandtable.engine.odds import Odds
from sandtable.engine.refusals import BadRequest, Refusal, Refused

T = TypeVar("T")

_TRIES = 100
"""How often a selection is drawn by lot before it is clear that none can be allowed."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that may be answered, as people and programs see it."""

    key: str
    text: str
    chance: Fraction | None = None
    unit: str = ""
    target: str = ""
    target_class: str = ""
    hex: str = ""
    range: int | None = None


class Ask(Generic[T]):
    """A question to one side, about one of its units where `unit` names it; awaiting it gives the answer.

    `resumable` marks the head of a loop whose whole condition is in the state: a checkpoint.
    `window` marks a chance to interrupt, which standing orders may answer.
    """

    __slots__ = ("side", "table", "unit")
    kind: ClassVar[str]
    name: ClassVar[str]
    case: ClassVar[str] = ""
    resumable: ClassVar[bool] = False
    window: ClassVar[bool] = False
    private: ClassVar[bool] = False
    """Is the answer something that the other sides do not learn? Forks for them then deal it again."""
    decline: ClassVar[object] = None
    """In a window: the answer that lets the chance go by."""

    def __init__(self, table: Any, side: int, unit: int = -1) -> None:
        self.table = table
        self.side = side
        self.unit = unit

    def __await__(self) -> Generator["Ask[T]", T, T]:
        return (yield self)

    def question(self) -> str:
        """The question as one sentence."""
        return self.name.replace("-", " ").capitalize() + "?"

    def context(self) -> Mapping[str, object]:
        """Facts that belong to the question and that the asked side may know."""
        return {}

    def known_to(self, side: int) -> bool:
        """Does a side learn the answer? A partner or an umpire may, where the others do not."""
        return not self.private or side == self.side

    def might_answer(self) -> bool:
        """In a window: could this side react, as far as the acting side can tell?"""
        return True

    def read(self, wire: object) -> T:
        """The answer that these words from outside mean, checked; Refused or BadRequest if none."""
        raise NotImplementedError

    def write(self, answer: T) -> object:
        """The answer in the words that `read` understands."""
        raise NotImplementedError

    def check(self, answer: T) -> None:
        """Refuse an answer that is not allowed, with every reason."""
        raise NotImplementedError


class Offer(Ask[T], Generic[T]):
    """What Choose and Several share: options with keys, made when somebody looks."""

    __slots__ = ("_options",)
    options_are: ClassVar[Literal["words", "units", "hexes"]] = "words"
    """What the options are, and so what they are called; None is called "pass"."""
    always: ClassVar[Sequence[Any]] = ()
    """What may be picked, where that never changes."""
    _options: Sequence[Any]

    def offer(self) -> Sequence[Any]:
        """What may be picked."""
        return self.always

    @property
    def options(self) -> Sequence[Any]:
        try:
            return self._options
        except AttributeError:
            self._options = self.offer()
            return self._options

    def key(self, option: Any) -> str:
        """The option's name in answers and records, different from every other's."""
        if option is None:
            return "pass"
        if self.options_are == "units":
            return str(self.table.scene.unit_name(option))
        return str(self.table.scene.hex_name(option)) if self.options_are == "hexes" else str(option)

    def describe(self, option: Any) -> Option:
        """The option with its words and stakes."""
        key = self.key(option)
        return Option(key, key)

    def odds(self, option: Any) -> Odds | None:
        """The roll that this option leads to, where it leads to one."""
        return None

    def why_not(self, key: str) -> Refusal:
        """The case and reason why something that is not on offer may not be picked."""
        return Refusal(self.case, f"{key!r} is not among the answers to “{self.question()}”")

    def pick(self, key: object) -> Any:
        if not isinstance(key, str):
            raise BadRequest(f"an answer to {self.name} is the key of an option, not {key!r}")
        for option in self.options:
            if self.key(option) == key:
                return option
        raise Refused(self.why_not(key))


class Choose(Offer[T], Generic[T]):
    """Pick one of the options."""

    __slots__ = ()
    kind = "choose"

    @property
    def options(self) -> Sequence[T]:
        return super().options

    def stakes(self) -> Fraction | None:
        """The best chance on offer, where one can be known."""
        chances = [option.chance for option in map(self.describe, self.options) if option.chance is not None]
        return max(chances, default=None)

    def read(self, wire: object) -> T:
        answer: T = self.pick(wire)
        self.check(answer)
        return answer

    def write(self, answer: T) -> object:
        return self.key(answer)

    def check(self, answer: T) -> None:
        if answer not in self.options:
            raise Refused(self.why_not(self.key(answer)))


class Several(Offer[tuple[T, ...]], Generic[T]):
    """Pick any number of the options between the bounds."""

    __slots__ = ()
    kind = "several"
    least: ClassVar[int] = 0
    most: ClassVar[int | None] = None
    decline = ()

    @property
    def options(self) -> Sequence[T]:
        return super().options

    def faults(self, answer: tuple[T, ...]) -> list[Refusal]:
        """What is wrong with this selection as a whole."""
        return []

    def read(self, wire: object) -> tuple[T, ...]:
        if not isinstance(wire, list):
            raise BadRequest(f"an answer to {self.name} is a list of option keys")
        answer = tuple(self.pick(key) for key in wire)
        self.check(answer)
        return answer

    def write(self, answer: tuple[T, ...]) -> object:
        return [self.key(option) for option in answer]

    def check(self, answer: tuple[T, ...]) -> None:
        strange = [self.why_not(self.key(option)) for option in answer if option not in self.options]
        twice = [
            Refusal(self.case, f"{self.key(option)} is named twice")
            for place, option in enumerate(answer)
            if option in answer[:place]
        ]
        faults = strange or twice or self._bounds(len(answer)) or self.faults(answer)
        if faults:
            raise Refused(*faults)

    def _bounds(self, count: int) -> list[Refusal]:
        if count < self.least:
            return [Refusal(self.case, f"at least {self.least} must be picked, not {count}")]
        if self.most is not None and count > self.most:
            return [Refusal(self.case, f"at most {self.most} may be picked, not {count}")]
        return []


class Form(Ask[T], Generic[T]):
    """A structured answer with a checker, which can also be built up option by option."""

    __slots__ = ()
    kind = "form"
    shape: ClassVar[Any]
    """The type of the answer, from which readers and the schema are made."""
    example: ClassVar[str] = ""
    """A line such as `typed` takes, where it takes any."""

    def faults(self, draft: T) -> list[Refusal]:
        """Everything that is wrong with this answer, each with its case and place."""
        return []

    def remarks(self, draft: T) -> list[Refusal]:
        """What the asked side should know of this answer, though it may be given."""
        return []

    def blank(self) -> T:
        """The empty answer that building up starts from: that of nothing but defaults."""
        empty: T = self.shape()
        return empty

    def grow(self, draft: T) -> Sequence[tuple[Option, T]]:
        """What could be added next, and the draft that each addition gives."""
        raise NotImplementedError

    def typed(self, draft: T, line: str) -> T | None:
        """The draft with a line as players write it on paper, or None if it is nothing of the kind."""
        return None

    def complete(self, draft: T) -> bool:
        """May this draft be handed in?"""
        return not self.faults(draft)

    def told(self, draft: T) -> str:
        """The draft as it is shown to somebody who builds it up."""
        return msgspec.json.encode(self.write(draft)).decode()

    def read(self, wire: object) -> T:
        try:
            answer: T = msgspec.convert(wire, self.shape)
        except msgspec.ValidationError as error:
            raise BadRequest(f"this is no answer to {self.name}: {error}") from None
        self.check(answer)
        return answer

    def write(self, answer: T) -> object:
        return msgspec.to_builtins(answer)

    def check(self, answer: T) -> None:
        faults = self.faults(answer)
        if faults:
            raise Refused(*faults)


class Sealed(Generic[T]):
    """Asks that several sides answer in secret and that are opened together."""

    __slots__ = ("asks", "resumable")
    name: ClassVar[str] = "sealed"

    def __init__(self, asks: Sequence[Ask[T]], resumable: bool = False) -> None:
        if not asks:
            raise ValueError("a sealed ask without anybody to answer it")
        self.asks = {ask.side: ask for ask in asks}
        self.resumable = resumable
        if len(self.asks) != len(asks):
            raise ValueError("one side is asked twice in a sealed ask")

    def __await__(self) -> Generator["Sealed[T]", dict[int, T], dict[int, T]]:
        return (yield self)


class Picks(Protocol):
    """Something that picks one of a number of things: a random source, a script."""

    def __call__(self, count: int) -> int: ...


def random_answer(ask: Ask[T], picks: Picks) -> T:
    """Any allowed answer, built from options alone: what a program that only picks options can do."""
    if isinstance(ask, Choose):
        options = ask.options
        chosen: T = options[picks(len(options))]
        return chosen
    if isinstance(ask, Several):
        return _random_selection(ask, picks)  # type: ignore[return-value]
    assert isinstance(ask, Form)
    filled: T = _random_form(ask, picks)
    return filled


def _random_selection(ask: Several[Any], picks: Picks) -> tuple[Any, ...]:
    """A selection that is allowed: of any size at first, thinned out from the end where it is too much."""
    for _ in range(_TRIES):
        chosen = _any_selection(ask, picks)
        while ask.faults(chosen) and len(chosen) > ask.least:
            chosen = chosen[:-1]
        if len(chosen) >= ask.least and not ask.faults(chosen):
            return chosen
    raise ValueError(f"no allowed answer to {ask.name} was found in {_TRIES} tries")


def _any_selection(ask: Several[Any], picks: Picks) -> tuple[Any, ...]:
    left = list(ask.options)
    most = len(left) if ask.most is None else min(ask.most, len(left))
    least = min(ask.least, most)
    return tuple(left.pop(picks(len(left))) for _ in range(least + picks(most - least + 1)))


def _random_form(ask: Form[T], picks: Picks) -> T:
    draft = ask.blank()
    while True:
        further = ask.grow(draft)
        done = ask.complete(draft)
        if not further or (done and picks(len(further) + 1) == 0):
            return draft
        _, draft = further[picks(len(further))]
