"""How an opponent's companies move by bounds: some go, the others stand and watch [9.33]."""

from functools import cached_property

from sandtable.games.rdf.outlook import Outlook
from sandtable.games.rdf.state import FIRED, INACTIVE, NOBODY, ROUTED

UNREADY = INACTIVE | FIRED | ROUTED
CONTACT = 12
"""How near the enemy is when companies no longer all move at once."""


class Bounds:
    """Who goes and who watches in one Movement Phase."""

    def __init__(self, outlook: Outlook, hurried: bool) -> None:
        self.outlook = outlook
        self.hurried = hurried

    def watches(self, unit: int) -> bool:
        """Does the unit stand and watch, so that it may fire at whoever fires at those who go?"""
        return self.outlook.view.companies[unit] in self._watching

    @cached_property
    def _watching(self) -> tuple[int, ...]:
        """Of the companies near the enemy every other one, by turns; one alone cannot be watched over."""
        if self.hurried:
            return ()
        side = self.outlook.side
        near = [company for company in self.outlook.scene.companies_of[side] if self._in_contact(company)]
        return tuple(near[self.outlook.view.turn % 2 :: 2]) if len(near) > 1 else ()

    def _in_contact(self, company: int) -> bool:
        """Is the company in order, and its headquarters near enemies ready to fire?"""
        view, chief = self.outlook.view, self.outlook.view.chiefs[company]
        if chief == NOBODY or view.hexes[chief] < 0 or view.flags[chief] & ROUTED:
            return False
        row = self.outlook.scene.measure.row(view.hexes[chief])
        return any(row[hex] <= CONTACT for hex in self._ready)

    @cached_property
    def _ready(self) -> list[int]:
        """The hexes with armed enemies that may fire at who comes near [9.32]."""
        view, scene = self.outlook.view, self.outlook.scene
        return [
            hex
            for hex, units in self.outlook.grounded.items()
            if any(scene.weapons[unit] and not view.flags[unit] & UNREADY for unit in units)
        ]
