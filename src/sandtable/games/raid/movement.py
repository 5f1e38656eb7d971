"""The Movement Phase: players move units and stacks by turns, hex by hex, under fire [8.0] [4.1]."""

from collections.abc import Sequence

from sandtable.games.raid.assault import close_assault
from sandtable.games.raid.bursts import UNTOUCHED, burst_on, lay_in_rubble, rubbles, strike
from sandtable.games.raid.charges import cross_mines, place_charge
from sandtable.games.raid.events import (
    CounterEntered,
    CounterExited,
    CounterMoved,
    Entered,
    Exited,
    Moved,
)
from sandtable.games.raid.going import enemies_in, entry_price, is_here, step_price
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.initiative import acted, close, closed, passed
from sandtable.games.raid.losses import cancel_missions, destroy
from sandtable.games.raid.moves import STOP, Act, PickMove, Step, can_act, halted
from sandtable.games.raid.scene import Play
from sandtable.games.raid.shells import strength_at
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import (
    ABOARD,
    ALPHA,
    ASSAULTED,
    DONE,
    FACE_UP,
    HIGH,
    KNOWN,
    LEFT,
    MOVED,
    OF_PHASE,
    SHOT,
    SIDES,
    SUPPRESSED,
    TRAPPED,
    WAITING,
    aboard,
    alive,
    has,
    hex_of,
    mark,
    wipe,
)
from sandtable.games.raid.transport import go_on_loading, leave_wreck_inside, load, unload
from sandtable.games.raid.windows import react


async def begin_movement(table: Play) -> None:
    """A new Movement Phase: nobody has moved, and vehicles have finished loading [8.31] [14.19]."""
    state = table.state
    go_on_loading(table, flying=False)
    for unit in range(len(state.units)):
        wipe(state, unit, OF_PHASE)
        state.began[unit] = max(hex_of(state, unit), WAITING)
        state.spent[unit] = 0
        state.coned[unit] = []
    look(table)


async def move_by_turns(table: Play) -> None:
    """The players move one unit or stack each until both pass, or nobody can [8.0] [4.1]."""
    state = table.state
    while not closed(table) and (state.moving or any_can_move(table)):
        if not state.moving:
            side = state.active
            if not could_move(table, side):
                state.active, state.passes = 1 - side, state.passes + 1
                continue
            group = await table.ask(PickMove(table, side))
            if group is None:
                passed(table)
                continue
            state.moving = list(group)
        await move_on(table)
        acted(table)
    close(table)
    go_on_loading(table, flying=True)


def any_can_move(table: Play) -> bool:
    """Is there anybody of either side left to move [4.1]?"""
    return any(could_move(table, side) for side in range(len(SIDES)))


def could_move(table: Play, side: int) -> bool:
    """Has a side a counter that has not moved, fired openly or been suppressed, as far as all see [8.0]?"""
    state, types = table.state, table.scene.types
    return any(
        not has(state, unit, MOVED | DONE | SUPPRESSED | SHOT) and is_here(table, unit)
        for unit in table.scene.own[side]
        if types[unit].breed != "hq" or state.hexes[unit] == WAITING
    )


async def move_on(table: Play) -> None:
    """One move, act by act, until it is ended, stopped by fire, or can do no more [8.51] [7.8]."""
    state = table.state
    side = state.side[state.moving[0]]
    while state.moving and not halted(table) and can_act(table, state.moving):
        act = await table.ask(Step(table, side))
        if act == STOP:
            break
        await perform(table, act)
    for unit in state.moving:
        mark(state, unit, DONE)
    state.moving = []


async def perform(table: Play, act: Act) -> None:
    """What those under way do next [8.0]."""
    state = table.state
    lead = state.moving[0]
    if act.verb == "to":
        start = state.hexes[lead]
        side = list(table.scene.ground.neighbours[start * 6 : start * 6 + 6]).index(act.hex)
        await enter(table, act.hex, step_price(table, state.moving, start, side), side)
    elif act.verb == "enter":
        await enter(table, act.hex, entry_price(table, state.moving, act.hex), -1)
    elif act.verb == "leave":
        await leave_map(table)
    elif act.verb == "assault":
        await assault(table, state.hexes[lead])
    elif act.verb in ("place", "breach"):
        place_charge(table, act.unit, act.hex if act.verb == "breach" else -1)
        mark(state, act.unit, MOVED)
    elif act.verb == "load":
        load(table, lead, act.unit)
    else:
        unload(table, lead, act.unit, act.hex)
        if state.hexes[act.unit] not in (ABOARD, state.hexes[lead]):
            await strike_ground(table, act.hex, [act.unit])
        leave_wreck_inside(table, lead)


async def enter(table: Play, hex: int, price: int, side: int) -> None:
    """Enter a hex: spotting, mines, shells, the enemy's fire, Close Assault, in this order [4.1] [6.32]
    [8.51] [10.6] [10.71]."""
    state = table.state
    for unit in state.moving:
        arrive(table, unit, hex, price, side)
    look(table)
    await strike_ground(table, hex, [*state.moving])
    if state.moving:
        await react(table, [*state.moving], hex)
    if state.moving and standing(table, hex):
        await assault(table, hex)


async def strike_ground(table: Play, hex: int, units: Sequence[int]) -> None:
    """Mines, then shells, strike those who come into a hex, on their feet or out of a helicopter beside it
    [9.0] [13.34] [14.26]."""
    await cross_mines(table, hex, units)
    await cross_shells(table, hex, units)


def arrive(table: Play, unit: int, hex: int, price: int, side: int) -> None:
    """One unit of the move goes into a hex, at the bottom of the stack there [8.33] [9.8]."""
    state = table.state
    start, owner, flies = state.hexes[unit], state.side[unit], table.scene.types[unit].flies
    cancel_missions(table, unit)
    mark(state, unit, MOVED)
    if not has(state, unit, FACE_UP):
        wipe(state, unit, KNOWN)
    state.hexes[unit] = hex
    state.spent[unit] += price or int(flies)
    state.rank[unit] = max(state.rank) + 1
    if side >= 0 and table.scene.types[unit].breed == "vehicle":
        state.facing[unit] = side
    if owner == ALPHA and hex in table.scene.prison:
        state.entered = True
    if start not in table.scene.prison or hex not in table.scene.prison:
        wipe(state, unit, TRAPPED)
    if start == WAITING:
        tell_of(table, unit, Entered(unit, hex), CounterEntered(owner, hex))
    else:
        tell_of(table, unit, Moved(unit, hex), CounterMoved(owner, hex, start))


async def leave_map(table: Play) -> None:
    """They are off the map for good, with all they carry [8.35]."""
    state = table.state
    for unit in state.moving:
        hex, owner = state.hexes[unit], state.side[unit]
        tell_of(table, unit, Exited(unit, hex), CounterExited(owner, hex))
        for gone in (unit, *aboard(state, unit)):
            cancel_missions(table, gone)
            state.exit[gone], state.hexes[gone] = hex, LEFT
    state.moving = []
    look(table)


def standing(table: Play, hex: int) -> list[int]:
    """The enemies of those under way in a hex; helicopters only fly over them [10.1] [13.1]."""
    state = table.state
    lead = state.moving[0]
    return [] if table.scene.types[lead].flies else enemies_in(state, state.side[lead], hex)


async def assault(table: Play, hex: int) -> None:
    """Those who have entered a hex of the enemy fight there at once [10.1]."""
    state = table.state
    for unit in state.moving:
        mark(state, unit, ASSAULTED)
    leaves = await close_assault(table, [*state.moving], hex)
    if not leaves:
        for unit in state.moving:
            mark(state, unit, DONE)
        state.moving = []


async def cross_shells(table: Play, hex: int, units: Sequence[int]) -> None:
    """An impact zone strikes each unit that comes into one of its hexes, once for each hex [9.0] [13.6]."""
    state, types = table.state, table.scene.types
    strength = strength_at(table, hex)
    if not strength:
        return
    results = []
    for unit in [unit for unit in units if alive(state, unit) and types[unit].breed not in UNTOUCHED]:
        if types[unit].flies:
            if not has(state, unit, HIGH) and bursts_close(table, hex):
                await destroy(table, unit)
        else:
            results.append(await strike(table, unit, burst_on(table, unit, strength, "Shells", "9.0")))
    if any(rubbles(table, hex, result) for result in results):
        lay_in_rubble(table, hex)


def bursts_close(table: Play, hex: int) -> bool:
    """Is this an impact hex or one beside it, where a low helicopter is lost [13.6]?"""
    return any(table.scene.board.distance(impact.hex, hex) <= 1 for impact in table.state.impacts)
