"""The Clean Up and the end of the turn [1.3g] [1.3h]."""

from sandtable.games.tcs.events import Calmed, CompanyMorale, Recovered, SmokeGone
from sandtable.games.tcs.morale_odds import recovered
from sandtable.games.tcs.other_odds import GONE, smoke
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.smoke_drift import blow, burn
from sandtable.games.tcs.state import FORMER, NOBODY, OF_TURN, PARALYZED, SUPPRESSED, has, hex_of, mark, wipe
from sandtable.games.tcs.victory import conclude, keep_score


async def clean_up(table: Play) -> None:
    """Smoke drifts off, morale states ease, lights go out, companies recover [1.3g] [16.3e]."""
    await drift(table)
    if table.scene.plays(table.state, "smoke drift"):
        blow(table)
        await burn(table)
    ease(table)
    table.state.lights = []
    if table.scene.turn(table.state).hourly:
        recover(table)


async def drift(table: Play) -> None:
    """Each smoke marker stays or goes [11.0d]."""
    left = []
    for hex in table.state.smoke:
        if await table.roll(smoke()) == GONE:
            table.report(SmokeGone(hex))
        else:
            left.append(hex)
    table.state.smoke = left


def ease(table: Play) -> None:
    """Suppression markers come off first; then the paralyzed are suppressed [9.2d] [9.3e]."""
    state = table.state
    for unit in range(len(state.units)):
        if has(state, unit, PARALYZED):
            wipe(state, unit, PARALYZED)
            mark(state, unit, SUPPRESSED)
            table.report(Calmed(unit))
        elif has(state, unit, SUPPRESSED):
            wipe(state, unit, SUPPRESSED)
            table.report(Recovered(unit))


def recover(table: Play) -> None:
    """In hourly turns every company morale sinks by a third; its owner alone is told [9.1c]."""
    state = table.state
    for company, (side, name) in enumerate(state.companies):
        if state.morale[company]:
            state.morale[company] = recovered(state.morale[company])
            table.report(CompanyMorale(name, state.morale[company]), to=side)


async def end_turn(table: Play) -> None:
    """What holds for a turn is over; after the last one the scenario is judged [1.3h] [3.7]."""
    state, scene = table.state, table.scene
    for unit, kind in enumerate(scene.types):
        wipe(state, unit, OF_TURN | FORMER)
        if kind.category == "map_gun" and state.began[unit] not in (NOBODY, hex_of(state, unit)):
            mark(state, unit, FORMER)
    state.fires = [0] * len(state.fires)
    state.active = NOBODY
    keep_score(table)
    if state.turn == len(scene.turns) and state.outcome is None:
        conclude(table)
