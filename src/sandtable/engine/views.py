"""A seat: all that the player, bot or page at one side of the table may use."""

from typing import Any, Generic, TypeVar

import msgspec

from sandtable.engine.asks import Ask
from sandtable.engine.driver import Driver
from sandtable.engine.events import Event
from sandtable.engine.game import Scene, State

S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Scene)


class Seat(Generic[S, C]):
    """One side's place at the table: its open ask, its view, what it has heard, and forks dealt again."""

    __slots__ = ("_driver", "side")

    def __init__(self, driver: Driver[S, C], side: int) -> None:
        self._driver = driver
        self.side = side

    @property
    def ask(self) -> Ask[Any]:
        return self._driver.asked(self.side)

    @property
    def scene(self) -> C:
        """Board, charts and names, which both sides know."""
        return self._driver.table.scene

    def view(self) -> msgspec.Struct:
        return self._driver.view(self.side)

    def heard(self, since: int = 0) -> list[Event]:
        return self._driver.heard(self.side, since)

    def fork(self, seed: bytes) -> Driver[S, C]:
        """The game from here on as it might be: what this side cannot know is dealt again."""
        return self._driver.fork_for(self.side, seed)
