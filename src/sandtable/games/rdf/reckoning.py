"""How an opponent counts victory points: its own for certain, the other's at their worst."""

from sandtable.games.rdf.outlook import Outlook
from sandtable.games.rdf.pregame_odds import ORDERS
from sandtable.games.rdf.scoring import points
from sandtable.games.rdf.state import DESTROYED, EXITED, ROUTED

CLEAR = 82
"""A lead in half points that is a decisive victory, by whatever orders the other has."""
ENOUGH = 22
"""A lead that is a victory at all."""
LATE = 17
"""The Game-Turn from which any victory is taken."""


def may_end(outlook: Outlook) -> bool:
    """Is the game to be ended now that the orders are met [15.14]?"""
    lead = own_points(outlook) - max(
        other_points(outlook, enemy) for enemy in outlook.scene.enemies[outlook.side]
    )
    return lead >= (ENOUGH if outlook.view.turn >= LATE else CLEAR)


def own_points(outlook: Outlook) -> int:
    """The own victory points in halves, exits without their bonus [15.1]."""
    return by_orders(outlook, outlook.side, outlook.sheet.orders)


def other_points(outlook: Outlook, side: int) -> int:
    """The most that another side can have, whatever its orders are."""
    return max(by_orders(outlook, side, orders) for orders in range(1, len(ORDERS) + 1))


def by_orders(outlook: Outlook, side: int, orders: int) -> int:
    """The points of a side under these orders, as far as can be seen."""
    view, scene = outlook.view, outlook.scene
    destroyed = [view.types[unit] for unit in scene.foes[side] if view.places[unit] == DESTROYED]
    exited = [(view.types[unit], view.turn) for unit in scene.own[side] if view.places[unit] == EXITED]
    unrouted = [
        view.types[unit]
        for unit in scene.own[side]
        if view.places[unit] >= 0 and not view.flags[unit] & ROUTED
    ]
    return points(orders, destroyed, exited, unrouted)
