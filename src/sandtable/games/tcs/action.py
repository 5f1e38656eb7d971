"""Who acts first, and the two Action Phases [1.3a] [1.3f]."""

from sandtable.engine import Choose
from sandtable.games.tcs.morale_odds import contest
from sandtable.games.tcs.movement import act, begin_actions, unwatched
from sandtable.games.tcs.scene import Play


class PickOrder(Choose[str]):
    """Whether to act first or second, asked of who won the dice."""

    table: Play
    name, case, always = "act-first", "1.3f", ("first", "second")


async def settle_order(table: Play) -> None:
    """Both roll; the winner chooses who acts first [1.3a] [1.3f]."""
    won = await table.roll(contest("Order of the Action Phases", "1.3f"))
    winner = 0 if won == "first side" else 1
    chosen = await table.ask(PickOrder(table, winner))
    table.state.active = winner if chosen == "first" else 1 - winner
    begin_actions(table)


async def action_phase(table: Play, place: int) -> None:
    """The Action Phase of the player who acts first, 0, or second, 1 [1.3f]."""
    active = table.state.active
    await act(table, active if place == 0 else 1 - active, unwatched)
