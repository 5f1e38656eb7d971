"""What becomes of units that are hit: suppressed, short of men, destroyed [7.8] [13.53] [14.18] [14.27]."""

from sandtable.games.raid.command import pass_command
from sandtable.games.raid.events import (
    CounterDestroyed,
    CounterLostMen,
    CounterSuppressed,
    Destroyed,
    DiesAboard,
    DocumentsDropped,
    LostMen,
    MissionCancelled,
    Suppressed,
)
from sandtable.games.raid.identity import tell_of
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import DEAD, NOBODY, SUPPRESSED, aboard, has, hex_of, mark


def suppress(table: Play, unit: int) -> None:
    """Suppressed until Phase D; its mission is cancelled, a second S adds nothing [7.81] [7.82] [9.8]."""
    state = table.state
    cancel_missions(table, unit)
    if not has(state, unit, SUPPRESSED):
        mark(state, unit, SUPPRESSED)
        side, hex = state.side[unit], hex_of(state, unit)
        tell_of(table, unit, Suppressed(unit), CounterSuppressed(side, hex))


async def lose_men(table: Play, unit: int, dead: int) -> int:
    """So many men of a unit die, and it is suppressed; gives the losses that are left over [7.83] [7.84]."""
    state = table.state
    lost = min(dead, state.men[unit])
    state.men[unit] -= lost
    if not state.men[unit]:
        await destroy(table, unit)
    else:
        side, hex = state.side[unit], hex_of(state, unit)
        tell_of(table, unit, LostMen(unit, lost, state.men[unit]), CounterLostMen(side, hex, lost))
        suppress(table, unit)
    return dead - lost


async def destroy(table: Play, unit: int) -> None:
    """A unit is gone for good, with all it carries but a headquarters, which has no men and passes on; a
    vehicle leaves a wreck [5.24] [13.53] [14.18] [14.27]."""
    state, hex = table.state, hex_of(table.state, unit)
    cancel_missions(table, unit)
    tell_of(table, unit, Destroyed(unit, hex), CounterDestroyed(state.side[unit], hex))
    riders = aboard(state, unit)
    if table.scene.types[unit].breed == "vehicle":
        state.wrecks.append(hex)
    remove(table, unit, hex)
    for rider in riders:
        if table.scene.types[rider].breed == "hq":
            state.hexes[rider], state.carrier[rider] = hex, NOBODY
        else:
            tell_of(table, rider, DiesAboard(rider, unit), None, unit)
            remove(table, rider, hex)
    for gone in (unit, *riders):
        await pass_command(table, gone, hex)
    look(table)


def remove(table: Play, unit: int, hex: int) -> None:
    """Take a unit out of everything it had a part in; documents stay where it was [15.2]."""
    state = table.state
    state.hexes[unit], state.carrier[unit], state.men[unit] = DEAD, NOBODY, 0
    for units in (state.moving, state.exposed):
        if unit in units:
            units.remove(unit)
    if state.carrying == unit:
        state.carrying, state.documents = NOBODY, hex
        table.report(DocumentsDropped(hex))
    if state.keeping == unit:
        state.keeping = NOBODY


def cancel_missions(table: Play, unit: int) -> None:
    """A unit that moves, fires otherwise or suffers any result does not fire its mission [9.8]."""
    state = table.state
    left = [mission for mission in state.missions if mission.gun != unit]
    if len(left) < len(state.missions):
        state.missions = left
        table.report(MissionCancelled(unit), to=state.side[unit])
