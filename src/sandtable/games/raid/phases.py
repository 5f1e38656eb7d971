"""The quiet rungs of the sequence of play: command, Suppression, the ends of phases and turns [4.1]."""

from sandtable.games.raid.command import judge_command
from sandtable.games.raid.entry import withdraw_gunships
from sandtable.games.raid.events import SuppressionLifted
from sandtable.games.raid.goals import conclude, keep_watch, take_documents
from sandtable.games.raid.scene import Play
from sandtable.games.raid.spotting import look
from sandtable.games.raid.state import ATTACKED, OF_PHASE, OF_TURN, SUPPRESSED, has, wipe


async def command_control(table: Play) -> None:
    """Radios work again, command is judged, and sight with it [5.0] [12.2]."""
    await judge_command(table)
    keep_watch(table)
    look(table)


async def end_fire(table: Play) -> None:
    """The Direct Fire Phase is over: who was attacked in it may be attacked again [7.33]."""
    for unit in range(len(table.state.units)):
        wipe(table.state, unit, ATTACKED)


async def lift_suppression(table: Play) -> None:
    """All Suppression markers are removed [7.81]."""
    state = table.state
    if any(has(state, unit, SUPPRESSED) for unit in range(len(state.units))):
        table.report(SuppressionLifted())
    for unit in range(len(state.units)):
        wipe(state, unit, SUPPRESSED)


async def end_turn(table: Play) -> None:
    """Everybody may fire and move again; the game may be over [7.31] [8.31] [15.0]."""
    state = table.state
    take_documents(table)
    withdraw_gunships(table)
    conclude(table)
    for unit in range(len(state.units)):
        wipe(state, unit, OF_PHASE | OF_TURN)
        state.mounts[unit] = 0
    look(table)
