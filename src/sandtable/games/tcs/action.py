"""Who acts first, and the two Action Phases [1.3a] [1.3f]."""

from sandtable.games.tcs.direct_asks import first_to_act
from sandtable.games.tcs.movement import act, begin_actions
from sandtable.games.tcs.scene import Play


async def settle_order(table: Play) -> None:
    """Both roll; the winner chooses who acts first [1.3a] [1.3f]."""
    table.state.active = await first_to_act(table, "Order of the Action Phases", "1.3f")
    begin_actions(table)


async def action_phase(table: Play, place: int) -> None:
    """The Action Phase of the player who acts first, 0, or second, 1 [1.3f]."""
    active = table.state.active
    await act(table, active if place == 0 else 1 - active)
