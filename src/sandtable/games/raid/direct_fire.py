"""The Direct Fire Phase: the players attack in turn until both have passed [4.1] [7.33] [7.61]."""

from sandtable.games.raid.arms import DIRECT, seems_ready
from sandtable.games.raid.fire_asks import (
    DirectAttack,
    PickShots,
    open_to_attack,
    seems_to_have_shells,
)
from sandtable.games.raid.initiative import acted, close, closed, passed
from sandtable.games.raid.scene import Play
from sandtable.games.raid.windows import attack


async def fire_in_turn(table: Play) -> None:
    """Attacks in turn; a pass is not final, two in a row are the end [4.1] [7.33].

    Who cannot fire at anything, as all can see, is passed over.
    """
    state = table.state
    while not closed(table):
        if could_fire(table, state.active):
            await attack_or_pass(table, state.active)
        elif could_fire(table, 1 - state.active):
            state.passes += 1
            state.active = 1 - state.active
        else:
            break
    close(table)


async def attack_or_pass(table: Play, side: int) -> None:
    """One declared attack with what answers it, or a pass [7.5] [7.51] [7.61]."""
    aim = await table.ask(DirectAttack(table, side, DIRECT))
    if aim is None:
        passed(table)
        return
    shots = await table.ask(PickShots(table, side, DIRECT, aim))
    await attack(table, DIRECT, aim, shots)
    acted(table)


def could_fire(table: Play, side: int) -> bool:
    """Could a side still fire at something, as far as everybody can tell [4.1]?"""
    ask = DirectAttack(table, side, DIRECT)
    targets = any(open_to_attack(ask, unit) for unit in table.scene.foes[side])
    if not targets and not seems_to_have_shells(table, side):
        return False
    return next(seems_ready(table, side, DIRECT), None) is not None
