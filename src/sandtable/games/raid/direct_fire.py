"""The Direct Fire Phase: the players attack in turn until both have passed [4.1] [7.33] [7.61]."""

from sandtable.games.raid.arms import DIRECT, seems_ready
from sandtable.games.raid.events import Passed
from sandtable.games.raid.fire_asks import (
    DirectAttack,
    PickShots,
    open_to_attack,
    seems_to_have_shells,
)
from sandtable.games.raid.scene import Play
from sandtable.games.raid.state import ALPHA, ATTACKED, BRAVO, SIDES, wipe
from sandtable.games.raid.windows import attack


async def fire_in_turn(table: Play) -> None:
    """Attacks in turn; a pass is not final, two in a row are the end [4.1] [7.33]."""
    state = table.state
    while state.passes < len(SIDES) and any(could_fire(table, side) for side in (ALPHA, BRAVO)):
        side = state.active
        if not could_fire(table, side) or not await attack_once(table, side):
            state.passes += 1
        else:
            state.passes = 0
        state.active = 1 - side
    state.passes = 0
    for unit in range(len(state.units)):
        wipe(state, unit, ATTACKED)


async def attack_once(table: Play, side: int) -> bool:
    """One declared attack with what answers it, or a pass; was there one [7.5] [7.51] [7.61]?"""
    ask = DirectAttack(table, side, DIRECT)
    aim = await table.ask(ask)
    if aim is None:
        table.report(Passed(side))
        return False
    shots = await table.ask(PickShots(table, side, DIRECT, aim, ask.firers()))
    await attack(table, DIRECT, aim, shots)
    return True


def could_fire(table: Play, side: int) -> bool:
    """Could a side still fire at something, as far as everybody can tell [4.1]?"""
    if not seems_ready(table, side, DIRECT):
        return False
    ask = DirectAttack(table, side, DIRECT)
    return seems_to_have_shells(table, side) or any(
        open_to_attack(ask, unit) for unit in table.scene.foes[side]
    )
