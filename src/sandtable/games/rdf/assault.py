"""Close assault: entry fire, three rounds with withdrawals, and what is left after them [10.0]."""

from collections.abc import Sequence

from sandtable.games.rdf.assault_odds import ROUNDS, rounds
from sandtable.games.rdf.events import AssaultBegins, RoundBegins
from sandtable.games.rdf.fire import LEAVING, ROUND, shoot
from sandtable.games.rdf.fire_asks import LeavingFire, RoundFire
from sandtable.games.rdf.morale import check_morale
from sandtable.games.rdf.reactions import entry_fire
from sandtable.games.rdf.rollcall import steps_left
from sandtable.games.rdf.scene import Play
from sandtable.games.rdf.state import INACTIVE, NOBODY, ROUTED
from sandtable.games.rdf.withdrawal import Leaving, Withdraw, move_out


async def close_assault(
    table: Play, attackers: Sequence[int], hex: int, *, new_height: bool = False, renewed: bool = False
) -> None:
    """Units have entered a hex with enemies, or were locked there: entry fire, then the rounds [10.0] [6.44].

    All own units in the hex take part, unless they have routed [10.11] [10.12].
    """
    side = table.state.side[attackers[0]]
    hurt = headquarters_hits(table)
    if not renewed:
        await entry_fire(table, attackers, hex, new_height=new_height)
    able = [unit for unit in fighters(table, side, hex) if not table.state.flags[unit] & ROUTED]
    if able and enemies(table, side, hex):
        await fight(table, side, able, hex)
    for one, before in enumerate(hurt):
        if headquarters_hits(table)[one] > before:
            await check_morale(table, one)


def headquarters_hits(table: Play) -> list[int]:
    """The hits on each side's battalion headquarters, which call for a check after the assault [13.32]."""
    return [table.state.hits[hq] if hq != NOBODY else 0 for hq in table.scene.hq]


def fighters(table: Play, side: int, hex: int) -> list[int]:
    """The ground units of a side in a hex, those aboard carriers included."""
    hexes, flies = table.state.hexes, table.scene.helicopter
    return [unit for unit in table.scene.own[side] if hexes[unit] == hex and not flies[unit]]


def enemies(table: Play, side: int, hex: int) -> list[int]:
    """The enemy ground units in a hex."""
    return [unit for enemy in table.scene.enemies[side] for unit in fighters(table, enemy, hex)]


async def fight(table: Play, side: int, attackers: Sequence[int], hex: int) -> None:
    """Rounds: withdrawals, fire of attacker and defender, until one side holds the hex [10.2] [10.25]."""
    state = table.state
    table.report(AssaultBegins(side, hex))
    if hex not in state.fought:
        state.fought.append(hex)
    begin(table, attackers)
    for number in range(1, ROUNDS + 1):
        table.report(RoundBegins(number, hex))
        for one in (side, *table.scene.enemies[side]):
            await withdraw(table, one, hex)
        if number == 1:
            begin(table, enemies(table, side, hex))
        for one in (side, *table.scene.enemies[side]):
            await half_round(table, one, taking_part(table, one, hex, attackers), hex)
        if not (fighters(table, side, hex) and enemies(table, side, hex)):
            return


def taking_part(table: Play, side: int, hex: int, attackers: Sequence[int]) -> list[int]:
    """All defenders; of the attackers who set out, and whoever has been found since, such as a headquarters
    (ruling at 5.63) [10.11] [10.12] [5.63]."""
    units = fighters(table, side, hex)
    if side != table.state.side[attackers[0]]:
        return units
    return [unit for unit in units if unit in attackers or not table.state.flags[unit] & ROUTED]


def begin(table: Play, units: Sequence[int]) -> None:
    """They take part: inactive, with a round for each step at their first assault [10.23] [10.26]."""
    state = table.state
    for unit in units:
        state.flags[unit] |= INACTIVE
        if state.rounds[unit] < 0:
            state.rounds[unit] = rounds(steps_left(table.scene, state, unit))


async def half_round(table: Play, side: int, units: Sequence[int], hex: int) -> None:
    """Each unit with a round left may fire once; results come before the answer [10.0] [10.24] [10.26]."""
    state = table.state
    begin(table, [unit for unit in units if state.hexes[unit] == hex])
    left = [unit for unit in units if state.rounds[unit] > 0]
    while left:
        left = [unit for unit in left if state.hexes[unit] == hex]
        shot = await table.ask(RoundFire(table, side, left, enemies(table, side, hex)))
        if shot is None:
            return
        left.remove(shot.firer)
        state.rounds[shot.firer] -= 1
        await shoot(table, shot, ROUND)


async def withdraw(table: Play, side: int, hex: int) -> None:
    """Units leave for a hex beside, under the fire of those who stay [10.0] [10.25]."""
    if not (fighters(table, side, hex) and enemies(table, side, hex)):
        return
    leaving = await table.ask(Withdraw(table, side, hex))
    if leaving:
        for enemy in table.scene.enemies[side]:
            await fire_at_leavers(table, enemy, leaving, hex)
        move_out(table, leaving)


async def fire_at_leavers(table: Play, side: int, leaving: Sequence[Leaving], hex: int) -> None:
    """Each unrouted unit in the hex may fire once, active or not, without using a round [10.0] [13.13]."""
    state, count = table.state, len(leaving)
    left = [unit for unit in fighters(table, side, hex) if not state.flags[unit] & ROUTED]
    while left:
        targets = [one.unit for one in leaving if state.hexes[one.unit] >= 0]
        shot = await table.ask(LeavingFire(table, side, left, targets, count))
        if shot is None:
            return
        left.remove(shot.firer)
        await shoot(table, shot, LEAVING, leaving=count)
