"""A person at the terminal: is told what happened, is asked, and may look things up before answering."""

from typing import Any

from sandtable.cli.dialogue import Dialogue, dialogue_for
from sandtable.cli.failures import BadFile
from sandtable.cli.keeping import Keeper
from sandtable.cli.screen import Screen, say
from sandtable.cli.showing import ask_line, event_lines
from sandtable.cli.words import called
from sandtable.engine import BadRequest, Driver, Refused, Unknown
from sandtable.engine.asks import Ask
from sandtable.engine.refusals import DiceExhausted, NoSuchDeal
from sandtable.engine.session import Session


class Audience:
    """Somebody who is told the story as far as a side may know it; None is the umpire."""

    def __init__(self, driver: Driver[Any, Any], side: int | None) -> None:
        self.driver = driver
        self.side = side
        self.told = 0

    def tell_news(self) -> None:
        """What happened since the last time."""
        news = self.driver.heard(self.side, self.told)
        self.told += len(news)
        say(*event_lines(news, self.driver.table.scene))

    def skip_to_last(self, count: int) -> None:
        """Of what happened so far, tell only the last few things."""
        self.told = max(0, len(self.driver.heard(self.side)) - count)


class Person(Audience):
    """One side's player."""

    side: int
    dialogue: Dialogue

    def __init__(self, session: Session, side: int, screen: Screen, keeper: Keeper) -> None:
        super().__init__(session.driver, side)
        self.session = session
        self.screen = screen
        self.keeper = keeper

    def take(self, ask: Ask[Any]) -> None:
        """Put the ask until it is answered, or the game stands elsewhere."""
        self.tell_news()
        self._put(ask)
        while any(ask is open_ask for open_ask in self.driver.asks):
            line = self.screen.read(f"{self._where()}> ")
            try:
                self._respond(line)
            except Refused as refused:
                say(*map(str, refused.refusals), style="red")
            except (BadRequest, Unknown, NoSuchDeal, DiceExhausted, BadFile) as error:
                say(f"{error} (? for help)", style="red")
            self.keeper.update()

    def _where(self) -> str:
        segment = self.driver.segment
        return f"Turn {self.driver.state.turn}, {segment.title if segment else 'the end'}"

    def _put(self, ask: Ask[Any]) -> None:
        """Show the ask and what can be answered."""
        self.dialogue = dialogue_for(ask)
        say(ask_line(ask, self.driver.table.scene), style="bold")
        say(*self.dialogue.lines())

    def _respond(self, line: str) -> None:
        """Carry out a short command, or take the line as an answer; an empty one shows the options again."""
        word = None if self.dialogue.menu.place(line) is not None else called(line)
        if word:
            word.act(self, line.partition(" ")[2].strip())
            return
        given = self.dialogue.take(line)
        if given is None:
            say(*self.dialogue.lines())
        else:
            self.driver.answer(self.side, given.answer)
