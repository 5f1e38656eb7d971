"""What a force has been ordered to do, and how much of it is done [3.22] [15.1]."""

from sandtable.games.rdf.counters import HELICOPTER
from sandtable.games.rdf.formations import allowed
from sandtable.games.rdf.pregame_odds import ORDERS
from sandtable.games.rdf.rollcall import in_play
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.scoring import Tally, enemy_beaten, orders_met, routs_enough
from sandtable.games.rdf.state import DESTROYED, EXITED, NOBODY, ROUTED

EITHER_WAY = next(number for number, order in enumerate(ORDERS, 1) if order.or_rout)
"""The orders that are met by routing companies as well [3.22]."""


def tally(table: Play, side: int) -> Tally:
    """What a side has done so far, in platoons and battalion assets [3.22]."""
    state, scene = table.state, table.scene
    exited = [unit for unit in scene.own[side] if state.hexes[unit] == EXITED]
    beaten = [unit for unit in scene.foes[side] if state.hexes[unit] == DESTROYED]
    out = [unit for unit in exited if state.formed[unit] == NOBODY and scene.row[unit] != HELICOPTER]
    return Tally(
        sum(state.formed[unit] != NOBODY for unit in exited),
        sum(not scene.headquarters[unit] for unit in out),
        sum(state.formed[unit] != NOBODY for unit in beaten),
        sum(state.formed[unit] == NOBODY and not scene.headquarters[unit] for unit in beaten),
        state.routed_enough[side] > 0,
        sum(in_play(state, unit) for unit in scene.own[side]),
    )


def note_routs(table: Play) -> None:
    """Note who has now lost or routed enough platoons at one moment; once met it stays met [3.22]."""
    state, scene = table.state, table.scene
    for side in range(len(state.sides)):
        if not state.routed_enough[side]:
            gone = [
                unit
                for unit in scene.foes[side]
                if state.formed[unit] != NOBODY
                and (state.hexes[unit] == DESTROYED or (in_play(state, unit) and state.flags[unit] & ROUTED))
            ]
            state.routed_enough[side] = int(routs_enough(EITHER_WAY, len(gone)))


def met(table: Play, side: int) -> bool:
    """Are the side's orders met [15.11] [15.12] [15.13]?"""
    orders = table.state.orders[side]
    return orders > 0 and orders_met(orders, tally(table, side))


def might_be_met(table: Play, side: int) -> bool:
    """Could they be met, whatever they are, as far as everybody can see [15.14]?

    How many units of the side are still to come is its own secret.
    """
    state, scene = table.state, table.scene
    done = tally(table, side)
    waiting = sum(state.hexes[unit] >= 0 for unit in scene.own[side])
    seen = done._replace(staying=waiting)
    return any(orders_met(number, seen) for number in range(1, len(ORDERS) + 1))


def may_exit(table: Play, side: int, hex: int) -> bool:
    """May units of the side leave the map from this hex [15.11] [15.12] [15.16]?"""
    state = table.state
    if hex < 0 or not state.orders[side]:
        return False
    kind = ORDERS[state.orders[side] - 1].kind
    if kind == "exit":
        return hex == state.exit[side]
    if kind == "destroy" or not (hex == state.entry[side] or on_the_flank(table, side, hex)):
        return False
    return enemy_beaten(state.orders[side], tally(table, side))


def on_the_flank(table: Play, side: int, hex: int) -> bool:
    """Is this a hex at the edge of the map within the deviation [15.12]?"""
    from_edge = table.scene.ground.leaving[0][hex] > 0
    return from_edge and allowed(table, side) >> hex & 1 > 0
