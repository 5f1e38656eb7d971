"""How an opponent counts victory points: its own for certain, the other's at their worst."""

from sandtable.games.rdf.pregame_odds import ORDERS
from sandtable.games.rdf.scene import Battlefield
from sandtable.games.rdf.scoring import points
from sandtable.games.rdf.state import DESTROYED, EXITED, ROUTED
from sandtable.games.rdf.view import View

CLEAR = 82
"""A lead in half points that is a decisive victory, by whatever orders the other has."""
ENOUGH = 22
"""A lead that is a victory at all."""
LATE = 17
"""The Game-Turn from which any victory is taken."""
LESSER = 0.4
"""What a loss of the weaker of two enemies is worth, as the stronger one scores for it as well [16.7]."""


class Reckoning:
    """The points of all sides as one of them can count them."""

    def __init__(self, scene: Battlefield, view: View, side: int) -> None:
        self.scene = scene
        self.view = view
        self.side = side

    def may_end(self, orders: int) -> bool:
        """Is the game to be ended now that the own orders are met [15.14]?"""
        rivals = [self.most(enemy) for enemy in self.scene.enemies[self.side]]
        lead = self.by_orders(self.side, orders) - max(rivals)
        late = self.view.turn >= LATE or self.melee
        return lead >= (ENOUGH if late else CLEAR)

    def most(self, side: int) -> int:
        """The most half points that a side can have, whatever its orders are, exits without their bonus."""
        return max(self.by_orders(side, orders) for orders in range(1, len(ORDERS) + 1))

    @property
    def melee(self) -> bool:
        """Are the enemies each other's enemies as well? Then time works for the third [16.7]."""
        enemies = self.scene.enemies[self.side]
        return any(other in self.scene.enemies[enemy] for enemy in enemies for other in enemies)

    def regard(self) -> dict[int, float]:
        """How much the losses of each enemy count: where all fight all, those of the one who leads most."""
        enemies = self.scene.enemies[self.side]
        if not self.melee:
            return dict.fromkeys(enemies, 1.0)
        first = max(enemies, key=self._likely)
        return {enemy: 1.0 if enemy == first else LESSER for enemy in enemies}

    def _likely(self, side: int) -> int:
        """The points of a side, all orders taken together."""
        return sum(self.by_orders(side, orders) for orders in range(1, len(ORDERS) + 1))

    def by_orders(self, side: int, orders: int) -> int:
        """The points of a side under these orders, as far as can be seen [15.1]."""
        view, scene = self.view, self.scene
        destroyed = [view.types[unit] for unit in scene.foes[side] if view.places[unit] == DESTROYED]
        exited = [(view.types[unit], view.turn) for unit in scene.own[side] if view.places[unit] == EXITED]
        unrouted = [
            view.types[unit]
            for unit in scene.own[side]
            if view.places[unit] >= 0 and not view.flags[unit] & ROUTED
        ]
        return points(orders, destroyed, exited, unrouted)
