"""Orders met or not, victory points, and levels of victory [15.0]."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.games.rdf.charts import CHARTS, Share
from sandtable.games.rdf.counters import COUNTERS
from sandtable.games.rdf.pregame_odds import ORDERS, PREGAME


class Tally(NamedTuple):
    """What a player has done, in platoons of any companies and in battalion assets [3.22].

    `routed` is whether enough enemy companies were ever routed at one moment, `staying` how many own units
    have still to leave the map or to come.
    """

    exited_platoons: int = 0
    exited_assets: int = 0
    destroyed_platoons: int = 0
    destroyed_assets: int = 0
    routed: bool = False
    staying: int = 0


def routs_enough(orders: int, lost_or_routed: int) -> bool:
    """Do so many platoons, eliminated or routed at this moment, meet the orders of this number [3.22]?"""
    wanted = ORDERS[orders - 1].or_rout
    return wanted > 0 and lost_or_routed >= wanted * PREGAME.orders.platoons_per_company


def enemy_beaten(orders: int, tally: Tally) -> bool:
    """Has the enemy lost what these orders name [3.22] [15.12] [15.13]?"""
    wanted = ORDERS[orders - 1]
    platoons = wanted.companies * PREGAME.orders.platoons_per_company
    eliminated = tally.destroyed_platoons >= platoons and tally.destroyed_assets >= wanted.assets
    return eliminated or (wanted.or_rout > 0 and tally.routed)


def orders_met(orders: int, tally: Tally) -> bool:
    """May the owner declare the end [15.11] [15.12] [15.13]?"""
    wanted = ORDERS[orders - 1]
    if wanted.kind == "exit":
        platoons = wanted.companies * PREGAME.orders.platoons_per_company
        return tally.exited_platoons >= platoons and tally.exited_assets >= wanted.assets
    return enemy_beaten(orders, tally) and (wanted.kind == "destroy" or tally.staying == 0)


def counts_exited(kind: int) -> bool:
    """Does the unit count for points, or as an asset, when it leaves or stays [15.15]?"""
    return COUNTERS[kind].kind != "helicopter"


def bonus(game_turn: int) -> int:
    """By what the value of a unit is multiplied that exits in this Game-Turn [15.2]."""
    table = CHARTS.victory
    return table.bonus[min(max(game_turn - table.bonus_from, 0), len(table.bonus) - 1)]


def points(
    orders: int, destroyed: Iterable[int], exited: Iterable[tuple[int, int]], unrouted: Iterable[int]
) -> int:
    """The victory points of a player in halves [15.1] [15.15] [15.2] [15.3].

    `destroyed` holds the types of enemy units, `exited` types and Game-Turns of own units gone by a legal
    exit, `unrouted` the types of own units on the map that are not routed.
    """
    kind = ORDERS[orders - 1].kind
    share: Share = getattr(CHARTS.points, kind)
    won = share.destroyed * sum(COUNTERS[one].vp for one in destroyed)
    if kind == "destroy":
        return won + share.own * sum(COUNTERS[one].vp for one in unrouted if counts_exited(one))
    leaving = [(COUNTERS[one].vp, turn) for one, turn in exited if counts_exited(one)]
    return won + share.own * sum(value * (bonus(turn) if kind == "exit" else 1) for value, turn in leaving)


def level(halves: int) -> str:
    """The level of victory that a difference of so many half points gives; halves count down [15.4]."""
    difference = abs(halves) // 2
    return next(row.name for row in reversed(CHARTS.victory.levels) if difference >= row.least)
