"""What the rounds of a mission do where they have fallen [8.11] [10.14] [11.0c]."""

from collections import Counter as Tally
from collections.abc import Sequence
from fractions import Fraction

from sandtable.games.tcs.ambush_losses import bear_hidden, lose_hidden
from sandtable.games.tcs.ambushes import hidden_units
from sandtable.games.tcs.area_odds import Fire, area_attack, loss
from sandtable.games.tcs.artillery_odds import smoke_markers
from sandtable.games.tcs.bodies import body, in_hex, is_area_target, is_point_target, place
from sandtable.games.tcs.chit import roll_for
from sandtable.games.tcs.direct import attacked, tell_dug_in
from sandtable.games.tcs.events import SmokePlaced
from sandtable.games.tcs.losses import destroy
from sandtable.games.tcs.morale import suffer
from sandtable.games.tcs.morale_odds import result_of
from sandtable.games.tcs.point_odds import DESTROYED, shell
from sandtable.games.tcs.retreats import retreat_all
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import hex_of


async def land(table: Play, he: Sequence[int], smoke: Sequence[int], shells: int, side: int = 0) -> None:
    """Every hex in which rounds of a side lie, friend and foe alike; then smoke [10.0b] [10.14a] [10.14d]."""
    bursts, clouds = Tally(he), Tally(smoke)
    for hex in sorted(bursts):
        await strike(table, hex, bursts[hex], shells, side)
        await strike_hidden(table, hex, bursts[hex], shells)
    for hex in sorted(dict.fromkeys([*bursts, *clouds])):
        for _ in range(smoke_markers(bursts[hex], clouds[hex])):
            table.state.smoke.append(hex)
            table.report(SmokePlaced(hex))


async def strike(table: Play, hex: int, rounds: int, shells: int, side: int = 0) -> None:
    """The summed firepower at each area target, one roll a round at each point target [10.14b] [10.14c].

    The rolls are those of the side that fires.
    See also [8.11c].
    """
    state = table.state
    targets = [unit for side in (0, 1) for unit in in_hex(table, hex, side)]
    fire = Fire(direct=False, shells=True, night=table.scene.turn(state).night)
    outcomes: dict[int, str] = {}
    for unit in targets:
        tell_dug_in(table, unit)
    soldiers = [unit for unit in targets if is_area_target(table, unit)]
    for unit in await attacked(table, side, soldiers):
        if hex_of(state, unit) == hex:
            odds = area_attack(Fraction(rounds * shells), place(table, hex), body(table, unit), fire).odds
            outcomes[unit] = await suffer(table, unit, odds)
    for unit in targets:
        await _rounds_at_point(table, side, unit, hex, rounds)
    await retreat_all(table, outcomes, hex)


async def strike_hidden(table: Play, hex: int, rounds: int, shells: int) -> None:
    """Shells attack those in ambush too, unknown to who fires; who has to run is shown (ruling) [20.1f]."""
    state = table.state
    lying = [unit for side in (0, 1) for unit in hidden_units(table, side) if state.dug[unit] == hex]
    fire = Fire(direct=False, shells=True, night=table.scene.turn(state).night)
    for unit in lying:
        odds = area_attack(Fraction(rounds * shells), place(table, hex), body(table, unit), fire).odds
        word = await table.roll(odds, secret_to=state.side[unit])
        if lose_hidden(table, unit, loss(word)):
            await bear_hidden(table, unit, result_of(word))


async def _rounds_at_point(table: Play, side: int, unit: int, hex: int, rounds: int) -> None:
    """Any artillery can destroy any point target; what is left of the rounds is for nothing [8.11a]."""
    for _ in range(rounds):
        if hex_of(table.state, unit) != hex or not is_point_target(table, unit):
            return
        if await roll_for(table, side, shell(body(table, unit))) == DESTROYED:
            await destroy(table, unit)
