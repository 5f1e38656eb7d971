"""Nobody is told of a unit by its name who does not know which it is."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.engine.asks import Ask, Form
from sandtable.engine.events import NOBODY
from sandtable.engine.game import Scene
from sandtable.engine.refusals import BadRequest, Refused, Unknown
from sandtable.engine.wire import ask_wire, event_wire, option_wire, plain
from sandtable.lab.conformance.trial import Play, Trial

_TRIED = 4
"""So many hexes and units are tried as answers, to see what the refusals say."""
_OFFERED = 100
"""Of what can be added to a form, so much is looked at."""


class Noting:
    """Gives the names of a scene, and notes which units it was asked for."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.units: list[int] = []

    def hex_name(self, index: int) -> str:
        return self.scene.hex_name(index)

    def side_name(self, side: int) -> str:
        return self.scene.side_name(side)

    def unit_name(self, unit: int) -> str:
        self.units.append(unit)
        return self.scene.unit_name(unit)


class Listener:
    """One seat, and the units that it does not know."""

    def __init__(self, trial: Trial, driver: Play, seat: int) -> None:
        game, table = driver.game, driver.table
        self.trial, self.driver, self.seat, self.scene = trial, driver, seat, table.scene
        self.unknown = [unit for unit in range(len(self.scene.units)) if not game.knows(table, seat, unit)]
        names = [re.escape(self.scene.unit_name(unit)) for unit in self.unknown]
        self.pattern = re.compile(rf"(?<!\w)({'|'.join(names)})(?!\w)")

    def hear(self, since: int) -> None:
        """What has been told since that entry of the log."""
        for entry in (self.driver.table.log or [])[since:] if self.unknown else ():
            if (event := entry.to_seat(self.seat)) is not None:
                noting = Noting(self.scene)
                words = str(event_wire(event, noting)["text"])
                self._hold(noting, "the event", words)

    def look(self) -> None:
        """What it sees, is asked, and is told when it answers something else."""
        if not self.unknown:
            return
        noting = Noting(self.scene)
        plain(self.driver.view(self.seat), noting)
        self._hold(noting, "the view", "")
        for ask in self.driver.asks:
            if ask.side == self.seat:
                self._look_at(ask)

    def _look_at(self, ask: Ask[Any]) -> None:
        noting = Noting(self.scene)
        self._hold(noting, f"the ask {ask.name}", msgspec.json.encode(ask_wire(ask, noting)).decode())
        if isinstance(ask, Form):
            for option, _ in ask.grow(ask.blank())[:_OFFERED]:
                self._hold(noting, f"an option of {ask.name}", str(option_wire(option)))
        for name in self._tries():
            try:
                ask.read(name)
            except Unknown:
                continue  # it says what hexes and units there are, which everybody knows
            except (Refused, BadRequest) as refused:
                self._hold(noting, f"what {ask.name} refuses", str(refused).replace(name, ""))

    def _tries(self) -> Iterator[str]:
        chance = self.trial.chance()
        for names in (self.scene.board.names, self.scene.units):
            yield from chance.sample([*names], min(_TRIED, len(names)))

    def _hold(self, noting: Noting, what: str, words: str) -> None:
        """Fail if any of the unknown units is named in fields or words."""
        named = [self.scene.unit_name(unit) for unit in noting.units if unit in self.unknown]
        if found := self.pattern.search(words):
            named.append(found[0])
        if named:
            name = "a watcher" if self.seat == NOBODY else self.scene.side_name(self.seat)
            self.trial.fail(f"{what} names {named[0]} to {name}, which does not know it: {words}")


def names(trial: Trial) -> None:
    """No event, view, option or refusal names a unit to a seat that does not know it."""
    driver = trial.begin()
    told = due = 0
    for number, _ in enumerate(trial.asks(driver)):
        for seat in (NOBODY, *range(len(driver.table.scene.sides))):
            listener = Listener(trial, driver, seat)
            listener.hear(told)
            if number >= due:
                listener.look()
        told = len(driver.table.log or ())
        due = number + 1 + number // 4 if number >= due else due
