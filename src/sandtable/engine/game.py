"""What a game brings to the engine, and how games are found."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import msgspec

from sandtable.boards import Board, MapFaults
from sandtable.boards.counter import Counter
from sandtable.boards.sight import Kernel, trace
from sandtable.boards.sight import Sight as TracedSight
from sandtable.engine.dice import Dice
from sandtable.engine.odds import Odds
from sandtable.engine.position import Position
from sandtable.engine.refusals import BadRequest, Unknown
from sandtable.engine.sequence import Ladder, Outcome, Segment
from sandtable.engine.table import Table
from sandtable.engine.wire import plain
from sandtable.rays import ray_between


class State(Protocol):
    """The plain data that a game is; see each game's state.py."""

    turn: int
    step: int
    outcome: Outcome | None

    def copy(self) -> Self: ...


class Scene:
    """What never changes in a game: the board, and the names on maps and counters.

    A game's own scene adds its charts and whatever is computed once from board and forces.
    """

    def __init__(self, board: Board, sides: Sequence[str], units: Sequence[str]) -> None:
        self.board = board
        self.sides = tuple(sides)
        self.units = tuple(units)
        self._numbers = {name: number for number, name in enumerate(units)}

    def hex_name(self, index: int) -> str:
        return self.board.names[index] if index >= 0 else ""

    def unit_name(self, unit: int) -> str:
        return self.units[unit]

    def side_name(self, side: int) -> str:
        return self.sides[side]

    def hex(self, name: object) -> int:
        """The hex of this number; Unknown if the map has none."""
        _named("hex", name)
        try:
            return self.board.find(str(name))
        except MapFaults:
            bounds = f"{self.board.names[0]} to {self.board.names[-1]}"
            raise Unknown(f"hex of this map ({bounds})", str(name)) from None

    def unit(self, name: object) -> int:
        """The unit with this name; Unknown, with those that are called nearly so, if there is none."""
        _named("unit", name)
        number = self._numbers.get(str(name))
        if number is None:
            raise Unknown("unit", str(name), near=get_close_matches(str(name), self.units, 3))
        return number

    def side(self, name: object) -> int:
        """The side with this name; Unknown if there is none."""
        _named("side", name)
        if str(name) not in self.sides:
            raise Unknown("side", str(name), self.sides)
        return self.sides.index(str(name))


def _named(what: str, name: object) -> None:
    """BadRequest where a question leaves a name out that it needs."""
    if name is None:
        raise BadRequest(f"one {what} more has to be named here")


S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Scene)


class Ended(Exception):
    """Raised by a rule after it has set the outcome: the game stops in mid-segment."""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as the lobby shows it: when and where, what each side must do, and how long that takes."""

    key: str
    title: str
    sides: tuple[str, ...]
    teaches: str = ""
    length: str = ""
    date: str = ""
    place: str = ""
    goals: dict[str, str] = {}
    minutes: int = 0
    """About how long two people play it; 0 where nobody has said."""


class Choice(msgspec.Struct, frozen=True):
    """An option of the game that is settled before it starts; the first value is the default."""

    key: str
    values: tuple[str, ...]
    text: str


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a question about a line of sight."""

    clear: bool
    ray: tuple[str, ...]
    at: str = ""
    hexside: str = ""
    case: str = ""
    reason: str = ""


def told_sight(board: Board, start: int, end: int, traced: TracedSight) -> Sight:
    """What a kernel found on a line, in the names of the map."""
    ray = ray_between(board.grid.hex(start), board.grid.hex(end)).hexes
    crossed = tuple(board.names[hex] for hex in map(board.grid.at, ray) if hex >= 0)
    at = "" if traced.at is None else board.names[traced.at]
    side = "" if traced.side is None else board.hexside_name(*traced.side)
    return Sight(traced.clear, crossed, at, side, traced.case, traced.reason)


class OwnTables(NamedTuple):
    """Tables of a game that a player may put his own numbers in: the file for them, and what goes into it.

    `check` gives the fingerprint of a file's numbers, and in sentences where they go against the rules;
    BadData where they cannot be used.
    """

    file: Path
    included: str
    check: Callable[[str], tuple[str, list[str]]]


class Bot(Protocol):
    """An opponent. It answers from the ask and from what its side may know; `fork` deals that again."""

    def answer(self, seat: Any) -> Any: ...


class Game(ABC, Generic[S, C]):
    """A game: its scenarios, the sequence of play, and what each side may know."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    state_type: ClassVar[type[Any]]
    ladder: ClassVar[Ladder[Any]]
    choices: ClassVar[tuple[Choice, ...]] = ()
    hiding_case: ClassVar[str] = ""
    """The case by which a side does not know some units of the others; see `knows`."""
    checkpoint_bound: ClassVar[int] = 64
    """The most asks that may lie between two checkpoints."""
    longest: ClassVar[int] = 20_000
    """More answers than any game of it can take."""

    @abstractmethod
    def scenarios(self) -> tuple[Scenario, ...]:
        """Every scenario, introductory first."""

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[C, S]:
        """The situation before anybody has been asked anything: a position that says no more than that."""
        return self.from_position(Position(self.name, scenario, options=dict(options)))

    @abstractmethod
    def scene(self, state: S) -> C:
        """The board and charts that a stored state belongs to."""

    def segment(self, state: S) -> Segment | None:
        """The segment that the state stands in, or None at the end."""
        return self.ladder.segment(state)

    def advance(self, state: S) -> None:
        """The segment is finished: let the state stand in the next one."""
        self.ladder.advance(state)

    @abstractmethod
    def view(self, table: Table[S, C], side: int | None) -> msgspec.Struct:
        """What a side may know, built up from nothing; NOBODY looks on. The umpire, None, may know all."""

    @abstractmethod
    def deal_again(self, table: Table[S, C], side: int, known: S, dice: Dice) -> None:
        """Redraw what the side cannot know, so that its view of `known` stays the same."""

    def secrets(self, table: Table[S, C], side: int) -> Mapping[str, object]:
        """What the side cannot know of the others, each thing named in words.

        `deal_again` redraws every one of them. What could be in one way only, as far as the side can tell,
        is left out.
        """
        return {}

    def knows(self, table: Table[S, C], side: int | None, unit: int) -> bool:
        """May this seat hear, read and ask about the unit by its name? The umpire, None, may always."""
        return True

    @abstractmethod
    def from_position(self, position: Position) -> tuple[C, S]:
        """The situation that a position file describes; BadPosition with every fault."""

    @abstractmethod
    def to_position(self, table: Table[S, C]) -> Position:
        """The present situation as a position file."""

    @abstractmethod
    def odds(self, table: Table[S, C], query: Mapping[str, Any]) -> Odds:
        """The odds of something named as players name it."""

    def kernel(self, table: Table[S, C], query: Mapping[str, Any]) -> Kernel:
        """The rule for lines of sight that a question is about: a terrain mode, heights of the ends."""
        raise NotImplementedError

    def sight(self, table: Table[S, C], query: Mapping[str, Any]) -> Sight:
        """The line of sight between two hexes, and what blocks it under which case."""
        scene = table.scene
        start, end = scene.hex(query.get("from")), scene.hex(query.get("to"))
        return told_sight(scene.board, start, end, trace(scene.board, self.kernel(table, query), start, end))

    @abstractmethod
    def reach(self, table: Table[S, C], unit: int) -> Mapping[int, str]:
        """Every hex that a unit could reach now, with the cheapest cost as players write it."""

    @abstractmethod
    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        """The opponents by name; each is made from a seed."""

    def counters(self, table: Table[S, C], side: int | None) -> Sequence[Counter]:
        """The counters on the map as a side sees them, NOBODY looks on; None is the umpire.

        A game that leaves this out is shown from its views alone.
        """
        return ()

    def faults(self, table: Table[S, C]) -> Iterable[str]:
        """Invariants that the present state breaks; empty while the rules are sound."""
        return ()

    def situation(self, table: Table[S, C], side: int | None) -> str:
        """The present situation in a few lines of text: the counters of each side, or else the whole view."""
        if counters := self.counters(table, side):
            return "\n".join(_roster(counters, table.scene))
        view = plain(self.view(table, side), table.scene)
        return msgspec.json.format(msgspec.json.encode(view)).decode()

    def own_tables(self) -> OwnTables | None:
        """The tables that a player may replace by those of his copy of the game, if there are any."""
        return None

    def pinned(self, position: Position) -> Position:
        """A position with all that a game from it takes from this machine, so that a record says it."""
        return position

    def seconds_per_answer(self) -> float:
        """How long the game's opponents may think about one answer."""
        return 1.0

    def scenario(self, key: str) -> Scenario:
        for scenario in self.scenarios():
            if scenario.key == key:
                return scenario
        raise Unknown("scenario", key, [scenario.key for scenario in self.scenarios()])

    def settled(self, options: Mapping[str, str]) -> dict[str, str]:
        """The options with every default filled in; Unknown for a name or value there is not."""
        known = {choice.key: choice for choice in self.choices}
        for key, value in options.items():
            if key not in known:
                raise Unknown("option", key, known)
            if value not in known[key].values:
                raise Unknown(f"value of option {key}", value, known[key].values)
        return {key: options.get(key, choice.values[0]) for key, choice in known.items()}


def _roster(counters: Sequence[Counter], scene: Scene) -> Iterator[str]:
    """For each side its counters with their hexes and marks: Blue: B1 0505 (D), B2 0606."""
    for side, name in enumerate(scene.sides):
        own = [counter for counter in counters if counter.side == side]
        marks = [f" ({' '.join(counter.status)})" if counter.status else "" for counter in own]
        places = [f"{counter.name or counter.symbol} {scene.hex_name(counter.hex)}" for counter in own]
        told = ", ".join(place + mark for place, mark in zip(places, marks, strict=True))
        yield f"{name}: {told or 'nothing to be seen on the map'}"


def state_hash(state: object) -> str:
    """The same for the same state on every machine."""
    return hashlib.sha256(msgspec.msgpack.encode(state, order="deterministic")).hexdigest()[:32]


@cache
def games() -> dict[str, Game[Any, Any]]:
    """Every installed game, by name, in alphabetical order."""
    found = {point.name: point for point in entry_points(group="sandtable.games")}
    return {name: found[name].load() for name in sorted(found)}


def game_named(name: str) -> Game[Any, Any]:
    """The game of that name, loading no other."""
    for point in entry_points(group="sandtable.games"):
        if point.name == name:
            game: Game[Any, Any] = point.load()
            return game
    raise Unknown("game", name, [point.name for point in entry_points(group="sandtable.games")])
