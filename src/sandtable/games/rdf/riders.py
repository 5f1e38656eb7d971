"""When an opponent's infantry gets off its carriers to fight, and when it gets on again [12.0]."""

from collections.abc import Iterable

import numpy as np

from sandtable.games.rdf.moves import Action
from sandtable.games.rdf.outlook import Outlook, Worth

WORTH_WALKING = 0.8
"""What the next shot of men on foot has to win, in victory points, for them to get off."""
WORTH_STAYING = 0.3
"""The same for them to stay off."""
FETCH, FETCH_HOME = 4.0, 25.0
"""What it is worth to a carrier to come back for its infantry, and before it goes home."""


class Riders:
    """The infantry of one side, aboard and on foot, at one moment."""

    def __init__(self, outlook: Outlook, leaving: bool) -> None:
        self.outlook, self.leaving = outlook, leaving
        self.scene, self.view = outlook.scene, outlook.view

    def mount(self, options: Iterable[Action | None]) -> Action | None:
        """Infantry gets on where it has nothing to fire at."""
        return next((one for one in _of("mount", options) if not self.fights(one.one, WORTH_STAYING)), None)

    def dismount(self, options: Iterable[Action | None]) -> Action | None:
        """Infantry gets off where it can fire at something worth it, far from the way off the map."""
        return next((one for one in _of("dismount", options) if self._gets_off(one.one)), None)

    def _gets_off(self, carrier: int) -> bool:
        return any(self.fights(unit, WORTH_WALKING) for unit in self.aboard(carrier))

    def aboard(self, carrier: int) -> list[int]:
        """Who rides on a carrier."""
        return [unit for unit in self.scene.own[self.outlook.side] if self.view.carrier[unit] == carrier]

    def promise(self, carrier: int) -> Worth:
        """What the passengers of a carrier may win from each hex if they get off there."""
        found = np.zeros(self.scene.board.count)
        for unit in () if self.leaving else self.aboard(carrier):
            found += self.outlook.promise(self.scene.weapons[unit], self.outlook.steps(unit))
        return found

    def fights(self, unit: int, least: float) -> bool:
        """Can infantry win so much by the next shot on foot from where it is?"""
        if self.leaving or self.view.hexes[unit] < 0:
            return False
        promise = self.outlook.promise(self.scene.weapons[unit], self.outlook.steps(unit))
        return bool(promise[self.view.hexes[unit]] >= least)

    def fetching(self, carrier: int) -> Worth:
        """What each hex is worth to an empty carrier for the infantry of its company that waits there."""
        found, view = np.zeros(self.scene.board.count), self.view
        company = view.companies[carrier]
        if company < 0 or not self.scene.carrying[carrier] or self.aboard(carrier):
            return found
        for unit in self.scene.members[company]:
            on_foot = self.scene.foot[unit] and view.hexes[unit] >= 0 and view.carrier[unit] < 0
            if on_foot and not self.fights(unit, WORTH_STAYING):
                found[view.hexes[unit]] = FETCH_HOME if self.leaving else FETCH
        return found


def _of(verb: str, options: Iterable[Action | None]) -> list[Action]:
    return [one for one in options if one is not None and one.verb == verb]
