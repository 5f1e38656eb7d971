"""A session: one game under way, as a program sees it from one seat or whole as the umpire."""

import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from sandtable.engine.asks import Ask, Form, Offer
from sandtable.engine.dice import Script
from sandtable.engine.driver import Driver
from sandtable.engine.events import NOBODY
from sandtable.engine.game import Bot, Game, Scene
from sandtable.engine.orders import StandingOrder
from sandtable.engine.position import position_text
from sandtable.engine.record import BadRecord, Differs, Header, write_record
from sandtable.engine.record.tape import Recorded
from sandtable.engine.refusals import (
    BadPosition,
    BadRequest,
    DiceExhausted,
    GameOver,
    NoSuchDeal,
    Refusal,
    Refused,
    Unknown,
)
from sandtable.engine.table import Table
from sandtable.engine.views import Seat
from sandtable.engine.wire import ask_wire, counter_wire, event_wire, odds_wire, option_wire, plain

T = TypeVar("T")
Wire = dict[str, Any]

UMPIRE, WATCHER = "umpire", "watcher"
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
CODES = {
    Refused: "illegal",
    NoSuchDeal: "illegal",
    BadRequest: "bad-request",
    RecursionError: "bad-request",
    BadPosition: "bad-position",
    BadRecord: "bad-position",
    Differs: "bad-position",
    Unknown: "unknown",
    DiceExhausted: "dice-exhausted",
    GameOver: "over",
}
_DEALS = 4
"""How many deals of what a seat cannot know are looked at before it is told something."""


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where bots stop playing: when a turn or phase begins, or after so many answers."""

    turn: int | None = None
    phase: str = ""
    asks: Count = 10_000


@runtime_checkable
class Timed(Protocol):
    """A bot that can be told how long it may think about an answer."""

    milliseconds: int


Roster = Callable[[Game[Any, Any]], Mapping[str, Callable[[bytes], Bot]]]
"""Which opponents there are for a game, by name; each is made from a seed."""


def own_bots(game: Game[Any, Any]) -> Mapping[str, Callable[[bytes], Bot]]:
    """The opponents that a game brings itself."""
    return game.bots()


class Thinking(NamedTuple):
    """From which seed bots are made, and how long they may think about an answer."""

    seed: int | str = 0
    milliseconds: int | None = None


class Session:
    """A game under way, seen from one side's seat, by a watcher (NOBODY) or the umpire (None).

    The header tells how the game began. In a `solo` session one person or program at a seat also has the
    other sides to play, by bots; at a table that others share it has not.
    """

    def __init__(
        self,
        driver: Driver[Any, Any],
        header: Header,
        seat: int | None = None,
        roster: Roster = own_bots,
        *,
        solo: bool = False,
    ) -> None:
        self.solo = solo
        self.driver = driver
        self.roster = roster
        self.header = header
        self.seat = seat
        self._told = 0
        self._drafts: dict[int, tuple[Form[Any], list[Any]]] = {}

    @property
    def scene(self) -> Scene:
        scene: Scene = self.driver.table.scene
        return scene

    def side(self, name: str) -> int:
        """The side a request speaks for: at a seat, only its own."""
        if not name and self.seat is None:
            raise BadRequest(f"say for which side: {' or '.join(self.scene.sides)}")
        if self.seat == NOBODY:
            raise Refused(Refusal("", "a watcher belongs to no side and speaks for none"))
        side = self.scene.side(name) if name else self.seat
        if self.seat not in (None, side):
            raise Refused(Refusal("", f"this is the seat of {self._own}, which speaks for no other side"))
        assert side is not None
        return side

    @property
    def _own(self) -> str:
        if self.seat is None or self.seat == NOBODY:
            return UMPIRE if self.seat is None else WATCHER
        return self.scene.side_name(self.seat)

    def _umpire_only(self, what: str) -> None:
        if self.seat is not None:
            raise Refused(Refusal("", f"{what} is for the umpire: it holds what {self._own} cannot know"))

    # -- what happens, and what is asked -----------------------------------------------------

    def news(self) -> Wire:
        """What has happened since the last news, and what is asked now."""
        asks, log = self.asks(), self.driver.table.log or []
        events = [event for entry in log[self._told :] if (event := entry.to_seat(self.seat)) is not None]
        self._told = len(log)
        return {"events": [event_wire(event, self.scene) for event in events], **asks}

    def asks(self) -> Wire:
        return {"asks": [self._ask(ask) for ask in self.driver.asks]}

    def _ask(self, ask: Ask[Any]) -> Wire:
        """An ask in full; of another seat's, only that there is one."""
        if self.seat not in (None, ask.side):
            return {"side": self.scene.side_name(ask.side), "kind": "hidden"}
        wire = ask_wire(ask, self.scene)
        if isinstance(ask, Form):
            draft = self._trail(ask)[-1]
            further = [option_wire(option) for option, _ in ask.grow(draft)]
            wire.update(draft=ask.write(draft), options=further, complete=ask.complete(draft))
            wire["remarks"] = [str(remark) for remark in ask.remarks(draft)]
        return wire

    # -- answering -----------------------------------------------------------------------------

    def answer(self, side: str, wire: object) -> Wire:
        own = self.side(side)
        self._play_on()
        self.driver.submit(own, wire)
        return self.news()

    def _give(self, side: int, answer: object) -> None:
        """Hand in an answer that was not read from words."""
        self._play_on()
        self.driver.answer(side, answer)

    def _play_on(self) -> None:
        """Behind a record whose seed is not known there are no more dice."""
        dice = self.driver.table.dice
        if isinstance(dice, Recorded) and dice.then is None:
            dice.then = Script(())

    def step(self, side: str, key: str) -> Wire:
        """Add one thing to the draft of a form."""
        form = self._form(side)
        trail = self._trail(form)
        for option, draft in form.grow(trail[-1]):
            if option.key == key:
                self._drafts[form.side] = form, [*trail, draft]
                return self.news()
        raise Refused(Refusal(form.case, f"{key!r} is nothing that can be added to this {form.name} now"))

    def step_back(self, side: str) -> Wire:
        """Take the last thing out of the draft again."""
        form = self._form(side)
        trail = self._trail(form)
        if len(trail) == 1:
            raise Refused(Refusal(form.case, f"nothing has been added to this {form.name} yet"))
        self._drafts[form.side] = form, trail[:-1]
        return self.news()

    def commit(self, side: str) -> Wire:
        """Hand in the draft as the answer."""
        form = self._form(side)
        self._give(form.side, self._trail(form)[-1])
        return self.news()

    def judge(self, side: str, wire: object) -> Wire:
        """What would be said of an answer to a form that is not given: its faults, and what is remarked."""
        form = self._form(side)
        try:
            draft = msgspec.convert(wire, form.shape)
        except msgspec.ValidationError as error:
            return {"faults": msgspec.to_builtins([Refusal(form.case, str(error))]), "remarks": []}
        faults = form.faults(draft)
        return {"faults": msgspec.to_builtins(faults), "remarks": [str(one) for one in form.remarks(draft)]}

    def _form(self, side: str) -> Form[Any]:
        ask = self.driver.asked(self.side(side))
        if not isinstance(ask, Form):
            raise BadRequest(f"{ask.name} is answered at once, not step by step")
        return ask

    def _trail(self, form: Form[Any]) -> list[Any]:
        """The drafts of this very form so far, the blank one first."""
        begun, trail = self._drafts.get(form.side, (None, []))
        return trail if begun is form else [form.blank()]

    def withdraw(self, side: str) -> Wire:
        """Take back a sealed answer; a form lies there again as it was handed in, to be changed."""
        own = self.side(side)
        self.driver.withdraw(own)
        form = self.driver.asked(own)
        if isinstance(form, Form):
            [taken] = self.driver.undone[-1].answers
            draft = msgspec.convert(taken.wire, form.shape)
            trail = self._trail(form)
            self._drafts[own] = form, trail if trail[-1] == draft else [form.blank(), draft]
        return self.asks()

    def undo(self, count: int, side: str) -> Wire:
        """Take answers back; `heard` is how many of the events told so far still stand."""
        own = self.side(side) if side or self.seat is not None else None
        self.driver.undo(count, own)
        return self.after_undo()

    def after_undo(self) -> Wire:
        """How many of the events told so far still stand, once answers were taken back here or elsewhere."""
        self._told = len(self.driver.table.log or ())
        return {"heard": self.driver.heard_count(self.seat), **self.asks()}

    def catch_up(self, since: int) -> Wire:
        """What happened since the seat's own event of this number, for somebody who comes back."""
        self._told = len(self.driver.table.log or ())
        events = [event_wire(event, self.scene) for event in self.driver.heard(self.seat, since)]
        return {"events": events, "heard": self.driver.heard_count(self.seat), **self.asks()}

    def orders(self, side: str, orders: Sequence[StandingOrder]) -> Wire:
        """Set a side's standing orders in place of those it had."""
        own = self.side(side)
        for order in orders:
            if order.unit:
                self.scene.unit(order.unit)
        self.driver.orders[own] = tuple(orders)
        return {"side": self.scene.side_name(own), "orders": len(orders)}

    # -- what may be known ---------------------------------------------------------------------

    def view(self, side: str) -> Wire:
        return {"view": plain(self.driver.view(self._looking(side or self._own)), self.scene)}

    def counters(self) -> Wire:
        """The counters on the map as the seat sees them, with names for hexes and sides."""
        found = self.driver.game.counters(self.driver.table, self.seat)
        return {"counters": [counter_wire(counter, self.scene) for counter in found]}

    def own_orders(self) -> Wire:
        """The standing orders of the seat's own side."""
        if self.seat is None or self.seat == NOBODY:
            return {"orders": []}
        given = self.driver.orders.get(self.seat, ())
        return {"orders": [plain(order, self.scene) for order in given]}

    def takes_back(self) -> Wire:
        """Why the seat's last answer cannot be taken back; empty where it can."""
        if self.seat == NOBODY:
            return {"no_undo": "whoever looks on has answered nothing"}
        return {"no_undo": self.driver.undo_refusal(self.seat)}

    def _looking(self, name: str) -> int | None:
        """Through whose eyes: a side's, those of anybody who looks on, or the umpire's."""
        if name == WATCHER:
            return NOBODY
        if name == UMPIRE:
            self._umpire_only("the umpire's view")
            return None
        return self.side(name)

    def odds(self, query: Mapping[str, Any]) -> Wire:
        """The odds of something by name, or of the roll that an option of the open ask leads to."""
        if "option" in query:
            return {"odds": self._odds_of_option(query)}
        self._must_know(query)
        return {"odds": odds_wire(self._agreed(lambda table: self.driver.game.odds(table, query)))}

    def _odds_of_option(self, query: Mapping[str, Any]) -> Wire:
        """An option is open to the one who is asked, and so are its odds; refused where nothing is rolled."""
        ask = self.driver.asked(self.side(str(query.get("side", ""))))
        odds = ask.odds(ask.pick(query["option"])) if isinstance(ask, Offer) else None
        if odds is None:
            raise Refused(Refusal(ask.case, "nothing is rolled for this"))
        return odds_wire(odds)

    def sight(self, query: Mapping[str, Any]) -> Wire:
        self._must_know(query)
        found = self._agreed(lambda table: self.driver.game.sight(table, query))
        return {"sight": msgspec.to_builtins(found)}

    def eyes(self, hex: str) -> Wire:
        """The hexes with counters from which a hex is in sight, as far as the seat can tell."""
        scene, game = self.scene, self.driver.game
        seen = scene.hex_name(scene.hex(hex))
        counters = game.counters(self.driver.table, self.seat)
        places = sorted({counter.hex: None for counter in counters if counter.side >= 0})
        names = [name for name in map(scene.hex_name, places) if name and name != seen]
        deals = self._deals(
            lambda table: [game.sight(table, {"from": name, "to": seen}).clear for name in names]
        )
        return {"eyes": [name for name, *clear in zip(names, *deals, strict=True) if all(clear)]}

    def reach(self, unit: str) -> Wire:
        """Every hex in reach with its cost; at a seat, as far as it can tell."""
        number = self.scene.unit(unit)
        self._must_know({"unit": unit})
        deals = self._deals(lambda table: self.driver.game.reach(table, number))
        hexes = sorted({hex: None for deal in deals for hex in deal})
        costs = {hex: Counter(deal[hex] for deal in deals if hex in deal) for hex in hexes}
        return {"hexes": {self.scene.hex_name(hex): costs[hex].most_common(1)[0][0] for hex in hexes}}

    def _must_know(self, query: Mapping[str, Any]) -> None:
        """Refused where a question names units that the seat does not know: the answer could betray them."""
        names = [name.strip() for value in query.values() for name in str(value).split(",")]
        known, table = self.driver.game.knows, self.driver.table
        strange = [name for name in dict.fromkeys(names) if name in self.scene.units]
        strange = [name for name in strange if not known(table, self.seat, self.scene.unit(name))]
        if strange:
            case, why = self.driver.game.hiding_case, f"{self._own} cannot know anything about it"
            raise Refused(*(Refusal(case, why, name) for name in strange))

    def _agreed(self, look: Callable[[Table[Any, Any]], T]) -> T:
        """What is so in every deal; refused where it turns on what the seat cannot know."""
        first, *others = self._deals(look)
        if any(other != first for other in others):
            raise Refused(Refusal("", f"this turns on something that {self._own} cannot know"))
        return first

    def _deals(self, look: Callable[[Table[Any, Any]], T]) -> list[T]:
        """What is found at the table; at a seat, in games where all it cannot know is dealt again."""
        if self.seat is None:
            return [look(self.driver.table)]
        self.side("")
        seeds = [f"deal {number}".encode() for number in range(_DEALS)]
        return [look(self.driver.fork_for(self.seat, seed).table) for seed in seeds]

    def position(self) -> Wire:
        self._umpire_only("the whole position")
        position = self.driver.game.to_position(self.driver.table)
        return {"position": msgspec.to_builtins(position), "text": position_text(position)}

    def save(self) -> Wire:
        self._umpire_only("the record")
        return {"record": write_record(self.driver, self.header)}

    def hash(self) -> Wire:
        self._umpire_only("the hash of the whole state")
        return {"hash": self.driver.hash()}

    # -- bots ----------------------------------------------------------------------------------

    def advice(self, side: str, name: str, thinking: Thinking) -> Wire:
        """What a bot would answer now."""
        ask = self.driver.asked(self.side(side))
        bot = self._bot(ask.side, name, thinking)
        return {"answer": ask.write(bot.answer(Seat(self.driver, ask.side)))}

    def play(self, bots: Mapping[str, str], until: Until, thinking: Thinking) -> Wire:
        """Let bots answer for their sides; `stopped` says why they went no further."""
        side_of = self.scene.side if self.solo else self.side
        sides = {side_of(side): name for side, name in bots.items()}
        players = {side: self._bot(side, name, thinking) for side, name in sides.items()}
        if until.phase:
            self.driver.game.ladder.step(until.phase)
        begun = len(self.driver.marks)
        for given in range(until.asks + 1):
            stopped = self._stopped(until, begun, given) or self._bot_answers(players)
            if stopped:
                return {**stopped, **self.news()}
        raise AssertionError("the count of answers ends the loop")

    def _stopped(self, until: Until, begun: int, given: int) -> Wire | None:
        reached = {
            "over": self.driver.over,
            "turn": until.turn is not None and self.driver.state.turn >= until.turn,
            "phase": any(mark.segment == until.phase for mark in self.driver.marks[begun:]),
            "asks": given == until.asks,
        }
        return next(({"stopped": why} for why, so in reached.items() if so), None)

    def _bot_answers(self, players: Mapping[int, Bot]) -> Wire | None:
        """One answer by a bot; what stops the bots, if anything does."""
        ask = next((ask for ask in self.driver.asks if ask.side in players), None)
        if ask is None:
            return {"stopped": "waiting"}
        try:
            self._give(ask.side, players[ask.side].answer(Seat(self.driver, ask.side)))
        except Exception as error:
            return {"stopped": "error", "error": self._bot_error(ask.side, error)}
        return None

    def _bot_error(self, side: int, error: Exception) -> Wire:
        """Why a bot's answer came to nothing; of another seat's bot, no more than that."""
        wire = error_wire(error)
        if self.seat in (None, side):
            return wire
        message = f"the bot of {self.scene.side_name(side)} could not answer"
        return {**wire, "case": "", "message": message, "faults": []}

    def _bot(self, side: int, name: str, thinking: Thinking) -> Bot:
        """A new bot: the same game and seed make it play the same."""
        makers = self.roster(self.driver.game)
        if name not in makers:
            raise Unknown("bot", name, makers)
        bot: Bot = makers[name](f"{thinking.seed} {side} {len(self.driver.history)}".encode())
        if thinking.milliseconds is not None and isinstance(bot, Timed):
            bot.milliseconds = thinking.milliseconds
        return bot


def error_wire(error: Exception) -> Wire:
    """An error as the protocol tells it; a failure of Sandtable's own goes to standard error in full."""
    code = next((code for kind, code in CODES.items() if isinstance(error, kind)), "internal")
    message = str(error)
    if code == "internal":
        traceback.print_exception(error, file=sys.stderr)
        message = f"the program itself failed here ({type(error).__name__}); standard error says where"
    elif isinstance(error, RecursionError):
        message = "this is nested too deeply"
    faults = _faults(error)
    case = faults[0].case if faults else ""
    return {"code": code, "case": case, "message": message, "faults": msgspec.to_builtins(faults)}


def _faults(error: Exception) -> list[Refusal]:
    """Every fault that an error tells of."""
    if isinstance(error, Refused | BadPosition):
        return list(error.refusals)
    found = error.findings if isinstance(error, BadRecord) else ()
    found = (error.finding,) if isinstance(error, Differs) else found
    return [Refusal("", finding.reason, f"line {finding.line}") for finding in found]
