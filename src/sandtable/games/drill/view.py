"""What one side of Drill may know: everything but the enemy's hidden unit [1.3]."""

import msgspec

from sandtable.engine import HexRef, SideRef
from sandtable.engine.dice import Dice
from sandtable.games.drill.state import HIDDEN, OFF, Play, State


class View(msgspec.Struct, frozen=True):
    """Columns by unit number, as in the state; without a hex a unit is off the board or unseen."""

    side: SideRef | None
    turn: int
    phase: str
    units: tuple[str, ...]
    hexes: list[HexRef]
    flags: list[int]
    stance: list[int]


def view(table: Play, side: int | None, phase: str) -> View:
    """Build up what a side may know; the umpire may know all."""
    state = table.state
    hexes, flags = state.hexes[:], state.flags[:]
    for unit, own in enumerate(state.side):
        if flags[unit] & HIDDEN and side not in (None, own):
            hexes[unit], flags[unit] = OFF, HIDDEN
    return View(side, state.turn, phase, state.units, hexes, flags, state.stance[:])


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Put the enemy's hidden unit in any free home hex that no unit of this side is next to [1.3]."""
    state, scene = table.state, table.scene
    home, mine = scene.home[1 - side], {state.hexes[unit] for unit in scene.own[side]}
    for unit in [unit for unit in scene.own[1 - side] if known.flags[unit] & HIDDEN]:
        state.place(unit, OFF)
        homes = [hex for hex in home if state.at[hex] == OFF and not mine & {*scene.near[hex]}]
        state.place(unit, homes[dice.roll(len(homes)) - 1])
        state.flags[unit] = HIDDEN
