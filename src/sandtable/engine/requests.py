"""The requests of the protocol as types, each of which knows how it is carried out."""

import re
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args

import msgspec

from sandtable.engine.dice import Dice, Script, seeded
from sandtable.engine.driver import Driver
from sandtable.engine.events import NOBODY
from sandtable.engine.game import Game, game_named, games
from sandtable.engine.orders import StandingOrder
from sandtable.engine.position import position_from
from sandtable.engine.record import (
    FromPosition,
    FromScenario,
    Header,
    new_header,
    read_record,
    replay,
    source_of,
)
from sandtable.engine.record.lines import Answer
from sandtable.engine.record.replay import begin
from sandtable.engine.refusals import BadRequest
from sandtable.engine.session import UMPIRE, WATCHER, Count, Roster, Session, Thinking, Until, Wire, own_bots

VERSION = 1
"""Of the protocol."""

Whole = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Id = Whole | str | None
Seed = Whole | Annotated[str, msgspec.Meta(max_length=200)]
Milliseconds = Annotated[int, msgspec.Meta(ge=1, le=3_600_000)]
CHANCE = r"[01]|[0-9]{1,15}/[1-9][0-9]{0,14}"
"""How a probability is written, exactly."""


class Engine:
    """What one process holds: at most one game, and whether it has been told to stop."""

    def __init__(self, roster: Roster = own_bots) -> None:
        self.roster = roster
        self.game: Session | None = None
        self.stopped = False

    @property
    def session(self) -> Session:
        if self.game is None:
            raise BadRequest("there is no game yet: begin with new or load")
        return self.game


def _verb(name: str) -> str:
    return name.removesuffix("Request").lower()


class Request(msgspec.Struct, tag_field="do", tag=_verb, forbid_unknown_fields=True):
    """One line from a program; its `id` comes back with the answer."""

    id: Id = None

    def carry_out(self, engine: Engine) -> Wire:
        """Do what is wanted; gives the content of "ok"."""
        raise NotImplementedError


class GamesRequest(Request):
    """The games there are, with their scenarios, options, phases and bots."""

    def carry_out(self, engine: Engine) -> Wire:
        return {"protocol": VERSION, "games": [_shown(game, engine.roster) for game in games().values()]}


class Beginning(Request):
    """What `new` and `load` share: the dice to come, and from which seat the game is seen."""

    seed: Seed | None = None
    dice: list[int | str] | None = None
    then: Seed | None = None
    seat: str = msgspec.field(name="as", default=UMPIRE)

    def __post_init__(self) -> None:
        if self.seed is not None and self.dice is not None:
            raise ValueError("give `seed` or `dice`, not both; a seed for what follows the dice is `then`")
        if self.then is not None and self.dice is None:
            raise ValueError("`then` is the seed that goes on after a list of dice, and there is none")

    def source(self) -> Dice:
        """The dice; with neither seed nor list there are none, and the first roll says so."""
        if self.seed is not None:
            return seeded(self.seed)
        return Script(self.dice or (), None if self.then is None else seeded(self.then))

    def start(self, engine: Engine, game: Game[Any, Any], begun: FromScenario | FromPosition) -> Wire:
        """Set up a game and play it to its first ask."""
        dice = self.source()
        header = new_header(game, begun, source_of(dice))
        driver = Driver(game, *begin(game, begun), dice)
        driver.start()
        return self.take_up(engine, driver, header)

    def take_up(self, engine: Engine, driver: Driver[Any, Any], header: Header) -> Wire:
        """Let a game take the place of the one before."""
        nobodys = {UMPIRE: None, WATCHER: NOBODY}
        seat = nobodys[self.seat] if self.seat in nobodys else driver.table.scene.side(self.seat)
        session = Session(driver, header, seat, engine.roster, solo=True)
        news = session.news()
        engine.game = session
        return news


class NewRequest(Beginning, kw_only=True):
    """Begin a scenario; without its name, the introductory one."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}

    def carry_out(self, engine: Engine) -> Wire:
        game = game_named(self.game)
        scenario = game.scenario(self.scenario) if self.scenario else game.scenarios()[0]
        return self.start(engine, game, FromScenario(scenario.key, game.settled(self.options)))


class LoadRequest(Beginning, kw_only=True):
    """Begin from a position, or go on with a record; of a record, `seed` is the one that it commits to."""

    position: str | dict[str, Any] | None = None
    record: str | list[str] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.position is None) == (self.record is None):
            raise ValueError("give `position` or `record`")
        if self.record is not None and self.dice is not None:
            raise ValueError(
                "a record has its own dice; what it may need is `seed`, or the `then` of its list"
            )

    def carry_out(self, engine: Engine) -> Wire:
        if self.record is not None:
            return self._go_on(engine, self.record)
        position = position_from(self.position)
        return self.start(engine, game_named(position.game), FromPosition(position))

    def _go_on(self, engine: Engine, record: str | list[str]) -> Wire:
        """Replay a record; of one that breaks off in the middle of its dice, up to the answer before."""
        read = read_record(record if isinstance(record, str) else "\n".join([*record, ""]))
        seed = None if self.seed is None else seeded(self.seed).seed
        driver, notes = replay(read, seed=seed), [str(read.cut)] if read.cut else []
        if driver.paused:
            numbers = [value.number for _, value in read.live if isinstance(value, Answer)]
            driver = replay(read, numbers[-2] if len(numbers) > 1 else 0)
            notes.append(
                "the last answer is left out: its dice are not all on record, and the seed is not known"
            )
        return {**self.take_up(engine, driver, read.header), "notes": notes}


class AsksRequest(Request):
    """The open asks."""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.asks()


class AnswerRequest(Request):
    """Answer an ask: at once, or a form by steps until it is committed."""

    side: str = ""
    answer: Any = msgspec.UNSET
    step: str | msgspec.UnsetType = msgspec.UNSET
    step_back: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    commit: Literal[True] | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        ways = (self.answer, self.step, self.step_back, self.commit)
        if sum(way is not msgspec.UNSET for way in ways) != 1:
            raise ValueError("give one of `answer`, `step`, `step_back` and `commit`")

    def carry_out(self, engine: Engine) -> Wire:
        session = engine.session
        if isinstance(self.step, str):
            return session.step(self.side, self.step)
        if self.step_back is True:
            return session.step_back(self.side)
        if self.commit is True:
            return session.commit(self.side)
        return session.answer(self.side, self.answer)


class WithdrawRequest(Request):
    """Take back a sealed answer while the others have not all answered."""

    side: str = ""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.withdraw(self.side)


class OrdersRequest(Request, kw_only=True):
    """Set a side's standing orders, which answer its windows from now on."""

    side: str = ""
    orders: list[StandingOrder]

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.orders(self.side, self.orders)


class ViewRequest(Request):
    """What a side may know, or the umpire."""

    side: str = ""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.view(self.side)


class OddsRequest(Request, kw_only=True):
    """The odds of something, in the words of the game."""

    query: dict[str, Any]

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.odds(self.query)


class LosRequest(Request, kw_only=True):
    """Is the line of sight clear? `query` has what else the game needs to know."""

    start: str = msgspec.field(name="from")
    to: str
    query: dict[str, Any] = {}

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.sight({**self.query, "from": self.start, "to": self.to})


class ReachRequest(Request, kw_only=True):
    """Every hex that a unit could reach now."""

    unit: str

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.reach(self.unit)


class Consulting(Request):
    """What `bot` and `play` share: the seed of the bots and their time for an answer."""

    seed: Seed = 0
    milliseconds: Milliseconds | None = None

    @property
    def thinking(self) -> Thinking:
        return Thinking(self.seed, self.milliseconds)


class BotRequest(Consulting, kw_only=True):
    """What a bot would answer."""

    side: str = ""
    bot: str

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.advice(self.side, self.bot, self.thinking)


class PlayRequest(Consulting, kw_only=True):
    """Let bots answer for their sides."""

    bots: dict[str, str]
    until: Literal["over"] | Until = "over"

    def carry_out(self, engine: Engine) -> Wire:
        until = Until() if self.until == "over" else self.until
        return engine.session.play(self.bots, until, self.thinking)


class UndoRequest(Request):
    """Take back answers: the last ones of all, or of a side."""

    n: Count = 1
    side: str = ""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.undo(self.n, self.side)


class SaveRequest(Request):
    """The record of the game so far."""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.save()


class PositionRequest(Request):
    """The present situation as a position file."""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.position()


class HashRequest(Request):
    """The hash of the state."""

    def carry_out(self, engine: Engine) -> Wire:
        return engine.session.hash()


class QuitRequest(Request):
    """Stop."""

    def carry_out(self, engine: Engine) -> Wire:
        engine.stopped = True
        return {}


AnyRequest = (
    GamesRequest | NewRequest | LoadRequest | AsksRequest | AnswerRequest | WithdrawRequest | OrdersRequest
    | ViewRequest | OddsRequest | LosRequest | ReachRequest | BotRequest | PlayRequest | UndoRequest
    | SaveRequest | PositionRequest | HashRequest | QuitRequest
)  # fmt: skip
REQUESTS: dict[str, type[Request]] = {_verb(shape.__name__): shape for shape in get_args(AnyRequest)}


def _shown(game: Game[Any, Any], roster: Roster) -> Wire:
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "scenarios": msgspec.to_builtins(game.scenarios()),
        "options": msgspec.to_builtins(game.choices),
        "phases": [{"name": rung.name, "title": rung.title} for rung in game.ladder.rungs],
        "bots": sorted(roster(game)),
    }


def chance_from(shape: type, word: object) -> Fraction:
    """A chance as the protocol writes it: 1/3, or 0 or 1."""
    if shape is not Fraction:
        raise NotImplementedError(f"the protocol has no way to read a {shape.__name__}")
    if not isinstance(word, str) or not re.fullmatch(CHANCE, word):
        raise ValueError(f'a chance is written as a fraction in quotes, such as "1/3", not {word!r}')
    return Fraction(word)
