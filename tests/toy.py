"""A toy game for tests of the engine: two sides, one counter each, every kind of ask, a die, a secret."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Self

import msgspec

from sandtable.boards import Board, blank_board, read_vocabulary
from sandtable.engine import (
    D6,
    Choose,
    Driver,
    Ended,
    Event,
    Game,
    Ladder,
    Odds,
    Option,
    Outcome,
    Position,
    Rung,
    Scenario,
    Scene,
    Several,
    Sight,
    Table,
    at_most,
)
from sandtable.engine.dice import Dice, Script, seeded
from sandtable.engine.game import Bot

VOCABULARY = 'game = "toy"\n[[terrain]]\nletter = "."\nname = "clear"\ndrawing = "clear"\n'
HIT = at_most("Shot", "1.1", D6, 2, "hit", "miss")


def plain_board() -> Board:
    return blank_board(read_vocabulary(VOCABULARY), 3, 3)


class State(msgspec.Struct):
    trail: list[str] = []
    secret: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    done: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    turn: int = 1
    step: int = 0
    outcome: Outcome | None = None

    def copy(self) -> Self:
        return type(self)(self.trail[:], self.secret[:], self.done[:], self.turn, self.step, self.outcome)


class Found(Event, frozen=True):
    case, reveals = "1.4", True
    words = "a secret comes to light"


class Noted(Event, frozen=True):
    case = "1.5"
    words = "noted {word}"
    word: str


Play = Table[State, Scene]


class Word(Choose[str]):
    """One of the words it is made with."""

    __slots__ = ("words",)
    name, case = "word", "1.2"

    def __init__(self, table: Play, side: int, *words: str) -> None:
        super().__init__(table, side)
        self.words = words

    def offer(self) -> Sequence[str]:
        return self.words


class NextWord(Word):
    name, resumable = "next-word", True


class Chance(Choose[int | None]):
    """A window: shoot at a chance of one in three, or pass."""

    __slots__ = ("open",)
    name, case, window = "chance", "1.3", True

    def __init__(self, table: Play, side: int, open: bool = True) -> None:
        super().__init__(table, side)
        self.open = open

    def offer(self) -> Sequence[int | None]:
        return (None, 1, 2)

    def describe(self, option: int | None) -> Option:
        if option is None:
            return Option("pass", "Pass")
        chance = HIT.chance("hit") / option
        return Option(
            str(option), f"Shot {option}", chance, unit=f"U{option}", range=option * 3, target_class="tank"
        )

    def might_answer(self) -> bool:
        return self.open


class Words(Several[str]):
    name, case, least, most = "words", "1.6", 1, 2

    def offer(self) -> Sequence[str]:
        return ("one", "two", "three")


Procedure = Callable[[Play], Coroutine[Any, Any, None]]


class Toy(Game[State, Scene]):
    """A game of one procedure, played once, that leaves its trail in the state."""

    name, title, version, state_type = "toy", "Toy", 1, State

    def __init__(self, *procedures: Procedure) -> None:
        self.ladder = Ladder(
            *[Rung(p.__name__, p.__name__, "1", p) for p in procedures], Rung("end", "End", "2", end)
        )  # type: ignore[misc]

    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("only", "Only", ("A", "B")),)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Scene, State]:
        return Scene(plain_board(), ("A", "B"), ("U1", "U2")), State()

    def scene(self, state: State) -> Scene:
        return self.set_up("only", {})[0]

    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        state = table.state.copy()
        state.secret = [value if side in (None, own) else 0 for own, value in enumerate(state.secret)]
        return state

    def deal_again(self, table: Play, side: int, known: State, dice: Dice) -> None:
        table.state.secret[1 - side] = dice.roll(6)

    def from_position(self, position: Position) -> tuple[Scene, State]:
        return self.set_up("only", {})

    def to_position(self, table: Play) -> Position:
        return Position("toy", "only", turn=table.state.turn)

    def odds(self, table: Play, query: Mapping[str, Any]) -> Odds:
        return HIT

    def sight(self, table: Play, query: Mapping[str, Any]) -> Sight:
        return Sight(True, ())

    def reach(self, table: Play, unit: int) -> Mapping[int, str]:
        return {}

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {}


async def end(table: Play) -> None:
    table.state.outcome = Outcome(None, "all procedures are played")


async def stop_at_once(table: Play) -> None:
    table.state.outcome = Outcome(0, "stopped")
    raise Ended


def toy(*procedures: Procedure, dice: Sequence[int] | None = None, keep: bool = True) -> Driver[State, Scene]:
    """A started driver of a toy game of these procedures."""
    game = Toy(*procedures)
    scene, state = game.set_up("only", {})
    driver = Driver(game, scene, state, Script(dice) if dice is not None else seeded(1), keep=keep)
    driver.start()
    return driver
