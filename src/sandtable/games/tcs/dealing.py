"""What a side cannot know of the other, and how a fork for it deals that again [2.0] [9.1]."""

from collections.abc import Mapping

from sandtable.engine.dice import Dice
from sandtable.games.tcs.dealing_fire import deal_plans, falling, plans_of
from sandtable.games.tcs.dealing_orders import deal_orders, in_the_open, secret_orders
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import DESTROYED, TAKEN, State, commanded, dug_in

WORST = 8
"""In a fork an enemy company's morale number is at most this, and 2 for each of its units lost [9.1d]."""


def secrets(table: Play, side: int) -> Mapping[str, object]:
    """Company morale once the battle has begun, and who is dug in and has not had to say so [2.0] [7.1d]."""
    state = table.state
    found: dict[str, object] = {
        f"company morale of {name}": state.morale[company] for company, name in unknown_companies(state, side)
    }
    found |= plans_of(table, 1 - side)
    if commanded(state) and falling(state):
        return found
    found |= {
        f"whether {state.units[unit]} is dug in": dug_in(state, unit) for unit in maybe_dug(table, side)
    }
    return {**found, **secret_orders(table, side)}


def unknown_companies(state: State, side: int) -> list[tuple[int, str]]:
    """The enemy's companies whose number may have changed: none before the second turn [9.1]."""
    if state.turn == 1:
        return []
    return [(company, name) for company, (owner, name) in enumerate(state.companies) if owner != side]


def maybe_dug(table: Play, side: int) -> list[int]:
    """Enemies of whom it is not known whether they are dug in; nobody is where that rule is not used."""
    state, kept = table.state, in_the_open(table, 1 - side)
    if "digging in" in state.without:
        return []
    return [
        unit
        for unit in table.scene.foes[side]
        if state.hexes[unit] >= 0
        and unit not in state.told
        and state.sheet[unit] not in kept
        and table.scene.types[unit].category not in ("vehicle", "carrier")
    ]


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Redraw each of the secrets.

    While missions fall orders stay as they are: which units observe for a battery shows in what it does.
    """
    state = table.state
    for company, _ in unknown_companies(known, side):
        lost = sum(known.hexes[unit] in (DESTROYED, TAKEN) for unit in table.scene.members[company])
        state.morale[company] = dice.roll(WORST + 2 * lost + 1) - 1
    deal_plans(table, 1 - side, dice)
    if commanded(state):
        if not falling(state):
            deal_orders(table, side, known, dice)
        return
    for unit in maybe_dug(table, side):
        if unit in known.told or known.hexes[unit] != state.hexes[unit]:
            continue
        state.dug[unit] = state.hexes[unit] if dice.roll(2) == 1 else -1
