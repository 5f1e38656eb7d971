"""Reaction fire: opportunity fire, then hasty fire and overwatch, until a window stays empty [9.35]."""

from collections.abc import Sequence

from sandtable.games.rdf.air_defence import ENEMY_MOVEMENT, OWN_MOVEMENT, defend
from sandtable.games.rdf.ending import offer_the_end
from sandtable.games.rdf.fire import AIR_DEFENCE, BESIDE, FINAL, HASTY_FIRE, OPPORTUNITY, Shot, shoot
from sandtable.games.rdf.fire_asks import (
    FinalFire,
    HastyFire,
    OpportunityFire,
    OwnAirDefence,
    ReturnFire,
)
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import NOBODY


async def react(
    table: Play,
    exposed: Sequence[int],
    stack: Sequence[int] | None,
    *,
    new_height: bool = False,
    within: int | None = None,
) -> bool:
    """The enemy may fire at units that just moved or fired, and each side answer; did anybody
    [9.32] [9.33] [9.35]?

    `stack` is the moving stack, None in the Final Fire Segment; `new_height` says that it has just entered a
    hex at another level [9.8]. With `within`, only enemies in that hex fire first [10.0].
    """
    side, moving = table.state.side[exposed[0]], None if stack is None else movers(table, stack)
    answered = False
    while exposed:
        fired = await enemy_window(table, side, exposed, new_height, within)
        answered = answered or bool(fired)
        exposed = await own_window(table, side, moving, fired) if fired else []
        new_height, within = False, None
    return answered


async def entry_fire(table: Play, stack: Sequence[int], hex: int, *, new_height: bool = False) -> None:
    """Fire as a stack enters a hex with enemies; it may fire at them even if nobody fired at it [10.0]."""
    side, moving = table.state.side[stack[0]], movers(table, stack)
    fired = await enemy_window(table, side, stack, new_height, None)
    exposed = await own_window(table, side, moving, fired, hex)
    if exposed:
        await react(table, exposed, stack)


def movers(table: Play, stack: Sequence[int]) -> list[int]:
    """The units of a moving stack with those they carry [12.21]."""
    cargo = table.state.cargo
    carried = [cargo[unit] for unit in stack if cargo[unit] != NOBODY and cargo[unit] not in stack]
    return [*stack, *carried]


async def enemy_window(
    table: Play, side: int, exposed: Sequence[int], new_height: bool, within: int | None
) -> list[int]:
    """The enemies' opportunity fire, as many single shots as they like; gives who fired [9.32] [14.31]."""
    fired: list[int] = []
    for enemy in table.scene.enemies[side]:
        while shot := await table.ask(OpportunityFire(table, enemy, exposed, new_height, within)):
            await _fire(table, shot, OPPORTUNITY, ENEMY_MOVEMENT, new_height)
            fired.append(shot.firer)
    return fired


async def own_window(
    table: Play, side: int, moving: Sequence[int] | None, fired: Sequence[int], within: int | None = None
) -> list[int]:
    """Hasty fire and overwatch of the phasing side; gives who fired and is still there [9.31] [9.33]."""
    answered: list[int] = []
    while shot := await table.ask(ask := ReturnFire(table, side, moving, fired, within)):
        await _fire(table, shot, ask.fire_of(shot), OWN_MOVEMENT)
        answered.append(shot.firer)
    return [unit for unit in dict.fromkeys(answered) if table.state.hexes[unit] >= 0]


async def _fire(table: Play, shot: Shot, fire: int, window: int, new_height: bool = False) -> None:
    """One declared shot, by a weapon or by air defence [9.13] [14.35]."""
    if shot.weapon in (AIR_DEFENCE, BESIDE):
        await defend(table, shot, window)
    else:
        await shoot(table, shot, fire, new_height)


async def own_air_defence(table: Play, side: int) -> None:
    """Air defence between the own unit moves; each shot may draw fire [14.31] [14.35]."""
    while shot := await table.ask(OwnAirDefence(table, side)):
        await defend(table, shot, OWN_MOVEMENT)
        if table.state.hexes[shot.firer] >= 0:
            await react(table, [shot.firer], [])


async def hasty_fire(table: Play, stack: Sequence[int]) -> None:
    """A moving unit fires on its own initiative, which exposes it [9.31] [9.35]."""
    side = table.state.side[stack[0]]
    if shot := await table.ask(HastyFire(table, side, movers(table, stack))):
        await shoot(table, shot, HASTY_FIRE)
        await react(table, [shot.firer], stack)


def can_hasty(table: Play, stack: Sequence[int]) -> bool:
    """Could a unit of the moving stack fire now at all [9.31]?"""
    return HastyFire(table, table.state.side[stack[0]], movers(table, stack)).could()


async def final_fire_segment(table: Play, side: int) -> None:
    """Active units fire one after the other; each may draw fire [9.34] [9.35]."""
    while len((ask := FinalFire(table, side)).options) > 1 and (shot := await table.ask(ask)):
        await shoot(table, shot, FINAL)
        await react(table, [shot.firer], None)
        await offer_the_end(table)
