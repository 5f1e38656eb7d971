"""A game at one screen: whose turn it is to answer, and the curtain between people."""

from collections.abc import Mapping
from typing import Any, Protocol

from sandtable.cli.keeping import Keeper
from sandtable.cli.person import Audience, Person
from sandtable.cli.screen import Screen, say
from sandtable.cli.showing import where_lines
from sandtable.engine import BadRequest, Driver, Refused
from sandtable.engine.asks import Ask
from sandtable.engine.game import Bot
from sandtable.engine.views import Seat


class Player(Protocol):
    """Whoever answers for a side."""

    def take(self, ask: Ask[Any]) -> None:
        """Answer, or leave the game standing elsewhere."""


class Opponent:
    """A bot at its seat."""

    def __init__(self, driver: Driver[Any, Any], bot: Bot) -> None:
        self.driver = driver
        self.bot = bot

    def take(self, ask: Ask[Any]) -> None:
        answer = self.bot.answer(Seat(self.driver, ask.side))
        try:
            self.driver.answer(ask.side, answer)
        except (Refused, BadRequest) as error:
            side = self.driver.table.scene.side_name(ask.side)
            raise RuntimeError(f"the bot of {side} answered what is not allowed: {error}") from error


class Match:
    """The players by side around one game; the audience looks on where only bots play."""

    def __init__(
        self,
        driver: Driver[Any, Any],
        players: Mapping[int, Player],
        screen: Screen,
        keeper: Keeper | None,
        *,
        curtain: bool = True,
    ) -> None:
        self.driver = driver
        self.players = players
        self.screen = screen
        self.keeper = keeper
        people = [player for player in players.values() if isinstance(player, Person)]
        self.curtain = curtain and len(people) > 1
        self.facing: Audience | None = None if people else Audience(driver, None)

    def play(self) -> None:
        """Play until the game is over."""
        while not self.driver.over:
            ask = self.driver.asks[0]
            player = self.players[ask.side]
            if isinstance(player, Person) and not self._face(player):
                continue
            player.take(ask)
            if self.keeper:
                self.keeper.update()
            if not isinstance(self.facing, Person):
                self._tell()
        self._tell()
        say(*where_lines(self.driver), style="bold")

    def _face(self, person: Person) -> bool:
        """From now on this person looks at the screen; False if the one before takes a sealed answer back."""
        before = self.facing
        if self.curtain and person is not before:
            name = self.driver.table.scene.side_name(person.side)
            sealed = before.side if before and before.side in self.driver.committed else None
            if not self.screen.curtain(name, undo=sealed is not None) and isinstance(before, Person):
                self.driver.withdraw(before.side)
                before.take(self.driver.asked(before.side))
                return False
        self.facing = person
        return True

    def _tell(self) -> None:
        if self.facing:
            self.facing.tell_news()
