"""The sequence of play: pre-game, then Game-Turns of Command, Indirect Fire and Movement Phases [4.0].

Each player commands after his own movement, the last one at the beginning of the next Game-Turn. In the
first Game-Turn play begins with the first player's Movement Phase.
"""

from collections.abc import Callable, Iterator

from sandtable.engine import Ladder, Rung
from sandtable.games.rdf.command import attach_headquarters, change_formation, conform, set_altitudes
from sandtable.games.rdf.counters import COUNTERS, HELICOPTER
from sandtable.games.rdf.ending import TURNS, end_phase
from sandtable.games.rdf.events import Reactivated
from sandtable.games.rdf.indirect import indirect_fire_phase, remove_markers
from sandtable.games.rdf.morale import rally_segment
from sandtable.games.rdf.movement import begin_movement, movement_segments, renew_assaults
from sandtable.games.rdf.pregame import buy_forces, make_plans, randomize
from sandtable.games.rdf.reactions import final_fire_segment
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import (
    AIR_DEFENCE,
    DEFENDED,
    FIRED,
    GUNNED,
    INACTIVE,
    ROUTED,
    State,
)
from sandtable.games.rdf.victory import conclude

PLAYERS = ("first", "second", "third")
"""The players in turn order, as the rules call them."""
_USED_UP = FIRED | DEFENDED | AIR_DEFENCE[0] | AIR_DEFENCE[1] | AIR_DEFENCE[2]


async def movement_phase_begins(table: Play, side: int) -> None:
    """Nobody has moved yet [6.11]."""
    await begin_movement(table, side)


async def marker_removal(table: Play, side: int) -> None:
    """The player's markers go; his air strikes and the enemy's may cancel each other [8.0] [14.14]."""
    await remove_markers(table, side)


async def indirect_fire(table: Play, side: int) -> None:
    """Missions and air strikes, one after the other [8.0] [14.1]."""
    await indirect_fire_phase(table, side)
    await end_phase(table)


async def final_fire(table: Play, side: int) -> None:
    """Active units that have not fired fire, and draw fire [9.34]."""
    await final_fire_segment(table, side)
    await end_phase(table)


async def rally(table: Play, side: int) -> None:
    """Routed units try to rally [13.2]."""
    await rally_segment(table, side)


async def unit_status(table: Play, side: int) -> None:
    """The units of the next player are active again, unless they are routed [4.0] [9.22]."""
    state = table.state
    following = (side + 1) % len(state.sides)
    for unit in table.scene.own[following]:
        if state.flags[unit] & INACTIVE and not state.flags[unit] & ROUTED:
            state.flags[unit] &= ~(INACTIVE | GUNNED)
            if state.hexes[unit] >= 0:
                table.report(Reactivated(unit))


async def end_turn(table: Play) -> None:
    """The Game-Turn is over: everybody may fire again; after the last one the game ends [4.0]."""
    state = table.state
    state.flags = [flags & ~_USED_UP for flags in state.flags]
    state.flown = [0] * len(state.flown)
    if state.turn == TURNS:
        conclude(table, "the last Game-Turn is over")


def buying(state: State) -> bool:
    """Are the forces still to be bought [16.7]?"""
    return not state.begun and state.ceiling > 0


def plays(side: int) -> Callable[[State], bool]:
    """Is there such a player, and are the plans made?"""
    return lambda state: state.begun and side < len(state.sides)


def later(side: int) -> Callable[[State], bool]:
    """The same, from the second Game-Turn on."""
    return lambda state: plays(side)(state) and state.turn > 1


def last(side: int) -> Callable[[State], bool]:
    """Is this the last player, whose Command Phase comes at the beginning of the next Game-Turn?"""
    return lambda state: later(side)(state) and side == len(state.sides) - 1


def before_last(side: int) -> Callable[[State], bool]:
    """Is somebody to move after this player?"""
    return lambda state: plays(side)(state) and side < len(state.sides) - 1


def flies(side: int, when: Callable[[State], bool]) -> Callable[[State], bool]:
    """The same, if the player has helicopters on the map."""
    return lambda state: (
        when(state)
        and any(
            hex >= 0 and owner == side and COUNTERS[kind].row == HELICOPTER
            for hex, owner, kind in zip(state.hexes, state.side, state.kind, strict=True)
        )
    )


def command(side: int, when: Callable[[State], bool]) -> Iterator[Rung]:
    """COMMAND: conformity, morale, formation, helicopters, headquarters [5.4] [5.64] [14.25]."""
    name, title = PLAYERS[side], f"{PLAYERS[side].capitalize()} player"
    yield Rung(f"{name}-conformity", f"{title} Command Phase", "4.0", conform, (side,), when)
    yield Rung(f"{name}-formation", f"{title}: formation", "5.4", change_formation, (side,), when)
    yield Rung(
        f"{name}-helicopters", f"{title}: helicopters", "14.25", set_altitudes, (side,), flies(side, when)
    )
    yield Rung(f"{name}-attachment", f"{title}: headquarters", "5.63", attach_headquarters, (side,), when)


def indirect(side: int) -> Iterator[Rung]:
    """INDIRECT: markers, missions, air strikes; in the first Game-Turn not the first player [8.0] [14.1]."""
    name, title = PLAYERS[side], f"{PLAYERS[side].capitalize()} player Indirect Fire Phase"
    when = plays(side) if side else later(side)
    yield Rung(f"{name}-markers", f"{title}: markers", "8.0", marker_removal, (side,), when)
    yield Rung(f"{name}-indirect-fire", title, "8.0", indirect_fire, (side,), when)


def movement(side: int) -> Iterator[Rung]:
    """MOVEMENT: segments and assaults, final fire, rally, unit status [6.0] [9.34] [13.2] [9.22]."""
    name, title, when = PLAYERS[side], f"{PLAYERS[side].capitalize()} player", plays(side)
    yield Rung(
        f"{name}-movement-begins", f"{title} Movement Phase", "4.0", movement_phase_begins, (side,), when
    )
    yield Rung(f"{name}-movement", f"{title} Movement Segments", "6.0", movement_segments, (side,), when)
    yield Rung(f"{name}-assaults", f"{title} close assaults", "10.0", renew_assaults, (side,), when)
    yield Rung(f"{name}-final-fire", f"{title} Final Fire Segment", "9.34", final_fire, (side,), when)
    yield Rung(f"{name}-rally", f"{title} Rally Segment", "13.2", rally, (side,), when)
    yield Rung(f"{name}-status", f"{title} Unit Status Segment", "9.22", unit_status, (side,), when)


def game_turn() -> Iterator[Rung]:
    """A Game-Turn: the last player commands, then each has fire, movement and command [4.0] [16.7]."""
    for side in range(1, len(PLAYERS)):
        yield from command(side, last(side))
    for side in range(len(PLAYERS)):
        yield from indirect(side)
        yield from movement(side)
        yield from command(side, before_last(side))
    yield Rung("end", "End Phase", "4.0", end_turn, when=lambda state: state.begun)


LADDER: Ladder[State] = Ladder(
    Rung("forces", "Forces are bought", "16.7", buy_forces, when=buying),
    Rung("fate", "Pre-game randomization", "3.0", randomize, when=lambda state: not state.begun),
    Rung("plans", "Secret plans", "3.1", make_plans, when=lambda state: not state.begun),
    *game_turn(),
)
