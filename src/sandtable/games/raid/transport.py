"""Loading and unloading of helicopters and vehicles [13.3] [14.12] [14.15] [14.16] [14.19]."""

from collections.abc import Iterator

from sandtable.games.raid.command import company, strands
from sandtable.games.raid.events import Alights, Boards, CounterAlights, CounterBoards
from sandtable.games.raid.going import allowance, enemies_in, room
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import (
    ABOARD,
    ALPHA,
    FIRED,
    LEFT,
    LOADED,
    NOBODY,
    SHOT,
    SUPPRESSED,
    TRAPPED,
    UNLOADED,
    aboard,
    has,
    mark,
    wipe,
)

OPEN_AIR, SHELTERED = 0, 2
"""For how many Movement Phases more a helicopter stays that loads in the open, or in jungle or a Building."""


def may_load(table: Play, carrier: int) -> list[int]:
    """Whom a helicopter or vehicle could take on, standing still [13.34] [13.38] [14.19]."""
    state, kind = table.state, table.scene.types[carrier]
    if state.spent[carrier] or has(state, carrier, UNLOADED) or not (kind.carries or kind.teams):
        return []
    near = boarding_hexes(table, carrier)
    return [
        unit
        for unit in table.scene.own[state.side[carrier]]
        if state.hexes[unit] in near and fits(table, carrier, unit) and ready_to_board(table, unit)
        if not strands(table, [unit], state.hexes[unit])
    ]


def boarding_hexes(table: Play, carrier: int) -> list[int]:
    """Its own hex; of a helicopter in the open also the open ground beside it [13.34] [14.19]."""
    state, field = table.state, table.scene.field(table.state)
    hex = state.hexes[carrier]
    if not table.scene.types[carrier].flies or field.sheltered(hex):
        return [hex]
    return [hex, *(near for near in table.scene.ground.near(hex) if not field.sheltered(near))]


def ready_to_board(table: Play, unit: int) -> bool:
    """Has it not fired, nor moved more than half, and is it free to [7.8] [13.32]?"""
    state, kind = table.state, table.scene.types[unit]
    if kind.breed == "hq":
        return not state.held[unit]
    used_up = has(state, unit, FIRED | SHOT | SUPPRESSED | UNLOADED | TRAPPED)
    if not kind.combat or used_up or state.held[unit]:
        return False
    return state.spent[unit] <= (allowance(table, [unit]) + 1) // 2 or not state.spent[unit]


def fits(table: Play, carrier: int, unit: int) -> bool:
    """Is there room aboard: ten points in a helicopter, so many men in a vehicle, a team on a tank
    [13.31] [14.12] [14.15] [14.16]?"""
    state, types = table.state, table.scene.types
    kind, riders = types[carrier], aboard(state, carrier)
    if types[unit].breed == "hq":
        return True
    if kind.teams:
        return types[unit].id == "fire_team" and not [one for one in riders if types[one].combat]
    return sum(weight(table, carrier, one) for one in (*riders, unit)) <= kind.carries


def weight(table: Play, carrier: int, unit: int) -> int:
    """What a unit takes up: its men, in the air its gear too [13.31] [14.12] [14.16]."""
    gear = table.scene.types[unit].gear if table.scene.types[carrier].flies else 0
    return table.state.men[unit] + gear


def load(table: Play, carrier: int, unit: int) -> None:
    """A unit is taken on; it counts as aboard from now on [13.53] [14.19]."""
    state, hex = table.state, table.state.hexes[unit]
    tell_of(table, unit, Boards(unit, carrier), CounterBoards(state.side[unit], hex), carrier)
    state.hexes[unit], state.carrier[unit] = ABOARD, carrier
    mark(state, unit, LOADED)
    mark(state, carrier, LOADED)
    state.held[carrier] = max(state.held[carrier], stay(table, carrier, unit))
    if not table.scene.types[carrier].flies:
        state.held[unit] = state.held[carrier]
    look(table)


def stay(table: Play, carrier: int, unit: int) -> int:
    """For how many Movement Phases a carrier stays put to load or unload [13.32] [13.33] [14.19] [14.23]."""
    if table.scene.types[carrier].flies:
        sheltered = table.scene.field(table.state).sheltered(table.state.hexes[carrier])
        return SHELTERED if sheltered else OPEN_AIR
    return table.scene.types[unit].turns_to_load


def may_unload(table: Play, carrier: int) -> Iterator[tuple[int, int]]:
    """Whom it could set down, and where [13.34] [13.38] [14.19] [8.4]."""
    state, landing = table.state, table.scene.types[carrier].flies
    if has(state, carrier, LOADED) or (state.spent[carrier] and not landing):
        return
    riders = [unit for unit in aboard(state, carrier) if not state.held[unit]]
    for hex in boarding_hexes(table, carrier):
        passable = table.scene.field(state).bare[hex].mp is not None
        if passable and not enemies_in(state, state.side[carrier], hex):
            guided = hex == state.hexes[carrier] or bool(company(table, state.side[carrier], hex))
            yield from (
                (unit, hex)
                for unit in riders
                if room(table, [unit], hex) and (guided or table.scene.types[unit].breed != "hq")
            )


def unload(table: Play, carrier: int, unit: int, hex: int) -> None:
    """A unit is set down, at once in the open, later elsewhere and from vehicles [13.32] [13.33] [14.19]."""
    state = table.state
    mark(state, carrier, UNLOADED)
    mark(state, unit, UNLOADED)
    waits = 0 if lands_inside(table, carrier) else stay(table, carrier, unit)
    if waits:
        state.held[carrier] = max(state.held[carrier], waits)
        state.held[unit] = -waits
    else:
        set_down(table, unit, hex)


def lands_inside(table: Play, carrier: int) -> bool:
    """Is this the helicopter that crashes into the prison, where its team gets out at once [15.3]?"""
    state, scenario = table.state, table.scene.scenario
    if scenario is None or state.zone[carrier] < 0:
        return False
    zone = scenario.forces[state.side[carrier]].zones[state.zone[carrier]]
    return zone.wrecks and state.hexes[carrier] in table.scene.prison


def set_down(table: Play, unit: int, hex: int) -> None:
    """A unit stands on the ground again [13.34] [14.19]."""
    state, carrier = table.state, table.state.carrier[unit]
    state.hexes[unit], state.carrier[unit], state.held[unit] = hex, NOBODY, 0
    state.rank[unit] = max(state.rank) + 1
    state.began[unit] = hex
    state.entered |= hex in table.scene.prison and state.side[unit] == ALPHA
    if hex in table.scene.prison and lands_inside(table, carrier):
        mark(state, unit, TRAPPED)
    tell_of(table, unit, Alights(unit, hex, carrier), CounterAlights(state.side[unit], hex), carrier)
    look(table)


def leave_wreck_inside(table: Play, carrier: int) -> None:
    """The helicopter that landed inside the wall is out of the game once its team is out [15.3]."""
    state = table.state
    if lands_inside(table, carrier) and not aboard(state, carrier):
        state.hexes[carrier] = LEFT
        state.moving = [unit for unit in state.moving if unit != carrier]


def go_on_loading(table: Play, flying: bool) -> None:
    """Another Movement Phase has been spent on it: at its end for helicopters, at its start for vehicles
    [13.33] [14.19]."""
    state, types = table.state, table.scene.types
    for carrier, left in enumerate(state.held):
        kind = types[carrier]
        if left > 0 and (kind.carries or kind.teams) and kind.flies == flying:
            state.held[carrier] -= 1
            for unit in aboard(state, carrier):
                _a_phase_later(table, carrier, unit)


def _a_phase_later(table: Play, carrier: int, unit: int) -> None:
    state = table.state
    if state.held[unit] > 0:
        state.held[unit] -= 1
    elif state.held[unit] < 0:
        state.held[unit] += 1
        if not state.held[unit]:
            set_down(table, unit, state.hexes[carrier])
            if table.scene.types[carrier].flies:
                mark(state, unit, UNLOADED)
            else:
                wipe(state, unit, UNLOADED)
