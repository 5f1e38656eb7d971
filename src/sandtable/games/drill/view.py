"""What one side of Drill may know: everything but the enemy's hidden unit [1.3]."""

import msgspec

from sandtable.boards.counter import Counter
from sandtable.engine import HexRef, SideRef
from sandtable.engine.dice import Dice
from sandtable.games.drill.state import HIDDEN, OFF, WORDS, Play, State

SYMBOLS = ("infantry", "anti-tank")


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


def counters(table: Play, side: int | None) -> list[Counter]:
    """The counters of all units that this side sees on the board."""
    seen = enumerate(view(table, side, "").hexes)
    return [counter(table.state, unit, hex) for unit, hex in seen if hex != OFF]


def counter(state: State, unit: int, hex: int) -> Counter:
    """A unit's counter, marked with what the unit has done."""
    symbol, marks = SYMBOLS[state.kind[unit]], WORDS.letters(state.flags[unit])
    return Counter(hex, state.side[unit], symbol, state.units[unit], status=marks)


def deal_again(table: Play, side: int, known: State, dice: Dice) -> None:
    """Put the enemy's hidden unit in any free home hex that no unit of this side is next to [1.3]."""
    state, scene = table.state, table.scene
    home, mine = scene.home[1 - side], {state.hexes[unit] for unit in scene.own[side]}
    for unit in [unit for unit in scene.own[1 - side] if known.flags[unit] & HIDDEN]:
        state.place(unit, OFF)
        homes = [hex for hex in home if state.at[hex] == OFF and not mine & {*scene.near[hex]}]
        state.place(unit, homes[dice.roll(len(homes)) - 1])
        state.flags[unit] = HIDDEN
